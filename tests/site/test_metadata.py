"""What each page says about itself, and that no address that a reader may have kept is lost."""

import os
import re
import subprocess
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from built import BUILT, ROOT, built_pages, chapters
from whichbank_site.pages.address import address
from whichbank_site.pages.chapters import FORMER, SECOND

from whichbank.former import CHAPTERS, current

MOVED = {
    f"book/{former}.html": f"book/{name}.html"
    for former, name in zip(FORMER, CHAPTERS, strict=True)
}
TEXTS = [page for page in built_pages() if page.startswith("book/")]
ADDRESS = address(os.environ, ROOT)
KEPT = Path(__file__).with_name("addresses.txt")


def meta(head: BeautifulSoup, name: str) -> str | None:
    found = head.find_all("meta", attrs={"name": name}) + head.find_all(
        "meta", attrs={"property": name}
    )
    assert len(found) < 2, f"{name} stands in the head {len(found)} times"
    return found[0]["content"] if found else None


def source(name: str) -> Path:
    """Return the file that a page is made from."""
    return next(
        path
        for path in (ROOT / "book").glob(f"{Path(name).stem}.*")
        if path.suffix in (".md", ".ipynb")
    )


@cache
def text(page: str) -> str:
    return (BUILT / page).read_text(encoding="utf-8")


def soup(page: str, start: str, end: str) -> BeautifulSoup:
    """Parse a stretch of a page: a whole one takes half a second."""
    found = text(page).partition(start)
    return BeautifulSoup(start + found[2].partition(end)[0], "html.parser")


@pytest.fixture(scope="module")
def pages() -> dict[str, BeautifulSoup]:
    """The head of each page."""
    return {page: soup(page, "<head>", "</head>") for page in built_pages()}


def test_titles_and_descriptions_are_the_pages_own(pages):
    titles = [page.title.text for page in pages.values()]
    descriptions = [meta(page, "description") for page in pages.values()]
    assert len(set(titles)) == len(set(descriptions)) == len(pages)
    for name, told in zip(pages, descriptions, strict=True):
        assert 50 <= len(told) <= 160, (name, told)
    assert not [title for title in titles if title.count("Which Bank?") != 1]


@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_the_description_is_the_beginning_of_the_page(name, pages):
    words = lambda told: " ".join(re.findall(r"\w+", told))  # noqa: E731
    article = soup(name, "<article", "<h2>")
    first = [
        words(paragraph.text) for paragraph in article.select("p:not(.wb-minutes, .wb-yours p)")[:6]
    ]
    for part in meta(pages[name], "description").split("…"):
        assert words(part) in " ".join(first)


@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_a_page_can_be_shared(name, pages):
    page = pages[name]
    assert meta(page, "og:description") == meta(page, "description")
    assert page.title.text.startswith(meta(page, "og:title"))
    assert meta(page, "og:type") == "article"
    assert meta(page, "og:site_name") == "Which Bank?"
    assert meta(page, "twitter:card") == "summary_large_image"
    canonical = [link["href"] for link in page.find_all("link", rel="canonical")]
    if ADDRESS is None:
        assert canonical == []
        assert meta(page, "og:url") is meta(page, "og:image") is None
        return
    assert canonical == [ADDRESS + name] == [meta(page, "og:url")]
    card = meta(page, "og:image")
    assert card.startswith(ADDRESS)
    data = (BUILT / card.removeprefix(ADDRESS)).read_bytes()
    size = tuple(int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert (
        size
        == (int(meta(page, "og:image:width")), int(meta(page, "og:image:height")))
        == (1200, 630)
    )
    assert len(data) < 40_000
    assert text(name).count(Path(card).name) == 1, "a reader's browser would load the card"


@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_a_page_tells_how_long_it_takes(name, pages):
    article = re.sub("<[^>]+>", "", text(name).partition("<article")[2].partition("</article>")[0])
    said = re.search(r"Time[.:]\s+(?:about )?(\d+) minutes|(\d+) minutes? to read", article)
    if name in ("book/glossary.html", "book/misconceptions.html", "book/references.html"):
        assert not said, "nobody reads these from beginning to end"
        return
    assert said, "no minutes on the page"
    assert (said[1] or said[2]) == meta(pages[name], "twitter:data1")
    assert (
        len(re.findall(r"\d+ minutes? to read|Time[.:]\s+(?:[Aa]bout )?\d+ minutes", article)) == 1
    ), "two truths"


def test_previous_and_next_walk_through_the_whole_book(pages):
    walked = ["book/intro.html"]
    while (following := pages[walked[-1]].find("link", rel="next")) is not None:
        walked.append(f"book/{following['href']}")
        before = pages[walked[-1]].find("link", rel="prev")["href"]
        assert f"book/{before}" == walked[-2]
        foot = soup(walked[-2], '<nav class="related-pages"', "</footer>")
        assert foot.select_one("a.next-page")["href"] == following["href"]
    beside = ["book/notes-map.html", "book/status.html"]  # for who checks the course
    assert sorted([*walked, *beside]) == sorted(TEXTS)


def git(*command: str) -> str:
    try:
        return subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, text=True
        ).stdout.strip()
    except FileNotFoundError:
        return ""


@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_a_page_tells_its_last_change_or_nothing(name):
    shown = re.search(r"Last updated on (\d+ \w+ \d{4})", text(name))
    changed = git("log", "-1", "--format=%at", "--", source(name).as_posix())
    if not changed:
        assert shown is None
    elif git("rev-parse", "--is-shallow-repository") == "false":
        assert shown is not None, "git knows the page, and its date is not shown"
        day = datetime.strptime(shown[1], "%d %B %Y").replace(tzinfo=UTC).date()
        assert datetime.fromtimestamp(int(changed), UTC).date() <= day <= datetime.now(UTC).date()


@pytest.mark.skipif(ADDRESS is None, reason="no repository, so no edit button")
@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_a_page_can_be_edited(name):
    links = re.findall(r'href="([^"]+/edit/[^"]+)"', text(name))
    assert len(links) == 1
    assert links[0].endswith(f"/book/{source(name).name}")


def test_the_site_map_lists_the_pages_of_the_book():
    if ADDRESS is None:
        assert not (BUILT / "sitemap.xml").exists()
        return
    listed = re.findall("<loc>(.*?)</loc>", (BUILT / "sitemap.xml").read_text(encoding="utf-8"))
    assert sorted(listed) == [ADDRESS + page for page in TEXTS]
    robots = BUILT / "robots.txt"
    assert robots.exists() == (urlsplit(ADDRESS).path == "/")
    assert not robots.exists() or f"Sitemap: {ADDRESS}sitemap.xml" in robots.read_text()


def test_the_first_address_is_the_first_page():
    assert "url=book/intro.html" in text("index.html")
    canonical = f'<link rel="canonical" href="{ADDRESS}book/intro.html" />'
    assert (canonical in text("index.html")) == (ADDRESS is not None)


def test_addresses_that_readers_keep_are_still_there():
    """Links must stay good: a page or a heading may be added here, never taken out."""
    lost, places = (
        [],
        {page: set(re.findall(r'\bid="([^"]+)"', text(page))) for page in built_pages()},
    )
    for line in KEPT.read_text(encoding="utf-8").split():
        page, _, anchor = line.partition("#")
        there = (BUILT / page).is_file()
        if page in MOVED:
            page = MOVED[page]
            if found := re.match(r"exercise-(\d\d)-(\d)", anchor):
                name = current(f"{found[1]}.{found[2]}")
                anchor = anchor.replace(found[0], f"exercise-{name.replace('.', '-')}")
                page = f"book/{name.partition('.')[0]}.html"
            elif (second := SECOND.get(Path(page).stem)) and anchor not in places[page]:
                page = f"book/{second}.html"
        if not there or (anchor and anchor not in places[page]):
            lost.append(line)
    assert lost == []


@pytest.mark.each
@pytest.mark.parametrize("name", TEXTS)
def test_every_page_and_every_heading_of_a_chapter_is_kept(name):
    kept = KEPT.read_text(encoding="utf-8").split()
    headings = re.findall(r'<section id="([^"]+)"', text(name))[1:] if name in chapters() else []
    found = [name, *(f"{name}#{heading}" for heading in headings)]
    assert [one for one in found if one not in kept] == [], "add these to tests/site/addresses.txt"


def test_a_term_leads_to_its_entry_and_is_called_by_its_name():
    """A chapter's name in a link becomes its number; *head* and *block* are terms, too."""
    link = re.compile(r'href="(?:glossary\.html)?#term-[^"]*"><span[^>]*>([^<]*)<')
    found = {page: link.findall(text(page)) for page in TEXTS}
    asked = {page: source(page).read_text(encoding="utf-8").count("{term}`") for page in TEXTS}
    assert {page: len(names) for page, names in found.items()} == asked
    assert sum(asked.values()) > 200
    numbers = re.compile(r"\d\d|[A-Z]")
    assert [page for page, names in found.items() if any(map(numbers.fullmatch, names))] == []


def test_an_entry_of_the_glossary_leads_to_the_chapter_that_needs_it_first():
    needed: dict[str, str] = {}
    for page in chapters():
        for term in re.findall(r'href="glossary\.html#(term-[^"]*)"', text(page)):
            needed.setdefault(term, Path(page).name)
    led = re.compile(
        r'<dt id="([^"]*)">(?:(?!<dt).)*?<p class="wb-origin"><a[^>]* href="([^"]*)"', re.DOTALL
    )
    assert dict(led.findall(text("book/glossary.html"))) == needed


@pytest.mark.browser
def test_an_address_of_before_leads_to_the_same_place(new_page, site):
    page = new_page("book/intro.html")
    for before, now in {
        "05_mixing.html?q=1#exercise-05-2-mix-a-whole-table": "mixing.html?q=1#exercise-mixing-2-mix-a-whole-table",
        "09_learning.html#exercise-09-4-one-step-of-training": "downhill.html#exercise-downhill-2-one-step-of-training",
        "09_learning.html#walk-downhill": "downhill.html#walk-downhill",
        "09_learning.html#exercises": "learning.html#exercises",
    }.items():
        page.goto(f"{site}book/{before}")
        page.wait_for_url(f"{site}book/{now}")
        assert page.locator(":target").count() == 1
