"""Exercises by hand with other numbers: for a student of a class, and for what comes back to a
reader.
"""

import json
from typing import Any

import numpy as np

from whichbank.exercises.other_numbers import NUMBERS

from .exercise import Case, Exercise
from .exercises import ALL
from .table import columns, entry, outputs, seed

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
    "scale.1": {
        "products": "the dot products of the query with the three keys",
        "d": "how many numbers a key has, $d$",
    },
    "ripples.1": {"place": "the place $t$", "base": "the base $b$"},
    "heads.1": {
        "weights": "the weights of head 1 and of head 2",
        "values": "the values of head 1 and of head 2",
        "W_o": "the matrix $W_O$",
    },
    "masks.1": {"scores": "the scores of the second word"},
    "bend.1": {
        "x": "the vector $x$",
        "W_1": "the matrix $W_1$",
        "b_1": "$b_1$",
        "W_2": "the matrix $W_2$",
        "b_2": "$b_2$",
    },
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
DIGITS = 6
MANY = 3
"""How many sets of other numbers an exercise by hand has for what comes back."""


def has_other_numbers(exercise: Exercise) -> bool:
    """Whether an exercise can be given with numbers that its statement does not print."""
    return exercise.kind == "hand" and exercise.id in LABELS


def other_case(exercise: Exercise, rng: np.random.Generator) -> Case | None:
    """Return other inputs, for which each named mistake gives something else than the right
    answer; None where some draws find none.
    """
    drawn = (list(exercise.cases(rng))[1] for _ in range(DRAWS))
    return next((case for case in drawn if _tells_apart(exercise, case)), None)


def lines(exercise: Exercise, case: Case) -> list[str]:
    """Say the inputs, a line each."""
    return [f"{label}: `{_written(n, case[n])}`" for n, label in LABELS[exercise.id].items()]


def others(exercise: str) -> list[dict[str, Any]]:
    """Return an exercise by hand with other numbers, some times, as ``Numbers`` has them."""
    one = ALL[exercise]
    rng, names = seed(exercise), list(entry(one).hints)
    found: list[dict[str, Any]] = []
    for case in (other_case(one, rng) for _ in range(MANY)):
        if case is None:
            continue
        right, *wrong = columns(one, [case])
        found.append(
            {
                "lines": lines(one, case),
                "right": _numbers(right.outputs[0]),
                "columns": [
                    [[names.index(*column.mistakes)], _numbers(column.outputs[0])]
                    for column in wrong
                    if len(column.mistakes) == 1
                    and column.mistakes[0] in names
                    and column.outputs[0] is not None
                    and np.isfinite(column.outputs[0]).all()
                ],
            }
        )
    return found


def main() -> None:
    """Write other numbers for all exercises by hand into the installed package."""
    told = (
        f"{json.dumps(name)}: {json.dumps(others(name), ensure_ascii=False, separators=(',', ':'))}"
        for name in LABELS
    )
    NUMBERS.write_text("{\n" + ",\n".join(told) + "\n}\n", encoding="utf-8")
    print(f"wrote {NUMBERS.name}")


def _numbers(output: np.ndarray) -> list[float]:
    return [int(x) if x.is_integer() else x for x in np.round(np.ravel(output), DIGITS).tolist()]


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


if __name__ == "__main__":
    main()
