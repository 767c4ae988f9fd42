"""The figure of the norm: its arithmetic is torch's, and the arrows stand where it puts them."""

import re
from typing import Any

import numpy as np
import torch
from drawn import Drawn, assert_drawn, numbers

from whichbank.figures import NormRing
from whichbank.figures.lengths import EPS, rms_norm

WORDS = ["money", "bank", "flows"]
VECTORS = [[2.0, 0.2], [1.2, 1.2], [0.2, 0.5]]


def make(**changes):
    return NormRing(**({"words": WORDS, "vectors": VECTORS} | changes))


def test_the_norm_is_torchs():
    x = np.random.default_rng(0).normal(size=(5, 7))
    want = torch.nn.functional.rms_norm(torch.from_numpy(x), (7,), eps=EPS)
    np.testing.assert_allclose(rms_norm(x), want.numpy(), rtol=1e-12)


def test_no_vector_at_all_stays_none():
    fig = make(vectors=[[0, 0], [1, 0], [0, 1]], normed=True)
    assert fig.shown[0].tolist() == [0, 0]
    assert repr(fig) == "NormRing(normed=True, lengths=[0.0, 1.41, 1.41])"


def compare(fig: Any, drawn: Drawn) -> None:
    """The bars have the lengths, those of the norm when it is on; the table has both vectors, and
    the picture those of the switch, with the tips that are dragged where the arrows were.
    """
    lengths = np.hypot(*np.array(fig.vectors).T)
    assert_drawn([row[:1] for row in drawn.tables[0]], lengths[:, None], "lengths")
    normed = [row[1] for row in drawn.tables[0]]
    if fig.normed:
        assert_drawn(normed, np.hypot(*fig.shown.T), "lengths after the norm")
    assert any(normed) == fig.normed
    held = [at for name, *at in drawn.planes[0]["points"] if not name]
    np.testing.assert_allclose(held, fig.vectors, atol=0.02)
    if not fig.normed:
        ends = [f"{x:.2f}" for x in numbers(drawn.said[0])]
        assert_drawn(ends, [lengths.min(), lengths.max()], "the shortest and the longest")
    assert drawn.said[0].startswith("On the ring") == fig.normed
    assert_drawn(drawn.tables[1], [row[1:] for row in fig.table()[2]], "table")
    told = [numbers(at) for at in re.findall(r"at \(([^)]*)\)", drawn.planes[0]["label"])]
    np.testing.assert_allclose(told, fig.shown, atol=0.0051)  # two digits


CASES = {"rmsNorm": lambda: [([VECTORS], rms_norm(np.array(VECTORS)))]}


OTHER = {"normed": True, "vectors": [[1, 2], [0, 0], [2.5, 0]]}
BAD = [
    ({"words": ["a", "a", "b"]}, "words must be different from each other; got ['a', 'a', 'b']"),
    ({"vectors": [[1, 2]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"vectors": [[1, 3]] * 3}, "vectors must hold numbers between 0 and 2.5; got 3"),
    ({"normed": 1}, "normed must be True or False; got 1"),
]
