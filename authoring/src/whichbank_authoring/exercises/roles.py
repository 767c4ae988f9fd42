"""Exercises of chapter roles, query, key and value."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, steep, turned


def _scores_by_hand(
    vectors: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "columns" in bugs:
        W_q, W_k = W_q.T, W_k.T
    q = vectors if "query_raw" in bugs else vectors @ W_q
    k = vectors if "keys_raw" in bugs else vectors @ W_k
    if "roles_swapped" in bugs:
        q, k = k, q
    _, bank, _ = q
    scores = k @ bank
    if "no_scale" in bugs:
        return scores
    if "by_d" in bugs:
        return scores / len(W_q)
    if "by_words" in bugs:
        return scores / np.sqrt(len(vectors))
    return scores / np.sqrt(len(W_q))


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    vectors = np.array([[0.0, 2.0], [1.0, 1.0], [0.0, 1.0]])
    yield {
        "vectors": vectors,
        "W_q": np.array([[1.0, 2.0], [0.0, 1.0]]),
        "W_k": np.array([[2.0, 0.0], [1.0, 1.0]]),
    }
    W_q, W_k = rng.integers(0, 4, (2, 2, 2)).astype(float)
    yield {"vectors": vectors, "W_q": W_q, "W_k": W_k}


BY_HAND = Exercise(
    id="roles.1",
    title="Three scores, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_roles_1",
    labels=("with river", "with bank", "with flows"),
    points=2,
    body=r"""
In "river bank flows" the words have the vectors river $= [0, 2]$, bank $= [1, 1]$, flows
$= [0, 1]$. Here are **other matrices** than in the chapter:

$$
W_Q = \begin{pmatrix} 1 & 2 \\ 0 & 1 \end{pmatrix} \qquad
W_K = \begin{pmatrix} 2 & 0 \\ 1 & 1 \end{pmatrix}
$$

A word is a row: $q = e\, W_Q$. What are the three scores of **bank**, with river, bank and flows,
after the scale and before the softmax? Enter three numbers, each rounded to three decimals:
`[..., ..., ...]`. ($\sqrt{2} \approx 1.4142$.)
""",
    stub="""
answer_roles_1 = ...

check("roles.1", answer_roles_1)
""",
    reference=_scores_by_hand,
    cases=_hand_cases,
    shown={"no_scale": sections.SCALE, "by_d": sections.SCALE, "columns": sections.TURNED},
    mistakes={
        "no_scale": "These are the dot products, not yet scaled. Divide each by the root of the "
        "number of entries in a key.",
        "by_d": "The scores are divided by 2. Divide by the square root of 2.",
        "by_words": "The scores are divided by the root of 3, the number of words. The scale "
        "comes from the number of entries in a key, 2.",
        "columns": "Here each word is to the right of its matrix, as a column. Put it on the "
        "left, as a row: the first entry of e W_q uses the first column of W_q.",
        "query_raw": "The vector of bank itself is compared with the keys. Multiply it by W_q "
        "first.",
        "keys_raw": "The query of bank is compared with the words' own vectors. Multiply each of "
        "them by W_k first.",
        "roles_swapped": "The key of bank is compared with the queries of the three words. It is "
        "bank that asks: use its query, and the others' keys.",
    },
)


def _attention_weights(
    q: np.ndarray, k: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "not_transposed" in bugs:
        scores = q @ k
    elif "reshaped" in bugs:
        scores = q @ k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    else:
        scores = q @ np.swapaxes(k, -1, -2)
    if "by_d" in bugs:
        scores = scores / q.shape[-1]
    elif "by_words" in bugs:
        scores = scores / np.sqrt(k.shape[-2])
    elif "fixed" in bugs:
        scores = scores / np.sqrt(2)
    elif "no_scale" not in bugs:
        scores = scores / np.sqrt(q.shape[-1])
    if "no_softmax" in bugs:
        return scores
    axis = -2 if "over_queries" in bugs else -1
    if "no_max" not in bugs:
        scores = scores - scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores)
    return grown / grown.sum(axis=axis, keepdims=True)


def _entries(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.3, 1.1, shape) * rng.choice([-1, 1], shape), 2)


def _weights_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {
        "q": np.array([[0.0, 2.0], [2.0, 2.0], [0.0, 1.0]]),
        "k": np.array([[2.0, 0.0], [0.0, 1.0], [1.0, 0.0]]),
    }
    yield Special("for a single key", {"q": _entries(rng, 2, 4), "k": _entries(rng, 1, 4)})
    yield {"q": _entries(rng, 3, 5), "k": _entries(rng, 4, 5)}
    # here q @ k without a transpose fits
    yield {"q": _entries(rng, 2, 3), "k": _entries(rng, 3, 3)}
    yield Special("with a batch axis", {"q": _entries(rng, 2, 3, 5), "k": _entries(rng, 2, 4, 5)})

    q, k = asked(rng, steep(rng))
    yield Special("with large scores", {"q": q, "k": k})


WEIGHTS = Exercise(
    id="roles.2",
    title="Weights from queries and keys",
    kind="code",
    difficulty=2,
    minutes=10,
    name="attention_weights",
    points=2,
    body=r"""
Write `attention_weights(q, k)`: how much each query looks at each key,

$$\operatorname{softmax}\!\left(\frac{Q K^\top}{\sqrt{d}}\right),$$

with the softmax over the **keys**. `q` has the shape $(T, d)$, `k` the shape $(S, d)$, the result
$(T, S)$. There may be more axes in front: $(B, T, d)$ and $(B, S, d)$ give $(B, T, S)$. The scores
can be large, so guard the exponentials. Leave the inputs as they are.
""",
    stub='''
def attention_weights(q, k):
    """Weights of every query on every key; each row sums to 1."""
    ...


check("roles.2", attention_weights)
''',
    reference=_attention_weights,
    cases=_weights_cases,
    properties=("not_negative", "rows_sum_to_1"),
    other="`np.einsum` names the axes of queries and keys, so nothing is transposed, and an "
    "ellipsis takes a batch axis along.",
    shown={
        "no_scale": sections.SCALE,
        "by_d": sections.SCALE,
        "over_queries": sections.SLIPS08,
        "reshaped": sections.SLIPS08,
        "not_transposed": sections.SLIPS08,
    },
    mistakes={
        "no_scale": "The scores are not scaled. Divide them by the square root of d before the "
        "softmax.",
        "by_d": "The scores are divided by d. Divide them by its square root.",
        "by_words": "The scores are divided by the root of the number of keys. The scale comes "
        "from d, the number of entries in a key.",
        "fixed": "The scores are divided by the root of 2, whatever d is. Read d off the shape "
        "of the keys.",
        "no_softmax": "These are scores. Put each row of them through a softmax, so that it sums "
        "to 1.",
        "over_queries": "The columns sum to 1, so the softmax runs over the queries. Take it "
        "over the keys, the last axis.",
        "not_transposed": "The keys are not transposed: q @ k fits only where S = d, and then it "
        "mixes up the entries of keys. Swap the last two axes of k.",
        "reshaped": "A reshape gives the keys the right shape with the numbers in the wrong "
        "places. Swap the last two axes instead.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
    },
)


def _self_attention(
    E: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    if "columns" in bugs:
        W_q, W_k, W_v = W_q.T, W_k.T, W_v.T
    q = E @ (W_k if "one_matrix" in bugs else W_q)
    k = E @ W_k
    v = E if "values_raw" in bugs else E @ W_v
    scores = k @ q.T if "roles_swapped" in bugs else q @ (k if "not_transposed" in bugs else k.T)
    if "by_d" in bugs:
        scores = scores / q.shape[1]
    elif "by_words" in bugs:
        scores = scores / np.sqrt(len(E))
    elif "by_width" in bugs:
        scores = scores / np.sqrt(E.shape[1])
    elif "fixed" in bugs:
        scores = scores / np.sqrt(2)
    elif "no_scale" not in bugs:
        scores = scores / np.sqrt(q.shape[1])
    if "no_softmax" in bugs:
        return scores @ v
    axis = 0 if "over_queries" in bugs else 1
    if "no_max" not in bugs:
        scores = scores - scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores)
    return grown / grown.sum(axis=axis, keepdims=True) @ v


def _self_attention_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(words: int, width: int, d: int, d_v: int) -> Case:
        sizes = {"E": (words, width), "W_q": (width, d), "W_k": (width, d), "W_v": (width, d_v)}
        return {name: _entries(rng, *size) for name, size in sizes.items()}

    yield {
        "E": np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]]),
        "W_q": np.array([[1.0, 0.0], [1.0, 1.0]]),
        "W_k": np.array([[1.0, 0.0], [-1.0, 1.0]]),
        "W_v": np.array([[1.0, -1.0], [-1.0, 1.0]]),
    }
    yield Special("for a single word", case(1, 3, 2, 4))
    yield case(4, 3, 2, 5)
    yield case(4, 3, 2, 5)  # of the same sizes: nothing may be kept from the last one
    yield case(2, 3, 4, 5)
    yield case(5, 3, 3, 3)  # square matrices
    yield case(3, 4, 3, 2)  # as many words as numbers in a key

    q, k = asked(rng, steep(rng))
    E, back = turned(rng)
    far = {"E": E, "W_q": back @ q, "W_k": back @ k, "W_v": _entries(rng, 4, 1)}
    yield Special("with large scores", far)


SELF_ATTENTION = Exercise(
    id="roles.3",
    title="Self-attention with three matrices",
    kind="code",
    difficulty=3,
    minutes=15,
    name="self_attention",
    points=3,
    body=r"""
Write `self_attention(E, W_q, W_k, W_v)`: the new vectors of all words of a sentence. Make queries
$E W_Q$, keys $E W_K$ and values $E W_V$; then

$$\operatorname{softmax}\!\left(\frac{Q K^\top}{\sqrt{d}}\right) V,$$

with the softmax over the keys. `E` has the shape $(T, D)$; `W_q` and `W_k` have $(D, d)$, and `W_v`
has $(D, d_v)$; the result has $(T, d_v)$. The scores can be large: you may use the function that
you have just written. Use NumPy alone: no `similarity`, `softmax` or `attend` of the course. Leave
the inputs as they are.
""",
    stub='''
def self_attention(E, W_q, W_k, W_v):
    """New vectors of all words, one row each."""
    ...


check("roles.3", self_attention)
''',
    reference=_self_attention,
    cases=_self_attention_cases,
    properties=("linear",),
    other="Queries and keys matter only through one matrix: W_q times the transpose of W_k. Make "
    "it first, and compare the words by it; the scale is still √d.",
    shown={
        "values_raw": sections.SLIPS08,
        "no_scale": sections.SCALE,
        "by_d": sections.SCALE,
        "not_transposed": sections.SLIPS08,
        "over_queries": sections.SLIPS08,
        "columns": sections.TURNED,
    },
    mistakes={
        "values_raw": "The words' own vectors are mixed. Mix the values instead, E W_v, which "
        "the third matrix makes.",
        "no_scale": "The scores are not scaled. Divide them by the square root of d before the "
        "softmax.",
        "by_d": "The scores are divided by d. Divide them by its square root.",
        "by_width": "The scores are divided by the root of D, the length of a word's vector. The "
        "scale comes from d, the length of a key.",
        "fixed": "The scores are divided by the root of 2, whatever d is. Here d is the number "
        "of columns of the keys.",
        "by_words": "The scores are divided by the root of the number of words. The scale comes "
        "from d, the length of a key.",
        "not_transposed": "The keys are not transposed: q @ k fits only where there are as many "
        "words as numbers in a key. Multiply by k.T.",
        "no_softmax": "The scores are used as weights. Put each row of them through a softmax "
        "first.",
        "over_queries": "The columns of the weights sum to 1, so the softmax runs over the "
        "queries. Take it over the keys, the last axis.",
        "roles_swapped": "The table of scores is transposed: keys ask and queries answer. Row t "
        "holds the scores of query t, so it is Q Kᵀ.",
        "columns": "The matrices are transposed, as if words were columns. A word is a row here: "
        "multiply E by W_q as it is.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "one_matrix": "Queries and keys are made by the same matrix, W_k. Make the queries with "
        "W_q.",
    },
)

EXPLORE = Exercise(
    id="roles.4",
    title="What the matrices can do, and what they cannot",
    kind="explore",
    difficulty=3,
    minutes=25,
    body=r"""
1. Multiply every entry of $W_Q$ by 2 and divide every entry of $W_K$ by 2. Which of queries, keys,
   scores and weights change? Find another pair of matrices, not made by such a factor, that gives
   the scores of the chapter. Which product of the two matrices decides?
2. Bank $[1, 1]$ lies halfway between money $[2, 0]$ and river $[0, 2]$. Draw 1000 random pairs
   $W_Q$, $W_K$. How often is bank's score with itself below *both* its score with money and its
   score with river? Now give each word a third number, 1 for bank and 0 for the others: *has two
   meanings*. Find, by hand, a third row for $W_K$ with which bank looks away from itself in both
   sentences. (Begin with the first two rows $[1, 0]$ and $[0, 1]$, for $W_Q$ too.)
3. [Chapter scale](scale.ipynb) draws the numbers of $q$ and $k$ with mean 0 and variance 1. Measure
   the variance of $q \cdot k$ for $d = 64$ when each number is $+1$ or $-1$, and when each is 0
   or 2. Which of the two is $d$, and why?
""",
)

EXERCISES = (BY_HAND, WEIGHTS, SELF_ATTENTION, EXPLORE)
