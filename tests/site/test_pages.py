"""Every built page, light and dark, on a phone, on a desk and zoomed in: quiet, its own, in bounds,
and accessible.
"""

from collections.abc import Iterator
from itertools import cycle

import pytest
from built import ALIVE, BUILT, all_here, built_pages, models, watch
from moves import MOVES
from playwright.sync_api import Browser, BrowserContext, Page
from sound import (
    AT_ONCE,
    BAD_FORMULAS,
    COLORS,
    EDITORS,
    LAID_OUT,
    LOAD_IMAGES,
    PLAIN_CODE,
    PLAIN_FORMULAS,
    RULES,
    THEME,
    TRANSLATED,
    violations,
)

PHONE, DESK = 360, 1280
ZOOMED = 320  # what is left of 1280 px at 400%
# Whether a text stands out depends on its color, its size and what is behind it: its look, of which
# each theme has one.
LOOKS = """() => {
  window.looks ??= new Map();
  const behind = new Map();
  const papers = (at) => {
    if (!at) return "";
    if (behind.has(at)) return behind.get(at);
    const {backgroundColor, backgroundImage} = getComputedStyle(at);
    const clear = backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)";
    const own = clear ? "" : [at.className, backgroundColor, backgroundImage].join();
    const found = own + (clear || backgroundColor.startsWith("rgba") ? papers(at.parentElement) : "");
    behind.set(at, found);
    return found;
  };
  const around = (link) => { // a link is also looked at for the text around it
    if (!link) return "";
    const block = link.parentElement.closest(":not(a, abbr, b, cite, code, em, i, small, span, strong)");
    const styles = [link, link.parentElement, block].map((at) => getComputedStyle(at));
    const alone = block.textContent.trim() === link.textContent.trim();
    return [block.localName, alone, ...styles.flatMap((style) => [style.color, style.fontSize, style.fontWeight,
      style.fontFamily, style.backgroundColor, style.textDecoration, style.border, style.display])].join();
  };
  for (const node of document.body.querySelectorAll(":not(script, style, noscript)")) {
    const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
    const text = own.map((child) => child.data.trim()).join("");
    if (!text || !node.checkVisibility({visibilityProperty: true})) continue;
    const {color, fontSize, fontWeight, opacity} = getComputedStyle(node);
    const look = [color, fontSize, fontWeight, opacity, text.length > 1, papers(node), around(node.closest("a"))];
    looks.set(node, `${looks.get(node) ?? ""} ${look}`);
  }
}"""
# Of all texts that look the same in both themes one stays (one of a single sign does not stand for
# the others: axe passes it by). With all of them axe takes ten times as long.
ONE_OF_EACH_LOOK = """() => {
  const [firsts, others] = [new Map(), []];
  for (const [node, look] of looks) {
    if (firsts.has(look)) others.push(node);
    else firsts.set(look, node);
  }
  const stay = new Set();
  for (const first of firsts.values()) for (let at = first; at; at = at.parentElement) stay.add(at);
  for (const node of others) for (let at = node; at && !stay.has(at); ) {
    const around = at.parentElement;
    at.remove();
    at = around?.childElementCount || around?.textContent.trim() ? null : around;
  }
  return firsts.size;
}"""
# Who needs it sets the text twice as large: the page gets no wider, and a slider is no dot.
LARGE_TEXT = """async () => {
  const page = document.documentElement;
  page.style.fontSize = "200%";
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const sliders = [...document.querySelectorAll(".wb-slider input")].filter((one) => one.checkVisibility());
  const small = sliders.filter((one) => one.getBoundingClientRect().width < 96);
  const found = [Math.max(0, page.scrollWidth - page.clientWidth), small.map((one) => one.parentNode.textContent)];
  page.style.fontSize = "";
  return found;
}"""
# Each control of each figure is moved once; a move may bring others or take them away.
MOVE_ALL = """async () => {
  for (const place of document.querySelectorAll(".wb-live")) {
    for (let j = 0; j < moves.find(place).length; j++) moves.move(moves.find(place)[j], j);
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": DESK, "height": 900})
    yield context
    context.close()


def resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(LAID_OUT)


@pytest.mark.browser
@pytest.mark.parametrize(("address", "first"), list(zip(built_pages(), cycle(["light", "dark"]))))
def test_a_page_is_sound(address, first, context, site, axe):
    """Every other page is opened in the dark theme; at the end each changes to its other theme."""
    page = context.new_page()
    page.emulate_media(color_scheme=first)
    faults = watch(page, site)
    answer = page.goto(site + address)
    assert answer.status == 200
    assert page.evaluate(THEME) == first
    all_here(page)
    page.add_style_tag(content=AT_ONCE)
    assert page.evaluate(BAD_FORMULAS) == []
    page.wait_for_function(ALIVE)
    assert page.evaluate(TRANSLATED) == []
    page.evaluate(LOAD_IMAGES)
    page.evaluate(EDITORS)
    page.evaluate(PLAIN_CODE)
    page.evaluate(axe)
    for width in (DESK, ZOOMED, PHONE):
        resize(page, width)
        over = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert over <= 0, f"the page is {over} px wider than a window of {width} px"
    assert page.evaluate(LARGE_TEXT) == [0, []], "at twice the text's size, at 360 px"
    page.evaluate(PLAIN_FORMULAS)
    assert violations(page, RULES, COLORS) == [], f"axe, at {PHONE} px"
    page.evaluate(MOVES)
    page.evaluate(MOVE_ALL)
    for width in (PHONE, DESK) if models(address) else (DESK,):
        resize(page, width)
        assert violations(page, RULES, COLORS) == [], (
            f"axe, at {width} px, when all figures have moved"
        )
    page.evaluate(LOOKS)  # colors do not change with the width; here most is shown
    for theme in ("dark" if first == "light" else "light", first):
        page.emulate_media(color_scheme=theme)
        page.evaluate(LAID_OUT)
        assert page.evaluate(THEME) == theme
        if theme != first:
            page.evaluate(LOOKS)
            page.evaluate(ONE_OF_EACH_LOOK)
        assert violations(page, COLORS) == [], f"axe, {theme} colors"
    page.close()
    assert faults == []


@pytest.mark.browser
def test_the_first_address_leads_into_the_book(new_page):
    page = new_page("index.html")
    page.wait_for_url("**/book/intro.html")
    page.wait_for_load_state("load")
    assert "Which Bank?" in page.title()
    assert page.faults == []


HINDI = [
    page for page in built_pages() if 'lang="hi"' in (BUILT / page).read_text(encoding="utf-8")
]


@pytest.mark.browser
@pytest.mark.parametrize("address", HINDI or ["nothing-is-built"])
def test_hindi_is_drawn_by_the_font_that_comes_with_the_site(address, new_page):
    page = new_page(address)
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    for method in ("DOM.enable", "CSS.enable"):
        session.send(method)
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    words = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[lang=hi]"})[
        "nodeIds"
    ]
    drawn = {
        (font["postScriptName"], font["isCustomFont"])
        for node in words
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    }
    assert drawn == {("WhichBankHindi", True)}
