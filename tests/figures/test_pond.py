import numpy as np
import pytest

from whichbank.figures import Pond
from whichbank.figures.pond import CELLS, places
from whichbank.positions import ripples

STONES = [[3, 4, 2], [7, 7, 6], [8, 2, 9], [2, 8, 5], [5, 5, 1]]


def make(n=2, **changes):
    """The figure of the chapter, with changes."""
    return Pond(**({"stones": STONES[:n], "wavelengths": [4, 3, 6, 2, 10], "point": [6, 3, 4]} | changes))


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_the_code_is_that_of_the_kernel(dims):
    fig = make(3, dims=dims)
    want = ripples(np.array([[6.0, 3.0, 4.0]])[:, :dims], np.array(STONES[:3], float)[:, :dims], np.array([4.0, 3, 6]))
    np.testing.assert_array_equal(fig.code, want[0])


def test_by_hand():
    fig = make(1, stones=[[3, 0, 0]], point=[5, 0, 0])
    assert fig.code == pytest.approx([-1])  # half a wavelength away


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_each_wave_leaves_fewer_places(dims):
    counts = [make(n, dims=dims).elsewhere for n in range(1, 6)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 5 * counts[-1]


def test_elsewhere_is_farther_than_1_and_near_in_every_wave():
    fig = make(2)
    heights = ripples(places(2), np.array(STONES[:2], float)[:, :2], np.array([4.0, 3.0]))
    count = 0
    for (x, y), row in zip(places(2), heights, strict=True):
        far = (x - 6) ** 2 + (y - 3) ** 2 > 1
        count += far and all(abs(a - b) <= 0.2 for a, b in zip(row, fig.code, strict=True))
    assert fig.elsewhere == count > 0


def test_stones_on_one_spot_leave_a_ring():
    assert make(stones=[[5, 5, 5]] * 5, point=[5, 8, 5]).elsewhere > 50


def test_near_0_leaves_nothing_and_near_2_everything_elsewhere():
    assert make(5, near=0.0).elsewhere == 0
    assert make(5, near=2.0).elsewhere > 2400


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_places_are_the_middles_of_cells(dims):
    grid = places(dims)
    assert grid.shape == (CELLS[dims] ** dims, dims)
    assert grid.min() == 5 / CELLS[dims]
    assert len({tuple(place) for place in grid}) == len(grid)
    np.testing.assert_allclose(grid.mean(axis=0), 5)


def test_repr_table_and_still():
    fig = make()
    assert repr(fig) == "Pond(dims=2, stones=2, code=[0.25, -0.7], elsewhere=50 of 2500)"
    caption, heads, rows = fig.table()
    assert "code" in caption
    assert heads == ["wave of", "wavelength", "distance", "height"]
    np.testing.assert_allclose(rows[0][1:], [4, np.sqrt(10), fig.code[0]])
    assert [row[0] for row in rows] == ["stone 1", "stone 2"]
    assert "stone 2 at (7, 7), point at (6, 3)" in repr(fig.still())
    for fig.dims in (1, 3):
        assert fig.still().png("dark")[:4] == b"\x89PNG"


OTHER = {"dims": 3, "near": 0.5}
BAD = [
    ({"stones": np.empty((0, 3))}, "stones must be 1 to 5; got 0"),
    ({"stones": [[1, 1, 1]] * 6}, "stones must be 1 to 5; got 6"),
    ({"stones": [[1, 2]]}, "stones must have the shape (1, 3); got (1, 2)"),
    ({"stones": [[1, 2, 11]]}, "stones must hold numbers between 0 and 10; got 11"),
    ({"point": [-1, 0, 0]}, "point[0] must be between 0 and 10; got -1"),
    ({"wavelengths": [1, 2, 3, 4, 0]}, "wavelengths[4] must be positive; got 0"),
    ({"dims": 4}, "dims must be between 1 and 3; got 4"),
    ({"dims": 0}, "dims must be between 1 and 3; got 0"),
]
