"""Whole models: from token ids to scores over the vocabulary."""

import torch
from torch import Tensor, nn

from whichbank._arrays import need_count
from whichbank.sampling import next_token_probabilities
from whichbank.transformer.embedding import Embedding
from whichbank.transformer.stacks import Decoder, DecoderCache, Encoder, Trace


class LanguageModel(nn.Module):
    """Guess the next token from the ones before it: a decoder alone.

    Its parts are ``embedding``, ``decoder`` and ``to_scores``, one score for each token, without
    bias.

    Parameters
    ----------
    n_vocab : int
        V, the number of tokens.
    d_model, n_heads, d_ff, n_layers : int
        The sizes of the decoder.
    max_length : int
        The longest text, in tokens.
    positions : tensor, shape (max_length, D), optional
        A fixed table of positions; learned without it.
    norm : {"pre", "post", "none"}, default "pre"
        As in ``Block``.
    activation : {"relu", "gelu"}, default "gelu"
        As in ``Block``.

    Examples
    --------
    >>> model = LanguageModel(n_vocab=5, d_model=8, n_heads=2, d_ff=32, n_layers=1, max_length=16)
    >>> model(torch.tensor([[0, 3, 3]])).shape
    torch.Size([1, 3, 5])

    Notes
    -----
    Radford et al. 2018, in the "pre" arrangement of Radford et al. 2019.
    """

    def __init__(
        self,
        n_vocab: int,
        d_model: int,
        n_heads: int,
        d_ff: int,
        n_layers: int,
        max_length: int,
        *,
        positions: Tensor | None = None,
        norm: str = "pre",
        activation: str = "gelu",
    ) -> None:
        super().__init__()
        self.embedding = Embedding(n_vocab, d_model, max_length, positions=positions)
        self.decoder = Decoder(
            n_layers, d_model, n_heads, d_ff, cross=False, norm=norm, activation=activation
        )
        self.to_scores = nn.Linear(d_model, n_vocab, bias=False)

    def forward(
        self, ids: Tensor, *, mask: Tensor | None = None, cache: DecoderCache | None = None
    ) -> Tensor:
        """Return the logits, shape (B, T, V): row t scores each token of the vocabulary to follow
        token t.

        Parameters
        ----------
        ids : integer tensor, shape (B, T)
            Token ids; with a cache, those that follow the tokens in it.
        mask : boolean tensor, optional
            True means *may attend*; narrows the causal mask, which is always there. As in
            ``Decoder``.
        cache : DecoderCache, optional
            From ``model.decoder.new_cache()``.
        """
        x = self.embedding(ids, start=0 if cache is None else cache.length)  # (B, T, D)
        return self.to_scores(self.decoder(x, mask=mask, cache=cache))  # (B, T, V)

    def trace(self, ids: Tensor, *, mask: Tensor | None = None) -> Trace:
        """Return the vectors and attention weights of every layer for token ids, shape (B, T)."""
        return self.decoder.trace(self.embedding(ids), mask=mask)

    @torch.no_grad()
    def generate(
        self,
        ids: Tensor,
        n_tokens: int,
        *,
        temperature: float = 1.0,
        top_k: int | None = None,
        seed: int = 0,
        use_cache: bool = True,
    ) -> Tensor:
        """Continue texts token by token; return them with their beginnings, shape (B, T +
        n_tokens).

        Parameters
        ----------
        ids : integer tensor, shape (B, T)
            How the texts begin; at least one token.
        n_tokens : int
            How many tokens to add.
        temperature : float, default 1.0
            Below 1 likely tokens become likelier; 0 always takes the most likely one.
        top_k : int, optional
            Sample only from the top_k tokens with the largest logits.
        seed : int, default 0
            The same seed draws the same random numbers on every device.
        use_cache : bool, default True
            Keep the keys and values of what is written. False computes them again for every token,
            with the same result.
        """
        if ids.ndim != 2 or ids.shape[1] < 1:
            raise ValueError(
                f"ids must have the shape (B, T) with at least one token; got {tuple(ids.shape)}"
            )
        need_count("n_tokens", n_tokens)
        if ids.shape[1] + n_tokens > (room := self.embedding.positions.shape[0]):
            raise ValueError(
                f"the model has {room} positions; got {ids.shape[1]} and {n_tokens} more tokens"
            )
        random = torch.Generator().manual_seed(seed)
        cache = self.decoder.new_cache() if use_cache else None
        for _ in range(n_tokens):
            unread = ids if cache is None else ids[:, cache.length :]
            logits = self(unread, cache=cache)[:, -1].float().cpu()  # (B, V)
            # (B, V)
            probabilities = next_token_probabilities(logits, temperature=temperature, top_k=top_k)
            chosen = torch.multinomial(probabilities, 1, generator=random)  # (B, 1)
            ids = torch.cat([ids, chosen.to(ids.device)], dim=1)  # (B, T + 1)
        return ids


class Transformer(nn.Module):
    """Read one sequence, write another: an encoder, and a decoder that looks across at it.

    Its parts are the embeddings ``source`` and ``target``, ``encoder``, ``decoder`` and
    ``to_scores``, without bias.

    Parameters
    ----------
    n_source, n_target : int
        The sizes of the two vocabularies.
    d_model, n_heads, d_ff, n_layers : int
        The sizes of encoder and decoder, n_layers blocks each.
    max_length : int
        The longest sequence, in tokens.
    positions : tensor, shape (max_length, D), optional
        A fixed table of positions for both sides; learned without it.
    norm : {"pre", "post", "none"}, default "pre"
        As in ``Block``.
    activation : {"relu", "gelu"}, default "relu"
        As in ``Block``.

    Examples
    --------
    >>> model = Transformer(n_source=7, n_target=5, d_model=8, n_heads=2, d_ff=32, n_layers=1, max_length=16)
    >>> model(torch.tensor([[0, 6, 3]]), torch.tensor([[1, 4]])).shape
    torch.Size([1, 2, 5])

    Notes
    -----
    Vaswani et al. 2017, figure 1.
    """

    def __init__(
        self,
        n_source: int,
        n_target: int,
        d_model: int,
        n_heads: int,
        d_ff: int,
        n_layers: int,
        max_length: int,
        *,
        positions: Tensor | None = None,
        norm: str = "pre",
        activation: str = "relu",
    ) -> None:
        super().__init__()
        self.source = Embedding(n_source, d_model, max_length, positions=positions)
        self.target = Embedding(n_target, d_model, max_length, positions=positions)
        self.encoder = Encoder(n_layers, d_model, n_heads, d_ff, norm=norm, activation=activation)
        self.decoder = Decoder(n_layers, d_model, n_heads, d_ff, norm=norm, activation=activation)
        self.to_scores = nn.Linear(d_model, n_target, bias=False)

    def encode(self, source: Tensor, *, source_mask: Tensor | None = None) -> Tensor:
        """Return the encoder's vectors, shape (B, S, D), of token ids, shape (B, S).

        ``source_mask``, boolean, shape (B, 1, S): True where a token may be looked at, False on
        padding.
        """
        return self.encoder(self.source(source), mask=source_mask)  # (B, S, D)

    def forward(
        self, source: Tensor, target: Tensor, *, source_mask: Tensor | None = None
    ) -> Tensor:
        """Return the logits, shape (B, T, n_target): row t scores each token to follow target token
        t.

        Parameters
        ----------
        source : integer tensor, shape (B, S)
            What is read.
        target : integer tensor, shape (B, T)
            What is written so far. Padding after its end needs no mask: no earlier token sees it.
        source_mask : boolean tensor, shape (B, 1, S), optional
            True where a source token may be looked at, False on padding.
        """
        memory = self.encode(source, source_mask=source_mask)
        out = self.decoder(self.target(target), memory, memory_mask=source_mask)  # (B, T, D)
        return self.to_scores(out)  # (B, T, n_target)

    def trace(
        self, source: Tensor, target: Tensor, *, source_mask: Tensor | None = None
    ) -> tuple[Trace, Trace]:
        """Return the traces of encoder and decoder; the second holds the ``cross_weights``, an
        alignment.
        """
        reading = self.encoder.trace(self.source(source), mask=source_mask)
        return reading, self.decoder.trace(
            self.target(target), reading.out, memory_mask=source_mask
        )

    @torch.no_grad()
    def generate(
        self,
        source: Tensor,
        start: int,
        end: int,
        *,
        source_mask: Tensor | None = None,
        max_tokens: int | None = None,
    ) -> Tensor:
        """Append the most likely next token until every sequence has ended: shape (B, T), filled up
        with end.

        Parameters
        ----------
        source : integer tensor, shape (B, S)
            What is read.
        start, end : int
            The target tokens that begin and end a sequence.
        source_mask : boolean tensor, shape (B, 1, S), optional
            True where a source token may be looked at.
        max_tokens : int, optional
            Stop after that many; all positions without it.
        """
        room = self.target.positions.shape[0] - 1
        if max_tokens is not None and not 0 <= max_tokens <= room:
            raise ValueError(f"max_tokens must be between 0 and {room}; got {max_tokens}")
        memory = self.encode(source, source_mask=source_mask)
        # (B, 1)
        target = torch.full((source.shape[0], 1), start, dtype=torch.long, device=source.device)
        done = torch.zeros_like(target, dtype=torch.bool)  # (B, 1)
        cache = self.decoder.new_cache()
        for step in range(room if max_tokens is None else max_tokens):
            if bool(done.all()):
                break
            x = self.target(target[:, -1:], start=step)  # (B, 1, D)
            out = self.decoder(x, memory, memory_mask=source_mask, cache=cache)
            chosen = self.to_scores(out)[:, -1].argmax(-1, keepdim=True)  # (B, 1)
            chosen = torch.where(done, end, chosen)
            target = torch.cat([target, chosen], dim=1)  # (B, T + 1)
            done = done | (chosen == end)
        return target
