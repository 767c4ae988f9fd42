"""Cases for the kernels of kernels.js."""

import math
from typing import Any

import numpy as np

from whichbank._packing import pack, unpack
from whichbank.attention import attend, mix, self_attention, similarity, softmax


def sentences() -> list[np.ndarray]:
    """Word vectors of many kinds: random, extreme, one word, one-hot, all alike, of length 0."""
    rng = np.random.default_rng(7)
    return [
        *(rng.normal(size=(t, d)) for t, d in ((3, 2), (5, 4), (8, 16))),
        1e3 * rng.uniform(-1, 1, size=(4, 3)),
        np.array([[1e3, -1e3], [-1e3, 1e3], [1e-3, 1e3]]),
        rng.normal(size=(1, 5)),
        np.eye(4),
        np.ones((3, 2)),
        np.zeros((2, 2)),
    ]


def score_rows() -> list[np.ndarray]:
    inf = math.inf
    rows = [row for x in sentences() for row in similarity(x, x)]
    return [
        *rows,
        np.array([1e3, -1e3, 0.0]),
        np.array([-inf, 0.0, 1.0]),
        np.array([-inf, -inf]),
        np.array([3.0]),
    ]


def shadow_cases() -> list[tuple[list, Any]]:
    """Where the shadow of a vector on another ends, and how long it is: less than 0 on the far side
    of the origin.
    """
    pairs = [
        ([1, 1], [2, 0]),
        ([1, 1], [0, 1]),
        ([2, 0.5], [-1, 0.3]),
        ([0.2, -1.5], [1.5, 1.5]),
        ([1, 2], [0, 0]),
    ]
    cases = []
    for a, b in (map(np.array, pair) for pair in pairs):
        score, size = float(a @ b), max(np.linalg.norm(b), 1e-150)
        cases.append(([a, b], {"foot": b * score / size**2, "length": score / size}))
    return cases


def similarity_cases() -> list[tuple[list, Any]]:
    return [([x, x[::-1]], similarity(x, x[::-1].copy())) for x in sentences()]


def softmax_cases() -> list[tuple[list, Any]]:
    return [
        ([row, t], softmax(row, temperature=t)) for row in score_rows() for t in (1.0, 0.01, 30.0)
    ]


def mix_cases() -> list[tuple[list, Any]]:
    tables = [(softmax(similarity(x, x)), x) for x in sentences()]
    tables.append(
        (
            np.array([[0.4, 0.01, 0.02], [1e3, -1e3, 0.0]]),
            np.array([[0.0, 2.0], [1.0, 1.0], [0.0, 1.0]]),
        )
    )
    return [([weights, x], mix(weights, x, check_rows=False)) for weights, x in tables]


def self_attention_cases() -> list[tuple[list, Any]]:
    cases = []
    for x in sentences():
        out, weights = self_attention(x)
        cases.append(([x], {"scores": similarity(x, x), "weights": weights, "out": out}))
    return cases


def matmul_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(8)
    tables = [(x, rng.normal(size=(x.shape[1], width))) for x in sentences() for width in (1, 2, 7)]
    return [([a, b], a @ b) for a, b in tables]


def attend_cases() -> list[tuple[list, Any]]:
    """Queries, keys and values of different sizes, with the scale left out and given, and under a
    mask.
    """
    rng = np.random.default_rng(9)
    cases = []
    for k in sentences():
        q, v = rng.normal(size=(4, k.shape[1])), rng.normal(size=(len(k), 3))
        for given in ([], [1.0], [0.1]):
            out, weights = attend(q, k, v, scale=given[0] if given else None, return_weights=True)
            cases.append(
                ([q, k, v, *given], {"scores": similarity(q, k), "weights": weights, "out": out})
            )
        mask = rng.random((4, len(k))) < 0.6  # rows that are masked whole among them
        out, weights = attend(q, k, v, mask=mask, scale=0.5, return_weights=True)
        cases.append(
            ([q, k, v, 0.5, mask], {"scores": similarity(q, k), "weights": weights, "out": out})
        )
    return cases


def pairs() -> list[tuple[np.ndarray, np.ndarray]]:
    return [(x[0], x[-1]) for x in sentences()]


def unpack_cases() -> list[tuple[list, Any]]:
    """Single tables out of packed ones that are square, tall, wide and as many as the real model
    has.
    """
    cases = []
    for heads, T, S, some in (
        (2, 7, 9, (0, 1)),
        (1, 1, 1, (0,)),
        (3, 5, 2, (0, 2)),
        (72, 13, 13, (0, 11, 42, 71)),
    ):
        packed = pack(np.random.default_rng(T).dirichlet(np.full(S, 0.3), size=(heads, T)))
        cases += [([packed, T, S, at], unpack(packed, (heads, T, S))[at]) for at in some]
    return cases


CASES = {
    ("nets/kernels.js", "unpack"): unpack_cases,
    ("nets/kernels.js", "ranked"): lambda: [
        ([row], np.argsort(-row, kind="stable")) for row in score_rows()
    ],
    ("nets/kernels.js", "dot"): lambda: [([a, b], similarity(a, b)) for a, b in pairs()],
    ("nets/kernels.js", "shadow"): shadow_cases,
    ("nets/kernels.js", "similarity"): similarity_cases,
    ("nets/kernels.js", "softmax"): softmax_cases,
    ("nets/kernels.js", "matmul"): matmul_cases,
    ("nets/kernels.js", "mix"): mix_cases,
    ("nets/kernels.js", "attend"): attend_cases,
    ("nets/kernels.js", "selfAttention"): self_attention_cases,
}
