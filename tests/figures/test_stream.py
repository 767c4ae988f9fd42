"""The figure of the softmax that streams: what it keeps after each step, and that at the end it is
the softmax.
"""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, numbers

from whichbank.corpora import plane_vectors
from whichbank.figures import SoftmaxStream
from whichbank.streaming import attend_streaming

WORDS = ["river", "flows", "bank", "grows", "money", "flows", "river", "bank"]


def make(**changes):
    values = plane_vectors(WORDS)
    traits = {"words": WORDS, "scores": values @ [2.0, 0.0], "values": values}
    return SoftmaxStream(**(traits | changes))


@pytest.mark.parametrize("block", [1, 2, 3, 8, 20])
def test_at_the_end_it_is_the_softmax_of_all_scores_and_what_the_kernel_streams(block):
    draw = np.random.default_rng(block)
    scores, values = draw.normal(scale=4, size=8), draw.uniform(size=(8, 2))
    fig = make(scores=scores, values=values, block=block)
    _, total, *mixed = fig.kept(3 * len(fig.blocks))
    want = attend_streaming(np.ones((1, 1)), scores[:, None], values, scale=1.0)[0]
    np.testing.assert_allclose(np.array(mixed) / total, want, rtol=1e-12)
    np.testing.assert_allclose(fig.new, want, rtol=1e-12)


def test_the_chapters_table():
    fig = make(words=["money", "bank", "grows"], scores=[2, 2, 1], values=[[2, 0], [1, 1], [1, 0]])
    fig = SoftmaxStream(**(fig.state() | {"block": 1}))
    kept = [fig.kept(3 * (i + 1)).round(2).tolist() for i in range(3)]
    assert kept == [[2, 1, 2, 0], [2, 2, 3, 1], [2, 2.37, 3.37, 1]]


def test_a_larger_score_makes_all_fade_alike_and_a_smaller_one_nothing():
    fig = make()
    before, after = fig.kept(3), fig.kept(5)
    np.testing.assert_allclose(after[1:], before[1:] * np.exp(before[0] - after[0]))
    np.testing.assert_allclose(fig.kept(9), fig.kept(10))
    np.testing.assert_allclose(fig.kept(9)[1:], fig.kept(11)[1:])


def compare(fig: Any, drawn: Drawn) -> None:
    """The sentence tells the step in numbers; the table has what is kept after each block."""
    done, phase = divmod(fig.at, 3)
    seen = min(-(-fig.at // 3) * fig.block, len(fig.words))
    assert drawn.sliders == [["Seen", f"{seen} of {len(fig.words)}"]]
    assert_drawn(drawn.tables[0], [fig.kept(3 * (i + 1)) for i in range(len(fig.blocks))], "table")
    said = drawn.said[0]
    if fig.at == 0:
        assert said == "Nothing is kept yet."
    elif fig.at == 3 * len(fig.blocks) + 1:
        assert_drawn(numbers(said)[:2], fig.new, "the end")
        for name, number in zip(fig.axes, fig.new, strict=True):
            assert f"{name} ÷ sum{number:.2f}" in drawn.text
        assert drawn.text.count("all at once") == 2
    elif phase == 1:
        assert_drawn(numbers(said), fig.scores[fig.blocks[done]], "in view")
    elif phase == 2:
        old, new = (fig.kept(at)[0] for at in (fig.at - 1, fig.at))
        assert ("nothing fades" in said) == (old == new)
        assert ("all that was kept fades" in said) == (old < new)
        if old < new:
            assert_drawn(numbers(said)[-1:], [np.exp(old - new)], "fade")
    else:
        assert_drawn(numbers(said), [fig.kept(at)[1] for at in (fig.at - 1, fig.at)], "sum")


def stream_cases() -> list[tuple[list, Any]]:
    """Every step but the first, in which nothing is kept, and a moment in which all is fading."""
    cases = []
    for block in (1, 2, 3):
        fig = make(block=block)
        cases += [
            ([fig.scores, fig.values, block, at], fig.kept(at))
            for at in range(2, 3 * len(fig.blocks) + 1)
        ]
    top, total, *mixed = make().kept(4)
    fade = np.exp(-0.5)  # the largest score is on its way from 0 to 2
    return [
        *cases,
        (
            [make().scores, make().values, 2, 4.25],
            np.array([top + 0.5, total * fade, *np.array(mixed) * fade]),
        ),
    ]


def once_cases() -> list[tuple[list, Any]]:
    """Scores as they come, and such as would overflow."""
    figs = [make(), make(scores=[700 + score for score in make().scores])]
    return [([fig.scores, fig.values], fig.new) for fig in figs]


CASES = {"streamed": stream_cases, "atOnce": once_cases}


OTHER = {"at": 5}
BAD = [
    ({"scores": [1, 2]}, "scores must have 8 entries, one for each of words; got 2"),
    ({"values": [[1, 2]]}, "values must have the shape (8, 2); got (1, 2)"),
    ({"values": [[-1, 2]] * 8}, "values must hold numbers at least 0; got -1"),
    ({"block": 0}, "block must be at least 1; got 0"),
    ({"at": 14}, "at must be between 0 and 13; got 14"),
]
