"""The faster path of ``attend`` for torch: its fused attention, held to the contract of the kernel.

torch's kernel never writes down the T×S table, so it cannot hand out the weights. Tests hold the two paths equal.
"""

from array_api_compat import is_torch_array

from whichbank.arrays import Array


def can_fuse(q: Array, k: Array, v: Array, mask: Array | None) -> bool:
    """Say whether torch's kernel keeps the contract on these tensors.

    It does not on empty ones, and not with a NaN: a row of NaN scores it takes for an empty one, and answers with
    zeros; a masked NaN reaches the row all the same.
    """
    if not is_torch_array(q) or 0 in (*q.shape, *k.shape, *v.shape):
        return False
    total = q.detach().sum() if mask is None else q.detach().sum() + k.detach().sum()
    return not total.isnan()


def attend_fused(q: Array, k: Array, v: Array, lead: tuple[int, ...], mask: Array | None, scale: float) -> Array:
    """Compute ``attend`` with ``torch.nn.functional.scaled_dot_product_attention``.

    Parameters
    ----------
    q, k, v : torch.Tensor, shapes (..., T, d), (..., S, d), (..., S, d_v)
        As in ``attend``, and checked there.
    lead : tuple of int
        The leading axes that q, k and v share once they are broadcast.
    mask : boolean torch.Tensor, shape (..., T, S), optional
        True means *may attend*.
    scale : float
        What the scores are multiplied by.

    Returns
    -------
    torch.Tensor, shape (..., T, d_v)
    """
    import torch

    empty = None
    if mask is not None:
        empty = ~mask.any(dim=-1, keepdim=True)  # (..., T, 1)
        mask = _four_axes(mask | empty, lead)  # older versions of torch answer an empty row with NaN
    out = torch.nn.functional.scaled_dot_product_attention(
        *(_four_axes(x, lead) for x in (q, k, v)), attn_mask=mask, scale=scale
    )  # (B, H, T, d_v)
    if out.ndim != len(lead) + 2:
        out = out.reshape(*lead, q.shape[-2], v.shape[-1])  # (..., T, d_v)
    return out if empty is None else out.masked_fill(empty, 0.0)


def _four_axes(x: Array, lead: tuple[int, ...]) -> Array:
    """View x as (B, H, rows, columns): torch's fused kernels exist for four axes only."""
    if tuple(x.shape[:-2]) != lead:
        x = x.expand(*lead, *x.shape[-2:])
    if len(lead) == 2:
        return x
    return x.reshape(-1, 1, *x.shape[-2:]) if len(lead) < 2 else x.reshape(-1, *x.shape[-3:])
