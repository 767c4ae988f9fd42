"""Exercises of chapter block, the block."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._newer_block import RMS_NORM, SWIGLU
from ._whole_block import BLOCK


def _norm_by_hand(
    x: np.ndarray, gain: np.ndarray, shift: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    deviation = x if "mean_left_in" in bugs else x - x.mean()
    counted = len(x) - 1 if "n_minus_1" in bugs else len(x)
    variance = ((x - x.mean()) ** 2).sum() / counted
    scaled = deviation / (variance if "by_variance" in bugs else np.sqrt(variance))
    if "shift_first" in bugs:
        return gain * (scaled + shift)
    if "no_gain" in bugs:
        return scaled + shift
    if "no_shift" in bugs:
        return gain * scaled
    return gain * scaled + shift


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    learned = {"gain": np.array([2.0, 1.0, 3.0]), "shift": np.array([1.0, -1.0, 2.0])}
    yield {"x": np.array([0.0, 2.0, 7.0]), **learned}
    yield {"x": rng.choice(np.arange(10.0), 3, replace=False), **learned}


BY_HAND = Exercise(
    id="block.1",
    title="Normalize three numbers, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_block_1",
    labels=("first number", "second number", "third number"),
    points=2,
    body=r"""
A word's vector is $x = (0,\ 2,\ 7)$. Layer normalization has learned the gain
$\gamma = (2,\ 1,\ 3)$ and the shift $\beta = (1,\ -1,\ 2)$. Work out

$$
\gamma\, \frac{x - \mu}{\sigma} + \beta
$$

on paper, with $\mu$ the mean of the three numbers and $\sigma^2$ the mean of their squared
deviations. Leave out $\varepsilon$: it is too small to show here. Enter three numbers, each rounded
to three decimals: `[..., ..., ...]`. ($\sqrt{26/3} \approx 2.944$, $\sqrt{13} \approx 3.606$.)
""",
    stub="""
answer_block_1 = ...

check("block.1", answer_block_1)
""",
    reference=_norm_by_hand,
    cases=_hand_cases,
    mistakes={
        "n_minus_1": "The squared deviations are divided by 2. Divide their sum by 3, the count "
        "of the numbers: nothing is estimated from a sample here.",
        "by_variance": "The deviations are divided by the variance. Divide by its root, the "
        "standard deviation.",
        "mean_left_in": "The numbers themselves are divided. Subtract their mean first.",
        "no_gain": "The gain is missing. Multiply each scaled number by its own gain, then add "
        "the shift.",
        "no_shift": "The shift is missing. Multiply by the gain first, and add the shift at the "
        "end.",
        "shift_first": "The shift is added before the gain. Multiply by the gain first, then add "
        "the shift.",
    },
)


def _over(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return above / below


def _layer_norm(
    x: np.ndarray,
    gain: np.ndarray,
    shift: np.ndarray,
    eps: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    axis: Any = -1
    if "over_words" in bugs:
        axis = 0 if "first_axis" in bugs else -2
    elif "over_all" in bugs:
        axis = tuple(range(x.ndim))
    mean = x.mean(axis=axis, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=axis, keepdims=True)
    if "n_minus_1" in bugs:
        variance = variance * x.shape[-1] / (x.shape[-1] - 1)
    if "not_rooted" in bugs:
        scaled = (x - mean) / (variance + eps)
    elif "no_eps" in bugs:
        scaled = _over(x - mean, np.sqrt(variance))
    elif "eps_outside" in bugs:
        scaled = (x - mean) / (np.sqrt(variance) + eps)
    else:
        scaled = (x - mean) / np.sqrt(variance + eps)
    if "no_learned" in bugs:
        return scaled
    if "no_gain" in bugs:
        return scaled + shift
    if "no_shift" in bugs:
        return scaled * gain
    if "shift_first" in bugs:
        return (scaled + shift) * gain
    return scaled * gain + shift


def _entries(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.4, 2.1, shape) * rng.choice([-1, 1], shape), 2)


def _norm_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(*shape: int, eps: float = 0.25, by: float = 1.0, beyond: float = 0.0) -> Case:
        learned = {"gain": _entries(rng, shape[-1]), "shift": _entries(rng, shape[-1])}
        return {"x": _entries(rng, *shape) * by + beyond, **learned, "eps": np.array(eps)}

    as_they_are = {"gain": np.ones(3), "shift": np.zeros(3), "eps": np.array(1e-5)}
    yield {"x": np.array([[1.0, 1.0, 4.0], [10.0, 10.0, 40.0]]), **as_they_are}
    yield Special("for a single word", case(1, 4))
    close = case(5, 3, eps=0.5)
    # here another ε than the one given shows
    close["x"][4] = close["x"][4, 0] + np.array([0.0, 0.001, -0.001])
    yield close
    yield Special("with a batch axis", case(2, 3, 4))
    yield Special("with large numbers", case(2, 5, by=1e4, beyond=3e4))
    flat = case(3, 4)
    yield Special(
        "where all numbers of a word are equal",
        flat | {"x": np.repeat(flat["x"][:, :1], 4, axis=1)},
    )


LAYER_NORM = Exercise(
    id="block.2",
    title="Layer normalization",
    kind="code",
    difficulty=2,
    minutes=10,
    name="layer_norm",
    points=2,
    body=r"""
Write `layer_norm(x, gain, shift, eps)`: for each word, on its own,

$$
\gamma\, \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + \beta
$$

with the mean $\mu$ and the variance $\sigma^2$ taken over the word's own numbers. `x` has the shape
$(T, D)$, or $(B, T, D)$ for a batch; `gain` and `shift` have the shape $(D,)$; `eps` is one number.
The result has the shape of `x`. It must also work for a word whose numbers are all equal. Leave the
inputs as they are.
""",
    stub='''
def layer_norm(x, gain, shift, eps):
    """Each word brought to mean 0 and variance 1, then stretched by gain and moved by shift."""
    ...


check("block.2", layer_norm)
''',
    reference=_layer_norm,
    cases=_norm_cases,
    styles=("first_axis",),
    properties=("finite",),
    other="To subtract the mean is to multiply by a matrix: the identity, minus 1/D in every "
    "entry. The variance is then the mean square of what is left.",
    shown={"over_words": sections.NORM, "n_minus_1": sections.NORM, "no_eps": sections.NORM},
    mistakes={
        "over_words": "Mean and variance are taken over the words, so that a word changes when "
        "its neighbors do. Take them over each word's own numbers, the last axis.",
        "over_all": "One mean and one variance are taken over the whole table. Take them for "
        "each word, over the last axis, and keep that axis.",
        "n_minus_1": "The variance is divided by D − 1. Divide by D: use np.var as it is, or "
        "unbiased=False in torch.",
        "no_eps": "There is no ε, so that a word with all numbers equal gives 0 / 0. Add eps to "
        "the variance before the root.",
        "eps_outside": "ε is added after the root. Add it to the variance, under the root.",
        "not_rooted": "The deviations are divided by the variance. Divide by its square root, "
        "the standard deviation.",
        "no_gain": "The gain is missing. Multiply each scaled number by its own gain, then add "
        "the shift.",
        "no_shift": "The shift is missing. Multiply each scaled number by its gain, then add "
        "shift.",
        "shift_first": "The shift is added before the gain. Multiply by gain first, then add "
        "shift.",
        "no_learned": "Gain and shift are missing. Multiply by gain at the end, then add shift.",
    },
)


def _relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


def _thinking_half(
    x: np.ndarray,
    W_1: np.ndarray,
    b_1: np.ndarray,
    W_2: np.ndarray,
    b_2: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    def norm(vectors: np.ndarray) -> np.ndarray:
        axis = (0 if "first_axis" in bugs else -2) if "over_words" in bugs else -1
        mean = vectors.mean(axis=axis, keepdims=True)
        variance = vectors.var(axis=axis, keepdims=True)
        if "n_minus_1" in bugs:
            variance = variance * x.shape[-1] / (x.shape[-1] - 1)
        below = variance + (0.0 if "no_eps" in bugs else 1e-5)
        return (vectors - mean) / (below if "not_rooted" in bugs else np.sqrt(below))

    y = x if "no_norm" in bugs or "post_norm" in bugs else norm(x)
    wide = y @ W_1 + b_1
    if "no_relu" not in bugs:
        wide = _relu(wide)
    change = wide @ W_2 + b_2
    if "relu_at_end" in bugs:
        change = _relu(change)
    if "no_skip" in bugs:
        out = change
    elif "skip_after_norm" in bugs:
        out = norm(x) + change
    else:
        out = x + change
    return norm(out) if "post_norm" in bugs else out


def _half_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(lead: tuple[int, ...], width: int, wide: int, by: float = 1.0) -> Case:
        return {
            "x": (_entries(rng, *lead, width) + 0.5) * by,
            "W_1": _entries(rng, width, wide),
            "b_1": _entries(rng, wide),
            "W_2": _entries(rng, wide, width),
            "b_2": _entries(rng, width),
        }

    yield case((2,), 3, 4)
    yield Special("for a single word", case((1,), 4, 5))
    yield case((4,), 3, 6)
    yield Special("with a batch axis", case((2, 3), 4, 7))
    yield Special("with large numbers", case((3,), 5, 2, by=1000.0))
    close = case((3,), 4, 3, by=0.003)
    close["x"][1], close["b_1"] = close["x"][1] / 10, np.abs(close["b_1"])
    yield Special("where the numbers of a word are so close that ε counts", close)


THINKING_HALF = Exercise(
    id="block.3",
    title="The second half of a block",
    kind="code",
    difficulty=3,
    minutes=15,
    name="second_half",
    points=3,
    body=r"""
Write `second_half(x, W_1, b_1, W_2, b_2)`: what a **pre-norm** block does after its attention,

$$
x + \operatorname{mlp}(\operatorname{norm}(x))
$$

with

$$
\operatorname{mlp}(y) = \operatorname{relu}(y\, W_1 + b_1)\, W_2 + b_2
$$

`x` has the shape $(T, D)$ or $(B, T, D)$, `W_1` $(D, F)$, `b_1` $(F,)$, `W_2` $(F, D)$ and `b_2`
$(D,)$, with $F$ for the inner width; the result has the shape of `x`. The norm is layer
normalization with gain 1, shift 0 and $\varepsilon = 10^{-5}$. Leave the inputs as they are.
""",
    stub='''
def second_half(x, W_1, b_1, W_2, b_2):
    """The words x, each with what its small network makes of its normalized vector added."""
    ...


check("block.3", second_half)
''',
    reference=_thinking_half,
    cases=_half_cases,
    styles=("first_axis",),
    properties=("finite",),
    other="Go through the hidden units one by one: each adds its own row of W_2 to x, times what "
    "its ReLU lets through.",
    shown={
        "over_words": sections.NORM,
        "n_minus_1": sections.NORM,
        "no_eps": sections.NORM,
        "no_relu": sections.STRAIGHT,
        "no_skip": sections.APART,
        "post_norm": sections.APART,
    },
    mistakes={
        "over_words": "Mean and variance are taken over the words. Take them over each word's "
        "own numbers, the last axis.",
        "n_minus_1": "The variance is divided by D − 1. Divide by D: use np.var as it is, or "
        "unbiased=False in torch.",
        "not_rooted": "The deviations are divided by the variance. Divide by its square root, "
        "the standard deviation.",
        "no_eps": "There is no ε under the root. Add 1e-5 to the variance: where the numbers of "
        "a word are close, it counts.",
        "no_relu": "There is no ReLU, so that the two matrices are one. Cut the wide vectors off "
        "at 0 between them.",
        "relu_at_end": "There is a second ReLU, on what the network hands back. The last step is "
        "a matrix: its numbers may be negative.",
        "no_skip": "The skip is missing: the network's change takes the place of x. Add it to x.",
        "skip_after_norm": "The normalized vector is carried on. Add the change to x as it came "
        "in; only the network sees the norm.",
        "no_norm": "The network sees x as it is. Give it the normalized vectors, norm(x), and "
        "add its change to x.",
        "post_norm": "This is post-norm: the sum is normalized. Normalize what goes into the "
        "network, and leave the sum alone.",
    },
)

EXPLORE = Exercise(
    id="block.4",
    title="Break a block, and mend it",
    kind="explore",
    difficulty=3,
    minutes=30,
    body=r"""
1. In the figure of the switches, leave attention and MLP on and take the skip out. **Predict** which norm, pre or none,
   has the smaller gradient at block 1, then look. Which learns more in 250 steps? Does the gradient at the start tell
   which stack learns?
2. Train post-norm with no warm-up at a tenth of the rate: `train_at("post", 0.0008, steps=100)`, then 400 steps. Does
   it learn? What does a warm-up do that a small rate does not? Then find the largest rate at which pre-norm learns
   from three seeds, and the largest for no norm.
3. Without norm, let a vector run through 12 untrained blocks with skips, then through 48 (`ablation.untrained(parts,
   n_layers=48)`). How does its length grow? Do the same with pre-norm. Why may it grow there, and what does the norm
   after the last block do about it?
4. At two blocks, pre-norm and post-norm are nearly equal. The same seed has the same first weights and batches, so
   subtract the last losses, `shallow[str(parts)][:, -1]`, seed by seed. How many of the five have the same sign? Add
   seeds with `ablation.train(parts, 2, seed=5)` and so on. How many do you need to be sure?
""",
)

EXERCISES = (BY_HAND, LAYER_NORM, THINKING_HALF, EXPLORE, RMS_NORM, SWIGLU, BLOCK)
