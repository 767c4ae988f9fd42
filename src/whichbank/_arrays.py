"""What every kernel asks of its arrays: one library, one dtype, one device, and shapes that fit.

Each error names the argument, the rule and what came. The kernels are written against the Python
array API; only what is checked here, and where a mask or a place comes beside an array, looks at the
library that it comes from.
"""

from collections.abc import Iterable
from math import inf
from numbers import Integral, Real
from typing import Any

import numpy as np
from array_api_compat import array_namespace, device, is_array_api_obj

Array = Any
"""A floating-point array of any library that follows the array API (NumPy, torch, ...)."""


def _listed(names: Any) -> str:
    """Write a, b and c."""
    *first, last = map(str, names)
    return f"{', '.join(first)} and {last}" if first else last


def need_one_library(names: str, *arrays: Array) -> Any:
    """Return the array namespace that all arrays share, or say that they do not."""
    libraries = {array_namespace(x) for x in arrays}
    if len(libraries) > 1:
        kinds = _listed(f"{type(x).__module__}.{type(x).__name__}" for x in arrays)
        raise TypeError(f"{names} must be arrays of one library; got {kinds}")
    return libraries.pop()


def need_one_device(names: str, *arrays: Array) -> None:
    """Raise if the arrays are on more than one device."""
    if len({str(device(x)) for x in arrays}) > 1:
        raise ValueError(f"{names} must be on one device; got {_listed(map(device, arrays))}")


def namespace_of(**arrays: Array) -> Any:
    """Return the array namespace that all arguments share, or say which argument cannot be used."""
    for name, x in arrays.items():
        if not is_array_api_obj(x):
            raise TypeError(f"{name} must be an array (NumPy, torch, ...); got {type(x).__name__}")
    names = _listed(arrays)
    xp = need_one_library(names, *arrays.values())
    for name, x in arrays.items():
        if not xp.isdtype(x.dtype, "real floating"):
            raise TypeError(f"{name} must hold floating-point numbers; got {x.dtype}")
    if len({x.dtype for x in arrays.values()}) > 1:
        raise TypeError(
            f"{names} must share one dtype; got {_listed(x.dtype for x in arrays.values())}"
        )
    need_one_device(names, *arrays.values())
    for name, x in arrays.items():
        if x.ndim == 0:
            raise ValueError(f"{name} must have at least one axis; got a single number")
    return xp


def need_broadcast(axes: int, **arrays: Array) -> tuple[int, ...]:
    """Return the shape to which all leading axes (all but the last ``axes``) broadcast, or say that
    they do not.
    """
    shapes = [tuple(x.shape[:-axes]) for x in arrays.values()]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"the leading axes of {_listed(arrays)} must broadcast; got {_listed(shapes)}"
        ) from None


def need_mask(xp: Any, mask: Array, shape: tuple[int, ...], where: Any) -> Array:
    """Return the mask broadcast to the shape of the scores, or say why it cannot be used."""
    kind = type(mask).__name__
    if is_array_api_obj(mask):
        if array_namespace(mask) is not xp:
            raise TypeError(f"mask must be an array of the same library as scores; got {kind}")
        kind = mask.dtype
    if kind != xp.bool:
        raise TypeError(f"mask must be a boolean array, True = may attend; got {kind}")
    if str(device(mask)) != str(where):
        raise ValueError(f"mask and scores must be on one device; got {device(mask)} and {where}")
    sizes = zip(reversed(mask.shape), reversed(shape), strict=False)
    if mask.ndim > len(shape) or any(m not in (1, n) for m, n in sizes):
        raise ValueError(
            f"mask must broadcast to the scores; got {tuple(mask.shape)} and {tuple(shape)}"
        )
    return xp.broadcast_to(mask, tuple(shape))


def need_rows_of_one(xp: Any, rows: Array) -> None:
    """Raise for the first row that does not sum to 1 within the rounding of its dtype; rows of
    zeros pass.
    """
    sums = xp.sum(rows, axis=-1)
    eps = float(xp.finfo(rows.dtype).eps)
    # a long row in float16 must not pass with 0.95
    room = min((rows.shape[-1] + 1) * eps, max(8 * eps, 1e-3))
    good = (xp.abs(sums - 1) <= room) | xp.all(rows == 0, axis=-1)
    if not bool(xp.all(good)):
        at = int(xp.argmin(xp.astype(xp.reshape(good, (-1,)), xp.int8)))
        total = float(xp.reshape(sums, (-1,))[at])
        # near 1 the sum is written out, not rounded to 1
        row = f"row {at % rows.shape[-2]} sums to {total:{'' if abs(total - 1) <= 1e-3 else '.4g'}}"
        raise ValueError(
            f"each row of weights must sum to 1; {row} (check_rows=False mixes it all the same)"
        )


def need_attention(
    q: Array, k: Array, v: Array, mask: Array | None, scale: float | None
) -> tuple[Any, tuple[int, ...], Array | None, float]:
    """Check what attention is given; return its namespace, its leading axes, the mask (..., T, S)
    and the scale.
    """
    xp = namespace_of(q=q, k=k, v=v)
    for name, x, shape in (
        ("q", q, "(..., T, d)"),
        ("k", k, "(..., S, d)"),
        ("v", v, "(..., S, d_v)"),
    ):
        if x.ndim < 2:
            raise ValueError(
                f"{name} must have the shape {shape}, one vector a row; got {tuple(x.shape)}"
            )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"q and k must share their last axis; got {q.shape[-1]} and {k.shape[-1]}")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"k and v must have one row for each key; got {k.shape[-2]} and {v.shape[-2]}"
        )
    lead = need_broadcast(axes=2, q=q, k=k, v=v)
    if mask is not None:
        # (..., T, S), a view
        mask = need_mask(xp, mask, (*lead, q.shape[-2], k.shape[-2]), device(q))
    if scale is None:
        return xp, lead, mask, max(q.shape[-1], 1) ** -0.5
    need_number("scale", scale)
    return xp, lead, mask, float(scale)


def computing_dtype(xp: Any, x: Array) -> Any:
    """Return the dtype to compute in: float16 and bfloat16 lose too much on the way, and are
    computed in float32.
    """
    return xp.float32 if xp.finfo(x.dtype).bits < 32 else x.dtype


def sigmoid(xp: Any, x: Array) -> Array:
    """Return 1 / (1 + exp(−x)), by a formula that cannot overflow; where the library has its own,
    by that.
    """
    own = getattr(xp, "sigmoid", None)  # torch's takes a quarter of the time
    return xp.tanh(x * 0.5) * 0.5 + 0.5 if own is None else own(x)


def need_count(name: str, value: int, least: int = 0) -> None:
    """Refuse what is not a whole number of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}; got {value!r}")


def need_number(
    name: str, value: float, *, above: float | None = None, least: float | None = None
) -> None:
    """Refuse what is not a finite number, or not one above ``above``, or of at least ``least``."""
    bound = f" above {above:g}" if above is not None else ""
    bound += f" of at least {least:g}" if least is not None else ""
    if (
        isinstance(value, bool)
        or not isinstance(value, Real)
        or not -inf < value < inf
        or (above is not None and value <= above)
        or (least is not None and value < least)
    ):
        raise ValueError(f"{name} must be a finite number{bound}; got {value!r}")


def one_of(name: str, value: Any, known: Iterable[Any]) -> Any:
    """Return the value, or raise a ValueError that names the known ones."""
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}; got {value!r}")
    return value
