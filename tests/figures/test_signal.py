"""The figure of a signal in a stack: what is left of it on both ways."""

from typing import Any

import numpy as np
from drawn import Drawn

from whichbank.figures import SignalStrip
from whichbank.figures.signal import SETTINGS, small

FORWARD = [[2.0, 2.2, 2.6, 3.0], [2.0, 2.0, 2.0, 2.0], [2.0, 1.0, 0.5, 0.1], [2.0, 0.1, 1e-3, 1e-5]]
BACKWARD = [[0.1, 0.2, 0.2], [0.2, 0.2, 0.2], [0.01, 0.1, 0.2], [1e-9, 1e-4, 0.2]]


def make(**changes):
    return SignalStrip(**({"forward": FORWARD, "backward": BACKWARD} | changes))


def test_what_is_left_is_a_share_of_what_each_way_begins_with():
    fig = make(skip=False)
    there, back = fig.left(fig.row)
    np.testing.assert_allclose(there, [1, 0.05, 5e-4, 5e-6])
    np.testing.assert_allclose(back, [5e-9, 5e-4, 1])
    assert fig.table()[2][fig.row] == ["no skips, no norms", "5 · 10⁻⁶", "5 · 10⁻⁹"]


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has all settings, the sentence what is left in this one."""
    ends = [[small(there[-1]), small(back[0])] for there, back in map(fig.left, range(4))]
    assert drawn.tables[0] == ends
    said = drawn.said[0]
    assert said.startswith("With skips" if fig.skip else "Without skips")
    assert ("with norms" in said) == fig.norm
    for cell in drawn.tables[0][SETTINGS.index((fig.skip, fig.norm))]:
        assert f"{cell} of the " in said


CASES = {
    "leftOf": lambda: [
        ([sizes, back], np.array(make().left(row)[int(back)]))
        for row in range(4)
        for sizes, back in ((FORWARD[row], False), (BACKWARD[row], True))
    ]
}


OTHER = {"skip": False, "norm": True}
BAD = [
    ({"forward": FORWARD[1:]}, "forward must have the shape (4, 4); got (3, 4)"),
    ({"backward": [[0.0, 1.0]] * 4}, "backward must hold positive numbers; got 0"),
    ({"skip": 1}, "skip must be True or False; got 1"),
]
