"""The faster paths of ``attend`` for torch, held to the contract of the kernel; tests hold all
paths equal.

No other module asks which library an array comes from.

torch's fused attention never writes down the T×S table, so it cannot hand out the weights. Where
they are asked for, torch's softmax makes them in one step, and their gradient too.
"""

from collections.abc import Callable

from array_api_compat import is_torch_array

from whichbank._arrays import Array


def can_fuse(q: Array, k: Array, v: Array, mask: Array | None) -> bool:
    """Return whether torch's kernel keeps the contract on these tensors.

    It does not on empty ones, nor with a NaN: the CPU's kernel treats a row of NaN scores as an
    empty one and returns zeros, and a masked NaN reaches the row all the same. Without a mask,
    nothing is checked on a GPU: its kernels keep such a row NaN, and looking would make the host
    wait.
    """
    if not is_torch_array(q) or 0 in (*q.shape, *k.shape, *v.shape):
        return False
    if mask is None and q.is_cuda:
        return True
    if q.is_meta or _traced():
        return False
    total = q.detach().sum() if mask is None else q.detach().sum() + k.detach().sum()
    try:
        return not total.isnan()
    except RuntimeError:  # in ``vmap`` nobody may look
        return False


def _traced() -> bool:
    """Return whether torch exports a program, or carries a derivative forward: the first may not
    depend on the numbers, and the second torch's fused kernel for CPUs has not.
    """
    import torch

    exporting = getattr(torch.compiler, "is_exporting", torch.compiler.is_compiling)
    return exporting() or getattr(torch.autograd.forward_ad, "_current_level", -1) >= 0


def takes_all_heads(q: Array) -> bool:
    """Return whether the library multiplies all heads in one step, on its own threads; NumPy takes
    them one by one.
    """
    return is_torch_array(q)


def faster_softmax(scores: Array) -> Callable[..., Array] | None:
    """Return torch's own softmax for scores that are torch's."""
    return softmax_fused if is_torch_array(scores) else None


def attend_fused(
    q: Array, k: Array, v: Array, lead: tuple[int, ...], mask: Array | None, scale: float
) -> Array:
    """Compute ``attend`` with ``torch.nn.functional.scaled_dot_product_attention``.

    The arguments are checked in ``attend``; lead holds the leading axes that q, k and v share once
    broadcast.
    """
    import torch

    empty = None
    if mask is not None:
        mask = _stored(mask)
        empty = ~mask.any(dim=-1, keepdim=True)  # (..., T, 1)
        # older versions of torch answer an empty row with NaN
        mask = _four_axes(mask | empty, lead)
    q4, k4, v4 = (_four_axes(x, lead) for x in (q, k, v))
    # (B, H, T, d_v)
    out = torch.nn.functional.scaled_dot_product_attention(q4, k4, v4, attn_mask=mask, scale=scale)
    if out.ndim != len(lead) + 2:
        out = out.reshape(*lead, q.shape[-2], v.shape[-1])  # (..., T, d_v)
    return out if empty is None else out.masked_fill(empty, 0.0)


def softmax_fused(scores: Array, *, mask: Array | None) -> Array:
    """Compute ``softmax`` over the keys with ``torch.softmax``, which keeps one table for the
    gradient and not five.

    A row in which nothing may be attended to becomes zeros; without a mask, no row may be all
    ``-inf``.
    """
    if mask is None:
        return scores.softmax(-1)
    mask = _stored(mask)
    empty = ~mask.any(dim=-1, keepdim=True)  # (..., T, 1)
    return scores.masked_fill(~(mask | empty), -float("inf")).softmax(-1).masked_fill(empty, 0.0)


def _stored(mask: Array) -> Array:
    """Undo the broadcasting of a mask: keep one copy of what memory holds once."""
    for axis, (size, stride) in enumerate(zip(mask.shape, mask.stride(), strict=True)):
        if stride == 0 and size > 1:
            mask = mask.narrow(axis, 0, 1)
    return mask


def _four_axes(x: Array, lead: tuple[int, ...]) -> Array:
    """View x as (B, H, rows, columns): torch's fused kernels exist for four axes only."""
    if tuple(x.shape[:-2]) != lead:
        x = x.expand(*lead, *x.shape[-2:])
    if len(lead) == 2:
        return x
    return x.reshape(-1, 1, *x.shape[-2:]) if len(lead) < 2 else x.reshape(-1, *x.shape[-3:])
