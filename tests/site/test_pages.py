"""Every built page, light and dark, on a phone and on a desk: quiet, its own master, in bounds, and accessible."""

from collections.abc import Iterator
from importlib.resources import files

import pytest
from built import built_pages, watch
from playwright.sync_api import Browser, BrowserContext

WIDTHS = (360, 1280)
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# axe's own preloading asks for imported style sheets at wrong addresses; none of these rules needs it.
RUN_AXE = """([tags, rules]) => axe.run({
  runOnly: tags, rules, resultTypes: ["violations"], preload: false
}).then(({violations}) => violations.flatMap(({id, nodes}) =>
  nodes.map((node) => `${id} at ${node.target}: ${node.html.slice(0, 160)}`)))"""
LOAD_IMAGES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.complete || new Promise((done) => image.onload = image.onerror = done);
}))"""
BAD_FORMULAS = """() => [...document.querySelectorAll("math")].filter((formula) => {
  const {width, height} = formula.getBoundingClientRect();
  return formula.querySelector("merror") || !width || !height || formula.textContent.includes("\\\\");
}).map((formula) => formula.outerHTML)"""


@pytest.fixture(scope="module", params=["light", "dark"])
def themed(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    context = browser.new_context(color_scheme=request.param, viewport={"width": WIDTHS[0], "height": 900})
    context.theme = request.param
    yield context
    context.close()


@pytest.fixture(scope="module")
def axe() -> str:
    return next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")


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
    for width in WIDTHS:  # the narrow one first, as the page was loaded
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"the page is {over} px wider than a window of {width} px"
        # Colors do not change with the width, and looking at them takes most of the time: once, where most is shown.
        rules = {"color-contrast": {"enabled": width == WIDTHS[-1]}}
        assert page.evaluate(RUN_AXE, [RULES, rules]) == [], f"axe, at {width} px"
    page.close()
    assert faults == []


@pytest.mark.browser
def test_the_first_address_leads_into_the_book(new_page):
    page = new_page("index.html")
    page.wait_for_url("**/book/intro.html")
    page.wait_for_load_state("load")
    assert "Which Bank?" in page.title()
    assert [fault for fault in page.faults if "ERR_ABORTED" not in fault] == []  # leaving may cut off the icon
