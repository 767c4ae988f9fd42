"""The figure of rotary positions: only the distance of the two words enters their score."""

from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn

from whichbank.figures import RotaryHands
from whichbank.positions import rotary

KEY = np.tile([1.0, 0.0], 8)
QUERY = rotary(KEY[None], np.array([-1.0]))[0]


def make(**changes):
    """The chapter's figure: its query looks for the word before."""
    return RotaryHands(**({"query": QUERY, "key": KEY} | changes))


def test_the_score_is_that_of_the_kernel_and_stays_when_both_move():
    draw = np.random.default_rng(0)
    fig = make(query=draw.normal(size=16), key=draw.normal(size=16))
    for start in (2, 50, 102):
        fig.places = (start + 3, start)
        by_kernel = rotary(np.array([fig.query]), np.array([start + 3.0])) @ rotary(
            np.array([fig.key]), np.array([float(start)])
        ).squeeze(0)
        np.testing.assert_allclose(fig.products.sum(), by_kernel.item())
        np.testing.assert_allclose(fig.products.sum(), fig.scores[60 + 3])


def test_a_query_that_is_turned_back_looks_for_the_word_before():
    fig = make()
    assert fig.scores.argmax() == 60 + 1
    np.testing.assert_allclose(fig.scores.max(), 8)


def compare(fig: Any, drawn: Drawn) -> None:
    """The table, the read-out and the chart show what the kernel says."""
    query, key = fig.hands
    assert_drawn(drawn.tables[0], np.column_stack([query, key, fig.products]), "table")
    assert f"the score is {fig.products.sum():.2f}" in drawn.said[0]
    [chart] = drawn.charts
    [[apart, score]] = chart["dots"]
    # a dot is drawn to a tenth of 290 by 120 units, for 120 places and some 17 of score
    np.testing.assert_allclose(apart, fig.places[0] - fig.places[1], atol=0.05)
    np.testing.assert_allclose(score, fig.products.sum(), atol=0.02)


OTHER = {"places": [90, 77]}
BAD = [
    ({"query": [1, 2, 3]}, "query must have an even number of entries, at most 16; got 3"),
    ({"key": [1, 2]}, "key must have 16 entries, one for each of query; got 2"),
    ({"places": [5, 121]}, "places[1] must be between 0 and 120; got 121"),
    ({"places": [5, 1.5]}, "places[1] must be a whole number; got 1.5"),
    ({"places": [5, 66]}, "places must be at most 60 apart; got [5, 66]"),
]
