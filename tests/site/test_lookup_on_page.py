"""The soft dictionary: entries go where a hand takes them, and the curve has no corner at any
temperature.
"""

import numpy as np
import pytest
from built import alone, models
from drawn import read
from gestures import center, mouse

LOOKUP = "book/roles.html"
LONGEST = """(place) => [...place.querySelectorAll(".wb-curve")].map((one) => one.getAttribute("d"))
  .sort((a, b) => b.length - a.length)[0]"""
SHARPEST = 40  # degrees from one piece of the curve to the next


@pytest.fixture
def lookup(new_page):
    page = new_page(LOOKUP, reduced_motion="reduce")
    return page, alone(
        page, [name for name, model in models(LOOKUP).items() if model["module"] == "lookup"][-1]
    )


@pytest.mark.browser
def test_an_entry_goes_where_a_hand_takes_it_and_the_value_follows(lookup):
    page, place = lookup
    entries = place.query_selector_all(".wb-drag path")  # small, medium, large, and the query
    place.query_selector(".wb-plane").scroll_into_view_if_needed()
    (x, _), (_, y) = center(entries[2]), center(entries[0])
    mouse(page, center(entries[1]), (x, y))
    state = read(place).state
    assert (state["places"], state["values"]) == ([0, 2, 2], [2, 2, 5])
    mouse(page, center(entries[3]), center(entries[2]))
    moved = read(place)
    assert moved.state["query"] == 2
    assert moved.points()["query finds 3.50"][0] == pytest.approx(moved.points()["large 50%"][0]), (
        "halfway between 2 and 5"
    )
    assert page.faults == []


@pytest.mark.browser
def test_the_curve_has_no_corner_at_any_temperature(lookup):
    page, place = lookup
    place.query_selector(".wb-slider input").focus()
    for key in ("Home", "PageUp", "End"):
        page.keyboard.press(key)
        points = [
            point.split(" ") for point in place.evaluate(LONGEST).removeprefix("M").split("L")
        ]
        across, down = np.diff(np.array(points, dtype=float), axis=0).T
        assert np.abs(np.diff(np.degrees(np.arctan2(down, across)))).max() < SHARPEST
        assert across.min() > 0
    assert page.faults == []
