"""The tokens of the masks' figure go where they are dragged; a shorter translation has a last word too."""

import pytest
from drawn import read
from playwright.sync_api import Locator, Page

PAGE = "book/12_masks_cross_attention.html"


def opened(page: Page) -> tuple[Locator, Locator]:
    """Return the figure and its tokens, with the first order, and later tokens hidden."""
    place = page.locator(".wb-live", has=page.locator(".wb-masks"))
    place.locator(".wb-masks").wait_for()
    place.get_by_text("Start again").click()
    place.locator("label", has_text="hidden").first.click()
    tokens = place.locator(".wb-movable")
    tokens.nth(2).scroll_into_view_if_needed()
    return place, tokens


def assert_moved(place: Locator, tokens: Locator) -> None:
    """Hold the third token to be the first now, and picked; the two before it have made room."""
    assert read(place).state["order"][:4] == [2, 0, 1, 3]
    assert read(place).state["picked"] == 2
    assert tokens.all_inner_texts()[:4] == ["money", "river", "bank", "grows"]


@pytest.mark.browser
def test_a_finger_drags_a_token_and_the_page_stays(new_page):
    page = new_page(PAGE, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 800})
    place, tokens = opened(page)
    start, end = (tokens.nth(i).bounding_box() for i in (2, 0))
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
    start, end = (tokens.nth(i).bounding_box() for i in (2, 0))
    page.mouse.move(start["x"] + 15, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 15, steps=6)
    page.mouse.up()
    assert_moved(place, tokens)
    tokens.nth(3).click()
    assert read(place).state["picked"] == 3
    assert page.faults == []


@pytest.mark.browser
def test_from_the_last_word_of_one_sentence_to_a_shorter_one(new_page):
    page = new_page(PAGE)
    place = page.locator(".wb-live", has=page.locator(".wb-across"))
    place.locator(".wb-across").wait_for()
    sentences = place.locator("fieldset").first.locator("label")
    lengths = [len(text.split()) for text in read(place).state["written"]]
    assert len(lengths) == sentences.count()
    long, short = lengths.index(max(lengths)), lengths.index(min(lengths))
    sentences.nth(long).click()
    place.locator("fieldset[lang]").locator("label").last.click()
    assert read(place).state["word"] == lengths[long] - 1
    sentences.nth(short).click()
    assert read(place).state["word"] == lengths[short] - 1 < lengths[long] - 1
    assert page.faults == []
