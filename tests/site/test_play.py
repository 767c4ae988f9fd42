"""Time in a figure: it runs where somebody looks, until Reset, and not for a reader who asks for
less motion.
"""

from itertools import pairwise

import pytest
from built import built_pages, models, pick, placed
from drawn import read
from playwright.sync_api import ElementHandle, Page
from slowness import slowness_now

from whichbank.figures import FIGURES

STEPS = {"trainer": "5 steps", "letters": "One letter"}
SCRUBBED = ("across", "barcode")  # what time runs over can be dragged, and steps by keys
STATE = "(place) => JSON.stringify(place.model.state)"
PLAYS = """(place) => [...place.querySelectorAll(".wb-button")]
  .find((one) => ["Play", "Pause"].includes(one.textContent))"""
RUNS = f"(place) => ({PLAYS})(place).textContent !== 'Play'"
# a second at least (a picture or two in sixty may come late), and ms between two at most
FRAMES, LONGEST = 55, 50
# another program may take the processor for a moment: what a figure drops it drops each time
TRIES = 3
# the threads of the loom may rise by themselves already
START = f"(place) => ({PLAYS})(place).textContent === 'Play' && ({PLAYS})(place).click()"
WATCH = f"""async (place) => {{
  const times = [];
  if (({PLAYS})(place).textContent === "Play") ({PLAYS})(place).click();
  while (times.length < 2 || times[times.length - 1] - times[0] < 2000)
    times.push(await new Promise(requestAnimationFrame));
  return times;
}}"""
RESTS = f"(place) => ({PLAYS})(place).textContent === 'Play'"


def timed() -> dict[str, tuple[str, str]]:
    """Return the page and the name of the first figure of each module that has a Play."""
    found = {
        model["module"]: (page, name)
        for page in reversed(built_pages())
        for name, model in models(page).items()
    }
    return {module: place for module, place in found.items() if '"Play"' in FIGURES[module]._esm}


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
    place.evaluate(START)
    page.wait_for_function(RUNS, arg=place)
    page.evaluate("scrollTo(0, scrollY > 2 * innerHeight ? 0 : document.body.scrollHeight)")
    page.wait_for_function(RESTS, arg=place)
    left = read(place).state
    if module == "loom":  # the text speaks of what comes of it
        assert left["front"] == 6
    page.wait_for_timeout(1000)  # more than a step of any figure takes
    assert read(place).state == left
    pick(place, "Reset")  # where little is left to play, the next click plays it all at once
    play.click()
    page.wait_for_function(RUNS, arg=place)
    pick(place, "Reset")
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
    if module in SCRUBBED:
        return
    # it may have come to its end before it was stopped
    pick(place, "Reset")
    before = place.evaluate(STATE)
    place.query_selector(f"button:text-is('{STEPS.get(module, 'Step')}')").click()
    page.wait_for_function(f"([place, before]) => ({STATE})(place) !== before", arg=[place, before])
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.timed
@pytest.mark.parametrize("module", TIMED)
def test_what_plays_drops_no_frame(module, new_page, measured):
    page = new_page(TIMED[module][0])
    place, _ = opened(page, module)
    place.evaluate(WATCH)  # the code is compiled, and what is loaded late is there
    found = []
    for _ in range(TRIES):
        pick(place, "Reset")
        page.wait_for_function(RESTS, arg=place)
        times = place.evaluate(WATCH)
        gaps = [after - before for before, after in pairwise(times)]
        found.append((max(gaps), -1000 / (sum(gaps) / len(gaps))))
        if found[-1][0] <= LONGEST and found[-1][1] <= -FRAMES:
            break
    gap, rate = min(found)
    measured(f"{module} plays: {-rate:.0f} frames a second, {gap:.0f} ms between two at most")
    slowness = 1 if gap <= LONGEST and -rate >= FRAMES else slowness_now(new_page)
    assert gap <= LONGEST * slowness
    assert -rate >= FRAMES / slowness
    assert page.faults == []
