"""The arithmetic of the live figures is the kernels' arithmetic: the same cases in Python and in the browser."""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

import whichbank.figures.base
from whichbank.attention import mix, self_attention, similarity, softmax
from whichbank.figures.mixing import MixingTable

ROOM = 1e-6
FIGURES = whichbank.figures.base.HERE


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
    return [*rows, np.array([1e3, -1e3, 0.0]), np.array([-inf, 0.0, 1.0]), np.array([-inf, -inf]), np.array([3.0])]


def similarity_cases() -> list[tuple[list, Any]]:
    return [([x, x[::-1]], similarity(x, x[::-1].copy())) for x in sentences()]


def softmax_cases() -> list[tuple[list, Any]]:
    return [([row, t], softmax(row, temperature=t)) for row in score_rows() for t in (1.0, 0.01, 30.0)]


def mix_cases() -> list[tuple[list, Any]]:
    tables = [(softmax(similarity(x, x)), x) for x in sentences()]
    tables.append((np.array([[0.4, 0.01, 0.02], [1e3, -1e3, 0.0]]), np.array([[0.0, 2.0], [1.0, 1.0], [0.0, 1.0]])))
    return [([weights, x], mix(weights, x, check_rows=False)) for weights, x in tables]


def self_attention_cases() -> list[tuple[list, Any]]:
    cases = []
    for x in sentences():
        out, weights = self_attention(x)
        cases.append(([x], {"scores": similarity(x, x), "weights": weights, "out": out}))
    return cases


def pairs() -> list[tuple[np.ndarray, np.ndarray]]:
    return [(x[0], x[-1]) for x in sentences()]


def inside_cases() -> list[tuple[list, Any]]:
    """Whether a point lies inside: told by the figure's own Python side."""
    corners = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    weights = np.random.default_rng(3).uniform(-0.5, 1.2, size=(30, 3))
    cases = []
    for row in weights:
        fig = MixingTable(["a", "b", "c"], corners, [row, [0, 0, 1], [1, 0, 0]])
        cases.append(([fig.new_vectors[0], corners], float(fig.inside[0])))
    return cases


# For every function that a module exports, save the figure itself and what draws (parts.js, labels.js): its cases.
CASES: dict[tuple[str, str], Callable[[], list[tuple[list, Any]]]] = {
    ("kernels.js", "dot"): lambda: [([a, b], similarity(a, b)) for a, b in pairs()],
    ("kernels.js", "similarity"): similarity_cases,
    ("kernels.js", "softmax"): softmax_cases,
    ("kernels.js", "mix"): mix_cases,
    ("kernels.js", "selfAttention"): self_attention_cases,
    ("mixing.js", "inside"): inside_cases,
    ("share.js", "distance"): lambda: [([a, b], np.linalg.norm(a - b)) for a, b in pairs()],
}
EXPORT = re.compile(r"^export (?:function|const|class) (\w+)", re.MULTILINE)


def exported() -> set[tuple[str, str]]:
    files = (file for file in FIGURES.glob("*.js") if file.name not in ("parts.js", "labels.js"))
    return {(file.name, name) for file in files for name in EXPORT.findall(file.read_text(encoding="utf-8"))}


def test_every_exported_function_has_cases():
    assert exported() == set(CASES), "add cases to tests/site/test_js_kernels.py"


def leaves(value: Any) -> list[np.ndarray]:
    if isinstance(value, dict):
        return [np.asarray(value[name], dtype=float) for name in sorted(value)]
    return [np.asarray(value, dtype=float)]


def listed(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(site + "search.html")
    yield page
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize(("module", "name"), sorted(CASES), ids=map("-".join, sorted(CASES)))
def test_javascript_agrees_with_python(module, name, page, measured):
    cases = CASES[module, name]()
    results = page.evaluate(
        "async ([module, name, cases]) => {"
        " const used = await import(new URL(`_static/figures/${module}`, document.baseURI));"
        " return cases.map((args) => used[name](...args)); }",
        [module, name, [[listed(arg) for arg in args] for args, _ in cases]],
    )
    worst = 0.0
    for (args, expected), result in zip(cases, results, strict=True):
        for wanted, got in zip(leaves(expected), leaves(result), strict=True):
            assert got.shape == wanted.shape, f"{name}{tuple(args)}"
            assert np.isfinite([got, wanted]).all(), f"{name}{tuple(args)}"  # NaN would pass for a small difference
            # A number that cancels out of far larger ones is held to their last digits, not to its own.
            floor = 1e-9 * max(
                (np.abs(x[np.isfinite(x)]).max(initial=0) for arg in args for x in leaves(arg)), default=0
            )
            size = np.maximum(np.abs(wanted), max(floor, 1e-300))
            worst = max(worst, float((np.abs(got - wanted) / size).max(initial=0)))
    measured(f"JavaScript against Python, {module} {name}: {worst:.1e} at most, over {len(cases)} cases")
    assert worst <= ROOM
