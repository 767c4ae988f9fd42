"""The pond of chapter ripples: stones fall, their waves run out, each state has an address."""

import numpy as np
import pytest
from built import alone, models, pick, placed
from drawn import assert_drawn, numbers, read
from gestures import FOLLOW
from PIL import Image
from playwright.sync_api import ElementHandle, Page

from whichbank.figures import Pond
from whichbank.figures.kit.bundle import bundle
from whichbank.positions import ripples

PAGE = "book/ripples.html"
NAME = ["not-built", *(name for name, model in models(PAGE).items() if model["module"] == "pond")][
    -1
]
WATER = "(place) => place.querySelector('.wb-water').toDataURL()"
HANDLES = ".wb-basin .wb-drag path"  # the boat's is the last, above the stones
BROKEN = ["stones:()", "stones:((1,2,3))", "stones:((1,'3'))", "stones:(1,2,3)", "point:(1,11)"]
LIGHT = {"light": "--wb-paper", "dark": "--wb-ink"}
HUE = """([place, name]) =>
  getComputedStyle(place.querySelector(".wb-figure")).getPropertyValue(name).trim()"""
STILL = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map((one) => one.finished));
}"""

# How bright a painter makes the middles of some pixels, from the first row down.
PAINTED = """async ([source, painter, step, water]) => {
  const module = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const canvas = document.createElement("canvas");
  const found = module[painter](canvas);
  if (!found) return null;
  found.paint({...water, colors: {deep: [0, 0, 0], high: [0, 0, 0], light: [1, 1, 1]}});
  const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
  copy.getContext("2d").drawImage(canvas, 0, 0);
  const {data} = copy.getContext("2d").getImageData(0, 0, copy.width, copy.height);
  const at = Array.from({length: canvas.width / step}, (_, i) => i * step + Math.floor(step / 2));
  return at.map((y) => at.map((x) => data[4 * (y * canvas.width + x)]));
}"""


@pytest.fixture
def pond(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(PAGE)
    return page, alone(page, NAME)


def state(place: ElementHandle) -> dict:
    return read(place).state


def stack(place: ElementHandle) -> list[list[float]]:
    """Return what stands on the five stones: each its number, and the height of its wave."""
    parts = "(label) => [...label.lastElementChild.childNodes].map((part) => part.textContent).join(' ')"
    labels = place.query_selector_all(".wb-code label")
    return [numbers(label.evaluate(parts)) for label in labels]


@pytest.mark.browser
@pytest.mark.parametrize(("painter", "step"), [("byHand", 1), ("onCard", 5)])
def test_bright_is_what_has_the_code_of_the_boat_by_the_kernel(painter, step, new_page):
    fig = Pond([[3, 4], [7, 7]], [4, 3, 6, 2, 10], [6, 3])
    water = {
        "stones": fig.stones,
        "lengths": fig.wavelengths,
        "reach": [20, 20],
        "code": fig.code.tolist(),
        "near": fig.near,
    }
    shown = new_page().evaluate(PAINTED, [bundle("pond/water.js"), painter, step, water])
    if shown is None:
        pytest.skip("this browser has no WebGL2")
    bright = np.array(shown)
    side = (np.arange(len(bright)) + 0.5) * 10 / len(bright)
    east, north = np.meshgrid(side, side[::-1])
    heights = ripples(
        np.stack([east.ravel(), north.ravel()], axis=-1),
        np.array(fig.stones),
        np.array(fig.wavelengths[:2]),
    )
    off = np.abs(heights - fig.code).max(axis=-1).reshape(bright.shape) / fig.near
    assert (off < 0.85).sum() > 100
    assert bright[off < 0.85].min() > 230
    assert bright[off > 1.15].max() < 90


@pytest.mark.browser
def test_a_wave_runs_out_from_its_stone_and_comes_to_rest(pond):
    page, place = pond
    page.evaluate(STILL)
    before = place.evaluate(WATER)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    place.query_selector_all(".wb-code label")[1].click()
    page.clock.run_for(450)
    halfway = place.evaluate(WATER)
    page.clock.run_for(2000)
    after = place.evaluate(WATER)
    page.clock.run_for(1000)
    assert place.evaluate(WATER) == after
    assert len({before, halfway, after}) == 3
    fig = Pond(**state(place))
    assert [len(one) for one in stack(place)] == [2, 2, 1, 1, 1]
    assert_drawn([f"{one[1]:.2f}" for one in stack(place)[:2]], fig.code, "code")
    place.query_selector_all(".wb-code label")[0].click()
    page.clock.run_for(2000)
    assert place.evaluate(WATER) == before, "a stone that is taken out takes its wave with it"
    assert page.faults == []


@pytest.mark.browser
def test_who_asks_for_less_motion_has_the_wave_at_once(pond, new_page):
    _, moving = pond
    calm = new_page(PAGE, reduced_motion="reduce")
    place = alone(calm, NAME)
    place.query_selector_all(".wb-code label")[1].click()
    calm.evaluate(STILL)
    after = place.evaluate(WATER)
    calm.wait_for_timeout(300)
    assert place.evaluate(WATER) == after != moving.evaluate(WATER)


@pytest.mark.browser
def test_a_tap_drops_a_stone_where_it_falls_and_hands_and_keys_move_it(pond):
    page, place = pond
    box = place.query_selector_all(HANDLES)[-1].bounding_box()
    at = [box["x"] + box["width"] / 2 + 50, box["y"] + box["height"] / 2 - 50]
    page.mouse.click(*at)
    stones = state(place)["stones"]
    assert len(stones) == 2
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] - 30, at[1], steps=3)
    page.mouse.up()
    moved = state(place)["stones"]
    assert len(moved) == 2, "a drag drops no stone"
    assert moved[1][0] < stones[1][0]
    # Half of a tenth along an axis is at most 2.7 pixels; one more is rounded away.
    box = place.query_selector_all(HANDLES)[-2].bounding_box()
    np.testing.assert_allclose(box["x"] + box["width"] / 2, at[0] - 30, atol=4)
    x, y = state(place)["point"]
    place.query_selector("[aria-label=boat]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    np.testing.assert_allclose(state(place)["point"], [x + 0.1, y + 0.1])
    assert page.faults == []


@pytest.mark.browser
def test_a_link_holds_all_stones_and_a_broken_one_is_refused(pond, new_page, site):
    page, place = pond
    place.query_selector_all(".wb-code label")[2].click()
    pick(place, "Copy link")
    page.wait_for_function("location.hash.startsWith('#pond=')")
    other = new_page(page.url.removeprefix(site))
    assert read(placed(other, NAME)).state == state(place)
    other = new_page(PAGE)
    place = placed(other, NAME)
    for broken in BROKEN:
        place.evaluate("(place) => (place.querySelector('.wb-note').textContent = '')")
        other.evaluate(FOLLOW, f"pond={broken}")
        assert "cannot be read" in place.query_selector(".wb-note").text_content(), broken
        assert len(state(place)["stones"]) == 1
        assert other.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_water_has_the_themes_colors_also_in_an_image(theme, pond, tmp_path):
    page, place = pond
    page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
    page.evaluate(STILL)
    hue = page.evaluate(HUE, [place, LIGHT[theme]])
    with page.expect_download() as saved:
        pick(place, "Image file")
    saved.value.save_as(tmp_path / "pond.png")
    with Image.open(tmp_path / "pond.png") as image:
        pixels = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(int)
    wanted = np.array([int(hue[i : i + 2], 16) for i in (1, 3, 5)])
    lit = np.abs(pixels - wanted).max(axis=1) < 24
    water = pixels[:, 1] > pixels[:, 0] + 40
    assert lit.sum() > 200
    assert water.sum() > 0.2 * len(pixels)
    assert page.faults == []
