"""Other right ways of writing the exercises of chapter ripples."""

import math

import numpy as np
import torch

from whichbank.positions import sinusoidal_nd


def by_loop(places, d_model, base):
    rows = []
    for place in places.tolist():
        row = []
        size = int(d_model) // len(place)
        for t in place:
            for i in range(size // 2):
                angle = t / base ** (2 * i / size)
                row += [math.sin(angle), math.cos(angle)]
        rows.append(row)
    return rows


def by_the_course(places, d_model, base):
    return sinusoidal_nd(places, int(d_model), base=float(base))


def by_columns(places, d_model, base):
    count, n = places.shape
    size = int(d_model) // n
    out = np.zeros((count, int(d_model)))
    slow = base ** (np.arange(0, size, 2) / size)
    for axis in range(n):
        part = out[:, axis * size : (axis + 1) * size]
        part[:, ::2] = np.sin(places[:, [axis]] / slow)
        part[:, 1::2] = np.cos(places[:, [axis]] / slow)
    return out


def by_complex_numbers(places, d_model, base):
    size = int(d_model) // places.shape[1]
    turn = np.exp(1j * places[..., None] * np.exp(-math.log(base) * np.arange(0, size, 2) / size))
    return np.stack([turn.imag, turn.real], axis=-1).reshape(len(places), -1)


def embed_by_loop(vectors, codes):
    if vectors.ndim == 3:
        return np.array([embed_by_loop(sentence, codes) for sentence in vectors])
    return np.array([math.sqrt(len(e)) * e + codes[t] for t, e in enumerate(vectors)])


def embed_by_torch(vectors, codes):
    x = torch.as_tensor(vectors)
    return x * x.shape[-1] ** 0.5 + torch.as_tensor(codes)[: x.shape[-2]]


def embed_in_two_steps(vectors, codes):
    scaled = vectors * vectors.shape[-1] ** 0.5
    scaled += codes[np.arange(vectors.shape[-2])]
    return scaled


RIGHT_WAYS = {
    "ripples.1": [
        [0.909, -0.416, 0.199, 0.980],
        np.array([math.sin(2), math.cos(2), math.sin(0.2), math.cos(0.2)]),
        (torch.sin(torch.tensor(2.0)), torch.cos(torch.tensor(2.0)), 0.1987, 0.9801),
        np.array([[0.909], [-0.416], [0.199], [0.98]], dtype=np.float16),
    ],
    "ripples.2": [by_loop, by_the_course, by_columns, by_complex_numbers],
    "ripples.3": [embed_by_loop, embed_by_torch, embed_in_two_steps],
}
