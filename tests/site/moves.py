"""Every control of a figure, and one move after another for each, made from the events that the
browser would send.
"""

from playwright.sync_api import Locator

# What stands in the page as window.moves: find(place) gives the controls as they stand now,
# {control, kind} each, a group of radio buttons as one, a handle as three: pressed, dragged and let
# go; move(found, i) makes the i-th move of one, unlike the one before.
MOVES = """() => {
  const group = (node) => [...node.closest(".wb-figure").querySelectorAll("input[type=radio]")]
    .filter((other) => other.name === node.name && other.form === node.form);
  const drawn = (node) => (node.type === "radio" ? node.nextElementSibling ?? node : node).checkVisibility();
  const kindsOf = (node) => {
    if (node.matches(".wb-drag, .wb-movable")) return ["press", "drag", "release"];
    if (node.type === "radio") return group(node)[0] === node ? ["radio"] : [];
    return [node.type === "submit" ? "button" : node.type ?? node.localName];
  };
  const find = (place) => [...place.querySelectorAll(
    "input, button, select, [tabindex='0'], .wb-drag, .wb-movable",
  )].filter((node) => drawn(node) && !node.closest(".wb-tools, .wb-second[hidden]"))
    .flatMap((control) => kindsOf(control).map((kind) => ({control, kind})));
  let held = null;
  const point = (type, target, i) => {
    const step = type === "pointerdown" ? 0 : i % 2 ? -1 : 1;
    target.dispatchEvent(new PointerEvent(type, {bubbles: true, cancelable: true, pointerId: 1,
      clientX: held.x + 60 * step, clientY: held.y + 20 * step}));
  };
  const kinds = {
    range: (slider, i) => {
      const [min, max, step] = [slider.min, slider.max, slider.step].map(Number);
      const stops = Math.max(1, Math.round((max - min) / step));
      slider.value = min + step * ((i * 7 + 1) % (stops + 1));
      slider.dispatchEvent(new Event("input", {bubbles: true}));
    },
    radio: (first) => {
      const all = group(first);
      all[(all.findIndex((one) => one.checked) + 1) % all.length].click();
    },
    "select-one": (list, i) => {
      const open = [...list.options].filter((option) => !option.disabled);
      list.value = open[i % open.length].value;
      list.dispatchEvent(new Event("change", {bubbles: true}));
    },
    text: (field, i) => {
      field.whole ??= field.value || "0.25";
      field.value = i % 2 ? field.whole : field.whole.slice(0, -1);
      field.dispatchEvent(new Event("input", {bubbles: true}));
    },
    button: (button) => button.click(),
    press: (handle) => {
      const box = (handle.querySelector("path") ?? handle).getBoundingClientRect();
      const plane = handle.closest("svg") ?? handle;
      Element.prototype.setPointerCapture = () => {}; // only the browser's own pointer can be captured
      held = {plane, x: box.x + box.width / 2, y: box.y + box.height / 2};
      point("pointerdown", handle);
    },
    drag: (_, i) => held && point("pointermove", held.plane, i), // nothing is held where the handle has just come
    release: (_, i) => held && point("pointerup", held.plane, i),
  };
  window.moves = {find, move: ({control, kind}, i) => {
    if (!kinds[kind]) throw new Error(`say in moves.py how a control of the kind ${kind} is moved`);
    kinds[kind](control, i);
  }};
}"""


def open_moves(place: Locator) -> list[str]:
    """Make the moves ready on the figure's page; the kinds of its controls."""
    place.page.evaluate(MOVES)
    return place.evaluate("(place) => moves.find(place).map(({kind}) => kind)")
