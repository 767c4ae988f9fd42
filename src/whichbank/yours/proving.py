"""The proof that a machine of a reader's functions does what the course's does, box by box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from whichbank.exercises.running import is_stub
from whichbank.published import on_this_machine
from whichbank.yours.boxes import BOXES, Box, Functions
from whichbank.yours.faults import BoxError
from whichbank.yours.letters import letters
from whichbank.yours.machine import Machine
from whichbank.yours.reader import reader
from whichbank.yours.training import slope, untrained

TEXT = "The bank said that the river had"
SENTENCE = "Apple launched a new phone while I was eating an apple"
ALLOWED = {"letters": 1e-4, "reader": 1e-3, "train": 1e-4}
"""How far logits, vectors and slopes may be from the course's."""


@dataclass(frozen=True)
class Proof:
    """How far the machine is from the course's.

    Attributes
    ----------
    off : dict
        For each box that is the reader's, and for "all of them" together: by stage, the largest
        difference of a number, or the BoxError that stopped it.
    missing : tuple of str
        The boxes that are the course's.
    left_out : str
        Why the real model was not asked; empty where it was.
    """

    off: dict[str, dict[str, float | BoxError]]
    missing: tuple[str, ...]
    left_out: str

    @property
    def ok(self) -> bool:
        """Whether all boxes are the reader's, and do what the course's do."""
        return not self.missing and all(
            _fine(stage, off) for row in self.off.values() for stage, off in row.items()
        )

    def __repr__(self) -> str:
        told = []
        for name, row in self.off.items():
            parts = [f"{stage} {_how_far(stage, off)}" for stage, off in row.items()]
            told.append(f"{name:<20}{', '.join(parts)}")
        told += [
            f"{name:<20}not yours yet: exercise {BOXES[name].exercise}" for name in self.missing
        ]
        told += [self.left_out] if self.left_out else []
        return "\n".join([*told, "It runs on yours." if self.ok else "Not yet."])


def proof(functions: Mapping[str, Any]) -> Proof:
    """Compare the machine of a reader's functions with the course's, each box alone and all of them.

    The logits of the letter model must agree to 1e-4, the vectors of the real model to 1e-3, and
    the slopes of a training step to 1e-4. The real model is asked where its published weights are
    on this machine.

    Parameters
    ----------
    functions : mapping
        The reader's functions by the names of their boxes, such as ``globals()`` of a notebook;
        other names and stubs do not count.

    Examples
    --------
    >>> print(repr(proof({"merge_heads": lambda heads: heads})).splitlines()[0][:59])
    merge_heads         letters ✗ it gave the shape (4, 32, 16)
    """
    given = {
        name: functions[name]
        for name in BOXES
        if callable(functions.get(name)) and not is_stub(functions[name])
    }
    stages: dict[str, Callable[[Functions], np.ndarray]] = {
        "letters": lambda own: letters(own).logits(TEXT),
        "train": _slopes,
    }
    left_out = ""
    if on_this_machine():
        stages["reader"] = lambda own: [*reader(own).read(SENTENCE)][-1].vectors
    else:
        left_out = "The real model was not asked: its weights are not on this machine."
    wanted = {stage: give({}) for stage, give in stages.items()}
    boxes: dict[str, tuple[Functions, tuple[Box, ...]]] = {
        name: ({name: function}, (BOXES[name],)) for name, function in given.items()
    }
    if given:
        boxes["all of them"] = given, tuple(BOXES[name] for name in given)
    off = {
        name: {
            stage: _off(give, own, wanted[stage])
            for stage, give in stages.items()
            if any(stage in box.stages for box in of)
        }
        for name, (own, of) in boxes.items()
    }
    return Proof(off, tuple(name for name in BOXES if name not in given), left_out)


def _slopes(functions: Functions) -> np.ndarray:
    random = np.random.default_rng(0)
    weights = {name: x.astype(float) for name, x in untrained(9, random).items()}
    ids = random.integers(0, 9, (2, 8))
    loss, slopes = slope(Machine(functions), weights, ids[:, :-1], ids[:, 1:])
    return np.concatenate([[loss], *(x.ravel() for x in slopes.values())])


def _off(
    give: Callable[[Functions], np.ndarray], own: Functions, wanted: np.ndarray
) -> float | BoxError:
    try:
        return float(np.abs(give(own) - wanted).max())
    except BoxError as error:
        return error


def _fine(stage: str, off: float | BoxError) -> bool:
    return not isinstance(off, BoxError) and off < ALLOWED[stage]


def _how_far(stage: str, off: float | BoxError) -> str:
    if isinstance(off, BoxError):
        return f"✗ {off.reason}"
    return "✓" if _fine(stage, off) else f"✗ off by {off:.1g}"
