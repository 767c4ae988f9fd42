"""What one exercise is made of."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from whichbank.exercises.properties import PROPERTIES

Case = dict[str, np.ndarray]
KINDS = ("hand", "code", "explore")


class Special(Case):
    """A case with what is special about it, such as "with a batch axis".

    An answer that is wrong in the cases of one kind alone is told so.
    """

    def __init__(self, kind: str, inputs: Case) -> None:
        super().__init__(inputs)
        self.kind = kind


@dataclass(frozen=True)
class Exercise:
    """One exercise: its text, its right answer, and the wrong answers that people give.

    Attributes
    ----------
    id, title : str
        Such as "mixing.2" and "Mix a whole table".
    kind : str
        "hand" (numbers to enter), "code" (a function to write) or "explore" (nothing to check).
    difficulty, minutes : int
        From 1 to 5, and what it takes who has read the chapter: our own estimates.
    body : str
        The statement without its heading, in Markdown.
    stub : str
        The code cell that the learner starts from; empty for "explore".
    name : str
        The function or variable that the learner fills.
    labels : tuple of str
        By hand: what each number of the answer is called at its field on the page.
    points : int
        What it is worth in an assignment.
    reference : callable
        ``reference(..., bugs=frozenset())``: the right answer, with one switch for each mistake.
    cases : callable
        ``cases(rng)`` makes the inputs. The first case of an exercise by hand is the one in its
        statement.
    mistakes : mapping
        The name of each switch, and what a learner who made that mistake is told.
    shown : mapping
        For a mistake that the book shows, in a figure or with its numbers: the section's address
        and its heading.
    other : str
        Another right way of a coding exercise, in one or two sentences without code, for those who
        are right.
    equivalents : mapping
        For a switch that provably gives the same as another: (the other's name, the reason).
    styles : tuple of str
        Switches of the reference that are right by themselves, and change what some mistakes give:
        each mistake is tried with each of them.
    properties : tuple of str
        What each right output has; names from ``whichbank.exercises.properties``.
    """

    id: str
    title: str
    kind: str
    difficulty: int
    minutes: int
    body: str
    stub: str = ""
    name: str = ""
    labels: tuple[str, ...] = ()
    points: int = 0
    reference: Any = None  # only an exercise to explore has neither
    cases: Any = None
    mistakes: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    other: str = ""
    equivalents: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}; got {self.kind!r}")
        if self.difficulty not in range(1, 6):
            raise ValueError(f"difficulty must be from 1 to 5; got {self.difficulty}")
        unknown = {
            name for pair in self.equivalents.items() for name in (pair[0], pair[1][0])
        } - set(self.mistakes)
        if unknown:
            raise ValueError(
                f"equivalents names {', '.join(sorted(unknown))}, which mistakes does not have"
            )
        if unknown := set(self.shown) - set(self.mistakes):
            raise ValueError(
                f"shown names {', '.join(sorted(unknown))}, which mistakes does not have"
            )
        if unknown := set(self.properties) - set(PROPERTIES):
            raise ValueError(f"there is no property {', '.join(sorted(unknown))}")

    @property
    def worth(self) -> int:
        """What the exercise is worth in an assignment; one to explore, which has no points of its
        own, is worth 1.
        """
        return self.points or 1

    @property
    def numpy_alone(self) -> bool:
        """Whether the statement forbids the course's own functions."""
        return "NumPy alone" in " ".join(self.body.split())

    @property
    def statement(self) -> str:
        """The Markdown of the statement cell, heading and all."""
        effort = f"*Difficulty {self.difficulty} of 5, about {self.minutes} minutes.*"
        return f"### Exercise {self.id} · {self.title}\n\n{effort}\n\n{self.body.strip()}"

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the reference's inputs."""
        if self.reference is None:
            return ()
        return tuple(
            name for name in inspect.signature(self.reference).parameters if name != "bugs"
        )
