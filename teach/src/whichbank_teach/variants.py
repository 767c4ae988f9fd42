"""Numbers of a student's own: seeds that nobody can guess, and exercises by hand with other
numbers.
"""

import hashlib
import hmac
import itertools
import re
from dataclasses import replace

import numpy as np
from whichbank_authoring.exercise import Case, Exercise
from whichbank_authoring.table import outputs

from whichbank.former import former

# What the inputs of an exercise by hand are called in its statement. An exercise that is not here
# has one set of numbers for all: its statement would not fit others.
LABELS = {
    "tokens.1": {
        "text": "the sentence, whose letters start the vocabulary: capitals first, each "
        "kind as in the alphabet"
    },
    "company.1": {
        "v": "table $v$, the rows of river, bank, flows, money",
        "u": "table $u$, in the same order",
    },
    "average.1": {"sentences": "the meanings of the sentences"},
    "reading.1": {"x": "the words $x$ in their order", "w": "the number in place of 0.6"},
    "mixing.1": {
        "weights": "the weights, with rows and columns for money, bank, grows",
        "vectors": "their vectors",
    },
    "choosing.1": {"scores": "the scores of bank"},
    "jobs.1": {
        "bank": "the vector of bank",
        "vectors": "the vectors of money, bank, grows",
        "W": "the matrix $W$",
    },
    "roles.1": {
        "vectors": "the vectors of river, bank, flows",
        "W_q": "the matrix $W_Q$",
        "W_k": "the matrix $W_K$",
    },
    "downhill.1": {"scores": "the scores of money and river"},
    "ripples.1": {"place": "the place $t$", "base": "the base $b$"},
    "heads.1": {
        "weights": "the weights of head 1 and of head 2",
        "values": "the values of head 1 and of head 2",
        "W_o": "the matrix $W_O$",
    },
    "masks.1": {"scores": "the scores of the second word"},
    "block.1": {"x": "the vector $x$", "gain": r"the gain $\gamma$", "shift": r"the shift $\beta$"},
    "writer.1": {
        "powers": r"$e^{\text{score}}$ of grows, flows, money, river",
        "setting": "the temperature, and how many words may be drawn",
    },
    "real.1": {"pairs": "pair by pair, the vector as a fruit and the vector as a company"},
    "cost.1": {
        "sizes": "the heads of a layer, the layers, the pieces of the text, and the bytes "
        "of a weight"
    },
}
DRAWS = 64
# the least distance of a mistake's numbers from the right ones: twice what a rounded answer may be
# off
APART = 0.0125


def generator(secret: bytes, assignment: str, student: str, exercise: str) -> np.random.Generator:
    """Return the generator of one student's inputs for one exercise: the same one for the same
    four.

    Whoever does not have the class's secret cannot tell the inputs.
    """
    message = "\0".join((assignment, student, former(exercise))).encode()
    return np.random.default_rng(int.from_bytes(hmac.digest(secret, message, hashlib.sha256)))


def has_variants(exercise: Exercise) -> bool:
    """Whether an exercise can be given with numbers of a student's own."""
    return exercise.kind == "hand" and exercise.id in LABELS


def variant(exercise: Exercise, secret: bytes, assignment: str, student: str) -> Exercise:
    """Return an exercise by hand with one student's own numbers; any other exercise as it is.

    The numbers are such that each named mistake gives something else than the right answer. What a
    learner is told of a mistake is cut down to the sentences that hold for all numbers. The
    statement prints the numbers; the stub has no ``check``, which knows the numbers of the course
    alone.
    """
    if not has_variants(exercise):
        return exercise
    rng = generator(secret, assignment, student, exercise.id)
    case = next(
        (
            case
            for case in (_second(exercise, rng) for _ in range(DRAWS))
            if _tells_apart(exercise, case)
        ),
        None,
    )
    if case is None:
        return exercise
    lines = [
        f"- {label}: `{_written(name, case[name])}`" for name, label in LABELS[exercise.id].items()
    ]
    note = "**Use these numbers in place of the ones above.** They are your own."
    return replace(
        exercise,
        body="\n".join([exercise.body.strip(), "", note, "", *lines]),
        stub=f"{exercise.name} = ...  # your numbers are your own: they are checked when the "
        "work is graded",
        cases=lambda rng: iter([case]),
        mistakes={name: _general(hint) for name, hint in exercise.mistakes.items()},
    )


def _second(exercise: Exercise, rng: np.random.Generator) -> Case:
    cases = list(exercise.cases(rng))
    return cases[1]


def _tells_apart(exercise: Exercise, case: Case) -> bool:
    """Whether the right answer is far from that of the statement, and from what each mistake
    gives.
    """
    first = next(iter(exercise.cases(np.random.default_rng(0))))
    (right,) = outputs(exercise, [case])
    if right is None or not np.isfinite(right).all():
        return False
    others = [outputs(exercise, [case], [name])[0] for name in exercise.mistakes]
    return not any(_near(right, other) for other in (outputs(exercise, [first])[0], *others))


def _near(a: np.ndarray, b: np.ndarray | None) -> bool:
    return b is not None and a.shape == b.shape and bool(np.abs(a - b).max() < APART)


def _written(name: str, array: np.ndarray) -> str:
    if name == "text":
        return repr("".join(map(chr, array)))
    whole = np.array_equal(array, np.round(array))
    return str((array.astype(int) if whole else np.round(array, 6)).tolist())


def _general(hint: str) -> str:
    """The first sentences of a hint, as far as they name no number."""
    kept = itertools.takewhile(
        lambda one: not re.search(r"\d", one), re.split(r"(?<=[.?!])\s+", hint)
    )
    return " ".join(kept) or "This is a known mistake. Go through the steps of the statement again."
