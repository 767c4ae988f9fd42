"""The small transformer that the experiments train to guess the next letter, and its loss."""

from typing import Any

from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank.transformer import Embedding, Encoder


class SmallTransformer(nn.Module):
    """Guess the next token at every place: vectors of tokens and places, blocks under a mask, one
    score a token.

    With the causal mask it is a language model; the experiments try other masks, and blocks that
    lack a part. The mask is boolean, (T, T) for the longest text: True where the token of a row may
    attend to the token of a column. The parts ``norm``, ``skip`` and ``activation`` are as in
    ``Encoder``.

    Examples
    --------
    >>> import torch
    >>> mask = torch.ones(8, 8, dtype=torch.bool).tril()
    >>> SmallTransformer(5, 16, 2, 32, n_layers=1, mask=mask)(torch.tensor([[0, 3, 3]])).shape
    torch.Size([1, 3, 5])
    """

    mask: Tensor

    def __init__(
        self,
        n_tokens: int,
        d_model: int,
        n_heads: int,
        d_ff: int,
        n_layers: int,
        mask: Tensor,
        **parts: Any,
    ) -> None:
        super().__init__()
        self.embedding = Embedding(n_tokens, d_model, len(mask))
        self.blocks = Encoder(n_layers, d_model, n_heads, d_ff, **parts)
        self.to_scores = nn.Linear(d_model, n_tokens)
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the scores of the next token, shape (B, T, V), for tokens of the shape (B, T)."""
        n = ids.shape[1]
        return self.to_scores(self.blocks(self.embedding(ids), mask=self.mask[:n, :n]))


def next_token_loss(model: nn.Module, ids: Tensor, following: Tensor) -> Tensor:
    """Return the mean of -ln(probability of the token that follows), in nats; both tensors have the
    shape (B, T).
    """
    return cross_entropy(model(ids).flatten(0, 1), following.flatten())
