"""Planes with arrows that a hand or the arrow keys take (jobs, roles); what was tried stays as dots."""

import re

import numpy as np
import pytest
from built import alone, models, pick, placed
from drawn import read
from gestures import ARCS, HIDDEN, LAPTOP, center, drag, named
from playwright.sync_api import ElementHandle, Page

from whichbank.figures import TwoTasks

TASKS, ROLES = "book/jobs.html", "book/roles.html"
PHONE = {"width": 390, "height": 844}
WINDOWS = [PHONE, pytest.param(LAPTOP, marks=pytest.mark.wide)]
SET = "(place, traits) => { for (const name in traits) place.model.set(name, traits[name]); }"
# Pairs of names in a plane that lie over each other.
CROSSED = """(place) => {
  const names = [...place.querySelectorAll(".wb-plane .wb-point > text")].map((one) => [one.textContent, one.getBBox(),
    one.parentNode.transform.baseVal.consolidate().matrix]);
  const boxes = names.map(([name, {x, y, width, height}, {e, f}]) => [name, e + x, f + y + 3, width, height - 6]);
  return boxes.flatMap(([a, x, y, w, h], i) => boxes.slice(i + 1)
    .filter(([, X, Y, W, H]) => X < x + w && x < X + W && Y < y + h && y < Y + H).map(([b]) => `${a}, ${b}`));
}"""
DOTS = """(place) => [...place.querySelectorAll(".wb-curve .wb-line + path")]
  .map((path) => (path.getAttribute("d")?.match(/M/g) ?? []).length)"""
CARDS = ".wb-roles label"
# The names in planes that lie on another name, by more than their rims, or on the middle of a mark.
COVERED = """(place) => {
  const shown = (what) => [...place.querySelectorAll(`.wb-plane .wb-point > ${what}`)]
    .filter((node) => node.checkVisibility({visibilityProperty: true}) && (what === "path" || node.textContent));
  const names = shown("text").map((node) => [node.textContent, node.getBoundingClientRect()]);
  const middles = shown("path").map((mark) => mark.getBoundingClientRect())
    .map(({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2]);
  const on = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  return names.flatMap(([name, a], i) => [
    ...names.slice(0, i).filter(([, b]) => on(a, b)).map(([other]) => `${name} / ${other}`),
    ...middles.filter(([x, y]) => x > a.left && x < a.right && y > a.top && y < a.bottom).map(() => `${name} / mark`)]);
}"""
# Numbers that lie outside their figure's board, or on the number beside them on a card.
OUTSIDE = """(place) => {
  const board = place.querySelector(".wb-board").getBoundingClientRect();
  const full = (one) => one.textContent.trim();
  const boxes = (selector) => [...place.querySelectorAll(selector)].filter(full).map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [one.textContent.trim(), range.getBoundingClientRect()];
  });
  const cards = boxes(".wb-roles i");
  return [...cards, ...boxes(".wb-ranking :is(td, tbody th)")]
    .filter(([, box]) => box.left < board.left || box.right > board.right).map(([text]) => text)
    .concat(cards.flatMap(([text, a], i) => cards.slice(0, i)
      .filter(([, b]) => b.right + 2 > a.left && a.right + 2 > b.left && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => `${other} / ${text}`)));
}"""
# The numbers in the arcs of a job that lie on an arc of it.
STRUCK = """(place) => [...place.querySelectorAll(".wb-looks")].flatMap((picture) => {
  const arcs = [...picture.querySelectorAll(".wb-arc")].filter((arc) => Number(arc.getAttribute("stroke-width")));
  return [...picture.querySelectorAll("text")].filter((text) => text.textContent).filter((text) => {
    const {x, y, width, height} = text.getBBox();
    return arcs.some((arc) => Array.from({length: 101}, (_, i) => arc.getPointAtLength(arc.getTotalLength() * i / 100))
      .some((at) => {
        const half = arc.getAttribute("stroke-width") / 2;
        const far = [Math.max(x - at.x, 0, at.x - x - width), Math.max(y + 4 - at.y, 0, at.y - y - height + 4)];
        return Math.hypot(...far) < half;
      }));
  }).map((text) => text.textContent);
})"""
# The largest number at the axis across of a plane.
REACH = """(place) => Math.max(...[...place.querySelectorAll(".wb-plane .wb-tick[text-anchor=middle]")]
  .map((tick) => Number(tick.textContent.replace("−", "-"))))"""
# The corners of the sheet's unit square, and the tips that are dragged.
CORNERS = """(place) => [
  place.querySelector(".wb-sheet path").getAttribute("d").slice(1, -1).split("L")
    .map((at) => at.split(" ").map(Number)),
  [...place.querySelectorAll(".wb-drag:has(> path)")].map((tip) => tip.transform.baseVal.consolidate().matrix)
    .map(({e, f}) => [e, f]),
]"""
W = [[0, 1], [2, 0]]  # of chapter jobs


def press(page: Page, place: ElementHandle, handle: int, keys: dict[str, int]) -> None:
    """Press arrow keys on a tip, each so many times."""
    place.query_selector_all(".wb-steered input")[handle].focus()
    for key, times in keys.items():
        for _ in range(times):
            page.keyboard.press(f"Arrow{key}")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "module", "matrix", "there", "back", "onto"),
    [
        (TASKS, "tasks", "matrix", {"Down": 10}, {"Up": 10}, [[1, 0], [0, 0]]),
        (ROLES, "matrices", "W_q", {"Left": 2, "Up": 2}, {"Right": 2, "Down": 2}, [[0, 1], [0, 1]]),
    ],
)
def test_a_tip_goes_where_a_hand_or_the_arrow_keys_take_it(
    address, module, matrix, there, back, onto, new_page
):
    """The first tip onto the second, by mouse, and by steps of the figure's own size: of 07 bank's,
    of 08 row 1.
    """
    page = new_page(address, reduced_motion="reduce")
    place = alone(page, named(address, module)[-1])
    if chooser := place.query_selector(".wb-board select"):
        chooser.select_option("0")  # change nothing
    assert read(place).state[matrix] == [[1, 0], [0, 1]]
    first, second = place.query_selector_all(".wb-drag > path")[-2:]
    first.scroll_into_view_if_needed()
    page.mouse.move(*center(first))
    page.mouse.down()
    page.mouse.move(*center(second), steps=4)
    page.mouse.up()
    dragged = read(place)
    assert dragged.state[matrix] == onto
    press(page, place, 0, back)
    assert read(place).state[matrix] == [[1, 0], [0, 1]]
    press(page, place, 0, there)
    pressed = read(place)
    assert (pressed.state, pressed.planes, pressed.said) == (
        dragged.state,
        dragged.planes,
        dragged.said,
    )
    press(page, place, 0, {"Up": 40})
    assert max(map(max, read(place).state[matrix])) == 2, "as far as its numbers go"
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "module", "corners"), [(TASKS, "tasks", [2, 1]), (ROLES, "matrices", [1, 3])]
)
def test_the_sheet_goes_where_the_tips_go(address, module, corners, new_page):
    """Of 07 the tips are of bank, (1, 1), and grows, (1, 0); of 08 of the two rows."""
    page = new_page(address, reduced_motion="reduce")
    place = alone(page, named(address, module)[-1])
    seen = []
    for handle, keys in ((0, {"Up": 1}), (1, {"Left": 2, "Down": 3}), (0, {"Right": 1})):
        press(page, place, handle, keys)
        square, tips = place.evaluate(CORNERS)
        # of roles there is one below them, the query's
        np.testing.assert_allclose([square[i] for i in corners], tips[-2:], atol=0.06)
        seen.append(tips)
    assert seen[0] != seen[1] != seen[2]
    assert page.faults == []


@pytest.mark.browser
def test_what_one_word_asks_for_stays_when_the_other_asks_for_something_else(new_page):
    page = new_page(TASKS)
    place = alone(page, named(TASKS, "tasks")[-1])
    rng = np.random.default_rng(5)
    for moved, kept in ((0, 2), (1, 1)) * 4:  # the tips are of bank and grows
        before = np.array(read(place).state["matrix"])
        for key in ("Left", "Up", "Right", "Down"):
            press(page, place, moved, {key: int(rng.integers(0, 30))})
        after = np.array(read(place).state["matrix"])
        vectors = np.array(models(TASKS)[named(TASKS, "tasks")[-1]]["state"]["vectors"])
        # kept in hundredths
        np.testing.assert_allclose(vectors[kept] @ after, vectors[kept] @ before, atol=0.011)
        assert np.abs(after).max() <= 2
        assert not np.array_equal(after, before)
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize(("address", "module"), [(TASKS, "tasks"), (ROLES, "matrices")])
def test_a_finger_drags_a_tip(address, module, new_page):
    page = new_page(address, has_touch=True, is_mobile=True, viewport=PHONE)
    place = alone(page, named(address, module)[-1])
    before = read(place).state
    drag(page, place.query_selector(".wb-drag > path"), -40, -40)
    assert read(place).state != before
    assert page.faults == []


@pytest.mark.browser
def test_what_was_tried_stays_as_dots_until_reset(new_page):
    page = new_page(TASKS)
    place = alone(page, named(TASKS, "tasks")[0])
    assert place.evaluate(DOTS) == [1, 0]
    sliders = place.query_selector_all(".wb-slider input")
    for slider, key in ((0, "End"), (1, "End"), (0, "Home")):
        sliders[slider].focus()
        page.keyboard.press(key)
    assert place.evaluate(DOTS) == [4, 0]
    sliders[2].press("Home")
    sliders[2].press("End")
    numbers = place.evaluate(DOTS)[0]
    sliders[2].press("Home")
    assert place.evaluate(DOTS) == [numbers, 0], "what has a dot gets no other"
    pick(place, "Reset")
    assert place.evaluate(DOTS) == [1, 0]
    place = alone(page, named(TASKS, "tasks")[-1])
    numbers = place.evaluate(DOTS)[0]
    press(page, place, 1, {"Left": 10, "Up": 10})
    press(page, place, 0, {"Right": 10})
    state = read(place)
    assert state.state["matrix"] == W
    assert place.evaluate(DOTS)[0] == numbers, "the numbers' dots stay"
    assert place.evaluate(DOTS)[1] > 5
    told = state.charts[0]["label"]
    assert f"{numbers} with numbers, of these 0 in the corner" in told
    assert " 0 in the corner" not in told.partition("with one matrix")[2]
    assert state.said[0].startswith("Both jobs are done")
    assert "ask for what it is not" in state.said[0]
    pick(place, "Reset")
    assert place.evaluate(DOTS) == [numbers, 1]
    assert page.faults == []


@pytest.mark.browser
def test_random_settings_fill_all_but_the_corner_and_a_matrix_gets_in(new_page):
    page = new_page(TASKS)
    for i, kind in enumerate(
        (r"numbers: 0\sof\s300 do both", r"matrix: [1-9]\d?\sof\s300 do both")
    ):
        place = alone(page, named(TASKS, "tasks")[i - 2])
        own, before = read(place).state, place.evaluate(DOTS)
        place.query_selector("button:text-is('Step')").click()
        assert 0 < read(place).state["tried"][i] < 50
        assert place.evaluate(DOTS)[i] == before[i] + read(place).state["tried"][i]
        place.query_selector("button:text-is('Play')").click()
        page.wait_for_function(
            "([place, i]) => place.model.get('tried')[i] === 300", arg=[place, i]
        )
        place.wait_for_selector(".wb-play:text-is('Play')")
        assert re.search(kind, read(place).text)
        state = read(place).state
        assert (state["scalars"], state["matrix"]) == (own["scalars"], own["matrix"]), (
            "the reader's own stays"
        )
        assert place.evaluate(DOTS)[i] == before[i] + 300
        pick(place, "Reset")
        assert place.evaluate(DOTS) == before
    assert page.faults == []


@pytest.mark.browser
def test_the_plane_grows_under_the_hand_and_shrinks_when_it_lets_go(new_page):
    page = new_page(TASKS)
    place = alone(page, named(TASKS, "tasks")[-1])
    assert place.evaluate(REACH) == 2
    tip = place.query_selector(".wb-drag > path")  # of bank
    tip.scroll_into_view_if_needed()
    at, room = center(tip), place.query_selector(".wb-plane").bounding_box()
    # bank is (1, 1)
    asks = "(place) => place.model.get('matrix').map((row) => row[0]).reduce((a, b) => a + b)"
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(room["x"] + room["width"] - 20, at[1], steps=8)
    far = place.evaluate(asks)
    assert 2.5 < far < 3.5, "it does not jump when the plane grows"
    assert place.evaluate(REACH) == 4
    page.mouse.move(room["x"] + room["width"] - 60, at[1], steps=4)
    assert place.evaluate(asks) < far
    page.mouse.move(*at, steps=8)
    assert place.evaluate(REACH) == 4, "it shrinks under the hand"
    page.mouse.up()
    assert place.evaluate(REACH) == 2
    assert page.faults == []


@pytest.mark.browser
def test_no_number_of_a_job_lies_on_an_arc(new_page):
    page = new_page(TASKS, reduced_motion="reduce")
    place = alone(page, named(TASKS, "tasks")[0])
    random = np.random.default_rng(7).integers(0, 21, (8, 3)) / 10
    for scalars in ([1, 1, 1], [2, 1, 1], [0.5, 2, 1], [1, 2, 0], *random):
        place.evaluate(SET, {"scalars": np.asarray(scalars).tolist()})
        assert place.evaluate(STRUCK) == [], read(place).state
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("mode", ["scalars", "matrix"])
def test_each_jobs_arcs_are_as_thick_as_the_weights_of_the_word_that_asks(mode, new_page):
    page = new_page(TASKS, reduced_motion="reduce")
    place = alone(page, named(TASKS, "tasks")[0])
    for scalars, matrix in (
        ([1, 1, 1], W),
        ([2, 0.5, 0], [[1, 0], [0, 1]]),
        ([0.5, 2, 1], [[-1, 2], [0.3, -1.5]]),
    ):
        place.evaluate(SET, {"mode": mode, "scalars": scalars, "matrix": matrix})
        state = models(TASKS)[named(TASKS, "tasks")[0]]["state"] | read(place).state
        fig = TwoTasks(**state)
        rows = [
            [(row[s], s == wanted) for s in range(3)]
            for row, wanted in ((fig.weights[a], w) for a, w in fig.wants)
        ]
        # the wanted arc is drawn last
        wanted = [one for row in rows for one in sorted(row, key=lambda pair: pair[1])]
        arcs = place.evaluate(ARCS)
        np.testing.assert_allclose(
            [weight for weight, *_ in arcs], [weight for weight, _ in wanted], atol=1e-4
        )
        for weight, thick, *_ in arcs:
            assert thick == pytest.approx((weight >= 0.005) * (1 + 15 * weight), abs=0.01)
        marks = [node.text_content()[-1] for node in place.query_selector_all(".wb-wanted text")]
        assert [mark == "✓" for mark in marks] == fig.served
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("window", WINDOWS)
def test_no_name_lies_on_a_mark_or_a_name_whatever_the_words_ask_for(window, new_page):
    page = new_page(TASKS, viewport=window, reduced_motion="reduce")
    place = alone(page, named(TASKS, "tasks")[-1])
    assert place.evaluate(HIDDEN) == place.evaluate(CROSSED) == []
    for handle, keys in (
        (0, {"Up": 7}),
        (1, {"Right": 12}),
        (0, {"Left": 15}),
        (1, {"Down": 20}),
        (1, {"Left": 25}),
    ):
        for key, times in keys.items():
            for _ in range(times):
                press(page, place, handle, {key: 1})
                found = place.evaluate(HIDDEN), place.evaluate(CROSSED)
                assert found == ([], []), read(place).state["matrix"]
    for matrix in [W, *np.random.default_rng(3).integers(-20, 21, (60, 2, 2)) / 10]:
        place.evaluate(SET, {"matrix": np.asarray(matrix).tolist()})
        assert (place.evaluate(HIDDEN), place.evaluate(CROSSED)) == ([], []), matrix
    assert page.faults == []


@pytest.mark.browser
def test_a_louder_word_is_larger(new_page):
    page = new_page(TASKS)
    place = alone(page, named(TASKS, "tasks")[0])
    words = place.query_selector_all(".wb-volumes label")
    sizes = []
    for key in ("Home", "ArrowRight", "End"):
        place.query_selector_all(".wb-slider input")[1].press(key)
        sizes.append(
            [
                word.evaluate("(word) => parseFloat(getComputedStyle(word).fontSize)")
                for word in words
            ]
        )
    quiet, low, loud = sizes
    assert 9 <= quiet[1] < low[1] < loud[1]
    assert quiet[0] == loud[0], "the others stay"


@pytest.mark.browser
def test_the_plane_shows_what_the_matrix_that_is_bent_makes(new_page):
    page = new_page(ROLES, viewport=PHONE)
    place = alone(page, named(ROLES, "matrices")[-1])
    for i, card in enumerate(place.query_selector_all(CARDS)):
        card.click()
        shown = read(place).points()
        assert ("bank asks" in shown) == (i != 2)
        assert ("new bank" in shown) == (i == 2)
        dots = ["the keys", "the keys", "the values", "the words as they are"][i]
        assert place.query_selector(".wb-dots-are").text_content() == f"Dots: {dots}"
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("window", WINDOWS)
def test_no_name_covers_a_mark_or_another_name_whatever_is_bent(window, new_page):
    page = new_page(ROLES, viewport=window, reduced_motion="reduce")
    place = alone(page, named(ROLES, "matrices")[-1])
    covered = {}
    for version in range(5):
        place.query_selector(".wb-board select").select_option(str(version))
        for card in place.query_selector_all(CARDS):
            card.click()
            for word in place.query_selector_all(".wb-choice:not(.wb-roles) label"):
                word.click()
                covered[version, card.text_content(), word.text_content()] = place.evaluate(COVERED)
    card = place.query_selector_all(CARDS)[1]
    card.click()
    for tip, key in ((0, "Left"), (1, "Right"), (1, "Down"), (1, "Down")):
        press(page, place, tip, {key: 1})
        covered["keys that come to the middle", tip, key] = place.evaluate(COVERED)
    assert len(covered) > 45
    assert {state: found for state, found in covered.items() if found} == {}
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_number_stays_on_its_card_and_in_the_table(width, new_page):
    page = new_page(ROLES, viewport={"width": width, "height": 844})
    place = alone(page, named(ROLES, "matrices")[-1])
    for matrix in ([[-1.5, -1.5], [-1.5, -1.5]], [[2, 1.5], [1.5, 0.5]]):
        for row in range(3):
            opposite = (-np.array(matrix)).tolist()
            place.evaluate(SET, {"W_q": matrix, "W_k": matrix, "W_v": opposite, "row": row})
            assert place.evaluate(OUTSIDE) == [], (matrix, row)
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize(("address", "module"), [(TASKS, "tasks"), (ROLES, "matrices")])
def test_a_link_holds_what_was_bent(address, module, new_page, site):
    page = new_page(address)
    name = named(address, module)[-1]
    place = alone(page, name)
    for handle in range(len(place.query_selector_all(".wb-steered input"))):
        press(page, place, handle, {"Left": 1, "Down": 2})
    pick(place, "Copy link")
    page.wait_for_function("(name) => location.hash.startsWith(`#${name}`)", arg=module)
    left = read(place).state
    assert left != models(address)[name]["state"]
    other = new_page(page.url.removeprefix(site))
    assert read(placed(other, name)).state == left
    assert other.faults == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "link"),
    [
        (TASKS, "tasks=mode:'matrix'"),
        (TASKS, "tasks=scalars:(1,1,2.5)"),
        (TASKS, "tasks=matrix:((3,0),(0,1))"),
        (TASKS, "tasks=tried:(301,0)"),
        (ROLES, "matrices=row:3"),
        (ROLES, "matrices=W_v:((1,0),(0,-2.5))"),
        (ROLES, "matrices=W_q:(1,0)"),
        (ROLES, "matrices=bent:'W_o'"),
        (ROLES, "lookup=values:(1,2,9)"),
        (ROLES, "lookup=places:(0,1,3)"),
        (ROLES, "lookup=places:(0,1)"),
    ],
)
def test_a_broken_link_is_refused(address, link, new_page):
    page = new_page(f"{address}#{link}")
    name = named(address, link.partition("=")[0])[0]
    place = placed(page, name)
    assert "cannot be read" in place.query_selector(".wb-note").text_content()
    assert read(place).state == models(address)[name]["state"]
    assert page.faults == []
