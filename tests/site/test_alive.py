"""The first figure of a page is alive as soon as the page is there, and nothing moves by itself for
who wants it so.
"""

import pytest
from built import built_pages, models

SOON = 300  # milliseconds after the page's load event
FIGURE_PAGES = [page for page in built_pages() if models(page)]
# The moment at which the first figure stands in its place, by the page's own clock; the load
# event's is the browser's.
WATCH = """new MutationObserver((_, watcher) => {
  if (!document.querySelector(".wb-live .wb-figure")) return;
  window.alive = performance.now();
  watcher.disconnect();
}).observe(document, {childList: true, subtree: true});"""
AFTER_LOAD = "() => window.alive - performance.getEntriesByType('navigation')[0].loadEventEnd"
# What is drawn over time: running animations, and what would run at the next change of a style.
MOVING = """() => {
  const long = (times) => times.split(",").some((time) => parseFloat(time) * (time.includes("ms") ? 0.001 : 1) > 0.02);
  const found = document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 20)
    .map((one) => `animation of ${one.effect.target?.outerHTML.slice(0, 80)}`);
  for (const node of document.querySelectorAll("*")) for (const part of [null, "::before", "::after"]) {
    const style = getComputedStyle(node, part);
    const name = `${node.localName}.${node.getAttribute("class")}${part ?? ""}`;
    if (style.animationName !== "none" && long(style.animationDuration)) found.push(`${name} animates`);
    if (long(style.transitionDuration) && style.transitionProperty !== "none") found.push(`${name} transitions`);
    if (style.scrollBehavior === "smooth") found.push(`${name} scrolls smoothly`);
  }
  return [...new Set(found)];
}"""


@pytest.mark.browser
@pytest.mark.timed
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_the_first_figure_is_alive_soon_after_the_page_is_loaded(address, new_page, site, measured):
    """A busy machine stretches the clock, so the best of three loads counts; a figure may also come
    before the load.
    """
    waits = []
    for _ in range(3):
        page = new_page()
        page.add_init_script(WATCH)
        page.goto(site + address)
        page.wait_for_function(
            "() => window.alive && performance.getEntriesByType('navigation')[0].loadEventEnd"
        )
        waits.append(page.evaluate(AFTER_LOAD))
        if waits[-1] <= SOON:
            break
    measured(f"first figure alive, {address}: {min(waits):+.0f} ms after the page's load event")
    assert min(waits) <= SOON


# What is drawn, and whether it lies within two windows from the top.
STARTED = """() => [...document.querySelectorAll(".wb-live")].map((place) =>
  [place.matches(":has(.wb-figure)"), place.getBoundingClientRect().top < 2 * innerHeight])"""


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_what_lies_far_below_starts_when_a_reader_is_there(address, browser, site):
    """A page that is only opened computes no more than is seen of it; the count stands for the
    time.
    """
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(site + address)
    page.wait_for_function(f"({STARTED})().every(([drawn, near]) => drawn || !near)")
    page.wait_for_timeout(300)
    started = page.evaluate(STARTED)
    assert not all(drawn for drawn, _ in started)
    assert all(near for drawn, near in started if drawn)
    page.mouse.wheel(0, 10)
    page.wait_for_function(f"({STARTED})().every(([drawn]) => drawn)")
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_nothing_moves_by_itself_where_less_motion_is_asked_for(address, new_page):
    """What the reader moves answers at once, without a transition; nothing scrolls or fades over
    time.
    """
    page = new_page(address, reduced_motion="reduce")
    page.wait_for_load_state("load")
    assert page.evaluate(MOVING) == []
