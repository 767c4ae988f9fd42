"""The language that framed figures share: arcs, colors, links that hold a state, lecture view, and
one screen.
"""

import functools
import json
import re
import threading
from collections.abc import Iterator
from statistics import median

import pytest
from built import (
    BUILT,
    PATIENCE,
    PREDICT,
    QUIZ,
    all_here,
    alone,
    built_pages,
    chapters,
    models,
    pick,
    placed,
)
from coding import LACKING, PLACE
from drawn import numbers, read
from gestures import ARCS, HIDDEN, LAPTOP, PHONE, contrast, drag
from moves import MOVES
from PIL import Image
from playwright.sync_api import ElementHandle, Page, expect

from tools.server import Handler, Server, served
from whichbank.figures.kit.bundle import bundle

MIXING, HEADS = "book/mixing.html", "book/heads.html"
INTRO, ROLES = "book/intro.html", "book/roles.html"
BLOCK, LAYERS = "book/block.html", "book/real.html"
READ, TASKS = "book/reading.html", "book/jobs.html"
DRAG, PLACES, MASKS = (
    "book/choosing.html",
    "book/ripples.html",
    "book/masks.html",
)
ASKING = (QUIZ, PREDICT)


def figures(address: str) -> Iterator[str]:
    """Name the framed figures of a page, in their order."""
    found = [name for name, model in models(address).items() if model["module"] not in ASKING]
    return iter(sorted(found, key=lambda name: int(name.partition("-")[2])))


FRAMED = [page for page in built_pages() if any(figures(page))] or ["nothing-is-built"]
TALLEST, APART = 560, 620
# How far from top to bottom a reader must see, for each control: it and all that it changes.
SPANS = """(place) => {
  const seen = (selector) => [...place.querySelectorAll(selector)].filter((node) => node.checkVisibility())
    .map((node) => node.getBoundingClientRect());
  const changed = seen(`.wb-plane, .wb-parting, .wb-vessel, .wb-pipes, .wb-scheme, .wb-charts, .wb-chart, .wb-told,
    .wb-tanks, .wb-sentence, .wb-ranking, .wb-jobs, .wb-two, .wb-clocks, .wb-masked, .wb-near, .wb-lines, .wb-pairs,
    .wb-tokens, .wb-code, .wb-desk, .wb-written, .wb-tens, .wb-owed,
    .wb-panel, .wb-readout`);
  const controls = seen(".wb-board :is(select, button:not(.wb-tool), input[type=text], .wb-slider, .wb-choice label)");
  return controls.map((one) => Math.max(...[one, ...changed].map(({bottom}) => bottom)) -
    Math.min(...[one, ...changed].map(({top}) => top)));
}"""
WORDS = ".wb-sentence label:has(input)"
WIDTH = "(place) => place.querySelector('.wb-figure').getBoundingClientRect().width"
# Of each paragraph of more than two lines: its signs in a line.
SIGNS = """() => [...document.querySelectorAll("article section > p")].map((text) => {
  const lines = text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight);
  return lines > 2.5 && !text.querySelector("math, code") ? text.textContent.length / Math.round(lines) : 0;
})"""
# The moves after which a figure or its read-out is not as tall as before. On a phone a question to
# the real model opens below the figure's own controls.
GROWN = """async (place) => {
  const parts = [".wb-figure", ".wb-readout"].map((selector) => place.querySelector(selector));
  const measure = () => parts.map((node) => node.getBoundingClientRect().height.toFixed(1)).join(" and ");
  const asks = ({control}) => innerWidth < 600 && control.textContent.startsWith("Ask it yourself");
  const [found, first] = [[], measure()];
  for (let i = 0; i < 4; i++) for (let k = 0; k < moves.find(place).length; k++) {
    const one = moves.find(place)[k];
    if (asks(one)) continue;
    moves.move(one, i);
    await new Promise(requestAnimationFrame);
    if (measure() !== first) found.push(`${one.kind} ${one.control.textContent}: ${measure()}, not ${first}`);
  }
  return found.slice(0, 3);
}"""
TALL = "(place) => place.querySelector('.wb-figure').offsetHeight"
# A table of shares and one of scores, with the colors that the figures give them.
SHADES = """(source) => {
  const [figure, list] = [document.querySelector(".wb-figure"), document.createElement("div")];
  const make = new Function(`${source}; return shade;`)();
  figure.append(list);
  const found = [];
  for (const crosses of [false, true]) for (let i = crosses ? -50 : 0; i <= 50; i++) {
    const cell = list.appendChild(document.createElement("p"));
    [cell.style.backgroundColor, cell.style.color] = make(i / 50, crosses);
    const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1});
    const brush = canvas.getContext("2d");
    const solid = (color) => {
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      return `rgb(${[...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)})`;
    };
    const {backgroundColor, color} = getComputedStyle(cell);
    found.push([crosses, i / 50, solid(backgroundColor), solid(color)]);
  }
  const {color, backgroundColor} = getComputedStyle(figure);
  list.remove();
  return [found, color, backgroundColor];
}"""


def weights(place: ElementHandle) -> list[list[float]]:
    return read(place).state["weights"]


@pytest.fixture
def mixing(new_page) -> tuple[Page, ElementHandle]:
    page = new_page(MIXING)
    return page, alone(page, next(iter(figures(MIXING))))


@pytest.mark.browser
@pytest.mark.parametrize("address", FRAMED)
def test_a_figure_and_what_its_controls_change_are_on_one_screen(address, new_page, measured):
    for window in (PHONE, LAPTOP):
        page = new_page(address, viewport=window)
        for name in figures(address):
            place = alone(page, name)
            tall, span = place.evaluate(TALL), max(place.evaluate(SPANS), default=0)
            measured(
                f"{address} {name} at {window['width']}: {tall} px tall, a control and what it "
                f"changes {span:.0f} px"
            )
            assert tall <= TALLEST or window is PHONE
            assert span <= APART


@pytest.mark.browser
@pytest.mark.parametrize("address", FRAMED)
@pytest.mark.parametrize("window", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_no_control_changes_the_height_of_its_figure(address, window, new_page):
    page = new_page(address, viewport=window)
    page.evaluate(MOVES)
    for name in figures(address):
        if models(address)[name]["module"] == "merges":
            continue  # the reader's own text takes the lines that it needs
        assert alone(page, name).evaluate(GROWN) == [], name


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_zero_is_the_pages_color_and_numbers_can_be_read_on_every_other(theme, new_page):
    page = new_page(MIXING)
    page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
    placed(page, next(iter(figures(MIXING))))
    source = re.sub(r"^export ", "", bundle("kit/tables.js"), flags=re.MULTILINE)
    shades, ink, paper = page.evaluate(SHADES, source)
    grounds = {(crosses, share): ground for crosses, share, ground, _ in shades}
    assert numbers(grounds[False, 0]) == numbers(grounds[True, 0]) == numbers(paper)
    assert numbers(grounds[False, 1]) == numbers(ink)
    assert min(contrast(ground, text) for _, _, ground, text in shades) >= 4.5
    assert contrast(grounds[False, 0.1], grounds[False, 0.26]) >= 1.2  # 0.10 and 0.27 side by side
    assert all(
        grounds[True, share] != grounds[True, -share] for _, share, *_ in shades if share > 0.1
    )


@pytest.mark.browser
def test_an_arc_is_as_thick_as_its_weight_and_a_silent_head_is_faint(new_page):
    page = new_page(HEADS)
    _, name = figures(HEADS)
    place = alone(page, name)
    page.wait_for_function(
        "(place) => place.querySelector('.wb-arc')?.getAttribute('d')", arg=place
    )
    arcs = place.evaluate(ARCS)
    assert len(arcs) == 3 * len(place.query_selector_all(WORDS))
    assert all(
        abs(thick - (weight >= 0.005) * (1 + 15 * weight)) < 0.01 for weight, thick, *_ in arcs
    )
    # three rows, packed to 1/510 a weight
    assert sum(weight for weight, *_ in arcs) == pytest.approx(3, abs=0.1)
    assert not any(faint for *_, faint, _ in arcs)
    place.query_selector("[title='Silence head 1']").click()
    assert sum(faint for *_, faint, _ in place.evaluate(ARCS)) == len(arcs) / 3


@pytest.mark.browser
def test_the_readers_own_words_are_read_and_the_others_are_named(new_page):
    page = new_page(HEADS)
    _, name = figures(HEADS)
    place = alone(page, name)
    place.query_selector(".wb-own").fill("The zebra ba\u00adnk raised rates while ducks slept")
    page.wait_for_function(
        "(place) => place.querySelectorAll('.wb-sentence label:has(input)').length === 7", arg=place
    )
    assert place.query_selector(".wb-unknown").text_content() == "Not known: zebra"
    assert "While" not in place.query_selector(".wb-sentence").text_content()
    assert read(place).said[0].count("sure") == 4  # while is asked twice, by two readers


@pytest.mark.browser
def test_the_mix_is_dragged_by_mouse_and_by_arrow_keys_and_the_lock_keeps_the_sum(mixing):
    page, place = mixing
    lock = place.query_selector(".wb-lock")
    lock.click()
    assert lock.get_attribute("aria-pressed") == "true"
    handle = place.query_selector(".wb-ghost.wb-drag path")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 300, y + 300, steps=3)
    page.mouse.up()
    assert weights(place)[1] == [1, 0, 0]  # money, the corner that is nearest
    place.query_selector(".wb-steered input").focus()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    row = weights(place)[1]
    assert row[1] > 0.05
    assert sum(row) == pytest.approx(1)
    place.query_selector_all(".wb-slider input")[2].focus()
    page.keyboard.press("End")
    assert weights(place)[1] == [0, 0, 1]
    assert page.faults == []


@pytest.mark.browser
def test_a_finger_drags_the_mix(new_page):
    page = new_page(MIXING, has_touch=True, is_mobile=True, viewport=PHONE)
    place = alone(page, next(iter(figures(MIXING))))
    before = weights(place)
    for handle in (".wb-ghost.wb-drag path", ".wb-drag:not(.wb-ghost) path"):
        drag(page, place.query_selector(handle), 30, 10)
        assert weights(place) != before, "the mix, and the bar of money"
        before = weights(place)
    place.evaluate("(place) => place.model.set('weights', [[1, 0, 0], [0.6, 0.3, 0.1], [0, 0, 1]])")
    drag(page, place.query_selector(".wb-ghost.wb-drag path"), 24, 18)  # of some 40 px to money
    assert weights(place)[1] == [1, 0, 0], "a corner takes what is a fingertip away from it"


@pytest.mark.browser
def test_a_link_holds_the_state_and_opens_it(new_page, site):
    page = new_page(MIXING)
    name = list(figures(MIXING))[-1]
    place = placed(page, name)
    place.query_selector("select").select_option("2")
    place.query_selector_all(".wb-choice label")[1].click()
    pick(place, "Copy link")
    page.wait_for_function("location.hash.startsWith('#mixing-2=')")
    link, wanted = page.url, read(place).state
    assert re.fullmatch(r"#mixing-2=[\w%:;,.()'-]+", link[link.index("#") :])
    other = new_page(link.removeprefix(site))
    opened = placed(other, name)
    assert read(opened).state == wanted
    other.wait_for_function(
        "(place) => Math.abs(place.getBoundingClientRect().top) < 200", arg=opened
    )
    pick(opened, "Reset")
    assert weights(opened) != wanted["weights"]
    assert other.faults == []


ANOTHER = (
    "(list) => [...list.options].findLast((option) => !option.disabled && !option.selected).value"
)


@pytest.mark.browser
@pytest.mark.parametrize("address", [DRAG, PLACES, MASKS])
def test_a_link_opens_each_figure_as_it_was_left(address, new_page, site):
    page = new_page(address)
    for name in figures(address):
        place = placed(page, name)
        first = read(place).state
        if chooser := place.query_selector(".wb-board select"):
            chooser.select_option(chooser.evaluate(ANOTHER))
        elif button := place.query_selector(".wb-button"):
            button.click()
        elif slider := place.query_selector(".wb-slider input"):
            slider.press("ArrowRight")
        for label in place.query_selector_all(".wb-choice label:has(input:not(:checked))")[-1:]:
            label.click()
        pick(place, "Copy link")
        page.wait_for_function(
            "(name) => location.hash.startsWith(`#${name}`)", arg=models(address)[name]["module"]
        )
        left = read(place).state
        assert left != first
        other = new_page(page.url.removeprefix(site))
        assert read(placed(other, name)).state == left
        assert other.faults == []


@pytest.mark.browser
@pytest.mark.parametrize(("screen", "figure"), [(1100, 780), (1440, 864), (1920, 980)])
@pytest.mark.parametrize("address", FRAMED)
def test_a_wide_screen_gives_figures_their_width_and_text_its_measure(
    address, screen, figure, new_page
):
    page = new_page(address, viewport={"width": screen, "height": 900})
    for name in figures(address):
        assert abs(placed(page, name).evaluate(WIDTH) - figure) < 1
    assert 60 <= median(filter(None, page.evaluate(SIGNS))) <= 75
    assert page.evaluate("document.documentElement.scrollWidth") <= screen
    assert page.faults == []


CHAPTERS = chapters()
ON_TOP = """(figure) => {
  const {top} = document.querySelector(figure).getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2 && !document.querySelector("#wb-toc").checkVisibility();
}"""
FIRST_OF_SECTIONS = """(asking) => {
  const firsts = new Map();
  for (const place of document.querySelectorAll(".wb-live")) {
    const section = place.closest("section");
    if (!asking.includes(place.dataset.model) && !firsts.has(section)) firsts.set(section, place.dataset.model);
  }
  return [...firsts.values()];
}"""
# A figure, or a guess that is drawn: a point in a plane, a curve in a chart.
DRAWN = ".wb-live:has(.wb-framed, .wb-plane, .wb-chart)"
FIRST = f"(document.querySelector('{DRAWN}').getBoundingClientRect().top + scrollY) / innerHeight"


@pytest.mark.browser
@pytest.mark.parametrize("window", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("address", CHAPTERS)
def test_a_chapter_has_something_to_move_or_to_draw_within_two_screens(address, window, new_page):
    assert new_page(address, viewport=window).evaluate(FIRST) < 2


@pytest.mark.browser
@pytest.mark.parametrize("address", CHAPTERS)
def test_the_contents_lead_once_to_the_figures_of_each_section(address, new_page):
    page = new_page(address, viewport=PHONE)
    asking = [name for name, model in models(address).items() if model["module"] in ASKING]
    found = []
    for link in page.locator("#wb-toc a", has_text="Jump to the figure").all():
        page.locator(".wb-header .wb-toc").click()
        link.click()
        figure = link.get_attribute("href")
        page.wait_for_function(ON_TOP, arg=figure)
        found.append(page.locator(figure).get_attribute("data-model"))
    assert found == page.evaluate(FIRST_OF_SECTIONS, asking)
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("window", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("address", [DRAG, ROLES, MASKS])
def test_no_name_lies_on_a_mark_where_a_figure_opens(address, window, new_page):
    page = new_page(address, viewport=window, reduced_motion="reduce")
    for name in figures(address):
        assert placed(page, name).evaluate(HIDDEN) == []


@pytest.mark.browser
@pytest.mark.parametrize("address", FRAMED)
def test_every_figure_can_be_saved_as_an_image(address, new_page):
    page = new_page(address, viewport=PHONE)
    for name in figures(address):
        place = alone(page, name)
        with page.expect_download() as saved:
            pick(place, "Image file")
        assert saved.value.suggested_filename == f"{models(address)[name]['module']}.png"
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figure_is_saved_as_an_image_with_its_colors(theme, new_page, tmp_path):
    page = new_page(MIXING, color_scheme=theme)
    place = alone(page, next(iter(figures(MIXING))))
    paper, word = place.evaluate(LOOKS)
    with page.expect_download() as saved:
        pick(place, "Image file")
    assert saved.value.suggested_filename == "mixing.png"
    saved.value.save_as(tmp_path / "mixing.png")
    with Image.open(tmp_path / "mixing.png") as image:
        assert image.width == 2 * (
            place.evaluate("(place) => place.querySelector('.wb-board').offsetWidth") + 24
        )
        found = {color: count for count, color in image.convert("RGB").getcolors(1 << 24)}
    assert max(found, key=found.get) == tuple(numbers(paper)[:3])
    assert found.get(tuple(numbers(word)[:3]), 0) > 100, (
        "the word that asks, and the arrow of its color"
    )
    assert page.faults == []


LOOKS = """(place) => [getComputedStyle(place.querySelector(".wb-figure")).backgroundColor,
  getComputedStyle(place.querySelector(".wb-arrow.wb-c1 path")).stroke]"""
BROKEN = [
    "row:7",
    "row:1.5",
    "weights:((1,0,0))",
    "weights:'a'",
    "size:3",
    "row:",
    "%",
    "row:1;row",
]


@pytest.mark.browser
@pytest.mark.parametrize("state", BROKEN)
def test_a_broken_link_opens_the_figure_as_it_is_and_says_so(state, new_page):
    page = new_page(f"{MIXING}#mixing={state}")
    name = next(iter(figures(MIXING)))
    place = placed(page, name)
    assert "cannot be read" in place.query_selector(".wb-note").text_content()
    assert read(place).state == read(placed(new_page(MIXING), name)).state
    assert page.faults == []


THERE_AND_BACK = """([source, states]) => {
  const {spell, unspell} = new Function(`${source}; return {spell, unspell}`)();
  return states.map((state) => {
    location.hash = spell(state);
    return unspell(location.hash.slice(1), state);
  });
}"""
TEXTS = ["", "bank", 'it\'s (a) [test], "yes"; a:b', "नदी 🏦 %5B~!*", "1e3"]


@pytest.mark.browser
def test_what_is_written_into_an_address_is_read_back(new_page):
    page = new_page("search.html")
    source = re.sub(r"^export ", "", bundle("kit/link.js"), flags=re.MULTILINE)
    states = [
        {"own": text, "row": 1, "weights": [[0.25, -0.5], [1 / 3, 1e-9]], "locked": True}
        for text in TEXTS
    ]
    back = page.evaluate(THERE_AND_BACK, [source, states])
    assert json.dumps(back) == json.dumps(states)


# The letters of a figure in lecture view that are smaller than is read from the last row.
SMALL = """(place) => {
  const found = [];
  const texts = document.createTreeWalker(place.querySelector(".wb-lecture .wb-room"), NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode());) {
    const parent = node.parentElement;
    const own = parent.closest(".wb-tools, .wb-lectern, .wb-aloud, [hidden]");
    if (own || !node.data.trim() || !parent.checkVisibility()) continue;
    const scale = parent.getScreenCTM?.().d ?? parent.currentCSSZoom;
    const size = scale * parseFloat(getComputedStyle(parent).fontSize);
    if (size < 22) found.push(`${node.data}: ${size}`);
  }
  return found;
}"""
FILLED = """(place) => {
  const { width, height } = place.querySelector(".wb-lecture [style*=zoom]").getBoundingClientRect();
  return [width / innerWidth, height / innerHeight];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lecture_view_fills_the_window_and_each_control_has_a_key(theme, new_page):
    page = new_page(MIXING, viewport=LAPTOP, color_scheme=theme, reduced_motion="reduce")
    place = placed(page, next(iter(figures(MIXING))))
    pick(place, "Lecture view")
    page.wait_for_function("(place) => place.querySelector('[style*=zoom]')", arg=place)
    assert "?lecture#" in page.url
    across, down = place.evaluate(FILLED)
    assert across > 0.9
    assert down > 0.7
    assert place.evaluate(SMALL) == []
    page.keyboard.press("1")
    assert read(place).state["row"] == 0
    page.keyboard.press("t")
    assert place.query_selector(".wb-second").is_visible()
    page.keyboard.press("r")
    assert read(place).state["row"] == 1
    page.keyboard.press("h")
    assert not place.query_selector(".wb-more").is_visible()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    assert not page.query_selector(".wb-lecture")
    assert "lecture" not in page.url
    assert read(place).state["row"] == 0
    page.keyboard.press("2")
    assert read(place).state["row"] == 0, "elsewhere a letter is the page's own"
    assert page.faults == []


@pytest.mark.browser
def test_a_link_opens_lecture_view_and_a_guess_is_answered_by_a_key(new_page):
    page = new_page(f"{MIXING}?lecture", viewport=LAPTOP)
    first = page.wait_for_selector(".wb-lecture")
    page.wait_for_selector(".wb-predict.wb-showable", state="attached")  # what is below comes later
    page.keyboard.press("PageDown")
    page.wait_for_selector(".wb-predict.wb-lecture")
    assert not first.evaluate("(figure) => figure.classList.contains('wb-lecture')")
    assert not page.query_selector(".wb-lecture .wb-told > [role=status]").text_content()
    page.keyboard.press("a")
    page.wait_for_function(
        "document.querySelector('.wb-lecture .wb-told > [role=status]').textContent"
    )
    page.keyboard.press("PageUp")
    assert not page.query_selector(".wb-predict.wb-lecture")
    assert page.query_selector(".wb-lecture")
    assert page.faults == []


@pytest.mark.browser
def test_arrows_step_a_figure_and_take_it_back_in_lecture_view(new_page):
    page = new_page(ROLES, reduced_motion="reduce", viewport=LAPTOP)
    place = alone(page, list(figures(ROLES))[1])
    stage = "(place) => place.model.get('stage')"
    place.evaluate("(place) => place.model.set('stage', 0)")
    pick(place, "Lecture view")
    for key, wanted in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        assert place.evaluate(stage) == wanted
    assert page.faults == []


@pytest.mark.browser
def test_the_corner_is_one_menu_for_mouse_and_keys(mixing):
    page, place = mixing
    button, items = (place.query_selector(f".wb-more > {what}") for what in ("button", "div"))
    tall = place.evaluate(TALL)
    named = "document.activeElement.ariaLabel"
    button.focus()
    page.keyboard.press("Enter")
    assert items.is_visible()
    assert button.get_attribute("aria-expanded") == "true"
    assert place.evaluate(TALL) == tall
    assert page.evaluate(named) == "Reset"
    for key, wanted in (
        ("ArrowUp", "Lecture view"),
        ("ArrowDown", "Reset"),
        ("End", "Lecture view"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(named) == wanted
    page.keyboard.press("Escape")
    assert not items.is_visible()
    assert button.evaluate("(button) => button === document.activeElement")
    button.click()
    page.mouse.click(2, 2)
    assert not items.is_visible()
    assert page.faults == []


@pytest.mark.browser
def test_the_table_is_a_second_view(mixing):
    _, place = mixing
    button, table = (
        place.query_selector(what) for what in ("[aria-label='Table']", ".wb-second table")
    )
    assert not table.is_visible()
    pick(place, "Table")
    assert table.is_visible()
    assert button.get_attribute("aria-expanded") == "true"


# How far apart the two words are, in pixels.
BETWEEN = """(place) => {
  const [one, other] = [...place.querySelectorAll(".wb-pulled")].map((word) => word.getBoundingClientRect());
  return other.left - one.left;
}"""


@pytest.mark.browser
def test_a_word_that_is_pulled_holds_then_parts_and_a_link_holds_its_state(new_page):
    page = new_page(INTRO, reduced_motion="reduce")
    place = placed(page, next(figures(INTRO)))
    for way in (-1, 1):
        pick(place, "Reset")
        assert place.evaluate(BETWEEN) == pytest.approx(0, abs=0.5)
        box = place.query_selector(".wb-pulled").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20 * way, y, steps=3)
        assert read(place).state["share"] == 0
        page.mouse.move(x + 150 * way, y + 30, steps=5)
        page.mouse.up()
        assert read(place).state["share"] > 0.2
        assert place.evaluate(BETWEEN) > 100
    assert page.faults == []
    linked = new_page(f"{INTRO}#banks=share:0.5")
    assert read(placed(linked, next(figures(INTRO)))).state["share"] == 0.5


@pytest.mark.browser
def test_its_parting_swings_and_comes_to_rest(new_page):
    page = new_page(INTRO)
    place = placed(page, next(figures(INTRO)))
    place.evaluate("(place) => place.model.set('share', 1)")
    page.wait_for_timeout(150)
    on_its_way = place.evaluate(BETWEEN)
    page.wait_for_timeout(1500)
    assert abs(on_its_way - place.evaluate(BETWEEN)) > 1, "it jumps"
    rest = place.evaluate(BETWEEN)
    page.wait_for_timeout(200)
    assert place.evaluate(BETWEEN) == pytest.approx(rest, abs=0.2)


@pytest.mark.browser
def test_the_pipeline_plays_pauses_and_takes_keys(new_page):
    page = new_page(ROLES)
    place = alone(page, list(figures(ROLES))[1])
    play, step = (place.query_selector(f"text={name}") for name in ("Play", "Step"))
    play.click()
    stage = "(place) => place.model.get('stage')"  # reading it all waits until nothing moves
    assert place.evaluate(stage) < 2, "after the mix it begins again"
    page.wait_for_function("(place) => place.model.get('stage') === 2", arg=place)
    play.click()
    assert play.text_content() == "Play"
    step.click()
    paused = read(place).state["stage"]
    place.query_selector(".wb-stages input:checked").focus()
    page.keyboard.press("ArrowDown")
    assert read(place).state["stage"] == paused + 1
    page.keyboard.press(" ")
    assert play.text_content() == "Pause"
    page.keyboard.press(" ")
    assert play.text_content() == "Play"
    box = place.query_selector(".wb-pipes").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 0.4 * box["height"])
    assert read(place).state["stage"] == 3
    assert page.faults == []


class Closed(Handler):
    """Serve the site as a host does that lets no other site read it."""

    def send_header(self, name: str, value: str) -> None:
        if name != "Access-Control-Allow-Origin":
            super().send_header(name, value)


@pytest.fixture
def closed() -> Iterator[str]:
    with Server(("127.0.0.1", 0), functools.partial(Closed, directory=str(BUILT))) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


BOX = (
    '<!doctype html><iframe sandbox="allow-scripts allow-forms" width="900" height="700" src="{}">'
)
THEME = "[document.body, document.documentElement].map(({dataset}) => dataset.theme)"


@pytest.mark.browser
@pytest.mark.skipif(not PLACE.exists(), reason=LACKING)
def test_in_the_box_of_a_schools_site_all_works_or_says_why_not(browser, site, closed, tmp_path):
    """A sandbox without an origin of its own: nothing is kept, and the host decides what it may read."""
    with served(tmp_path) as school:
        for host, told in ((site, "has run"), (closed, "Open this page in a tab of its own.")):
            (tmp_path / "lms.html").write_text(BOX.format(host + MIXING), encoding="utf-8")
            page = browser.new_page(color_scheme="light")
            page.set_default_timeout(PATIENCE)
            thrown: list[str] = []
            page.on("pageerror", lambda error, thrown=thrown: thrown.append(str(error)))
            page.goto(f"{school}lms.html")
            frame = page.frames[1]
            all_here(frame)
            for seen in ("dark", "light", "light"):
                frame.locator(".theme-toggle").locator("visible=true").click()
                assert frame.evaluate(THEME)[1] == seen
            cell = frame.locator(".cell:has(.wb-run:visible)").first
            cell.locator(".wb-run").click()
            expect(cell.locator(".wb-status")).to_contain_text(told)
            fonts = frame.evaluate("[...document.fonts].map(({status}) => status)")
            assert ("loaded" in fonts) == (host == site)
            assert thrown == []
            page.close()


@pytest.mark.browser
def test_the_threads_of_the_loom_have_the_height_that_its_board_leaves(new_page):
    """A rule that is stronger than the loom's own once pressed them into fifty pixels."""
    page = new_page(INTRO, viewport=LAPTOP, reduced_motion="reduce")
    name = next(name for name, model in models(INTRO).items() if model["module"] == "loom")
    board, threads = (
        placed(page, name).query_selector(part).bounding_box()["height"]
        for part in (".wb-board", ".wb-warp")
    )
    assert threads > 0.4 * board
