"""Other right ways of writing the exercises of chapter block."""

import math

import numpy as np
import torch
from torch.nn.functional import glu, layer_norm, linear, relu, rms_norm, silu


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
}
