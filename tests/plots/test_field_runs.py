import numpy as np
import pytest

from whichbank.plots import field, runs
from whichbank.positions import sinusoidal

LABELS = ("number", "place")


def test_field_counts_the_turns_of_its_first_and_last_column():
    table = sinusoidal(np.arange(64.0), 32)
    first = np.sign(np.sin(np.arange(1, 64)))
    turns = int((np.diff(first) != 0).sum())
    assert f"first column the sign changes {turns} times, along the last 0 times" in repr(
        field(table, labels=LABELS, what="codes")
    )


def test_field_names_marks_and_leaves_out_an_axis():
    words = repr(field(np.zeros((2, 5)), labels=("east", ""), what="water", extent=(0, 5, 0, 1), marks={"a": (1, 0.5)}))
    assert words == "Map of water: 2 × 5 numbers, east across. a at (1, 0.5)."


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 80), (40, 3)])
def test_field_draws(theme, shape):
    picture = field(np.zeros(shape), labels=LABELS, what="x", marks={"here": (0, 0)})
    assert picture.png(theme)[:4] == b"\x89PNG"


@pytest.mark.parametrize("bad", [np.zeros(3), np.zeros((0, 3)), np.full((2, 2), np.nan)])
def test_field_refuses(bad):
    with pytest.raises(ValueError, match=r"^values must be a table of finite numbers"):
        field(bad, labels=LABELS, what="x")


def test_runs_name_the_highest_where_it_leads():
    lead = repr(runs([1, 2], {"a": [[0.5, 0.9]], "b": [[0.5, 0.7], [0.9, 0.8]]}, labels=("T", "right")))
    assert lead.endswith("At the right end, a is highest.")
    even = repr(runs([1, 2], {"a": [[0.5, 0.78]], "b": [[0.5, 0.7], [0.9, 0.8]]}, labels=("T", "right")))
    assert even.endswith("At the right end, none leads.")


def test_runs_draw_with_a_level():
    picture = runs([1, 2, 3], {"a": np.ones((4, 3))}, labels=("T", "right"), level=("guess", 0.5))
    assert picture.png("dark")[:4] == b"\x89PNG"


def test_runs_tell_where_a_single_curve_ends_among_lines():
    words = repr(runs([1, 2], {"a": [[3, 1.5]]}, labels=("T", "loss"), level={"high": 2, "low": 1}))
    assert words.endswith("At the right end, a is below high of the lines low, high.")
    words = repr(runs([1, 2], {"a": [[3, 2.5]]}, labels=("T", "loss"), level={"high": 2}))
    assert words.endswith("a is below none of the lines high.")


def test_runs_draw_with_several_levels():
    picture = runs([1, 2], {"a": np.ones((2, 2))}, labels=("T", "loss"), level=dict.fromkeys("abcde", 1.0))
    assert picture.png("light")[:4] == b"\x89PNG"


@pytest.mark.parametrize("bad", [{}, {"a": [1, 2]}, {"a": [[1, 2, 3]]}, {"a": np.empty((0, 2))}])
def test_runs_refuse(bad):
    with pytest.raises(ValueError, match=r"must (hold|have)"):
        runs([1, 2], bad, labels=("T", "right"))
