"""The cost figure: what it shows where something was measured, what it says beyond, and what it
refuses.
"""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn

from whichbank.figures import CostCurve
from whichbank.figures.cost import LONGEST, duration, pages, size

POINTS = {
    "streaming": [[n, 1e-8 * n**2, 100.0 * n] for n in (128, 256, 512, 1024)],
    "loop": [[32, 1.0, 0.0], [64, 4.0, 0.0], [128, 16.0, 8.0]],
}


def make(**changes):
    return CostCurve(**({"points": POINTS} | changes))


def test_what_was_measured_is_shown_as_it_was():
    odd = {"table": [[64, 1.0, 1.0], [128, 1.5, 1.0], [256, 40.0, 1.0]]}
    for length, seconds in ((64, 1.0), (128, 1.5), (256, 40.0)):
        fig = CostCurve(odd, length=length)
        assert fig.costs == {"table": pytest.approx(seconds)}
        assert not fig.beyond("table")
    # between
    assert CostCurve(odd, length=round(128 * 2**0.5)).costs["table"] == pytest.approx(
        60**0.5, rel=0.01
    )


def test_what_was_not_measured_goes_on_from_the_last_point_with_slope_2():
    odd = {"table": [[64, 1.0, 1.0], [128, 1.5, 1.0], [256, 40.0, 1.0]]}
    fig = CostCurve(odd, length=1024)
    assert fig.beyond("table")
    assert fig.costs["table"] == pytest.approx(40 * 16)
    assert "(not measured)" in repr(fig)
    assert "slope 2.0" in fig.still().alt


def test_memory_that_was_not_measured_has_the_slope_of_pairs_or_of_words():
    rows = [(64, 1.0), (128, 2.0)]
    held = {"words": [[n, n, n] for n, _ in rows], "pairs": [[n, n, n * n] for n, _ in rows]}
    fig = CostCurve(
        held | {"hardly": [[64, 1.0, 100.0], [128, 1.0, 101.0]]}, measure="memory", length=256
    )
    assert fig.costs == {
        k: pytest.approx(v) for k, v in {"words": 256, "pairs": 256**2, "hardly": 202}.items()
    }


def test_nothing_is_told_below_the_first_point():
    assert "streaming" not in make(length=64).costs


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
        (2.8e8, "8.9 years"),
    ],
)
def test_times_for_reading(amount, text):
    assert duration(amount) == text


@pytest.mark.parametrize(
    ("amount", "text"), [(0.0, "0 bytes"), (999.0, "1,000 bytes"), (4.4e12, "4.4 TB")]
)
def test_sizes_for_reading(amount, text):
    assert size(amount) == text


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the length; read-out, dots and lines show what was measured, and the dashed
    line beyond it.
    """
    read = duration if fig.measure == "time" else size
    assert drawn.sliders == [["Tokens", f"{fig.length:,}"]]
    said = drawn.said[0]
    assert f"{fig.length:,} tokens, {pages(fig.length)}: " in said
    tenfold(fig, drawn, said)
    points = [(n, seconds, held) for rows in fig.points.values() for n, seconds, held in rows]
    assert drawn.tables[0] == [
        [f"{n:,.0f}", duration(seconds), size(held)] for n, seconds, held in points
    ]
    for way, cost in fig.costs.items():
        between = "" if fig.beyond(way) or fig.length in np.array(fig.points[way])[:, 0] else "≈ "
        assert f"{way} {between}{read(cost)}" in said
        assert (f"{way} {read(cost)} (not measured)" in said) == fig.beyond(way)
    too_large = [
        way for way, cost in fig.costs.items() if fig.measure == "memory" and cost > fig.memory
    ]
    assert said.count(" > ") == len(too_large)
    chart = drawn.charts[0]
    np.testing.assert_allclose([x for x, _ in chart["dots"]], fig.length, rtol=0.02)
    np.testing.assert_allclose([y for _, y in chart["dots"]], list(fig.costs.values()), rtol=0.05)
    for way in fig.ways:
        (_, first), *_, (x, last) = chart["curves"][way if len(fig.points) > 1 else ""]
        assert first < last
        np.testing.assert_allclose(
            last,
            CostCurve(fig.points, measure=fig.measure, length=min(round(x), LONGEST)).costs[way],
            rtol=0.06,
        )


def tenfold(fig: Any, drawn: Drawn, said: str) -> None:
    """What ten times the text costs: the smallest factor and the largest, once where they read
    alike.
    """
    told = re.search(
        r"Ten times the text (c|would c)ost.*? ([\d.]+)(?: to ([\d.]+))? times as much"
        r"(?:, \D+ ([\d.]+) times)?\.",
        said,
    )
    assert bool(told) == bool(fig.costs)
    if not told or 10 * fig.length > LONGEST:
        return
    longer = CostCurve(fig.points, measure=fig.measure, length=10 * fig.length)
    factors = sorted(longer.costs[way] / cost for way, cost in fig.costs.items())
    ends = [float(f"{x:.{2 if x < 10 else 1}g}") for x in (factors[0], factors[-1])]
    assert [float(x) for x in told.groups()[1:] if x] == (ends if ends[1] > ends[0] else ends[:1])
    assert bool(told[4]) == (factors[-1] >= 2 * factors[0])
    assert (told[1] == "would c") == any(longer.beyond(way) for way in fig.costs)
    dearest = max(fig.costs, key=fig.costs.__getitem__)
    step = longer.costs[dearest] / fig.costs[dearest]
    assert f"×{float(f'{step:.{2 if step < 10 else 1}g}'):g}" in drawn.text, "the step in the chart"


def _lines() -> list[list[list[float]]]:
    rng = np.random.default_rng(5)
    return [np.sort(rng.uniform(32, 1e5, size=(2, n)), axis=1).T.tolist() for n in (2, 4, 9)]


def slope_cases() -> list[tuple[list, Any]]:
    """One line that rises like pairs and one that hardly does, besides the drawn ones."""
    rising = [*_lines(), [[64, 5.0], [128, 20.0]], [[64, 5.0], [128, 6.0]]]
    return [
        (
            [m, at],
            np.array(CostCurve({"a": [[n, c, c] for n, c in at]}, measure=measure).slope("a")),
        )
        for at in rising
        for m, measure in enumerate(("time", "memory"))
    ]


def cost_cases() -> list[tuple[list, Any]]:
    """At a point, between two points, and beyond the last one."""
    found = []
    for at in _lines():
        fig = CostCurve({"a": [[round(n), c, 0] for n, c in at]})
        ends = [round(n) for n, _ in at]
        for length in (ends[0], ends[-1], (ends[0] + ends[-1]) // 2, 2**20):
            fig.length = length
            found.append(([length, [[round(n), c] for n, c in at], 2], np.array(fig.costs["a"])))
    return found


CASES = {"slopeBeyond": slope_cases, "costAt": cost_cases}


OTHER = {"measure": "memory", "length": 1000}
BAD = [
    ({"points": {}}, "points must name at least one way"),
    ({"points": {"a": [[1, 2], [2, 3]]}}, "points['a'] must have the shape (2, 3); got (2, 2)"),
    (
        {"points": {"a": [[2, 1, 1], [1, 2, 2]]}},
        "points['a'] must have positive lengths that rise; got [2.0, 1.0]",
    ),
    (
        {"points": {"a": [[0, 1, 1], [1, 2, 2]]}},
        "points['a'] must have positive lengths that rise; got [0.0, 1.0]",
    ),
    (
        {"points": {"a": [[1, -1, 1], [2, 2, 2]]}},
        "points['a'] must hold numbers at least 0; got -1",
    ),
    ({"length": 31}, "length must be between 32 and 33554432; got 31"),
    ({"measure": "weight"}, "measure must be one of time, memory; got 'weight'"),
    ({"memory": 0.0}, "memory must be positive; got 0"),
]
