"""Other right ways of writing the exercises of chapter roles."""

import math

import numpy as np
import torch


def weights_by_loop(q, k):
    if q.ndim > 2:
        return np.stack([weights_by_loop(one, other) for one, other in zip(q, k, strict=True)])
    rows = []
    for query in q:
        scores = [float(query @ key) / math.sqrt(len(query)) for key in k]
        grown = [math.exp(s - max(scores)) for s in scores]
        rows.append([g / sum(grown) for g in grown])
    return rows


def weights_by_einsum(q, k):
    scores = np.einsum("...td,...sd->...ts", q, k) * q.shape[-1] ** -0.5
    scores -= scores.max(-1, keepdims=True)
    return np.exp(scores - np.log(np.exp(scores).sum(-1, keepdims=True)))


def weights_in_torch(q, k):
    return torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)


def weights_of_scaled_queries(q, k):
    scores = (k @ np.swapaxes(q / np.sqrt(q.shape[-1]), -1, -2)).swapaxes(-1, -2)
    grown = np.exp(scores - scores.max(-1)[..., None])
    return grown / grown.sum(-1)[..., None]


def attention_by_fused_kernel(E, W_q, W_k, W_v):
    return torch.nn.functional.scaled_dot_product_attention(
        (E @ W_q)[None], (E @ W_k)[None], (E @ W_v)[None]
    )[0]


def attention_by_weights(E, W_q, W_k, W_v):
    return weights_by_einsum(E @ W_q, E @ W_k) @ (E @ W_v)


def attention_values_last(E, W_q, W_k, W_v):
    return weights_by_einsum(E @ W_q, E @ W_k) @ E @ W_v


def attention_by_one_matrix(E, W_q, W_k, W_v):
    scores = E @ (W_q @ W_k.T) @ E.T / np.sqrt(W_k.shape[1])
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return (grown @ E @ W_v) / grown.sum(1, keepdims=True)


class Attention(torch.nn.Module):
    def forward(self, E, W_q, W_k, W_v):
        q, k, v = (torch.nn.functional.linear(E, W.mT) for W in (W_q, W_k, W_v))
        return weights_in_torch(q, k) @ v


RIGHT_WAYS = {
    "roles.1": [
        [5.657, 4.243, 2.828],
        np.array([8, 6, 4]) / np.sqrt(2),
        torch.tensor([8.0, 6.0, 4.0]) * 2**-0.5,
        (4 * 2**0.5, 3 * 2**0.5, 2 * 2**0.5),
    ],
    "roles.2": [weights_by_loop, weights_by_einsum, weights_in_torch, weights_of_scaled_queries],
    "roles.3": [
        attention_by_fused_kernel,
        attention_by_weights,
        attention_values_last,
        attention_by_one_matrix,
        Attention(),
    ],
}
