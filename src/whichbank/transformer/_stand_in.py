"""Scaled dot-product attention in torch."""

import math

import torch
from torch import Tensor


def attend(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mask: Tensor | None = None,
    scale: float | None = None,
    return_weights: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Return softmax(scale · q kᵀ) v; True in mask means *may attend*, a row that is masked whole gives zeros."""
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError(f"mask must be a boolean array, True = may attend; got {mask.dtype}")
    if not return_weights:
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale)
    scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)  # (B, H, T, S)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        weights = torch.where(mask.any(-1, keepdim=True), weights, 0)
    else:
        weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
