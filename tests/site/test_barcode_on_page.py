"""The clocks of chapter ripples: what a hand shows, what a slip does to it, and that the two hands turn
together.
"""

import numpy as np
import pytest
from built import alone, models, pick
from drawn import read
from playwright.sync_api import ElementHandle, Page

PAGE = "book/ripples.html"
NAME = next(
    (name for name, model in models(PAGE).items() if model["module"] == "barcode"), "not-built"
)
# Of each clock its two hands, as (right, up) in radii, and the number under it.
HANDS = """(place) => [...place.querySelectorAll(".wb-clock")].map((clock) => {
  const r = clock.querySelector(".wb-rim").r.baseVal.value;
  const turned = new DOMMatrix(getComputedStyle(clock.querySelector(".wb-needles")).transform);
  const hands = ["wb-c0", "wb-c1"].map((which) => {
    const drawn = clock.querySelector(`.wb-needle.${which}`).getAttribute("d");
    const [x, y] = drawn.match(/L([^m]*)m/)[1].split(",").map(Number);
    const tip = turned.transformPoint({x, y});
    return [tip.x / r, -tip.y / r];
  });
  return [hands, Number(clock.querySelector("b").textContent.replace("−", "-"))];
})"""
PIN = ".wb-pad .wb-drag.wb-c{}"


@pytest.fixture
def bars(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE, reduced_motion="reduce")
    return page, alone(page, NAME)


def hands(place: ElementHandle) -> tuple[np.ndarray, np.ndarray]:
    tips, sums = zip(*place.evaluate(HANDS), strict=True)
    return np.array(tips), np.array(sums)


def place_and_offset(place: ElementHandle) -> tuple[int, int]:
    state = read(place).state
    return state["position"], state["offset"]


@pytest.mark.browser
def test_hands_are_the_codes_and_leave_the_circle_where_sine_and_cosine_are_not_of_one_wave(bars):
    _, place = bars
    kinds = place.query_selector_all("select option:not([disabled])")
    for i, on_circle in enumerate([True, False, False, True]):
        place.query_selector("select").select_option(kinds[i].get_attribute("value"))
        tips, sums = hands(place)
        codes = np.array(read(place).tables[0], dtype=float)
        # The table has two digits, so each is off by 0.005 at most, and a hand by 0.001 for its
        # pixels; a sum of two products of numbers up to 1 is off by 0.02 for its four factors, and
        # by 0.005 for its own two digits.
        np.testing.assert_allclose(
            tips[:, :, ::-1].transpose(1, 0, 2).reshape(2, -1), codes, atol=0.006
        )
        np.testing.assert_allclose(
            sums, (codes[0] * codes[1]).reshape(-1, 2).sum(axis=1), atol=0.026
        )
        lengths = np.linalg.norm(tips, axis=2)
        assert (np.abs(lengths - 1).max() < 0.01) == on_circle, kinds[i].text_content()


@pytest.mark.browser
def test_it_plays_and_the_two_hands_turn_together(bars):
    page, place = bars
    page.emulate_media(reduced_motion="no-preference")  # with less there is no Play
    play = place.query_selector("text=Play")
    (start, _), (before, added) = place_and_offset(place), hands(place)
    play.click()
    page.wait_for_function(
        "([place, start]) => place.model.get('position') === start + 3", arg=[place, start]
    )
    play.click()
    assert play.text_content() == "Play"
    assert place_and_offset(place)[0] >= start + 3
    after, still = hands(place)
    assert np.abs(after - before).max() > 0.5
    np.testing.assert_array_equal(still, added)
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_one_pin_moves_both_places_and_the_other_their_distance_by_hand_and_by_keys(width, bars):
    page, place = bars
    page.set_viewport_size({"width": width, "height": 844})
    (t, k), wedges = place_and_offset(place), hands(place)[1]
    for i in (0, 1):
        pin = next(filter(ElementHandle.is_visible, place.query_selector_all(PIN.format(i))))
        pin.scroll_into_view_if_needed()
        box = pin.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + 10
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y - 5, steps=4)
        page.mouse.up()
        # 130 places are at least half as wide as the screen, and at most as wide.
        moved = place_and_offset(place)
        assert 130 * 40 / width - 1 < moved[i] - (t, k)[i] < 2 * 130 * 40 / width + 1
        assert moved[1 - i] == (t, k)[1 - i]
        assert np.array_equal(hands(place)[1], wedges) == (i == 0), (
            "with the same distance the sums stay"
        )
        inputs = [
            one
            for one in place.query_selector_all(".wb-pad input")
            if one.evaluate("(one) => one.checkVisibility()")
        ]
        inputs[i].focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        assert place_and_offset(place)[i] == moved[i] - 2
        page.keyboard.press("Home")
        assert place_and_offset(place)[i] == 0, "the first place, and no distance"
        pick(place, "Reset")
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_at_the_end_of_the_line_nothing_is_cut_off(width, bars):
    page, place = bars
    page.set_viewport_size({"width": width, "height": 844})
    place.evaluate("(place) => place.model.set('position', 100)")
    place.evaluate("(place) => place.model.set('offset', 30)")
    figure = place.query_selector(".wb-figure")
    assert figure.evaluate("(figure) => figure.scrollWidth <= figure.clientWidth")


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_lines_are_named_where_they_run_and_the_bar_tells_how_far_apart_the_places_are(
    width, new_page
):
    place = alone(new_page(PAGE, viewport={"width": width, "height": 800}), NAME)
    told = """(place) => [...place.querySelectorAll(".wb-chart .wb-value")]
      .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""
    assert place.evaluate(told) == ["k = 8", "only t + k slides", "both slide"]
    assert [f"{name} =" in place.inner_text() for name in ("t", "t + k")] == [True, True]
