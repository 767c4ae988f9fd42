"""The diagram of attention: what its boxes hold, and that each stage shows what the kernels say."""

from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, numbers

from whichbank.attention import attend
from whichbank.corpora import plane_vectors
from whichbank.figures import AttentionPipeline
from whichbank.figures.pipeline import STAGES, pipeline

WORDS = ["money", "bank", "grows"]
W_q, W_k, W_v = ([[0, 1], [2, 1]], [[1, 0], [-1, 1]], [[1, -1], [-1, 1]])


def make(**changes):
    traits = {
        "words": WORDS,
        "vectors": plane_vectors(WORDS),
        "W_q": W_q,
        "W_k": W_k,
        "W_v": W_v,
        "row": 1,
    }
    return AttentionPipeline(**(traits | changes))


def test_the_mix_is_what_attend_answers_each_word():
    draw = np.random.default_rng(1)
    x, (to_q, to_k), to_v = (
        draw.normal(size=(4, 3)),
        draw.normal(size=(2, 3, 5)),
        draw.normal(size=(3, 2)),
    )
    out, weights = attend(x @ to_q, x @ to_k, x @ to_v, return_weights=True)
    for row in range(4):
        parts = pipeline(x, to_q, to_k, to_v, row)
        assert tuple(parts) == STAGES
        np.testing.assert_allclose(parts["mix"], out[row], rtol=1e-12)
        np.testing.assert_allclose(parts["weights"], weights[row], rtol=1e-12)


def test_the_picture_names_what_the_word_that_asks_gets():
    told = repr(make().still())
    assert "keys ((2, 0) · (0, 1) · (1, 0))" in told
    assert "bank: vector (1, 1), query (2, 2), scores (4, 2, 2)" in told
    assert "mix (1.51, −1.51)" in told


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has every number; the read-out has those of the stage, and the boxes have them up
    to the stage.
    """
    parts = fig.parts
    columns = ("words", "keys", "scores", "scaled", "weights", "values")
    assert_drawn(drawn.tables[0], np.column_stack([parts[name] for name in columns]), "table")
    word, name = fig.words[fig.row], STAGES[fig.stage]
    lines = drawn.said[0].splitlines()[1:]
    if name == "mix":
        shown = [numbers(drawn.said[0].partition(f"new {word} is")[2].partition(")")[0])]
    else:  # a line for each word; before a score stands how it comes about
        shown = [numbers(line.partition(": ")[2].rpartition("= ")[2]) for line in lines]
    wanted = np.asarray(parts[name], dtype=float)
    digits = 3 if name in ("scaled", "weights") else 2
    np.testing.assert_allclose(
        shown, wanted.reshape(len(shown), -1), atol=0.5 * 10.0**-digits + 1e-9, err_msg=name
    )
    if name == "mix":  # the sum comes out on paper, with the digits that are shown
        terms = np.array([numbers(line.partition(": ")[2]) for line in lines])
        np.testing.assert_allclose(
            (terms[:, :1] * terms[:, 1:]).sum(axis=0).round(2), shown[0], atol=1e-9
        )
    boxes = drawn.text.partition("mix")[2]  # after the names of the rows
    for own, stage in (("query", 1), ("mix", 7)):
        text = (
            "("
            + ", ".join(f"{float(number):.2f}".removesuffix(".00") for number in parts[own])
            + ")"
        )
        assert fig.stage < stage or text in boxes
    assert (f"new {word} (" in boxes) == (name == "mix"), "a box is empty until its stage has come"


def cases() -> list[tuple[list, Any]]:
    """Sentences of one to five words, keys and values of different widths, each word asking."""
    draw, found = np.random.default_rng(5), []
    for n, d, width in ((1, 1, 2), (3, 2, 2), (5, 4, 1)):
        x, to_v = draw.normal(size=(n, 3)), draw.normal(size=(3, width))
        to_q, to_k = draw.normal(size=(2, 3, d))
        for row in range(n):
            found.append(([x, to_q, to_k, to_v, row], pipeline(x, to_q, to_k, to_v, row)))
    return found


CASES = {"pipeline": cases}
OTHER = {"row": 2, "stage": 3, "W_v": np.eye(2)}
BAD = [
    ({"words": []}, "words must have at least 1 entry; got []"),
    ({"vectors": np.ones((2, 2))}, "vectors must have the shape (3, 2); got (2, 2)"),
    ({"W_q": np.ones((3, 2))}, "W_q must have the shape (2, 2); got (3, 2)"),
    ({"W_k": np.ones((2, 3))}, "W_k must have the shape (2, 2); got (2, 3)"),
    ({"W_v": [1, 2]}, "W_v must have rows and columns; got shape (2,)"),
    ({"row": 3}, "row must be between 0 and 2; got 3"),
    ({"stage": 8}, "stage must be between 0 and 7; got 8"),
]
