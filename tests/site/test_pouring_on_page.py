"""The bar that scores pour into, on chapter choosing's page: a share's number lies on no wall and inside the
picture.
"""

import pytest
from built import alone
from gestures import named
from playwright.sync_api import ElementHandle

PAGE = "book/choosing.html"
NAME = named(PAGE, "pouring")[-1]
# The numbers that lie across a wall of the bar, or leave the picture.
ASTRAY = """(place) => {
  const box = (one) => one.getBoundingClientRect();
  const room = box(place.querySelector(".wb-vessel"));
  const wall = box(place.querySelector(".wb-wall"));
  const numbers = [...place.querySelectorAll(".wb-portion")].filter((one) => one.textContent);
  return [numbers.length, numbers.filter((one) => {
    const {left, right} = box(one);
    return left < room.left - 1 || right > room.right + 1 ||
      [wall.left, wall.right].some((x) => x > left + 2 && x < right - 2);
  }).map((one) => one.textContent)];
}"""
# Drag debt along the axis of finance.
DEBT = """({ model }, debt) => model.set("vectors", model.get("vectors").map(
  (at, s) => (s === model.get("words").indexOf("debt") ? [debt, 0] : at)))"""


@pytest.mark.browser
def test_no_number_lies_on_a_wall_of_the_bar_or_leaves_the_picture(new_page):
    page = new_page(PAGE, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    place: ElementHandle = alone(page, NAME)
    ways = place.query_selector_all(".wb-choice label")
    assert place.evaluate(ASTRAY) == [3, []], "all three scores are there as it opens"
    for way in ways:
        way.click()
        for debt in (-4, -2, -1, -0.35, 0.2, 1, 2):
            place.evaluate(DEBT, debt)
            shown, astray = place.evaluate(ASTRAY)
            assert astray == [], debt
    assert shown == 3, "three equal shares fill the bar"
    ways[1].click()
    for debt, struck in ((-4, True), (-2, False)):
        place.evaluate(DEBT, debt)
        assert place.query_selector(".wb-struck").is_visible() == struck, debt
        assert (place.evaluate(ASTRAY)[0] == 0) == struck, "nothing can be divided by 0"
    torn = place.query_selector_all(".wb-torn")
    for debt, off in ((-4.5, [True, True]), (-2, [False, False]), (-4, [False, False])):
        place.evaluate(DEBT, debt)
        assert [rim.is_visible() for rim in torn] == off, (
            "what goes on behind the rim is torn off there"
        )
    assert page.faults == []
