"""What a visit to a page costs: bytes as a server that compresses sends them, without the pictures."""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from built import BUILT, built_pages
from playwright.sync_api import Page

FIRST, NEXT = 350_000, 60_000
PICTURES = {".png", ".jpg", ".svg", ".webp"}
PAGES = [page for page in built_pages() if page.startswith("book/")] or ["nothing-is-built"]
CHAPTERS = [page for page in PAGES if page[5:7].isdigit()]
together = pytest.mark.xdist_group("weight")  # in one process: all pages are opened once


@cache
def compressed(path: str) -> int:
    """Return the size of a built file on its way; fonts are compressed already."""
    content = (BUILT / path).read_bytes()
    return len(content) if Path(path).suffix == ".woff2" else len(gzip.compress(content))


@pytest.fixture(scope="module")
def fetched(browser, site) -> dict[str, set[str]]:
    """For each page, in the order of the book, the files that it asks for."""
    found = {}
    for address in PAGES:
        page: Page = browser.new_page()
        paths = found[address] = set()
        page.on("request", lambda request, paths=paths: paths.add(urlsplit(request.url).path.lstrip("/")))
        page.goto(site + address)
        # What is far from the window asks for its font when it comes near: a reader reads to the end.
        page.add_style_tag(content="section { content-visibility: visible !important }")
        page.wait_for_load_state("networkidle")
        page.close()
    return {address: {p for p in paths if Path(p).suffix not in PICTURES} for address, paths in found.items()}


def weight(paths: set[str]) -> int:
    return sum(compressed(path) for path in paths if (BUILT / path).is_file())


@together
@pytest.mark.browser
@pytest.mark.parametrize("address", PAGES)
def test_a_first_visit_is_light(address, fetched, measured):
    total = weight(fetched[address])
    measured(f"weight of a first visit: {total / 1000:5.0f} kB {address}")
    assert total <= FIRST, sorted((compressed(path), path) for path in fetched[address])[-6:]


@together
@pytest.mark.browser
@pytest.mark.parametrize("address", PAGES)
def test_a_page_after_another_is_lighter(address, fetched, measured):
    """A chapter, the one before or else the last, has filled the browser's store."""
    before = CHAPTERS[CHAPTERS.index(address) - 1] if address in CHAPTERS else CHAPTERS[-1]
    new = fetched[address] - fetched[before]
    measured(f"weight of a further page: {weight(new) / 1000:5.0f} kB {address}")
    assert weight(new) <= NEXT, sorted((compressed(path), path) for path in new)[-6:]


@together
@pytest.mark.browser
def test_no_page_loads_what_it_does_not_need(fetched):
    names = {Path(path).name for paths in fetched.values() for path in paths}
    assert not names & {"fontawesome.js", "tex-chtml.js", "thebe.js", "searchindex.js", "searchtools.js"}


@pytest.mark.browser
@pytest.mark.parametrize("address", ["book/intro.html", "search.html"])
def test_search_leads_to_results(address, new_page):
    page = new_page(address)
    if address != "search.html":
        page.keyboard.press("Control+k")
    page.locator("form.bd-search input:visible").first.fill("softmax")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li a", timeout=15_000)


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_button_of_the_header_shows_its_icon(scheme, new_page):
    page = new_page(next(p for p in PAGES if p[5:6].isdigit()), color_scheme=scheme)
    icons = page.locator(".bd-header-article button:visible :is(.fas, .fab, .fa-solid, .fa-brands):visible").all()
    assert len(icons) >= 4  # two more where the repository is known: launch and source
    for icon in icons:
        box = icon.bounding_box()
        assert box["width"] >= 12, icon.evaluate("icon => icon.className")
        assert icon.evaluate("icon => getComputedStyle(icon).maskImage").startswith("url(")
    seen = set()
    for _ in range(3):
        seen.add(page.locator(".theme-switch-button .theme-switch:visible").get_attribute("data-mode"))
        page.click(".theme-switch-button")
    assert seen == {"light", "dark", "auto"}
