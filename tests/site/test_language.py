"""A page in another language: it is built whatever its catalog holds, and leads to the others."""

import os
from pathlib import Path

import pytest
from babel.messages import Catalog
from bs4 import BeautifulSoup
from small_book import build, small_book

from tools.pseudo import disguised
from tools.translate import write

PAGE = """# Two banks

Money lies in the bank.

See {term}`bank <weight>`, or not.

The river has *two* banks, $x$ of them.

```{glossary}
weight
  How much.
```
"""
TOLD = {
    "Two banks": "Zwei Bänke",
    "Money lies in the bank.": "Geld liegt auf der Bank.",
    "The river has *two* banks, $x$ of them.": "Der Fluss hat *zwei* Ufer.",  # its formula is lost
    "Chapters": "Kapitel",
}


def book(folder: Path, code: str, languages: list[str], told: dict[str, str]) -> BeautifulSoup:
    """Build one page in a language; return it."""
    home = folder / "book" / "locale" / code / "LC_MESSAGES"
    (home / "book").mkdir(parents=True)
    for name in ("book/page", "words"):
        made = Catalog(locale=code.partition("_")[0])
        for text, said in told.items():
            made.add(text, said)
        write(made, home / f"{name}.po")
    settings = {"language": code, "languages": languages, "gettext_compact": False}
    settings |= {"locale_dirs": ["locale"], "bibtex_bibfiles": []}
    made_book = small_book(folder / "made", [], settings, page=PAGE)
    os.rename(folder / "book" / "locale", made_book / "locale")
    site = build(made_book, {})
    return BeautifulSoup((site / "book" / "page.html").read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def german(tmp_path_factory) -> BeautifulSoup:
    return book(tmp_path_factory.mktemp("german"), "de", ["en", "de"], TOLD)


def test_a_broken_translation_is_said_in_english_and_the_reader_is_told(german):
    text = german.article.get_text(" ", strip=True)
    assert "Geld liegt auf der Bank." in text
    assert "not translated yet" in german.select_one(".wb-untranslated").get_text()
    assert german.html["lang"] == "de"
    assert german.select_one(".wb-chapters")["title"] == "Kapitel"


def test_a_reader_chooses_between_two_languages(german):
    links = {one["hreflang"]: one for one in german.select(".wb-menu a[hreflang]")}
    assert {tag: link.get_text() for tag, link in links.items()} == {
        "en": "English",
        "de": "Deutsch",
    }
    assert links["en"]["href"] == "../../book/page.html"
    assert links["de"]["aria-current"] == "true"
    assert {one["hreflang"] for one in german.select("link[rel=alternate]")} == {"en", "de"}


@pytest.mark.wide
def test_a_page_that_runs_from_right_to_left_says_so(tmp_path):
    told = {text: disguised(text, "ar_XB") for text in ("Two banks", "Money lies in the bank.")}
    page = book(tmp_path, "ar_XB", ["en"], told)
    assert (page.html["dir"], page.html["lang"]) == ("rtl", "ar-XB")
    assert "Móñéý" in page.article.get_text()
