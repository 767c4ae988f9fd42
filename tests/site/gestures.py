"""What a hand does to a figure: drags, clicks, and where it finds things."""

from built import models
from contrast import ratio
from drawn import numbers
from playwright.sync_api import ElementHandle, Page

# Where a control stands when it has been brought into view.
BOX = """async (control) => {
  control.scrollIntoView({block: "center", behavior: "instant"});
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const {x, y, width, height} = control.getBoundingClientRect();
  return [x, y, width, height];
}"""


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two opaque colors."""
    return ratio(numbers(first)[:3], numbers(second)[:3])


def middle(handle: ElementHandle) -> tuple[float, float]:
    """Bring a handle into view; return where its middle lies."""
    x, y, width, height = handle.evaluate(BOX)
    return x + width / 2, y + height / 2


def drag(page: Page, handle: ElementHandle, right: float, down: float) -> None:
    x, y = middle(handle)
    finger(page, (x, y), (x + right, y + down))


def finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with one finger, as the browser itself reports it."""
    session = page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1), ("touchEnd", None)):
        points = (
            []
            if part is None
            else [{k: a + part * (b - a) for k, a, b in zip("xy", start, end, strict=True)}]
        )
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def mouse(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=2)
    page.mouse.up()


def named(address: str, module: str) -> list[str]:
    """Name a page's figures of a kind, in their order."""
    found = [name for name, model in models(address).items() if model["module"] == module]
    return sorted(found, key=lambda name: int(name.partition("-")[2])) or ["not-built"]


def center(tip: ElementHandle) -> tuple[float, float]:
    box = tip.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 720}
# The names in a plane that lie on the middle of a mark.
HIDDEN = """(place) => {
  const shown = (what) => [...place.querySelectorAll(`.wb-plane .wb-point > ${what}`)]
    .filter((node) => node.checkVisibility() && (what === "path" || node.textContent));
  const middles = shown("path").map((mark) => mark.getBoundingClientRect())
    .map(({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2]);
  return shown("text").filter((name) => {
    const {left, right, top, bottom} = name.getBoundingClientRect();
    return middles.some(([x, y]) => x > left && x < right && y > top && y < bottom);
  }).map((name) => name.textContent);
}"""
# Follow a link to a place of the page that is open.
FOLLOW = """async (hash) => {
  const heard = new Promise((met) => addEventListener("hashchange", met, { once: true }));
  location.hash = hash;
  await heard;
  await new Promise(requestAnimationFrame);
}"""
ARCS = """(place) => [...place.querySelectorAll(".wb-arc")].map((arc) => [Number(arc.dataset.weight),
  parseFloat(arc.getAttribute("stroke-width")), arc.getAttribute("class").includes("wb-faint"), arc.getBBox().y])"""
