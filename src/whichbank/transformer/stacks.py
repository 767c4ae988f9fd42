"""Blocks on top of each other: the encoder, which sees all words, and the decoder, which sees no
later ones.
"""

from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from whichbank._arrays import need_count
from whichbank.masks import causal_mask
from whichbank.transformer.block import Block
from whichbank.transformer.heads import KeyValueCache


@dataclass
class Trace:
    """What a stack of blocks computed, layer by layer.

    Attributes
    ----------
    hidden : list of tensor, shape (B, T, D)
        The word vectors before the first block and after each block: n_layers + 1 of them. In a
        "pre" stack the last one has not yet gone through the final norm.
    weights : list of tensor, shape (B, H, T, S)
        The attention weights of each block.
    cross_weights : list of tensor, shape (B, H, T, S)
        The cross-attention weights of each block of a decoder; empty elsewhere.
    out : tensor, shape (B, T, D)
        What the stack returns.
    """

    hidden: list[Tensor] = field(default_factory=list)
    weights: list[Tensor] = field(default_factory=list)
    cross_weights: list[Tensor] = field(default_factory=list)
    out: Tensor | None = None


class _Stack(nn.Module):
    """What encoder and decoder share: the blocks, and a last norm after "pre" blocks."""

    def __init__(
        self, n_layers: int, d_model: int, n_heads: int, d_ff: int, **options: Any
    ) -> None:
        super().__init__()
        need_count("n_layers", n_layers, 1)
        self.blocks: Any = nn.ModuleList(
            Block(d_model, n_heads, d_ff, **options) for _ in range(n_layers)
        )
        pre = options["norm"] == "pre"
        self.final_norm = nn.LayerNorm(d_model, eps=options["eps"]) if pre else nn.Identity()

    @property
    def n_layers(self) -> int:
        """The number of blocks."""
        return len(self.blocks)

    @property
    def d_model(self) -> int:
        """D, the size of a word vector."""
        return self.blocks[0].attention.d_model


class Encoder(_Stack):
    """Blocks in which every word may look at every other.

    After the last of its ``blocks`` comes ``final_norm``, which does nothing unless norm is "pre".

    Parameters
    ----------
    n_layers : int
        The number of blocks.
    d_model, n_heads, d_ff : int
        The sizes of each block.
    norm : {"pre", "post", "none"}, default "pre"
        Where layer normalization goes. With "pre", one more norm follows the last block.
    skip, activation, eps
        As in ``Block``.

    Examples
    --------
    >>> encoder = Encoder(n_layers=2, d_model=8, n_heads=2, d_ff=32)
    >>> encoder(torch.zeros(1, 3, 8)).shape
    torch.Size([1, 3, 8])
    >>> [tuple(weights.shape) for weights in encoder.trace(torch.zeros(1, 3, 8)).weights]
    [(1, 2, 3, 3), (1, 2, 3, 3)]

    Notes
    -----
    Vaswani et al. 2017, section 3.1.
    """

    def __init__(
        self,
        n_layers: int,
        d_model: int,
        n_heads: int,
        d_ff: int,
        *,
        norm: str = "pre",
        skip: bool = True,
        activation: str = "relu",
        eps: float = 1e-5,
    ) -> None:
        super().__init__(
            n_layers, d_model, n_heads, d_ff, norm=norm, skip=skip, activation=activation, eps=eps
        )

    def forward(self, x: Tensor, *, mask: Tensor | None = None) -> Tensor:
        """Return contextual vectors, one a word: the shape of x.

        Parameters
        ----------
        x : tensor, shape (B, T, D) or (T, D)
            The words.
        mask : boolean tensor, shape (T, T), (B, T, T) or (B, H, T, T), optional
            True means *may attend*. An axis may be 1: padding is (B, 1, T).
        """
        for block in self.blocks:
            x = block(x, mask=mask)
        return self.final_norm(x)

    def trace(self, x: Tensor, *, mask: Tensor | None = None) -> Trace:
        """Do what ``forward`` does, and return the vectors and attention weights of every layer as
        well.
        """
        trace = Trace(hidden=[x])
        for block in self.blocks:
            x, weights = block(x, mask=mask, return_weights=True)
            trace.hidden.append(x)
            trace.weights.append(weights.attention)
        trace.out = self.final_norm(x)
        return trace


class DecoderCache:
    """The keys and values of all blocks of a decoder: what it has read, so that the next word takes
    one step.

    Attributes
    ----------
    blocks : list of pair of KeyValueCache
        For the attention and the cross-attention of each block.
    length : int
        The number of words read.
    """

    def __init__(self, n_layers: int) -> None:
        self.blocks = [(KeyValueCache(), KeyValueCache()) for _ in range(n_layers)]

    @property
    def length(self) -> int:
        """The number of words read."""
        return self.blocks[0][0].length


class Decoder(_Stack):
    """Blocks in which no word may look at a later one; with ``cross`` each also looks at an
    encoder's words.

    Parameters
    ----------
    n_layers : int
        The number of blocks.
    d_model, n_heads, d_ff : int
        The sizes of each block.
    cross : bool, default True
        Look at an encoder's words as well. A language model has no encoder: False.
    norm, skip, activation, eps
        As in ``Encoder``.

    Examples
    --------
    >>> decoder = Decoder(n_layers=1, d_model=8, n_heads=2, d_ff=32, cross=False)
    >>> decoder.trace(torch.zeros(1, 3, 8)).weights[0][0, 0].triu(1).sum().item()
    0.0

    Notes
    -----
    Vaswani et al. 2017, sections 3.1 and 3.2.3.
    """

    def __init__(
        self,
        n_layers: int,
        d_model: int,
        n_heads: int,
        d_ff: int,
        *,
        cross: bool = True,
        norm: str = "pre",
        skip: bool = True,
        activation: str = "relu",
        eps: float = 1e-5,
    ) -> None:
        options = {"norm": norm, "skip": skip, "activation": activation, "eps": eps}
        super().__init__(n_layers, d_model, n_heads, d_ff, cross=cross, **options)

    def new_cache(self) -> DecoderCache:
        """Return an empty cache for reading word by word."""
        return DecoderCache(self.n_layers)

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        *,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: DecoderCache | None = None,
    ) -> Tensor:
        """Return vectors that depend on earlier words and the memory: the shape of x, the same with
        a cache.

        Parameters
        ----------
        x : tensor, shape (B, T, D) or (T, D)
            The words; with a cache, those that follow the words in it.
        memory : tensor, shape (B, S, D) or (S, D), optional
            The encoder's words; needed with cross, and only there.
        mask : boolean tensor, optional
            Narrows further who may look at whom; the causal mask is always there. Shapes as in
            ``Encoder``. With a cache its last axis counts the words in the cache as well.
        memory_mask : boolean tensor, shape (T, S), (B, T, S) or (B, H, T, S), optional
            Which of the encoder's words may be looked at. An axis may be 1: padding is (B, 1, S).
        cache : DecoderCache, optional
            From ``new_cache``; x is appended to it. The memory is read in the first call only.
        """
        allowed = self.no_later_word(x, mask, cache)
        for i, block in enumerate(self.blocks):
            stored = None if cache is None else cache.blocks[i]
            x = block(x, memory, mask=allowed, memory_mask=memory_mask, cache=stored)
        return self.final_norm(x)

    def trace(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        *,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> Trace:
        """Do what ``forward`` does, and return the vectors and attention weights of every layer as
        well.
        """
        trace = Trace(hidden=[x])
        allowed = self.no_later_word(x, mask, None)
        for block in self.blocks:
            x, weights = block(
                x, memory, mask=allowed, memory_mask=memory_mask, return_weights=True
            )
            trace.hidden.append(x)
            trace.weights.append(weights.attention)
            if weights.cross_attention is not None:
                trace.cross_weights.append(weights.cross_attention)
        trace.out = self.final_norm(x)
        return trace

    def no_later_word(
        self, x: Tensor, mask: Tensor | None, cache: DecoderCache | None
    ) -> Tensor | None:
        """Join the caller's mask with the causal one; None where one new word may look at all."""
        if mask is not None and mask.dtype != torch.bool:
            raise TypeError(f"mask must be a boolean array, True = may attend; got {mask.dtype}")
        before = 0 if cache is None else cache.length
        n_words = x.shape[-2]
        if mask is not None and (
            mask.shape[-2] not in (1, n_words) or mask.shape[-1] not in (1, before + n_words)
        ):
            raise ValueError(
                f"mask must end in ({n_words}, {before + n_words}) or ones; got {tuple(mask.shape)}"
            )
        if n_words == 1:
            return mask
        causal = causal_mask(n_words, start=before, like=x)  # (T, S)
        return causal if mask is None else causal & mask
