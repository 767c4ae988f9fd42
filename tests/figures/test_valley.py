"""The figure of gradient descent: a walk over the loss of two numbers of W_V."""

from typing import Any

import numpy as np
import pytest
import torch
from drawn import Drawn, assert_drawn, assert_near, numbers
from rounding import room

from whichbank.attention import attend
from whichbank.corpora import plane_vectors
from whichbank.figures import Valley

LAND = (-3, 6)


def make(**changes: Any) -> Valley:
    return Valley(**changes)


def from_pages(fig: Valley, at: Any) -> tuple[float, np.ndarray]:
    """The loss and its slopes by torch, from the words of the pages."""
    two = torch.tensor(np.array(at), requires_grad=True)
    losses = []
    for page, right in zip(fig.pages, fig.right, strict=True):
        x = torch.tensor(plane_vectors(page))
        bank = attend(x, x, x @ torch.diag(two))[page.split().index("bank")]
        losses.append(torch.nn.functional.cross_entropy(bank, torch.tensor(right)))
    loss = torch.stack(losses).mean()
    loss.backward()
    return loss.item(), two.grad.numpy()


def test_each_step_goes_against_the_slopes_that_torch_finds():
    fig = make(rate=3)
    for at, after, loss in zip(fig.path, fig.path[1:], fig.losses, strict=False):
        wanted, slopes = from_pages(fig, at)
        assert loss == pytest.approx(wanted, rel=room(64))
        np.testing.assert_allclose(after, at - 3 * slopes, rtol=room(64), atol=room(64))


def test_a_rate_can_be_too_small_and_too_large():
    ends = {rate: make(rate=rate).losses[-1] for rate in (0.1, 4, 40)}
    assert ends[4] < ends[0.1] < ends[40]
    assert make(rate=4).ups == 0
    assert make(rate=40).ups >= 10


def test_a_page_with_two_answers_costs_what_not_knowing_costs():
    floor = np.log(2) / 2
    assert make().loss((6, 6)) == pytest.approx(floor, abs=0.005)
    rng = np.random.default_rng(0)
    assert min(make().loss(at) for at in rng.uniform(*LAND, (200, 2))) > floor


def test_without_a_script_it_shows_each_step():
    table = make(steps=5).fallback()
    assert table.count("<tr>") == 1 + 6
    assert "rate 2 falls" in repr(make(rate=2).still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The ball is where the walk is, the curve has its losses, the plane what bank becomes."""
    assert drawn.sliders == [["Step", str(fig.step)], ["Rate", f"{fig.rate:g}"]]
    assert_drawn(drawn.tables[0], np.column_stack([fig.path, fig.losses]), "table")
    here = fig.path[fig.step]
    [(_, *ball)] = drawn.planes[0]["points"]
    assert_near(ball, here.clip(*LAND), "ball")
    curve = drawn.charts[0]["curves"][""]
    shown = len(curve)  # before a walk is tried, what is gone
    assert shown in (fig.step + 1, fig.steps + 1)
    assert_near([y for _, y in curve], fig.losses[:shown].clip(0, 3), "curve", room=0.02)
    assert_near(drawn.charts[0]["dots"][0], [fig.step, min(fig.losses[fig.step], 3)], "dot", 0.3)
    banks = fig.new_banks(here).clip(*LAND)
    for name, bank in zip(("grows", "flows", "mixed"), banks, strict=False):
        assert_near(drawn.points(1)[name], bank, name, room=0.02)
    if shown > fig.steps:
        told = [fig.steps, round(fig.losses[-1], 2)]
    else:
        told = [fig.step, fig.steps, round(fig.losses[fig.step], 2)]
    assert numbers(drawn.said[0]) == (told if fig.step else [fig.steps, fig.rate])


def walks() -> list[tuple[Valley, np.ndarray]]:
    figs = [make(rate=rate, start=start) for rate in (0.1, 8) for start in ((-1.5, 0.5), (5, -2))]
    figs.append(make(pages=["money bank grows"], right=[1], rate=40))
    return [(fig, at) for fig in figs for at in fig.path[[0, 7, -1]].clip(*LAND)]


CASES = {
    "lossAt": lambda: [((fig.mixes, fig.right, at), fig.loss(at)) for fig, at in walks()],
    "slopesAt": lambda: [((fig.mixes, fig.right, at), fig.slopes(at)) for fig, at in walks()],
    # a tossed walk multiplies what is lost in rounding
    "descend": lambda: [
        (
            (fig.mixes, fig.right, at, 2, 12),
            Valley(fig.pages, fig.right, start=at, rate=2, steps=12).path,
        )
        for fig, at in walks()
    ],
}


OTHER = {"start": [2.0, -1.0], "rate": 8.1, "step": 4}
BAD = [
    ({"pages": ["money grows"]}, "pages must hold sentences of money, grows, bank, flows, river"),
    ({"right": [0, 1]}, "right must have 4 entries, one for each of pages; got 2"),
    ({"right": [0, 1, 2, 0]}, "right[2] must be between 0 and 1; got 2"),
    ({"mixes": [[1, 1]]}, "mixes must have the shape (4, 2); got (1, 2)"),
    ({"start": [7, 0]}, "start must hold numbers between -3 and 6; got 7"),
    ({"rate": 0}, "rate must be between 0.05 and 40; got 0"),
    ({"rate": float("nan")}, "rate must be a finite number; got nan"),
    ({"step": 31}, "step must be between 0 and 30; got 31"),
    ({"steps": 61}, "steps must be between 1 and 60; got 61"),
]
