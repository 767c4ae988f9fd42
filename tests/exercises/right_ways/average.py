"""Other right ways of writing the exercises of chapter average."""

from fractions import Fraction

import numpy as np
import torch


def cosine_of_units(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return np.sum(a * b, axis=-1)


def cosine_by_einsum(a, b):
    dot = np.einsum("...d,...d->...", a, b)
    return (
        dot
        / np.sqrt(np.einsum("...d,...d->...", a, a))
        / np.sqrt(np.einsum("...d,...d->...", b, b))
    )


def cosine_in_torch(a, b):
    return torch.cosine_similarity(torch.as_tensor(a), torch.as_tensor(b), dim=-1)


def cosine_by_loop(a, b):
    if a.ndim == 1 and b.ndim == 1:
        return sum(x * y for x, y in zip(a, b, strict=True)) / (
            np.hypot.reduce(a) * np.hypot.reduce(b)
        )
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
    word, fruit, tech = (
        torch.tensor(x, requires_grad=True) for x in (word, fruit_words, tech_words)
    )
    side = torch.nn.functional.cosine_similarity
    return side(word, fruit, dim=-1).mean() - side(word, tech, dim=-1).mean()


RIGHT_WAYS = {
    "average.1": [
        [0.625, 0.375],
        (Fraction(5, 8), 3 / 8),
        np.array([[0.625, 0.375]]),
        torch.tensor([0.625, 0.375]),
        np.mean([[1, 0]] * 5 + [[0, 1]] * 3, 0),
    ],
    "average.2": [cosine_of_units, cosine_by_einsum, cosine_in_torch, cosine_by_loop],
    "average.3": [lean_by_loop, lean_at_once, lean_of_mean_unit, lean_in_torch],
}
