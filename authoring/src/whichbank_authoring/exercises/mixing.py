"""Exercises of chapter mixing, mixing by hand."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections

MONEY, BANK, GROWS = [2.0, 0.0], [1.0, 1.0], [1.0, 0.0]
TABLE = [[0.7, 0.2, 0.1], [0.25, 0.7, 0.05], [0.1, 0.2, 0.7]]


def _new_grows(
    weights: np.ndarray, vectors: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    word = 0 if "first_row" in bugs else 2
    row = weights[:, word] if "column" in bugs else weights[word]
    if "weights_turned" in bugs:
        row = row[::-1]
    if "equal_weights" in bugs:
        row = np.full(len(row), 1 / len(row))
    if "plain_sum" in bugs:
        row = np.ones(len(row))
    if "own_vector_left_out" in bugs:
        row = row * (np.arange(len(row)) != word)
    mixed = row @ vectors
    return mixed[::-1] if "swapped_axes" in bugs else mixed


def _grows_cases(rng: np.random.Generator) -> Iterator[Case]:
    weights = [[0.6, 0.3, 0.1], [0.35, 0.45, 0.2], [0.4, 0.1, 0.5]]
    yield {"weights": np.array(weights), "vectors": np.array([MONEY, BANK, GROWS])}
    yield {"weights": np.array([[0.8, 0.15, 0.05], [0.3, 0.6, 0.1], [0.4, 0.01, 0.59]]),
           "vectors": np.round(rng.uniform(0, 3, (3, 2)), 1)}  # fmt: skip


BY_HAND = Exercise(
    id="mixing.1",
    title="The new vector of grows, by hand",
    kind="hand",
    difficulty=1,
    minutes=5,
    name="answer_mixing_1",
    labels=("finance", "nature"),
    points=1,
    body=r"""
In "money bank grows" the words have the vectors money $= [2, 0]$, bank $= [1, 1]$, grows
$= [1, 0]$. Here the weights are **not** those of the chapter:

| new vector of | money | bank | grows |
|---|---|---|---|
| **money** | 0.6 | 0.3 | 0.1 |
| **bank** | 0.35 | 0.45 | 0.2 |
| **grows** | 0.4 | 0.1 | 0.5 |

What is the new vector of grows? Enter two numbers: `[..., ...]`.
""",
    stub="""
answer_mixing_1 = ...

check("mixing.1", answer_mixing_1)
""",
    reference=_new_grows,
    cases=_grows_cases,
    mistakes={
        "first_row": "This is the new vector of money. The weights of grows are in the row of "
        "grows.",
        "column": "These weights come from the column of grows. A word's weights are in its row.",
        "swapped_axes": "The two numbers are swapped. The first number is the one on the finance "
        "axis.",
        "weights_turned": "The weights are used in the wrong order. 0.4 belongs to money and 0.5 "
        "to grows.",
        "equal_weights": "This is the plain mean of the three vectors. Multiply each by its own "
        "weight.",
        "plain_sum": "This is the sum of the three vectors. Multiply each by its weight before "
        "adding.",
        "own_vector_left_out": "Grows itself is missing from the mix. Add 0.5 of its own vector.",
    },
)


def _mix_all(
    weights: np.ndarray, vectors: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "transposed" in bugs:
        weights = weights.T
    if "columns_normalized" in bugs:
        weights = weights / weights.sum(axis=0)
    if "equal_weights" in bugs:
        weights = np.ones(weights.shape) / weights.shape[1]
    if "mid_update" in bugs:
        mixed = vectors.copy()
        for i, row in enumerate(weights):
            mixed[i] = row @ mixed
    else:
        mixed = weights @ vectors
    if "old_added" in bugs:
        mixed = vectors + mixed
    if "first_row_only" in bugs:
        return mixed[0]
    if "last_row_missing" in bugs:
        mixed[-1] = 0
    if "result_turned" in bugs:
        return mixed.T
    return mixed


def _shares(rng: np.random.Generator, rows: int, columns: int) -> np.ndarray:
    """Rows of positive weights, to two digits, that sum to 1."""
    parts = rng.dirichlet(np.full(columns, 1.5), rows)
    parts = np.maximum(np.round(parts, 2), 0.01)
    parts[np.arange(rows), parts.argmax(axis=1)] += 1 - parts.sum(axis=1)
    return np.round(parts, 2)


def _signed(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.2, 2.0, shape) * rng.choice([-1.0, 1.0], shape), 2)


def _mix_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"weights": np.array(TABLE), "vectors": np.array([MONEY, BANK, GROWS])}
    yield {"weights": _shares(rng, 4, 4), "vectors": _signed(rng, 4, 3)}
    yield Special("for a single word", {"weights": np.ones((1, 1)), "vectors": _signed(rng, 1, 2)})
    wide = {"weights": _shares(rng, 2, 5), "vectors": _signed(rng, 5, 3)}
    yield Special("where weights is not square", wide)
    tall = {"weights": _shares(rng, 4, 3), "vectors": _signed(rng, 3, 5)}
    yield Special("where weights is not square", tall)
    yield Special(
        "with large numbers", {"weights": _shares(rng, 3, 3), "vectors": _signed(rng, 3, 4) * 1000}
    )
    outside = _shares(rng, 5, 5) + np.roll([0.8, -0.8, 0.0, 0.0, 0.0], rng.integers(5))
    yield Special(
        "with a negative weight", {"weights": np.round(outside, 2), "vectors": _signed(rng, 5, 2)}
    )


MIX_ALL = Exercise(
    id="mixing.2",
    title="Mix a whole table",
    kind="code",
    difficulty=2,
    minutes=10,
    name="mix_all",
    points=2,
    body="""
Write `mix_all(weights, vectors)`: the new vectors of all words at once, each a mix of the **old**
vectors.

- `vectors` has one row for each word of the sentence.
- `weights` has one row for each new vector, and one column for each word. Each row sums to 1; a
  weight may be negative. It need not be square: with two rows you get two new vectors.
- The result has one row for each row of `weights`. Leave the inputs as they are.
""",
    stub='''
def mix_all(weights, vectors):
    """New vectors, one for each row of weights, mixed from all rows of vectors."""
    ...


check("mixing.2", mix_all)
''',
    reference=_mix_all,
    cases=_mix_cases,
    properties=("linear", "stays_inside"),
    other="The same without a matrix product: multiply every weight by every vector through "
    "broadcasting, then sum over the words.",
    shown={"mid_update": sections.OLD_AND_NEW},
    mistakes={
        "transposed": "The table is transposed: new vector 0 is mixed with column 0 of the "
        "weights. It must be mixed with row 0.",
        "columns_normalized": "The weights are divided by the sums of their columns. It is the "
        "rows that sum to 1, and they already do.",
        "mid_update": "Old and new vectors are mixed up: a new vector overwrites an old one that "
        "the next rows still need. Write the new vectors to a new table.",
        "equal_weights": "Each new vector is the plain mean of all vectors. Use the weights.",
        "old_added": "The old vector is added on top of the mix. Its share is already in the "
        "weights.",
        "first_row_only": "Only the first new vector comes back. If you have a loop, the return "
        "is inside it.",
        "last_row_missing": "The last new vector is all zeros. A loop that ends one row too "
        "early does that.",
        "result_turned": "The result is transposed: it has one row for each dimension. It needs "
        "one row for each new vector.",
    },
)


def _mend(weights: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "softmax" in bugs:
        grown = np.exp(weights - weights.max(axis=1, keepdims=True))
        return grown / grown.sum(axis=1, keepdims=True)
    axis = 0 if "columns" in bugs else 1
    if "rest_shared_out" in bugs:
        missing = 1 - weights.sum(axis=axis, keepdims=True)
        return weights + missing / weights.shape[axis]
    if "largest" in bugs:
        total = weights.max(axis=axis, keepdims=True)
    elif "length_1" in bugs:
        total = np.sqrt((weights**2).sum(axis=axis, keepdims=True))
    elif "whole_table" in bugs:
        total = weights.sum(keepdims=True)
    else:
        total = weights.sum(axis=axis, keepdims=True)
    if "zeros_divided" not in bugs:
        total = np.where(total == 0, 1, total)
    if "no_keepdims" in bugs:
        total = total[:, 0] if axis == 1 else total[0]
    mended = weights / total
    if "zeros_filled" in bugs:
        empty = weights.sum(axis=1) == 0
        mended[empty] = 1 / weights.shape[1]
    return mended


def _mend_cases(rng: np.random.Generator) -> Iterator[Case]:
    def table(rows: int, columns: int) -> np.ndarray:
        return np.round(rng.uniform(0.05, 0.95, (rows, columns)), 2)

    yield {"weights": np.array([[0.8, 0.1, 0.05], [0.25, 0.78, 0.02], [0.4, 0.01, 0.02]])}
    yield {"weights": table(2, 4)}
    yield Special("for a single weight", {"weights": table(1, 1)})
    yield Special("with large weights", {"weights": np.round(table(1, 5) * 1000)})
    zeros = table(4, 3)
    zeros[2] = 0
    yield Special("with a row of zeros", {"weights": zeros})
    nearly = table(5, 2)
    nearly[1, 1], nearly[3, 1] = 0.995 - nearly[1, 0], 1.004 - nearly[3, 0]
    yield {"weights": nearly}
    inside = table(3, 6)
    inside[[0, 1, 1], [0, *rng.permutation(6)[:2]]] = 0
    yield Special("with a zero in a row", {"weights": inside})
    yield Special(
        "with a row of tiny weights", {"weights": np.maximum(table(2, 3), 0.4) * [[1.0], [3e-8]]}
    )


MEND = Exercise(
    id="mixing.3",
    title="Mend the first table",
    kind="code",
    difficulty=2,
    minutes=10,
    name="mend",
    points=2,
    body="""
The weights for "river bank flows", as first written, have rows that sum to 0.95, 1.05 and 0.43.
Write `mend(weights)`: scale each **row** so that it sums to 1, and so that its weights keep their
proportions. A row of zeros has no proportions to keep: leave it zeros. No weight is negative. Leave
the input as it is.
""",
    stub='''
def mend(weights):
    """The table with each row scaled to sum to 1; a row of zeros stays zeros."""
    ...


check("mixing.3", mend)
''',
    reference=_mend,
    cases=_mend_cases,
    properties=("not_negative", "rows_sum_to_1_or_0", "scale_free"),
    other="`np.divide` can be told where to divide and what to write into: the rows with a sum "
    "of 0 are left out, and stay zeros.",
    shown={"rest_shared_out": sections.MENDING},
    mistakes={
        "columns": "The columns sum to 1 here. It is each row that is one word's recipe: sum "
        "over axis=1.",
        "whole_table": "All weights are divided by the sum of the whole table. Divide each row "
        "by its own sum.",
        "softmax": "This is a softmax. It changes the proportions: a weight that was twice "
        "another no longer is. Divide each row by its sum.",
        "rest_shared_out": "What is missing from 1 is shared out equally. That changes the "
        "proportions: divide each row by its sum.",
        "largest": "Each row is divided by its largest weight. Divide it by its sum.",
        "length_1": "Each row has length 1 now: its squares sum to 1. Its weights must sum to 1, "
        "so divide by the sum.",
        "no_keepdims": "The sums of the rows are laid along the columns. Keep the axis "
        "(keepdims=True), so that each row is divided by its own sum.",
        "zeros_divided": "A row of zeros turns into nan, since its sum is 0. Leave such a row as "
        "it is.",
        "zeros_filled": "A row of zeros turns into equal weights. Here it stays zeros.",
    },
)

EXPLORE = Exercise(
    id="mixing.4",
    title="Outside the triangle",
    kind="explore",
    difficulty=2,
    minutes=15,
    body="""
Go back to the two figures with bars: the first is for "money bank grows"; in the second, for "river
bank flows", the bars go below 0.

1. In the **first** figure choose *bank*. Find weights that sum to 1 and put the mix on the side
   between *money* and *bank*. What is the weight of *grows*?
2. Choose *bank* in the **second** figure too. Before you move a bar, guess: where do 1 *river*,
   −0.3 *bank* and 0.3 *flows* put the mix? Set them. Then find other weights that sum to 1 and put
   the mix outside across the long side, between *river* and *bank*. Which weight must be negative,
   and why?
3. Still in the second figure, choose *flows* in the table as first written: its row sums to 0.43.
   Where does it put the mix, and where would the mended row put it? Explain the direction in which
   mending moves it.
""",
)

EXERCISES = (BY_HAND, MIX_ALL, MEND, EXPLORE)
