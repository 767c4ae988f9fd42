"""The figure of cross-attention: what it is made of, what it shows, and what it does not take."""

import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn

from whichbank.figures import LooksAcross

SENTENCES = [
    (
        "river flows",
        "nadī bahtī hai",
        [0, 1, -1],
        np.random.default_rng(0).dirichlet([1, 1], size=(2, 3)),
    ),
    (
        "the boy sees",
        "laṛkā dekhtā",
        [1, 2],
        np.random.default_rng(1).dirichlet([1, 1, 1], size=(2, 2)),
    ),
]


def make(**state):
    """Two sentences and two heads."""
    return LooksAcross.of(SENTENCES, **({"blind": ["laṛkā bahtī", "laṛkā bahtī"]} | state))


def test_weights_come_back_within_a_byte():
    for sentence, (_, _, _, weights) in enumerate(SENTENCES):
        for head in (0, 1):
            np.testing.assert_allclose(
                make(sentence=sentence, head=head).table_shown, weights[head], atol=1 / 500
            )


def test_the_word_stays_in_the_sentence():
    fig = make(word=2)
    fig.sentence = 1
    assert fig.word == 1


def test_repr_table_picture_and_state():
    fig = make(word=1, head=1)
    assert repr(fig) == "LooksAcross(sentence='river flows', word='bahtī', head=2)"
    caption, heads, rows = fig.table()
    assert caption.startswith("Where head 2 looks")
    assert [row[0] for row in rows] == ["nadī", "bahtī", "hai"]
    assert heads == ["written", "river", "flows"]
    assert repr(fig.still()) == "Heatmap of 3 written words over 2 read words."
    assert LooksAcross(**fig.state()).state() == fig.state()


def test_a_closed_window_lets_no_weight_across_and_the_word_stays_in_what_is_written():
    fig = make(blind=["laṛkā nadī", "laṛkā"], word=2)
    fig.closed = True
    assert (fig.writes, fig.word) == (["laṛkā", "nadī"], 1)
    assert not fig.table_shown.any()
    assert fig.right == [False, True]
    assert fig.table()[2] == [["laṛkā", "✗"], ["nadī", "✓"]]
    twice = make(blind=["nadī nadī", "laṛkā"], closed=True)
    assert twice.right == [True, False], "a word that is right once is not right twice"


def compare(fig: Any, drawn: Drawn) -> None:
    """The heatmap shows the shown head in percent; the read-out names the word it looks at most."""
    assert_drawn(drawn.tables[0], 100 * fig.table_shown, "weights in %")
    if fig.closed:
        right = fig.written[fig.sentence].split()
        fit = sum(fig.right)
        assert f"Of the {len(right)} words that are right here it has {fit}." in drawn.said[0]
        assert [mark for mark in drawn.text if mark in "✓✗"] == ["✗✓"[good] for good in fig.right]
        return
    english, hindi = fig.read[fig.sentence].split(), fig.written[fig.sentence].split()
    row, meant = fig.table_shown[fig.word], fig.source[fig.sentence][fig.word]
    said = drawn.said[0].replace("\u00a0", " ")
    found = re.match(
        rf"To write {hindi[fig.word]}, head {fig.head + 1} looks most at (\w+) \((\d+)%\), (.*)\.",
        said,
    )
    best = int(row.argmax())
    assert english[best] == found[1]
    assert_drawn([found[2]], [100 * row.max()], "largest weight")
    told = "the word to translate" if best == meant else f"though it translates {english[meant]}"
    assert found[3] == ("though it translates no English word" if meant < 0 else told)


OTHER = {"sentence": 1, "word": 1, "head": 1}
BAD = [
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"word": 3}, "word must be between 0 and 2; got 3"),
    ({"head": 2}, "head must be between 0 and 1; got 2"),
    ({"closed": 1}, "closed must be True or False; got 1"),
    ({"blind": ["one"]}, "blind must have 2 entries, one for each of read, or none; got 1"),
    ({"heads": 3}, "weights[0]: text must hold 18 numbers"),
    ({"source": [[0, 1, 2], [1, 2]]}, "source must hold 3 places from -1 to 1; got [0, 1, 2]"),
    ({"written": ["nadī bahtī hai"]}, "written must have 2 entries, one for each of read; got 1"),
]
