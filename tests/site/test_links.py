"""Every link inside the built site leads to a file that is there, and to a place in it that is
there. No browser.
"""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from built import BUILT, addressed

PAGES = sorted(
    file.relative_to(BUILT).as_posix()
    for file in BUILT.rglob("*.html")
    if "_static" not in file.parts
)
ADDRESSES = {"href", "src", "poster", "data", "action"}


class Reader(HTMLParser):
    """Note the addresses that a page names, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ADDRESSES and value:
                self.links.add(value)
            elif name == "srcset" and value:
                self.links |= {part.split()[0] for part in value.split(",")}
            elif (name == "id" or (tag == "a" and name == "name")) and value:
                self.places.add(value)


def read(text: str) -> Reader:
    """Return what a page holds."""
    reader = Reader()
    reader.feed(text)
    return reader


@cache
def page(path: Path) -> Reader:
    """Return what a file holds."""
    return read(path.read_text(encoding="utf-8"))


def base(links: set[str]) -> str:
    """Return the path that the site will have on the web: the page 404, which is shown anywhere,
    writes it out.
    """
    return next(
        (
            link.partition("_static/")[0]
            for link in sorted(links)
            if link[0] == "/" and "_static/" in link
        ),
        "/",
    )


def dead(links: set[str], home: Path, root: Path) -> list[str]:
    """Return the links of a page at ``home`` that lead nowhere below ``root``."""
    wrong = []
    for link in sorted(links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        path = unquote(parts.path)
        start = root if path.startswith("/") else home.parent
        target = (start / path.removeprefix(base(links))).resolve() if path else home
        target = target / "index.html" if target.is_dir() else target
        place = unquote(parts.fragment) if target.suffix == ".html" else ""
        there = target.is_file() and root in target.parents
        if not there or (place and place not in page(target).places and not drawn(target, place)):
            wrong.append(link)
    return wrong


def drawn(target: Path, place: str) -> bool:
    """Whether a script makes the place: a question of a quiz, or a figure in a state."""
    known = BUILT in target.parents
    return known and place.partition("=")[0] in addressed(target.relative_to(BUILT).as_posix())


def test_the_site_has_pages():
    assert len(PAGES) > 5, "run `make book` first"


@pytest.mark.each
@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    assert dead(page(BUILT / name).links, BUILT / name, BUILT) == []


def test_a_dead_link_is_seen(tmp_path):
    (tmp_path / "book").mkdir()
    home, other = tmp_path / "book" / "a.html", tmp_path / "book" / "b c.html"
    home.write_text('<a href="b%20c.html#there">x</a><h2 id="here">')
    other.write_text('<p id="there">')
    right = {
        "#here",
        "b%20c.html#there",
        "b%20c.html?q=1",
        "../book/a.html#here",
        "https://example.org/#x",
        "#",
        "data:,x",
    }
    wrong = {"#nowhere", "b%20c.html#here", "gone.html", "../../outside.html", "../book/"}
    (tmp_path.parent / "outside.html").touch()
    right |= {"/course/book/a.html#here", "/course/", "/course/_static/a.js"}
    wrong |= {"/book/a.html", "/course/gone.html"}
    for file in ("index.html", "_static/a.js"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    assert dead(right | wrong, home, tmp_path) == sorted(wrong)
    assert read('<img srcset="a.png 1x, b.png 2x"><a name="old">').links == {"a.png", "b.png"}
