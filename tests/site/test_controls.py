"""Every control has a name, a place in the tab order and a focus ring; fingers work, and a page
without scripts.
"""

import re

import numpy as np
import pytest
from built import alone, built_pages, different, figure_class, models, pick, placed
from drawn import read
from gestures import BOX, contrast, drag, finger, middle, mouse
from playwright.sync_api import CDPSession, ElementHandle, Page

CONTROLS = ":is(input, button, select, summary, [tabindex='0']):not(.wb-away *, .wb-turns *, [hidden], [hidden] *)"
COUNT = f"(place) => place.querySelectorAll(`{CONTROLS}`).length"
ROLES = {"button", "checkbox", "combobox", "radio", "slider", "spinbutton", "textbox"}
# What is folded is open, also where one fold closes another.
UNFOLD = """(place) => place.querySelectorAll("details")
  .forEach((fold) => Object.assign(fold, {name: "", open: true}))"""
# Which control has the focus, and its ring: it may stand on the control itself or on what is drawn
# in its place, which follows it.
RINGS = f"""(place) => {{
  const at = document.activeElement;
  const i = [...place.querySelectorAll(`{CONTROLS}`)].indexOf(at);
  if (i < 0) return [i, []];
  const paper = getComputedStyle(at.closest(".wb-figure")).backgroundColor;
  return [i, [at, at.nextElementSibling].filter(Boolean).map((drawn) => {{
    const style = getComputedStyle(drawn);
    return [style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), style.outlineColor, paper];
  }})];
}}"""
# Radio buttons of one group are reached as one; what is switched off is not reached.
GROUPS = f"""(place) => [...place.querySelectorAll(`{CONTROLS}`)].map((node, i, all) => {{
  if (node.disabled || node.type !== "radio") return node.disabled ? null : i;
  return all.findIndex((other) => other.type === "radio" && other.name === node.name && other.form === node.form);
}})"""
SMALL = """(place) => [...place.querySelectorAll("button, input, label:has(input)")]
  .filter((node) => !node.matches("label input, [hidden], [hidden] *"))
  .map((node) => [node.outerHTML, node.getBoundingClientRect()])
  .filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"""
# What has the focus, and whether that is seen: it is not clear, nor outside the window, and has a
# ring.
FOCUS_SEEN = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  return [at.outerHTML.slice(0, 120), [at, at.nextElementSibling].filter(Boolean).some((drawn) => {
    const [style, box] = [getComputedStyle(drawn), drawn.getBoundingClientRect()];
    const inside = box.bottom > 0 && box.top < innerHeight && box.width > 1 && box.height > 1;
    return inside && style.opacity > 0.5 && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  })];
}"""
FIGURE_PAGES = [page for page in built_pages() if models(page)]


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_every_control_has_a_name_a_place_in_the_tab_order_and_a_focus_ring(address, new_page):
    page = new_page(address)
    session = page.context.new_cdp_session(page)
    for name in different(address):
        place = alone(page, name)
        place.evaluate(UNFOLD)
        spoken = read_out(session, name)
        nameless = [
            f"{i}: {node['role']['value']}"
            for i, node in enumerate(spoken)
            if not node["name"]["value"]
        ]
        assert nameless == [], f"these controls of {name} have no name"
        assert len(spoken) == place.evaluate(COUNT), (
            f"some controls of {name} are not told to who does not see them"
        )
        place.evaluate("(place) => { place.tabIndex = -1; place.focus(); }")
        for theme, key in (("light", "Tab"), ("dark", "Shift+Tab")):  # there and back
            page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
            reached = set()
            while (page.keyboard.press(key), found := place.evaluate(RINGS))[1][0] >= 0:
                i, rings = found
                reached.add(i)
                assert any(
                    width >= 2 and contrast(ring, paper) >= 3 for width, ring, paper in rings
                ), f"control {i} of {name} shows no focus in the {theme} theme: {rings}"
            groups = place.evaluate(GROUPS)
            missed = {groups[i] for i in range(len(groups)) if groups[i] is not None} - {
                groups[i] for i in reached
            }
            assert missed == set(), f"{key} does not reach these controls of {name}"


def read_out(session: CDPSession, name: str) -> list[dict]:
    """Return the controls of a figure as the browser tells them to a screen reader."""
    found = session.send(
        "Runtime.evaluate", {"expression": f"document.querySelector('[data-model={name}]')"}
    )
    nodes = session.send("Accessibility.queryAXTree", {"objectId": found["result"]["objectId"]})[
        "nodes"
    ]
    return [node for node in nodes if not node["ignored"] and is_control(node)]


def is_control(node: dict) -> bool:
    focusable = any(
        one["name"] == "focusable" and one["value"]["value"] for one in node.get("properties", [])
    )
    if node["role"]["value"] == "option":
        return False  # it belongs to its list
    return focusable or node["role"]["value"] in ROLES  # one that is switched off cannot be focused


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_a_finger_moves_every_figure(address, new_page):
    page = new_page(address, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 800})
    for name in different(address):
        assert_a_finger_moves(page, alone(page, name))
    assert page.faults == []


def assert_a_finger_moves(page: Page, place: ElementHandle) -> None:
    states = [read(place).state]
    if handle := place.query_selector(".wb-drag"):
        old, before = read(place), handle.get_attribute("transform")
        drag(page, handle.query_selector("path") or handle, 40, 20)
        moved = read(place)
        if old.planes:  # a pin on a line is on none
            assert handle.get_attribute("transform") != before
        assert moved.state != old.state
        states.append(moved.state)
    elif slider := place.query_selector("input[type=range]"):
        for share in (0.25, 0.75):  # one of them is elsewhere than the slider stands
            tap(page, slider, share)
            states.append(read(place).state)
    if option := place.query_selector("label:has(input[type=radio]:not(:checked))"):
        submit = option.evaluate_handle(
            "(option) => option.closest('form')?.querySelector('button')"
        ).as_element()
        # a quiz shows one question at a time, and some settings are folded
        while not option.is_visible():
            tap(
                page,
                place.query_selector(
                    ".wb-turns .wb-button:last-child, .wb-fold:not([open]) > summary"
                ),
            )
        tap(page, option)
        if submit:
            tap(page, submit)
        states.append(read(place).state)
    if len(states) == 1:
        tap(page, place.query_selector("button"))
        states.append(read(place).state)
    assert len({str(state) for state in states}) > 1, place
    assert place.evaluate(SMALL) == [], "these are too small for a finger"


def tap(page: Page, control: ElementHandle, share: float = 0.5) -> None:
    """Touch a control with one finger, at a share of its width."""
    x, y, width, height = control.evaluate(BOX)
    page.touchscreen.tap(x + share * width, y + height / 2)


TWINS = (
    "(place) => [...place.querySelectorAll('.wb-pad input')].filter((node) => "
    "node.checkVisibility())"
)
INWARD = """({style}) => [parseFloat(style.left) < 50 ? "ArrowRight" : "ArrowLeft",
  parseFloat(style.bottom) < 50 ? "ArrowUp" : "ArrowDown"]"""
# a weight is kept in hundredths, and where a handle lies is told to a thousandth of the plane
ROOM = 0.0101


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_mouse_finger_and_keys_move_the_same(address, new_page):
    """Keys move a handle by steps; a hand that goes to the same pixel makes the same state."""
    page = new_page(
        address, has_touch=True, viewport={"width": 800, "height": 900}, reduced_motion="reduce"
    )
    for name in different(address):
        place = alone(page, name)
        reset = place.query_selector(".wb-more")
        for i in range(place.evaluate(f"(place) => ({TWINS})(place).length") if reset else 0):
            twin = place.evaluate_handle(f"(place) => ({TWINS})(place)[{i}]").as_element()
            pick(place, "Reset")
            first, start = read(place).state, middle(twin)
            twin.focus()
            for key in twin.evaluate(INWARD):
                page.keyboard.press(key)
            by_keys, end = read(place).state, middle(twin)
            assert by_keys != first, f"handle {i} of {name}"
            for hand in (mouse, finger):
                pick(place, "Reset")
                assert read(place).state == first, f"handle {i} of {name}"
                hand(page, start, end)
                by_hand = read(place).state
                changed = [trait for trait in first if by_hand[trait] != by_keys[trait]]
                assert all(
                    np.allclose(by_hand[trait], by_keys[trait], atol=ROOM) for trait in changed
                ), (i, name)
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_a_finger_that_scrolls_the_page_leaves_a_slider_where_it_is(address, new_page):
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    page = new_page(address, reduced_motion="reduce", **phone)  # nothing moves of itself
    for name in different(address):
        place = placed(page, name)
        # others lie over what is dragged by hand
        if slider := place.query_selector(".wb-slider input"):
            for share in (0.02, 0.5, 0.9):  # one may be where the slider stands, the others are not
                place.scroll_into_view_if_needed()
                x, y, width, height = slider.evaluate(BOX)
                before = read(place).state, page.evaluate("scrollY")
                swipe(page, x + share * width, y + height / 2, -150)
                after = read(place).state, page.evaluate("scrollY")
                assert after[0] == before[0], f"{name} moves"
                assert after[1] > before[1] + 50, "the page does not scroll"
    assert page.faults == []


def swipe(page: Page, x: float, y: float, down: float) -> None:
    """Move a finger straight up or down, as the browser itself reports it, and wait for the page to
    follow.
    """
    session = page.context.new_cdp_session(page)
    points = [{"x": x, "y": y + down * part / 10} for part in range(11)]
    for kind, at in (
        ("touchStart", points[:1]),
        *(("touchMove", [point]) for point in points[1:]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        page.evaluate("new Promise(requestAnimationFrame)")


@pytest.mark.browser
def test_the_keyboard_is_soon_at_a_figure_and_its_focus_is_always_seen(new_page):
    page = new_page(FIGURE_PAGES[5])
    at = "document.activeElement.closest('.wb-live')?.id"
    for figure in ("wb-figure-1", "wb-figure-2"):
        # others lead back from what a guess uncovers
        link = page.locator(f"a[href='#{figure}']").first
        while not link.evaluate("(link) => link === document.activeElement"):
            page.keyboard.press("Escape")  # an editor keeps Tab for itself until then
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate(at) == figure
        if figure == "wb-figure-1":
            # the way on is offered before the figure's own controls
            page.keyboard.press("Shift+Tab")
            page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")
    page.reload()
    unseen, copies = [], 0
    while page.keyboard.press("Tab") or (seen := page.evaluate(FOCUS_SEEN)):
        copies += "copybtn" in seen[0] or "wb-run" in seen[0]
        unseen += [seen[0]] * (not seen[1])
        if page.evaluate(at):
            break
    sections = page.locator("article section section").count()
    assert unseen == []
    assert copies <= sections
    button = page.locator(".copybtn, .wb-run").locator("visible=true")
    button.first.focus()
    page.keyboard.press("ArrowDown")
    assert button.nth(1).evaluate("(button) => button === document.activeElement")


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_without_scripts_a_picture_and_the_numbers_stand_in_the_figures_place(address, new_page):
    page = new_page(address, java_script_enabled=False)
    for name, model in models(address).items():
        place = page.locator(f".wb-live[data-model={name}]")
        kind = figure_class(model["module"])
        fig = kind(**model["state"])
        place.scroll_into_view_if_needed()
        if fig.still() is not None:
            shown = place.locator("img").locator("visible=true")
            assert shown.count() == 1, "one picture, the one of the theme"
            assert shown.get_attribute("alt") == fig.still().alt
            page.wait_for_function(
                "(image) => image.complete && image.naturalWidth > 100", arg=shown.element_handle()
            )
            caption, heads, rows = fig.table()
            table = place.locator("table.wb-fallback")
            assert table.locator("caption").text_content() == caption
            cells = table.locator("tbody tr").evaluate_all(
                "(rows) => rows.map((r) => [...r.cells].map((c) => c.textContent))"
            )
            assert cells == [
                [f"{x:.2f}" if isinstance(x, float) else str(x) for x in row] for row in rows
            ]
            assert all(len(row) == len(heads) for row in cells)
        else:
            asked = getattr(fig, "questions", [fig])
            assert place.locator("ol.wb-fallback > li, div.wb-fallback").count() == len(asked)
            assert place.locator("details").count() == len(asked)
    blocked = re.compile(r"failed: \S+\.js\?\S+ csp")  # how Chromium says that it runs no scripts
    assert [fault for fault in page.faults if not blocked.fullmatch(fault)] == []
