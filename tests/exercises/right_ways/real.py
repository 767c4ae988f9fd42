"""Other right ways of writing the exercises of chapter real."""

import math

import numpy as np
import torch


def lean(x):
    return sum(
        sign * math.cos(math.atan2(x[1], x[0]) - turn) for sign, turn in ((1, 0), (-1, math.pi / 2))
    )


def heads_by_loop(weights):
    means = []
    for table in weights:
        looked = [table[t][t - 1] for t in range(1, len(table))]
        means.append(sum(looked) / len(looked))
    return means


def heads_by_index(weights):
    t = np.arange(1, weights.shape[-1])
    return weights[:, t, t - 1].mean(-1)


def heads_by_mask(weights):
    below = np.eye(weights.shape[-1], k=-1)
    return (weights * below).sum((1, 2)) / below.sum()


def heads_in_torch(weights):
    return torch.as_tensor(weights).diagonal(-1, 1, 2).mean(-1)


def heads_by_trace(weights):
    return np.trace(weights[:, 1:, :-1], axis1=1, axis2=2) / (weights.shape[1] - 1)


def sentences_by_loop(vectors, mask):
    means = [rows[kept > 0].mean(axis=0) for rows, kept in zip(vectors, mask, strict=True)]
    return np.array([mean / np.sqrt(mean @ mean) for mean in means])


def sentences_by_product(vectors, mask):
    mean = (vectors * mask[..., None]).sum(1) / mask.sum(1)[:, None]
    return mean / np.linalg.norm(mean, axis=1)[:, None]


def sentences_by_einsum(vectors, mask):
    total = np.einsum("btd,bt->bd", vectors, mask)
    return total / np.sqrt(np.einsum("bd,bd->b", total, total))[:, None]


def sentences_in_torch(vectors, mask):
    vectors, mask = torch.as_tensor(vectors), torch.as_tensor(mask)
    return torch.nn.functional.normalize((vectors * mask[..., None]).sum(1), dim=-1)


RIGHT_WAYS = {
    "real.1": [
        [0.2, -1.4],
        (lean((4, 3)), lean((-3, 4))),
        np.array([4 / 5 - 3 / 5, -3 / 5 - 4 / 5]),
        torch.tensor([0.2, -1.4]),
    ],
    "real.2": [heads_by_loop, heads_by_index, heads_by_mask, heads_in_torch, heads_by_trace],
    "real.3": [sentences_by_loop, sentences_by_product, sentences_by_einsum, sentences_in_torch],
}
