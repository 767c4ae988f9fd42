"""Other right ways of writing the exercises of chapter block."""

import math

import numpy as np
import torch
from torch.nn.functional import (
    gelu,
    glu,
    layer_norm,
    linear,
    relu,
    rms_norm,
    scaled_dot_product_attention,
    silu,
)


def norm_by_loop(x, gain, shift, eps):
    if x.ndim > 2:
        return np.stack([norm_by_loop(one, gain, shift, eps) for one in x])
    rows = []
    for row in x:
        mean = math.fsum(row) / len(row)
        variance = math.fsum((v - mean) ** 2 for v in row) / len(row)
        root = math.sqrt(variance + float(eps))
        rows.append([g * (v - mean) / root + b for v, g, b in zip(row, gain, shift, strict=True)])
    return rows


def norm_in_torch(x, gain, shift, eps):
    return layer_norm(x, x.shape[-1:], gain, shift, float(eps))


def norm_by_matrix(x, gain, shift, eps):
    n = x.shape[-1]
    centered = x @ (np.eye(n) - 1 / n)
    return (
        shift
        + gain
        * centered
        * (np.einsum("...d,...d->...", centered, centered)[..., None] / n + eps) ** -0.5
    )


def norm_turned_over(x, gain, shift, eps):
    columns = np.moveaxis(x, -1, 0)
    columns = (columns - columns.mean(axis=0)) / np.sqrt(np.var(columns, axis=0) + eps)
    return np.moveaxis(columns, 0, -1) * gain + shift


class Norm(torch.nn.Module):
    def forward(self, x, gain, shift, eps):
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + eps) * gain + shift


def half_in_torch(x, W_1, b_1, W_2, b_2):
    y = layer_norm(x, x.shape[-1:], eps=1e-5)
    return x + linear(relu(linear(y, W_1.mT, b_1)), W_2.mT, b_2)


def half_word_by_word(x, W_1, b_1, W_2, b_2):
    if x.ndim > 2:
        return np.stack([half_word_by_word(one, W_1, b_1, W_2, b_2) for one in x])
    rows = []
    for word in x:
        y = (word - word.mean()) / math.sqrt(word.var() + 1e-5)
        wide = [max(0.0, float(y @ column + b)) for column, b in zip(W_1.T, b_1, strict=True)]
        rows.append(word + np.array(wide) @ W_2 + b_2)
    return rows


def half_by_units(x, W_1, b_1, W_2, b_2):
    y = norm_by_matrix(x, 1.0, 0.0, 1e-5)
    out = x + b_2
    for i in range(len(b_1)):
        wide = y @ W_1[:, i] + b_1[i]
        out = out + np.where(wide > 0, wide, 0)[..., None] * W_2[i]
    return out


def rms_by_loop(x, gain, eps):
    if x.ndim > 2:
        return np.stack([rms_by_loop(one, gain, eps) for one in x])
    rows = []
    for row in x:
        root = math.sqrt(math.fsum(v * v for v in row) / len(row) + float(eps))
        rows.append([g * v / root for v, g in zip(row, gain, strict=True)])
    return rows


def rms_by_length(x, gain, eps):
    mean = np.linalg.norm(x, axis=-1, keepdims=True) ** 2 / x.shape[-1]
    return x * (mean + eps) ** -0.5 * gain


def rms_by_product(x, gain, eps):
    squares = np.einsum("...d,...d->...", x, x)[..., None]
    return x @ np.diag(gain) / np.sqrt(squares / len(gain) + eps)


def rms_in_torch(x, gain, eps):
    return rms_norm(x, x.shape[-1:], gain, float(eps))


class RMSNorm(torch.nn.Module):
    def forward(self, x, gain, eps):
        return gain * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)


def gate_by_tanh(x, W_gate, W_up, W_down):
    z = x @ W_gate
    return (z * (1 + np.tanh(z / 2)) / 2 * (x @ W_up)) @ W_down


def gate_by_units(x, W_gate, W_up, W_down):
    out = np.zeros_like(x)
    for gate, up, down in zip(W_gate.T, W_up.T, W_down, strict=True):
        z = x @ gate
        opened = np.where(z < 0, np.exp(-abs(z)), 1) / (1 + np.exp(-abs(z)))
        out = out + (z * opened * (x @ up))[..., None] * down
    return out


def gate_by_logaddexp(x, W_gate, W_up, W_down):
    z, up = np.split(x @ np.hstack([W_gate, W_up]), 2, axis=-1)
    return np.einsum("...f,fd->...d", z * np.exp(-np.logaddexp(0, -z)) * up, W_down)


def gate_in_torch(x, W_gate, W_up, W_down):
    return linear(silu(x @ W_gate) * linear(x, W_up.mT), W_down.mT)


class Gated(torch.nn.Module):
    def forward(self, x, W_gate, W_up, W_down):
        z = x @ W_gate
        return glu(torch.cat([z * (x @ W_up), z], dim=-1)) @ W_down


def block_in_torch(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
    n, width = int(n_heads), x.shape[1]
    y = layer_norm(x, (width,), norms[0], norms[1])
    q, k, v = linear(y, W_qkv.mT, b_qkv).unflatten(1, (3, n, -1)).permute(1, 2, 0, 3)
    found = scaled_dot_product_attention(q, k, v, is_causal=True)
    x = x + linear(found.transpose(0, 1).flatten(1), W_o.mT, b_o)
    y = layer_norm(x, (width,), norms[2], norms[3])
    return x + linear(gelu(linear(y, W_1.mT, b_1)), W_2.mT, b_2)


def rows_normalized(x, gain, shift):
    mean = x.mean(axis=1, keepdims=True)
    return (x - mean) * ((x - mean) ** 2 + 1e-5).mean(axis=1, keepdims=True) ** -0.5 * gain + shift


def exact_gelu(z):
    return np.array([v * (1 + math.erf(v / math.sqrt(2))) / 2 for v in z.ravel()]).reshape(z.shape)


def block_head_by_head(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
    width = x.shape[1]
    d = width // n_heads
    made = rows_normalized(x, *norms[:2]) @ W_qkv + b_qkv
    change = b_o
    for first in range(0, width, d):
        q, k, v = (made[:, at + first : at + first + d] for at in (0, width, 2 * width))
        scores = q @ k.T / math.sqrt(d) + np.triu(np.full((len(x), len(x)), -1e30), 1)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        change = change + powers / powers.sum(axis=1, keepdims=True) @ v @ W_o[first : first + d]
    middle = x + change
    return middle + exact_gelu(rows_normalized(middle, *norms[2:]) @ W_1 + b_1) @ W_2 + b_2


def block_word_by_word(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
    keys, values, out = [], [], []
    for word in x:
        y = rows_normalized(word[None], norms[0], norms[1])[0]
        q, k, v = (y @ W_qkv + b_qkv).reshape(3, int(n_heads), -1)
        keys.append(k)
        values.append(v)
        powers = np.exp(np.einsum("hd,shd->hs", q, keys) / q.shape[1] ** 0.5)
        found = np.einsum("hs,shd->hd", powers / powers.sum(axis=1, keepdims=True), values)
        word = word + found.ravel() @ W_o + b_o
        y = rows_normalized(word[None], norms[2], norms[3])[0]
        out.append(word + exact_gelu(y @ W_1 + b_1) @ W_2 + b_2)
    return out


RIGHT_WAYS = {
    "block.1": [
        [-1.038, -1.340, 6.076],
        np.array([-3, -1, 4]) / np.sqrt(26 / 3) * [2, 1, 3] + [1, -1, 2],
        torch.nn.functional.layer_norm(
            torch.tensor([0.0, 2.0, 7.0]),
            (3,),
            torch.tensor([2.0, 1.0, 3.0]),
            torch.tensor([1.0, -1.0, 2.0]),
        ),
        tuple(2.0 * v for v in (-0.519, -0.67, 3.038)),
    ],
    "block.2": [norm_by_loop, norm_in_torch, norm_by_matrix, norm_turned_over, Norm()],
    "block.3": [half_in_torch, half_word_by_word, half_by_units],
    "block.5": [rms_by_loop, rms_by_length, rms_by_product, rms_in_torch, RMSNorm()],
    "block.6": [gate_by_tanh, gate_by_units, gate_by_logaddexp, gate_in_torch, Gated()],
    "block.7": [block_in_torch, block_head_by_head, block_word_by_word],
}
