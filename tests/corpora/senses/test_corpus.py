"""Generated and handwritten sentences: balanced, different, and kept apart."""

from collections import Counter

import pytest
from refusals import refusals

from whichbank.corpora import APPLE_ORANGE, APPLE_SENTENCES, SERVER_SENTENCES, TWO_APPLES
from whichbank.corpora.senses import PHRASES, SENSES, WORDS, generated, handwritten, split
from whichbank.corpora.senses.corpus import LONGEST
from whichbank.text import tokenize

ALL = (*WORDS, *PHRASES)


def kinds(examples):
    return Counter((example.word, example.name) for example in examples)


def test_the_chapters_corpus_is_balanced_and_large_enough():
    train, test = split(generated(300, ALL))
    assert set(kinds(train).values()) == {225}
    assert set(kinds(test).values()) == {75}
    assert len(kinds(train)) == len(kinds(test)) == 2 * len(ALL)


def test_no_sentence_is_in_both_sets_or_in_the_notes():
    train, test = split(generated(300, ALL))
    assert not {e.words for e in train} & {e.words for e in test}
    assert not {e.words for e in train} & {e.words for e in handwritten(ALL)}
    notes = {
        tuple(tokenize(s)) for s in (*APPLE_SENTENCES, *SERVER_SENTENCES, APPLE_ORANGE, TWO_APPLES)
    }
    assert not {e.words for e in train} & notes


def test_generated_sentences_differ_and_are_short():
    examples = generated(300, ALL)
    assert len({e.words for e in examples}) == len(examples)
    assert max(len(e.words) for e in examples) <= LONGEST


@pytest.mark.parametrize(
    "examples", [generated(30, ALL), handwritten(ALL)], ids=["generated", "handwritten"]
)
def test_an_example_knows_its_word_and_its_sense(examples):
    for example in examples:
        assert example.word in SENSES
        assert example.words.count(example.word) == 1
        assert example.name == SENSES[example.word][example.sense]
        assert tokenize(str(example)) == list(example.words)


def test_the_same_seed_gives_the_same_sentences():
    assert generated(5) == generated(5, seed=0)
    assert generated(5) != generated(5, seed=1)


def test_some_sentences_mislead():
    examples = generated(300, ["apple"])
    fruit = {"eating", "peeling", "slicing", "washing", "sharing"}
    assert sum(bool(fruit & set(e.words)) for e in examples if e.name == "company") > 30


def test_a_sentence_can_hold_a_second_word_with_two_senses():
    others = [set(e.words) & (set(ALL) - {e.word}) for e in generated(30, ALL)]
    assert 70 < sum(map(bool, others)) < 200


def test_there_are_64_and_24_sentences_written_by_hand():
    assert set(kinds(handwritten()).values()) == {8}
    assert set(kinds(handwritten(PHRASES)).values()) == {4}
    assert len(handwritten()) == 64
    assert len(handwritten(PHRASES)) == 24
    assert len({e.words for e in handwritten(ALL)}) == 88


def test_both_readings_of_an_idiom_hold_the_phrase():
    core = {"cake": "piece of cake", "leg": "break a leg", "cat": "cat out of the bag"}
    assert all(core[word] in phrase for word, phrase in PHRASES.items())
    assert [
        str(e)
        for e in [*generated(30, PHRASES), *handwritten(PHRASES)]
        if core[e.word] not in str(e)
    ] == []


def test_templates_that_run_out_say_so(monkeypatch):
    monkeypatch.setattr("whichbank.corpora.senses.corpus.LONGEST", 3)
    with pytest.raises(
        ValueError, match="the templates of 'bank' do not make 2 different sentences"
    ):
        generated(2, ["bank"])


test_a_bad_call_says_what_is_wrong = refusals(
    """
generated(0) → ValueError: n must be positive; got 0
generated(3, ["bat"]) → ValueError: no templates for 'bat'
handwritten(["bat"]) → ValueError: no sentences for 'bat'
split([], 1.5) → ValueError: share must be between 0 and 1; got 1.5
""",
    globals(),
)
