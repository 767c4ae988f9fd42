"""Other right ways of writing the exercises of chapter cost."""

import math

import numpy as np
import torch


def merge_by_weights(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b):
    """The two answers, mixed by the share that each half has of the whole sum."""
    gap = np.log(sum_b) + top_b - np.log(sum_a) - top_a
    share = 1 / (1 + np.exp(np.clip(gap, -700, 700)))[:, None]
    return share * mixed_a / sum_a[:, None] + (1 - share) * mixed_b / sum_b[:, None]


def merge_by_logaddexp(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b):
    total = np.logaddexp(top_a + np.log(sum_a), top_b + np.log(sum_b))
    return np.exp(top_a - total)[:, None] * mixed_a + np.exp(top_b - total)[:, None] * mixed_b


def merge_by_loop(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b):
    answers = []
    for ta, sa, ma, tb, sb, mb in zip(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b, strict=True):
        if ta < tb:
            ta, sa, ma, tb, sb, mb = tb, sb, mb, ta, sa, ma
        fade = np.exp(tb - ta)
        answers.append((ma + fade * mb) / (sa + fade * sb))
    return answers


def merge_in_torch(*halves):
    ta, sa, ma, tb, sb, mb = (torch.as_tensor(x) for x in halves)
    tops = torch.stack([ta, tb])
    fades = torch.exp(tops - tops.amax(0))
    return (
        torch.einsum("ht,htd->td", fades, torch.stack([ma, mb]))
        / (fades * torch.stack([sa, sb])).sum(0)[:, None]
    )


def blocks_by_padding(mask):
    down, across = (-len(mask) % 4, -mask.shape[1] % 4)
    padded = np.pad(mask, ((0, down), (0, across)))
    return (padded != 0).reshape(len(padded) // 4, 4, -1, 4).any(axis=(1, 3)).astype(int)


def blocks_by_loop(mask):
    needed = np.zeros((-(-mask.shape[0] // 4), -(-mask.shape[1] // 4)))
    for t, s in zip(*np.nonzero(mask), strict=True):
        needed[t // 4, s // 4] = 1
    return needed


def blocks_by_pooling(mask):
    allowed = (torch.as_tensor(mask) != 0).float()[None, None]
    return torch.nn.functional.max_pool2d(allowed, 4, ceil_mode=True)[0, 0]


def grouped_by_loop(q, k, v):
    found = []
    for h, asked in enumerate(q):
        g = h * len(k) // len(q)
        scores = asked @ k[g].T / math.sqrt(q.shape[2])
        grown = np.exp(scores - scores.max(axis=1)[:, None])
        found.append(grown @ v[g] / grown.sum(axis=1)[:, None])
    return found


def grouped_by_four_axes(q, k, v):
    n_heads, words, d = q.shape
    scores = q.reshape(len(k), -1, words, d) @ k[:, None].swapaxes(2, 3) * d**-0.5
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v[:, None]).reshape(n_heads, words, -1)


def grouped_by_repeat(q, k, v):
    share = len(q) // len(k)
    keys, values = (np.repeat(x, share, axis=0) for x in (k, v))
    scores = np.einsum("htd,hsd->hts", q, keys) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=2, keepdims=True))
    return np.einsum("hts,hsd->htd", weights, values)


def grouped_by_long_queries(q, k, v):
    """The queries of all heads of a group one below the other, as if they were one head's."""
    scores = q.reshape(len(k), -1, q.shape[2]) @ k.transpose(0, 2, 1) / q.shape[2] ** 0.5
    weights = np.exp(scores - scores.max(2)[..., None])
    found = weights @ v / weights.sum(2)[..., None]
    return found.reshape(*q.shape[:2], v.shape[2])


def grouped_by_fused_kernel(q, k, v):
    attention = torch.nn.functional.scaled_dot_product_attention
    return attention(q[None], k[None], v[None], enable_gqa=True)[0]


class Grouped(torch.nn.Module):
    def forward(self, q, k, v):
        group = torch.arange(len(k)).repeat_interleave(len(q) // len(k))
        weights = torch.softmax(q @ k[group].mT / math.sqrt(q.shape[-1]), dim=-1)
        return weights @ v[group]


RIGHT_WAYS = {
    "cost.1": [
        [12_582_912, 75_497_472],
        (12582912.0, 75497472.0),
        np.array([1, 6]) * 12 * 512**2 * 4,
        torch.tensor([12582912, 75497472]),
    ],
    "cost.2": [merge_by_weights, merge_by_logaddexp, merge_by_loop, merge_in_torch],
    "cost.3": [blocks_by_padding, blocks_by_loop, blocks_by_pooling],
    "cost.5": [
        grouped_by_loop,
        grouped_by_four_axes,
        grouped_by_repeat,
        grouped_by_long_queries,
        grouped_by_fused_kernel,
        Grouped(),
    ],
}
