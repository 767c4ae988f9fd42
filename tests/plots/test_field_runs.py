import numpy as np

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


def test_runs_name_the_highest_where_it_leads():
    lead = repr(runs([1, 2], {"a": [[0.5, 0.9]], "b": [[0.5, 0.7], [0.9, 0.8]]}, labels=("T", "right")))
    assert lead.endswith("At the right end, a is highest.")
    even = repr(runs([1, 2], {"a": [[0.5, 0.78]], "b": [[0.5, 0.7], [0.9, 0.8]]}, labels=("T", "right")))
    assert even.endswith("At the right end, none leads.")


def test_runs_tell_where_a_single_curve_ends_among_lines():
    words = repr(runs([1, 2], {"a": [[3, 1.5]]}, labels=("T", "loss"), level={"high": 2, "low": 1}))
    assert words.endswith("At the right end, a is below high of the lines low, high.")
    words = repr(runs([1, 2], {"a": [[3, 2.5]]}, labels=("T", "loss"), level={"high": 2}))
    assert words.endswith("a is below none of the lines high.")
