"""Words out of sentences, sentences out of texts, numbers out of words."""

import re

import pytest
from collected import for_each
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from whichbank.text import Vocabulary, characters, split_sentences, tokenize


@for_each(
    "sentence, words",
    [
        ("Server, can I have the check?", ["server", "can", "i", "have", "the", "check"]),
        ("  money\tbank\n grows ", ["money", "bank", "grows"]),
        ("don't, well-known, o’clock", ["don't", "well-known", "o’clock"]),
        ("'quoted' -dash- end-", ["quoted", "dash", "end"]),
        ("in 2017: 3.5 million", ["in", "2017", "3", "5", "million"]),
        ("बिल्ली थैले से बाहर", ["बिल्ली", "थैले", "से", "बाहर"]),
        ("cafe\u0301 Stra\u00dfe", ["cafe\u0301", "straße"]),
        ("ba\u00adnk\u200b ri\u2060ver\ufeff", ["bank", "river"]),
        ("क्\u200dष नु\u200cमा", ["क्\u200dष", "नु\u200cमा"]),
        (" \n", []),
        ("?! ... \u2764\ufe0f \u0301", []),
    ],
)
def test_words(sentence, words):
    assert tokenize(sentence) == words


@given(st.text())
def test_every_word_comes_from_the_text_in_order(text):
    start = 0
    text = re.sub("[\u00ad\u200b\u2060\ufeff]", "", text)
    for word in tokenize(text, lowercase=False):
        assert not any(character.isspace() for character in word)
        start = text.index(word, start) + len(word)


@given(st.lists(st.text("abcXYZ", min_size=1)))
def test_splitting_undoes_joining(words):
    assert tokenize(" ".join(words), lowercase=False) == words


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The bank grows. The river flows!", ["The bank grows.", "The river flows!"]),
        ("Dr. Smith met J. Firth. Which bank?", ["Dr. Smith met J. Firth.", "Which bank?"]),
        ('"Which bank?" she asked.', ['"Which bank?"', "she asked."]),
        ("a title\n\nIt pays 3.5\npercent.", ["a title", "It pays 3.5 percent."]),
        ("बिल्ली थैले से बाहर।\nबैंक।", ["बिल्ली थैले से बाहर।", "बैंक।"]),
        ("no end", ["no end"]),
        (" \n\n ", []),
    ],
)
def test_sentences(text, sentences):
    assert split_sentences(text) == sentences


@given(st.text())
def test_sentences_hold_all_that_is_not_space(text):
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


@given(st.text())
def test_characters_join_to_the_text(text):
    assert "".join(characters(text)) == text


def test_an_accent_stays_with_its_letter():
    assert characters("cafe\u0301!") == ["c", "a", "f", "e\u0301", "!"]
    assert characters("बिल्ली") == ["बि", "ल्", "ली"]


def test_a_vocabulary_numbers_the_frequent_words():
    vocabulary = Vocabulary.of(
        [["river", "bank"], ["money", "bank"], ["money"], ["flows"]], min_count=2
    )
    assert vocabulary == Vocabulary(("bank", "money"), (2, 2))
    assert len(vocabulary) == 2
    assert vocabulary.encode(["money", "flows", "bank"]).tolist() == [1, 0]
    assert vocabulary.one_hot(["money", "bank"]).tolist() == [[0, 1], [1, 0]]
    assert vocabulary.one_hot([]).shape == (0, 2)


test_a_bad_call_says_what_is_wrong = refusals(
    """
tokenize(["money", "bank"]) → TypeError: sentence must be a string; got list
split_sentences(None) → TypeError: text must be a string; got NoneType
characters(["a"]) → TypeError: text must be a string; got list
Vocabulary.of(["money bank"]) → TypeError: sentences must be lists of words; got the string 'money
Vocabulary.of([["bank"]], 0) → ValueError: min_count must be a whole number of at least 1; got 0
Vocabulary.of([]) → ValueError: no word occurs in the sentences min_count=1 times; got 0 words
""",
    globals(),
)
