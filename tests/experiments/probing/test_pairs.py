"""The sentence pairs: balanced, in the same places, and nobody else's."""

import re

import pytest

from whichbank import corpora
from whichbank.experiments.probing import MEANINGS, sentence_pairs

WORDS = tuple(MEANINGS)
SENTENCES = [one for word in WORDS for pair in sentence_pairs(word) for one in pair]


def words(sentence):
    return re.findall(r"\w+|[^\w\s]", sentence.lower())


def test_four_words_ten_pairs_each():
    assert WORDS == ("bank", "apple", "server", "trump")
    assert [len(sentence_pairs(word)) for word in WORDS] == [10] * 4
    assert len(set(SENTENCES)) == len(SENTENCES) == 80
    assert all(len(set(pair)) == 2 for pair in MEANINGS.values())


@pytest.mark.parametrize("word", WORDS)
def test_the_word_stands_once_and_at_the_same_place(word):
    for pair in sentence_pairs(word):
        first, second = ([i for i, one in enumerate(words(sentence)) if one == word] for sentence in pair)
        assert first == second, pair
        assert len(first) == 1, pair


@pytest.mark.parametrize("word", WORDS)
def test_no_sentence_has_the_word_twice_or_another_of_them(word):
    for pair in sentence_pairs(word):
        assert all(set(words(sentence)) & set(WORDS) == {word} for sentence in pair)


def test_they_are_not_the_notes_sentences():
    notes = {*corpora.APPLE_SENTENCES, corpora.TWO_APPLES, corpora.APPLE_ORANGE}
    notes |= {*corpora.BANK_SENTENCES, *corpora.SERVER_SENTENCES}
    assert not {tuple(words(one)) for one in SENTENCES} & {tuple(words(one)) for one in notes}


def test_an_unknown_word_is_named():
    with pytest.raises(ValueError, match="word must be one of 'bank', 'apple', 'server', 'trump'; got 'spring'"):
        sentence_pairs("spring")
