"""Other right ways of writing the exercises of chapter cutting."""

import math

import numpy as np
import torch
from torch.nn.functional import layer_norm


def cut_by_copy(many, run, h):
    kept = np.array(run)
    kept[int(h)] = np.average(many[:, int(h)], axis=0)
    return kept.sum(axis=0)


def cut_by_change(many, run, h):
    return run.sum(axis=0) + (many[:, h] - run[h]).mean(axis=0)


def cut_by_loop(many, run, h):
    out = np.zeros(run.shape[1])
    for head, wrote in enumerate(run):
        out = out + (sum(text[head] for text in many) / len(many) if head == h else wrote)
    return out


def cut_in_torch(many, run, h):
    mean = many.mean(0)
    chosen = torch.arange(len(run))[:, None] == int(h)
    return torch.where(chosen, torch.as_tensor(mean), torch.as_tensor(run)).sum(0)


def shares_by_one_matrix(parts, scale, gain, W_out):
    rows = gain[:, None] * W_out
    return parts @ (rows - rows.mean(axis=0)) / scale[:, None]


def shares_by_einsum(parts, scale, gain, W_out):
    n = len(gain)
    return np.einsum("ptd,de,e,ev,t->ptv", parts, np.eye(n) - 1 / n, gain, W_out, 1 / scale)


def shares_by_loop(parts, scale, gain, W_out):
    rows = []
    for part in parts:
        rows.append([])
        for word, size in zip(part, scale, strict=True):
            mean = math.fsum(word) / len(word)
            rows[-1].append([float(np.dot((word - mean) / size * gain, c)) for c in W_out.T])
    return rows


def shares_by_leaving_out(parts, scale, gain, W_out):
    """The norm of each part itself, times the ratio of the two scales."""
    own = parts.std(axis=-1)
    normed = layer_norm(torch.as_tensor(parts), parts.shape[-1:], torch.as_tensor(gain), eps=0.0)
    return normed * torch.as_tensor(own / scale)[..., None] @ torch.as_tensor(W_out)


RIGHT_WAYS = {
    "cutting.1": [cut_by_copy, cut_by_change, cut_by_loop, cut_in_torch],
    "cutting.2": [shares_by_one_matrix, shares_by_einsum, shares_by_loop, shares_by_leaving_out],
}
