"""Exercises of chapter bend: a small network, with a bend between its two matrices."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import numbers


def _relu(s: np.ndarray) -> np.ndarray:
    return np.maximum(s, 0)


def _network(
    x: np.ndarray,
    W_1: np.ndarray,
    b_1: np.ndarray,
    W_2: np.ndarray,
    b_2: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    first, last = (np.zeros_like(b_1), np.zeros_like(b_2)) if "no_constants" in bugs else (b_1, b_2)
    if "no_first_constant" in bugs:
        first = np.zeros_like(b_1)
    if "no_last_constant" in bugs:
        last = np.zeros_like(b_2)
    if "bent_first" in bugs:
        x = _relu(x)
    summed = x @ (W_1.T if "turned" in bugs else W_1)
    if "constant_late" in bugs:
        hidden = _relu(summed) + first
    elif "no_bend" in bugs or "bent_first" in bugs:
        hidden = summed + first
    elif "flipped" in bugs:
        hidden = np.abs(summed + first)
    else:
        hidden = _relu(summed + first)
    out = hidden @ W_2 + last
    return _relu(out) if "bent_last" in bugs else out


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(*given: Any) -> Case:
        names = ("x", "W_1", "b_1", "W_2", "b_2")
        return {n: np.array(one, dtype=float) for n, one in zip(names, given, strict=True)}

    yield case([-1, 1], [[-2, 2], [1, 1]], [-1, -2], [[1, -1], [2, 1]], [-1, -1])
    draw = [rng.choice([-3, -2, -1, 1, 2, 3], shape) for shape in [(2, 2), (2,), (2, 2), (2,)]]
    yield case([-1, rng.integers(1, 3)], *draw)


BY_HAND = Exercise(
    id="bend.1",
    title="Two units, by hand",
    kind="hand",
    difficulty=1,
    minutes=5,
    name="answer_bend_1",
    labels=("first number", "second number"),
    points=1,
    body=r"""
A word's vector is $x = (-1,\ 1)$, and a network of two units has the numbers

$$
\begin{aligned}
W_1 &= \begin{pmatrix} -2 & 2 \\ 1 & 1 \end{pmatrix}, & b_1 &= (-1,\ -2) \\
W_2 &= \begin{pmatrix} 1 & -1 \\ 2 & 1 \end{pmatrix}, & b_2 &= (-1,\ -1)
\end{aligned}
$$

What does it make of the word,

$$
\operatorname{relu}(x\, W_1 + b_1)\, W_2 + b_2\,?
$$

Enter two numbers: `[..., ...]`.
""",
    stub="""
answer_bend_1 = ...

check("bend.1", answer_bend_1)
""",
    reference=_network,
    cases=_hand_cases,
    shown={"no_bend": sections.STRAIGHT},
    mistakes={
        "no_bend": "Nothing is bent. After the first matrix and its constants, put 0 in the place "
        "of each negative number.",
        "bent_first": "The word itself is bent, before the first matrix. Multiply and add first, "
        "then bend.",
        "bent_last": "The result is bent, too. The bend comes once, between the two matrices; "
        "what comes out may be negative.",
        "constant_late": "The first constants are added after the bend. Add them before: they "
        "decide which unit is silent.",
        "no_constants": "The constants are missing. Add the first two before the bend, and the last "
        "two at the end.",
        "turned": "Rows and columns of the first matrix are swapped. Its first column belongs to "
        "unit 1, its second to unit 2.",
        "flipped": "A negative number has lost its sign. ReLU puts 0 in its place.",
    },
)


def _code_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(lead: tuple[int, ...], width: int, inner: int, out: int, by: float = 1.0) -> Case:
        return {
            "x": numbers(rng, *lead, width) * by,
            "W_1": numbers(rng, width, inner),
            "b_1": numbers(rng, inner) * by,
            "W_2": numbers(rng, inner, out),
            "b_2": numbers(rng, out) * by,
        }

    yield {
        "x": np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        "W_1": np.ones((2, 2)),
        "b_1": np.array([0.0, -1.0]),
        "W_2": np.array([[1.0], [-2.0]]),
        "b_2": np.zeros(1),
    }
    yield Special("for a single word", case((1,), 3, 5, 2))
    yield case((4,), 3, 6, 5)
    yield Special("with a batch axis", case((2, 3), 4, 7, 5))
    yield Special("with large numbers", case((5,), 2, 3, 4, by=300.0))


NETWORK = Exercise(
    id="bend.2",
    title="A network with one bend",
    kind="code",
    difficulty=2,
    minutes=10,
    name="mlp",
    points=2,
    body=r"""
Write `mlp(x, W_1, b_1, W_2, b_2)`: for each word, on its own,

$$
\operatorname{relu}(x\, W_1 + b_1)\, W_2 + b_2
$$

`x` has the shape $(T, D)$, or $(B, T, D)$ for a batch; `W_1` $(D, F)$, `b_1` $(F,)$, `W_2`
$(F, E)$ and `b_2` $(E,)$. The result has the shape $(T, E)$, or $(B, T, E)$. Leave the inputs as
they are.
""",
    stub='''
def mlp(x, W_1, b_1, W_2, b_2):
    """What a small network with one bend makes of each word."""
    ...


check("bend.2", mlp)
''',
    reference=_network,
    cases=_code_cases,
    properties=("finite",),
    other="Go through the hidden units one by one: each adds its own row of W_2, times what its "
    "ReLU lets through.",
    shown={"no_bend": sections.STRAIGHT},
    mistakes={
        "no_bend": "There is no ReLU, so that the two matrices are one. Put 0 in the place of "
        "negative numbers between them.",
        "bent_first": "The words are bent before the first matrix. Multiply and add first, then "
        "bend.",
        "bent_last": "The result is bent, too. The bend comes once, between the two matrices; "
        "what comes out may be negative.",
        "constant_late": "The first constant is added after the bend. Add it before: it decides "
        "which unit is silent.",
        "no_first_constant": "The first constant is missing, so that other units are silent. Add it before "
        "the bend.",
        "no_last_constant": "The last constant is missing. Add it at the end, after the second matrix.",
        "no_constants": "Both constants are missing. Add the first before the bend, the last at the end.",
        "flipped": "A negative number has lost its sign. ReLU puts 0 in its place.",
    },
)


EXERCISES = (BY_HAND, NETWORK)
