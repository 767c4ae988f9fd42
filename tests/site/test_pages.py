"""Every built page, light and dark, on a phone, on a desk and zoomed in: quiet, its own, in bounds, and accessible."""

from collections.abc import Iterator
from importlib.resources import files

import pytest
from built import built_pages, watch
from playwright.sync_api import Browser, BrowserContext, Page

PHONE, DESK = 360, 1280
ZOOMED = 320  # what is left of 1280 px at 400 %
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLORS = ("color-contrast", "link-in-text-block")
"""The rules that look at colors. The two themes differ in colors alone: in the dark one these are all that is asked."""
# axe's own preloading asks for imported style sheets at wrong addresses; none of these rules needs it.
RUN_AXE = """([only, rules]) => axe.run({
  runOnly: only, rules, resultTypes: ["violations"], preload: false
}).then(({violations}) => violations.flatMap(({id, nodes}) =>
  nodes.map((node) => `${id} at ${node.target}: ${node.html.slice(0, 160)}`)))"""
LOAD_IMAGES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.complete || new Promise((done) => image.onload = image.onerror = done);
}))"""
# Two frames: in the first the page takes its new width, and after it the page's script measures what scrolls.
LAID_OUT = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
# Code and formulas are thousands of elements in a few colors. One of each kind stays in each kind of place: to look at
# the colors of all of them takes ten times as long.
ONE_OF_EACH_COLOR = """() => {
  const seen = new Set();
  for (const node of document.querySelectorAll("pre span:not(:has(*)), math :not(:has(*))")) {
    const place = node.closest("pre, math").parentElement.closest("[class]").className;
    const kind = [node.localName, node.className, place].join();
    if (seen.has(kind)) node.remove();
    else if (node.checkVisibility() && node.textContent.trim().length > 1) seen.add(kind); // axe passes by the others
  }
}"""
BAD_FORMULAS = """() => [...document.querySelectorAll("math")].filter((formula) => {
  const {width, height} = formula.getBoundingClientRect();
  return formula.querySelector("merror") || !width || !height || formula.textContent.includes("\\\\");
}).map((formula) => formula.outerHTML)"""


@pytest.fixture(scope="module", params=["light", "dark"])
def themed(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    context = browser.new_context(color_scheme=request.param, viewport={"width": PHONE, "height": 900})
    context.theme = request.param
    yield context
    context.close()


@pytest.fixture(scope="module")
def axe() -> str:
    return next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")


def violations(page: Page, only: tuple[str, ...], rules: dict | None = None) -> list[str]:
    page.evaluate(LAID_OUT)
    return page.evaluate(RUN_AXE, [list(only), rules or {}])


@pytest.mark.browser
@pytest.mark.parametrize("address", built_pages())
def test_a_page_is_sound(address, themed, site, axe):
    page = themed.new_page()
    faults = watch(page, site)
    answer = page.goto(site + address)
    assert answer.status == 200
    assert page.evaluate("document.documentElement.dataset.theme") == themed.theme
    assert page.evaluate(BAD_FORMULAS) == []
    page.wait_for_function("[...document.querySelectorAll('.wb-live')].every((place) => place.model)", timeout=5_000)
    page.evaluate(LOAD_IMAGES)
    page.evaluate(axe)
    page.add_style_tag(content="section { content-visibility: visible !important }")  # what is skipped is not measured
    page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    )  # what scrolls is measured now
    if themed.theme == "light":
        for width in (ZOOMED, DESK, PHONE):
            page.set_viewport_size({"width": width, "height": 900})
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"the page is {over} px wider than a window of {width} px"
        # Colors do not change with the width, and looking at them takes most of the time: once, where most is shown.
        assert violations(page, RULES, {rule: {"enabled": False} for rule in COLORS}) == [], f"axe, at {PHONE} px"
    page.evaluate(ONE_OF_EACH_COLOR)
    page.set_viewport_size({"width": DESK, "height": 900})
    # Code without most of its pieces has lost its lines; what scrolls was looked at above, where the window is narrow.
    whole = {"scrollable-region-focusable": {"enabled": False}}
    assert violations(page, *((RULES, whole) if themed.theme == "light" else (COLORS,))) == [], f"axe, at {DESK} px"
    page.close()
    assert faults == []


@pytest.mark.browser
def test_the_first_address_leads_into_the_book(new_page):
    page = new_page("index.html")
    page.wait_for_url("**/book/intro.html")
    page.wait_for_load_state("load")
    assert "Which Bank?" in page.title()
    assert [fault for fault in page.faults if "ERR_ABORTED" not in fault] == []  # leaving may cut off the icon
