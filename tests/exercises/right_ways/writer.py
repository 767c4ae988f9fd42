"""Other right ways of writing the exercises of chapter writer."""

import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, log_softmax


def weights_by_loop(scores, temperature, k):
    rows = []
    for row in scores:
        best = sorted(range(len(row)), key=lambda i: -row[i])[: int(k)]
        top = max(row)
        powers = [
            math.exp((row[i] - top) / float(temperature)) if i in best else 0.0
            for i in range(len(row))
        ]
        rows.append([power / sum(powers) for power in powers])
    return rows


def weights_in_torch(scores, temperature, k):
    best = torch.topk(scores, int(k), dim=-1)
    return torch.zeros_like(scores).scatter(
        -1, best.indices, (best.values / temperature).softmax(dim=-1)
    )


def weights_with_minus_infinity(scores, temperature, k):
    least = np.partition(scores, -int(k), axis=-1)[:, -int(k), None]
    cut = np.where(scores < least, -np.inf, scores) / temperature
    powers = np.exp(cut - cut.max(axis=1)[:, None])
    return powers / powers.sum(axis=1)[:, None]


def weights_cut_after_and_divided(scores, temperature, k):
    shares = torch.softmax(torch.as_tensor(scores) / float(temperature), dim=-1)
    order = shares.argsort(dim=-1, descending=True)
    shares = shares.scatter(-1, order[:, int(k) :], 0.0)
    return shares / shares.sum(dim=-1, keepdim=True)


def perplexity_in_torch(scores, ids):
    return cross_entropy(scores[:, :-1].flatten(0, 1), ids[:, 1:].flatten().long()).exp()


def perplexity_by_loop(scores, ids):
    losses = []
    for text, row in zip(ids, scores, strict=True):
        for t in range(1, len(text)):
            guess = row[t - 1]
            total = math.log(math.fsum(math.exp(x - max(guess)) for x in guess)) + max(guess)
            losses.append(total - guess[int(text[t])])
    return math.exp(math.fsum(losses) / len(losses))


def perplexity_as_a_geometric_mean(scores, ids):
    logs = log_softmax(torch.as_tensor(scores), dim=-1)[:, :-1]
    logs = logs.gather(-1, torch.as_tensor(ids)[:, 1:, None].long()).numpy()
    return np.prod(np.exp(-logs / logs.size))


class Perplexity(torch.nn.Module):
    def forward(self, scores, ids):
        scores, ids = torch.as_tensor(scores), torch.as_tensor(ids).long()
        loss = torch.nn.CrossEntropyLoss()(scores[:, :-1].transpose(1, 2), ids[:, 1:])
        return 2 ** (loss / math.log(2))


RIGHT_WAYS = {
    "writer.1": [
        [0.8, 0.2, 0, 0],
        np.array([16, 4, 0, 0]) / 20,
        torch.softmax(torch.tensor([math.log(16), math.log(4), -math.inf, -math.inf]), 0),
        (4 / 5, 1 / 5, 0.0, 0.0),
    ],
    "writer.2": [
        weights_by_loop,
        weights_in_torch,
        weights_with_minus_infinity,
        weights_cut_after_and_divided,
    ],
    "writer.3": [
        perplexity_in_torch,
        perplexity_by_loop,
        perplexity_as_a_geometric_mean,
        Perplexity(),
    ],
}
