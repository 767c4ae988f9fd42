"""The words of a training on chapter company's page: where it ends, every name is by a mark of
its own group.
"""

import pytest
from built import alone, models

PAGE = "book/company.html"
NAMES = [name for name, model in models(PAGE).items() if model["module"] == "snapshots"]
# Each name that is shown: its group, the group of the mark that is nearest to it, and the names
# that it lies on.
NEAREST = """(place) => {
  const names = [...place.querySelectorAll(".wb-names text")];
  const points = [...place.querySelectorAll(".wb-plane .wb-point")].map((node, i) => ({
    group: node.getAttribute("class").match(/wb-c[0-9]/)[0], name: names[i],
    mark: node.querySelector("path").getBoundingClientRect()}));
  const named = points.filter(({name}) => name.textContent)
    .map((point) => ({...point, box: point.name.getBoundingClientRect()}));
  const away = (box, {left, right, top, bottom}) => Math.hypot(
    Math.max(box.left - (left + right) / 2, 0, (left + right) / 2 - box.right),
    Math.max(box.top - (top + bottom) / 2, 0, (top + bottom) / 2 - box.bottom));
  const meet = (a, b) => a !== b && Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1
    && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4;
  return named.map((one) => {
    const marks = [...points].sort((a, b) => away(one.box, a.mark) - away(one.box, b.mark));
    return {name: one.name.textContent, own: one.group, nearest: marks[0].group,
      on: named.filter((other) => meet(one, other)).map(({name}) => name.textContent)};
  });
}"""
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_by_a_mark_of_its_group_and_on_no_other_name(name, width, new_page):
    page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    place = alone(page, name)
    place.evaluate("({ model }) => model.set('step', model.get('places').length - 1)")
    found = place.evaluate(NEAREST)
    assert [one["name"] for one in found] == place.evaluate("(place) => place.model.get('words')")
    assert [one for one in found if one["nearest"] != one["own"] or one["on"]] == []
    assert page.faults == []


@pytest.mark.parametrize("name", NAMES)
def test_a_word_is_pulled_back_by_its_name(name, new_page):
    page = new_page(PAGE, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    place = alone(page, name)
    place.evaluate("({ model }) => model.set('step', model.get('places').length - 1)")
    word = place.query_selector_all(".wb-names text")[-1]
    box = word.bounding_box()
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    plane = place.query_selector(".wb-plane").bounding_box()
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(plane["x"] + plane["width"] / 2, plane["y"] + plane["height"] / 2, steps=8)
    page.mouse.up()
    step, chosen, last = place.evaluate(
        "({ model }) => [model.get('step'), model.get('word'), model.get('places').length - 1]"
    )
    assert chosen == len(place.query_selector_all(".wb-names text")) - 1
    assert step < last, "its time goes back with it"
    assert page.faults == []
