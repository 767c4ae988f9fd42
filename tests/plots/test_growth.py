"""The picture of a cost: its words tell counts and no times."""

import pytest

from whichbank.plots import bars, growth

LABELS = ("n", "steps", "ms")


def test_the_words_tell_counts_and_no_times():
    said = repr(growth([10, 100], {"loop": [20, 2000], "jump": [5, 5]}, {"loop": [0.17, 1.3]}, labels=LABELS))
    assert "loop from 20 to 2,000, jump 5 everywhere" in said
    assert "0.17" not in said


def test_both_themes_are_drawn():
    picture = growth([1, 10], {"a": [1, 10]}, {"a": [2, 20]}, labels=LABELS)
    assert picture.png("light")[:4] == picture.png("dark")[:4] == b"\x89PNG"
    assert picture.png("light") != picture.png("dark")


def test_a_curve_of_another_length_is_refused():
    with pytest.raises(ValueError, match="'a' must have 2 values; got 1"):
        growth([1, 10], {"b": [1, 10]}, {"a": [2]}, labels=LABELS)


def test_bars_can_keep_their_order_to_themselves():
    values = ({"x": {"a": 1, "b": 2}}, {"x": {"a": 2, "b": 1}})
    assert len({repr(bars(groups, unit="m", ranked=False)) for groups in values}) == 1
    assert len({repr(bars(groups, unit="m")) for groups in values}) == 2
