"""The plane on which the words choose: it shows what is there, a tip is dragged by hand and by keys, and
shadows are the scores.
"""

import numpy as np
import pytest
from built import alone, pick
from drawn import numbers, read
from gestures import named
from playwright.sync_api import ElementHandle, Page

PAGE = "book/thirty.html"
NAME = named(PAGE, "dragging")[-1]
TICKS = """(place) => [...place.querySelectorAll(".wb-plane .wb-tick[text-anchor=middle]")]
  .map((tick) => Number(tick.textContent.replace("−", "-")))"""
# How long the shadow on each arrow that does not ask is, in pixels.
SHADOWS = (
    "(place) => [...place.querySelectorAll('.wb-curve.wb-ghost')].map((band) => "
    "band.getTotalLength())"
)
# The names in the plane, those that lie on the middle of a mark, and those that cover a part of
# another.
NAMES = """(place) => {
  const shown = (what) => [...place.querySelectorAll(`.wb-plane .wb-point > ${what}`)]
    .filter((one) => what === "path" || one.textContent);
  const boxes = (all) => all.map((one) => one.getBoundingClientRect());
  const names = shown("text");
  const [marks, places] = [boxes(shown("path")), boxes(names)];
  const meet = (a, b, [from, to], room) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > room;
  const over = (a, b) => meet(a, b, ["left", "right"], 2) && meet(a, b, ["top", "bottom"], 4);
  const on = ({left, right, top, bottom}) => marks.some((mark) => {
    const [x, y] = [(mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2];
    return x > left && x < right && y > top && y < bottom;
  });
  const bad = names.filter((_, i) => on(places[i]) || places.slice(0, i).some((other) => over(places[i], other)));
  return [names, bad].map((all) => all.map((one) => one.textContent));
}"""


@pytest.fixture
def plane(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE)
    return page, alone(page, NAME)


def vector(place: ElementHandle, word: str) -> list[float]:
    state = read(place).state
    return state["vectors"][state["words"].index(word)]


@pytest.mark.browser
def test_the_axes_stay_as_they_are_while_a_word_is_dragged_across_the_plane(plane):
    page, place = plane
    axes = "(place) => place.querySelector('.wb-plane g').outerHTML"
    before = place.evaluate(axes)
    assert [min(place.evaluate(TICKS)), max(place.evaluate(TICKS))] == [-2, 2]
    handle = place.query_selector(".wb-drag path")  # of money, the first
    handle.scroll_into_view_if_needed()
    box, room = handle.bounding_box(), place.query_selector(".wb-plane").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for x, y in ((0.2, 0.5), (0.15, 0.85), (0.9, 0.1)):
        to = room["x"] + x * room["width"], room["y"] + y * room["height"]
        page.mouse.move(*to, steps=6)
        assert place.evaluate(axes) == before
        now = handle.bounding_box()
        there = now["x"] + now["width"] / 2, now["y"] + now["height"] / 2
        np.testing.assert_allclose(there, to, atol=3)  # it is under the hand, but for its steps
    page.mouse.up()
    assert place.evaluate(axes) == before
    assert page.faults == []


@pytest.mark.browser
def test_arrow_keys_move_the_word_that_asks(plane):
    page, place = plane
    place.query_selector(".wb-steered input").focus()
    assert vector(place, "bank") == [1, 1]
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert vector(place, "bank") == [1.05, 1.1]
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert vector(place, "bank") == [2.5, 1.1], "as far as the plane reaches"


@pytest.mark.browser
def test_a_shadow_times_its_arrow_is_the_score(plane):
    _, place = plane

    def told() -> list[list[float]]:
        return [numbers(f"{text} {score}") for text, score, _ in read(place).tables[0]]

    assert told() == [[1, 2, 2], [1.41, 1.41, 2], [1, 1, 1]]
    # bank (1, 1) has a shadow of 1 on money (2, 0) and on grows (1, 0)
    unit = place.evaluate(SHADOWS)[0]
    # A path's length is found by steps, 1e-3 of it each.
    np.testing.assert_allclose(place.evaluate(SHADOWS), [unit, unit], rtol=1e-3)
    place.query_selector_all(".wb-choice label")[0].click()
    assert told() == [[2, 2, 4], [1.41, 1.41, 2], [2, 1, 2]]
    # (2, 0) on (1, 0), whose shadow was there before, and on (1, 1)
    lengths = place.evaluate(SHADOWS)
    np.testing.assert_allclose(np.array(lengths) / unit, [2, np.sqrt(2)], rtol=1e-3)


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.wide)])
def test_no_name_covers_a_name_or_a_mark_after_moves(width, new_page):
    page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    place = alone(page, NAME)
    asks = place.query_selector_all(".wb-choice label")
    # each in turn goes around the plane: out to its rim, and over the axes and the others
    for word in range(3):
        pick(place, "Reset")
        asks[word].click()
        place.query_selector(".wb-steered input").focus()
        start = read(place).state["vectors"]
        for key, times in (
            ("ArrowRight", 10),
            ("ArrowUp", 30),
            ("ArrowLeft", 70),
            ("ArrowDown", 60),
            ("ArrowRight", 50),
        ):
            for i in range(times):
                page.keyboard.press(key)
                if i % 10 == 9:
                    names, bad = place.evaluate(NAMES)
                    assert bad == [], read(place).state["vectors"]
                    # the three, the new ones, and a shadow where there is one
                    assert len(names) in (4, 5, 6)
        assert read(place).state["vectors"] != start
    assert page.faults == []
