"""The figure of recall by distance: what it is made of, what it shows, and what it does not
take.
"""

import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.experiments.recall import DISTANCES, recorded
from whichbank.figures import RecallByDistance

MEAN = [[1.0, 0.5, 0.25], [1.0, 1.0, 0.75]]
GRADIENT = [[1e-1, 1e-4, 1e-16], [0.5, 0.25, 0.125]]


def make(**changes):
    """Two readers at three distances."""
    traits = {
        "distances": [4, 16, 64],
        "readers": ["RNN", "attention"],
        **dict.fromkeys(("mean", "lowest", "highest"), MEAN),
        **dict.fromkeys(("before", "after"), GRADIENT),
    }
    return RecallByDistance(**(traits | changes))


def test_right_is_the_mean_at_the_distance():
    fig = make()
    assert (fig.distance, fig.right) == (4, {"RNN": 1.0, "attention": 1.0})
    fig.distance = 64
    assert fig.right == {"RNN": 0.25, "attention": 0.75}


def test_repr_table_and_picture():
    fig = make(distance=16)
    assert repr(fig) == "RecallByDistance(distance=16, right=['RNN 50%', 'attention 100%'])"
    caption, heads, rows = fig.table()
    assert "by distance" in caption
    assert rows[2] == [64, 0.25, 0.75, "1e-16", "1e-01"]
    assert len(heads) == len(rows[0])
    assert repr(fig.still()) == "Curves of share right over words from cue to bank, from 4 to 64. RNN falls, " \
        "attention falls on the whole."  # fmt: skip


def test_is_made_of_trainings():
    record = {
        "RNN": {
            "accuracy": [[1, 0.5], [0.2, 0.3]],
            "before": [[1e-2, 1e-4], [1, 1]],
            "after": [[2, 2], [8, 2]],
        }
    }
    fig = RecallByDistance.of([4, 8], record, distance=8)
    np.testing.assert_allclose(fig.mean, [[0.75, 0.25]])
    np.testing.assert_allclose(fig.lowest, [[0.5, 0.2]])
    np.testing.assert_allclose(fig.highest, [[1, 0.3]])
    np.testing.assert_allclose(fig.before, [[1e-3, 1]])
    np.testing.assert_allclose(fig.after, [[2, 4]])


def test_the_recorded_run_fits():
    fig = RecallByDistance.of(DISTANCES, recorded(), distance=32)
    assert set(fig.right) == set(recorded())


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the distance, the chart every reader's curve and number there, the table all
    numbers.
    """
    at, mean = fig.distances.index(fig.distance), np.array(fig.mean)
    right = fig.shown == "right"
    rows = np.array({"right": fig.mean, "before": fig.before, "after": fig.after}[fig.shown])
    assert drawn.sliders[0][1] == str(fig.distance)
    [chart] = drawn.charts
    assert chart["markers"][0][0] == f"{fig.distance} words"
    assert_near(np.log(chart["markers"][0][1]), np.log(fig.distance), "marker", room=0.01)
    for reader, row, dot in zip(fig.readers, rows, chart["dots"], strict=True):
        points = np.array(chart["curves"][reader.partition(",")[0]])
        assert_near(
            np.log(points[:, 0]), np.log(fig.distances), f"distances of {reader}", room=0.01
        )
        bend, room = (np.array, 0.005) if right else (np.log10, 0.05)
        assert_near(bend(points[:, 1]), bend(row), f"curve of {reader}", room=room)
        assert_near(bend(dot[1]), bend(row[at]), f"dot of {reader}", room=room)
    said = drawn.said[0]
    assert said.startswith(f"At {fig.distance} words, ")
    if right:
        assert_near(
            chart["curves"]["guessing"],
            [[x, fig.guessing] for x in fig.distances],
            "guessing",
            room=0.5,
        )
        told = [100 * x for x in [*sorted(set(mean[:, at]), reverse=True), fig.guessing]]
        assert_drawn(re.findall(r"(\d+)%", said), told, "read-out")
        assert_drawn(re.findall(r"(\d+)%[;.]", chart["label"]), 100 * mean[:, at], "description")
    else:
        assert f"{fig.shown} training" in said
        assert f"{fig.shown} training" in chart["label"]
        assert all(
            re.search(rf"\d\S* in (the )?{reader.partition(',')[0]}[,;]", said)
            for reader in fig.readers
        )
    table = np.array(drawn.tables[0]).reshape(len(fig.distances), len(fig.readers), -1)
    for column, numbers in enumerate([fig.mean, fig.lowest, fig.highest]):
        assert_drawn(table[:, :, 1 + column], 100 * np.array(numbers).T, "table")


OTHER = {"distance": 16, "shown": "after"}
BAD = [
    ({"distance": 5}, "distance must be one of 4, 16, 64; got 5"),
    ({"distances": [4, 16, 16]}, "distances must rise; got [4, 16, 16]"),
    ({"distances": [0, 16, 64]}, "distances[0] must be at least 1; got 0"),
    ({"mean": [[1, 1, 1]]}, "mean must have the shape (2, 3); got (1, 3)"),
    ({"lowest": [[1, 1, -0.1]] * 2}, "lowest must hold numbers between 0 and 1; got -0.1"),
    ({"before": [[1, 0, 1]] * 2}, "before must hold positive numbers; got 0"),
    ({"after": [[1, float("inf"), 1]] * 2}, "after must hold finite numbers"),
    ({"shown": "trained"}, "shown must be one of right, before, after; got 'trained'"),
]
