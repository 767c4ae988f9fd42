"""Larger and looser text, and narrow windows: nothing of a figure is cut, overlaps, or leaves its
card.
"""

import pytest
from built import ALIVE, built_pages
from larger import FAULTS, SET, SPACED, TWICE
from playwright.sync_api import Page

PHONE, NARROW, DESK = 390, 320, 1280
SETTINGS = {
    "at 200%": (PHONE, TWICE),
    "at 320 px": (NARROW, ""),
    "set wide": (PHONE, SPACED),
    "set wide on a desk": (DESK, SPACED),
}
OPENED = """() => {
  const all = "section { content-visibility: visible !important }"; // also what is far away
  document.head.insertAdjacentHTML("beforeend", `<style>${all}</style><style id="wb-test-text"></style>`);
  document.querySelectorAll(".wb-figure details").forEach((fold) => (fold.open = true));
  const asks = ({textContent}) => textContent.startsWith("Ask it yourself");
  [...document.querySelectorAll(".wb-loom button")].find(asks)?.click();
}"""
# Room for letters of half their size in width.
FIELDS = """() => [...document.querySelectorAll(".wb-merges .wb-own")].map((field) => {
  const {fontSize, paddingLeft, paddingRight} = getComputedStyle(field);
  return (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / (parseFloat(fontSize) / 2);
})"""


@pytest.mark.browser
@pytest.mark.parametrize("address", built_pages())
def test_larger_looser_and_narrower_text_is_whole(address, new_page):
    page: Page = new_page(
        address, viewport={"width": PHONE, "height": 844}, reduced_motion="reduce"
    )
    page.wait_for_function(ALIVE)
    # the fields of 15's question come without it
    page.route("**/_static/model/**", lambda route: None)
    page.evaluate(OPENED)
    found = []
    for name, (width, style) in SETTINGS.items():
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(SET, style)
        found += [f"{name}: {fault}" for fault in page.evaluate(FAULTS)]
    assert found == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_field_for_a_readers_own_text_has_room_for_twenty_letters(width, new_page):
    page = new_page("book/tokens.html", viewport={"width": width, "height": 844})
    page.wait_for_function("document.querySelector('.wb-merges .wb-own')")
    assert min(page.evaluate(FIELDS)) >= 20
