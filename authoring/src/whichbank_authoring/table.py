"""Build the answer table: ``python -m whichbank_authoring.table``."""

import argparse
import json
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np

from whichbank.exercises.properties import ATOL, RTOL, same
from whichbank.exercises.table import ANSWERS, WHOLE, Column, Entry
from whichbank.former import former

from .exercise import Exercise
from .exercises import ALL, CHAPTERS


def seed(exercise: str) -> np.random.Generator:
    """The generator that makes the learners' cases of one exercise."""
    parts = former(exercise).split(".")
    return np.random.default_rng(
        [int(part) if part.isdecimal() else int.from_bytes(part.encode()) for part in parts]
    )


def outputs(
    exercise: Exercise, cases: list[dict], bugs: Iterable[str] = ()
) -> tuple[np.ndarray | None, ...]:
    """Run the reference with some mistakes switched on; ``None`` where it raises."""

    def one(case: dict) -> np.ndarray | None:
        try:
            with np.errstate(all="ignore"):
                given = exercise.reference(
                    **{k: v.copy() for k, v in case.items()}, bugs=frozenset(bugs)
                )
        except (ValueError, IndexError):
            return None
        return np.array(given, dtype=float)

    return tuple(one(case) for case in cases)


Joined = tuple[tuple, np.ndarray]
"""The shapes of all outputs of a column, and their numbers in one row."""


def joined(column: tuple) -> Joined:
    """Join the outputs of a column: many are compared with many."""
    numbers = [x.ravel() for x in column if x is not None]
    return tuple(None if x is None else x.shape for x in column), np.concatenate(
        [*numbers, np.empty(0)]
    )


def alike(column: Joined, others: Iterable[Joined]) -> bool:
    """Whether a column agrees in all cases with one of the others, as ``same`` says it of one
    case.
    """
    shapes, row = column
    rows = [numbers for their_shapes, numbers in others if their_shapes == shapes]
    return bool(rows) and bool(
        np.isclose(row, rows, rtol=RTOL, atol=ATOL, equal_nan=True).all(axis=-1).any()
    )


def wrong_numbers(given: tuple, right: tuple) -> bool:
    """Whether a column gives wrong numbers somewhere, and does not only raise or give nan."""
    numbers = any(x is not None and np.isfinite(x).any() for x in given)
    return numbers and any(
        x is not None and not same(x, y) for x, y in zip(given, right, strict=True)
    )


def shortened(column: tuple) -> tuple:
    """Cut the numbers of a wrong column to single precision, which is all that is compared: half
    the room.
    """

    def one(x: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            short = x.astype(np.float32).astype(float)
        return np.where(np.isfinite(short), short, x)

    return tuple(None if x is None else one(x) for x in column)


def columns(exercise: Exercise, cases: list[dict]) -> list[Column]:
    """The right column, one for each mistake, and one for each style and each pair that gives
    something of its own.

    A mistake that is listed as equal to another has no column; nor has a pair that is right, equal
    to a single mistake or to an earlier pair, or that is wrong only by raising or by nan
    throughout.
    """
    singles = [name for name in exercise.mistakes if name not in exercise.equivalents]
    found = [Column((), outputs(exercise, cases))]
    found += [Column((name,), shortened(outputs(exercise, cases, [name]))) for name in singles]
    known = [joined(column.outputs) for column in found]
    styled = [(name, style) for style in exercise.styles for name in singles]
    for switches in [*styled, *combinations(singles, 2)]:
        names = tuple(name for name in switches if name in singles)
        given = shortened(outputs(exercise, cases, switches))
        if wrong_numbers(given, found[0].outputs) and not alike(joined(given), known):
            found.append(Column(names, given))
            known.append(joined(given))
    return found


def entry(exercise: Exercise, rng: np.random.Generator | None = None) -> Entry:
    """All that a check needs to know about an exercise, for the learners' cases or for fresh
    ones.
    """
    cases, found = [], []
    if exercise.kind != "explore":
        cases = list(exercise.cases(rng or seed(exercise.id)))
        if exercise.kind == "hand":
            cases = cases[:1]
        found = columns(exercise, cases)
    used = {name for column in found for name in column.mistakes}
    return Entry(
        id=exercise.id,
        title=exercise.title,
        kind=exercise.kind,
        name=exercise.name,
        labels=exercise.labels,
        inputs=exercise.inputs,
        properties=exercise.properties,
        hints={name: hint for name, hint in exercise.mistakes.items() if name in used},
        shown={
            name: exercise.shown[name]
            for name in exercise.mistakes
            if name in used and name in exercise.shown
        },
        other=exercise.other,
        kinds=tuple(getattr(case, "kind", "") for case in cases),
        cases=tuple(tuple(case[name] for name in exercise.inputs) for case in cases),
        columns=tuple(found),
        alone=exercise.numpy_alone,
    )


def pack(made: Entry) -> tuple[np.ndarray, np.ndarray]:
    """Lay all arrays of an entry end to end, case by case; an index row for each has its number of
    axes and its sizes.

    An array of whole numbers is stored among the others and marked: ``WHOLE`` is added to its
    number of axes. Equal arrays are stored each on its own, for what is equal here may differ in
    its last bits on another processor.
    """
    pieces, rows = [], []
    for i, case in enumerate(made.cases):
        for array in [*case, *(column.outputs[i] for column in made.columns)]:
            if array is None:
                rows.append([-1, 0, 0, 0])
                continue
            pieces.append(array.astype(float).ravel())
            mark = WHOLE if array.dtype.kind in "iu" else 0
            rows.append([array.ndim + mark, *array.shape, *[0] * (3 - array.ndim)])
    return np.concatenate(pieces), np.array(rows, dtype=np.int32)


def write(chapter: str, folder: Path = ANSWERS) -> None:
    """Write the answer table of one chapter and its words."""
    arrays: dict[str, np.ndarray] = {}
    text: dict[str, dict[str, object]] = {}
    for exercise in (e for e in ALL.values() if e.id.startswith(f"{chapter}.")):
        made = entry(exercise)
        text[made.id] = {
            "title": made.title,
            "kind": made.kind,
            "name": made.name,
            "labels": made.labels,
            "inputs": made.inputs,
            "properties": made.properties,
            "hints": made.hints,
            "shown": made.shown,
            "other": made.other,
            "kinds": made.kinds,
            "columns": [" ".join(column.mistakes) for column in made.columns],
        }
        if made.alone:
            text[made.id]["alone"] = True
        if made.columns:
            arrays[f"{made.id}.data"], arrays[f"{made.id}.index"] = pack(made)
    folder.mkdir(exist_ok=True)
    np.savez_compressed(folder / f"{chapter}.npz", allow_pickle=False, **arrays)
    (folder / f"{chapter}.json").write_text(
        json.dumps(text, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def main() -> None:
    """Write the tables into the installed package, or into another folder."""
    parser = argparse.ArgumentParser(description="Build the answer table of the exercises.")
    parser.add_argument("chapters", nargs="*", help="such as mixing; all if none is given")
    parser.add_argument("--to", type=Path, default=ANSWERS, help="folder to write to")
    given = parser.parse_args()
    if unknown := set(given.chapters) - set(CHAPTERS):
        parser.error(
            f"no exercises in {', '.join(sorted(unknown))}; there are some in {', '.join(CHAPTERS)}"
        )
    for chapter in given.chapters or CHAPTERS:
        write(chapter, given.to)
        print(f"wrote {chapter}.npz and {chapter}.json")


if __name__ == "__main__":
    main()
