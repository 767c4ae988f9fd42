"""Words out of sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichbank.text import tokenize


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Server, can I have the check?", ["server", "can", "i", "have", "the", "check"]),
        ("Apple is better than the orange", ["apple", "is", "better", "than", "the", "orange"]),
        ("  money\tbank\n grows ", ["money", "bank", "grows"]),
        ("don't, well-known, o’clock", ["don't", "well-known", "o’clock"]),
        ("'quoted' -dash- end-", ["quoted", "dash", "end"]),
        ("in 2017: 3.5 million", ["in", "2017", "3", "5", "million"]),
        ("बिल्ली थैले से बाहर", ["बिल्ली", "थैले", "से", "बाहर"]),
        ("cafe\u0301 Stra\u00dfe", ["cafe\u0301", "straße"]),
        ("", []),
        (" \n", []),
        ("?! ... \u2764\ufe0f \u0301", []),
        ("bank", ["bank"]),
    ],
)
def test_words(sentence, words):
    assert tokenize(sentence) == words


def test_lower_case_loses_the_company():
    assert tokenize("Apple launched while I ate an apple").count("apple") == 2
    assert tokenize("Apple launched while I ate an apple", lowercase=False).count("apple") == 1


@given(st.text())
def test_every_word_comes_from_the_text_in_order(text):
    start = 0
    for word in tokenize(text, lowercase=False):
        assert not any(character.isspace() for character in word)
        start = text.index(word, start) + len(word)


@given(st.lists(st.text("abcXYZ", min_size=1)))
def test_splitting_undoes_joining(words):
    assert tokenize(" ".join(words), lowercase=False) == words


@pytest.mark.parametrize("sentence", [b"money bank", ["money", "bank"], None, 3], ids=repr)
def test_only_a_string_is_a_sentence(sentence):
    with pytest.raises(TypeError, match=f"^sentence must be a string; got {type(sentence).__name__}$"):
        tokenize(sentence)
