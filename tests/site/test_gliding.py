"""What a reader changes glides to its place, so that the eye can follow it; what is dragged is
there at once.
"""

import pytest
from built import alone, built_pages, models
from drawn import read
from moves import MOVES

MODULES = {
    model["module"]: (page, name)
    for page in reversed(built_pages())
    for name, model in models(page).items()
}
LONGEST = 60  # frames, one second
LIVELY = "(place) => Boolean(place.querySelector('.wb-lively'))"
# The curves of switches stay where they are: their ink changes.
DRAWS = """(place) => Boolean(place.querySelector(
  ".wb-figure:not(.wb-switches) :is(.wb-plane .wb-point, .wb-arc, .wb-line[d^=M])"))"""
PLACES = '["d", "transform", "cx", "cy", "r", "x", "y", "x1", "stroke-width"]'
# What is drawn now, for one picture after the other.
DRAWN = f"""(place) => [...place.querySelectorAll("svg :is(path, circle, g, text, line)")]
  .map((node) => {PLACES}.map((name) => node.getAttribute(name)).join()).join("\\n")"""
# Each change, and how many pictures followed it until two were equal.
GLIDES = f"""async (place) => {{
  const [drawn, found] = [{DRAWN}, []];
  for (let round = 0; round < 3; round++) for (const one of moves.find(place)) {{
    if (!["range", "radio", "select-one"].includes(one.kind) || !one.control.checkVisibility()) continue;
    moves.move(one, round);
    let [before, seen] = ["", 0];
    for (; seen <= {LONGEST}; seen++) {{
      await new Promise(requestAnimationFrame);
      const now = drawn(place);
      if (now === before) break;
      before = now;
    }}
    found.push([`${{one.kind}} ${{one.control.labels?.[0]?.textContent}}`, seen]);
  }}
  return found;
}}"""
# A tap on a word that does not ask, and where a moving arc starts and ends in each picture.
TAP = f"""async () => {{
  const place = document.querySelector(".wb-framed:has(.wb-arc)");
  place.scrollIntoView();
  await new Promise(requestAnimationFrame);
  place.querySelector(".wb-sentence input:not(:checked)").click();
  const pictures = [];
  for (let i = 0; i < {LONGEST}; i++) {{
    await new Promise(requestAnimationFrame);
    pictures.push(place.querySelector(".wb-arc").getAttribute("d").match(/[\\d.-]+/g).map(Number));
  }}
  return pictures;
}}"""
HANDLES = """(place) => [...place.querySelectorAll(".wb-drag path, .wb-slider input")]
  .filter((node) => node.checkVisibility({opacityProperty: true}))"""
TRAILS = f"""async (place) => {{
  const drawn = {DRAWN};
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const before = drawn(place);
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return drawn(place) !== before;
}}"""


@pytest.mark.browser
@pytest.mark.parametrize("module", MODULES)
def test_a_change_glides_and_soon_is_there(module, new_page):
    page = new_page(MODULES[module][0])
    place = alone(page, MODULES[module][1])
    page.evaluate(MOVES)
    found = [] if place.evaluate(LIVELY) else place.evaluate(GLIDES)
    assert [one for one in found if one[1] > LONGEST] == []
    assert not found or not place.evaluate(DRAWS) or max(seen for _, seen in found) > 3
    assert page.faults == []


@pytest.mark.browser
def test_an_arc_moves_in_every_browser(engine, watched):
    engine.goto(watched + "book/masks.html")
    pictures = engine.evaluate(TAP)
    first, last = pictures[0], pictures[-1]
    between = [
        picture
        for picture in pictures
        if all(
            min(a, b) < x < max(a, b)
            for a, b, x in zip(first, last, picture, strict=True)
            if abs(a - b) > 1
        )
    ]
    assert first != last
    assert len(between) >= 5
    assert pictures[-2] == last


@pytest.mark.browser
@pytest.mark.parametrize("module", MODULES)
def test_what_is_dragged_is_there_at_once(module, new_page):
    page = new_page(MODULES[module][0])
    place = alone(page, MODULES[module][1])
    lively = place.evaluate(LIVELY)
    for i in range(place.evaluate(f"(place) => ({HANDLES})(place).length")):
        handle = place.evaluate_handle(f"(place) => ({HANDLES})(place)[{i}]").as_element()
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        states = [read(place).state]
        for right, down in ((40, -20), (-40, -20), (-40, 20)):  # at an end it moves one way only
            page.mouse.move(x + right, y + down, steps=3)
            assert lively or not place.evaluate(TRAILS), f"handle {i} moves what follows late"
            states.append(read(place).state)
        assert any(state != states[0] for state in states), f"handle {i} is not dragged"
        page.mouse.up()
    assert page.faults == []
