"""The figures of chapters masks and across: tokens go where they are dragged, what changed is marked, and a translation
is written.
"""

from typing import Any

import numpy as np
import pytest
from built import alone, models, pick
from drawn import read
from playwright.sync_api import ElementHandle, Page

PAGE = "book/masks.html"
ACROSS = "book/across.html"
NAMES = {model["module"]: name for name, model in models(PAGE).items()}
# the first, whose window is open
NAMES |= {model["module"]: name for name, model in reversed(models(ACROSS).items())}
# The weight, the thickness and the color of each line that is seen, and the words that are not
# written yet.
LINES = """(place) => [...place.querySelectorAll(".wb-two .wb-arc")].map((line) =>
  [Number(line.dataset.weight), parseFloat(getComputedStyle(line).strokeWidth), getComputedStyle(line).stroke])"""
ACTIVE = """(place) => ["fieldset[lang]", ".wb-controls"].map((part) =>
  getComputedStyle(place.querySelector(`${part} input:checked + span`)).backgroundColor)"""
INK = "(place) => getComputedStyle(place.querySelector('.wb-figure')).color"
TRAILS = """(place) => [...place.querySelectorAll(".wb-two .wb-trail")]
  .map((line) => parseFloat(getComputedStyle(line).strokeWidth))"""
# how far across the lines of today reach
REACHED = """(place) => Math.max(...[...place.querySelectorAll(".wb-two .wb-arc")]
  .map((line) => Number(line.getAttribute("d").split(" ").at(-2))))"""
UNWRITTEN = "(place) => place.querySelectorAll('.wb-unread').length"


# Where each word is in the plane, by its number, and where its hollow mark is: where it would be
# unmasked.
MARKED = """(place) => ["not(.wb-ghost)", "is(.wb-ghost)"]
  .map((which) => [...place.querySelectorAll(`.wb-plane .wb-point:${which}`)]
  .map((point) => point.transform.baseVal.consolidate().matrix).map(({e, f}) => [e, f]))"""
# The arcs that are seen: whether each is dotted, and how thick it is.
ARCS = """(place) => [...place.querySelectorAll(".wb-arc")].map((arc) => getComputedStyle(arc))
  .map(({strokeDasharray, strokeWidth}) => [strokeDasharray !== "none", parseFloat(strokeWidth)])
  .filter(([, thick]) => thick)"""


def opened(page: Page) -> tuple[ElementHandle, list[ElementHandle]]:
    """Return the figure, which opens with later words hidden, and its tokens."""
    place = alone(page, NAMES.get("masking", "not-built"))
    assert read(place).state["hide_future"]
    return place, place.query_selector_all(".wb-movable")


def assert_moved(place: ElementHandle, tokens: list[ElementHandle]) -> None:
    """Hold the third token to be the first now, and picked; the two before it have made room."""
    assert read(place).state["order"][:4] == [2, 0, 1, 3]
    assert read(place).state["picked"] == 2
    assert [token.inner_text() for token in tokens[:4]] == ["money", "river", "bank", "grows"]


@pytest.mark.browser
def test_a_finger_drags_a_token_and_the_page_stays(new_page):
    page = new_page(PAGE, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 800})
    place, tokens = opened(page)
    start, end = (tokens[i].bounding_box() for i in (2, 0))
    top, session = page.evaluate("scrollY"), page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1), ("touchEnd", None)):
        at = {name: start[name] + 15 + (part or 0) * (end[name] - start[name]) for name in "xy"}
        points = [] if part is None else [at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert_moved(place, tokens)
    assert page.evaluate("scrollY") == top
    assert page.faults == []


@pytest.mark.browser
def test_a_mouse_drags_a_token_and_a_click_picks_one(new_page):
    page = new_page(PAGE)
    place, tokens = opened(page)
    tokens[2].scroll_into_view_if_needed()
    start, end = (tokens[i].bounding_box() for i in (2, 0))
    page.mouse.move(start["x"] + 15, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 15, steps=6)
    page.mouse.up()
    assert_moved(place, tokens)
    tokens[3].click()
    assert read(place).state["picked"] == 3
    assert page.faults == []


@pytest.mark.browser
def test_hollow_marks_are_where_the_words_would_be_without_a_mask(new_page):
    place, tokens = opened(new_page(PAGE, reduced_motion="reduce"))
    words, free = place.evaluate(MARKED)
    assert np.abs(np.subtract(words, free)).max(axis=1).min() > 1, (
        "even the last word no longer sees the padding"
    )
    tokens[2].click()
    assert "Move money" in place.inner_text()
    place.query_selector("text=Earlier").click()
    assert "The last step moved money and bank; river and grows stayed." in read(place).said[0]
    # without a mask no order matters
    np.testing.assert_allclose(place.evaluate(MARKED)[1], free, rtol=1e-6)
    place.query_selector("text=Hide later words").click()
    np.testing.assert_allclose(place.evaluate(MARKED), [free, free], rtol=1e-6)  # SVG keeps 32 bits


@pytest.mark.browser
def test_an_arc_that_a_mask_takes_away_leaves_a_dotted_one(new_page):
    place, _ = opened(new_page(PAGE, reduced_motion="reduce"))
    # bank sees river and itself, of five
    assert [dotted for dotted, _ in place.evaluate(ARCS)].count(True) == 3
    thick = sum(width for dotted, width in place.evaluate(ARCS) if not dotted)
    place.query_selector("text=Hide later words").click()
    arcs = place.evaluate(ARCS)
    assert len(arcs) == 5
    assert not any(dotted for dotted, _ in arcs)
    assert arcs[0][1] < thick / 2, "what it saw alone it shares now"


# The marks that the legend explains now, the rows that have just changed, and the cells above those
# that see more.
MARKS = """(place) => [".wb-picture > .wb-aside:not(.wb-idle)", ".wb-masked .wb-changed", ".wb-masked .wb-step"]
  .map((which) => [...place.querySelectorAll(which)].map((node) => node.textContent.trim().split(":")[0]))"""


@pytest.mark.browser
def test_what_comes_later_is_cut_off_in_steps_and_a_word_moved_there_changes_no_earlier_row(
    new_page,
):
    place, tokens = opened(new_page(PAGE))
    marks, changed, steps = place.evaluate(MARKS)
    assert (marks, changed) == (["Hatched, dotted"], [])
    assert len(steps) == len(tokens) - 1, (
        "one where each row sees one token more than the row above"
    )
    tokens[3].click()
    place.query_selector("text=Earlier").click()
    assert place.evaluate(MARKS)[1] == ["grows", "money"]
    assert "; river and bank stayed." in read(place).said[0]
    place.query_selector("text=Hide later words").click()
    assert place.evaluate(MARKS)[::2] == [[], []]


# How far the curtain's hem is from the end of the word that asks.
OPEN = """(place) => place.querySelector(".wb-hem").getBoundingClientRect().left + 12
  - place.querySelector("input:checked + span").getBoundingClientRect().right"""


@pytest.mark.browser
def test_the_curtain_hangs_behind_the_word_that_asks_and_is_put_away_beside_the_last(new_page):
    page = new_page(PAGE, reduced_motion="reduce")
    place, tokens = opened(page)
    assert abs(place.evaluate(OPEN)) < 4
    tokens[0].click()
    assert abs(place.evaluate(OPEN)) < 4
    hem = place.query_selector(".wb-hem")
    hem.scroll_into_view_if_needed()
    [first, second] = [word.bounding_box() for word in tokens[:2]]
    step = second["x"] + second["width"] - first["x"] - first["width"]
    for by, hides, picked in ((step, True, 1), (-900, True, 0), (900, False, 0)):
        box = hem.bounding_box()
        page.mouse.move(box["x"] + 12, box["y"] + 12)
        page.mouse.down()
        page.mouse.move(box["x"] + 12 + by, box["y"] + 30, steps=8)
        page.mouse.up()
        state = read(place).state
        assert state["hide_future"] == hides
        if hides:
            assert state["picked"] == picked
            assert abs(place.evaluate(OPEN)) < 4
    assert page.faults == []


@pytest.fixture
def across(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(ACROSS)
    return page, alone(page, NAMES.get("across", "not-built"))


def weights_of(place: ElementHandle) -> list[float]:
    return [weight for weight, *_ in place.evaluate(LINES)]


@pytest.mark.browser
def test_from_the_last_word_of_one_sentence_to_a_shorter_one(across):
    page, place = across
    lengths = [len(text.split()) for text in read(place).state["written"]]
    long, short = lengths.index(max(lengths)), lengths.index(min(lengths))
    place.query_selector("select").select_option(str(long))
    place.query_selector_all("fieldset[lang] label")[-1].click()
    assert read(place).state["word"] == lengths[long] - 1
    place.query_selector("select").select_option(str(short))
    assert read(place).state["word"] == lengths[short] - 1 < lengths[long] - 1
    assert page.faults == []


@pytest.mark.browser
def test_lines_are_as_thick_as_the_weights_and_each_head_has_its_color(across):
    _, place = across
    state: dict[str, Any] = read(place).state
    lines = place.evaluate(LINES)
    assert len(lines) == 2 * len(state["read"][0].split())
    assert all(
        abs(thick - (weight >= 0.005) * (1 + 15 * weight)) < 0.01 for weight, thick, _ in lines
    )
    assert sum(weights_of(place)) == pytest.approx(2, abs=0.05), (
        "a row for each head, each weight off by 1/510 at most"
    )
    colors = list(dict.fromkeys(color for *_, color in lines))
    assert len(colors) == 2
    for color, head in zip(
        colors, place.query_selector_all(".wb-controls .wb-choice label"), strict=True
    ):
        head.click()
        assert place.evaluate(ACTIVE) == [place.evaluate(INK), color]


@pytest.mark.browser
def test_words_that_are_written_leave_a_thin_trail(across):
    _, place = across
    labels = place.query_selector_all("fieldset[lang] label")
    for word in (0, 1, 3):
        labels[word].click()
        trails = place.evaluate(TRAILS)
        rows = len(trails) // len(labels)
        drawn = [max(trails[t * rows : (t + 1) * rows]) > 0 for t in range(len(labels))]
        assert drawn == [t < word for t in range(len(labels))]
    assert max(place.evaluate(TRAILS)) <= (1 + 15) / 2, "half as thick as a line of today"


@pytest.mark.browser
def test_it_opens_where_lines_cross_and_play_writes_from_the_first_word(across):
    page, place = across
    state = read(place).state
    english, hindi = (state[name][0].split() for name in ("read", "written"))
    source, word = state["source"][0], state["word"]
    assert (english[source[word]], source[word - 1]) == ("bank", -1), (
        "the text asks how this one is found"
    )
    glosses = place.query_selector_all("fieldset[lang] small")
    told = [gloss.text_content() for gloss in glosses]
    assert all(told)
    assert [one for one, s in zip(told, source, strict=True) if s >= 0] == [
        english[s] for s in source if s >= 0
    ]
    play = place.query_selector("text=Play")
    play.click()
    assert read(place).state["word"] == 0
    play.click()
    pick(place, "Reset")
    place.query_selector(".wb-slider input").focus()
    page.keyboard.press("ArrowRight")
    assert read(place).state["word"] == word + 1 < len(hindi)
    assert page.faults == []


@pytest.mark.browser
def test_it_writes_word_by_word_and_rests_at_the_end(across):
    page, place = across
    play, time = (place.query_selector(one) for one in ("text=Play", ".wb-slider input"))
    last = len(read(place).state["written"][0].split()) - 1
    place.query_selector_all("fieldset[lang] label")[0].click()
    assert place.evaluate(UNWRITTEN) == last
    play.click()
    page.wait_for_function("(place) => place.model.get('word') === 2", arg=place)
    play.click()
    assert play.text_content() == "Play"
    time.focus()
    for key, word in (("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert read(place).state["word"] == word
        assert place.evaluate(UNWRITTEN) == last - word
    reached = [place.evaluate(REACHED)]
    for _ in range(9):
        page.keyboard.press("ArrowRight")
        reached.append(place.evaluate(REACHED))
    assert reached == sorted(reached), "the lines grow while the word is written"
    assert (reached[0], reached[-1]) == (0, 100)
    place.query_selector_all("fieldset[lang] label")[last - 1].click()
    play.click()
    page.wait_for_function(
        "([place, last]) => place.model.get('word') === last && place.innerText.includes('Play')",
        arg=[place, last],
    )
    assert page.faults == []
