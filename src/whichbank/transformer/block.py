"""One block of a transformer: attention between the words, then a small network on each word."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from whichbank._arrays import need_count, one_of
from whichbank.transformer.heads import KeyValueCache, MultiHeadAttention

ACTIVATIONS = {"relu": torch.relu, "gelu": nn.functional.gelu, "none": lambda x: x}
NORMS = ("pre", "post", "none")


class FeedForward(nn.Module):
    """Work on each word alone: widen, bend, narrow.

    ``out = activation(x W_1 + b_1) W_2 + b_2``. Attention only adds value vectors up; the
    nonlinearity is here.

    Parameters
    ----------
    d_model : int
        D, the size of a word vector.
    d_ff : int
        The width in between, often 4 · d_model.
    activation : {"relu", "gelu", "none"}, default "relu"
        The nonlinearity. BERT uses "gelu". With "none" the two linear maps are one.

    Examples
    --------
    >>> FeedForward(d_model=4, d_ff=16)(torch.zeros(1, 3, 4)).shape
    torch.Size([1, 3, 4])

    Notes
    -----
    Vaswani et al. 2017, equation 2.
    """

    def __init__(self, d_model: int, d_ff: int, *, activation: str = "relu") -> None:
        super().__init__()
        need_count("d_model", d_model, 1)
        need_count("d_ff", d_ff, 1)
        self.activation = one_of("activation", activation, ACTIVATIONS)
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """Return the new vectors, shape (B, T, D), of the words x, shape (B, T, D)."""
        wide = ACTIVATIONS[self.activation](self.W_1(x))  # (B, T, d_ff)
        return self.W_2(wide)  # (B, T, D)


class BlockWeights(NamedTuple):
    """The attention weights of one block: between its own words, and (in a decoder) to the
    encoder's words.
    """

    attention: Tensor  # (B, H, T, S)
    cross_attention: Tensor | None = None  # (B, H, T, S of the memory)


class Block(nn.Module):
    """Attention, cross-attention in a decoder, and a feed-forward network, each with a skip and a
    norm.

    ``"pre"``: ``x = x + part(norm(x))``. ``"post"``: ``x = norm(x + part(x))``. ``"none"``:
    ``x = x + part(x)``.

    Parameters
    ----------
    d_model : int
        D, the size of a word vector.
    n_heads : int
        H, the number of attention heads.
    d_ff : int
        The width of the feed-forward network; 0 leaves it out.
    norm : {"pre", "post", "none"}, default "pre"
        Where layer normalization goes. The paper has "post"; "pre" trains deep stacks without a
        warm-up.
    skip : bool, default True
        Add what each part makes to what came in; False hands on only what the part makes.
    cross : bool, default False
        Have a cross-attention, which looks at an encoder's words.
    activation : {"relu", "gelu", "none"}, default "relu"
        The nonlinearity of the feed-forward network.
    eps : float, default 1e-5
        What layer normalization adds to the variance.

    Attributes
    ----------
    attention, cross_attention : MultiHeadAttention
        The second is None without cross.
    feed_forward : FeedForward
        None where d_ff is 0.
    norm_attention, norm_cross_attention, norm_feed_forward : nn.LayerNorm
        One for each part; ``nn.Identity`` where norm is "none".

    Examples
    --------
    >>> block = Block(d_model=8, n_heads=2, d_ff=32)
    >>> out, weights = block(torch.zeros(1, 3, 8), return_weights=True)
    >>> out.shape, weights.attention.shape
    (torch.Size([1, 3, 8]), torch.Size([1, 2, 3, 3]))

    Notes
    -----
    Vaswani et al. 2017, section 3.1 and figure 1; Xiong et al. 2020 for "pre" against "post".
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_ff: int,
        *,
        norm: str = "pre",
        skip: bool = True,
        cross: bool = False,
        activation: str = "relu",
        eps: float = 1e-5,
    ) -> None:
        super().__init__()
        need_count("d_ff", d_ff)
        self.norm, self.skip = one_of("norm", norm, NORMS), skip

        def layer_norm() -> nn.Module:
            return nn.Identity() if norm == "none" else nn.LayerNorm(d_model, eps=eps)

        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_attention = layer_norm()
        self.cross_attention = MultiHeadAttention(d_model, n_heads) if cross else None
        self.norm_cross_attention = layer_norm() if cross else None
        self.feed_forward = FeedForward(d_model, d_ff, activation=activation) if d_ff else None
        self.norm_feed_forward = layer_norm() if d_ff else None

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        *,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: tuple[KeyValueCache, KeyValueCache] | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, BlockWeights]:
        """Look around once, and think once: return new vectors, and with return_weights a
        BlockWeights too.

        Parameters
        ----------
        x : tensor, shape (B, T, D) or (T, D)
            The words.
        memory : tensor, shape (B, S, D) or (S, D), optional
            The encoder's words; needed with cross-attention, and only there.
        mask, memory_mask : boolean tensor, optional
            True means *may attend*; among the words of x, and from them to the memory. Shapes as in
            ``MultiHeadAttention``.
        cache : pair of KeyValueCache, optional
            For the attention and for the cross-attention.
        return_weights : bool, default False
            Return the attention weights as well.
        """
        if (memory is None) != (self.cross_attention is None):
            got = "none" if memory is None else f"one of shape {tuple(memory.shape)}"
            raise ValueError(f"memory is needed with cross=True, and only there; got {got}")
        own_cache, cross_cache = (None, None) if cache is None else cache
        own: Any = None
        cross: Any = None

        change = self.attention(
            self.before(self.norm_attention, x),
            mask=mask,
            cache=own_cache,
            return_weights=return_weights,
        )
        if return_weights:
            change, own = change
        x = self.after(self.norm_attention, x, change)  # (B, T, D)

        if self.cross_attention is not None:
            looking = self.before(self.norm_cross_attention, x)
            change = self.cross_attention(
                looking, memory, mask=memory_mask, cache=cross_cache, return_weights=return_weights
            )
            if return_weights:
                change, cross = change
            x = self.after(self.norm_cross_attention, x, change)  # (B, T, D)

        if self.feed_forward is not None:
            change = self.feed_forward(self.before(self.norm_feed_forward, x))
            x = self.after(self.norm_feed_forward, x, change)  # (B, T, D)
        return (x, BlockWeights(own, cross)) if return_weights else x

    def before(self, norm: Any, x: Tensor) -> Tensor:
        """Return what a part reads of x: normed where norm is "pre"."""
        return norm(x) if self.norm == "pre" else x

    def after(self, norm: Any, x: Tensor, change: Tensor) -> Tensor:
        """Return x with what a part made of it: by the skip, and normed where norm is "post"."""
        x = x + change if self.skip else change
        return norm(x) if self.norm == "post" else x
