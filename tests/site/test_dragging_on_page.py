"""The plane of chapter 06: it shows what is there, a tip is dragged by hand and by keys, and shadows are the scores."""

import numpy as np
import pytest
from built import alone, models
from drawn import numbers, read
from playwright.sync_api import ElementHandle, Page

PAGE = "book/06_similarity_softmax.html"
NAME = next((name for name, model in models(PAGE).items() if model["module"] == "dragging"), "not-built")
TICKS = """(place) => [...place.querySelectorAll(".wb-plane .wb-tick[text-anchor=middle]")]
  .map((tick) => Number(tick.textContent.replace("−", "-")))"""
# What is written on the arrows that do not ask, and how long the shadow on each is, in pixels.
SHADOWS = """(place) => [
  [...place.querySelectorAll(".wb-arrow text")].map((text) => text.textContent).filter(Boolean),
  [...place.querySelectorAll(".wb-curve.wb-ghost")].map((band) => band.getTotalLength()),
]"""


@pytest.fixture
def plane(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE)
    return page, alone(page, NAME)


def vector(place: ElementHandle, word: str) -> list[float]:
    state = read(place).state
    return state["vectors"][state["words"].index(word)]


@pytest.mark.browser
def test_the_plane_shows_what_is_there_and_grows_under_the_hand(plane):
    page, place = plane
    assert min(place.evaluate(TICKS)) == 0
    handle = place.query_selector(".wb-drag path")  # of money, the first
    handle.scroll_into_view_if_needed()
    box, room = handle.bounding_box(), place.query_selector(".wb-plane").bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(room["x"] + 20, at[1], steps=8)
    before = vector(place, "money")[0]
    assert -1.5 < before < -0.5, "it does not jump when the plane grows"
    assert min(place.evaluate(TICKS)) == -2
    page.mouse.move(room["x"] + 100, at[1], steps=4)
    assert vector(place, "money")[0] > before
    page.mouse.move(at[0], at[1], steps=8)
    assert min(place.evaluate(TICKS)) == -2, "it shrinks under the hand"
    page.mouse.up()
    assert min(place.evaluate(TICKS)) == 0
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
    labels, lengths = place.evaluate(SHADOWS)
    scores, angles = zip(*map(numbers, labels), strict=True)
    assert angles == (45, 45)
    assert scores == (2, 1)
    unit = lengths[0]  # bank (1, 1) has a shadow of 1 on money (2, 0) and on grows (1, 0)
    np.testing.assert_allclose(lengths, [unit, unit], rtol=1e-3)  # a path's length is found by steps
    place.query_selector_all(".wb-choice label")[0].click()
    labels, lengths = place.evaluate(SHADOWS)
    assert [numbers(label) for label in labels] == [[2, 45], [2, 0]]
    # (2, 0) on (1, 1) and on (1, 0); a path's length is found by steps, 1e-3 of it each
    np.testing.assert_allclose(np.array(lengths) / unit, [np.sqrt(2), 2], rtol=1e-3)
