"""Other right ways of writing the exercises of chapter scale."""

import math

import numpy as np
import torch


def slopes_by_squares(q, k):
    scores = np.einsum("td,sd->ts", q, k) * len(q[0]) ** -0.5
    grown = np.exp(scores - scores.max(1, keepdims=True))
    weights = grown / grown.sum(1, keepdims=True)
    return (weights - weights**2) / len(q[0]) ** 0.5


def slopes_by_loop(q, k):
    rows = []
    for query in q:
        root = math.sqrt(len(query))
        scores = [float(query @ key) / root for key in k]
        grown = [math.exp(s - max(scores)) for s in scores]
        rows.append([g / sum(grown) * (1 - g / sum(grown)) / root for g in grown])
    return rows


def slopes_by_autograd(q, k):
    """The diagonal of the softmax's own table of slopes, for each query."""
    q, k = (torch.as_tensor(np.asarray(x)) for x in (q, k))
    products = q @ k.mT
    table = torch.func.vmap(
        torch.func.jacrev(lambda row: torch.softmax(row / q.shape[1] ** 0.5, 0))
    )
    return table(products).diagonal(dim1=-2, dim2=-1)


RIGHT_WAYS = {
    "scale.1": [
        [1.25, 0.506, 0.25],
        np.array([5 / 4, 0.5065, 0.24996]),
        (1.25, 1 / (1 + math.exp(-0.5) + math.exp(-1)), 0.25),
    ],
    "scale.2": [slopes_by_squares, slopes_by_loop, slopes_by_autograd],
}
