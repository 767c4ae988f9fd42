"""Curves of measurements: what the picture says of them, and what it refuses."""

import pytest
from matplotlib.figure import Figure

from whichbank.plots import curves


@pytest.mark.parametrize(
    ("values", "shape"),
    [([0, 1, 2], "rises"), ([2, 1, 0], "falls"), ([0, 2, 1], "goes up and down"), ([1, 1, 2], "goes up and down")],
)
def test_the_words_tell_the_shape(values, shape):
    assert f"taste {shape}." in repr(curves([0, 1, 2], {"taste": values}, labels=("share", "cosine")))


def test_no_line_covers_the_dashed_one():
    figure = Figure()
    curves([0, 1], {"a": [0, 1], "b": [1, 0]}, labels=("x", "y"), expected={"a": [0, 1]}).draw(figure, "light")
    styles = {line.get_label(): line.get_linestyle() for line in figure.axes[0].lines}
    assert styles == {"a": "None", "a, expected": "--", "b": "-"}


def test_axes_may_count_in_factors():
    plain, logged = (curves([1, 4], {"a": [1, 100]}, labels=("x", "y"), log=log) for log in ("", "xy"))
    assert repr(plain) == repr(logged)
    assert plain.png() != logged.png()
