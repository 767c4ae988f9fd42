"""The figure of the four points: no row of weights and no two cuts serve both questions, two rows
do.
"""

from itertools import product
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn
from scipy.optimize import linprog

from whichbank.figures import CutPlane
from whichbank.figures.cutting import FOUR

WHO = [[pair[q] == "dog" for pair in FOUR.values()] for q in range(2)]


def make(**changes):
    """The figure as it opens."""
    return CutPlane(**changes)


def wrong(fig: CutPlane) -> list[int]:
    return [int((~row).sum()) for row in fig.right]


def can_be_cut(at: np.ndarray, dogs: list[bool]) -> bool:
    """Whether any cut at all has the dogs on one side, by linear programming."""
    sign = np.where(dogs, 1, -1)[:, None]
    rows = -sign * np.column_stack([at, np.ones(len(at))])
    free = [(None, None)] * rows.shape[1]
    return linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(at)), bounds=free).success


def test_the_points_are_those_of_the_chapter():
    fig = make()
    np.testing.assert_allclose(fig.new[:, 0], [[0.75, 0.25], [0.25, 0.75], [1, 0], [0, 1]])
    two = make(heads=2, before=(1, 0))
    found = two.new.reshape(4, 4).tolist()
    assert found == [[1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]]


def test_with_one_head_no_setting_is_right_for_both_questions():
    fig, least = make(), []
    for w in np.arange(21) / 20:
        fig.before = (w, 0.25)
        counts = []
        for shift in np.arange(-12, 13) / 20:
            fig.shifts = (shift, shift)
            counts.append(wrong(fig))
        least.append(np.min(counts, axis=0))
    who, whom = np.transpose(least)
    assert (who[11:] == 0).all()
    assert (whom[:10] == 0).all()
    assert (who[:11] > 0).all()
    assert (whom[10:] > 0).all()


def test_two_heads_have_their_cuts_unless_they_look_alike():
    for w, other in product((0, 0.25, 0.5, 0.75, 1), repeat=2):
        at = make(heads=2, before=(w, other)).new[..., 0]
        assert all(can_be_cut(at, dogs) for dogs in WHO) == (w != other)


def test_a_cut_that_touches_a_point_does_not_tell_what_it_is():
    assert wrong(make(before=(0.5, 0))) == [2, 2]
    assert wrong(make(shifts=(0, 0.5))) == [0, 2], "who gets bitten in dog bites dog stays open"


def compare(fig: Any, drawn: Drawn) -> None:
    """The sliders show the weights, both questions their count, the table and the read-out the
    rest.
    """
    assert_drawn([text.split()[0] for _, text in drawn.sliders], fig.before, "sliders")
    counts = wrong(fig)
    for asked, count in zip(("Who bites?", "Bites whom?"), counts, strict=True):
        assert asked + (f"✗ {count} wrong" if count else "✓ all right") in drawn.text
    assert drawn.said[0].startswith(f"{sum(counts) or 'None'} of 8 answers wrong")
    _, _, rows = fig.table()
    assert drawn.tables[0] == [row[1:] for row in rows]


def cases() -> list[CutPlane]:
    draw = np.random.default_rng(0)
    return [
        make(
            heads=heads,
            before=draw.uniform(0, 1, 2),
            shifts=draw.uniform(-0.6, 0.6, 2),
            turns=draw.uniform(-180, 180, 2),
        )
        for heads in (1, 2) * 5
    ]


CASES = {
    "newBites": lambda: [([fig.before[: fig.heads]], fig.new) for fig in cases()],
    "score": lambda: [
        ([fig.new[s, :, 0], fig.shifts[q], fig.turns[q]], fig.scores[q, s])
        for fig in cases()
        for q, s in product(range(2), range(4))
    ],
}
OTHER = {"heads": 2, "before": [1, 0.1], "shifts": [0.1, -0.2], "turns": [10, 90]}
BAD = [
    ({"heads": 3}, "heads must be between 1 and 2; got 3"),
    ({"before": [0.5]}, "before must have 2 entries; got 1"),
    ({"before": [0.5, 1.5]}, "before[1] must be between 0 and 1; got 1.5"),
    ({"shifts": [0, 0.7]}, "shifts[1] must be between -0.6 and 0.6; got 0.7"),
    ({"turns": [0, 200]}, "turns[1] must be between -180 and 180; got 200"),
    ({"turns": [0, float("nan")]}, "turns[1] must be a finite number; got nan"),
]
