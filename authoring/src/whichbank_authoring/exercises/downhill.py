"""Exercises of chapter downhill, walk downhill: the loss and its slope, and one step of training."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from ._drawing import numbers, steep, turned


def _by_hand(scores: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    grown = scores if "no_exp" in bugs else np.exp(scores)
    p = grown / grown.sum()
    right = 1 if "other_sense" in bugs else 0
    if "no_log" in bugs:
        loss = 1 - p[right]
    elif "no_minus" in bugs:
        loss = np.log(p[right])
    elif "log_10" in bugs:
        loss = -np.log10(p[right])
    elif "log_2" in bugs:
        loss = -np.log2(p[right])
    else:
        loss = -np.log(p[right])
    slope = (
        1 - p[right] if "slope_sign" in bugs else p[right] if "slope_is_p" in bugs else p[right] - 1
    )
    return np.array([p[right], loss, slope])


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"scores": np.array([0.5, 2.0])}
    yield {"scores": np.round(rng.uniform(-2, 3, size=2), 1)}


BY_HAND = Exercise(
    id="downhill.1",
    title="A loss and its slope, by hand",
    kind="hand",
    difficulty=2,
    minutes=5,
    name="answer_downhill_1",
    labels=("probability of money", "loss", "slope"),
    points=2,
    body="""
For *bank* in "she put coins in the bank" a model gives the sense *money* the score 0.5 and the
sense *river* the score 2.0. The right sense is **money**. With a pocket calculator
($e^{0.5} \\approx 1.649$, $e^2 \\approx 7.389$, and its key *ln* for the logarithm), work out

1. the probability that the model gives to money,
2. the loss, $-\\log p_\\text{right}$,
3. the slope of the loss for the score of money.

Enter three numbers, each rounded to three decimals: `[..., ..., ...]`.
""",
    stub="""
answer_downhill_1 = ...

check("downhill.1", answer_downhill_1)
""",
    reference=_by_hand,
    cases=_hand_cases,
    mistakes={
        "other_sense": "These are the numbers of the river. The right sense is money, with the "
        "score 0.5.",
        "no_exp": "The probability is the score divided by the sum of the scores. Take e to the "
        "power of each first.",
        "no_log": "The second number is 1 − p. The loss is the negative logarithm of p.",
        "no_minus": "The loss is negative. It is minus the logarithm of p: that of a probability "
        "is never above 0.",
        "log_10": "The second number has the logarithm to base 10. The loss takes the natural "
        "one, ln.",
        "log_2": "The second number has the logarithm to base 2. The loss takes the natural one, "
        "ln.",
        "slope_sign": "The slope has the wrong sign. It is what the model says minus what is "
        "right: p − 1. Raising the score of the right sense lowers the loss.",
        "slope_is_p": "The third number is p itself. The slope is p minus what is right: 1 for "
        "the right sense.",
    },
)


def _one_hot(places: np.ndarray, senses: int) -> np.ndarray:
    return np.eye(senses)[places]


def _step(
    head: np.ndarray,
    new: np.ndarray,
    right: np.ndarray,
    rate: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    scores = new @ head
    if "raw_scores" in bugs:
        p = scores
    else:
        axis = 0 if "wrong_axis" in bugs else 1
        grown = np.exp(
            scores if "no_max" in bugs else scores - scores.max(axis=axis, keepdims=True)
        )
        p = grown / grown.sum(axis=axis, keepdims=True)
    wrong = p if "not_minus_right" in bugs else p - right
    slope = new.T @ wrong
    if "summed" not in bugs:
        slope = slope / len(new)
    if "no_rate" not in bugs:
        slope = slope * rate
    if "slope_returned" in bugs:
        return slope
    return head + slope if "uphill" in bugs else head - slope


def _step_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(n: int, d: int, senses: int, rate: float) -> Case:
        return {
            "head": np.round(rng.uniform(-1.2, 1.2, (d, senses)), 2),
            "new": numbers(rng, n, d),
            "right": _one_hot((np.arange(n) * 2 + 1) % senses, senses),
            "rate": np.array(rate),
        }

    first = {
        "head": np.eye(2),
        "new": np.array([[0.4, 1.4]]),
        "right": np.array([[0.0, 1.0]]),
        "rate": np.array(0.5),
    }
    yield Special("for a single sentence", first)
    yield case(3, 4, 2, 0.5)
    yield case(5, 2, 3, 2.0)
    yield case(2, 3, 4, 0.3)
    head, back = turned(rng)
    far = case(4, 4, 4, 0.1) | {"head": head, "new": steep(rng) @ back}
    yield Special("with large scores", far)


STEP = Exercise(
    id="downhill.2",
    title="One step of training",
    kind="code",
    difficulty=3,
    minutes=15,
    name="step",
    points=3,
    body=r"""
Write `step(head, new, right, rate)`: the table `head` after one step of gradient descent.

- `new` has one new vector a row, one for each of $N$ sentences.
- `head` has one row for each number of such a vector and one column for each sense. The scores are
  `new @ head`.
- `right` is 1 at the right sense of each sentence and 0 elsewhere. `rate` is the learning rate.

With $P$ for the softmax of each row of scores and $Y$ for `right`, the slope of the mean loss for
the whole table is

$$
\frac{1}{N}\, \text{new}^\top (P - Y)
$$

Return the new table; leave the inputs as they are. The scores can be large.
""",
    stub='''
def step(head, new, right, rate):
    """The head after one step against the slope of the mean loss."""
    ...


check("downhill.2", step)
''',
    reference=_step,
    cases=_step_cases,
    properties=("rate_0_stays",),
    other="torch finds the slope by itself: take `cross_entropy` of the scores, call `backward`, "
    "and go a step against the gradient of the head.",
    mistakes={
        "uphill": "The step goes along the slope, so the loss grows. Subtract the slope: a step "
        "goes against it. With `right` minus P in place of P minus `right`, the sign turns "
        "as well.",
        "no_rate": "The learning rate is missing. It decides how far a step goes: multiply the "
        "slope by it.",
        "summed": "The slope is summed over the sentences. Divide by their number: it is the "
        "slope of the mean loss.",
        "not_minus_right": "The slope for the scores is P − Y. Without − Y the step lowers the "
        "scores of all senses, right and wrong.",
        "raw_scores": "These are scores where P belongs. Take the softmax of each row first.",
        "wrong_axis": "The softmax runs over the sentences. It runs over the senses of one "
        "sentence: the last axis.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "slope_returned": "This is the step alone. Subtract it from the head, and return the new "
        "head.",
    },
)

EXERCISES = (BY_HAND, STEP)
