"""Mutants of each reference are rejected, or stand on a list with the reason why they are right."""

import numpy as np
import pytest
from mutants import build, functions, mutants
from whichbank_teach.exercises import ALL

from whichbank.exercises import check

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
SURVIVORS = {
    "05.3": {
        "1 -> 2 in total = np.where(total == 0, 1, total)": "A row of zeros stays zeros whatever divides it.",
        "1 -> -2 in total = np.where(total == 0, 1, total)": "A row of zeros stays zeros whatever divides it.",
    },
    "09.1": {
        "np.array([p[right], loss, slope]) -> [p[right], loss, slope] in return np.array([p[right], loss, slope])": (
            "A list of the three numbers is the same answer."
        ),
    },
    "10.1": {
        "places[..., None] -> places in angles = places[..., None] * slow": "One place broadcasts as it is.",
        "places.shape + (size,) -> (size,) in return pairs.reshape(places.shape + (size,))": "One place has no axes.",
        "-1 -> 1 in pairs = np.stack([sines, cosines], axis=-1)": "For one place the last axis is axis 1.",
    },
    "10.2": {
        "-1 -> 1 in return np.concatenate([codes[:, i] for i in range(n)], axis=-1)": "The last of two axes is axis 1.",
    },
    "16.2": {
        "np.maximum(top_a, top_b) -> np.maximum(top_b, top_a) in top = np.maximum(top_a, top_b)": (
            "The larger of two is the same either way."
        ),
    },
    "12.1": {
        "1 -> -2 in allowed = _causal(3, bugs)[1]": "The second of three rows is the last but one.",
    },
    "12.2": {
        "-1 -> 1 in allowed = _causal(scores.shape[-1], bugs)": "The table is square, with a batch or without one.",
        "1 -> 2 in allowed = _causal(scores.shape[-1], bugs)": "The table is square: it has as many rows as columns.",
        "k.swapaxes(-1, -2) -> k.swapaxes(-2, -1) in scores = q @ k.swapaxes(-1, -2) / scale": (
            "Two axes change places in either order."
        ),
    },
    "12.3": {
        "1 -> -2 in scores = q @ k.swapaxes(-1, -2) / scale": "The last of three axes is axis 2.",
        "1 -> -2 in axis = -1": "The last of three axes is axis 2.",
        "-1 -> 1 in scale = np.sqrt(W_k.shape[-1])": "The last of a matrix's two axes is axis 1.",
        "k.swapaxes(-1, -2) -> k.swapaxes(-2, -1) in scores = q @ k.swapaxes(-1, -2) / scale": (
            "Two axes change places in either order."
        ),
    },
    "13.1": {
        "x - x.mean() -> x.mean() - x in variance = ((x - x.mean()) ** 2).sum() / counted": "A square has no sign.",
    },
    "13.2": {
        "x - mean -> mean - x in variance = ((x - mean) ** 2).mean(axis=axis, keepdims=True)": "A square has no sign.",
    },
}


def verdict(exercise, function):
    if exercise.kind == "code":
        return check(exercise.id, function)
    case = next(iter(exercise.cases(np.random.default_rng(0))))
    try:
        with np.errstate(all="ignore"):
            return check(exercise.id, function(**case))
    except Exception:
        return check(exercise.id, "it raised")


@pytest.mark.parametrize("exercise", CHECKED, ids=lambda e: e.id)
def test_right_path_is_right(exercise):
    trees, module = functions(exercise.reference)
    assert verdict(exercise, build(trees, module, exercise.reference.__name__)).ok


@pytest.mark.parametrize("exercise", CHECKED, ids=lambda e: e.id)
def test_mutants_are_rejected(exercise):
    made = list(mutants(exercise.reference))
    assert len(made) >= 5
    alive = {description for description, function in made if verdict(exercise, function).ok}
    assert alive == set(SURVIVORS.get(exercise.id, {}))


def test_mutants_are_many():
    assert sum(1 for e in CHECKED for _ in mutants(e.reference)) > 150
