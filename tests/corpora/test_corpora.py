"""The sentences and tables are the notes'; the generated corpora keep their promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from whichbank import corpora
from whichbank.corpora import (
    PLANE,
    apple_sentences,
    hand_table,
    lee_background,
    neighbor_sentences,
    plane_vectors,
)
from whichbank.text import tokenize

MONEY = [[0.7, 0.2, 0.1], [0.25, 0.7, 0.05], [0.1, 0.2, 0.7]]


def test_the_sentences_of_the_notes():
    assert corpora.APPLE_SENTENCES == (
        "An apple a day keeps the doctor away",
        "Apple is healthy",
        "Apple is better than the orange",
        "Apple makes great phones",
    )
    assert corpora.TWO_APPLES == "Apple launched a new phone while I was eating an apple"
    assert corpora.APPLE_ORANGE == "Apple launched a new phone while I was eating an orange"
    assert corpora.BANK_SENTENCES == ("money bank grows", "river bank flows")
    assert corpora.SERVER_SENTENCES == (
        "Server, can I have the check?",
        "Looks like I just crashed the server",
    )


@pytest.mark.parametrize(
    ("sentence", "version", "weights", "sums"),
    [
        ("money bank grows", "A", MONEY, (1, 1, 1)),
        ("money bank grows", "C", MONEY, (1, 1, 1)),
        ("money bank grows", "mended", MONEY, (1, 1, 1)),
        (
            "river bank flows",
            "A",
            [[0.8, 0.1, 0.05], [0.25, 0.78, 0.02], [0.4, 0.01, 0.02]],
            (0.95, 1.05, 0.43),
        ),
        (
            "river bank flows",
            "C",
            [[0.8, 0.15, 0.05], [0.28, 0.78, 0.02], [0.4, 0.01, 0.59]],
            (1, 1.08, 1),
        ),
        (
            "river bank flows",
            "mended",
            [[0.8, 0.15, 0.05], [0.2, 0.78, 0.02], [0.4, 0.01, 0.59]],
            (1, 1, 1),
        ),
    ],
)
def test_the_tables_of_notes_a5_and_c3(sentence, version, weights, sums):
    table = hand_table(sentence, version)
    assert table.words == tuple(sentence.split())
    assert table.version == version
    assert table.weights.tolist() == weights
    np.testing.assert_allclose(table.weights.sum(axis=1), sums)


def test_a_table_is_fresh_and_mended_by_default():
    hand_table("river bank flows").weights[:] = 0
    assert hand_table("river bank flows").weights[1].tolist() == [0.2, 0.78, 0.02]


def test_the_plane_tells_the_two_sentences_apart():
    assert corpora.PLANE_AXES == ("finance", "nature")
    assert plane_vectors("money bank grows").tolist() == [[2, 0], [1, 1], [1, 0]]
    assert plane_vectors(("river", "bank", "flows")).tolist() == [[0, 2], [1, 1], [0, 1]]
    assert {word for sentence in corpora.BANK_SENTENCES for word in sentence.split()} == set(PLANE)


@pytest.mark.parametrize("nothing", ["", "  ", (), []], ids=repr)
def test_no_words_have_no_vectors(nothing):
    assert plane_vectors(nothing).shape == (0, 2)


test_a_bad_call_says_what_is_wrong = refusals(
    """
plane_vectors("money tree grows") → ValueError: no vector for 'tree'; PLANE has money, grows, bank
plane_vectors(["oak", "bank", "elm"]) → ValueError: no vector for 'oak', 'elm'; PLANE has
plane_vectors("Bank") → ValueError: no vector for 'Bank'; PLANE has
hand_table("piggy bank grows")
    → ValueError: sentence must be one of 'money bank grows', 'river bank flows'; got 'piggy bank grows'
hand_table("") → ValueError: sentence must be one of 'money bank grows', 'river bank flows'; got ''
hand_table("money bank grows", "B") → ValueError: version must be 'A', 'C' or 'mended'; got 'B'
apple_sentences(1.5) → ValueError: share must be between 0 and 1; got 1.5
apple_sentences(-0.1) → ValueError: share must be between 0 and 1; got -0.1
apple_sentences(float("nan")) → ValueError: share must be between 0 and 1; got nan
apple_sentences(0.5, n=-1) → ValueError: n must not be negative; got -1
neighbor_sentences(-1) → ValueError: n must not be negative; got -1
""",
    globals(),
)


@given(st.floats(0, 1), st.integers(0, 60), st.integers(0, 3))
def test_apple_sentences_keep_the_share(share, n, seed):
    corpus = apple_sentences(share, n, seed)
    assert len(corpus) == n
    fruit, tech = set(corpora.FRUIT_WORDS), set(corpora.TECH_WORDS)
    assert not fruit & tech
    assert sum(bool(fruit & set(sentence)) for sentence in corpus) == round(share * n)
    assert sum(bool(tech & set(sentence)) for sentence in corpus) == n - round(share * n)
    for sentence in corpus:
        assert isinstance(sentence, list)
        assert all(isinstance(word, str) and word for word in sentence)
        assert sentence.count("apple") == 1


def test_apple_sentences_repeat_with_their_seed():
    assert apple_sentences(0.3, 50, seed=4) == apple_sentences(0.3, 50, seed=4)
    assert apple_sentences(0.3, 50, seed=4) != apple_sentences(0.3, 50, seed=5)


def test_a_larger_share_turns_sentences_and_leaves_the_others():
    fruit = set(corpora.FRUIT_WORDS)
    before, after = apple_sentences(0.3, 50), apple_sentences(0.7, 50)
    turned = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(turned) == 20
    assert not any(fruit & set(old) for old, _ in turned)
    assert all(fruit & set(new) for _, new in turned)


def test_neighbor_sentences_have_one_meaning_each_and_no_apple():
    corpus = neighbor_sentences(7, seed=2)
    assert len(corpus) == 7
    assert corpus == neighbor_sentences(7, seed=2) != neighbor_sentences(7, seed=3)
    sides = [
        (set(corpora.FRUIT_NAMES), set(corpora.FRUIT_WORDS)),
        (set(corpora.TECH_NAMES), set(corpora.TECH_WORDS)),
    ]
    for i, sentence in enumerate(corpus):
        names, words = sides[i % 2]
        assert len(names & set(sentence)) == 1
        assert words & set(sentence)
        assert not set().union(*sides[1 - i % 2], {"apple"}) & set(sentence)


@pytest.mark.usefixtures("gensim")
def test_lee_background_is_real_text():
    items = lee_background()
    assert len(items) == 300
    assert sum(map(len, items)) > 50_000
    assert all(item == tuple(tokenize(" ".join(item))) for item in items[:5])
    assert any("afghanistan" in item for item in items)
