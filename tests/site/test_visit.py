"""One visit to each page in each window, and all that a page must keep, looked at in it.

Each check is also a test of its own, thorough and on all pages, in ``make wide``.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from agreement import check
from built import ALIVE, UNCOVERED, all_here, built_pages, chapters, different, watch
from larger import FAULTS as CUT
from larger import SET, SPACED, TWICE
from marked import FAULTS as MISPLACED
from marked import THUMB
from moves import MOVES
from playwright.sync_api import Browser, BrowserContext, Page
from sound import (
    AT_ONCE,
    BAD_FORMULAS,
    COLORS,
    EDITORS,
    PLAIN_CODE,
    PLAIN_FORMULAS,
    RULES,
    THEME,
    TRANSLATED,
    violations,
)

from tools.notebooks import main_road

WINDOWS = {"phone": (390, 844, "light"), "desk": (1280, 900, "dark")}
# Widths and styles in which the text of a page must stay whole.
TEXTS = {"phone": ((390, TWICE), (320, ""), (390, SPACED)), "desk": ((1280, SPACED),)}
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL_DRAWN = "section { content-visibility: visible !important }"
# Make each move of a figure once; tell if none changes it, and after which it or its read-out is
# not as tall.
MOVED = """async (place) => {
  const parts = [".wb-figure", ".wb-readout"].map((selector) => place.querySelector(selector));
  const tall = () => parts.map((node) => node?.getBoundingClientRect().height.toFixed(1)).join(" and ");
  const asks = ({control}) => control.textContent.startsWith("Ask it yourself");
  const grows = place.querySelector(".wb-framed") && !place.querySelector(".wb-merges");
  const [found, first] = [[], tall()];
  const state = () => JSON.stringify(place.model.state);
  let [moved, same, before] = [false, true, state()];
  for (let k = 0; k < moves.find(place).length; k++) {
    const one = moves.find(place)[k];
    if (asks(one)) continue;
    moves.move(one, k);
    moved = true;
    same &&= state() === before;
    await new Promise(requestAnimationFrame);
    if (grows && tall() !== first) found.push(`${one.kind} ${one.control.textContent}: ${tall()}, not ${first}`);
  }
  return [...(moved && same ? ["no move changes it"] : []), ...found.slice(0, 3)];
}"""
# Open what is folded, and fold it again.
UNFOLD = """() => {
  document.head.insertAdjacentHTML("beforeend", '<style id="wb-test-text"></style>');
  window.folds = [...document.querySelectorAll(".wb-figure details:not([open])")];
  for (const fold of folds) fold.open = true;
}"""
FOLD = "() => folds.forEach((fold) => (fold.open = false))"
# How many windows high a page is for a reader who has not guessed yet.
HIGH = """() => {
  const uncovered = document.getElementById("wb-test-uncovered").sheet;
  uncovered.disabled = true;
  const high = document.documentElement.scrollHeight / innerHeight;
  uncovered.disabled = false;
  return high;
}"""
SCREENS = 30  # of a phone: a chapter is one sitting
READY = "(place) => !/on its way|is read yet/.test(place.querySelector('.wb-readout')?.textContent)"
RESET = "(place) => place.querySelector('[aria-label=Reset]')?.click()"


@pytest.fixture(scope="module")
def axe() -> str:
    return next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=WINDOWS)
def window(
    request: pytest.FixtureRequest, browser: Browser
) -> Iterator[tuple[str, BrowserContext]]:
    """A window of each kind, with its name; one after the other has all pages."""
    width, height, theme = WINDOWS[request.param]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    context.add_init_script(UNCOVERED)
    yield request.param, context
    context.close()


@pytest.mark.each
@pytest.mark.browser
@pytest.mark.parametrize("address", built_pages())
def test_a_visit_finds_all_well(address, window, site, axe):
    name, context = window
    page = context.new_page()
    faults = watch(page, site)
    try:
        found = list(visit(page, site, address, name, axe))
    finally:
        page.close()
    assert not (found := found + faults), "\n".join(found)


def visit(page: Page, site: str, address: str, window: str, axe: str) -> Iterator[str]:
    """Open a page, look at it, read it in larger and looser text, move its figures; yield what is
    wrong.
    """
    answer = page.goto(site + address)
    if answer.status != 200:
        yield f"the answer is {answer.status}"
    if page.evaluate(THEME) != WINDOWS[window][2]:
        yield "the page does not open in the reader's theme"
    all_here(page)
    page.wait_for_function(ALIVE)
    page.add_style_tag(content=AT_ONCE + ALL_DRAWN)
    main = Path(address).stem in main_road() and address in chapters()
    if window == "phone" and main and (high := page.evaluate(HIGH)) > SCREENS:
        yield f"the chapter is {high:.1f} screens high"
    page.evaluate(EDITORS)
    for what, script in (("formula", BAD_FORMULAS), ("to be left by translators", TRANSLATED)):
        yield from (f"{what}: {html}" for html in page.evaluate(script))
    if (over := page.evaluate(OVER)) > 0:
        yield f"the page is {over} px wider than its window"
    page.evaluate(UNFOLD)
    width, height, _ = WINDOWS[window]
    for narrow, style in TEXTS[window]:
        page.set_viewport_size({"width": narrow, "height": height})
        page.evaluate(SET, style)
        yield from (f"at {narrow} px, {style[:40]!r}: {fault}" for fault in page.evaluate(CUT))
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SET, "")
    page.evaluate(FOLD)
    yield from page.evaluate(MISPLACED, THUMB)  # it guesses, so that the truth is shown
    page.evaluate(MOVES)
    for figure, model in different(address).items():
        if model["module"] == "loom":
            continue  # what it asks the real model takes a minute: test_asking_on_page.py
        yield from (f"{figure}: {fault}" for fault in moved(page, figure, address))
    if window == "phone":
        page.evaluate(PLAIN_CODE)
        page.evaluate(PLAIN_FORMULAS)
        page.evaluate(axe)
        yield from (f"axe: {fault}" for fault in violations(page, RULES, COLORS))


def moved(page: Page, name: str, address: str) -> Iterator[str]:
    """Make all moves of a figure; it says what the kernels say before, after, and after Reset."""
    place = page.query_selector(f".wb-live[data-model={name}]")
    place.scroll_into_view_if_needed()
    page.wait_for_function(READY, arg=place)  # a live model comes when one is near
    check(place, address)
    yield from place.evaluate(MOVED)
    check(place, address)
    place.evaluate(RESET)
    check(place, address)
