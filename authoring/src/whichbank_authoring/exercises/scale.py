"""Exercises of chapter scale, which divides scores by the root of d."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, steep


def _by_hand(
    products: np.ndarray, d: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    root = np.sqrt(d)
    scores = products / root
    if "by_d" in bugs:
        scores = products / d
    if "by_words" in bugs:
        scores = products / np.sqrt(len(products))
    if "no_scale" in bugs or "after_softmax" in bugs:
        scores = products
    grown = scores if "no_exp" in bugs else np.exp(scores)
    weight = grown[0] / grown.sum()
    if "after_softmax" in bugs:
        weight = weight / root
    rest = 1 - weight
    answer = weight if "weight_again" in bugs else rest if "rest_alone" in bugs else weight * rest
    return np.append([scores[0], weight], answer)


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"products": np.array([5.0, 3.0, 1.0]), "d": np.array(16.0)}
    root = rng.integers(3, 7)
    products = root * rng.integers(1, 5, size=3) / 2
    yield {"products": products, "d": np.array(float(root**2))}


BY_HAND = Exercise(
    id="scale.1",
    title="A weight and its slope, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_scale_1",
    labels=("score of the first key", "its weight", "the weight’s slope"),
    points=2,
    body=r"""
Queries and keys have $d = 16$ numbers each. A query has the dot products 5, 3 and 1 with three
keys. With a pocket calculator ($e^{1.25} \approx 3.490$, $e^{0.75} \approx 2.117$,
$e^{0.25} \approx 1.284$), work out

1. the score of the first key, scaled as the chapter does it,
2. the weight of the first key,
3. the slope of this weight: by how much it grows, per unit, as its own scaled score rises a
   little.

Enter three numbers, each rounded to three decimals: `[..., ..., ...]`.
""",
    stub="""
answer_scale_1 = ...

check("scale.1", answer_scale_1)
""",
    reference=_by_hand,
    cases=_hand_cases,
    shown={
        "no_scale": sections.SCALE,
        "by_d": sections.BY_WHICH,
        "by_words": sections.BY_WHICH,
        "after_softmax": sections.BY_WHICH,
        "weight_again": sections.HARDLY,
        "rest_alone": sections.HARDLY,
    },
    mistakes={
        "no_scale": "The score is not scaled yet. Divide each dot product by the root of the "
        "number of entries in a key.",
        "by_d": "The dot products are divided by d. Divide them by its square root.",
        "by_words": "The dot products are divided by the root of 3, the number of keys. What "
        "counts is how many numbers were added up in each: d.",
        "after_softmax": "The division comes too late: the softmax has already made its choice, "
        "and the weights sum to less than 1. Divide the dot products.",
        "no_exp": "The weight is the score divided by the sum of the scores. Take e to the power "
        "of each first.",
        "weight_again": "The third number is the weight itself. Its slope is w (1 − w).",
        "rest_alone": "The third number is 1 − w, the part of the other keys. The slope is w times that part.",
    },
)


def _slopes(q: np.ndarray, k: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    d = len(k.T)
    scale = np.sqrt(d)
    if "no_scale" in bugs:
        scale = np.sqrt(1)
    if "by_d" in bugs:
        scale = np.sqrt(d**2)
    if "by_words" in bugs:
        scale = np.sqrt(k.shape[-2])
    if "fixed" in bugs:
        scale = np.sqrt(2)
    scores = q @ k.T if "after_softmax" in bugs else q @ k.T / scale
    axis = 0 if "over_queries" in bugs else 1
    if "no_max" not in bugs:
        scores = scores - scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores)
    weights = grown / grown.sum(axis=axis, keepdims=True)
    if "after_softmax" in bugs:
        weights = weights / scale
    if "weights_returned" in bugs:
        return weights
    answers = weights * (1 - weights)
    return answers if "of_scaled" in bugs else answers / scale


def _slopes_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(queries: int, keys: int, d: int) -> Case:
        sizes = {"q": (queries, d), "k": (keys, d)}
        return {
            name: np.round(rng.uniform(0.3, 1.1, size) * rng.choice([-1, 1], size), 2)
            for name, size in sizes.items()
        }

    yield {
        "q": np.array([[2.0, 1.0, 0.0, 1.0]]),
        "k": np.array([[2.0, 0.0, 1.0, 2.0], [0.0, 1.0, 0.0, 1.0], [1.0, -1.0, 3.0, -1.0]]),
    }
    yield Special("for a single key", case(2, 1, 3))
    yield case(3, 4, 5)
    yield case(5, 3, 8)
    yield case(4, 2, 3)
    q, k = asked(rng, steep(rng))
    yield Special("with large scores", {"q": q, "k": k})


SLOPES = Exercise(
    id="scale.2",
    title="How every weight answers",
    kind="code",
    difficulty=3,
    minutes=15,
    name="slopes",
    points=3,
    body=r"""
Write `slopes(q, k)`: for each query and each key, by how much their weight grows, per unit, as
their own **dot product** rises a little.

Two slopes multiply. The division passes on $\frac{1}{\sqrt d}$ of a nudge, and the softmax passes
on $w\,(1 - w)$ of that. With

$$W = \operatorname{softmax}\!\left(\frac{Q K^\top}{\sqrt{d}}\right),$$

the softmax over the keys, the answer is $\frac{w\,(1 - w)}{\sqrt d}$ for each weight $w$ in $W$.
`q` has the shape $(T, d)$, `k` the shape $(S, d)$, the result $(T, S)$. The scores can be large.
Leave the inputs as they are.
""",
    stub='''
def slopes(q, k):
    """How much every weight grows as its own dot product does, per unit."""
    ...


check("scale.2", slopes)
''',
    reference=_slopes,
    cases=_slopes_cases,
    properties=("not_negative",),
    other="The slope is also the weight less its own square, so one table of weights is enough, "
    "with nothing taken from 1.",
    shown={
        "no_scale": sections.SCALE,
        "by_d": sections.BY_WHICH,
        "by_words": sections.BY_WHICH,
        "after_softmax": sections.BY_WHICH,
        "weights_returned": sections.HARDLY,
    },
    mistakes={
        "no_scale": "Nothing is divided, neither the scores nor the slopes. Both need the root "
        "of d.",
        "by_d": "The scores are divided by d. Divide them by its square root.",
        "by_words": "The scores are divided by the root of the number of keys. What counts is "
        "how many numbers were added up in each score: d, the length of a key.",
        "fixed": "The scores are divided by the root of 2, whatever d is. Read d off the shape "
        "of the keys.",
        "after_softmax": "The division comes after the softmax, where it is too late: the choice "
        "is made, and the weights sum to less than 1. Divide the scores.",
        "weights_returned": "These are the weights. Each has the slope w (1 − w), times what the "
        "division passes on.",
        "of_scaled": "These are slopes for the scaled scores. A dot product is divided by √d "
        "first, so only 1/√d of its nudge gets through.",
        "over_queries": "The columns of the weights sum to 1, so the softmax runs over the "
        "queries. Take it over the keys, the last axis.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
    },
)

EXERCISES = (BY_HAND, SLOPES)
