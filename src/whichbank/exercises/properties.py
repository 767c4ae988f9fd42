"""Properties that every right answer has, to name one that a wrong answer lacks.

Each takes ``call`` (runs the answer on other inputs), the inputs of a case and what the answer gave
for them. It returns a sentence when the property fails, else None. In the sentence, {first} and
{last} are the names of two inputs.
"""

import contextlib
from collections.abc import Callable

import numpy as np

from .report import number
from .words import tr

Inputs = tuple[np.ndarray, ...]
Call = Callable[[Inputs], np.ndarray]
Property = Callable[[Call, Inputs, np.ndarray], str | None]

RTOL, ATOL = 1e-4, 1e-5
PROPERTIES: dict[str, Property] = {}


def listed(rule: Property) -> Property:
    """Let exercises name a property."""
    PROPERTIES[rule.__name__] = rule  # type: ignore[attr-defined]
    return rule


def same(got: np.ndarray | None, want: np.ndarray | None) -> bool:
    """Whether two arrays agree in shape and, to the tolerance of single precision, in every
    number.
    """
    if got is None or want is None:
        return got is want
    return got.shape == want.shape and bool(
        np.allclose(got, want, rtol=RTOL, atol=ATOL, equal_nan=True)
    )


@listed
def finite(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Every number is finite."""
    if np.isfinite(got).all():
        return None
    if np.isnan(got).all():
        return tr(
            "every number is nan, which comes of 0 times inf, of 0 / 0, and of a softmax of nothing but −inf"
        )
    kinds = tr(" and ").join(
        k for k, bad in (("nan", np.isnan(got)), ("inf", np.isinf(got))) if bad.any()
    )
    if np.isnan(got).any():
        return tr("the result has {kinds} in it, as 0 / 0 and inf / inf give it", kinds=kinds)
    return tr("the result has {kinds} in it", kinds=kinds)


@listed
def not_negative(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """No number is below 0."""
    low = np.nanmin(got) if got.size and not np.isnan(got).all() else 0
    return (
        tr("no number may be negative, and here one is {low}", low=number(low))
        if low < -ATOL
        else None
    )


@listed
def rows_sum_to_1(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The last axis sums to 1."""
    sums = got.sum(axis=-1).ravel()
    bad = ~np.isclose(sums, 1, rtol=RTOL, atol=ATOL)
    if not bad.any():
        return None
    return tr(
        "a row of weights sums to 1, and here one sums to {sum}", sum=number(sums[np.argmax(bad)])
    )


@listed
def rows_sum_to_1_or_0(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The last axis sums to 1, or to 0 where the row of the input is all zeros."""
    kept = inputs[0].any(axis=-1)
    lost = rows_sum_to_1(call, inputs, got[kept])
    if lost is None and got[~kept].any():
        return tr("a row of zeros stays zeros, and here it does not")
    return lost


@listed
def shift_invariant(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Adding one number to all scores changes nothing."""
    moved = call((inputs[0] + 3.0, *inputs[1:]))
    return (
        None
        if same(moved, got)
        else tr("adding 3 to all {first} must not change the result, and here it does")
    )


@listed
def scale_free(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Doubling the first input changes nothing."""
    if same(call((inputs[0] * 2.0, *inputs[1:])), got):
        return None
    return tr("doubling {first} must not change the result, and here it does")


@listed
def linear(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Doubling the last input doubles the result."""
    if same(call((*inputs[:-1], inputs[-1] * 2.0)), got * 2.0):
        return None
    return tr("doubling {last} must double the result, and here it does not")


@listed
def at_most_1(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Every number is between -1 and 1."""
    if np.all(np.abs(got) <= 1 + ATOL):
        return None
    worst = got.ravel()[np.argmax(np.abs(got).ravel())]
    return tr("every number lies between -1 and 1, and here one is {value}", value=number(worst))


@listed
def symmetric(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The two inputs can change places."""
    return (
        None
        if same(call(inputs[::-1]), got)
        else tr("a with b must give the same as b with a, and here it does not")
    )


@listed
def antisymmetric(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The last two inputs change places, and the sign turns."""
    first, fruit, tech = inputs
    if same(call((first, tech, fruit)), -got):
        return None
    return tr(
        "swapping the fruit words and the tech words must only turn the sign, and here it does not"
    )


@listed
def stays_inside(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Each number lies between the smallest and the largest of its column in the vectors."""
    vectors = inputs[-1]
    if (inputs[0] < 0).any() and len(inputs) > 1:
        return None  # a negative weight leads outside
    low, high = vectors.min(axis=-2) - 1e-3, vectors.max(axis=-2) + 1e-3
    if np.all((got >= low) & (got <= high)):
        return None
    return tr(
        "a mix stays between the smallest and the largest number of its column, and here one leaves that range"
    )


@listed
def follows_order(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The words in reverse order give the same rows in reverse order."""
    if same(call((inputs[0][::-1].copy(),)), got[::-1]):
        return None
    return tr(
        "the words in reverse order must give the same rows in reverse order, and here they do not"
    )


@listed
def pair_stands_there(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The first two numbers are neighbors in a row of the table, if the third is not 0."""
    left, right, times = got
    table = inputs[0]
    if times == 0 or ((table[:, :-1] == left) & (table[:, 1:] == right)).any():
        return None
    return tr(
        "the pair {left}, {right} must occur side by side somewhere, and here it does not",
        left=number(left),
        right=number(right),
    )


@listed
def spaces_stay(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """There are as many zeros as in the first input."""
    want, have = (int((array == 0).sum()) for array in (inputs[0], got))
    return (
        None
        if want == have
        else tr(
            "the sentence has {want} spaces (zeros), and here the result has {have}",
            want=want,
            have=have,
        )
    )


@listed
def not_longer(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The result has no more numbers than the first input."""
    return (
        None
        if got.size <= inputs[0].size
        else tr("a merge makes a sentence shorter, and here it has become longer")
    )


@listed
def halves_swap(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The first half of the inputs and the second can change places."""
    middle = len(inputs) // 2
    if same(call(inputs[middle:] + inputs[:middle]), got):
        return None
    return tr("the two halves of the text can change places, and here that changes the answer")


@listed
def zeros_and_ones(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Every number is 0 or 1."""
    other = got[(got != 0) & (got != 1)]
    return (
        tr("every number is 0 or 1, and here one is {value}", value=number(other[0]))
        if other.size
        else None
    )


@listed
def mirrored(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """The table is its own transpose."""
    if same(got, got.swapaxes(-1, -2)):
        return None
    return tr(
        "word i with word j must get the same score as word j with word i, and here it does not"
    )


@listed
def padding_unseen(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Other keys and values at the places of padding change nothing."""
    q, k, v, real = inputs
    words = (real == 1)[:, None]
    if same(call((q, np.where(words, k, k + 2.0), np.where(words, v, v - 3.0), real)), got):
        return None
    return tr(
        "other keys and values at the places of padding must not change the result, and here they do"
    )


@listed
def future_unseen(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Another key and value for the last word change the last row only."""
    q, k, v = inputs
    last = np.arange(k.shape[-2])[:, None] == k.shape[-2] - 1
    other = call((q, np.where(last, k + 2.0, k), np.where(last, v - 3.0, v)))
    if other.shape == got.shape and same(other[..., :-1, :], got[..., :-1, :]):
        return None
    return tr(
        "another key and value for the last word must not change the rows before it, and here they do"
    )


@listed
def memory_padding_unseen(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """Other vectors at the places of padding in the memory change nothing."""
    x, memory, real, *matrices = inputs
    other = np.where((real == 1)[..., None], memory, memory * 2.0 + 1.0)
    if same(call((x, other, real, *matrices)), got):
        return None
    return tr("other vectors at the places of padding must not change the result, and here they do")


@listed
def rate_0_stays(call: Call, inputs: Inputs, got: np.ndarray) -> str | None:
    """With a learning rate of 0, the first input comes back."""
    if same(call((*inputs[:-1], inputs[-1] * 0.0)), inputs[0]):
        return None
    return tr("with a learning rate of 0 the table must stay as it is, and here it does not")


class CannotCallError(Exception):
    """The answer gives no array for these inputs, or cannot be run again."""


def first_lost(
    names: tuple[str, ...],
    call: Callable[[Inputs], np.ndarray | None] | None,
    inputs: Inputs,
    got: np.ndarray,
    inputs_are: tuple[str, ...],
) -> str | None:
    """Name the first property that an output lacks; of those that need to run the answer, only if
    there is a call.
    """

    def again(others: Inputs) -> np.ndarray:
        value = call(others) if call else None
        if value is None:
            raise CannotCallError
        return value

    for rule in (finite, *(PROPERTIES[name] for name in names)):
        with contextlib.suppress(CannotCallError):
            if lost := rule(again, inputs, got):
                return lost.format(first=inputs_are[0], last=inputs_are[-1])
    return None
