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
# In the first frame the page takes its new width and its columns begin to move; when they stand, one more frame, and
# after it the page's script measures what scrolls.
LAID_OUT = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  await frame();
  await frame();
}"""
# Code is thousands of pieces in a few colors: all but one of each color become plain text, where they stand.
PLAIN_CODE = """() => {
  const seen = new Set();
  for (const node of document.querySelectorAll("pre span:not(:has(*))")) {
    const kind = `${node.className} in ${node.closest("pre").parentElement.closest("[class]").className}`;
    if (seen.has(kind)) node.replaceWith(node.textContent);
    else if (node.checkVisibility() && node.textContent.trim().length > 1) seen.add(kind); // axe passes by the others
  }
  document.querySelectorAll("pre").forEach((code) => code.normalize());
}"""
# Whether a text stands out depends on its color, its size and what is behind it. Of all texts that agree in these one
# stays (one of a single sign does not stand for the others: axe passes it by). With all of them axe takes ten times as
# long.
ONE_OF_EACH_LOOK = """() => {
  const [firsts, others] = [new Map(), []];
  for (const node of document.body.querySelectorAll(":not(script, style, noscript)")) {
    const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
    const text = own.map((child) => child.data.trim()).join("");
    if (!text || !node.checkVisibility({visibilityProperty: true})) continue;
    const {color, fontSize, fontWeight, opacity} = getComputedStyle(node);
    const link = node.closest("a") && others.length + firsts.size; // a link is also looked at for the text around it
    const look = [color, fontSize, fontWeight, opacity, link, text.length > 1];
    for (let at = node; at; at = at.parentElement) {
      const {backgroundColor, backgroundImage} = getComputedStyle(at);
      if (backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)") continue;
      look.push(at.className, backgroundColor, backgroundImage);
      if (!backgroundColor.startsWith("rgba")) break;
    }
    const kind = look.join();
    if (firsts.has(kind)) others.push(node);
    else firsts.set(kind, node);
  }
  for (const node of others) if (![...firsts.values()].some((first) => node.contains(first))) node.remove();
  return firsts.size;
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


def violations(page: Page, only: tuple[str, ...], without: tuple[str, ...] = ()) -> list[str]:
    return page.evaluate(RUN_AXE, [only, {rule: {"enabled": False} for rule in without}])


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
    page.evaluate(LAID_OUT)
    page.evaluate(PLAIN_CODE)
    if themed.theme == "light":
        for width in (ZOOMED, PHONE, DESK):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(LAID_OUT)
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"the page is {over} px wider than a window of {width} px"
            if width != ZOOMED:
                assert violations(page, RULES, COLORS) == [], f"axe, at {width} px"
    page.set_viewport_size({"width": DESK, "height": 900})  # colors do not change with the width; here most is shown
    page.evaluate(LAID_OUT)
    page.evaluate(ONE_OF_EACH_LOOK)
    assert violations(page, COLORS) == [], "axe, colors"
    page.close()
    assert faults == []


@pytest.mark.browser
def test_the_first_address_leads_into_the_book(new_page):
    page = new_page("index.html")
    page.wait_for_url("**/book/intro.html")
    page.wait_for_load_state("load")
    assert "Which Bank?" in page.title()
    assert [fault for fault in page.faults if "ERR_ABORTED" not in fault] == []  # leaving may cut off the icon
