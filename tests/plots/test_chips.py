"""Chips: what the picture says of the tokens, and what it refuses."""

from whichbank.plots import chips

LINES = [[["Apple makes"]], [["Apple"], ["makes"]], [["A", "pple"], ["m", "ak", "es"]]]
NAMES = ["sentence", "words", "parts"]


def test_the_words_tell_every_token():
    assert repr(chips(LINES, NAMES)) == (
        "Tokens. sentence, 1: Apple makes. words, 2: Apple makes. parts, 5: A·pple m·ak·es."
    )
    assert repr(chips(LINES[2:])) == "Tokens. 5: A·pple m·ak·es."


def test_both_themes_are_drawn_and_an_unknown_token_is_seen():
    picture = chips(LINES, NAMES)
    assert picture.png("light")[:4] == picture.png("dark")[:4] == b"\x89PNG"
    assert picture.png("light") != picture.png("dark")
    assert chips(LINES, NAMES, unknown=["es"]).png() != picture.png()


def test_the_same_text_is_equally_wide_in_each_line():
    assert chips(LINES[:1]).size[0] == chips(LINES[1:2]).size[0] == chips(LINES[2:]).size[0]


def test_a_long_line_goes_on_below():
    short, long = chips([[["bank"]] * 7]), chips([[["bank"]] * 8])
    assert long.size[0] == short.size[0]
    assert long.size[1] > short.size[1]
    assert repr(long) == "Tokens. 8: " + " ".join(["bank"] * 8) + "."
