"""Chapter reading's page: a sentence plays, pauses and goes where a word is tapped."""

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
    place.query_selector_all(".wb-told label")[len(words) - 2].click()
    play.click()
    page.wait_for_function("(place) => place.model.get('place') === 16", arg=place)
    assert play.text_content() == "Play", "it rests at the end"
    assert page.faults == []


@pytest.mark.browser
def test_a_tank_is_divided_as_the_words_count(new_page):
    place = alone(new_page(PAGE, reduced_motion="reduce"), NAME)
    heights = place.evaluate("""(place) => [...place.querySelectorAll(".wb-tank")].map((tank) =>
      [...tank.children].slice(0, -1).map((layer) => layer.getBoundingClientRect().height / tank.clientHeight))""")
    tanks = np.array(heights)
    shares = np.array(read(place).tables[0], dtype=float).T
    np.testing.assert_allclose(tanks / tanks.sum(axis=1, keepdims=True), shares, atol=0.02)
    amounts = np.array(read(place).state["influence"])[:, -1].sum(axis=1)
    np.testing.assert_allclose(tanks.sum(axis=1), amounts / amounts.max(), atol=0.02)
