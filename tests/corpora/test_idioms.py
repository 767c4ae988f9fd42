"""The idioms are those of the notes and more; each Hindi text is written in its own letters and in
Latin ones.
"""

import re
import unicodedata

import pytest
from collected import for_each

from whichbank.corpora.idioms import IDIOMS, IdiomTable

DEVANAGARI = re.compile(r"[\u0900-\u097F ]+")
LATIN = re.compile(r"[a-zāīūñṭḍṛśẽãõ\u0303 ]+")
EACH = for_each("idiom", IDIOMS)


def test_the_idioms_of_the_notes_come_first_and_there_are_more():
    phrases = [idiom.phrase for idiom in IDIOMS]
    assert phrases[:4] == [
        "let the cat out of the bag",
        "hit the scale",
        "piece of cake",
        "break a leg",
    ]
    assert len(set(phrases)) == len(phrases) >= 8


@EACH
def test_hindi_is_written_in_both_scripts(idiom):
    for letters, latin in [(idiom.literal, idiom.literal_latin), (idiom.said, idiom.said_latin)]:
        assert DEVANAGARI.fullmatch(letters)
        assert LATIN.fullmatch(latin)
        assert letters.count(" ") == latin.count(" "), "word for word"
        assert letters == letters.strip()
        assert unicodedata.normalize("NFC", latin) == latin


CONSONANTS = {
    "क": "k", "ख": "kh", "ग": "g", "घ": "gh", "च": "c", "छ": "ch", "ज": "j", "झ": "jh", "ट": "ṭ", "ठ": "ṭh",
    "ड": "ḍ", "ढ": "ḍh", "त": "t", "थ": "th", "द": "d", "ध": "dh", "न": "n", "प": "p", "फ": "ph", "ब": "b",
    "भ": "bh", "म": "m", "य": "y", "र": "r", "ल": "l", "व": "v", "श": "ś", "ष": "ṣ", "स": "s", "ह": "h",
}  # fmt: skip
DOTTED = {"क": "q", "ज": "z", "ड": "ṛ"}  # with a dot below
VOWELS = dict(zip("अआइईउऊएऐओऔ", ["a", "ā", "i", "ī", "u", "ū", "e", "ai", "o", "au"], strict=True))
SIGNS = dict(zip("ािीुूेैोौ", ["ā", "i", "ī", "u", "ū", "e", "ai", "o", "au"], strict=True))


def romanized(word):
    """Letter by letter, with every inherent a written out."""
    out = []
    for letter in unicodedata.normalize("NFD", word):
        if letter in CONSONANTS:
            out += [CONSONANTS[letter], "a"]
        elif letter == "\u093c":
            consonant = next(c for c, latin in CONSONANTS.items() if latin == out[-2])
            out[-2] = DOTTED[consonant]
        elif letter in SIGNS:
            out[-1] = SIGNS[letter]
        elif letter == "\u094d":
            out.pop()
        elif letter in "\u0901\u0902":
            out[-1] += "\u0303"
        else:
            out.append(VOWELS[letter])
    return "".join(out)


@EACH
def test_latin_letters_follow_the_hindi_ones(idiom):
    """Told by another hand: the letters one by one, where spoken Hindi leaves out some of the short
    a's.
    """
    for letters, latin in [(idiom.literal, idiom.literal_latin), (idiom.said, idiom.said_latin)]:
        for word, written in zip(letters.split(), latin.split(), strict=True):
            full, got = romanized(word), unicodedata.normalize("NFD", written)
            full = unicodedata.normalize("NFD", full)
            pattern = re.sub(r"a(?![\u0304iu\u0303])", "a?", full)
            assert re.fullmatch(pattern, got), f"{word}: {written}, letter by letter {full}"


def test_one_idiom_survives_word_by_word():
    assert [idiom.phrase for idiom in IDIOMS if idiom.survives] == ["pull someone's leg"]


def test_the_table_marks_its_hindi_as_hindi():
    table = IdiomTable()._repr_html_()
    marked = re.findall(r'<span lang="hi">([^<]+)</span>', table)
    assert marked == [text for idiom in IDIOMS for text in (idiom.literal, idiom.said)]
    assert not re.search(r"[\u0900-\u097F]", re.sub(r'<span lang="hi">[^<]+</span>', "", table))
    assert table.count("<tr>") == 1 + len(IDIOMS)
    assert "someone&#x27;s" in table


def test_the_text_needs_latin_letters_only():
    assert not re.search(r"[\u0900-\u097F]", repr(IdiomTable()))
    assert repr(IdiomTable()).count("\n") == 3 * len(IDIOMS) - 1


def test_no_idioms_are_told():
    with pytest.raises(ValueError, match="at least one idiom; got none"):
        IdiomTable([])
