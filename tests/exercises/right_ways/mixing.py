"""Other right ways of writing the exercises of chapter mixing."""

import numpy as np
import torch


class RowsMixer(torch.nn.Module):
    """mixing.2 as a module, in single precision."""

    def __init__(self):
        super().__init__()
        self.one = torch.nn.Parameter(torch.ones(1))

    def forward(self, weights, vectors):
        return self.one * (weights @ vectors)


def mix_by_loop(weights, vectors):
    new = []
    for row in weights:
        mixed = [0.0] * len(vectors[0])
        for weight, vector in zip(row, vectors, strict=True):
            for d, x in enumerate(vector):
                mixed[d] += weight * x
        new.append(mixed)
    return new


def mix_by_broadcast(weights, vectors):
    return (weights[:, :, None] * vectors[None]).sum(axis=1)


def mix_normalized(weights, vectors):
    return (weights / weights.sum(axis=1, keepdims=True)) @ vectors


def mix_in_place_of_new(weights, vectors):
    new = np.zeros((len(weights), vectors.shape[1]))
    for i in range(len(weights)):
        for j in range(len(vectors)):
            new[i] += weights[i, j] * vectors[j]
    return new


def mend_where(weights):
    total = weights.sum(axis=1, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)


def mend_by_loop(weights):
    return [[x / sum(row) if sum(row) else 0 for x in row] for row in weights.tolist()]


def mend_with_epsilon(weights):
    return weights / (weights.sum(-1, keepdims=True) + 1e-12)


def mend_transposed(weights):
    with np.errstate(all="ignore"):
        return np.nan_to_num((weights.T / weights.sum(1)).T)


RIGHT_WAYS = {
    "mixing.1": [
        [1.4, 0.1],
        np.array([0.4, 0.1, 0.5]) @ np.array([[2, 0], [1, 1], [1, 0]]),
        (torch.tensor(1.4), 0.1),
        np.array([[1.4], [0.1]], dtype=np.float16),
    ],
    "mixing.2": [
        mix_by_loop,
        mix_by_broadcast,
        mix_normalized,
        mix_in_place_of_new,
        np.matmul,
        RowsMixer(),
    ],
    "mixing.3": [mend_where, mend_by_loop, mend_with_epsilon, mend_transposed],
}
