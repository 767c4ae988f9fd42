"""A reader's hand at one figure: what a mouse and a keyboard do to its controls, and what is then
seen.
"""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from built import pick
from drawn import Drawn, assert_near, numbers, read
from playwright.sync_api import ElementHandle, Page

# seconds until what was promised must be seen, and milliseconds between two looks
PATIENCE, PAUSE = 60, 50
CORRECTIONS = 3  # of a mark that is dragged
STEPS = 250  # keys that reach any place of a slider
AWAY = ":not(.wb-away *)"
T = TypeVar("T")
SAID = """async (place) => {
  while (place.model.underway.size) await new Promise(setTimeout);
  return [...place.querySelectorAll("[role=status]:not(.wb-away *)")].map((one) => one.textContent).join(" ");
}"""
SLIDER = """(place, name) => [...place.querySelectorAll(".wb-slider:not(.wb-away *)")]
  .filter((row) => row.querySelector("label").textContent === name).map((row) => row.querySelector("input"))
  .find((input) => input.checkVisibility())"""
MARK = """(place, name) => [...place.querySelectorAll(".wb-plane .wb-drag:not(.wb-away *)")]
  .find((mark) => ` ${mark.textContent}`.includes(` ${name}`))"""
# where in the window a mark is
HOME = "(mark) => { const {e, f} = mark.getScreenCTM(); return [e, f]; }"
# Where in the window a place of a plane is, by its ticks.
SPOT = """(place, at) => {
  const plane = place.querySelector(".wb-plane:not(.wb-away *)");
  const ticks = [...plane.querySelectorAll(".wb-tick")].map((tick) => ({
    value: Number(tick.textContent.replace("−", "-")), up: tick.getAttribute("text-anchor") === "end",
    x: Number(tick.getAttribute("x")), y: Number(tick.getAttribute("y")) - 4}));
  const [x, y] = ["x", "y"].map((axis, d) => {
    const [a, b] = ticks.filter(({up}) => up === Boolean(d)).sort((one, other) => one.value - other.value);
    return a[axis] + (at[d] - a.value) * (b[axis] - a[axis]) / (b.value - a.value);
  });
  const spot = new DOMPoint(x, y).matrixTransform(plane.getScreenCTM());
  return [spot.x, spot.y];
}"""


class Hand:
    """The mouse and the keyboard at a figure."""

    def __init__(self, page: Page, place: ElementHandle) -> None:
        self.page, self.place = page, place
        place.scroll_into_view_if_needed()

    def look(self) -> Drawn:
        """Return what is drawn."""
        return read(self.place)

    @property
    def said(self) -> str:
        """What the figure says by now, with plain spaces and minus signs."""
        return " ".join(self.place.evaluate(SAID).replace("−", "-").split())

    def sees(self, *wanted: str) -> str:
        """Wait until the figure says all that is wanted; return what it says."""
        return self.until(
            lambda: self.said, lambda said: all(text in said for text in wanted), f"{wanted}"
        )

    def until(self, ask: Callable[[], T], good: Callable[[T], bool], what: str) -> T:
        """Look again and again until what is seen is good; return it."""
        end = time.monotonic() + PATIENCE
        while not good(seen := ask()):
            assert time.monotonic() < end, f"{what} is not seen, but: {seen}"
            self.page.wait_for_timeout(PAUSE)
        return seen

    def find(self, selector: str, text: str = "") -> ElementHandle:
        """Return the first element that a reader sees for a selector, and a text that it has."""
        found = [one for one in self.place.query_selector_all(selector) if one.is_visible()]
        found = [one for one in found if text in one.text_content()]
        assert found, f"nothing is there for {selector} {text}"
        return found[0]

    def press(self, name: str, times: int = 1) -> None:
        """Press a button, or the name of a fold, by what is written on it."""
        for _ in range(times):
            self.find(f":is(button, summary){AWAY}", name).click()

    def reset(self) -> None:
        """Bring the figure back to how it opened."""
        pick(self.place, "Reset")

    def tap(self, name: str) -> None:
        """Tap one of several: a word, a row, a view."""
        self.find(f".wb-choice label{AWAY}", name).click()

    def choose(self, text: str) -> None:
        """Choose an entry of the list that has it."""
        self.find(f"select:has(option:text-is('{text}')){AWAY}").select_option(label=text)

    def write(self, label: str, text: str) -> None:
        """Type into a field."""
        field = self.find(f".wb-typing:has(label:text-is('{label}')) input{AWAY}")
        field.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def slide(self, name: str, value: str) -> None:
        """Press on a slider's track, then use the arrow keys until it reads what is wanted."""
        slider = self.place.evaluate_handle(SLIDER, name).as_element()
        assert slider is not None, f"no slider is named {name}"
        read_out = slider.evaluate_handle(
            "(input) => input.parentNode.querySelector('output')"
        ).as_element()
        if slider.evaluate("(input) => input.checkVisibility({opacityProperty: true})"):
            slider.click()
        else:
            slider.focus()  # the keyboard's twin of what is dragged
        wanted, seen = numbers(value.replace(",", ""))[0], []
        for _ in range(STEPS):
            seen.append(read_out.text_content().replace("−", "-"))
            if seen[-1] == value:
                return
            key = "ArrowRight" if numbers(seen[-1].replace(",", ""))[0] < wanted else "ArrowLeft"
            assert len(seen) < 3 or seen[-1] != seen[-3] or seen[-1] == seen[-2], (
                f"{name} goes past {value}: {seen[-3:]}"
            )
            self.page.keyboard.press(key)
        raise AssertionError(f"{name} does not come to {value}: {seen[-3:]}")

    def plays(self, name: str, end: str) -> None:
        """Press Play, and let the time pass that it takes until the figure says its end."""
        self.page.clock.install()
        self.press(name)
        for _ in range(STEPS):
            self.page.clock.run_for(500)
            if end in self.said or end in self.place.text_content():
                return
        raise AssertionError(f"{name} never comes to {end!r}, but to: {self.said}")

    def click(self, *at: float) -> None:
        """Click on a place of the plane."""
        self.page.mouse.click(*self.place.evaluate(SPOT, list(at)))

    def pull(self, selector: str, by: float) -> None:
        """Drag what is not in a plane sideways by pixels."""
        x, y = middle(self.find(selector))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by, y, steps=8)
        self.page.mouse.up()

    def move(self, name: str, onto: str) -> None:
        """Drag a word of the sentence onto the place of another."""
        words = [self.find(".wb-sentence label > span", word) for word in (name, onto)]
        self.page.mouse.move(*middle(words[0]))
        self.page.mouse.down()
        self.page.mouse.move(*middle(words[1]), steps=8)
        self.page.mouse.up()

    def drag(self, name: str, *to: tuple[float, float]) -> None:
        """Drag a mark of the plane by its name to places of the plane, and let it go."""
        mark = self.place.evaluate_handle(MARK, name).as_element()
        assert mark is not None, f"no mark that can be dragged is named {name}"
        mark.scroll_into_view_if_needed()
        mouse, now = self.page.mouse, mark.evaluate(HOME)
        mouse.move(*now)
        mouse.down()
        for at in to:
            for _ in range(CORRECTIONS):  # as a hand does that sees where the mark is by now
                wanted, is_at = self.place.evaluate(SPOT, list(at)), mark.evaluate(HOME)
                now = [x + there - here for x, there, here in zip(now, wanted, is_at, strict=True)]
                mouse.move(*now, steps=4)
        mouse.up()


def middle(node: ElementHandle) -> list[float]:
    """Return where in the window the middle of an element is."""
    box = node.bounding_box()
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def near(seen: float, wanted: float, room: float = 0.006) -> None:
    """Hold a number that is seen to one that the text says."""
    assert abs(seen - wanted) <= room, f"{seen} is not {wanted}"


def assert_at(hand: Hand, name: str, at: Sequence[float], room: float = 0.011) -> None:
    """Hold a mark of the plane to a place."""
    assert_near(hand.look().points()[name], at, name, room)
