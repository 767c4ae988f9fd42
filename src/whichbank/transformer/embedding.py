"""From token ids to vectors that hold the token and its position."""

import torch
from torch import Tensor, nn

from whichbank._arrays import need_count


class Embedding(nn.Module):
    """Look up the vector of each token, and add the vector of its position.

    ``tokens`` holds the static vectors, (V, D), and ``positions`` those of the positions,
    (max_length, D).

    Parameters
    ----------
    n_vocab : int
        V, the number of tokens.
    d_model : int
        D, the size of a word vector.
    max_length : int
        The number of positions.
    positions : tensor, shape (max_length, D), optional
        A fixed table of positions, for example of sine waves. Without it the table is learned.

    Examples
    --------
    >>> Embedding(n_vocab=5, d_model=4, max_length=8)(torch.tensor([[0, 3, 3]])).shape
    torch.Size([1, 3, 4])

    Notes
    -----
    Vaswani et al. 2017, sections 3.4 and 3.5, without its factor √D.
    """

    def __init__(
        self, n_vocab: int, d_model: int, max_length: int, *, positions: Tensor | None = None
    ) -> None:
        super().__init__()
        for name, n in (("n_vocab", n_vocab), ("d_model", d_model), ("max_length", max_length)):
            need_count(name, n, 1)
        self.tokens = nn.Embedding(n_vocab, d_model)
        if positions is None:
            self.positions = nn.Parameter(torch.randn(max_length, d_model))
        elif positions.shape == (max_length, d_model):
            self.register_buffer(
                "positions", positions.detach().to(self.tokens.weight.dtype).clone()
            )
        else:
            raise ValueError(
                f"positions must have the shape ({max_length}, {d_model}); got "
                f"{tuple(positions.shape)}"
            )

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        """Return the vectors, shape (B, T, D), of the tokens ids, shape (B, T), the first at
        position start.
        """
        n_words, room = ids.shape[-1], self.positions.shape[0]
        if start + n_words > room:
            raise ValueError(f"the model has {room} positions; got {start + n_words} tokens")
        return self.tokens(ids) + self.positions[start : start + n_words]  # (B, T, D)
