"""Other right ways of writing the exercises of chapter learning."""

import math

import numpy as np
import torch
from torch import nn


def loss_in_torch(scores, right):
    return nn.functional.cross_entropy(torch.as_tensor(scores), torch.as_tensor(right))


def loss_by_places(scores, right):
    places = right.argmax(axis=1)
    shifted = scores - scores.max(axis=1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -logs[np.arange(len(scores)), places].mean()


def loss_by_loop(scores, right):
    total = 0.0
    for row, wanted in zip(scores, right, strict=True):
        top = max(row)
        normalizer = sum(math.exp(s - top) for s in row)
        total -= sum(y * (s - top - math.log(normalizer)) for s, y in zip(row, wanted, strict=True))
    return total / len(scores)


def loss_by_logaddexp(scores, right):
    return np.mean(np.logaddexp.reduce(scores, axis=1) - (scores * right).sum(axis=1))


class Loss(nn.Module):
    def forward(self, scores, right):
        return nn.NLLLoss()(nn.LogSoftmax(dim=1)(scores), right.argmax(dim=1))


def padded_without_padding(q, k, v, real):
    words = real == 1
    scores = q @ k[words].T / q.shape[1] ** 0.5
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown @ v[words] / grown.sum(1, keepdims=True)


def padded_in_torch(q, k, v, real):
    q, k, v = (torch.as_tensor(x)[None] for x in (q, k, v))
    mask = torch.as_tensor(real, dtype=torch.bool).expand(q.shape[1], -1)
    return nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)[0]


def padded_by_kernel(q, k, v, real):
    from whichbank.attention import attend

    return attend(q, k, v, mask=real[None, :] == 1)


def padded_by_loop(q, k, v, real):
    out = []
    for query in q:
        scores = [
            float(query @ key) / math.sqrt(len(query)) if one else -math.inf
            for key, one in zip(k, real, strict=True)
        ]
        grown = [math.exp(s - max(scores)) for s in scores]
        out.append(sum(g / sum(grown) * value for g, value in zip(grown, v, strict=True)))
    return np.array(out)


def padded_renormalized(q, k, v, real):
    scores = q @ k.T / np.sqrt(k.shape[1])
    scores = scores - np.where(real == 1, scores, -np.inf).max(axis=1, keepdims=True)
    grown = np.exp(np.minimum(scores, 0)) * real
    return grown / grown.sum(axis=1, keepdims=True) @ v


def step_by_cross_entropy(head, x, ids, rate):
    head, x, ids = (torch.as_tensor(one) for one in (head, x, ids))
    head = head.clone().requires_grad_()
    guesses = (x[:, :-1].to(head) @ head).flatten(0, 1)
    nn.functional.cross_entropy(guesses, ids[:, 1:].flatten().long()).backward()
    return (head - rate * head.grad).detach()


def step_text_by_text(head, x, ids, rate):
    slope, guesses = np.zeros(head.shape), ids.size - len(ids)
    for vectors, row in zip(x, ids, strict=True):
        for vector, token in zip(vectors[:-1], row[1:], strict=True):
            s = vector @ head
            p = np.exp(s - s.max())
            p = p / p.sum()
            p[token] -= 1
            slope += np.outer(vector, p)
    return head - rate * slope / guesses


def step_in_one_table(head, x, ids, rate):
    read = x[:, :-1].reshape(-1, x.shape[2])
    right = np.eye(head.shape[1])[ids[:, 1:].ravel()]
    scores = read @ head
    logs = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    return head + rate * read.T @ (right - np.exp(logs)) / len(read)


RIGHT_WAYS = {
    "learning.1": [loss_in_torch, loss_by_places, loss_by_loop, loss_by_logaddexp, Loss()],
    "learning.2": [
        padded_without_padding,
        padded_in_torch,
        padded_by_kernel,
        padded_by_loop,
        padded_renormalized,
    ],
    "learning.4": [step_by_cross_entropy, step_text_by_text, step_in_one_table],
}
