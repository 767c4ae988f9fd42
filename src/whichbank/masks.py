"""Masks: who may attend to whom. In every mask of the course, True means *may attend*."""

from typing import Any

import numpy as np
from array_api_compat import array_namespace, device, is_array_api_obj

from whichbank._arrays import Array, need_count, need_one_device, need_one_library


def causal_mask(
    n_queries: int, n_keys: int | None = None, *, start: int = 0, like: Array | None = None
) -> Array:
    """Let every word attend to itself and to the words before it, but to no later one: shape (T,
    S).

    ``mask[t, s] = s <= start + t``.

    Parameters
    ----------
    n_queries : int
        T, how many words ask.
    n_keys : int, optional
        S, how many words are asked; start + T if not given.
    start : int, default 0
        The position of the first query among the keys: more than 0 where earlier words are kept in
        a cache.
    like : array, optional
        The mask is made for the library and the device of this array; for NumPy if not given.

    Examples
    --------
    >>> causal_mask(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])

    Notes
    -----
    Vaswani et al. 2017, section 3.2.3.
    """
    for name, n in (
        ("n_queries", n_queries),
        ("n_keys", 0 if n_keys is None else n_keys),
        ("start", start),
    ):
        need_count(name, n)
    n_keys = start + n_queries if n_keys is None else n_keys
    xp, where = _made_for(like)
    positions = xp.arange(start, start + n_queries, device=where)
    return xp.arange(n_keys, device=where)[None, :] <= positions[:, None]  # (T, S)


def padding_mask(lengths: Array, n_keys: int | None = None, *, heads: bool = False) -> Array:
    """Hide the padding at the end of each sentence of a batch: shape (B, 1, S), or (B, 1, 1, S)
    with heads.

    ``mask[b, 0, s] = s < lengths[b]``. Every query of a sentence has the same keys, so the axis T
    has size 1 and broadcasts.

    Parameters
    ----------
    lengths : integer array, shape (B,)
        How many words each sentence has.
    n_keys : int, optional
        S, the length to which the sentences are padded; the longest one's if not given.
    heads : bool, default False
        Add an axis for heads.

    Examples
    --------
    >>> import numpy as np
    >>> padding_mask(np.array([3, 1]))[:, 0].astype(int)
    array([[1, 1, 1],
           [1, 0, 0]])
    """
    if not is_array_api_obj(lengths):
        raise TypeError(f"lengths must be an array of integers; got {type(lengths).__name__}")
    xp = array_namespace(lengths)
    if not xp.isdtype(lengths.dtype, "integral"):
        raise TypeError(f"lengths must be an array of integers; got {lengths.dtype}")
    if lengths.ndim != 1:
        raise ValueError(f"lengths must have the shape (B,); got {tuple(lengths.shape)}")
    if not isinstance(heads, bool):
        raise ValueError(f"heads must be True or False; got {heads!r}")
    longest = int(xp.max(lengths)) if lengths.shape[0] else 0
    n_keys = longest if n_keys is None else n_keys
    need_count("n_keys", n_keys)
    if longest > n_keys or bool(xp.any(lengths < 0)):
        raise ValueError(
            f"lengths must be between 0 and n_keys; got {int(xp.min(lengths))} to {longest}, of "
            f"{n_keys}"
        )
    mask = xp.arange(n_keys, device=device(lengths))[None, :] < lengths[:, None]  # (B, S)
    return mask[:, None, None, :] if heads else mask[:, None, :]


def combine_masks(*masks: Array | None) -> Array | None:
    """Allow only what every mask allows; None if nothing is masked.

    ``mask[..., t, s] = masks[0][..., t, s] and masks[1][..., t, s] and …``.

    Parameters
    ----------
    *masks : boolean array or None
        True means *may attend*; their shapes broadcast. None allows everything.

    Examples
    --------
    >>> import numpy as np
    >>> combine_masks(causal_mask(3), padding_mask(np.array([2]), 3))[0].astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 0]])
    """
    combined = None
    mask: Any  # what is not an array is refused below
    for place, mask in enumerate(masks):
        if mask is None:
            continue
        kind = mask.dtype if is_array_api_obj(mask) else type(mask).__name__
        if not is_array_api_obj(mask) or kind != array_namespace(mask).bool:
            raise TypeError(f"mask {place} must be a boolean array, True = may attend; got {kind}")
        combined = mask if combined is None else _both(combined, mask, place)
    return combined


def _both(a: Array, b: Array, place: int) -> Array:
    need_one_library("masks", a, b)
    need_one_device("masks", a, b)
    try:
        np.broadcast_shapes(tuple(a.shape), tuple(b.shape))
    except ValueError:
        shapes = f"{tuple(b.shape)} after {tuple(a.shape)}"
        raise ValueError(
            f"mask {place} must broadcast with those before it; got {shapes}"
        ) from None
    return a & b


def _made_for(like: Array | None) -> tuple[Any, Any]:
    if like is None:
        like = np.empty(0)
    if not is_array_api_obj(like):
        raise TypeError(f"like must be an array (NumPy, torch, ...); got {type(like).__name__}")
    return array_namespace(like), device(like)
