"""What the head of a page is made of: the site's address, a description, minutes, and a card."""

import io
from pathlib import Path

import pytest
from docutils.core import publish_doctree
from PIL import Image
from whichbank_site.pages.address import address
from whichbank_site.pages.card import SIZE, card
from whichbank_site.pages.describe import LONGEST, description, minutes


def page(text: str):
    return publish_doctree(text, settings_overrides={"report_level": 5})


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"GITHUB_REPOSITORY": "Owner/course"}, "https://owner.github.io/course/"),
        ({"GITHUB_REPOSITORY": "Owner/owner.github.io"}, "https://owner.github.io/"),
        (
            {"GITHUB_REPOSITORY": "a/b", "WHICHBANK_ADDRESS": "https://bank.example"},
            "https://bank.example/",
        ),
        ({"WHICHBANK_ADDRESS": "http://bank.example/course/"}, "http://bank.example/course/"),
        ({"GITHUB_REPOSITORY": "a/b", "WHICHBANK_ADDRESS": ""}, "https://a.github.io/b/"),
        ({}, None),
    ],
)
def test_the_address_comes_from_the_variable_or_the_repository(environ, expected, tmp_path):
    assert address(environ, tmp_path) == expected


@pytest.mark.parametrize("given", ["bank.example", "ftp://bank.example/", "https://"])
def test_an_address_that_is_none_is_refused(given):
    with pytest.raises(ValueError, match="WHICHBANK_ADDRESS must be an address"):
        address({"WHICHBANK_ADDRESS": given}, Path())


def test_a_description_is_the_first_paragraph_in_whole_sentences():
    text = (
        "Who asks? A word does, and every other word answers it with a number. "
        + "More words. " * 20
    )
    told = description(page(f"T\n=\n\n{text}\n"))
    assert told.startswith("Who asks? A word does")
    assert told.endswith("More words.")
    assert LONGEST - 12 < len(told) <= LONGEST


def test_of_a_long_question_the_middle_is_left_out():
    told = description(
        page('*"Rain fell. ' + "It rained all day long. " * 10 + 'Which bank is it?"*\n')
    )
    assert told.startswith("Rain fell. … It rained all day long.")
    assert told.endswith("long. Which bank is it?")
    assert LONGEST - 24 < len(told) <= LONGEST
    assert (
        description(page("Rain " * 40 + "fell. Then what? Which bank is it?"))
        == "Which bank is it?"
    )


def test_a_short_beginning_is_continued_and_a_long_sentence_is_cut_between_words():
    assert description(page("money bank grows\n\nOne is a place for money.\n")) == (
        "money bank grows. One is a place for money."
    )
    cut = description(page("word " * 60))
    assert cut == "word " * 31 + "word…"
    assert description(page("")) == ""


def test_lists_and_tables_are_no_description():
    assert description(page("- one\n- two\n\nThe text itself.\n")) == "The text itself."


def test_minutes_are_what_the_page_says_or_its_words():
    said = page("**Time.** 40 minutes, and 30 more for the exercises.\n")
    assert minutes(said) == (40, True)
    counted = page("word " * 401 + "\n\n::\n\n  " + "code " * 900)
    assert minutes(counted) == (4, False)  # 401 of 120 a minute
    assert minutes(page("")) == (1, False)


def test_a_card_is_a_small_picture_of_one_size_whatever_stands_on_it():
    for title, text in (
        ("T", ""),
        ("A title of many words " * 9, "A long sentence about words. " * 30),
    ):
        data = card(title, text)
        assert Image.open(io.BytesIO(data)).size == SIZE
        assert len(data) < 60_000
    assert card("T", "x") == card("T", "x") != card("T", "y")
