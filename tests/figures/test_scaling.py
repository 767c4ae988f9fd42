"""Scores of random vectors, divided or not: the numbers against torch, and what they teach."""

from typing import Any

import numpy as np
import pytest
import torch
from drawn import Drawn, assert_drawn, numbers

from whichbank.figures import ScoreScale
from whichbank.figures.scaling import COUNT, LONGEST, POWERS


def make(**changes):
    """As it opens, with changes."""
    return ScoreScale(**changes)


def test_a_typical_score_is_the_root_of_d_away_from_0_and_1_when_divided_by_it():
    for d in (16, 64, 256, LONGEST):  # of 256 scores: a deviation of theirs is off by 1/√512
        typical = {scale: make(d=d, scale=scale).typical for scale in POWERS}
        assert typical["none"] == pytest.approx(d**0.5, rel=0.1)
        assert typical["root"] == pytest.approx(1, rel=0.1)
        assert typical["d"] == pytest.approx(d**-0.5, rel=0.1)


def test_the_gradient_is_as_long_as_torch_finds_it():
    for d, scale in ((1, "none"), (8, "none"), (64, "root"), (LONGEST, "d"), (LONGEST, "none")):
        fig = make(d=d, scale=scale, row=5)
        jacobian = torch.autograd.functional.jacobian(
            lambda scores: torch.softmax(scores, -1), torch.tensor(fig.scores[fig.row])
        )
        assert fig.gradient == pytest.approx(float(jacobian.norm()), abs=1e-12)


def test_only_the_root_keeps_both_choice_and_gradient():
    long, root, d = (make(d=LONGEST, scale=scale) for scale in POWERS)
    assert long.weights.max() > 0.99
    assert long.gradient < 0.01
    assert 0.15 < root.weights.max() < 0.5
    assert root.gradient > 0.2
    np.testing.assert_allclose(d.weights, 1 / COUNT, atol=0.01)


def test_scores_of_fewer_numbers_begin_as_those_of_more():
    np.testing.assert_array_equal(make(d=4).q, make(d=64).q[:, :4])
    assert not np.allclose(make(seed=1).q, make(seed=2).q)


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make(d=LONGEST, scale="root")
    assert repr(fig).startswith("ScoreScale(d=1024, scale='root', row=0, typical=1.0,")
    caption, heads, rows = fig.table()
    assert caption.startswith("d = 1024; a typical score is 1.00 from 0 after it was divided by 32")
    assert heads == ["query 1", "score", "weight"]
    assert sum(weight for *_, weight in rows) == pytest.approx(1)
    assert "divided by nothing rises on the whole" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The line stands at d, the table has the scores and weights, the sentence what is typical."""
    [chart] = drawn.charts
    [(name, at)] = chart["markers"]
    assert name == f"d = {fig.d}"
    assert at == pytest.approx(fig.d, rel=0.01)  # drawn to a tenth of a unit, on powers of two
    scores, weights = zip(*drawn.tables[0], strict=True)
    assert_drawn(scores, fig.scores[fig.row], "scores")
    assert_drawn(weights, fig.weights, "weights")
    said = numbers(drawn.said[0].partition(" away from 0")[0])
    digits = 2 if fig.typical < 0.995 else 1 if fig.typical < 9.95 else 0
    assert said == [pytest.approx(fig.typical, abs=0.5 * 10.0**-digits + 1e-9)]
    assert f"{fig.gradient:.2f}" in drawn.text


def measure_cases() -> list[tuple[list, Any]]:
    """Short and long vectors, every divisor, the first query and the last."""
    found = []
    for d in (1, 3, 64, LONGEST):
        for scale, power in POWERS.items():
            for row in (0, COUNT - 1):
                fig = make(d=d, scale=scale, row=row)
                seen = {name: getattr(fig, name) for name in ("scores", "typical", "weights")}
                found.append(([fig.seed, d, power, row], seen | {"gradient": fig.gradient}))
    return found


CASES = {"measure": measure_cases}
OTHER = {"d": 300, "scale": "root", "row": 7, "seed": 2}
BAD = [
    ({"d": 0}, "d must be between 1 and 1024; got 0"),
    ({"d": 1025}, "d must be between 1 and 1024; got 1025"),
    ({"d": 2.5}, "d must be a whole number; got 2.5"),
    ({"scale": "log"}, "scale must be one of none, root, d; got 'log'"),
    ({"row": 16}, "row must be between 0 and 15; got 16"),
    ({"seed": -1}, "seed must be between 0 and"),
]
