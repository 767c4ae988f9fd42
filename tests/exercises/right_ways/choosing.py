"""Other right ways of writing the exercises of chapter choosing."""

import numpy as np
import torch


class Softmax(torch.nn.Module):
    def forward(self, scores):
        return torch.softmax(scores, dim=-1)


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
    "choosing.1": [
        [0.422, 0.422, 0.155],
        np.exp([2, 2, 1]) / np.exp([2, 2, 1]).sum(),
        torch.softmax(torch.tensor([2.0, 2.0, 1.0], requires_grad=True), 0),
        (0.4223, 0.4223, 0.1554),
    ],
    "choosing.2": [
        softmax_by_loop,
        softmax_by_log,
        softmax_pairwise,
        softmax_of_tensors,
        softmax_single,
        Softmax(),
        torch.nn.Softmax(dim=-1),
    ],
    "choosing.3": [
        attention_by_hand,
        attention_by_loop,
        attention_in_torch,
        attention_on_columns,
        Attention(),
    ],
}
