"""Cases for encoder.js: a small encoder with norms after each part and random weights."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.experiments.erasing import silenced
from whichbank.experiments.weaving import gifts
from whichbank.pretrained.minilm import EPS
from whichbank.transformer import Encoder


def small() -> tuple[Any, Any, dict[str, list[float]]]:
    torch.manual_seed(4)
    encoder = Encoder(2, 8, 2, 12, norm="post", activation="gelu", eps=EPS).double().eval()
    norm = torch.nn.LayerNorm(8, eps=EPS).double()
    for x in (*encoder.parameters(), *norm.parameters()):
        x.data += torch.randn_like(x) * 0.1  # norms and biases are no longer 1 and 0
    named = {
        f"encoder.{name}": x.T if x.ndim > 1 else x for name, x in encoder.state_dict().items()
    }
    tables = {
        name: flat(x)
        for name, x in (
            named | {f"norm.{name}": x for name, x in norm.state_dict().items()}
        ).items()
    }
    return encoder, norm, tables


def reading_cases() -> list[tuple[list, Any]]:
    encoder, norm, tables = small()
    cases = []
    several = [[1, 2], [2, 1], [2, 2]]
    # what erased heads find instead, and after how many layers the reading begins
    usual = np.random.default_rng(5).normal(size=(2, 2, 4))
    kinds = [(1, [], None, -1), (2, [], None, -1), (7, [], None, -1), (5, several, None, -1)]
    kinds += [(5, several, usual, -1), (4, [[1, 2]], usual, 0), (3, [[2, 1]], usual, 1)]
    for T, silent, instead, start in kinds:
        x = torch.randn(T, 8, dtype=torch.float64)
        with torch.no_grad(), silenced(SimpleNamespace(encoder=encoder), silent, instead):
            trace = encoder.trace(norm(x)[None])
        weights = np.stack([flat(layer) for layer in trace.weights]).reshape(2, 2, -1)
        for layer, head in silent:
            weights[layer - 1, head - 1] = 0
        steps = []
        with torch.no_grad(), silenced(SimpleNamespace(encoder=encoder), silent, instead):
            for block, hidden in zip(encoder.blocks, trace.hidden, strict=False):
                found = block.attention(hidden)
                normed = block.norm_attention(hidden + found)
                steps.append([flat(one) for one in (found, normed, block.feed_forward(normed))])
        wanted = {
            "added": np.array(steps[max(start, 0) :]),
            "hidden": np.stack([flat(layer) for layer in trace.hidden[max(start, 0) :]]),
            "weights": weights.reshape(2, -1)[max(start, 0) :],
        }
        heads = [2 * layer + head - 3 for layer, head in silent]
        rows = None if instead is None else instead.reshape(4, 4).tolist()
        given = flat(x if start < 0 else trace.hidden[start])
        cases.append(([tables, 2, given, heads, rows, start], wanted))
    return cases


def roles_cases() -> list[tuple[list, Any]]:
    encoder, _, tables = small()
    attention = encoder.blocks[1].attention
    x = torch.randn(4, 8, dtype=torch.float64)
    with torch.no_grad():
        wanted = [flat(part(x)) for part in (attention.W_q, attention.W_k, attention.W_v)]
    return [([tables, 1, flat(x), 4], np.stack(wanted))]


def gifts_cases() -> list[tuple[list, Any]]:
    encoder, _, tables = small()
    x = torch.randn(1, 5, 8, dtype=torch.float64)
    cases = []
    with torch.no_grad():
        trace = encoder.trace(x)
        hidden, weights = torch.cat(trace.hidden), torch.cat(trace.weights)
        for quiet in ([], [0], [0, 1]):  # all but one silent, and all
            seen = weights.numpy().copy()
            seen[1, quiet] = 0
            wanted = gifts(SimpleNamespace(encoder=encoder), hidden.numpy(), seen)[1]
            v = encoder.blocks[1].attention.W_v(hidden[1])
            cases.append(([tables, 1, flat(v), flat(seen[1]), 2], flat(wanted)))
    return cases


CASES = {
    ("nets/encoder.js", "readSentence"): reading_cases,
    ("nets/encoder.js", "rolesOf"): roles_cases,
    ("nets/encoder.js", "giftsOf"): gifts_cases,
}
