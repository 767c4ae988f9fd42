from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near

from whichbank.figures import Pond
from whichbank.figures.pond import APART, CELLS, places
from whichbank.positions import ripples

STONES = [[3, 4, 2], [7, 7, 6], [8, 2, 9], [2, 8, 5], [5, 5, 1]]


def make(n=2, **changes):
    """The figure of the chapter, with changes."""
    return Pond(
        **({"stones": STONES[:n], "wavelengths": [4, 3, 6, 2, 10], "point": [6, 3, 4]} | changes)
    )


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_the_code_is_that_of_the_kernel(dims):
    fig = make(3, dims=dims)
    want = ripples(
        np.array([[6.0, 3.0, 4.0]])[:, :dims],
        np.array(STONES[:3], float)[:, :dims],
        np.array([4.0, 3, 6]),
    )
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


def test_without_falls_no_stone_has_a_row_of_its_own():
    assert make(2).falls == make(1).stones


def test_running_water_has_no_code_of_its_own():
    assert repr(make(runs=True)) == repr(make())


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


AXES = ("east", "north", "depth")
TILT = np.radians(25)


def seen(place: list[float], turn: float) -> list[float]:
    """Where a place of the room is drawn: turned around its upright axis, then looked at from above
    its front.
    """
    (east, north, depth), angle = np.array(place) - 5, np.radians(turn)
    across = east * np.cos(angle) - north * np.sin(angle)
    away = east * np.sin(angle) + north * np.cos(angle)
    return [across, away * np.sin(TILT) - depth * np.cos(TILT)]


def compare(fig: Any, drawn: Drawn) -> None:
    """Sliders show the point, the table its code, the read-out how many places share it, the plane
    stones and point.
    """
    labels = [*AXES[: fig.dims], *(["turn"] if fig.dims == 3 else [])]
    assert [label for label, _ in drawn.sliders] == labels
    values = [*fig.point[: fig.dims], *([fig.turn] if fig.dims == 3 else [])]
    assert_drawn([text for _, text in drawn.sliders], values, "sliders")
    assert drawn.spoken == [text for _, text in drawn.sliders]
    code, left = drawn.tables[0]
    assert_drawn(code, fig.code, "code")
    counts = [
        Pond(**fig.state() | {"stones": fig.stones[: n + 1]}).elsewhere
        for n in range(len(fig.stones))
    ]
    assert left == [f"{'→ ' if n else ''}{count:,}" for n, count in enumerate(counts)]
    assert_drawn([row[1:] for row in drawn.tables[1]], [row[1:] for row in fig.table()[2]], "table")
    said = f"With {len(fig.stones)} stone"
    assert drawn.said[0].startswith("The water runs." if fig.runs else said)
    told = drawn.planes[0]["label"].partition(said)[2]
    assert (
        f" {fig.elsewhere:,} of {len(places(fig.dims)):,} places"
        if fig.elsewhere
        else "no other place"
    ) in told
    points = drawn.points()
    stones = [points[str(s + 1)] for s in range(len(fig.stones))]
    assert len(points) == len(stones) + 1
    if fig.dims == 1:
        assert_near(points["point"][0], fig.point[0], "point")
        assert_near([x for x, _ in stones], [x for x, _, _ in fig.stones], "stones")
        dots = [(x, y) for label, x, y in drawn.planes[0]["points"] if not label]
        assert_near(
            dots, [] if fig.runs else [(fig.point[0], height) for height in fig.code], "heights"
        )
    elif fig.dims == 2:
        assert_near(points["point"], fig.point[:2], "point")
        assert_near(stones, np.array(fig.stones)[:, :2].tolist(), "stones")
    else:
        assert_near(points["point"], seen(fig.point, fig.turn), "point")
        assert_near(stones, [seen(stone, fig.turn) for stone in fig.stones], "stones")


def elsewhere_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(11)
    cases = []
    for count, stones, dims in ((60, 1, 1), (90, 2, 2), (80, 1, 3)):
        spots, fell, point = (rng.uniform(0, 10, (n, dims)) for n in (count, stones, 1))
        lengths = rng.uniform(2, 9, stones)
        heights, code = ripples(spots, fell, lengths), ripples(point, fell, lengths)[0]
        # from the first wave on
        alike = np.cumprod(np.abs(heights - code) <= 0.4, axis=1).sum(axis=1)
        far = np.linalg.norm(spots - point, axis=1) > APART
        cases.append(([spots, heights.T, point[0], code, 0.4], (alike * far).astype(float)))
    return cases


def ring_cases() -> list[tuple[list, Any]]:
    """Where a wave has a height: at two distances in every wavelength, to beyond the far corner of
    the pond.
    """
    cases = []
    for height, wavelength in ((0.25, 4.0), (-0.7, 3.0), (1.0, 5.0), (-1.0, 2.5)):
        first = np.arccos(height) / (2 * np.pi) * wavelength
        starts = wavelength * np.arange(np.ceil(10 * np.sqrt(2) / wavelength) + 1)
        radii = np.stack([starts + first, starts + wavelength - first], axis=-1).ravel()
        np.testing.assert_allclose(np.cos(2 * np.pi * radii / wavelength), height, atol=1e-9)
        cases.append(([height, wavelength], radii))
    return cases


CASES = {
    "pondRings": ring_cases,
    "pondPlaces": lambda: [([dims], places(dims)) for dims in (1, 2, 3)],
    "pondElsewhere": elsewhere_cases,
}


OTHER = {"dims": 3, "near": 0.5, "turn": 75.5, "falls": STONES, "runs": True}
BAD = [
    ({"stones": np.empty((0, 3))}, "stones must be 1 to 5; got 0"),
    ({"stones": [[1, 1, 1]] * 6}, "stones must be 1 to 5; got 6"),
    ({"stones": [[1, 2]]}, "stones must have the shape (1, 3); got (1, 2)"),
    ({"stones": [[1, 2, 11]]}, "stones must hold numbers between 0 and 10; got 11"),
    ({"point": [-1, 0, 0]}, "point[0] must be between 0 and 10; got -1"),
    ({"wavelengths": [1, 2, 3, 4, 0]}, "wavelengths[4] must be positive; got 0"),
    ({"dims": 4}, "dims must be between 1 and 3; got 4"),
    ({"dims": 0}, "dims must be between 1 and 3; got 0"),
    ({"turn": 361}, "turn must be between 0 and 360; got 361"),
    ({"falls": [[1, 2, 11]]}, "falls must hold numbers between 0 and 10; got 11"),
    ({"runs": 1}, "runs must be True or False; got 1"),
]
