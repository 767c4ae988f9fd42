"""Other right ways of writing each exercise: each must pass its check."""

from fractions import Fraction

import numpy as np
import torch


class RowsMixer(torch.nn.Module):
    """05.2 as a module, in single precision."""

    def __init__(self):
        super().__init__()
        self.one = torch.nn.Parameter(torch.ones(1))

    def forward(self, weights, vectors):
        return self.one * (weights @ vectors)


class Softmax(torch.nn.Module):
    def forward(self, scores):
        return torch.softmax(scores, dim=-1)


def cosine_of_units(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return np.sum(a * b, axis=-1)


def cosine_by_einsum(a, b):
    dot = np.einsum("...d,...d->...", a, b)
    return dot / np.sqrt(np.einsum("...d,...d->...", a, a)) / np.sqrt(np.einsum("...d,...d->...", b, b))


def cosine_in_torch(a, b):
    return torch.cosine_similarity(torch.as_tensor(a), torch.as_tensor(b), dim=-1)


def cosine_by_loop(a, b):
    if a.ndim == 1 and b.ndim == 1:
        return sum(x * y for x, y in zip(a, b, strict=True)) / (np.hypot.reduce(a) * np.hypot.reduce(b))
    a, b = np.broadcast_arrays(a, b)
    return [cosine_by_loop(x, y) for x, y in zip(a, b, strict=True)]


def lean_by_loop(word, fruit_words, tech_words):
    total = 0.0
    for row in fruit_words:
        total += cosine_of_units(word, row) / len(fruit_words)
    for row in tech_words:
        total -= cosine_of_units(word, row) / len(tech_words)
    return total


def lean_at_once(word, fruit_words, tech_words):
    return np.mean(cosine_of_units(word, fruit_words)) - np.mean(cosine_of_units(word, tech_words))


def lean_of_mean_unit(word, fruit_words, tech_words):
    def units(x):
        return x / np.linalg.norm(x, axis=-1, keepdims=True)

    return units(word) @ (units(fruit_words).mean(0) - units(tech_words).mean(0))


def lean_in_torch(word, fruit_words, tech_words):
    word, fruit, tech = (torch.tensor(x, requires_grad=True) for x in (word, fruit_words, tech_words))
    side = torch.nn.functional.cosine_similarity
    return side(word, fruit, dim=-1).mean() - side(word, tech, dim=-1).mean()


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


def softmax_by_loop(scores):
    if scores.ndim > 1:
        return np.stack([softmax_by_loop(row) for row in scores])
    top = max(scores)
    grown = [np.exp(s - top) for s in scores]
    return [g / sum(grown) for g in grown]


def softmax_by_log(scores):
    top = scores.max(-1, keepdims=True)
    return np.exp(scores - top - np.log(np.exp(scores - top).sum(-1, keepdims=True)))


def softmax_pairwise(scores):
    with np.errstate(over="ignore"):
        return 1 / np.exp(scores[..., None, :] - scores[..., :, None]).sum(-1)


def softmax_of_tensors(scores):
    return scores.softmax(-1)


def softmax_single(scores):
    return torch.softmax(torch.tensor(scores, dtype=torch.float32), -1).tolist()


def attention_by_hand(E):
    return softmax_by_log(E @ E.T) @ E


def attention_by_loop(E):
    new = np.zeros_like(E)
    for i, query in enumerate(E):
        scores = np.array([query @ key for key in E])
        weights = np.exp(scores - scores.max())
        for weight, value in zip(weights / weights.sum(), E, strict=True):
            new[i] += weight * value
    return new


def attention_in_torch(E):
    x = torch.as_tensor(E)[None]
    return torch.nn.functional.scaled_dot_product_attention(x, x, x, scale=1.0)[0]


def attention_on_columns(E):
    weights = softmax_by_log((E @ E.T).T).T
    return weights.T @ E


class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones((), dtype=torch.float64))

    def forward(self, E):
        return self.scale * torch.softmax(E @ E.mT, -1) @ E


RIGHT_WAYS = {
    "03.1": [
        [0.625, 0.375],
        (Fraction(5, 8), 3 / 8),
        np.array([[0.625, 0.375]]),
        torch.tensor([0.625, 0.375]),
        np.mean([[1, 0]] * 5 + [[0, 1]] * 3, 0),
    ],
    "03.2": [cosine_of_units, cosine_by_einsum, cosine_in_torch, cosine_by_loop],
    "03.3": [lean_by_loop, lean_at_once, lean_of_mean_unit, lean_in_torch],
    "05.1": [
        [1.4, 0.1],
        np.array([0.4, 0.1, 0.5]) @ np.array([[2, 0], [1, 1], [1, 0]]),
        (torch.tensor(1.4), 0.1),
        np.array([[1.4], [0.1]], dtype=np.float16),
    ],
    "05.2": [mix_by_loop, mix_by_broadcast, mix_normalized, mix_in_place_of_new, np.matmul, RowsMixer()],
    "05.3": [mend_where, mend_by_loop, mend_with_epsilon, mend_transposed],
    "06.1": [
        [0.422, 0.422, 0.155],
        np.exp([2, 2, 1]) / np.exp([2, 2, 1]).sum(),
        torch.softmax(torch.tensor([2.0, 2.0, 1.0], requires_grad=True), 0),
        (0.4223, 0.4223, 0.1554),
    ],
    "06.2": [
        softmax_by_loop,
        softmax_by_log,
        softmax_pairwise,
        softmax_of_tensors,
        softmax_single,
        Softmax(),
        torch.nn.Softmax(dim=-1),
    ],
    "06.3": [attention_by_hand, attention_by_loop, attention_in_torch, attention_on_columns, Attention()],
}
