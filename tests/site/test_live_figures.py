"""Every live figure of every page: mounted at once, moved by keyboard, and what it draws is what the kernels say."""

from urllib.parse import urlsplit

import pytest
from built import built_pages, figure_class, live_figures, models, placed
from comparers import COMPARERS
from drawn import read
from playwright.sync_api import ElementHandle, Page

import whichbank.figures
from whichbank.figures import Figure

CONTROLS = ":is(input, button, select, [tabindex='0']):not(.wb-away *)"


def test_every_figure_class_is_on_a_page_and_has_a_comparer():
    kinds = {kind for name in whichbank.figures.__all__ if (kind := getattr(whichbank.figures, name)) is not Figure}
    missing = {kind.__name__ for kind in kinds} - set(COMPARERS)
    assert not missing, f"add a comparer to tests/site/comparers/ for {sorted(missing)}"
    shown = {figure_class(model["module"]) for page in built_pages() for model in models(page).values()}
    assert kinds - shown == set(), "these figures stand on no page"


def check(place: ElementHandle, address: str = "") -> dict:
    """Hold what the figure draws to what the kernels say of its traits; return the traits."""
    drawn = read(place)
    address = address or urlsplit(place.owner_frame().url).path.lstrip("/")
    model = models(address)[place.get_attribute("data-model")]
    kind = figure_class(model["module"])
    state = model["state"] | drawn.state
    fig = kind(**{name: value for name, value in state.items() if name in kind.own_traits()})
    COMPARERS[kind.__name__](fig, drawn)
    return drawn.state


@pytest.mark.browser
@pytest.mark.parametrize(("address", "name"), live_figures())
def test_every_control_moves_by_keyboard_and_the_kernels_agree(address, name, new_page):
    page = new_page(address)
    place = placed(page, name, timeout=2_000)  # the page is loaded: it is drawn at once
    check(place)
    groups = set()
    i = 0
    while i < len(controls := place.query_selector_all(CONTROLS)):  # a control may bring others
        control = controls[i]
        what = control.evaluate("(node) => node.type ?? node.role")
        if what == "range":
            moved = [press(page, place, control, key) for key in ("End", "Home", "ArrowRight", "ArrowUp", "PageUp")]
            assert len({str(state) for state in moved}) > 2, f"control {i} does not move the figure"
        elif what == "radio" and (group := radio_group(control)) not in groups:
            groups.add(group)
            assert pick_each(page, place, control), f"control {i} does not move the figure"
        elif what == "text":
            states = [answer(page, place, control, text) for text in ("0.25", "0,5", "-1")]
            assert len({str(state) for state in states}) == 3, f"control {i} does not move the figure"
        elif what in ("button", "submit"):
            assert push(page, place, control), f"button {i} does nothing, wherever the figure stands"
        elif what != "radio":
            pytest.fail(f"control {i} is a {what}: say in this test how it is moved")
        i += 1
    assert i > 0, "a figure without controls is a picture"
    assert page.faults == []


def press(page: Page, place: ElementHandle, control: ElementHandle, key: str) -> dict:
    control.evaluate("(node) => node.focus()")
    page.keyboard.press(key)
    assert place.evaluate("(place) => place.contains(document.activeElement)"), f"{key} loses the focus"
    return check(place)


def radio_group(control: ElementHandle) -> str:
    return control.evaluate("(node) => `${node.name} ${[...document.forms].indexOf(node.form)}`")


def pick_each(page: Page, place: ElementHandle, control: ElementHandle) -> bool:
    """Walk once around a group of radio buttons with the arrow key, checking an answer where there is one to check."""
    group = control.evaluate("(node) => [...node.closest('fieldset').querySelectorAll('input')].length")
    in_form = control.evaluate("(node) => node.form !== null")
    before = str(read(place).state)
    states = []
    control.evaluate("(node) => node.focus()")
    for _ in range(group):
        page.keyboard.press("ArrowDown")
        assert place.evaluate(
            "(place) => document.activeElement?.type === 'radio' && place.contains(document.activeElement)"
        )
        if in_form:
            page.keyboard.press("Enter")
        states.append(str(check(place)))
    return len({before, *states}) >= min(2, group)


def answer(page: Page, place: ElementHandle, control: ElementHandle, text: str) -> dict:
    control.fill(text)
    return press(page, place, control, "Enter")


def push(page: Page, place: ElementHandle, button: ElementHandle) -> bool:
    """Press a button from several states of the figure: it must change one of them."""
    for key in ("End", "Home"):
        disturb(page, place, button, key)
        if button.is_disabled():
            continue
        before = str(read(place).state)
        if str(press(page, place, button, "Enter")) != before:
            return True
    return False


def disturb(page: Page, place: ElementHandle, button: ElementHandle, key: str) -> None:
    """Bring the figure into another state, or give the button's own question another answer."""
    form = button.evaluate_handle("(node) => node.form").as_element()
    mover = form.query_selector("input") if form else place.query_selector("input[type=range]")
    picked = (form or place).query_selector("input[type=radio]:checked")
    if mover is None and picked is None:
        return
    kind = mover.get_attribute("type") if mover else "radio"
    if kind == "text":
        mover.fill({"End": "7", "Home": "8"}[key])
    elif kind == "radio":
        (picked or mover).press("ArrowDown")
    else:
        press(page, place, mover, key)
