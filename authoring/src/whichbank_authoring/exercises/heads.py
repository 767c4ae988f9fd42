"""Exercises of chapter heads, many heads."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, steep, turned
from ._softmax import softmax


def _two_heads_by_hand(
    weights: np.ndarray, values: np.ndarray, W_o: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    first, second = weights
    if "one_row" in bugs:
        second = first
    if "rows_mixed" in bugs:
        first = second = (first + second) / 2
    mine, other = values
    found = [first @ mine, second @ other]
    if "other_order" in bugs:
        found = found[::-1]
    if "added" in bugs:
        return sum(found) @ W_o[:2]
    if "half" in bugs:
        return found[0] @ W_o[:2]
    return np.concatenate(found) @ W_o


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    matrix = np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, -1.0]])
    yield {
        "weights": np.array([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]]),
        "values": np.array(
            [[[2.0, 0.0], [1.0, 1.0], [4.0, 2.0]], [[3.0, 1.0], [0.0, 4.0], [2.0, 0.0]]]
        ),
        "W_o": matrix,
    }
    yield {
        "weights": np.array([rng.permutation(row) for row in ([0.75, 0.25, 0.0], [0.5, 0.5, 0.0])]),
        "values": rng.integers(0, 5, (2, 3, 2)).astype(float),
        "W_o": matrix,
    }


BY_HAND = Exercise(
    id="heads.1",
    title="Two heads, by hand",
    kind="hand",
    difficulty=3,
    minutes=10,
    name="answer_heads_1",
    labels=("first number", "second number"),
    points=2,
    body=r"""
In "dog bites man" the word *bites* has two heads, with these weights and values:

| numbers | dog | bites | man |
|---|---|---|---|
| weights of head 1 | 0.5 | 0.5 | 0 |
| values of head 1 | (2, 0) | (1, 1) | (4, 2) |
| weights of head 2 | 0 | 0.25 | 0.75 |
| values of head 2 | (3, 1) | (0, 4) | (2, 0) |

Put what the two heads find side by side, head 1 first: one row of four numbers. Then mix it with
the matrix

$$
W_O = \begin{pmatrix} 1 & 0 \\ 2 & 1 \\ 0 & 3 \\ 1 & -1 \end{pmatrix}
$$

What is the new vector of bites? Enter two numbers: `[..., ...]`.
""",
    stub="""
answer_heads_1 = ...

check("heads.1", answer_heads_1)
""",
    reference=_two_heads_by_hand,
    cases=_hand_cases,
    shown={"added": sections.ADDED},
    mistakes={
        "added": "The heads are added up, and then only the upper half of the matrix is used. "
        "Lay them side by side: each head has rows of its own in the matrix.",
        "other_order": "Head 2 comes first. Put the two numbers of head 1 first, then those of "
        "head 2.",
        "half": "Only the first head reaches the result. The numbers of head 2 go through the "
        "lower two rows of the matrix, and are added.",
        "one_row": "Both heads look with the weights of head 1. Head 2 has a row of its own.",
        "rows_mixed": "The two rows of weights are averaged into one. Each head mixes its own "
        "values with its own row.",
    },
)


def _merge(heads: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    n_heads, words, d = heads.shape
    if "no_transpose" in bugs:
        return heads.reshape(words, n_heads * d)
    if "interleaved" in bugs:
        return np.moveaxis(heads, 0, 2).reshape(words, d * n_heads)
    if "along_tokens" in bugs:
        return heads.reshape(n_heads * words, d)
    if "summed" in bugs:
        return heads.sum(axis=0)
    if "averaged" in bugs:
        return heads.mean(axis=0)
    if "backward" in bugs:
        heads = heads[::-1]
    return np.einsum("htd->thd", heads).reshape(words, n_heads * d)


def _entries(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.3, 1.4, shape) * rng.choice([-1, 1], shape), 2)


def _merge_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {
        "heads": np.array(
            [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]]
        )
    }
    yield Special("for a single word", {"heads": _entries(rng, 3, 1, 2)})
    yield Special("with one head", {"heads": _entries(rng, 1, 4, 3)})
    yield {"heads": _entries(rng, 3, 5, 4)}
    yield {"heads": _entries(rng, 2, 5, 1)}  # one number a head
    yield Special("with large numbers", {"heads": _entries(rng, 4, 2, 5) * 1000})


MERGE = Exercise(
    id="heads.2",
    title="Lay the heads side by side again",
    kind="code",
    difficulty=2,
    minutes=10,
    name="merge_heads",
    points=2,
    body=r"""
Write `merge_heads(heads)`: the way back from many heads to one row per word.

- `heads` has the shape $(H, T, d)$: what each of $H$ heads has found for each of $T$ words.
- The result has the shape $(T, H \cdot d)$. A row holds all that the heads have found for one word:
  the $d$ numbers of the first head, then those of the second, and so on.

Leave the input as it is.
""",
    stub='''
def merge_heads(heads):
    """The heads of each word, side by side."""
    ...


check("heads.2", merge_heads)
''',
    reference=_merge,
    cases=_merge_cases,
    properties=("linear",),
    other="`np.concatenate` of the heads along their last axis lays them side by side, with no "
    "transpose and no reshape.",
    shown={"no_transpose": sections.CUT},
    mistakes={
        "no_transpose": "The numbers are only cut differently: a row holds several words of one "
        "head. Swap the axes of heads and words first, then reshape.",
        "interleaved": "A row holds the first number of every head, then the second of every "
        "head. Keep the numbers of one head together.",
        "along_tokens": "The heads lie one below the other, as if there were H times as many "
        "words. Lay them side by side: one row per word.",
        "summed": "The heads are added up, so that nobody can tell any more who found what. Lay "
        "them side by side.",
        "averaged": "The heads are averaged, so that nobody can tell any more who found what. "
        "Lay them side by side.",
        "backward": "The last head comes first in each row. Keep the order of the heads.",
    },
)


def _many_heads(
    x: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    q, k, v = x @ W_q, x @ W_k, x @ W_v  # (H, T, d)
    if "roles_swapped" in bugs:
        q, k = k, q
    if "reshaped" in bugs:
        scores = q @ k.reshape(k.shape[0], k.shape[2], k.shape[1])
    else:
        scores = np.einsum("htd,hsd->hts", q, k)  # (H, T, T)
    if "by_width" in bugs:
        scores = scores / np.sqrt(x.shape[1])
    elif "by_d" in bugs:
        scores = scores / q.shape[2]
    elif "by_words" in bugs:
        scores = scores / np.sqrt(len(x))
    elif "by_heads" in bugs:
        scores = scores / np.sqrt(len(W_q))
    elif "no_scale" not in bugs:
        scores = scores / np.sqrt(q.shape[2])
    if "one_table" in bugs:
        scores = scores.mean(axis=0, keepdims=True)
    if "no_softmax" in bugs:
        weights = scores
    elif "no_max" in bugs:
        weights = np.exp(scores) / np.exp(scores).sum(axis=2, keepdims=True)
    else:
        weights = softmax(scores, 0 if "over_heads" in bugs else 1 if "over_queries" in bugs else 2)
    found = weights @ v  # (H, T, d)
    if "summed" in bugs:
        return found.sum(axis=0) @ W_o[0]
    out = found @ W_o  # (H, T, D)
    if "one_head" in bugs:
        return out[0]
    if "old_added" in bugs:
        return x + out.sum(axis=0)
    return out.mean(axis=0) if "averaged" in bugs else out.sum(axis=0)


def _many_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(words: int, width: int, n_heads: int, d: int) -> Case:
        def matrices(rows: int, columns: int) -> np.ndarray:
            return _entries(rng, n_heads, rows, columns)

        return {
            "x": _entries(rng, words, width),
            **{name: matrices(width, d) for name in ("W_q", "W_k", "W_v")},
            "W_o": matrices(d, width),
        }

    yield case(3, 4, 2, 1)
    yield Special("for a single word", case(1, 5, 2, 3))
    yield case(4, 3, 5, 2)
    yield case(2, 6, 3, 4)
    yield Special("with one head", case(5, 3, 1, 2))
    far = case(4, 4, 2, 4)
    far["x"], back = turned(rng)
    for head, rows in enumerate(((0, 1, 2, 3), (3, 2, 1, 0))):
        q, k = asked(rng, steep(rng)[list(rows)])
        far["W_q"][head], far["W_k"][head] = back @ q, back @ k
    yield Special("with large scores", far)


MANY = Exercise(
    id="heads.3",
    title="Multi-head attention from its parts",
    kind="code",
    difficulty=4,
    minutes=25,
    name="many_heads",
    points=3,
    body=r"""
Write `many_heads(x, W_q, W_k, W_v, W_o)` with NumPy alone: no `attend`, `softmax` or
`MultiHeadAttention` of the course.

Here every head keeps its own matrices: `W_q`, `W_k` and `W_v` have the shape $(H, D, d)$, and `W_o`
has $(H, d, D)$, the rows of $W_O$ that belong to each head. Head $h$ finds

$$
\begin{aligned}
S_h &= (x W_Q^h)(x W_K^h)^\top / \sqrt d \\
Z_h &= \operatorname{softmax}(S_h)\; x W_V^h
\end{aligned}
$$

with the softmax over the keys. The result, of the shape $(T, D)$ like `x`, is what the chapter
showed to be the same as "side by side, then $W_O$": $\sum_h Z_h W_O^h$. The scores can be large.
Leave the inputs as they are.
""",
    stub='''
def many_heads(x, W_q, W_k, W_v, W_o):
    """New vectors of all words, each from several points of view."""
    ...


check("heads.3", many_heads)
''',
    reference=_many_heads,
    cases=_many_cases,
    properties=("linear",),
    other="Lay the heads side by side, and join the first two axes of W_o. One matrix product "
    "then does the sum over the heads as well.",
    shown={"by_width": sections.CUT},
    mistakes={
        "summed": "The heads are added first, and the sum goes through the matrix of head 1. Let "
        "each head go through its own matrix, and add up after that.",
        "averaged": "The heads' results are averaged. Add them up: that is what one large matrix "
        "does with them.",
        "by_width": "The scores are divided by the root of D, the length of a word's vector. The "
        "scale comes from d, the length of one head's keys.",
        "by_heads": "The scores are divided by the root of H. The scale comes from d, the length "
        "of one head's keys.",
        "no_scale": "The scores are not scaled. Divide them by the square root of d before the "
        "softmax.",
        "by_d": "The scores are divided by d. Divide them by its square root.",
        "by_words": "The scores are divided by the root of T, the number of words. The scale "
        "comes from d, the length of one head's keys.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "no_softmax": "The scores are used as weights. Put each row of them through a softmax "
        "first.",
        "reshaped": "A reshape gives the keys the right shape with the numbers in the wrong "
        "places. Swap the last two axes instead.",
        "roles_swapped": "Keys ask, and queries answer: queries and keys have changed places. "
        "Row t holds the scores of query t.",
        "one_head": "Only the first head reaches the result. Let each head go through its own "
        "matrix, and add them all.",
        "old_added": "x is added to the result. That comes with the block, in chapter block; here "
        "the heads alone count.",
        "one_table": "The scores of the heads are averaged into one table, so that all heads "
        "look at the same words. Each head has a softmax of its own.",
        "over_heads": "The weights of the heads sum to 1 for each pair of words: the softmax "
        "runs over the heads. Take it over the keys, the last axis.",
        "over_queries": "The columns of each head's weights sum to 1, so the softmax runs over "
        "the queries. Take it over the keys, the last axis.",
    },
)

EXPLORE = Exercise(
    id="heads.4",
    title="How many heads, and which ones?",
    kind="explore",
    difficulty=3,
    minutes=30,
    body=r"""
`sides.train`, `sides.accuracy` and `sides.without_head` do the work. Write down what you expect
before each run, and take several seeds before you believe a difference.

1. Give the one wide head 2000 steps. Does it catch up with two heads after 500? Which of the two
   would you rather train?
2. Train 4 heads from five seeds, and silence one head at a time. In how many seeds is there a head
   without which "both" hardly falls? What would you do with such a head in a large model?
3. `AddedHeads` in `whichbank/experiments/sides.py` adds its heads, which have values of their own.
   Change one line of it so that they are *averaged*, and restart the notebook. Is a trained reader
   better or worse? Why does a factor of 1/H matter so little here?
4. `sides.D_MODEL = 16` halves the width of every reader made after it. **Predict** first: what
   happens to one head, and what to 8 heads, which then have 2 dimensions each?
5. In the figure, find a sentence and a word for which two heads of the reader with 4 heads look at
   nearly the same words. What could be the use of that?
""",
)

EXERCISES = (BY_HAND, MERGE, MANY, EXPLORE)
