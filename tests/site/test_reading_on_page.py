"""Chapter reading's page: a sentence plays, pauses and goes where a word is tapped; a chart goes where a
finger is.
"""

import numpy as np
import pytest
from built import alone, models
from drawn import read

PAGE = "book/reading.html"
NAME = next(
    (name for name, model in models(PAGE).items() if model["module"] == "reading"), "not-built"
)


@pytest.mark.browser
def test_it_plays_from_the_start_pauses_and_goes_to_a_word(new_page):
    page = new_page(PAGE)
    place = alone(page, NAME)
    words = read(place).state["words"]
    play, step = (place.query_selector(f"text={name}") for name in ("Play", "Step"))
    assert read(place).state["place"] == len(words) - 1
    play.click()
    page.wait_for_function("(place) => place.model.get('place') === 2", arg=place)
    play.click()
    paused = read(place).state["place"]
    assert play.text_content() == "Play"
    step.click()
    assert read(place).state["place"] == paused + 1
    place.query_selector_all(".wb-ink label")[len(words) - 2].click()
    play.click()
    page.wait_for_function("(place) => place.model.get('place') === 16", arg=place)
    assert play.text_content() == "Play", "it rests at the end"
    assert page.faults == []


@pytest.mark.browser
def test_a_bar_is_divided_as_the_words_count(new_page):
    place = alone(new_page(PAGE, reduced_motion="reduce"), NAME)
    widths = place.evaluate("""(place) => [...place.querySelectorAll(".wb-state")].map((bar) =>
      [...bar.children].map((part) => part.getBoundingClientRect().width / bar.clientWidth))""")
    shares = np.array(read(place).tables[0], dtype=float).T
    np.testing.assert_allclose(
        widths, shares, atol=0.03, err_msg="a pixel between words, and its share of the bar"
    )


@pytest.mark.browser
@pytest.mark.parametrize("shown", ["right", "after"])
def test_a_click_on_the_chart_goes_to_the_nearest_distance(shown, new_page):
    page = new_page(PAGE)
    place = alone(
        page, next(name for name, model in models(PAGE).items() if model["module"] == "distance")
    )
    place.evaluate("(place, shown) => place.model.set('shown', shown)", shown)
    chart = place.query_selector(".wb-chart:not(.wb-away *)")
    for tick in chart.query_selector_all(".wb-tick[data-side=x]"):
        box = tick.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2 + 4, box["y"] - 40)
        assert read(place).state["distance"] == int(tick.text_content())
    assert page.faults == []
