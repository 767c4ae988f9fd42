"""What a visit to a page costs: bytes as a server that compresses sends them, without the
pictures.
"""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from built import BUILT, all_here, built_pages, chapters, later
from playwright.sync_api import Page

FIRST, NEXT = 350_000, 60_000
PICTURES = {".png", ".jpg", ".svg", ".webp"}
PAGES = [page for page in built_pages() if page.startswith("book/")] or ["nothing-is-built"]
CHAPTERS = chapters()
READ_TO_THE_END = """async () => {
  while ([...document.querySelectorAll(".wb-live")].some((place) => !place.model)) await new Promise(setTimeout);
}"""


@cache
def compressed(path: str) -> int:
    """Return the size of a built file on its way; fonts are compressed already."""
    content = (BUILT / path).read_bytes()
    return len(content) if Path(path).suffix == ".woff2" else len(gzip.compress(content))


def fetched(page: Page, address: str) -> set[str]:
    """Return the files that a page asks for, without its pictures."""
    paths: set[str] = set()
    page.on("request", lambda request: paths.add(urlsplit(request.url).path.lstrip("/")))
    page.goto(address)
    all_here(page)
    page.evaluate(READ_TO_THE_END)
    page.close()
    return {path for path in paths if Path(path).suffix not in PICTURES}


def weight(paths: set[str]) -> int:
    return sum(compressed(path) for path in paths if (BUILT / path).is_file())


def heaviest(paths: set[str]) -> list[tuple[int, str]]:
    return sorted((compressed(path), path) for path in paths if (BUILT / path).is_file())[-6:]


@pytest.mark.browser
def test_a_visit_is_light_and_the_next_is_lighter(browser, site, measured):
    """The next visit: the page before, or else the last chapter, has filled the browser's store."""
    found = {address: fetched(browser.new_page(), site + address) for address in PAGES}
    heavy = []
    for address, paths in found.items():
        before = CHAPTERS[CHAPTERS.index(address) - 1] if address in CHAPTERS else CHAPTERS[-1]
        for visit, new, most in (
            ("first visit", paths, FIRST),
            ("further page", paths - found[before], NEXT),
        ):
            # what a live model needs comes when its figure is near, wherever on its page it stands
            total = weight(new - {file for _, _, file in later(address)})
            measured(f"weight of a {visit}: {total / 1000:5.0f} kB {address}")
            if total > most:
                heavy.append((address, visit, total, heaviest(new)))
    assert heavy == []
    names = {Path(path).name for paths in found.values() for path in paths}
    assert not names & {
        "fontawesome.js",
        "tex-chtml.js",
        "thebe.js",
        "searchindex.js",
        "searchtools.js",
    }


@pytest.mark.browser
@pytest.mark.parametrize("address", ["book/intro.html", "search.html"])
def test_search_leads_to_results(address, new_page):
    page = new_page(address)
    if address != "search.html":
        page.keyboard.press("Control+k")
    page.locator("form input[name=q]:visible").first.fill("softmax")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li a")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_button_of_the_header_has_a_name_and_shows_its_icon(scheme, new_page):
    page = new_page(CHAPTERS[0], color_scheme=scheme)
    buttons = page.locator(".wb-header :is(summary, button):visible").all()
    assert len(buttons) >= 3  # two more where the repository is known: launch and source
    for button in buttons:
        assert button.text_content().strip()
        icon = button.locator("svg").locator("visible=true")
        assert icon.bounding_box()["width"] >= 12, button.text_content()
        drawn = (
            "(icon) => "
            "document.querySelector(icon.querySelector('use').getAttribute('href')).childElementCount"
        )
        assert icon.evaluate(drawn) > 0, button.text_content()
    seen = {page.evaluate("document.body.dataset.theme")}
    for _ in range(2):
        page.click(".theme-toggle")
        seen.add(page.evaluate("document.body.dataset.theme"))
    assert seen == {"light", "dark", "auto"}
