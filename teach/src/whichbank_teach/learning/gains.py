"""What a class has gained, part by part: before and after, with the two forms set off against each
other, and less what guessing alone would give.

Readers are the units. Who met form A first and who met form B first are averaged with equal weight:
where one form is harder, this makes the gain of the ones larger and that of the others smaller by as
much, and it drops out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from whichbank.before_after import FORMS, OPEN, RIGHT, WRONG, Idea, ideas, parts
from whichbank.misconceptions import Misconception, misconceptions

from .readers import Reader
from .statistics import LEVEL, Share, mean_of_readers, wilson
from .twice import Given

ALL = "all"
"""In the place of a part: the whole course."""
_Score = Callable[[Given], float]


@dataclass(frozen=True)
class Gain:
    """What was right before and after, by the same readers and on the same ideas."""

    part: str
    readers: int
    first: dict[str, int]  # how many of them met each form first
    before: Share
    after: Share
    gain: Share
    known: Share  # the gain, less what guessing alone gives
    equated: bool  # whether the forms are set off against each other
    apart: dict[str, tuple[Share, Share]]  # before and after, by the form that was met first
    later: int  # readers who were asked once more
    stays: Share  # right once more, less right after: what was lost, below 0


@dataclass(frozen=True)
class Asked:
    """What a class answered to one form of one idea."""

    idea: Idea
    when: str  # before, after, or later
    form: str
    n: int
    right: Share
    wrong: tuple[tuple[str, int], ...]  # texts of wrong choices; and how many left it open
    open: int


def right(given: Given) -> float:
    """Count a right answer."""
    return float(given.choice == RIGHT)


def known(given: Given) -> float:
    """Count a right answer, less what guessing gives: a wrong one costs half a right one, where two
    of three are wrong. Who guesses has 0 on average, and so has who leaves all open.
    """
    return right(given) - (given.choice in WRONG) / len(WRONG)


def gains(readers: Sequence[Reader]) -> list[Gain]:
    """Return the gain of each part for which somebody was asked twice, and that of all together."""
    return [one for part in (*parts(), ALL) if (one := gain(part, readers)).readers]


def gain(part: str, readers: Sequence[Reader]) -> Gain:
    """Measure one part, or all."""
    rows: list[tuple[str, float, float, float]] = []
    stays: list[tuple[str, float]] = []
    for reader in readers:
        some = [
            one
            for id, one in reader.ideas.items()
            if id in ideas() and part in (ALL, ideas()[id].part)
        ]
        pairs = [(one.before, one.after) for one in some if one.before and one.after]
        if pairs:
            first, second = ([pair[i] for pair in pairs] for i in range(2))
            change = _mean(known, second) - _mean(known, first)
            rows.append((first[0].form, _mean(right, first), _mean(right, second), change))
        twice = [(one.after, one.later) for one in some if one.after and one.later]
        if twice:
            first, second = ([pair[i] for pair in twice] for i in range(2))
            stays.append((first[0].form, _mean(right, second) - _mean(right, first)))
    forms = np.array([row[0] for row in rows])
    table = np.array([row[1:] for row in rows], dtype=float).reshape(-1, 3)
    before, after, less = table.T
    gained, equated = crossed(after - before, forms)
    return Gain(
        part,
        len(rows),
        {form: int((forms == form).sum()) for form in FORMS},
        mean_of_readers(before),
        mean_of_readers(after),
        gained,
        crossed(less, forms)[0],
        equated,
        {
            form: (mean_of_readers(before[forms == form]), mean_of_readers(after[forms == form]))
            for form in FORMS
        },
        len(stays),
        crossed(np.array([x for _, x in stays]), np.array([form for form, _ in stays]))[0],
    )


def _mean(score: _Score, given: Sequence[Given]) -> float:
    return float(np.mean([score(one) for one in given]))


def crossed(numbers: np.ndarray, forms: np.ndarray) -> tuple[Share, bool]:
    """Return the mean of a number a reader, with both forms as the first one counting alike, and
    whether they could: with fewer than two readers of one of them, all are averaged as they are.

    The interval is Welch's, since the two groups may spread differently.
    """
    groups = [numbers[forms == form] for form in FORMS]
    if min(map(len, groups)) < 2:
        return mean_of_readers(numbers), False
    value = float(np.mean([group.mean() for group in groups]))
    errors = np.array([group.var(ddof=1) / len(group) for group in groups])
    if not errors.sum():
        return Share(value, value, value), True
    freedom = errors.sum() ** 2 / sum(
        error**2 / (len(group) - 1) for error, group in zip(errors, groups, strict=True)
    )
    half = float(stats.t.ppf((1 + LEVEL) / 2, freedom) * np.sqrt(errors.sum()) / len(FORMS))
    return Share(value, value - half, value + half), True


def held(readers: Sequence[Reader]) -> list[tuple[Misconception, int, int, int]]:
    """Return the misconceptions behind wrong choices before and after: in how many answers one was
    chosen before, in how many after, and how many could have been; those first that are chosen in
    the largest share of answers afterwards. One that many questions offer is not more frequent for
    that.
    """
    counts: dict[str, np.ndarray] = {}
    for reader in readers:
        for id, one in reader.ideas.items():
            if id in ideas() and one.before and one.after:
                thoughts = ideas()[id].thoughts
                chosen = [thoughts.get(given.choice) for given in (one.before, one.after)]
                for thought in {*thoughts.values()}:
                    made = np.array([*(choice == thought for choice in chosen), True])
                    counts[thought] = counts.get(thought, np.zeros(3, int)) + made
    found = [(one, counts[one.id].tolist()) for one in misconceptions() if one.id in counts]
    told = [(one, before, after, most) for one, (before, after, most) in found]
    return sorted(told, key=lambda one: (-one[2] / one[3], -one[1] / one[3]))


def asked(readers: Sequence[Reader]) -> list[Asked]:
    """Return what was answered to each form of each idea, each time."""
    found = []
    for id, idea in ideas().items():
        for when in ("before", "after", "later"):
            given = [g for r in readers if id in r.ideas and (g := getattr(r.ideas[id], when))]
            for form in FORMS:
                choices = [one.choice for one in given if one.form == form]
                if choices:
                    wrong = tuple((idea.forms[form][c], choices.count(c)) for c in WRONG)
                    share = wilson(choices.count(RIGHT), len(choices))
                    some = (share, wrong, choices.count(OPEN))
                    found.append(Asked(idea, when, form, len(choices), *some))
    return found
