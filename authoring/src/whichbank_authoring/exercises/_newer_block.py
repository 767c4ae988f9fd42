"""Exercises of chapter block on what newer models have in place of its parts."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import numbers


def _power(z: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.exp(z)


def _rms_norm(
    x: np.ndarray, gain: np.ndarray, eps: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    axis: Any = -1
    if "over_words" in bugs:
        axis = 0 if "first_axis" in bugs else -2
    elif "over_all" in bugs:
        axis = tuple(range(x.ndim))
    square = (x**2).mean(axis=axis, keepdims=True)
    if "variance_below" in bugs:
        square = x.var(axis=axis, keepdims=True)
    if "mean_taken" in bugs:
        x = x - x.mean(axis=axis, keepdims=True)
        square = (x**2).mean(axis=axis, keepdims=True)
    if "summed" in bugs:
        square = square * x.shape[-1]
    if "no_eps" in bugs:
        below = np.sqrt(square)
    elif "eps_outside" in bugs:
        below = np.sqrt(square) + eps
    else:
        below = np.sqrt(square + eps)
    if "not_rooted" in bugs:
        below = square + (0 if "no_eps" in bugs else eps)
    scaled = x / below
    return scaled if "no_gain" in bugs else scaled * gain


def _norm_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(*shape: int, eps: float = 0.25, by: float = 1.0) -> Case:
        gain = numbers(rng, shape[-1])
        return {"x": numbers(rng, *shape) * by, "gain": gain, "eps": np.array(eps)}

    as_it_is = {"gain": np.ones(3), "eps": np.array(1e-5)}
    yield {"x": np.array([[1.0, 1.0, 4.0], [10.0, 10.0, 40.0]]), **as_it_is}
    yield Special("for a single word", case(1, 4))
    small = case(3, 2, eps=0.5)
    small["x"][2] = 0.001, -0.0005  # here another ε than the one given shows
    yield small
    yield Special("with a batch axis", case(2, 3, 4))
    yield Special("with large numbers", case(2, 5, by=3e4))
    still = case(4, 3)
    still["x"][int(rng.integers(4))] = 0.0
    yield Special("where all numbers of a word are 0", still)


RMS_NORM = Exercise(
    id="block.5",
    title="A norm that leaves the mean in",
    kind="code",
    difficulty=2,
    minutes=5,
    name="rms_norm",
    points=2,
    body=r"""
Many newer language models have a shorter norm, *RMS norm*, named after the root of the mean of the
squares. It subtracts no mean and adds no shift. Write `rms_norm(x, gain, eps)`: for each word, on its
own,

$$
\gamma\, \frac{x}{\sqrt{r + \varepsilon}}
$$

with $r$ the mean of the squares of the word's own numbers. `x` has the shape $(T, D)$, or
$(B, T, D)$ for a batch; `gain`, the $\gamma$ above, has the shape $(D,)$; `eps` is one number. The
result has the shape of `x`. It must also work for a word whose numbers are all 0. Leave the inputs
as they are.
""",
    stub='''
def rms_norm(x, gain, eps):
    """Each word divided by the root of the mean of its squares, then stretched by gain."""
    ...


check("block.5", rms_norm)
''',
    reference=_rms_norm,
    cases=_norm_cases,
    styles=("first_axis",),
    properties=("finite",),
    other="The mean of the squares is the square of the word's length, divided by D. "
    "`np.linalg.norm` gives the length.",
    shown={"over_words": sections.NORM},
    mistakes={
        "mean_taken": "The mean is subtracted, as in layer normalization. Leave it in: square and "
        "divide the numbers of x as they are.",
        "variance_below": "x is divided by its standard deviation, for which a mean is "
        "subtracted. Divide by the root of the mean of x squared.",
        "summed": "The squares are added up. Divide their sum by D, the count of a word's "
        "numbers, before the root.",
        "not_rooted": "x is divided by the mean of its squares. Divide by the square root of it.",
        "over_words": "The mean is taken over the words, so that a word changes when its "
        "neighbors do. Take it over each word's own numbers, the last axis.",
        "over_all": "One mean is taken over the whole table. Take one for each word, over the "
        "last axis, and keep that axis.",
        "no_eps": "There is no ε, so that a word of zeros gives 0 / 0. Add eps to the mean of "
        "the squares, before the root.",
        "eps_outside": "ε is added after the root. Add it to the mean of the squares, under the "
        "root.",
        "no_gain": "The gain is missing. Multiply each scaled number by its own gain at the end.",
    },
)


def _swiglu(
    x: np.ndarray,
    W_gate: np.ndarray,
    W_up: np.ndarray,
    W_down: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    if "transposed" in bugs:
        W_gate, W_up, W_down = W_gate.T, W_up.T, W_down.T
    gate, up = x @ W_gate, x @ W_up
    if "wrong_branch" in bugs:
        gate, up = up, gate
    if "silu_last" in bugs:
        gate, up = gate * up, 1.0
    if "sign_turned" in bugs:
        share = 1 / (1 + _power(gate))
    elif "inf_by_inf" in bugs:
        share = _power(gate) / (1 + _power(gate))
    elif "relu" in bugs:
        share = 1.0 * (gate > 0)
    else:
        share = 1 / (1 + _power(-gate))
    bent = share if "sigmoid_alone" in bugs else gate * share
    if "no_up" in bugs:
        return bent @ W_down
    return (bent + up if "summed" in bugs else bent * up) @ W_down


def _swiglu_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(lead: tuple[int, ...], width: int, wide: int, by: float = 1.0) -> Case:
        return {
            "x": numbers(rng, *lead, width) * by,
            "W_gate": numbers(rng, width, wide),
            "W_up": numbers(rng, width, wide),
            "W_down": numbers(rng, wide, width),
        }

    yield case((2,), 3, 4)
    yield Special("for a single word", case((1,), 2, 5))
    low = case((5,), 2, 3)
    unit = low["W_gate"][:, 0]  # for the first word its gate is −6: nearly shut, but not quite
    low["x"][0] = -6 * unit / (unit @ unit)
    yield low
    yield Special("with a batch axis", case((2, 3), 1, 4))
    far = case((4,), 3, 2, by=2000.0)
    # the first unit's gate is wide open for the first word, and shut for the second
    far["x"][:2] = np.abs(far["x"][:2]) * np.sign(far["W_gate"][:, 0]) * [[1], [-1]]
    yield Special("with large numbers", far)
    yield Special("where the inner width is D", case((2,), 3, 3))


SWIGLU = Exercise(
    id="block.6",
    title="A network with a gate",
    kind="code",
    difficulty=3,
    minutes=10,
    name="swiglu",
    points=2,
    body=r"""
In many newer language models the small network of a block has three matrices, and no constants. The
first makes a *gate* for each unit: it sets how much of what the second makes gets through to the
third. Write `swiglu(x, W_gate, W_up, W_down)`:

$$
\bigl(\operatorname{silu}(x\, W_{\text{gate}}) \odot (x\, W_{\text{up}})\bigr)\, W_{\text{down}}
$$

Here $\odot$ multiplies number by number, and *SiLU*, a ReLU without its corner, is

$$
\operatorname{silu}(z) = z \cdot \operatorname{sigmoid}(z)
$$

with the sigmoid $1 / (1 + e^{-z})$. `x` has the shape $(T, D)$ or $(B, T, D)$,
`W_gate` and `W_up` have $(D, F)$, and `W_down` has $(F, D)$. The result has the shape of `x`. The
numbers can be large. Leave the inputs as they are.
""",
    stub='''
def swiglu(x, W_gate, W_up, W_down):
    """What a network with a gate makes of each word."""
    ...


check("block.6", swiglu)
''',
    reference=_swiglu,
    cases=_swiglu_cases,
    properties=("linear",),
    other="The sigmoid of z is half of 1 plus `np.tanh` of half of z. No power is taken there, so "
    "nothing overflows.",
    mistakes={
        "sigmoid_alone": "The gate is the sigmoid alone. Multiply it by z once more: silu(z) is z "
        "times the sigmoid of z.",
        "relu": "The gate is bent by ReLU. Use silu, z times the sigmoid of z, which lets a little "
        "through below 0 too.",
        "sign_turned": "The sigmoid falls where it should rise: a sign is missing. In its "
        "denominator stands e to the power of −z.",
        "inf_by_inf": "Where z is large, e to the power of z is inf, and inf / inf is nan. Write "
        "the sigmoid as 1 / (1 + np.exp(-z)).",
        "wrong_branch": "The wrong branch is bent. Put x W_gate through silu, and leave x W_up "
        "straight.",
        "silu_last": "The two branches are multiplied first, and then bent. Bend x W_gate alone, "
        "then multiply it by x W_up.",
        "summed": "The two branches are added. Multiply them, number by number: a gate of 0 lets "
        "nothing through.",
        "no_up": "W_up is not used. Multiply what comes out of silu by x W_up, number by number, "
        "and only then by W_down.",
        "transposed": "The matrices are transposed, which fits only where F is D. Words are rows "
        "here: multiply by each matrix from the right, as it is.",
    },
)
