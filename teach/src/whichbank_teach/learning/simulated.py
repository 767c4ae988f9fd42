"""Readers who are not there: what they know, hold and forget is put in, and the statistics are to
give it back. They also say how many readers a study needs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from whichbank.before_after import FORMS, OPEN, RIGHT, WRONG, Idea, hand_id, ideas, parts

from .gains import crossed
from .statistics import Share

BEGAN = 29_000_000  # a minute in 2025
DAY = 24 * 60
POWER = 0.8
"""A study is large enough if it sees in so many of all cases what is there."""


@dataclass(frozen=True)
class Simulated:
    """One reader, idea by idea.

    Attributes
    ----------
    knows, learns, forgets : float
        The chance to know an idea before; to have learned one that was not known when the part is
        read; and to have lost one a few weeks later.
    guesses : float
        The chance to guess where an idea is not known, and not to say so.
    holds : str
        The misconception that is chosen wherever it can be and the idea is not known; nothing for
        none.
    harder : float
        The chance to fail in form B at an idea that is known.
    """

    knows: float = 0.3
    learns: float = 0.5
    forgets: float = 0.0
    guesses: float = 0.0
    holds: str = ""
    harder: float = 0.0

    def choices(self, rng: np.random.Generator) -> dict[str, dict[str, str]]:
        """Return what this reader chooses: by when and idea, whose form is ``.A`` or ``.B`` at the end;
        the form is drawn.
        """
        form = str(rng.choice(FORMS))
        other = FORMS[1 - FORMS.index(form)]
        found: dict[str, dict[str, str]] = {"before": {}, "after": {}, "later": {}}
        for idea in ideas().values():
            before = bool(rng.random() < self.knows)
            after = before or bool(rng.random() < self.learns)
            later = after and bool(rng.random() >= self.forgets)
            for when, it, known in (
                ("before", form, before),
                ("after", other, after),
                ("later", form, later),
            ):
                found[when][f"{idea.id}.{it}"] = self._choice(idea, it, known, rng)
        return found

    def _choice(self, idea: Idea, form: str, known: bool, rng: np.random.Generator) -> str:
        if known and not (form == "B" and rng.random() < self.harder):
            return RIGHT
        own = [choice for choice, thought in idea.thoughts.items() if thought == self.holds]
        if own:
            return str(rng.choice(own))
        return str(rng.choice((RIGHT, *WRONG))) if rng.random() < self.guesses else OPEN

    def progress(self, rng: np.random.Generator) -> dict[str, Any]:
        """Return what a browser keeps of this reader: the part is read in a week, and asked for once
        more three weeks later.
        """
        choices = self.choices(rng)
        return progress(choices) | {
            f"after/{hand_id(id)}.A": [[BEGAN + 7 * DAY, OPEN]]
            for part in parts().values()
            for id in part.by_hand
        }


def progress(choices: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Return the items of a progress file for what was chosen."""
    minutes = {"before": BEGAN, "after": BEGAN + 7 * DAY, "later": BEGAN + 28 * DAY}
    found: dict[str, Any] = {"form/drawn": next(iter(choices["before"]))[-1]}
    for when, some in choices.items():
        key = "after" if when == "later" else when
        found |= {f"{key}/{name}": [[minutes[when], choice]] for name, choice in some.items()}
    return found


def measured_gain(
    people: int, points: float, questions: int, rng: np.random.Generator, waiting: bool = False
) -> Share:
    """Simulate a class and measure its gain, or by how much it exceeds that of as many who wait.

    ``points`` is the share of questions by which a class gains in the mean. Readers differ: each knows
    10% to 50% of the ideas before, and learns anything between nothing and twice the mean. Half of
    what is not known is guessed, and in form B one in ten that is known is missed.
    """
    gained, forms = _class(people, points, questions, rng)
    read, _ = crossed(gained, forms)
    if not waiting:
        return read
    still, _ = crossed(*_class(people, 0.0, questions, rng))
    half = np.hypot(read.high - read.value, still.high - still.value)
    value = read.value - still.value
    return Share(value, value - half, value + half)


def _class(
    people: int, points: float, questions: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    guesses, harder = 0.5, 0.1
    knows = rng.uniform(0.1, 0.5, (people, 1))
    # of what is not known, 70% in the mean; and less is seen of it than is there
    mean = points / 0.7 / (1 - harder / 2) / (1 - guesses / 3)
    learns = mean * rng.uniform(0, 2, (people, 1))
    before = rng.random((people, questions)) < knows
    after = before | (rng.random((people, questions)) < learns)
    first = rng.permutation(people) % 2
    scores = []
    for known, form in ((before, first), (after, 1 - first)):
        sees = known & ~((form[:, None] == 1) & (rng.random(known.shape) < harder))
        lucky = (rng.random(known.shape) < guesses) & (rng.random(known.shape) < 1 / 3)
        scores.append((sees | lucky).mean(axis=1))
    return scores[1] - scores[0], np.array(FORMS)[first]


def people_for(
    points: float, questions: int, *, waiting: bool = False, classes: int = 1000, seed: int = 0
) -> int:
    """Return how many people, of those who read, a study needs to see a gain: the interval lies above
    0 in four of five simulated classes.
    """
    rng = np.random.default_rng(seed)

    def sees(people: int) -> bool:
        found = (
            measured_gain(people, points, questions, rng, waiting).low > 0 for _ in range(classes)
        )
        return sum(found) >= POWER * classes

    return _least(sees)


def _least(enough: Callable[[int], bool]) -> int:
    """Return the least number from 4 on that is enough, to a twentieth of it."""
    low, high = 4, 4
    while not enough(high):
        low, high = high, 2 * high
    while high - low > max(1, high // 20):
        between = (low + high) // 2
        low, high = (low, between) if enough(between) else (between, high)
    return high
