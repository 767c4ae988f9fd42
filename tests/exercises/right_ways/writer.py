"""Other right ways of writing the exercises of chapter writer."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, layer_norm, log_softmax

from right_ways.block import (
    block_head_by_head,
    block_in_torch,
    block_word_by_word,
    rows_normalized,
)


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


def stack_in_torch(x, n_heads, *learned):
    *learned, last_norm = (torch.as_tensor(one) for one in learned)
    x = torch.as_tensor(x)
    for one in zip(*learned, strict=True):
        x = block_in_torch(x, n_heads, *one)
    return layer_norm(x, (x.shape[1],), last_norm[0], last_norm[1])


def stack_by_itself(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2, last_norm):
    if len(norms) == 0:
        return rows_normalized(x, *last_norm)
    learned = norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2
    x = block_head_by_head(x, n_heads, *(one[0] for one in learned))
    return stack_by_itself(x, n_heads, *(one[1:] for one in learned), last_norm)


def stack_by_count(x, n_heads, *learned):
    for i in range(len(learned[0])):
        x = np.array(block_word_by_word(x, n_heads, *(one[i] for one in learned[:-1])))
    gain, shift = learned[-1]
    return rows_normalized(x, gain, shift)


def model_in_torch(ids, n_heads, tokens, positions, *learned):
    ids, tokens, positions = (torch.as_tensor(one) for one in (ids, tokens, positions))
    *learned, W_out = learned
    x = nn.functional.embedding(ids.long(), tokens) + positions[: len(ids)]
    return stack_in_torch(x, n_heads, *learned) @ torch.as_tensor(W_out)


def model_by_one_hot(ids, n_heads, tokens, positions, *learned):
    chosen = np.equal.outer(ids, np.arange(len(tokens))) * 1.0
    x = chosen @ tokens + positions[: len(ids)]
    *learned, last_norm, W_out = learned
    for one in zip(*learned, strict=True):
        x = block_head_by_head(x, n_heads, *one)
    return rows_normalized(x, *last_norm) @ W_out


def model_token_by_token(ids, n_heads, tokens, positions, *learned):
    rows = [tokens[i] + place for i, place in zip(ids, positions, strict=False)]
    return [
        stack_by_itself(np.array(rows[: t + 1]), n_heads, *learned[:-1])[-1] @ learned[-1]
        for t in range(len(ids))
    ]


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
    "writer.5": [stack_in_torch, stack_by_itself, stack_by_count],
    "writer.6": [model_in_torch, model_by_one_hot, model_token_by_token],
}
