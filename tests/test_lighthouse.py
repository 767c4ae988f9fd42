"""What Lighthouse has measured of the built site: every page is in the record, and none misses its marks."""

import json

import pytest
import yaml

from tools import lighthouse

RECORD = json.loads(lighthouse.RESULTS.read_text(encoding="utf-8"))
PAGES = RECORD["pages"]
GOOD = dict.fromkeys(lighthouse.LEAST, 100) | {"largest paint ms": 1_500}


def test_every_page_of_the_book_is_in_the_record():
    contents = yaml.safe_load((lighthouse.ROOT / "_toc.yml").read_text(encoding="utf-8"))
    files = [contents["root"], *(chapter["file"] for part in contents["parts"] for chapter in part["chapters"])]
    pages = {f"{file}.html" for file in files} | {"search.html", "genindex.html"}
    assert set(PAGES) == pages, "build the book, then run `python -m tools.lighthouse` with the addresses of new pages"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_reached_its_marks(page):
    assert lighthouse.missed(PAGES[page]) == []


@pytest.mark.parametrize("name", GOOD)
def test_a_page_that_misses_one_mark_is_told_by_it(name):
    worse = lighthouse.SLOWEST_PAINT + 1 if name == "largest paint ms" else lighthouse.LEAST[name] - 1
    assert lighthouse.missed(GOOD) == []
    assert lighthouse.missed(GOOD | {name: worse}) == [name]


def test_pages_measured_alone_take_the_place_of_their_former_results(tmp_path, monkeypatch):
    record = tmp_path / "lighthouse.json"
    monkeypatch.setattr(lighthouse, "RESULTS", record)
    assert lighthouse.joined({"book/new.html": GOOD}) == {"book/new.html": GOOD}
    record.write_text(json.dumps({"pages": {"book/a.html": {"seo": 90}, "book/b.html": GOOD}}))
    assert lighthouse.joined({"book/a.html": GOOD}) == {"book/a.html": GOOD, "book/b.html": GOOD}
