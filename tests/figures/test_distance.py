"""The figure of recall by distance: what it is made of, what it shows, and what it does not take."""

import numpy as np

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
    assert repr(fig) == "RecallByDistance(distance=16, right=['RNN 50 %', 'attention 100 %'])"
    caption, heads, rows = fig.table()
    assert "by distance" in caption
    assert rows[2] == [64, 0.25, 0.75, "1e-16", "1e-01"]
    assert len(heads) == len(rows[0])
    assert repr(fig.still()) == "Curves of share right over words from cue to bank, from 4 to 64. RNN falls, " \
        "attention goes up and down."  # fmt: skip


def test_is_made_of_trainings():
    record = {"RNN": {"accuracy": [[1, 0.5], [0.2, 0.3]], "before": [[1e-2, 1e-4], [1, 1]], "after": [[2, 2], [8, 2]]}}
    fig = RecallByDistance.of([4, 8], record, distance=8)
    np.testing.assert_allclose(fig.mean, [[0.75, 0.25]])
    np.testing.assert_allclose(fig.lowest, [[0.5, 0.2]])
    np.testing.assert_allclose(fig.highest, [[1, 0.3]])
    np.testing.assert_allclose(fig.before, [[1e-3, 1]])
    np.testing.assert_allclose(fig.after, [[2, 4]])


def test_the_recorded_run_fits():
    fig = RecallByDistance.of(DISTANCES, recorded(), distance=32)
    assert set(fig.right) == set(recorded())


OTHER = {"distance": 16, "trained": True}
BAD = [
    ({"distance": 5}, "distance must be one of 4, 16, 64; got 5"),
    ({"distances": [4, 16, 16]}, "distances must rise; got [4, 16, 16]"),
    ({"distances": [0, 16, 64]}, "distances[0] must be at least 1; got 0"),
    ({"mean": [[1, 1, 1]]}, "mean must have the shape (2, 3); got (1, 3)"),
    ({"lowest": [[1, 1, -0.1]] * 2}, "lowest must hold numbers between 0 and 1; got -0.1"),
    ({"before": [[1, 0, 1]] * 2}, "before must hold positive numbers; got 0"),
    ({"after": [[1, float("inf"), 1]] * 2}, "after must hold finite numbers"),
    ({"trained": 1}, "trained must be True or False; got 1"),
]
