"""The planes of chapter mixing: what is written on them leaves the numbers of the axes free."""

import pytest
from built import alone, models
from playwright.sync_api import Page

PAGE = "book/mixing.html"
SET = """([place, line]) => {
  const row = place.model.get("row");
  place.model.set("weights", place.model.get("weights").map((old, t) => (t === row ? line : old)));
}"""
# The names on the plane that lie on a number of its axes.
ON_NUMBERS = """(place) => {
  const boxes = (what) => [...place.querySelectorAll(what)].filter((node) => node.textContent && node.checkVisibility())
    .map((node) => [node.textContent, node.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const numbers = boxes(".wb-plane .wb-tick");
  return boxes(".wb-plane :is(.wb-point, .wb-arrow) text")
    .flatMap(([name, a]) => numbers.filter(([, b]) => meet(a, b)).map(([number]) => `${name} on ${number}`));
}"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_negative_weight_leads_to_a_place_in_the_picture_and_no_name_lies_on_a_number(
    width: int, new_page
) -> None:
    page: Page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    found = {}
    below = [
        name for name, model in models(PAGE).items() if model["state"].get("lowest", 0) < 0
    ] or ["not-built"]
    place = alone(page, below[0])
    for line in ([-0.5, 0, 0], [0, -0.5, 0], [0, 0, -0.5], [-0.3, 0.01, 0.02], [-0.3, 0.3, 1]):
        page.evaluate(SET, [place, line])
        found[str(line)] = place.evaluate(ON_NUMBERS)
        assert "off the picture" not in place.text_content(), line
    assert {state: names for state, names in found.items() if names} == {}
    assert page.faults == []
