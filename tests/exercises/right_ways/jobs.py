"""Other right ways of writing the exercises of chapter jobs."""

import numpy as np
import torch


def scaled_by_product(vectors, scalars):
    return np.outer(scalars, scalars) * (vectors @ vectors.T)


def scaled_by_loop(vectors, scalars):
    rows = [scalar * row for scalar, row in zip(scalars, vectors, strict=True)]
    return [[float(sum(x * y for x, y in zip(a, b, strict=True))) for b in rows] for a in rows]


def scaled_by_einsum(vectors, scalars):
    return np.einsum("i,id,j,jd->ij", scalars, vectors, scalars, vectors)


def scaled_by_diagonal(vectors, scalars):
    return np.diag(scalars) @ vectors @ vectors.T @ np.diag(scalars)


def scaled_in_torch(vectors, scalars):
    x = torch.as_tensor(vectors) * torch.as_tensor(scalars)[:, None]
    return x @ x.mT


def weights_by_loop(vectors, W):
    rows = []
    for asker in vectors:
        question = asker @ W
        scores = np.array([question @ answer for answer in vectors])
        powers = np.exp(scores - scores.max())
        rows.append(powers / powers.sum())
    return rows


def weights_by_log(vectors, W):
    scores = vectors @ (W @ vectors.T)
    scores = scores - scores.max(-1, keepdims=True)
    return np.exp(scores - np.log(np.exp(scores).sum(-1, keepdims=True)))


def weights_in_torch(vectors, W):
    x = torch.as_tensor(vectors)
    return torch.softmax(x @ torch.as_tensor(W) @ x.mT, dim=-1)


class Asking(torch.nn.Module):
    def forward(self, vectors, W):
        return (vectors @ W @ vectors.mT).softmax(-1)


RIGHT_WAYS = {
    "jobs.1": [
        [2, 5, 1],
        np.array([2.0, 5.0, 1.0]),
        torch.tensor([[2.0, 0], [1, 1], [1, 0]]) @ torch.tensor([1.0, 4.0]),
        (2.0, 5.0, 1.0),
    ],
    "jobs.2": [
        scaled_by_product,
        scaled_by_loop,
        scaled_by_einsum,
        scaled_by_diagonal,
        scaled_in_torch,
    ],
    "jobs.3": [weights_by_loop, weights_by_log, weights_in_torch, Asking()],
}
