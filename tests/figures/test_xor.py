"""The figure that folds exclusive or: where its points come to, and which cuts part them."""

import re
from typing import Any

import numpy as np
import torch
from drawn import Drawn, numbers

from whichbank.figures import XorFold
from whichbank.figures.xor import B_1, CLEAR, W_1, folded
from whichbank.figures.xor import CASES as STARTS
from whichbank.transformer import FeedForward

POINTS = np.array(list(STARTS.values()))
CHAPTERS_CUT = [[0.0, -0.25], [2.0, 0.75]]


def make(**changes):
    return XorFold(**changes)


def test_folded_it_is_what_the_network_makes_of_the_cases():
    network = FeedForward(d_model=2, d_ff=2)
    with torch.no_grad():
        network.W_1.weight.copy_(torch.tensor(W_1.T))
        network.W_1.bias.copy_(torch.tensor(B_1))
        network.W_2.weight.copy_(torch.eye(2))
        network.W_2.bias.zero_()
        hidden = network(torch.tensor(POINTS, dtype=torch.float32))
    np.testing.assert_allclose(folded(POINTS, 2), hidden.numpy())


def test_no_cut_has_all_four_before_the_bend_and_the_chapters_has_them_after_it():
    turns = [
        [[x, y], [x + np.cos(a), y + np.sin(a)]]
        for x in np.linspace(-1, 1.5, 11)
        for y in np.linspace(-1, 1.5, 11)
        for a in np.linspace(0, np.pi, 24, endpoint=False)
    ]
    for fold in (0, 0.5, 1):
        fig = make(fold=fold)
        most = 0
        for cut in turns:
            fig.cut = np.clip(cut, -1.5, 2.5)
            most = max(most, fig.right)
        assert most == 3
    assert make(fold=2, cut=CHAPTERS_CUT).right == 4


def compare(fig: Any, drawn: Drawn) -> None:
    """The points stand where the units put them, and the sentence counts those on the right
    side.
    """
    assert drawn.sliders == ([["Fold", f"{fig.fold:.2f}"]] if fig.folds else [])
    said = drawn.said[0]
    if np.allclose(*fig.cut):
        assert "no cut" in said
    elif fig.right == 4:
        assert said.startswith("All 4 are on the right side")
    else:
        assert numbers(said)[:2] == [fig.right, 4]
        assert ("Another one has all." in said) == (fig.fold > 1)
    label = drawn.planes[0]["label"]
    told = [numbers(at) for at in re.findall(r"at \(([^)]*)\)", label)]
    np.testing.assert_allclose(told, fig.points, atol=0.0051)  # two digits


def right_cases() -> list[tuple[list, Any]]:
    draw = np.random.default_rng(3)
    cases = []
    for fold in (0, 1, 1.5, 2):
        for cut in [CHAPTERS_CUT, *draw.uniform(-1.5, 2.5, size=(5, 2, 2)).tolist()]:
            fig = make(fold=fold, cut=cut)
            cases.append(([fig.points.tolist(), list(CLEAR), cut], np.array(fig.right)))
    return cases


CASES = {
    "folded": lambda: [
        ([POINTS.tolist(), fold], folded(POINTS, fold)) for fold in (0, 0.3, 1, 1.7, 2)
    ],
    "rightOf": right_cases,
}


OTHER = {"fold": 1.5, "cut": CHAPTERS_CUT}
BAD = [
    ({"fold": 2.1}, "fold must be between 0 and 2; got 2.1"),
    ({"cut": [[0, 0], [3, 0]]}, "cut must hold numbers between -1.5 and 2.5; got 3"),
    ({"cut": [[0, 0]]}, "cut must have the shape (2, 2); got (1, 2)"),
]
