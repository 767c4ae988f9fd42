"""What a reader changes glides to its place, so that the eye can follow it; what is dragged is
there at once.
"""

import pytest
from built import alone, built_pages, models
from drawn import read
from moves import MOVES

LONGEST = 0.25  # seconds
MODULES = {
    model["module"]: (page, name)
    for page in reversed(built_pages())
    for name, model in models(page).items()
}
AT_ONCE = {"banks", "letters", "pond", "trainer"}  # they move by themselves, picture by picture
WATCH = """(place) => {
  window.glides = [];
  place.addEventListener("transitionrun", ({target, propertyName}) =>
    glides.push([`${target.localName}.${target.getAttribute("class")} ${propertyName}`,
      ...getComputedStyle(target).transitionDuration.split(",").map(parseFloat)]));
}"""
FRAMES = "async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); }"
MOVE = f"""async (place) => {{
  for (let round = 0; round < 3; round++) for (const found of moves.find(place)) {{
    if (!["range", "radio", "select-one", "button"].includes(found.kind) || !found.control.checkVisibility()) continue;
    moves.move(found, round);
    await ({FRAMES})();
  }}
}}"""
DRAWN = (
    "(place) => Boolean(place.querySelector('.wb-plane .wb-point, .wb-plane .wb-arrow, .wb-arc, "
    ".wb-line[d^=M]'))"
)
HANDLES = """(place) => [...place.querySelectorAll(".wb-drag path, .wb-slider input")]
  .filter((node) => node.checkVisibility())"""


@pytest.mark.browser
@pytest.mark.parametrize("module", MODULES)
def test_a_change_glides_and_soon_is_there(module, new_page):
    page = new_page(MODULES[module][0])
    place = alone(page, MODULES[module][1])
    page.evaluate(MOVES)
    place.evaluate(WATCH)
    drawn = place.evaluate(DRAWN) and module not in AT_ONCE
    place.evaluate(MOVE)
    if drawn:
        page.wait_for_function("glides.length")
    assert [glide for glide in page.evaluate("glides") if max(glide[1:]) > LONGEST] == []
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("module", MODULES)
def test_what_is_dragged_is_there_at_once(module, new_page):
    page = new_page(MODULES[module][0])
    place = alone(page, MODULES[module][1])
    place.evaluate(WATCH)
    for i in range(place.evaluate(f"(place) => ({HANDLES})(place).length")):
        handle = place.evaluate_handle(f"(place) => ({HANDLES})(place)[{i}]").as_element()
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        place.evaluate(FRAMES)
        page.evaluate("glides = []")
        states = [read(place).state]
        for right, down in ((40, -20), (-40, -20), (-40, 20)):  # at an end it moves one way only
            page.mouse.move(x + right, y + down, steps=3)
            place.evaluate(FRAMES)
            states.append(read(place).state)
        assert any(state != states[0] for state in states), f"handle {i} is not dragged"
        assert page.evaluate("glides") == [], f"handle {i} moves what follows late"
        page.mouse.up()
    assert page.faults == []
