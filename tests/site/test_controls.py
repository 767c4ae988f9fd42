"""Every control has a name, a place in the tab order and a focus ring; fingers work, and a page without scripts."""

import re

import pytest
from built import built_pages, figure_class, models, placed
from drawn import numbers, read
from playwright.sync_api import Locator, Page

CONTROLS = ":is(input, button, select, [tabindex='0']):not(.wb-away *)"
# The ring may stand on the control itself or on what is drawn in its place, which follows it.
RINGS = """(node) => Object.fromEntries(["dark", "light"].map((theme) => {
  document.documentElement.dataset.theme = theme;
  const paper = getComputedStyle(node.closest(".wb-figure")).backgroundColor;
  return [theme, [node, node.nextElementSibling].filter(Boolean).map((drawn) => {
    const style = getComputedStyle(drawn);
    return [style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), style.outlineColor, paper];
  })];
}))"""
FOCUSED = f"(place) => [...place.querySelectorAll(`{CONTROLS}`)].indexOf(document.activeElement)"
# Radio buttons of one group are reached as one; what is switched off is not reached.
GROUPS = f"""(place) => [...place.querySelectorAll(`{CONTROLS}`)].map((node, i, all) => {{
  if (node.disabled || node.type !== "radio") return node.disabled ? null : i;
  return all.findIndex((other) => other.type === "radio" && other.name === node.name && other.form === node.form);
}})"""
FIGURE_PAGES = [page for page in built_pages() if models(page)]


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_every_control_has_a_name_a_place_in_the_tab_order_and_a_focus_ring(address, new_page):
    page = new_page(address)
    for name in models(address):
        place = placed(page, name)
        located = page.locator(f".wb-live[data-model={name}]").locator(CONTROLS)
        for i, described in enumerate(control.aria_snapshot() for control in located.all()):
            assert re.match(r"- '?\w+ \"[^\"]+\"", described), f"control {i} of {name} has no name: {described}"
        controls = place.query_selector_all(CONTROLS)
        place.evaluate("(place) => { place.tabIndex = -1; place.focus(); }")
        reached = set()
        while (page.keyboard.press("Tab"), i := place.evaluate(FOCUSED))[1] >= 0:
            reached.add(i)
            for theme, rings in controls[i].evaluate(RINGS).items():
                assert any(width >= 2 and contrast(ring, paper) >= 3 for width, ring, paper in rings), (
                    f"control {i} of {name} shows no focus in the {theme} theme: {rings}"
                )
        groups = place.evaluate(GROUPS)
        missed = {groups[i] for i in range(len(groups)) if groups[i] is not None} - {groups[i] for i in reached}
        assert missed == set(), f"Tab does not reach these controls of {name}"


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two opaque colors by the formula of WCAG 2."""

    def lightness(color: str) -> float:
        parts = [x / 255 for x in numbers(color)[:3]]
        red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted([lightness(first), lightness(second)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_a_finger_moves_every_figure(address, new_page):
    page = new_page(address, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 800})
    for name in models(address):
        placed(page, name)
        assert_a_finger_moves(page, page.locator(f".wb-live[data-model={name}]"))
    assert page.faults == []


def assert_a_finger_moves(page: Page, place: Locator) -> None:
    states = [read(place).state]
    handles = place.locator(".wb-drag")
    if handles.count():
        word = handles.first.text_content()
        old = read(place).points()[word]
        drag(page, handles.first.locator("path"), 40, 20)
        assert read(place).points()[word] != old
        states.append(read(place).state)
    elif place.locator("input[type=range]").count():
        slider = place.locator("input[type=range]").first
        box = slider.bounding_box()
        for share in (0.25, 0.75):  # one of them is elsewhere than the slider stands
            slider.tap(position={"x": share * box["width"], "y": box["height"] / 2})
            states.append(read(place).state)
    options = place.locator("label:has(input[type=radio]:not(:checked))")
    if options.count():
        option = options.first
        submit = option.locator("xpath=ancestor::form").locator("button")
        option.tap()
        if submit.count():
            submit.tap()
        states.append(read(place).state)
    assert len({str(state) for state in states}) > 1, place
    small = place.locator("button, input, label:has(input)").evaluate_all(
        "(nodes) => nodes.filter((n) => !n.matches('label input')).map((n) => [n.outerHTML, n.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"
    )
    assert small == [], "these are too small for a finger"


def drag(page, handle, right: float, down: float) -> None:
    """Drag with one finger, as the browser itself reports it."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1), ("touchEnd", None)):
        points = [] if part is None else [{"x": x + part * right, "y": y + part * down}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


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
            page.wait_for_function("(image) => image.complete && image.naturalWidth > 100", arg=shown.element_handle())
            caption, heads, rows = fig.table()
            table = place.locator("table.wb-fallback")
            assert table.locator("caption").text_content() == caption
            cells = table.locator("tbody tr").evaluate_all(
                "(rows) => rows.map((r) => [...r.cells].map((c) => c.textContent))"
            )
            assert cells == [[f"{x:.2f}" if isinstance(x, float) else str(x) for x in row] for row in rows]
            assert all(len(row) == len(heads) for row in cells)
        else:
            assert place.locator("ol.wb-fallback > li").count() == len(fig.questions)
            assert place.locator("details").count() == len(fig.questions)
    blocked = re.compile(r"failed: \S+\.js\?\S+ csp")  # how Chromium says that it runs no scripts
    assert [fault for fault in page.faults if not blocked.fullmatch(fault)] == []
