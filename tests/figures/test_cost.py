"""The cost figure: which curve it fits, what it reads off it, and what it refuses."""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn

from whichbank.experiments.costs import fit_power
from whichbank.figures import CostCurve
from whichbank.figures.cost import duration, size

POINTS = {
    "streaming": [[n, 1e-8 * n**2, 100.0 * n] for n in (128, 256, 512, 1024)],
    "loop": [[32, 1.0, 0.0], [64, 4.0, 0.0], [128, 16.0, 8.0]],
}


def make(**changes):
    return CostCurve(**({"points": POINTS} | changes))


def test_the_curve_goes_on_beyond_the_points():
    fig = CostCurve(POINTS, length=2**20)
    assert fig.costs["streaming"] == pytest.approx(1e-8 * 2**40)
    assert fig.costs["loop"] == pytest.approx((2**20 / 32) ** 2)
    assert fig.curve("loop")[1] == pytest.approx(2)


def test_a_curve_is_fitted_to_the_longest_texts():
    slow_start = [[n, 5.0, 1.0] for n in (32, 64, 96)] + POINTS["streaming"]
    assert CostCurve({"streaming": slow_start}).curve("streaming")[1] == pytest.approx(2)


def test_times_of_huge_calls_are_shown_but_not_fitted():
    huge = POINTS["streaming"] + [[2048, 99.0, 2e9]]
    fig = CostCurve({"streaming": huge})
    assert fig.curve("streaming")[1] == pytest.approx(2)
    assert "2,048 tokens" in fig.still().alt
    fig.measure = "memory"
    assert fig.curve("streaming")[1] > 2  # the memory itself is what it is


def test_what_is_too_small_to_be_seen_has_no_curve():
    fig = CostCurve(POINTS, measure="memory", length=1000)
    assert fig.ways == ["streaming"]
    assert fig.costs == {"streaming": pytest.approx(100_000)}
    assert "loop" not in fig.still().alt


def test_table_tells_every_point():
    _caption, heads, rows = CostCurve(POINTS).table()
    assert len(rows) == 7
    assert rows[0] == ["loop", "32", "1.0 s", "0 bytes"]
    assert len(heads) == 4


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (3.14159e-7, "0.3 µs"),
        (0.0021, "2.1 ms"),
        (59.0, "59 s"),
        (61.0, "1.0 min"),
        (7200.0, "2.0 hours"),
        (1e7, "120 days"),
    ],
)
def test_times_for_reading(amount, text):
    assert duration(amount) == text


@pytest.mark.parametrize(("amount", "text"), [(0.0, "0 bytes"), (999.0, "1,000 bytes"), (4.4e12, "4.4 TB")])
def test_sizes_for_reading(amount, text):
    assert size(amount) == text


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the length; read-out, dots and lines show what the fitted curves say of it."""
    read = duration if fig.measure == "time" else size
    assert drawn.sliders == [["Tokens", f"{fig.length:,}"]]
    said = drawn.said[0]
    assert said.startswith(f"{fig.length:,} tokens, by the fitted curves: ")
    for way, cost in fig.costs.items():
        assert f"{way} {read(cost)}" in said
    too_large = [way for way, cost in fig.costs.items() if fig.measure == "memory" and cost > fig.memory]
    assert said.count("more than ") == len(too_large)
    chart = drawn.charts[0]
    np.testing.assert_allclose([x for x, _ in chart["dots"]], fig.length, rtol=0.02)
    np.testing.assert_allclose([y for _, y in chart["dots"]], list(fig.costs.values()), rtol=0.05)
    for way in fig.ways:
        factor, slope = fig.curve(way)
        (_, first), *_, (x, last) = chart["curves"][way]
        assert first < last
        np.testing.assert_allclose(last, factor * x**slope, rtol=0.06)


def fit_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(5)
    lines = [np.sort(rng.uniform(1, 1e6, size=(2, n)), axis=1) for n in (2, 4, 9)]
    return [([x, y], np.array(fit_power(x, y))) for x, y in lines]


CASES = {"fitPower": fit_cases}


OTHER = {"measure": "memory", "length": 1000}
BAD = [
    ({"points": {}}, "points must name at least one way"),
    ({"points": {"a": [[1, 2], [2, 3]]}}, "points['a'] must have the shape (2, 3); got (2, 2)"),
    ({"points": {"a": [[2, 1, 1], [1, 2, 2]]}}, "points['a'] must have positive lengths that rise; got [2.0, 1.0]"),
    ({"points": {"a": [[0, 1, 1], [1, 2, 2]]}}, "points['a'] must have positive lengths that rise; got [0.0, 1.0]"),
    ({"points": {"a": [[1, -1, 1], [2, 2, 2]]}}, "points['a'] must hold numbers at least 0; got -1"),
    ({"length": 31}, "length must be between 32 and 1048576; got 31"),
    ({"measure": "weight"}, "measure must be one of time, memory; got 'weight'"),
    ({"memory": 0.0}, "memory must be positive; got 0"),
]
