"""Other right ways of writing the exercises of chapter company."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from whichbank.word2vec import full_softmax, negative_sampling


def guess_by_loop(v, u, words, place, m):
    total, count = [0.0] * len(v[0]), 0
    for s in range(max(0, int(place) - int(m)), min(len(words), int(place) + int(m) + 1)):
        if s != place:
            total = [a + b for a, b in zip(total, v[words[s]], strict=True)]
            count += 1
    mean = [x / count for x in total] if count else total
    scores = [sum(a * b for a, b in zip(row, mean, strict=True)) for row in u]
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / sum(powers) for power in powers]


def guess_by_slices(v, u, words, place, m):
    near = np.concatenate([words[max(place - m, 0) : place], words[place + 1 : place + 1 + m]])
    mean = v[near].mean(axis=0) if len(near) else np.zeros(v.shape[1])
    return np.asarray(torch.softmax(torch.tensor(u @ mean), dim=0))


def guess_by_one_hot(v, u, words, place, m):
    counts = np.zeros(len(v))
    for s in range(len(words)):
        if 0 < abs(s - place) <= m:
            counts[words[s]] += 1
    scores = u @ (v.T @ counts) / max(counts.sum(), 1)
    weights = np.exp(scores - np.logaddexp.reduce(scores))
    return weights


def guess_by_losses(v, u, words, place, m):
    near = [int(words[s]) for s in range(len(words)) if s != place and abs(s - place) <= m]
    mean = v[near].sum(axis=0, keepdims=True) / max(len(near), 1)
    given = np.repeat(mean, len(u), axis=0)
    return np.exp(-full_softmax(given, u, np.arange(len(u)))[0])


def sampling_by_torch(h, right, noise):
    rows = torch.tensor(np.vstack([right, noise]))
    labels = torch.zeros(len(rows), dtype=rows.dtype)
    labels[0] = 1
    return F.binary_cross_entropy_with_logits(rows @ torch.tensor(h), labels, reduction="sum")


def sampling_by_loop(h, right, noise):
    loss = np.logaddexp(0, -np.dot(right, h))
    for row in noise:
        loss += np.logaddexp(0, np.dot(row, h))
    return loss


def sampling_by_signs(h, right, noise):
    signed = np.concatenate([-right[None], noise]) @ h
    return float(np.sum(np.maximum(signed, 0) + np.log1p(np.exp(-np.abs(signed)))))


def sampling_by_the_course(h, right, noise):
    return negative_sampling(h[None], right[None], noise[None])[0][0]


RIGHT_WAYS = {
    "company.1": [
        0.644,
        math.e**2 / (math.e + math.e**2 + 1 + math.e**-1),
        np.array([0.6439], dtype=np.float32),
        torch.softmax(torch.tensor([1.0, 2.0, 0.0, -1.0]), 0)[1],
    ],
    "company.2": [guess_by_loop, guess_by_slices, guess_by_one_hot, guess_by_losses],
    "company.3": [sampling_by_torch, sampling_by_loop, sampling_by_signs, sampling_by_the_course],
}
