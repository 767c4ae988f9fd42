"""The rows about many heads: ours against ``nn.MultiheadAttention`` with the same weights, forward and backward."""

from collections.abc import Callable, Iterator

import torch
from torch import nn

from bench.measure import ratio
from whichbank.transformer import MultiHeadAttention, copy_weights

N_HEADS, D_MODEL, BATCH = 8, 512, 8


def rows() -> Iterator[dict]:
    """Measure with and without weights; the goal is torch's own time, or less."""
    for n in (64, 256):
        theirs = nn.MultiheadAttention(D_MODEL, N_HEADS, batch_first=True)
        ours = MultiHeadAttention(D_MODEL, N_HEADS)
        copy_weights(theirs, ours)
        x = torch.randn(BATCH, n, D_MODEL, generator=torch.Generator().manual_seed(0), requires_grad=True)
        for weights, reach in ((False, 0.9), (True, 1.0)):
            yield {
                "row": f"MultiHeadAttention, {'with' if weights else 'without'} weights",
                "against": "nn.MultiheadAttention",
                "n": n,
                "reach": reach,
                **ratio(_ours(ours, x, weights), _theirs(theirs, x, weights)),
            }


def _ours(heads: MultiHeadAttention, x: torch.Tensor, weights: bool) -> Callable[[], None]:
    def step() -> None:
        out = heads(x, return_weights=True)[0] if weights else heads(x)
        out.sum().backward()

    return step


def _theirs(heads: nn.MultiheadAttention, x: torch.Tensor, weights: bool) -> Callable[[], None]:
    def step() -> None:
        # Weights of each head, as ours: torch's default is their mean.
        out = heads(x, x, x, need_weights=weights, average_attn_weights=False)[0]
        out.sum().backward()

    return step
