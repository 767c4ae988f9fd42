"""How hard a question is, how well it tells readers apart, and what stays: each with an interval.

Intervals are of 90%. Readers are the units: one who answered a lot counts once.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from .course import Item
from .readers import Reader

LEVEL = 0.9
FEW = 10
"""With fewer readers hardly anything can be said."""
FROM_MEMORY = 0.8  # days after which an answer counts as one from memory


@dataclass(frozen=True)
class Share:
    """A share, or a difference of shares, with its interval; nan where it cannot be told."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Measured:
    """What a class did with one question."""

    item: Item
    n: int  # readers who answered it
    facility: Share  # right the first time
    discrimination: Share  # correlation with the same readers' share of other questions
    wrong: tuple[tuple[str, int], ...]  # what was chosen, most frequent first


@dataclass(frozen=True)
class Kept:
    """What stays of one page: right at first, and when it came back, by the same readers and
    questions.
    """

    page: str
    readers: int
    first: Share
    later: Share
    gain: Share


def wilson(right: int, n: int) -> Share:
    """Return a share of n with Wilson's interval, which is one for small n too.

    Examples
    --------
    >>> wilson(0, 0).value
    nan
    >>> wilson(10, 10).high
    1.0
    """
    if not n:
        return Share(np.nan, 0.0, 1.0)
    found = stats.binomtest(right, n).proportion_ci(LEVEL, method="wilson")
    return Share(right / n, max(0.0, float(found.low)), min(1.0, float(found.high)))


def measured(item: Item, readers: Sequence[Reader]) -> Measured:
    """Measure one question."""
    own = [reader for reader in readers if item.key in reader.answers]
    right = np.array([reader.answers[item.key].right for reader in own], dtype=float)
    rest = np.array([_rest(reader, item.key) for reader in own])
    wrong = Counter(
        choice
        for reader in own
        if (choice := reader.answers[item.key].choice) and not reader.answers[item.key].right
    )
    words = dict(item.choices)
    return Measured(
        item,
        len(own),
        wilson(int(right.sum()), len(own)),
        correlation(right, rest),
        tuple((words[choice], n) for choice, n in wrong.most_common()),
    )


def _rest(reader: Reader, key: str) -> float:
    others = [answer.right for other, answer in reader.answers.items() if other != key]
    return float(np.mean(others)) if others else np.nan


def correlation(right: np.ndarray, rest: np.ndarray) -> Share:
    """Return the correlation of being right with the share of the rest, by Fisher's z."""
    known = ~np.isnan(rest)
    right, rest = right[known], rest[known]
    if len(right) < 4 or np.ptp(right) == 0 or np.ptp(rest) == 0:
        return Share(np.nan, -1.0, 1.0)
    r = float(np.corrcoef(right, rest)[0, 1])
    half = stats.norm.ppf((1 + LEVEL) / 2) / np.sqrt(len(right) - 3)
    z = np.arctanh(np.clip(r, -0.999999, 0.999999))
    return Share(r, float(np.tanh(z - half)), float(np.tanh(z + half)))


def kept(page: str, keys: Sequence[str], readers: Sequence[Reader]) -> Kept:
    """Measure what stays of a page: answers at first beside the latest that came back after a day or
    more, in another form.
    """
    pairs = []  # for each reader the mean at first, and later
    for reader in readers:
        found = [
            (answer.right, answer.returns[-1][1])
            for key in keys
            if (answer := reader.answers.get(key))
            and answer.returns
            and answer.returns[-1][0] > FROM_MEMORY
        ]
        if found:
            pairs.append(np.mean(found, axis=0))
    table = np.array(pairs, dtype=float).reshape(-1, 2)
    first, later, gain = (
        mean_of_readers(column) for column in (*table.T, table[:, 1] - table[:, 0])
    )
    return Kept(page, len(table), first, later, gain)


def mean_of_readers(numbers: np.ndarray) -> Share:
    """Return the mean of a number a reader, with the interval of Student's t; nan for fewer than
    two readers.
    """
    n = len(numbers)
    if n < 2:
        return Share(float(numbers.mean()) if n else np.nan, -1.0, 1.0)
    mean, error = float(numbers.mean()), float(numbers.std(ddof=1) / np.sqrt(n))
    half = float(stats.t.ppf((1 + LEVEL) / 2, n - 1)) * error
    return Share(mean, mean - half, mean + half)


def numbers(share: Share) -> list[float | None]:
    """Return a share and its interval for a table; None where it cannot be told."""
    return [
        None if math.isnan(x) else round(float(x), 3) for x in (share.value, share.low, share.high)
    ]


def percent(share: Share) -> str:
    """Write a share with its interval.

    Examples
    --------
    >>> percent(Share(0.5, 0.25, 0.75))
    '50% (25 to 75)'
    """
    if math.isnan(share.value):
        return "–"
    low, high = max(share.low, 0.0), min(share.high, 1.0)
    return f"{100 * share.value:.0f}% ({100 * low:.0f} to {100 * high:.0f})"


def points(share: Share) -> str:
    """Write a difference of shares in points, with its interval.

    Examples
    --------
    >>> points(Share(0.125, -0.05, 0.3))
    '+12 (-5 to +30)'
    """
    if math.isnan(share.value):
        return "–"
    low, high = max(share.low, -1.0), min(share.high, 1.0)
    return f"{100 * share.value:+.0f} ({100 * low:+.0f} to {100 * high:+.0f})"
