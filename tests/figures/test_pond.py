from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near

from whichbank.figures import Pond
from whichbank.figures.pond import APART, CELLS, places
from whichbank.positions import ripples

STONES = [[3, 4], [7, 7], [8, 2], [2, 8], [5, 5]]


def make(n=2, **changes):
    """The figure of the chapter, with changes."""
    return Pond(
        **({"stones": STONES[:n], "wavelengths": [4, 3, 6, 2, 10], "point": [6, 3]} | changes)
    )


def test_the_code_is_that_of_the_kernel():
    fig = make(3)
    want = ripples(np.array([[6.0, 3.0]]), np.array(STONES[:3], float), np.array([4.0, 3, 6]))
    np.testing.assert_array_equal(fig.code, want[0])


def test_by_hand():
    fig = make(1, stones=[[3, 0]], point=[5, 0])
    assert fig.code == pytest.approx([-1])  # half a wavelength away


def test_each_wave_leaves_fewer_places():
    counts = make(5).alike
    assert counts == [make(n).elsewhere for n in range(1, 6)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 5 * counts[-1]


def test_elsewhere_is_farther_than_1_and_near_in_every_wave():
    fig = make(2)
    heights = ripples(places(), np.array(STONES[:2], float), np.array([4.0, 3.0]))
    count = 0
    for (x, y), row in zip(places(), heights, strict=True):
        far = (x - 6) ** 2 + (y - 3) ** 2 > 1
        count += far and all(abs(a - b) <= 0.2 for a, b in zip(row, fig.code, strict=True))
    assert fig.elsewhere == count > 0


def test_stones_on_one_spot_leave_a_ring():
    assert make(stones=[[5, 5]] * 5, point=[5, 8]).elsewhere > 50


def test_without_falls_no_stone_has_a_row_of_its_own():
    assert make(2).falls == make(1).stones


def test_near_0_leaves_nothing_and_near_2_everything_elsewhere():
    assert make(5, near=0.0).elsewhere == 0
    assert make(5, near=2.0).elsewhere > 2400


def test_places_are_the_middles_of_cells():
    grid = places()
    assert grid.shape == (CELLS**2, 2)
    assert grid.min() == 5 / CELLS
    assert len({tuple(place) for place in grid}) == len(grid)
    np.testing.assert_allclose(grid.mean(axis=0), 5)


def test_repr_table_and_still():
    fig = make()
    assert repr(fig) == "Pond(stones=2, code=[0.25, -0.7], elsewhere=50 of 2500)"
    caption, heads, rows = fig.table()
    assert "code" in caption
    assert heads == ["wave of", "wavelength", "distance", "height", "look alike"]
    np.testing.assert_allclose(rows[0][1:], [4, np.sqrt(10), fig.code[0], 303])
    assert [row[0] for row in rows] == ["stone 1", "stone 2"]
    assert "stone 2 at (7, 7), boat at (6, 3)" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The table shows the code and how many places share it, the read-out whether any does, the
    plane stones and boat.
    """
    n = len(fig.stones)
    rows = drawn.tables[0]
    assert_drawn([row[1:] for row in rows[:n]], [row[1:] for row in fig.table()[2]], "table")
    assert ("no other place" in drawn.said[0]) == (fig.elsewhere == 0)
    assert drawn.planes[0]["label"].endswith(drawn.said[0])
    points = drawn.points()
    assert len(points) == n + 1
    assert_near(points["boat"], fig.point, "boat")
    assert_near([points[str(s + 1)] for s in range(n)], fig.stones, "stones")


def elsewhere_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(11)
    cases = []
    for count, stones in ((60, 1), (90, 2), (80, 3)):
        spots, fell, point = (rng.uniform(0, 10, (n, 2)) for n in (count, stones, 1))
        lengths = rng.uniform(2, 9, stones)
        heights, code = ripples(spots, fell, lengths), ripples(point, fell, lengths)[0]
        # from the first wave on
        alike = np.cumprod(np.abs(heights - code) <= 0.4, axis=1).sum(axis=1)
        far = np.linalg.norm(spots - point, axis=1) > APART
        cases.append(([spots, heights, point[0], code, 0.4], (alike * far).astype(float)))
    return cases


CASES = {"pondPlaces": lambda: [([], places())], "pondElsewhere": elsewhere_cases}


OTHER = {"point": [2, 8.5], "near": 0.5, "falls": STONES}
BAD = [
    ({"stones": np.empty((0, 2))}, "stones must be 1 to 5; got 0"),
    ({"stones": [[1, 1]] * 6}, "stones must be 1 to 5; got 6"),
    ({"stones": [[1, 2, 3]]}, "stones must have the shape (1, 2); got (1, 3)"),
    ({"stones": [[1, 11]]}, "stones must hold numbers between 0 and 10; got 11"),
    ({"point": [-1, 0]}, "point[0] must be between 0 and 10; got -1"),
    ({"wavelengths": [1, 2, 3, 4, 0]}, "wavelengths[4] must be positive; got 0"),
    ({"falls": [[1, 11]]}, "falls must hold numbers between 0 and 10; got 11"),
]
