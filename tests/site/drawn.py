"""What a live figure shows, read back: tables, outputs, read-outs, points in the units of their
plane or chart.
"""

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Locator

READ = """async (place) => {
  while (place.model.underway.size) await new Promise(setTimeout);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || place.querySelector(".wb-lively");
  const picture = () => [...place.querySelectorAll("svg")].map((one) => one.outerHTML).join();
  for (let before = ""; !calm && before !== picture(); ) { // what glides comes to rest
    before = picture();
    await new Promise(requestAnimationFrame);
  }
  const text = (node) => node.textContent.replaceAll("−", "-").trim();
  const all = (root, selector) => [...root.querySelectorAll(selector)].filter((node) => !node.closest(".wb-away"));
  const planes = all(place, ".wb-plane").map((plane) => {
    const ticks = all(plane, ".wb-tick").map((tick) => ({
      value: Number(text(tick)), up: tick.getAttribute("text-anchor") === "end",
      x: Number(tick.getAttribute("x")), y: Number(tick.getAttribute("y")) - 4,
    }));
    const scale = (up) => {
      const [a, b] = ticks.filter((tick) => tick.up === up).sort((a, b) => a.value - b.value);
      const axis = up ? "y" : "x";
      if ((b[axis] < a[axis]) !== up) throw new Error(`the axis ${axis} runs the wrong way`);
      return (pixel) => a.value + (pixel - a[axis]) * (b.value - a.value) / (b[axis] - a[axis]);
    };
    const [across, high] = [scale(false), scale(true)];
    const points = all(plane, ".wb-point").map((point) => {
      const {e, f} = point.transform.baseVal.consolidate().matrix;
      return [text(point), across(e), high(f)];
    });
    return {label: plane.getAttribute("aria-label").replaceAll("−", "-"), points};
  });
  const charts = all(place, ".wb-chart").map((chart) => {
    const scale = (side) => {
      const axis = side === "x" ? "x" : "y";
      const ticks = all(chart, `.wb-tick[data-side=${side}]`).map((tick) => ({value: Number(tick.dataset.value),
        log: tick.dataset.log === "true", pixel: Number(tick.getAttribute(axis)) - (side === "x" ? 0 : 4)}));
      const [a, b] = [ticks[0], ticks[ticks.length - 1]];
      if ((b.pixel > a.pixel) !== (side === "x")) throw new Error(`the axis ${side} runs the wrong way`);
      const [bend, back] = a.log ? [Math.log10, (v) => 10 ** v] : [(v) => v, (v) => v];
      const step = (bend(b.value) - bend(a.value)) / (b.pixel - a.pixel);
      return (pixel) => back(bend(a.value) + (Number(pixel) - a.pixel) * step);
    };
    const [across, high] = [scale("x"), scale("y")];
    const curves = all(chart, ".wb-curve").map((curve) => {
      const points = curve.querySelector(".wb-line").getAttribute("d").slice(1).split("L").filter(Boolean);
      return [text(curve), points.map((point) => point.split(",")).map(([x, y]) => [across(x), high(y)])];
    });
    return {
      label: chart.getAttribute("aria-label").replaceAll("−", "-"), curves: Object.fromEntries(curves),
      dots: all(chart, ".wb-dot").map((dot) => [across(dot.getAttribute("cx")), high(dot.getAttribute("cy"))]),
      markers: all(chart, ".wb-marker").map((one) => [text(one), across(one.firstChild.getAttribute("x1"))]),
    };
  });
  const focus = place.contains(document.activeElement) ? document.activeElement.type ?? "" : null;
  return JSON.stringify({
    name: place.dataset.model, focus,
    state: Object.fromEntries(Object.entries(place.model.state).filter(([name]) => !place.model.later[name])),
    tables: all(place, ".wb-heatmap").map((table) => all(table, "tbody tr").map((row) => all(row, "td").map(text))),
    sliders: all(place, ".wb-slider").map((row) => ["label", "output"].map((part) => text(row.querySelector(part)))),
    spoken: all(place, ".wb-slider input").map((input) => input.getAttribute("aria-valuetext").replaceAll("−", "-")),
    said: all(place, "[role=status]").map(text),
    chips: all(place, ".wb-lines p").map((line) => all(line, ".wb-chips").map((word) =>
      all(word, ".wb-cell").map((cell, i) => (i && cell.matches(".wb-first") ? "·" : "") + text(cell)).join(""))),
    pictured: all(place, ".wb-lines p").map((line) => line.getAttribute("aria-label")),
    text: text(place), planes, charts,
  }); // as one text it comes over far faster
}"""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Drawn:
    """A figure as it stands on the page."""

    name: str
    focus: str | None
    """The type of the control that has the focus; none where the focus is outside the figure."""
    state: dict[str, Any]
    """The traits; without those that a page loads later, which no control changes."""
    tables: list[list[list[str]]]
    sliders: list[tuple[str, str]]
    spoken: list[str]
    said: list[str]
    chips: list[list[str]]
    pictured: list[str]
    text: str
    planes: list[dict[str, Any]]
    charts: list[dict[str, Any]]
    """Each with its label, its curves by name, its dots, and its markers by name: all in the units
    of its axes.
    """

    def points(self, plane: int = 0) -> dict[str, list[float]]:
        """Return the labeled points of a plane, where they are drawn, in the units of its axes."""
        return {label: [x, y] for label, x, y in self.planes[plane]["points"] if label}


def read(place: "Locator | ElementHandle") -> Drawn:
    """Read a figure back."""
    return Drawn(**json.loads(place.evaluate(READ)))


def numbers(text: str) -> list[float]:
    """Return all numbers in a text, with either minus sign."""
    return [float(found) for found in _NUMBER.findall(text.replace("−", "-"))]


def assert_drawn(shown: Any, expected: Any, what: str) -> None:
    """Hold drawn numbers (texts, or tables of them) to the kernels' numbers, as far as the drawn
    digits go.

    A text shows as many digits as it has; a number that is rounded half to even on one side may go
    the other way on the other, so half a unit in the last place is granted in full.
    """
    texts, wanted = np.array(shown, dtype=str).ravel(), np.asarray(expected, dtype=float).ravel()
    assert len(texts) == len(wanted), (
        f"{what}: {len(texts)} numbers are drawn, {len(wanted)} expected"
    )
    for text, value in zip(texts, wanted, strict=True):
        number = _NUMBER.match(text)
        assert number is not None, f"{what}: {text!r} is not a number"
        digits = len(number[0].partition(".")[2])
        room = 0.5 * 10.0**-digits * (1 + 1e-6) + 1e-9
        assert abs(float(number[0]) - value) <= room, (
            f"{what}: drawn {text}, the kernel says {value:.6f}"
        )


def assert_near(shown: Any, expected: Any, what: str, room: float = 0.005) -> None:
    """Hold places in a plane to where the kernels put them."""
    assert np.shape(shown) == np.shape(expected), (
        f"{what}: drawn {shown}, the kernel says {expected}"
    )
    away = np.abs(np.asarray(shown) - np.asarray(expected)).max()
    assert away <= room, f"{what}: drawn at {shown}, the kernel says {expected}"
