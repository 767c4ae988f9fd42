"""The committed answer table is what the sources make."""

import json

import numpy as np
import pytest
from collected import for_each
from rounding import assert_same
from whichbank_authoring import table
from whichbank_authoring.exercises import ALL, CHAPTERS

import whichbank.exercises.table
from whichbank.exercises.table import ANSWERS, load

pytestmark = pytest.mark.numbers

entry = table.entry


MADE = {}


def made(exercise, rng=None):
    """The entry of an exercise, made once for all tests."""
    if exercise.id not in MADE:
        MADE[exercise.id] = entry(exercise, rng)
    return MADE[exercise.id]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "entry", made)
        for chapter in CHAPTERS:
            table.write(chapter, folder)
    return folder


def test_every_file_has_its_chapter(fresh):
    assert sorted(file.name for file in ANSWERS.iterdir()) == sorted(
        file.name for file in fresh.iterdir()
    )


@for_each("chapter", CHAPTERS)
def test_committed_words_are_the_made_ones(fresh, chapter):
    old, new = (
        json.loads((folder / f"{chapter}.json").read_text(encoding="utf-8"))
        for folder in (ANSWERS, fresh)
    )
    assert old == new


@pytest.mark.parametrize("chapter", ["mixing", "choosing"])
def test_made_twice_is_the_same_file(fresh, tmp_path, chapter):
    table.write(chapter, tmp_path)
    for name in (f"{chapter}.npz", f"{chapter}.json"):
        assert (tmp_path / name).read_bytes() == (fresh / name).read_bytes()


@for_each("exercise", ALL.values())
@pytest.mark.parametrize("committed", [True, False], ids=["committed", "written"])
def test_what_is_loaded_is_what_was_made(exercise, committed, fresh, monkeypatch):
    """Bit for bit on this processor; and on all of them, though a normalization magnifies ten steps
    a hundred times.

    What a mistake gives is kept in single precision: its last digit may fall on either side.
    """
    if not committed:
        monkeypatch.setattr(whichbank.exercises.table, "ANSWERS", fresh)
    source, loaded = made(exercise), load.__wrapped__(exercise.id)
    for field in (
        "id",
        "title",
        "kind",
        "name",
        "inputs",
        "properties",
        "hints",
        "shown",
        "other",
        "kinds",
    ):
        assert getattr(source, field) == getattr(loaded, field)
    assert [c.mistakes for c in source.columns] == [c.mistakes for c in loaded.columns]
    for i, (a, b) in enumerate(zip(source.cases, loaded.cases, strict=True)):
        assert [x.dtype for x in a] == [y.dtype for y in b]
        pairs = zip(source.columns, loaded.columns, strict=True)
        right, *wrong = [(x.outputs[i], y.outputs[i]) for x, y in pairs]
        exact = [*zip(a, b, strict=True), right]
        for steps, (x, y) in [*((1000, pair) for pair in exact), *((2, pair) for pair in wrong)]:
            assert (x is None) == (y is None)
            if x is None:
                continue
            largest = max(np.abs(z[np.isfinite(z)]).max(initial=0) for z in (*a, x))
            single = steps == 2 and largest < 1e38
            x, y = (x.astype(np.float32), y.astype(np.float32)) if single else (x, y)
            assert_same(y, x, steps if committed else 0, largest)


@for_each("exercise", [e for e in ALL.values() if e.kind == "code"])
def test_cases_hide_nothing(exercise):
    cases = load(exercise.id).cases
    shapes = [tuple(array.shape for array in case) for case in cases]
    assert len(set(shapes)) >= len(cases) - 1, "sizes repeat"
    assert any(1 in {n for shape in case for n in shape} for case in shapes), "no case of length 1"
    assert any(max(np.abs(array).max() for array in case) > 30 for case in cases), (
        "no case with large numbers"
    )
    assert any(len({n for s in case for n in s}) == len(set(sum(case, ()))) > 1 for case in shapes)
    assert all(right is not None and np.isfinite(right).all() for right in load(exercise.id).right)


@for_each("exercise", [e for e in ALL.values() if e.kind == "code"])
def test_fresh_cases_hold_what_the_known_ones_hold_and_differ_from_them(exercise):
    known = load(exercise.id)
    drawn = [list(exercise.cases(np.random.default_rng(seed))) for seed in (1, 2)]
    for made in drawn:
        assert tuple(getattr(case, "kind", "") for case in made) == known.kinds
    same = [
        i
        for i, (a, b) in enumerate(zip(*drawn, strict=True))
        if all(np.array_equal(a[name], b[name]) for name in exercise.inputs)
    ]
    assert set(same) <= {0}, "only the first case, which the text shows, may be the same for all"


def test_tables_of_weights_are_square_wide_and_tall():
    signs = {
        np.sign(weights.shape[0] - weights.shape[1])
        for weights, _ in load("mixing.2").cases
        if weights.size > 1
    }
    assert signs == {-1, 0, 1}


@for_each("exercise", [e for e in ALL.values() if e.kind != "explore"])
def test_no_mistake_only_raises(exercise):
    """Nor gives nan throughout: else any error at all in that case, or any nan, would be taken for
    the mistake.
    """
    loaded = load(exercise.id)
    assert all(table.wrong_numbers(column.outputs, loaded.right) for column in loaded.columns[1:])


@pytest.mark.parametrize("exercise", ["average.2", "choosing.2", "roles.2"])
def test_there_is_a_batch(exercise):
    assert any(array.ndim == 3 for case in load(exercise).cases for array in case)


def queries_and_keys(E, W_q, W_k, _):
    return E @ W_q @ (E @ W_k).T / np.sqrt(W_k.shape[1])


@pytest.mark.parametrize(
    ("weights", "attention", "scores"),
    [("choosing.2", "choosing.3", lambda E: E @ E.T), ("roles.2", "roles.3", queries_and_keys)],
    ids=["softmax", "queries and keys"],
)
def test_weights_are_not_saturated(weights, attention, scores):
    """Else a wrong scale would pass."""
    assert sum(w.shape[-1] > 1 and w.max() < 0.9 for w in load(weights).right) >= 4
    tables = [scores(*case) for case in load(attention).cases]
    grown = [np.exp(table - table.max(1, keepdims=True)) for table in tables]
    assert sum(len(one) > 1 and (one / one.sum(1, keepdims=True)).max() < 0.9 for one in grown) >= 3


def test_numbers_of_the_notes():
    np.testing.assert_allclose(load("average.1").right[0], [0.625, 0.375])
    np.testing.assert_allclose(load("mixing.1").right[0], [1.4, 0.1])
    np.testing.assert_allclose(load("mixing.2").right[0], [[1.7, 0.2], [1.25, 0.7], [1.1, 0.2]])
    np.testing.assert_allclose(load("mixing.3").cases[0][0].sum(1), [0.95, 1.05, 0.43])
    np.testing.assert_allclose(load("choosing.1").right[0], [0.4223, 0.4223, 0.1554], atol=5e-5)
    np.testing.assert_allclose(load("roles.1").right[0], np.array([8, 6, 4]) / np.sqrt(2))


@for_each(
    "exercise, printed",
    [
        ("company.2", [0.144, 0.647, 0.144, 0.032, 0.032]),
        ("company.3", 1.404),
        ("average.2", 0.95),
        ("average.3", 0.63),
        ("reading.2", [[0.964], [0.448], [0.841]]),
        ("choosing.2", [0.42, 0.42, 0.16]),
        ("roles.3", [[1.72, -1.72], [1.65, -1.65], [1.44, -1.44]]),
        ("ripples.2", [[0, 1, 0, 1], [0.84, 0.54, 0.01, 1], [0.91, -0.42, 0.02, 1]]),
        ("block.2", [[-0.71, -0.71, 1.41], [-0.71, -0.71, 1.41]]),
        ("cost.2", [[1.42, 0.42]]),
    ],
)
def test_the_first_case_is_the_chapters_own_example(exercise, printed):
    """The numbers are those of the notebooks, with the digits that are printed there."""
    right = load(exercise).right[0]
    assert right.shape == np.shape(printed)
    digits = 3 if exercise in ("company.2", "company.3", "reading.2") else 2
    assert np.round(right, digits).tolist() == np.asarray(printed, dtype=float).tolist()
