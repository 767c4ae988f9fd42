"""The pond of chapter ripples: water runs and freezes, the room turns, stones fall, and each state has
an address.
"""

import numpy as np
import pytest
from built import alone, models, placed
from drawn import numbers, read
from PIL import Image
from playwright.sync_api import ElementHandle, Page

PAGE = "book/ripples.html"
NAME = ["not-built", *(name for name, model in models(PAGE).items() if model["module"] == "pond")][
    -1
]
WATER = (
    "(place) => [...place.querySelectorAll('.wb-water')].find((one) => "
    "one.checkVisibility()).toDataURL()"
)
HANDLES = ".wb-basin:not(.wb-away *) .wb-drag path"  # the point's is the last, above the stones
BROKEN = [
    "stones:()",
    "stones:((1,2))",
    "stones:((1,2,'3'))",
    "stones:(1,2,3)",
    "point:(1,2,11)",
    "dims:4",
    "turn:-1",
]
HUES = """(place) => ["--wb-0", "--wb-1", "--wb-ink"].map((name) =>
  getComputedStyle(place.querySelector(".wb-figure")).getPropertyValue(name))"""
STILL = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map((one) => one.finished));
}"""


@pytest.fixture
def pond(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE)
    return page, alone(page, NAME)


def state(place: ElementHandle) -> dict:
    return read(place).state


@pytest.mark.browser
def test_the_water_runs_and_freezes_as_it_was(pond):
    page, place = pond
    page.evaluate(STILL)
    frozen, said = place.evaluate(WATER), read(place).said
    play = place.query_selector("text=Play")
    play.click()
    page.wait_for_function(f"([place, shown]) => ({WATER})(place) !== shown", arg=[place, frozen])
    first = place.evaluate(WATER)
    page.wait_for_function(
        f"([place, shown]) => !shown.includes(({WATER})(place))", arg=[place, [frozen, first]]
    )
    assert "Freeze it" in read(place).said[0]
    place.query_selector("text=Freeze").click()
    page.wait_for_function(f"([place, shown]) => ({WATER})(place) === shown", arg=[place, frozen])
    assert read(place).said == said
    play.click()
    place.query_selector("text=Drop a stone").click()
    assert not state(place)["runs"], "what a hand does is done in frozen water"
    play.click()
    place.query_selector("[aria-label=Reset]").click()
    assert not state(place)["runs"]
    assert page.faults == []


@pytest.mark.browser
def test_no_water_runs_where_less_motion_is_asked_for_nor_out_of_sight(pond, new_page):
    page, place = pond
    place.query_selector("text=Play").click()
    page.set_viewport_size({"width": 1280, "height": 200})
    place.evaluate(
        "(place) => place.parentNode.insertAdjacentHTML('afterbegin', '<p style=\"height: "
        "3000px\">')"
    )
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("(place) => !place.model.get('runs')", arg=place)
    calm = new_page(PAGE, reduced_motion="reduce")
    place = alone(calm, NAME)
    assert not place.query_selector("text=Play").is_visible()
    place.query_selector(".wb-readout").click()
    calm.keyboard.press(" ")
    assert not state(place)["runs"]


@pytest.mark.browser
def test_the_room_turns_by_a_drag_as_by_keys(pond):
    page, place = pond
    place.query_selector("select").select_option("2")
    box = place.query_selector(".wb-chamber").bounding_box()
    x, y = box["x"] + box["width"] - 12, box["y"] + 12  # no handle is there
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y + 3, steps=5)
    page.mouse.up()
    dragged = state(place)
    assert 5 < dragged["turn"] < 25
    assert len(dragged["stones"]) == 1, "a drag drops no stone"
    slider = place.query_selector_all(".wb-slider input")[-1]
    slider.focus()
    page.keyboard.press("Home")
    assert state(place)["turn"] == 0
    page.keyboard.press("ArrowRight")
    by_keys = read(place)
    assert by_keys.state["turn"] == 5
    page.mouse.move(x - 50, y)
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    page.mouse.up()
    assert state(place)["turn"] > 5, "to the right is more, as on the slider"
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_a_tap_drops_a_stone_where_it_falls_and_a_dragged_one_stays_under_the_hand(dims, pond):
    page, place = pond
    place.query_selector("select").select_option(str(dims - 1))
    page.evaluate(STILL)
    box = place.query_selector_all(HANDLES)[-1].bounding_box()
    at = [box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] / 2 - 30]  # beside its name
    page.mouse.click(*at)
    stones = state(place)["stones"]
    assert len(stones) == 2
    handle = place.query_selector_all(HANDLES)[-2]
    page.mouse.move(*at) if dims > 1 else handle.hover()
    page.mouse.down()
    page.mouse.move(at[0] - 30, at[1], steps=3)
    page.mouse.up()
    moved = state(place)["stones"][-1]
    assert moved != stones[-1]
    assert moved[dims:] == stones[-1][dims:]
    if dims > 1:
        box = place.query_selector_all(HANDLES)[-2].bounding_box()
        # Half of a tenth along each of two axes is at most 2.6 pixels; one more is rounded away.
        np.testing.assert_allclose(box["x"] + box["width"] / 2, at[0] - 30, atol=4)
    assert page.faults == []


@pytest.mark.browser
def test_a_link_holds_all_stones_and_a_broken_one_is_refused(pond, new_page, site):
    page, place = pond
    for text in ("Drop a stone", "Drop a stone"):
        place.query_selector(f"text={text}").click()
    place.query_selector("[aria-label='Copy link']").click()
    page.wait_for_function("location.hash.startsWith('#pond=')")
    other = new_page(page.url.removeprefix(site))
    assert read(placed(other, NAME)).state == state(place)
    for broken in BROKEN:
        page = new_page(f"{PAGE}#pond={broken}")
        place = placed(page, NAME)
        assert "cannot be read" in place.query_selector(".wb-note").text_content(), broken
        assert len(state(place)["stones"]) == 1
        assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_water_has_the_themes_colors_also_in_an_image(theme, pond, tmp_path):
    page, place = pond
    page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
    page.evaluate(STILL)
    hues = place.evaluate(HUES)
    with page.expect_download() as saved:
        place.query_selector("[aria-label='Image file']").click()
    saved.value.save_as(tmp_path / "pond.png")
    with Image.open(tmp_path / "pond.png") as image:
        pixels = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(int)
    for hue in hues:
        wanted = np.array([int(hue.strip()[i : i + 2], 16) for i in (1, 3, 5)])
        assert (np.abs(pixels - wanted).max(axis=1) < 24).sum() > 200, hue
    assert numbers(place.query_selector(".wb-plane").get_attribute("aria-label"))
    assert page.faults == []
