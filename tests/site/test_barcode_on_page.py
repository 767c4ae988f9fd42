"""The clocks of chapter 10: what a hand shows, what a slip does to it, and that the two hands turn together."""

import numpy as np
import pytest
from built import alone, models
from drawn import read
from playwright.sync_api import ElementHandle, Page

PAGE = "book/10_ripples.html"
NAME = next((name for name, model in models(PAGE).items() if model["module"] == "barcode"), "not-built")
# Of each clock its two hands, as (right, up) in radii, and the number under it.
HANDS = """(place) => [...place.querySelectorAll(".wb-face")].map((face) => {
  const r = face.querySelector(".wb-rim").r.baseVal.value;
  const hands = [...face.querySelectorAll("line")].map((hand) => ["x", "y"].map((axis) =>
    (axis === "x" ? 1 : -1) * (hand[`${axis}2`].baseVal.value - hand[`${axis}1`].baseVal.value) / r));
  return [hands, Number(face.querySelector("text").textContent.replace("−", "-"))];
})"""


@pytest.fixture
def bars(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE, reduced_motion="reduce")
    return page, alone(page, NAME)


def hands(place: ElementHandle) -> tuple[np.ndarray, np.ndarray]:
    tips, sums = zip(*place.evaluate(HANDS), strict=True)
    return np.array(tips), np.array(sums)


@pytest.mark.browser
def test_hands_are_the_codes_and_leave_the_circle_where_sine_and_cosine_are_not_of_one_wave(bars):
    _, place = bars
    kinds = place.query_selector_all("select option:not([disabled])")
    for i, on_circle in enumerate([True, False, False, True]):
        place.query_selector("select").select_option(kinds[i].get_attribute("value"))
        tips, sums = hands(place)
        codes = np.array(read(place).tables[0], dtype=float)
        # The table has two digits, so each is off by 0.005 at most, and a hand by 0.001 for its pixels; a sum of two
        # products of numbers up to 1 is off by 0.02 for its four factors, and by 0.005 for its own two digits.
        np.testing.assert_allclose(tips[:, :, ::-1].transpose(1, 0, 2).reshape(2, -1), codes, atol=0.006)
        np.testing.assert_allclose(sums, (codes[0] * codes[1]).reshape(-1, 2).sum(axis=1), atol=0.026)
        lengths = np.linalg.norm(tips, axis=2)
        assert (np.abs(lengths - 1).max() < 0.01) == on_circle, kinds[i].text_content()


@pytest.mark.browser
def test_it_plays_and_the_two_hands_turn_together(bars):
    page, place = bars
    page.emulate_media(reduced_motion="no-preference")  # with less there is no Play
    play, step = (place.query_selector(f"text={name}") for name in ("Play", "Step"))
    before, added = hands(place)
    play.click()
    page.wait_for_function("(place) => place.model.get('position') === 9", arg=place)
    play.click()
    step.click()
    assert play.text_content() == "Play"
    assert read(place).state["position"] >= 10
    after, still = hands(place)
    assert np.abs(after - before).max() > 0.5
    np.testing.assert_array_equal(still, added)
    assert page.faults == []
