"""The menus at the top of a page and the way back up, by mouse, by touch and by keyboard alone."""

import pytest
from built import all_here

PAGE = "book/mixing.html"
MENU = ".wb-menu:has(.wb-print)"
COLORS_AT_FIRST = """new MutationObserver((_, watcher) => {
  if (!document.body) return;
  window.first = document.documentElement.dataset.theme;
  watcher.disconnect();
}).observe(document, {childList: true, subtree: true});"""

# When the scripts of the buttons were asked for, beside the moment of the first picture: by the
# page's own clock.
ASKED_AND_SEEN = """() => [
  performance.getEntriesByType("resource")
    .filter(({name}) => /(header|clipboard|copybutton|highlight)[^/]*js/.test(name)).map(({startTime}) => startTime),
  performance.getEntriesByType("paint")[0].startTime,
]"""
# Scroll, and come back when every listener has heard of it.
SCROLL = """(top) => new Promise((done) => {
  addEventListener("scroll", () => setTimeout(done), {once: true});
  scrollTo({top, behavior: "instant"});
})"""
# Whether a piece of code scrolls and the keyboard reaches it, or neither.
REACHED = (
    "([node, wanted]) => [node.scrollWidth > node.clientWidth, node.tabIndex === 0].every((is) "
    "=> is === wanted)"
)
OVER = """() => [...document.body.querySelectorAll("*")].filter((part) => getComputedStyle(part).position === "fixed"
  && part.checkVisibility({visibilityProperty: true}) && part.getBoundingClientRect().bottom > 0)
  .map((part) => part.className)"""
NEVER_PAINTED = "window.PerformanceObserver = class { observe() {} };"


@pytest.fixture(params=[360, 1280])
def page(request, new_page):
    return new_page(PAGE, viewport={"width": request.param, "height": 800})


@pytest.mark.browser
def test_a_menu_opens_within_the_window_and_closes(page):
    button, items = page.locator(f"{MENU} > summary"), page.locator(f"{MENU} li > *")
    assert not items.first.is_visible()
    button.click()
    assert items.first.is_visible()
    box = page.locator(f"{MENU} > ul").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    place = button.bounding_box()
    assert box["y"] >= place["y"] + place["height"] - 1
    if page.viewport_size["width"] > 600:  # on a phone it stands at the right edge
        assert box["x"] + box["width"] == pytest.approx(place["x"] + place["width"], abs=2)
    page.locator("article h2").first.click()
    assert not items.first.is_visible()
    button.click()
    button.click()
    assert not items.first.is_visible()
    assert page.faults == []


@pytest.mark.browser
def test_a_menu_is_walked_with_the_keyboard(page):
    button, items = page.locator(f"{MENU} > summary"), page.locator(f"{MENU} li > *")
    focused = "(node) => node === document.activeElement"
    button.focus()
    page.keyboard.press("ArrowDown")
    assert items.first.evaluate(focused)
    page.keyboard.press("ArrowUp")
    assert items.last.evaluate(focused)
    page.keyboard.press("ArrowDown")
    assert items.first.evaluate(focused)
    page.keyboard.press("Escape")
    assert button.evaluate(focused)
    assert not items.first.is_visible()
    page.keyboard.press("Enter")
    for _ in range(items.count() + 1):  # out at the other end
        page.keyboard.press("Tab")
    assert not items.first.is_visible()


@pytest.mark.browser
def test_the_way_back_up_is_offered_to_who_goes_back(page):
    up = page.locator(".back-to-top")
    page.evaluate(SCROLL, 3000)
    assert not up.is_visible()
    page.evaluate(SCROLL, 2900)
    up.wait_for(state="visible")
    up.click()
    page.wait_for_function("scrollY === 0")


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_the_header_hides_what_scrolls_behind_it_and_nothing_else_lies_over_the_text(
    scripts, new_page
):
    page = new_page(PAGE, viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    color = page.locator(".wb-header").evaluate(
        "(header) => getComputedStyle(header).backgroundColor"
    )
    assert color == "rgb(251, 248, 241)"
    if scripts:
        page.evaluate(SCROLL, 3000)
        page.evaluate(SCROLL, 2900)
        page.locator(".back-to-top").wait_for(state="visible")
    assert page.evaluate(OVER) == []


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("before", ["never here", "light", "dark"])
def test_the_first_picture_has_the_readers_colors(before, theme, new_page, site):
    """Before any of the page is there to be painted, and whatever the system had at the last
    visit.
    """
    page = new_page(color_scheme=theme)
    if before != "never here":
        page.emulate_media(color_scheme=before)
        page.goto(site + PAGE)
        all_here(page)
        page.emulate_media(color_scheme=theme)
    page.add_init_script(COLORS_AT_FIRST)
    page.goto(site + PAGE)
    assert page.evaluate("first") == theme


@pytest.mark.browser
def test_the_scripts_of_the_buttons_leave_the_line_to_the_first_picture(new_page):
    page = new_page(PAGE)
    asked, seen = page.evaluate(ASKED_AND_SEEN)
    assert len(asked) >= 4
    assert min(asked) >= seen


@pytest.mark.browser
def test_the_buttons_work_also_on_a_page_that_is_not_painted(new_page, site):
    page = new_page()
    page.add_init_script(NEVER_PAINTED)
    page.goto(site + PAGE)
    assert page.locator("script[type='wb-later']").count() > 0, "then this tests nothing"
    all_here(page)
    page.locator(f"{MENU} > summary").press("ArrowDown")
    assert page.locator(f"{MENU} li > *").first.is_visible()


@pytest.mark.browser
def test_what_scrolls_is_reached_with_the_keyboard_also_after_the_window_has_changed(new_page):
    page = new_page(PAGE)
    page.set_viewport_size({"width": 320, "height": 800})
    code = page.evaluate_handle(
        """[...document.querySelectorAll("div.cell_input pre")]
          .find((code) => code.checkVisibility() && code.scrollWidth > code.clientWidth)"""
    ).as_element()
    code.scroll_into_view_if_needed()
    for width, wanted in ((1280, False), (320, True), (1280, False)):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(REACHED, arg=[code, wanted])
