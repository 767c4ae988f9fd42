"""Many attentions side by side, and the cache that saves them from reading a sentence twice."""

from typing import Any

from torch import Tensor, nn

from whichbank._arrays import need_count
from whichbank.attention import attend


class KeyValueCache:
    """The keys and values of the words that one attention has read already.

    ``k`` and ``v`` have the shape (B, H, S, d) and grow with each ``extend``. The room for them
    doubles when it is full, so that n words cost about n copies and not n². A cache is for
    generating with a trained model: no gradient flows through it.

    ``length`` is S, the number of words in it.

    Notes
    -----
    Shazeer 2019 (section 2.4) writes this incremental form of attention down, and what it costs.
    """

    def __init__(self) -> None:
        self.length = 0
        self._k: Any = None  # tensors with room for more, once there are words
        self._v: Any = None

    @property
    def k(self) -> Tensor | None:
        """The keys, shape (B, H, S, d), or None before the first word."""
        return None if self._k is None else self._k[..., : self.length, :]

    @property
    def v(self) -> Tensor | None:
        """The values, shape (B, H, S, d), or None before the first word."""
        return None if self._v is None else self._v[..., : self.length, :]

    def extend(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Append the keys and values of T new words, and return those of all words.

        The arguments have the shape (B, H, T, d), the results (B, H, S + T, d); none may carry a
        gradient.
        """
        if k.shape != v.shape:
            raise ValueError(
                f"k and v must have one shape; got {tuple(k.shape)} and {tuple(v.shape)}"
            )
        if k.requires_grad or v.requires_grad:
            raise ValueError(
                "no gradient flows through a cache; call the model under torch.no_grad()"
            )
        total = self.length + k.shape[-2]
        if self._k is None:
            self._k, self._v = k.clone(), v.clone()
        elif (*self._k.shape[:-2], self._k.shape[-1]) != (*k.shape[:-2], k.shape[-1]):
            held = (*self._k.shape[:-2], self.length, self._k.shape[-1])
            raise ValueError(
                f"the cache holds keys of shape {held}; got new ones of {tuple(k.shape)}"
            )
        else:
            if total > self._k.shape[-2]:
                room = max(total, 2 * self._k.shape[-2])
                self._k, self._v = (_with_room(x, self.length, room) for x in (self._k, self._v))
            self._k[..., self.length : total, :] = k
            self._v[..., self.length : total, :] = v
        self.length = total
        return self._k[..., :total, :], self._v[..., :total, :]


def _with_room(x: Tensor, length: int, room: int) -> Tensor:
    larger = x.new_empty(*x.shape[:-2], room, x.shape[-1])
    larger[..., :length, :] = x[..., :length, :]
    return larger


class MultiHeadAttention(nn.Module):
    """Look at the words from several points of view at once, and mix what was seen.

    ``head_h = attend(x W_q[h], context W_k[h], context W_v[h])``,
    ``out = concat(head_1 … head_H) W_o``.

    Parameters
    ----------
    d_model : int
        D, the size of a word vector.
    n_heads : int
        H, the number of heads; each works in ``d_head = d_model / n_heads`` dimensions.

    Attributes
    ----------
    W_q, W_k, W_v, W_o : nn.Linear
        The learned maps D → D, with bias. Head h owns the outputs ``h * d_head … (h + 1) * d_head``
        of the first three.

    Examples
    --------
    >>> import torch
    >>> heads = MultiHeadAttention(d_model=8, n_heads=2)
    >>> out, weights = heads(torch.zeros(1, 3, 8), return_weights=True)
    >>> out.shape, weights.shape
    (torch.Size([1, 3, 8]), torch.Size([1, 2, 3, 3]))

    Notes
    -----
    Vaswani et al. 2017, section 3.2.2.
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        need_count("d_model", d_model, 1)
        need_count("n_heads", n_heads, 1)
        if d_model % n_heads:
            raise ValueError(f"d_model must be a multiple of n_heads; got {d_model} and {n_heads}")
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        self.W_q = nn.Linear(d_model, d_model)
        self.W_k = nn.Linear(d_model, d_model)
        self.W_v = nn.Linear(d_model, d_model)
        self.W_o = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: Tensor,
        context: Tensor | None = None,
        *,
        mask: Tensor | None = None,
        cache: KeyValueCache | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        """Let each word of x look at the words of context.

        Parameters
        ----------
        x : tensor, shape (B, T, D) or (T, D)
            The words that look.
        context : tensor, shape (B, S, D) or (S, D), optional
            The words that are looked at; x itself without it (self-attention).
        mask : boolean tensor, shape (T, S), (B, T, S) or (B, H, T, S), optional
            True means *may attend*. An axis may be 1. A word that may attend to nothing gets zeros
            from every head.
        cache : KeyValueCache, optional
            For self-attention: the words read before x. They come first among the S keys, and x is
            appended to them. For cross-attention: filled by the first call; later calls look at
            what is stored.
        return_weights : bool, default False
            Return the weights of each head as well.

        Returns
        -------
        out : tensor, shape (B, T, D) or (T, D)
            One new vector a word.
        weights : tensor, shape (B, H, T, S) or (H, T, S)
            Only with return_weights. Each row sums to 1, or is zeros where nothing may be attended
            to.
        """
        _need_words(self.d_model, x=x)
        if context is not None:
            _need_words(self.d_model, context=context)
            if context.ndim != x.ndim:
                raise ValueError(
                    f"x and context must both have an axis B or both not; got {x.ndim} and "
                    f"{context.ndim}"
                )
        q = self.split(self.W_q(x))  # (B, H, T, d)
        if context is not None and cache is not None and cache.length:
            k, v = cache.k, cache.v  # (B, H, S, d)
        else:
            seen = x if context is None else context
            k, v = self.split(self.W_k(seen)), self.split(self.W_v(seen))  # (B, H, S, d)
            if cache is not None:
                k, v = cache.extend(k, v)  # (B, H, S, d)
        if mask is not None and mask.ndim == 3 and x.ndim == 3:
            mask = mask[:, None]  # (B, 1, T, S)
        if return_weights:
            # (B, H, T, d), (B, H, T, S)
            out, weights = attend(q, k, v, mask=mask, return_weights=True)
            return self.W_o(self._merge(out)), weights  # (B, T, D), (B, H, T, S)
        return self.W_o(self._merge(attend(q, k, v, mask=mask)))  # (B, T, D)

    def split(self, x: Tensor) -> Tensor:
        """Cut each word's D dimensions into H heads, and put the axis of heads before that of
        words.
        """
        return x.unflatten(-1, (self.n_heads, self.d_head)).transpose(-3, -2)  # (B, H, T, d)

    def _merge(self, x: Any) -> Tensor:
        """Undo ``split``: concatenate the heads of each word."""
        return x.transpose(-3, -2).flatten(-2)  # (B, T, D)


def _need_words(d_model: int, **words: Tensor) -> None:
    for name, x in words.items():
        if x.ndim not in (2, 3) or x.shape[-1] != d_model:
            raise ValueError(
                f"{name} must have the shape (B, T, {d_model}) or (T, {d_model}); got "
                f"{tuple(x.shape)}"
            )
