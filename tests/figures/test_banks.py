"""One word in two sentences: its row, its two new vectors, and what the figure draws of them."""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank.attention import mix
from whichbank.corpora.notes import PLANE
from whichbank.figures import TwoBanks
from whichbank.figures.banks import row_of

APPLES = {
    "sentences": [["apple", "falls"], ["apple", "sells"]],
    "vectors": [[[1, 1], [3, 0]], [[1, 1], [0, 2]]],
}


def make(**changes):
    return TwoBanks(**changes)


@pytest.mark.parametrize("share", [0, 0.3, 1])
def test_a_word_keeps_the_rest_and_its_neighbors_share_alike(share):
    row = np.array(row_of(3, 1, share))
    assert row.sum() == pytest.approx(1)
    assert row[0] == row[2] == share / 2


def test_without_a_share_there_is_one_bank_and_with_all_of_it_two_means():
    np.testing.assert_allclose(make(share=0).new_vectors, [PLANE["bank"]] * 2)
    means = [np.add(PLANE["money"], PLANE["grows"]) / 2, np.add(PLANE["river"], PLANE["flows"]) / 2]
    np.testing.assert_allclose(make(share=1).new_vectors, means)


def test_other_sentences_may_have_the_word_elsewhere():
    fig = make(**APPLES, share=0.5)
    assert fig.at == 0
    assert fig.names == ["falls apple", "sells apple"]
    np.testing.assert_allclose(fig.new_vectors, [[2, 0.5], [0.5, 1.5]])


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the share, the table the row and the new vector of each sentence, and the
    sentence tells where they go.
    """
    new = mix(fig.weights, np.array(fig.vectors))
    n = len(fig.sentences[0])
    assert_drawn([text for _, text in drawn.sliders], [100 * fig.share], "slider")
    rows = np.hstack([[[1 - fig.share, fig.share / (n - 1)]] * 2, new])
    assert_drawn(drawn.tables[0], rows, "shares and new vectors")
    said = drawn.said[0]
    if fig.share > 0:
        assert_drawn([said.partition("with ")[2].partition("%")[0]], [100 * fig.share], "share")
        assert re.search(
            f"toward {fig.names[0].split()[0]} .* toward {fig.names[1].split()[0]} ", said
        )
    else:
        assert said == "One vector for both sentences."


def near_cases() -> list[tuple[list, Any]]:
    """Points on either way, beside it, before its start and beyond its end; of both ways the longer
    part counts.
    """
    word, ends = np.array([1.0, 1.0]), np.array([[1.5, 0.0], [0.0, 1.5]])
    cases = []
    for point in [*np.random.default_rng(9).uniform(-0.5, 2.5, size=(30, 2)), word, *ends]:
        along = [np.dot(point - word, end - word) / np.dot(end - word, end - word) for end in ends]
        cases.append(([word, ends, point], np.floor(100 * np.clip(max(along), 0, 1) + 0.5) / 100))
    return cases


CASES = {
    "rowOf": lambda: [
        ([n, at, share], row_of(n, at, share))
        for n in (2, 3, 5)
        for at in (0, 1)
        for share in (0, 0.3)
    ],
    "shareNear": near_cases,
}
OTHER = {"share": 0.25, **APPLES, "axes": ["taste", "trade"]}
BAD = [
    ({"share": 1.2}, "share must be between 0 and 1; got 1.2"),
    ({"sentences": [["a", "b"]]}, "sentences must have 2 entries; got 1"),
    (
        {"sentences": [["a", "b", "c"], ["d", "e", "f"]]},
        "sentences must be equally long and have one word at the same",
    ),
    (
        {"sentences": [["a", "b", "c"], ["a", "b", "f"]]},
        "sentences must be equally long and have one word at the same",
    ),
    ({"vectors": np.ones((2, 2, 2))}, "vectors must have the shape (2, 3, 2); got (2, 2, 2)"),
    ({"axes": ["finance"]}, "axes must have 2 entries; got 1"),
]
