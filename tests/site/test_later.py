"""Large traits: a page leaves them out, loads them when a figure asks for them, and says so when
they do not come.
"""

import pytest
from agreement import check
from built import BUILT, built_pages, figure_class, later, models, placed
from drawn import read
from playwright.sync_api import Page

FOUND = [(page, *found) for page in built_pages() for found in later(page)]
# The i-th move that asks for the trait, without the pointer or the focus, which would have it
# loaded too.
ASK = """(place, i) => {
  const input = place.querySelector("input:is([type=range], [type=text])");
  const words = place.model.get("vocabulary")?.split(" ") ?? place.model.get("known") ?? ["water", "lake", "music"];
  if (input.type === "range") input.stepUp();
  else input.value = words.at(-1 - i); // none of these is on offer
  input.dispatchEvent(new Event("input"));
}"""
SHORT = {"width": 1280, "height": 400}  # a window in which no figure is seen before one scrolls
NAMED = [f"{name} {file}" for _, name, _, file in FOUND]
every_file = pytest.mark.parametrize(("address", "name", "trait", "file"), FOUND, ids=NAMED)


def asked(page: Page) -> list[str]:
    """Return a list that grows by every script that the page asks for."""
    found: list[str] = []
    page.on(
        "request", lambda request: request.resource_type == "script" and found.append(request.url)
    )
    return found


def test_no_page_carries_what_its_figures_need_later():
    wanted = {
        (page, name, trait)
        for page in built_pages()
        for name, model in models(page).items()
        for trait in figure_class(model["module"]).later
    }
    assert wanted
    assert {found[:3] for found in FOUND} == wanted


@pytest.mark.browser
@every_file
@pytest.mark.parametrize("opened", ["served", "from a folder"])
def test_it_comes_when_the_figure_asks_for_it_and_shows_what_python_says(
    opened, address, name, trait, file, new_page, site
):
    page = new_page(viewport=SHORT)
    scripts = asked(page)
    page.goto((site if opened == "served" else BUILT.as_uri() + "/") + address)
    place = page.locator(f".wb-live[data-model={name}]").first
    place.locator(".wb-figure").wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in scripts if file in url] == []
    place.evaluate(ASK, 0)
    check(place.element_handle(), address)
    assert len([url for url in scripts if file in url]) == 1
    assert "loaded" not in place.locator(".wb-readout").inner_text()


@pytest.mark.browser
@every_file
@pytest.mark.parametrize("by", ["pointer", "focus"])
def test_it_comes_before_the_first_move_when_the_reader_is_near(
    by, address, name, trait, file, new_page
):
    page = new_page(address, viewport=SHORT)
    first = page.locator(f".wb-live[data-model={name}] input").first
    # some come as soon as the figure is seen
    with page.expect_request(lambda request: file in request.url):
        first.scroll_into_view_if_needed()
        first.hover(force=True) if by == "pointer" else first.focus()
    check(placed(page, name), address)
    assert page.faults == []


@pytest.mark.browser
@every_file
def test_where_it_does_not_come_the_figure_says_so_and_the_next_move_tries_again(
    address, name, trait, file, new_page
):
    page = new_page(address, viewport=SHORT)
    page.route(f"**/{file}*", lambda route: route.fulfill(status=404, body="lost"))
    place = page.locator(f".wb-live[data-model={name}]").first
    told = place.locator(".wb-readout", has_text="could not be loaded")
    placed(page, name)
    place.evaluate(ASK, 0)
    told.wait_for()
    state = read(place).state
    assert any(
        fault.startswith(f"console error: The figure's {trait}") and file in fault
        for fault in page.faults
    )
    place.evaluate(ASK, 1)
    assert read(place).state != state, "the controls move on"
    assert told.count() == 1
    page.unroute_all()
    place.evaluate(ASK, 2)
    check(place.element_handle(), address)
    assert told.count() == 0


@pytest.mark.browser
@pytest.mark.parametrize(("module", "first"), [("letters", "The needle"), ("trainer", "By chance")])
def test_a_live_model_answers_as_soon_as_it_is_seen(module, first, new_page):
    address, name = next(
        (page, name) for page, name, _, _ in FOUND if models(page)[name]["module"] == module
    )
    page = new_page(address, viewport=SHORT, has_touch=True)  # no pointer comes near
    place = page.locator(f".wb-live[data-model={name}]").first
    assert first not in place.inner_text()
    place.scroll_into_view_if_needed()
    place.locator(".wb-readout", has_text=first).wait_for()
    assert page.faults == []
