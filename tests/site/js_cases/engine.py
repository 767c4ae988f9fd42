"""Cases for the arithmetic of engine.js, made by the kernels and by torch's slopes. All tables are
flat.
"""

import math
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from whichbank.attention import attend, softmax
from whichbank.masks import causal_mask

SIZES = ((1, 1, 1), (2, 3, 4), (5, 8, 2), (3, 17, 6), (7, 64, 9))


def flat(x: Any) -> Any:
    return np.asarray(x).ravel()


def product_cases() -> list[tuple[list, Any]]:
    """Inner sizes that four divides, and others."""
    draw = np.random.default_rng(1)
    pairs = [(draw.normal(size=(n, k)), draw.normal(size=(k, m))) for n, k, m in SIZES]
    return [([flat(a), flat(b), *a.shape, b.shape[1]], flat(a @ b)) for a, b in pairs]


def transposed_cases() -> list[tuple[list, Any]]:
    return [
        ([flat(a), *a.shape], flat(a.T)) for a in (np.arange(6.0).reshape(2, 3), np.ones((1, 1)))
    ]


def score_tables() -> list[np.ndarray]:
    draw = np.random.default_rng(2)
    return [
        *(draw.normal(size=shape) * by for shape, by in (((1, 1), 1), ((3, 5), 1), ((4, 9), 300))),
        np.array([[0.0, -math.inf, 1.0], [-math.inf] * 3]),
    ]


def softmax_cases() -> list[tuple[list, Any]]:
    return [([flat(x), *x.shape], flat(softmax(x))) for x in score_tables()]


def softmax_slope_cases() -> list[tuple[list, Any]]:
    cases = []
    for scores in score_tables()[:3]:
        x = torch.tensor(scores, requires_grad=True)
        weights = torch.softmax(x, -1)
        slope = torch.from_numpy(np.random.default_rng(3).normal(size=scores.shape))
        weights.backward(slope)
        cases.append(([flat(weights.detach()), flat(slope), *scores.shape], flat(x.grad)))
    return cases


def mask_cases() -> list[tuple[list, Any]]:
    return [
        ([T, start], flat(causal_mask(T, start=start)).astype(int))
        for T, start in ((1, 0), (4, 0), (1, 5), (3, 2))
    ]


def attend_cases() -> list[tuple[list, Any]]:
    """One head and more, without a mask, under the causal one, and with a row that may look at
    nothing.
    """
    draw, cases = np.random.default_rng(4), []
    for T, S, D, H in ((1, 1, 2, 1), (3, 5, 8, 2), (4, 4, 12, 4), (1, 7, 6, 3)):
        q, k, v = (draw.normal(size=(n, D)) for n in (T, S, S))
        split = [x.reshape(len(x), H, D // H).swapaxes(0, 1) for x in (q, k, v)]  # (H, T, d)
        hidden = draw.random((T, S)) < 0.6
        hidden[0] = False
        for mask in (None, causal_mask(T, start=S - T), hidden):
            out, weights = attend(*split, mask=mask, return_weights=True)
            given = None if mask is None else flat(mask).astype(int)
            wanted = {"out": flat(out.swapaxes(0, 1)), "weights": flat(weights)}
            cases.append(([flat(q), flat(k), flat(v), T, S, D, H, given], wanted))
    return cases


def weight_cases() -> list[tuple[list, Any]]:
    return [([*args[:2], *args[3:]], wanted["weights"]) for args, wanted in attend_cases()]


def mix_cases() -> list[tuple[list, Any]]:
    return [
        ([wanted["weights"], args[2], *args[3:7]], wanted["out"]) for args, wanted in attend_cases()
    ]


def linear_cases() -> list[tuple[list, Any]]:
    draw, cases = np.random.default_rng(5), []
    for n, k, m in SIZES:
        x, W, b = draw.normal(size=(n, k)), draw.normal(size=(k, m)), draw.normal(size=m)
        cases.append(
            (
                [flat(x), flat(W), b, n],
                flat(functional.linear(*map(torch.from_numpy, (x, W.T.copy(), b)))),
            )
        )
    return cases


def norm_cases() -> list[tuple[list, Any]]:
    draw, cases = np.random.default_rng(6), []
    for n, D, by in ((1, 2, 1.0), (3, 8, 1.0), (2, 5, 100.0)):
        x, gain, bias = draw.normal(size=(n, D)) * by, draw.normal(size=D), draw.normal(size=D)
        wanted = functional.layer_norm(
            torch.from_numpy(x), (D,), torch.from_numpy(gain), torch.from_numpy(bias)
        )
        cases.append(([flat(x), gain, bias, n], flat(wanted)))
    return cases


def gelu_cases() -> list[tuple[list, Any]]:
    x = np.concatenate([np.linspace(-9, 9, 181), [1e-9, -1e-9, 50.0]])
    return [([x], functional.gelu(torch.from_numpy(x)))]


def adam_cases() -> list[tuple[list, Any]]:
    """The third step of torch's Adam, from its state after two."""
    cases = []
    for rate in (0.01, 1.0):
        draw = np.random.default_rng(7)
        x = torch.tensor(draw.normal(size=5), requires_grad=True)
        descend = torch.optim.Adam([x], lr=rate)
        for _ in range(3):
            before, slope = x.detach().clone(), torch.from_numpy(draw.normal(size=5))
            kept = {k: v.clone() for k, v in descend.state[x].items()}
            x.grad = slope
            descend.step()
        state = {
            "count": 2,
            "mean": {"x": flat(kept["exp_avg"])},
            "square": {"x": flat(kept["exp_avg_sq"])},
        }
        cases.append(
            ([{"x": flat(before)}, {"x": flat(slope)}, state, rate], {"x": flat(x.detach())})
        )
    return cases


CASES = {
    ("nets/engine.js", "product"): product_cases,
    ("nets/engine.js", "transposed"): transposed_cases,
    ("nets/engine.js", "softmaxRows"): softmax_cases,
    ("nets/engine.js", "softmaxSlope"): softmax_slope_cases,
    ("nets/engine.js", "causalMask"): mask_cases,
    ("nets/engine.js", "headWeights"): weight_cases,
    ("nets/engine.js", "headMixes"): mix_cases,
    ("nets/engine.js", "attendHeads"): attend_cases,
    ("nets/engine.js", "linear"): linear_cases,
    ("nets/engine.js", "layerNorm"): norm_cases,
    ("nets/engine.js", "gelu"): gelu_cases,
    ("nets/engine.js", "adam"): adam_cases,
}
