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


def test_both_themes_are_drawn():
    picture = curves([0, 1], {"a": [0, 1], "b": [1, 0]}, labels=("x", "y"), expected={"a": [0, 0.9]})
    assert picture.png("light")[:4] == picture.png("dark")[:4] == b"\x89PNG"
    assert picture.png("light") != picture.png("dark")


def test_no_line_covers_the_dashed_one():
    figure = Figure()
    curves([0, 1], {"a": [0, 1], "b": [1, 0]}, labels=("x", "y"), expected={"a": [0, 1]}).draw(figure, "light")
    styles = {line.get_label(): line.get_linestyle() for line in figure.axes[0].lines}
    assert styles == {"a": "None", "a, expected": "--", "b": "-"}


def test_a_curve_of_another_length_is_refused():
    with pytest.raises(ValueError, match="'taste' must have 3 values; got 2"):
        curves([0, 1, 2], {"taste": [0, 1]}, labels=("share", "cosine"))


def test_an_expectation_needs_a_measurement():
    with pytest.raises(ValueError, match="expected must name measured curves; got 'smell'"):
        curves([0, 1], {"taste": [0, 1]}, labels=("share", "cosine"), expected={"smell": [0, 1]})


def test_axes_may_count_in_factors():
    plain, logged = (curves([1, 4], {"a": [1, 100]}, labels=("x", "y"), log=log) for log in ("", "xy"))
    assert repr(plain) == repr(logged)
    assert plain.png() != logged.png()


def test_another_axis_is_refused():
    with pytest.raises(ValueError, match="log must be '', 'x', 'y' or 'xy'; got 'z'"):
        curves([1], {"a": [1]}, labels=("x", "y"), log="z")
