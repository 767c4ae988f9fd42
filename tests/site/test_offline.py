"""The site works wherever it lies: opened from a folder, and served below any path; and it says
what is not there.
"""

import functools
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from built import ALIVE, BUILT, ROOT, all_here, built_pages, models, watch
from playwright.sync_api import Browser, BrowserContext
from sound import RULES, RUN_AXE
from whichbank_site.pages.address import address

from tools.server import Handler, Server

FOLDER = BUILT.as_uri() + "/"
# what the page for lost addresses takes for the site's root
HOME = urlsplit(address(os.environ, ROOT) or "/").path
LOADED = re.compile(r"url\((?!['\"]?data:)['\"]?([^)'\"]+)")
PAPER = 672  # pixels between the margins of an A4 sheet
CUT = """() => [...document.querySelectorAll("article :is(pre, table, img, svg, .wb-figure, .math, math)")]
  .filter((part) => part.checkVisibility() && !part.closest("details:not([open])"))
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth
    || part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((part) => part.outerHTML.slice(0, 160))"""
SCREEN_ONLY = (
    ".sidebar-drawer, .toc-drawer, .wb-header, .related-pages, .copybtn, .wb-run, .wb-button"
)
# The first question of a quiz is answered with its first option.
ANSWER = """() => {
  const form = document.querySelector(".wb-quiz form:has(input[type=radio])");
  form?.querySelector("input").click();
  form?.querySelector("button").click();
  return form && form.querySelector(".wb-readout").innerText;
}"""


@pytest.mark.each
@pytest.mark.parametrize("page", ["index.html", *built_pages()])
def test_every_link_is_relative(page):
    """So the site may lie anywhere; that each link leads somewhere is tested with the links."""
    named = re.findall(
        r'\s(?:href|src|action)="([^"]*)"', (BUILT / page).read_text(encoding="utf-8")
    )
    assert named
    assert [
        link for link in named if link.startswith("/") or urlsplit(link).scheme in ("file", "http")
    ] == []


def test_every_style_sheet_loads_files_beside_it():
    for sheet in BUILT.rglob("*.css"):
        for link in LOADED.findall(sheet.read_text(encoding="utf-8")):
            target = (sheet.parent / link.partition("?")[0].partition("#")[0]).resolve()
            assert BUILT in target.parents, (sheet, link)


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("page", built_pages())
def test_a_page_opened_from_a_folder_is_whole_and_quiet_and_fits_on_paper(page, reader):
    tab = reader.new_page()
    faults = watch(tab, FOLDER)
    tab.goto(FOLDER + page)
    all_here(tab)
    tab.wait_for_function(ALIVE)
    assert tab.evaluate("document.querySelectorAll('.wb-live').length") >= len(models(page))
    said = tab.evaluate(ANSWER)
    assert said is None or said.startswith(("Right.", "Not yet."))
    tab.emulate_media(media="print")
    tab.set_viewport_size({"width": PAPER, "height": 950})
    assert tab.evaluate("document.documentElement.scrollWidth") <= PAPER
    assert tab.evaluate(CUT) == [], "paper would cut these"
    shown = (
        f"[...document.querySelectorAll('{SCREEN_ONLY}')].filter((part) => "
        "part.checkVisibility()).length"
    )
    assert tab.evaluate(shown) == 0, "these are of no use on paper"
    tab.close()
    assert faults == []


@pytest.mark.browser
def test_the_search_of_a_folder_tells_what_each_page_is_about(reader):
    tab = reader.new_page()
    faults = watch(tab, FOLDER)
    tab.goto(f"{FOLDER}search.html?q=softmax")
    tab.wait_for_selector("#search-results li .context")
    tab.wait_for_function(
        "document.querySelector('.search-summary').textContent.startsWith('Search finished')"
    )
    results = tab.locator("#search-results > ul > li").evaluate_all(
        "(all) => all.map((one) => one.querySelector('.context')?.textContent.trim().length ?? 0)"
    )
    tab.close()
    assert min(results) > 20
    assert faults == []


@contextmanager
def below(prefix: str) -> Iterator[str]:
    """Serve the site below a path, and elsewhere nothing but the page for lost addresses, as GitHub
    Pages does.
    """

    class Below(Handler):
        def translate_path(self, path: str) -> str:
            inside = path.startswith(prefix)
            return super().translate_path(
                "/" + path.removeprefix(prefix) if inside else "/nowhere/at/all"
            )

        def send_error(
            self, code: int, message: str | None = None, explain: str | None = None
        ) -> None:
            body = (BUILT / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with Server(("127.0.0.1", 0), functools.partial(Below, directory=str(BUILT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
        server.shutdown()


@pytest.mark.browser
def test_the_site_works_below_any_path_and_asks_for_nothing_above_it(reader):
    with below("/some/deep-path/") as site:
        tab = reader.new_page()
        faults = watch(tab, site)
        tab.goto(site)
        tab.wait_for_url("**/book/intro.html")
        for _ in range(3):  # every link is relative, so a few pages stand for all
            tab.goto(tab.locator(".related-pages a.next-page").evaluate("(link) => link.href"))
            all_here(tab)
            tab.wait_for_function(ALIVE)
        tab.goto(f"{site}search.html?q=softmax")
        assert tab.locator("#search-results li a").first.get_attribute("href")
        tab.locator("#search-results li a").first.click()
        tab.wait_for_load_state("load")
        assert tab.url.startswith(site)
        tab.close()
    assert faults == []


@pytest.mark.browser
@pytest.mark.parametrize("lost", ["no-such-page.html", "book/no/such/page"])
def test_a_lost_address_leads_back_from_any_depth(lost, reader, axe):
    with below(HOME) as site:
        tab = reader.new_page()
        faults = watch(tab, site)
        answer = tab.goto(site + lost)
        assert answer.status == 404
        assert tab.locator("article h1").inner_text() == "There is no such page"
        assert tab.evaluate(
            "getComputedStyle(document.body).getPropertyValue('--color-brand-primary')"
        ), "no style"
        assert [
            fault for fault in faults if site + lost not in fault and "status of 404" not in fault
        ] == []
        if "/" not in lost:
            tab.evaluate(axe)
            assert tab.evaluate(RUN_AXE, [RULES, {}]) == []
        tab.locator("article a").first.click()
        tab.wait_for_url("**/book/intro.html")
        tab.close()


@pytest.fixture(scope="module")
def axe() -> str:
    from importlib.resources import files

    return next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")
