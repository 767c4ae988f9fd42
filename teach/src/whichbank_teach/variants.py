"""Numbers of a student's own: seeds that nobody can guess, and exercises by hand with other
numbers.
"""

import hashlib
import hmac
from dataclasses import replace

import numpy as np
from whichbank_authoring.exercise import Exercise
from whichbank_authoring.numbers import has_other_numbers, lines, other_case

from whichbank.exercises.other_numbers import general
from whichbank.former import former


def generator(secret: bytes, assignment: str, student: str, exercise: str) -> np.random.Generator:
    """Return the generator of one student's inputs for one exercise: the same one for the same
    four.

    Whoever does not have the class's secret cannot tell the inputs.
    """
    message = "\0".join((assignment, student, former(exercise))).encode()
    return np.random.default_rng(int.from_bytes(hmac.digest(secret, message, hashlib.sha256)))


def variant(exercise: Exercise, secret: bytes, assignment: str, student: str) -> Exercise:
    """Return an exercise by hand with one student's own numbers; any other exercise as it is.

    The numbers are such that each named mistake gives something else than the right answer. What a
    learner is told of a mistake is cut down to the sentences that hold for all numbers. The
    statement prints the numbers; the stub has no ``check``, which knows the numbers of the course
    alone.
    """
    if not has_other_numbers(exercise):
        return exercise
    case = other_case(exercise, generator(secret, assignment, student, exercise.id))
    if case is None:
        return exercise
    note = "**Use these numbers in place of the ones above.** They are your own."
    return replace(
        exercise,
        body="\n".join(
            [exercise.body.strip(), "", note, "", *(f"- {line}" for line in lines(exercise, case))]
        ),
        stub=f"{exercise.name} = ...  # your numbers are your own: they are checked when the "
        "work is graded",
        cases=lambda rng: iter([case]),
        mistakes={name: general(hint) for name, hint in exercise.mistakes.items()},
    )
