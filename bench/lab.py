"""The rows about the circuit lab: from an input on the page to the answer on the screen, on the built
site.
"""

import statistics
from collections.abc import Iterator

from playwright.sync_api import ElementHandle

from tools.book import SITE
from tools.chromium import MISSING, chromium, installed
from tools.look import UNCOVERED, VISIT
from tools.server import served

ROUNDS = 15
TEXTS = (
    "The Prime Minister says the bank will not lend money this week. ",
    "A river of cars left the city on Friday, the police have said. A",
)
# Make an input, wait until the sentence says something else and that is painted; the milliseconds.
TOOK = """async (place, input) => {
  const said = place.querySelector(".wb-readout");
  const before = said.textContent;
  const start = performance.now();
  new Function("place", input)(place);
  while (said.textContent === before) await new Promise(requestAnimationFrame);
  await new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  }));
  return performance.now() - start;
}"""
# With the cut shown, what stands in for the head is changed: the model runs anew.
CUT = """const {model} = place;
  if (!model.get("done")) model.set("done", true);
  model.set("instead", model.get("instead") === "mean" ? "zero" : "mean");
  model.save_changes();"""
TYPE = """const input = place.querySelector("input[type=text]");
  input.value = %s;
  input.dispatchEvent(new Event("input"));"""


def rows() -> Iterator[dict]:
    """Open chapter cutting, make each input some times, and take the median."""
    if not (path := installed()):
        raise SystemExit(MISSING)
    if not (SITE / "book" / "cutting.html").exists():
        raise SystemExit("The site is not built: make book")
    with served(SITE) as base, chromium(path) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{base}book/cutting.html")
        page.evaluate(VISIT)
        page.add_style_tag(content=UNCOVERED)
        asked = {
            "circuit": ("a cut in the list model, input to screen", [CUT], 0.1, 16),
            "losses": (
                "64 letters of the letter model, input to screen",
                [TYPE % repr(text) for text in TEXTS],
                0.4,
                64,
            ),
        }
        for module, (name, inputs, limit, n) in asked.items():
            place = page.locator(f".wb-live:has(.wb-{module})").first
            place.scroll_into_view_if_needed()
            place.locator("input").first.hover(force=True)
            page.wait_for_function(
                "(place) => /Without|nats/.test(place.querySelector('.wb-readout').textContent)",
                arg=place.element_handle(),
            )
            took = _took(place.element_handle(), inputs)
            middle = statistics.median(took)
            yield {
                "row": name,
                "against": f"{1000 * limit:.0f} ms",
                "n": n,
                "reach": 1.0,
                "ratio": middle / limit,
                "ours_s": middle,
                "slowest_s": max(took),
                "rounds": ROUNDS,
            }


def _took(place: ElementHandle, inputs: list[str]) -> list[float]:
    """Return the seconds of each round, after two that warm up."""
    found = [place.evaluate(TOOK, inputs[i % len(inputs)]) / 1000 for i in range(ROUNDS + 2)]
    return found[2:]
