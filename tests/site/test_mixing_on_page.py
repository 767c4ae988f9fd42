"""The planes of chapter 05: what is written on them leaves the numbers of the axes free."""

import pytest
from built import alone, models
from playwright.sync_api import Page

PAGE = "book/05_mixing.html"
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
def test_no_name_lies_on_a_number_of_an_axis(width: int, new_page) -> None:
    page: Page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    found = {}
    for name in [name for name, model in models(PAGE).items() if model["module"] == "mixing"] or ["not-built"]:
        place = alone(page, name)
        for line in ([-0.3, 0.3, 1], [-0.3, 1, 0.3], [1, -0.3, 0.3], [0.3, -0.3, 1], [-0.5, 0.5, 0], [0, 0, -0.3]):
            page.evaluate(SET, [place, line])
            found[name, str(line)] = place.evaluate(ON_NUMBERS)
    assert {state: names for state, names in found.items() if names} == {}
    assert page.faults == []
