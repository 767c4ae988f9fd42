"""Exercises of chapter masks."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, numbers, steep
from ._softmax import hidden, softmax


def _causal(n: int, bugs: frozenset[str]) -> np.ndarray:
    """Who may look at whom, (n, n), True = may attend, with the slips that the first two exercises
    share.
    """
    earlier = np.tri(n, k=-1) == 1
    if "past_hidden" in bugs:
        return ~earlier
    if "self_hidden" in bugs:
        return earlier
    later = earlier.T
    return later if "turned_round" in bugs else ~later


def _masked_row(scores: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    allowed = _causal(3, bugs)[1]
    if "after_softmax" in bugs:
        return softmax(scores) * allowed
    if "not_masked" in bugs:
        return softmax(scores)
    return softmax(np.where(allowed, scores, hidden(bugs)))


def _row_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"scores": np.array([2.0, 1.0, 3.0])}
    yield {"scores": rng.choice([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5], 3, replace=False)}


BY_HAND = Exercise(
    id="masks.1",
    title="One row under the mask, by hand",
    kind="hand",
    difficulty=2,
    minutes=5,
    name="answer_masks_1",
    labels=("first word", "second word", "third word"),
    points=1,
    body=r"""
The text has three words. The query of the **second** word has the scores $(2,\ 1,\ 3)$ with the
keys of the first, the second and the third. Under a causal mask, what are its three weights? Enter
three numbers, each rounded to three decimals: `[..., ..., ...]`. ($e \approx 2.718$.)
""",
    stub="""
answer_masks_1 = ...

check("masks.1", answer_masks_1)
""",
    reference=_masked_row,
    cases=_row_cases,
    shown={
        "after_softmax": sections.SLIPS12,
        "zero_score": sections.SLIPS12,
        "self_hidden": sections.SLIPS12,
        "turned_round": sections.SLIPS12,
    },
    mistakes={
        "not_masked": "The third word has a weight. It comes later than the second: hide its "
        "score before the softmax.",
        "after_softmax": "The third weight is set to 0 after the softmax, so the others no "
        "longer sum to 1. Hide the score first, then take the softmax of what is left.",
        "zero_score": "The hidden score is 0 here, and e⁰ is 1: it still has a weight. It must "
        "be −∞.",
        "minus_1": "The hidden score is −1 here, and e⁻¹ is 0.37: it still has a weight. It must "
        "be −∞.",
        "past_hidden": "It is the first word that is hidden, and the third that is seen. A "
        "causal mask hides what comes later.",
        "self_hidden": "The second word itself is hidden. A word may look at itself: only what "
        "comes later is hidden.",
        "turned_round": "Only the third word is seen, the one that must be hidden. True means "
        "*may attend*: turn yes and no around.",
    },
)


def _causal_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    scale = np.sqrt(q.shape[-1])
    if "no_scale" in bugs:
        scale = 1.0
    elif "by_d" in bugs:
        scale = scale**2
    elif "by_words" in bugs:
        scale = np.sqrt(q.shape[-2])
    scores = q @ k.swapaxes(-1, -2) / scale
    allowed = _causal(scores.shape[-1], bugs)
    axis = -2 if "wrong_axis" in bugs else -1
    if "after_softmax" in bugs:
        return (softmax(scores, axis) * allowed) @ v
    if "not_masked" in bugs:
        return softmax(scores, axis) @ v
    scores = np.where(allowed, scores, hidden(bugs))
    if "no_max" in bugs:
        return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True) @ v
    return softmax(scores, axis) @ v


def _causal_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(lead: tuple[int, ...], words: int, d: int, values: int) -> Case:
        q, k = numbers(rng, *lead, words, d), numbers(rng, *lead, words, d)
        return {"q": q, "k": k, "v": numbers(rng, *lead, words, values)}

    money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    yield dict.fromkeys("qkv", money_bank_grows)
    yield case((), 3, 2, 4)
    yield case((), 4, 5, 2)
    yield Special("for a single word", case((), 1, 3, 2))
    yield Special("with a batch axis", case((2,), 3, 4, 1))

    q, k = asked(rng, steep(rng, np.tri(4) == 1, low=-15_000.0))
    yield Special("with large scores", {"q": q, "k": k, "v": numbers(rng, 4, 2)})


CAUSAL = Exercise(
    id="masks.2",
    title="Attention that does not look ahead",
    kind="code",
    difficulty=3,
    minutes=15,
    name="causal_attention",
    points=2,
    body=r"""
Write `causal_attention(q, k, v)`: scaled dot-product attention in which no word looks at a later
one.

- `q` and `k` are a query and a key of $d$ dimensions for each of $T$ words, `v` a value; for a
  batch, all three have an axis $B$ in front.
- The scores are divided by $\sqrt d$. Each row of weights sums to 1 over the word itself and those
  before it; later words get exactly 0.
- The result has one new vector for each word.

The scores can be large. Leave the inputs as they are, and make the mask yourself.
""",
    stub='''
def causal_attention(q, k, v):
    """softmax(Q Kᵀ / √d) V, with later words hidden."""
    ...


check("masks.2", causal_attention)
''',
    reference=_causal_attention,
    cases=_causal_cases,
    styles=("finite_mask",),
    properties=("future_unseen",),
    other="A mask can also be added to the scores: `np.triu` makes a table that is −1e30 above "
    "the diagonal and 0 elsewhere, and after the softmax nothing is left there.",
    shown={
        "not_masked": sections.OPEN,
        "after_softmax": sections.SLIPS12,
        "zero_score": sections.SLIPS12,
        "past_hidden": sections.SLIPS12,
        "self_hidden": sections.SLIPS12,
        "turned_round": sections.SLIPS12,
    },
    mistakes={
        "not_masked": "Nothing is hidden here. Give the scores of later words −∞ (`-np.inf`) "
        "before the softmax.",
        "after_softmax": "Weights are set to 0 after the softmax, so the rest no longer sums to "
        "1, and later words still count in what it is divided by. Hide the scores before the "
        "softmax.",
        "zero_score": "Hidden scores are 0 here, and e⁰ is 1: they still have weights. They must "
        "be −∞.",
        "minus_1": "Hidden scores are −1 here, and e⁻¹ is 0.37: they still have weights. They "
        "must be −∞.",
        "minus_100": "The score that hidden words get, such as −100, is not low enough: others "
        "can be lower. It must be −∞.",
        "by_d": "The scores are divided by d, so the weights are too equal. Divide by its root, "
        "√d.",
        "by_words": "The scores are divided by the root of T. The scale comes from d, the length "
        "of a key.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "past_hidden": "It is the earlier words that are hidden: the mask is transposed. Rows "
        "are queries: in row t, columns after t are hidden.",
        "self_hidden": "A word may not look at itself here, so that the first one sees nothing "
        "at all. Keep the diagonal: np.triu needs k=1, np.tril k=0.",
        "turned_round": "Only later words are seen, the ones that must be hidden. Turn yes and "
        "no of the mask around.",
        "wrong_axis": "The softmax runs over the queries. Each query divides 1 among the keys: "
        "the last axis.",
        "no_scale": "The scores are not divided by √d, so the weights are too unequal. Divide "
        "before the softmax.",
    },
)

EXERCISES = (BY_HAND, CAUSAL)
