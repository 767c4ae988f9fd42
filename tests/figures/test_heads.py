"""The viewer of heads: what it is made of, what it shows, and what it does not take."""

import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn

from whichbank._packing import pack
from whichbank.corpora.senses.sided import two_sided
from whichbank.experiments.sides import Reader, read
from whichbank.figures import HeadViewer
from whichbank.figures.heads import sides

WORDS = [["dog", "bites", "man"], ["man", "bites"]]
ASKED = [[(1, "before it", "dog"), (1, "after it", "man")], [(0, "means", "man")]]
SAID = [[[("dog", 60), ("dog", 55)], [("dog", 99), ("man", 98)]], [[("man", 50)], [("dog", 70)]]]


def tables(n, heads=3):
    return np.random.default_rng(n).dirichlet(np.ones(n), size=(heads, n))


def make(**changes):
    """Two sentences, one wide head and a reader with two heads."""
    traits = {"sentences": WORDS, "readers": [1, 2], "weights": [pack(tables(3)), pack(tables(2))]}
    return HeadViewer(**(traits | {"asked": ASKED, "said": SAID} | changes))


def test_starts_at_the_word_that_was_asked_most():
    assert make().at == 1
    assert make(sentence=1).at == 0
    assert make(asked=[[], []], said=[[[], []], [[], []]]).at == 0


def test_a_word_beyond_the_end_is_the_last_one():
    fig = make(word=2)
    fig.sentence = 1
    assert (fig.word, fig.at) == (2, 1)
    assert repr(fig) == "HeadViewer(sentence='man bites', word='bites', heads=2)"


def test_shows_the_rows_of_the_chosen_word():
    fig = make(word=2)
    np.testing.assert_allclose(fig.rows, tables(3)[:, 2], atol=1 / 500)
    assert fig.columns == ["one wide", "head 1", "head 2"]
    caption, heads, rows = fig.table()
    assert caption == "Where man looks"
    assert heads == ["word", *fig.columns]
    assert [row[0] for row in rows] == WORDS[0]
    assert repr(fig.still()).startswith("Heatmap, rows: the words of the sentence, columns: man looks at them in.")


def test_another_reader_brings_other_heads():
    many = tables(3, heads=7)
    fig = make(
        sentences=WORDS[:1],
        readers=[1, 2, 4],
        weights=[pack(many)],
        asked=ASKED[:1],
        said=[[*SAID[0], SAID[0][0]]],
        reader=2,
    )
    np.testing.assert_allclose(fig.shown, many[[0, 3, 4, 5, 6]], atol=1 / 500)
    assert fig.columns[-1] == "head 4"


def test_answers_are_those_of_the_chosen_word():
    fig = make()
    assert fig.answers(0) == [("before it", "dog", 60, True), ("after it", "dog", 55, False)]
    assert fig.answers(1) == [("before it", "dog", 99, True), ("after it", "man", 98, True)]
    fig.word = 0
    assert fig.answers(0) == []


def test_sides_make_a_whole_of_every_row():
    for at in range(3):
        np.testing.assert_allclose(sides(tables(3), at).sum(-1), 1)
    assert sides([0.5, 0.25, 0.25], 0).tolist() == [0, 0.5, 0.5]


def test_is_made_of_readers():
    readers, some = {1: Reader(1), 2: Reader(2)}, two_sided(2)
    fig = HeadViewer.of(readers, some, reader=1)
    assert fig.at == some[0].places[1]
    np.testing.assert_allclose(fig.rows[1:], read(readers[2], some[0])[0][:, fig.at], atol=1 / 500)
    assert [right for _, _, right in fig.asked[0]] == [right for _, _, right in some[0].questions]


def compare(fig: Any, drawn: Drawn) -> None:
    """One table shows where the word looks in each head, one sums it up; the read-out has the answers, marked."""
    looks, sums = drawn.tables
    assert_drawn(looks, 100 * fig.rows.T, "where the word looks, in %")
    assert_drawn(sums, 100 * sides(fig.rows, fig.at).T, "before, itself, after, in %")
    word = fig.words[fig.at]
    assert f"Where “{word}” looks, in %" in drawn.text
    assert "".join(fig.columns) in drawn.text, "the heads of the table"
    said = drawn.said[0]
    found = re.findall(r"(\w+) in (?:the )?(one wide|head \d)(?: head)? \((\d+)\s%\)", said)
    assert [name for _, name, _ in found] == fig.columns
    for (best, _, share), row in zip(found, fig.rows, strict=True):
        assert best == ("itself" if row.argmax() == fig.at else fig.words[row.argmax()])
        assert_drawn([share], [100 * row.max()], "the largest share")
    answers = fig.answers(0) + fig.answers(fig.reader)
    told = re.findall(r"(means|before it|after it): (\w+ \(\w+\)) ([✓✗]) \((\d+)\s% sure\)", said)
    assert told == [(question, answer, "✓" if good else "✗", str(sure)) for question, answer, sure, good in answers]
    assert ("never asked" in said) == (not answers)


def side_cases() -> list[tuple[list, Any]]:
    """Rows at their first, a middle and their last place."""
    rows = [np.random.default_rng(n).dirichlet(np.full(n, 0.5)) for n in (1, 2, 9)]
    return [([row, at], sides(row, at)) for row in rows for at in {0, len(row) // 2, len(row) - 1}]


CASES = {"sidesOf": side_cases}


OTHER = {"sentence": 1, "word": 2}
BAD = [
    ({"weights": [pack(tables(3))]}, "weights must have 2 entries, one for each of sentences; got 1"),
    ({"readers": [2, 1]}, "readers must begin with a reader of one head; got [2, 1]"),
    ({"weights": [pack(tables(3)), pack(tables(3))]}, "weights[1]: text must hold 12 numbers"),
    ({"said": [SAID[0][:1], SAID[1]]}, "said must have an answer of each reader to each question"),
    ({"said": [[[["dog"]] * 2] * 2, SAID[1]]}, "said[0][0][0] must have 2 entries; got 1"),
    ({"asked": [[(3, "a", "b"), (1, "a", "b")], ASKED[1]]}, "asked must point into a sentence of 3 words"),
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"reader": 0}, "reader must be between 1 and 1; got 0"),
    ({"word": -1}, "word must be at least 0; got -1"),
]
