"""Time in a figure: it runs where somebody looks, until Reset, and not for a reader who asks for less motion."""

import pytest
from built import built_pages, models, placed
from drawn import read
from playwright.sync_api import ElementHandle, Page

from whichbank.figures.base import joined_source

STEPS = {"trainer": "5 steps", "letters": "One letter"}
STATE = "(place) => JSON.stringify(place.model.state)"
PLAYS = """(place) => [...place.querySelectorAll(".wb-button")]
  .find((one) => ["Play", "Pause", "Freeze"].includes(one.textContent))"""
RUNS = f"(place) => ({PLAYS})(place).textContent !== 'Play'"
RESTS = f"(place) => ({PLAYS})(place).textContent === 'Play'"


def timed() -> dict[str, tuple[str, str]]:
    """Return the page and the name of the first figure of each module that has a Play."""
    found = {model["module"]: (page, name) for page in reversed(built_pages()) for name, model in models(page).items()}
    return {module: place for module, place in found.items() if '"Play"' in joined_source(module)}


TIMED = timed()


def opened(page: Page, module: str) -> tuple[ElementHandle, ElementHandle]:
    place = placed(page, TIMED[module][1])
    place.scroll_into_view_if_needed()
    return place, place.evaluate_handle(PLAYS).as_element()


@pytest.mark.browser
@pytest.mark.parametrize("module", TIMED)
def test_play_stops_where_nobody_looks_and_at_reset(module, new_page):
    page = new_page(TIMED[module][0])
    place, play = opened(page, module)
    start = read(place).state
    play.click()
    page.wait_for_function(RUNS, arg=place)
    page.evaluate("scrollTo(0, scrollY > 2 * innerHeight ? 0 : document.body.scrollHeight)")
    page.wait_for_function(RESTS, arg=place)
    left = read(place).state
    page.wait_for_timeout(1000)  # more than a step of any figure takes
    assert read(place).state == left
    play.click()
    page.wait_for_function(RUNS, arg=place)
    place.query_selector("[aria-label='Reset']").click()
    page.wait_for_function(RESTS, arg=place)
    page.wait_for_timeout(1000)  # as above
    assert read(place).state == start
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("module", TIMED)
def test_less_motion_stops_it_and_leaves_steps(module, new_page):
    page = new_page(TIMED[module][0])
    place, play = opened(page, module)
    play.click()
    page.wait_for_function(RUNS, arg=place)
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(RESTS, arg=place)
    assert play.is_visible() == (module == "trainer")
    if module == "pond":
        return  # its water is frozen: there is nothing to step through
    place.query_selector("[aria-label='Reset']").click()  # it may have come to its end before it was stopped
    before = place.evaluate(STATE)
    place.query_selector(f"button:text-is('{STEPS.get(module, 'Step')}')").click()
    page.wait_for_function(f"([place, before]) => ({STATE})(place) !== before", arg=[place, before])
    assert page.faults == []
