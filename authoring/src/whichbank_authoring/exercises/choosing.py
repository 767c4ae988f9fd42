"""Exercises of chapter choosing, similarity and softmax."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import steep
from ._softmax import rows_to_weights


def _weights_by_hand(scores: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "negated" in bugs:
        scores = -scores
    if "scaled" in bugs:
        scores = scores / np.sqrt(2)
    if "powers_of_2" in bugs:
        grown = 2.0**scores
    elif "powers_of_10" in bugs:
        grown = 10.0**scores
    elif "no_exp" in bugs:
        grown = scores
    else:
        grown = np.e**scores
    if "not_divided" in bugs:
        return grown
    if "largest" in bugs:
        return grown / grown.max()
    if "scores_total" in bugs:
        return grown / scores.sum()
    return grown / grown.sum()


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"scores": np.array([2.0, 2.0, 1.0])}
    yield {"scores": rng.choice([0.5, 1.0, 1.5, 2.0, 2.5, 3.0], 3)}


BY_HAND = Exercise(
    id="choosing.1",
    title="From scores to weights, by hand",
    kind="hand",
    difficulty=2,
    minutes=5,
    name="answer_choosing_1",
    labels=("money", "bank", "grows"),
    points=1,
    body="""
In "money bank grows" the scores of bank are $(2, 2, 1)$. Turn them into weights by softmax, with a
pocket calculator ($e \\approx 2.718$, $e^2 \\approx 7.389$). The chapter shows two decimals. Enter
three numbers, each rounded to three: `[..., ..., ...]`.
""",
    stub="""
answer_choosing_1 = ...

check("choosing.1", answer_choosing_1)
""",
    reference=_weights_by_hand,
    cases=_hand_cases,
    shown={"no_exp": sections.BY_SUM},
    mistakes={
        "no_exp": "These are the scores divided by their sum (powers of 2 give the same numbers "
        "here). Take e to the power of each score first.",
        "powers_of_2": "These are powers of 2. Softmax takes powers of e, about 2.718.",
        "powers_of_10": "These are powers of 10. Softmax takes powers of e, about 2.718.",
        "not_divided": "These are the powers of e. Divide each by the sum of all three, so that "
        "they sum to 1.",
        "largest": "Each power is divided by the largest one. Divide by the sum of all three.",
        "scores_total": "The powers of e are divided by the sum of the scores. Divide by the sum "
        "of the powers.",
        "scaled": "The scores are divided by a root first. That comes in chapter roles: here each "
        "score is an exponent as it is.",
        "negated": "The powers have a minus sign, so the smallest score gets the largest weight. "
        "Leave the minus out.",
    },
    equivalents={
        "powers_of_2": (
            "no_exp",
            "For the scores (2, 2, 1) the powers of 2 are (4, 4, 2), twice the scores, so both "
            "give (0.4, 0.4, 0.2).",
        )
    },
)


def _softmax(scores: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    axis = 0 if "wrong_axis" in bugs else -1
    if "no_exp" in bugs:
        return scores / scores.sum(axis=axis, keepdims=True)
    if "negated" in bugs:
        scores = -scores
    if "no_max" in bugs:
        top = np.zeros(1)
    elif "table_max" in bugs:
        top = scores.max()
    elif "first_score" in bugs:
        top = scores.take([0], axis=axis)
    else:
        top = scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores - top)
    if "not_divided" in bugs:
        return grown
    if "table_total" in bugs:
        return grown / grown.sum()
    if "no_keepdims" in bugs:
        return grown / grown.sum(axis=axis)
    return grown / grown.sum(axis=axis, keepdims=True)


def _scores(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(-1.2, 1.2, shape), 2)


def _softmax_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"scores": np.array([2.0, 2.0, 1.0])}
    yield Special("for a single score", {"scores": _scores(rng, 1)})
    yield {"scores": _scores(rng, 2, 4)}
    yield {"scores": _scores(rng, 3, 3)}
    yield Special("with a stack of tables", {"scores": _scores(rng, 4, 3, 5)})
    yield Special("with large scores", {"scores": steep(rng)})


SOFTMAX = Exercise(
    id="choosing.2",
    title="A softmax that does not overflow",
    kind="code",
    difficulty=2,
    minutes=10,
    name="softmax",
    points=2,
    body=r"""
Write `softmax(scores)` over the **last axis**,

$$w_i = \frac{\exp(s_i)}{\sum_j \exp(s_j)}.$$

`scores` is one row, a table, or a stack of tables; the result has the same shape. It must also work
for scores such as 1000 or −1000, where `np.exp` alone gives `inf` or 0: adding the same number to
all scores of a row changes no weight, so you may choose a better one. Leave the input as it is.
""",
    stub='''
def softmax(scores):
    """Weights of the scores, positive and summing to 1 along the last axis."""
    ...


check("choosing.2", softmax)
''',
    reference=_softmax,
    cases=_softmax_cases,
    properties=("not_negative", "rows_sum_to_1", "shift_invariant"),
    other="A weight is also 1 over the sum of the exponentials of all differences to its own "
    "score. Only differences count, so there is no maximum to subtract.",
    shown={"wrong_axis": sections.AXIS, "no_max": sections.LARGE, "no_exp": sections.BY_SUM},
    mistakes={
        "wrong_axis": "The columns sum to 1 here. Each row is one word's weights: take axis=-1, "
        "for the largest score and for the sum.",
        "no_max": "Scores near 1000 overflow: np.exp gives inf, and near -1000 it gives 0. "
        "Subtract the largest score of each row first.",
        "table_max": "The largest score of the whole table is subtracted. A row far below it "
        "becomes 0 divided by 0. Subtract each row's own largest score.",
        "first_score": "The first score of each row is subtracted. Where another is far larger, "
        "np.exp still overflows. Subtract the row's largest score.",
        "not_divided": "The exponentials of a row do not sum to 1. Divide them by their sum.",
        "negated": "The scores have a minus sign, so the smallest score gets the largest weight. "
        "Leave the minus out.",
        "table_total": "Each exponential is divided by the sum of the whole table. Divide by the "
        "sum of its own row.",
        "no_keepdims": "The sums of the rows are laid along the columns. Keep the axis "
        "(keepdims=True), so that each row is divided by its own sum.",
        "no_exp": "The scores are divided by their sum, without exp. A negative score then gives "
        "a negative weight.",
    },
)


def _self_attention(E: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "dimensions_compared" in bugs:
        weights = rows_to_weights(E.T @ E, bugs)
        return E @ (weights.T if "columns_mixed" in bugs else weights)
    scores = E @ E.T
    if "cosine" in bugs:
        lengths = np.sqrt(np.diag(scores))
        scores = scores / np.outer(lengths, lengths)
    if "distance" in bugs or "squared_distance" in bugs:
        gaps = ((E[:, None] - E[None]) ** 2).sum(axis=-1)
        scores = -gaps if "squared_distance" in bugs else -np.sqrt(gaps)
    if "scaled" in bugs:
        scores = scores / np.sqrt(E.shape[1])
    weights = scores if "raw_scores" in bugs else rows_to_weights(scores, bugs)
    if "transposed" in bugs:
        weights = weights.T
    if "weights_returned" in bugs:
        return weights
    return E + weights @ E if "old_added" in bugs else weights @ E


def _attention_cases(rng: np.random.Generator) -> Iterator[Case]:
    def table(words: int, dimensions: int) -> np.ndarray:
        return np.round(
            rng.uniform(0.2, 1.1, (words, dimensions)) * rng.choice([-1, 1], (words, dimensions)), 2
        )

    yield {"E": np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])}
    yield Special("for a single word", {"E": table(1, 3)})
    yield {"E": table(2, 5)}
    yield {"E": table(4, 3)}
    yield {"E": table(3, 3)}  # here E @ E without a transpose fits
    yield {"E": table(5, 2)}
    # three words lie far off, side by side; one is halfway there, and one on the other side
    half, beside = float(rng.integers(28, 33)), rng.permutation([-6.0, 0.0, 1.0])
    far = np.array([*([2 * half, one, 0] for one in beside), [half, 1, 0], [-half, 0, 0]])
    far[:, 2] = rng.integers(1, 9) / 8
    yield Special("with large scores", {"E": rng.permutation(far) * rng.choice([-1, 1], 3)})


SELF_ATTENTION = Exercise(
    id="choosing.3",
    title="Self-attention in one function",
    kind="code",
    difficulty=3,
    minutes=15,
    name="self_attention",
    points=3,
    body=r"""
Write `self_attention(E)`: the new vectors of all words of a sentence,

$$E' = \operatorname{softmax}(E E^\top)\, E,$$

with the softmax over each row. `E` has one row for each word, and so has the result. Return the new
vectors alone, not the weights. The scores can be large: use the `softmax` that you have just
written. Leave the input as it is.
""",
    stub='''
def self_attention(E):
    """New vectors of all words: softmax(E Eᵀ) E."""
    ...


check("choosing.3", self_attention)
''',
    reference=_self_attention,
    cases=_attention_cases,
    styles=("columns_mixed",),
    properties=("stays_inside", "follows_order"),
    other="torch's `scaled_dot_product_attention` does all of it in one call: E is query, key "
    "and value, and the scale is 1.",
    shown={
        "wrong_axis": sections.AXIS,
        "raw_scores": sections.RAW_SCORES,
        "no_max": sections.LARGE,
    },
    mistakes={
        "wrong_axis": "The columns of the weights sum to 1, not the rows. Take the softmax over "
        "the last axis, and do not transpose the weights afterwards.",
        "transposed": "The weights are transposed before they mix. Word 0 is mixed with row 0 of "
        "the weights.",
        "raw_scores": "The scores are used as weights. Put each row of them through a softmax "
        "first.",
        "scaled": "The scores are divided by the square root of the dimension. That comes in "
        "chapter roles; here it is the plain dot product.",
        "cosine": "The scores are cosines. Here they are plain dot products: do not divide by "
        "the lengths.",
        "distance": "The scores are negative distances. They also grow as words come closer, but "
        "they are not dot products: a long vector then loses its weight.",
        "squared_distance": "The scores are negative squared distances. They also grow as words "
        "come closer, but they are not dot products: a long vector then loses its weight.",
        "old_added": "The old vectors are added on top of the mix. Their share is already in the "
        "weights.",
        "weights_returned": "These are the weights. Use them to mix the vectors: multiply them "
        "by E.",
        "dimensions_compared": "The scores compare the dimensions with each other (Eᵀ E). "
        "Compare the words: E Eᵀ.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "table_total": "The exponentials are divided by the sum of the whole table. Divide each "
        "row by its own sum.",
    },
    equivalents={
        "transposed": (
            "wrong_axis",
            "E Eᵀ is symmetric, so a softmax over its columns is the transpose of the softmax "
            "over its rows.",
        )
    },
)

EXPLORE = Exercise(
    id="choosing.4",
    title="Turn up the temperature",
    kind="explore",
    difficulty=2,
    minutes=15,
    body="""
The temperature $\\tau$ divides the scores before the softmax. The chapter looked at both ends of
the knob. Now look at what lies between them, for "money bank grows".

1. Print new bank for 30 values of $\\tau$ from 0.05 to 50, or draw it. All these vectors lie on one
   line. Which two of bank's weights are equal at every $\\tau$, and why does that make a line? Find
   scores of your own with which it bends.
2. At which $\\tau$ is new grows exactly half money? Find it by trying, and then on paper: the
   scores of grows are $(2, 1, 1)$.
3. Double all vectors of the sentence. Which $\\tau$ gives back the old weights? And which, when all
   vectors become $a$ times as long?
""",
)

EXERCISES = (BY_HAND, SOFTMAX, SELF_ATTENTION, EXPLORE)
