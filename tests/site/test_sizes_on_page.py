"""The bars of the figure `sizes`, whose lengths tell how many numbers models have."""

import numpy as np
import pytest
from built import alone, models

CHATGPT = "book/chatgpt.html"
# Of each bar how long its parts are, as shares of the room that it has.
LONG = """(place) => [...place.querySelectorAll(".wb-tens p:not([aria-hidden])")].map((bar) =>
  [...bar.querySelectorAll("i")].map((part) => part.offsetWidth / part.parentElement.offsetWidth))"""
POWERS = 12  # of ten, on the whole scale


@pytest.mark.browser
def test_each_bar_is_as_long_as_its_factors(new_page):
    page = new_page(CHATGPT, reduced_motion="reduce")
    names = [name for name, model in models(CHATGPT).items() if model["module"] == "sizes"]
    place = alone(page, names[0])
    place.evaluate("(place) => { place.model.set('blocks', 6); place.model.set('width', 512); }")
    page.wait_for_function(f"(place) => ({LONG})(place)[0][2] > 0.2", arg=place)
    shown = [bar for bar in place.evaluate(LONG) if bar]
    wanted = [[12, n, d, d] for n, d in ((6, 512), (2, 64), (96, 12_288), (126, 16_384))]
    # a part is drawn in whole pixels, of some 150
    np.testing.assert_allclose(shown, np.log10(wanted) / POWERS, atol=0.01)
    assert page.faults == []


@pytest.mark.browser
def test_a_step_marks_by_what_each_factor_and_all_grow(new_page):
    page = new_page(CHATGPT, reduced_motion="reduce")
    names = [name for name, model in models(CHATGPT).items() if model["module"] == "sizes"]
    place = alone(page, names[0])
    marks = "(place) => [...place.querySelectorAll('.wb-own-bar :is(small, strong)')].map((one) => one.textContent)"
    assert place.evaluate(marks) == [""] * 5
    _, width = place.query_selector_all("input[type=range]")
    width.press("ArrowRight")  # from 64 to 96
    assert place.evaluate(marks) == ["", "", "×1.5", "×1.5", "×2.25 →"]
    width.press("ArrowRight")  # from 96 to 128
    assert place.evaluate(marks) == ["", "", "×1.33", "×1.33", "×1.78 →"]
    names = place.query_selector_all(".wb-choice label")
    for name in (names[1], names[0]):
        name.click()
        assert place.evaluate(marks) == [""] * 5, "a chosen model is what a step is held to"
    # a slider that is set with neither a hand nor a key on it
    width.evaluate(
        "(input) => { input.value = 7; input.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    assert place.evaluate(marks) == ["", "", "×6", "×6", "×36 →"]
    assert page.faults == []
