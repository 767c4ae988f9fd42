"""The viewer of heads: what it is made of, what it shows, and what it does not take."""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank._packing import pack
from whichbank.corpora.senses.sided import two_sided
from whichbank.experiments.sides import Reader, read, without_head
from whichbank.figures import HeadViewer
from whichbank.figures.heads import sides
from whichbank.figures.heads._reading import LONGEST, read_rows

WORDS = [["dog", "bites", "man"], ["man", "bites"]]
KNOWN, MEANINGS = ["bites", "dog", "man", "while"], ["man (game)", "man (person)"]
D = 4
ASKED = [[(1, "before it", "dog"), (1, "after it", "man")], [(0, "means", "man")]]
SAID = [[[("dog", 60), ("dog", 55)], [("dog", 99), ("man", 98)]], [[("man", 50)], [("dog", 70)]]]


def tables(n, heads=3):
    return np.random.default_rng(n).dirichlet(np.ones(n), size=(heads, n))


def parameters(readers=2):
    """Random parameters for readers of four words and two meanings, packed, and their sizes."""
    shape = (readers, len(KNOWN) + 4 * D + 3 * len(MEANINGS), D + 1)
    shares = np.random.default_rng(1).uniform(size=shape)
    return {"parameters": [pack(one) for one in shares], "sizes": np.full(shape[:2], 3.0)}


def make(**changes):
    """Two sentences, one wide head and a reader with two heads."""
    traits = {"sentences": WORDS, "readers": [1, 2], "weights": [pack(tables(3)), pack(tables(2))]}
    traits |= {"asked": ASKED, "said": SAID, "meanings": MEANINGS, "known": KNOWN}
    return HeadViewer(**(traits | parameters() | changes))


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
    assert repr(fig.still()).startswith(
        "Heatmap, rows: the words of the sentence, columns: man looks at them in."
    )


def test_another_reader_brings_other_heads():
    many = tables(3, heads=7)
    fig = make(
        sentences=WORDS[:1],
        readers=[1, 2, 4],
        weights=[pack(many)],
        asked=ASKED[:1],
        said=[[*SAID[0], SAID[0][0]]],
        reader=2,
        **parameters(3),
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


# A byte is off by 1/510 of twice its row's largest number; what that makes of scores and weights
# was 0.02 at most.
BYTES = 0.05


def test_is_made_of_readers_and_reads_as_they_do():
    readers, some = {1: Reader(1), 2: Reader(2)}, two_sided(3)
    fig = HeadViewer.of(readers, some, reader=1)
    assert fig.at == some[0].places[1]
    assert [right for _, _, right in fig.asked[0]] == [right for _, _, right in some[0].questions]
    for fig.sentence, one in enumerate(some):
        for place, reader in enumerate(readers.values()):
            weights, answers = read(reader, one)
            shares = fig.shown[:1] if place == 0 else fig.shown[1:]
            np.testing.assert_allclose(shares, weights, atol=BYTES)
            for (_, told), (_, sure) in zip(fig.said[fig.sentence][place], answers, strict=True):
                assert abs(told - sure) <= 100 * BYTES


def test_own_words_are_read_as_the_same_sentence_is():
    readers, some = (
        {1: Reader(1), 2: Reader(2)},
        [one for one in two_sided(20) if len(one.words) <= LONGEST][:2],
    )
    fig = HeadViewer.of(readers, some)
    shown, said = fig.shown, [fig.answers(0), fig.answers(1)]
    fig.sentence, fig.own = 1, f"Zzz {' '.join(some[0].words).upper()}!"
    assert fig.words == list(some[0].words)
    np.testing.assert_allclose(fig.shown, shown, atol=1 / 500)
    assert [[answer[:3] for answer in fig.answers(reader)] for reader in (0, 1)] == [
        [answer[:3] for answer in told] for told in said
    ]
    assert {right for *_, right in fig.answers(1)} == {None}


def test_words_that_no_reader_knows_leave_the_sentence_that_was_chosen():
    fig = make(own="Zebras graze.")
    assert fig.words == WORDS[0]
    assert make(own="man " * 20).words == ["man"] * LONGEST


@pytest.mark.parametrize("head", [1, 2])
def test_a_silent_head_answers_as_the_reader_without_it(head):
    reader, some = Reader(2), two_sided(4)
    fig = HeadViewer.of({1: Reader(1), 2: reader}, some, silent=head)
    for fig.sentence, one in enumerate(some):
        _, wanted = read(without_head(reader, head - 1), one)
        for (place, question, _), (_, sure) in zip(fig.questions, wanted, strict=True):
            fig.word = place
            [told] = [answer for answer in fig.answers(1) if answer[0] == question]
            assert abs(told[2] - sure) <= 100 * BYTES
    assert fig.answers(0) == make_loud(fig).answers(0)


def make_loud(fig):
    return HeadViewer(**(fig.state() | {"silent": 0}))


def compare(fig: Any, drawn: Drawn) -> None:
    """One table shows where the word looks in each head, one sums it up; the read-out has the
    answers, marked.
    """
    looks, sums = drawn.tables
    assert_drawn(looks, 100 * fig.rows.T, "where the word looks, in %")
    assert_drawn(sums, 100 * sides(fig.rows, fig.at).T, "before, itself, after, in %")
    word = fig.words[fig.at]
    assert f"Where “{word}” looks, in %" in drawn.text
    assert "".join(fig.columns) in drawn.text, "the heads of the table"
    said = drawn.said[0]
    answers = fig.answers(0) + fig.answers(fig.reader)
    told = re.findall(r"(\w+ \(\w+\))\s?([✓✗]?)\s(\d+)%\ssure", said)
    marks = {True: "✓", False: "✗", None: ""}
    assert told == [(answer, marks[good], str(sure)) for _, answer, sure, good in answers]
    assert f"Asked at “{word}”: " in said or not answers
    assert "".join(question for question, *_ in fig.answers(0)) in said
    assert ("is not asked" in said) == (not answers)
    silenced = 0 < fig.silent <= fig.readers[fig.reader]
    assert (f", {fig.silent} silent" in said) == (silenced and bool(answers))


def side_cases() -> list[tuple[list, Any]]:
    """Rows at their first, a middle and their last place."""
    rows = [np.random.default_rng(n).dirichlet(np.full(n, 0.5)) for n in (1, 2, 9)]
    return [([row, at], sides(row, at)) for row in rows for at in {0, len(row) // 2, len(row) - 1}]


def reading_cases() -> list[tuple[list, Any]]:
    """Readers with random parameters, one of their heads silent or none, on sentences of one to six
    words.
    """
    draw, cases = np.random.default_rng(2), []
    for n_heads, silent in ((1, 0), (1, 1), (2, 0), (2, 2), (4, 0), (4, 3)):
        rows = draw.normal(size=(len(KNOWN) + 4 * 8 + 3 * 5, 9))
        for n in (1, 2, 6):
            ids = draw.integers(len(KNOWN), size=n).tolist()
            weights, shares, joined = read_rows(rows, len(KNOWN), ids, n_heads, silent)
            read = {"weights": weights, "shares": shares, "joined": joined}
            cases.append(([rows, len(KNOWN), ids, n_heads, silent], read))
    return cases


FILE = "reading"
CASES = {"sidesOf": side_cases, "readRows": reading_cases}


OTHER = {"sentence": 1, "word": 2, "own": "Man bites man", "silent": 1}
BAD = [
    (
        {"weights": [pack(tables(3))]},
        "weights must have 2 entries, one for each of sentences; got 1",
    ),
    ({"readers": [2, 1]}, "readers must begin with a reader of one head; got [2, 1]"),
    ({"weights": [pack(tables(3)), pack(tables(3))]}, "weights[1]: text must hold 12 numbers"),
    ({"said": [SAID[0][:1], SAID[1]]}, "said must have an answer of each reader to each question"),
    ({"said": [[[["dog"]] * 2] * 2, SAID[1]]}, "said[0][0][0] must have 2 entries; got 1"),
    (
        {"asked": [[(3, "a", "b"), (1, "a", "b")], ASKED[1]]},
        "asked must point into a sentence of 3 words",
    ),
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"reader": 0}, "reader must be between 1 and 1; got 0"),
    ({"silent": -1}, "silent must be at least 0; got -1"),
    ({"own": 3}, "own must be a text; got 3"),
    ({"parameters": ["AID/", "AID/"]}, "parameters[0]: text must hold 130 numbers"),
    ({"sizes": [[1.0] * 26]}, "sizes must have the shape (2, 26); got (1, 26)"),
    ({"known": []}, "known must have at least 1 entry; got []"),
    ({"word": -1}, "word must be at least 0; got -1"),
]
