"""The picture of a cost: its words tell counts and no times."""

from whichbank.plots import bars, growth

LABELS = ("n", "steps", "ms")


def test_the_words_tell_counts_and_no_times():
    words = repr(growth([10, 100], {"loop": [20, 2000], "jump": [5, 5]}, {"loop": [0.17, 1.3]}, labels=LABELS))
    assert "loop from 20 to 2,000, jump 5 everywhere" in words
    assert "0.17" not in words


def test_bars_can_keep_their_order_to_themselves():
    values = ({"x": {"a": 1, "b": 2}}, {"x": {"a": 2, "b": 1}})
    assert len({repr(bars(groups, unit="m", ranked=False)) for groups in values}) == 1
    assert len({repr(bars(groups, unit="m")) for groups in values}) == 2
