"""The block that is drawn on chapter block's page: what is pressed is gone, and comes back."""

import pytest
from built import alone, figure_class, models, pick
from drawn import read

PAGE = "book/block.html"
NAME = next(
    (name for name, model in models(PAGE).items() if model["module"] == "switches"), "not-built"
)
# How many ways around, lines between letters, and parts are seen; and how far right of the line
# each norm is.
SEEN = """(place) => {
  const seen = (selector) => [...place.querySelectorAll(selector)].filter((node) => getComputedStyle(node).opacity > 0
    && node.checkVisibility());
  return [seen(".wb-around").length, seen(".wb-look").length, seen(".wb-part").length];
}"""


@pytest.mark.browser
def test_what_is_pressed_is_gone_and_comes_back(new_page):
    page = new_page(PAGE, reduced_motion="reduce")
    place = alone(page, NAME)
    assert place.evaluate(SEEN) == [2, 3, 8]
    for label, changed, without in (
        ("skip around mlp", {"skip": False}, [0, 3, 8]),
        ("attention", {"attention": False}, [2, 0, 8]),
        ("feed-forward (MLP)", {"mlp": False}, [1, 3, 5]),
        ("norm before attention", {"norm": "none"}, [2, 3, 8]),
        ("norm after mlp", {"norm": "post"}, [2, 3, 8]),
    ):
        whole = read(place).state
        part = place.query_selector(f".wb-part[aria-label='{label}']")
        part.click()
        assert read(place).state == whole | changed
        assert place.evaluate(SEEN) == without, label
        pick(place, "Reset")
        assert place.evaluate(SEEN) == [2, 3, 8]
    assert page.faults == []


LEFT = """(place) => [...place.querySelectorAll(".wb-block div")].map((line) => {
  const copy = line.cloneNode(true);
  copy.querySelectorAll("del").forEach((gone) => gone.remove());
  return copy.textContent;
}).filter(Boolean)"""
PRESSED = [
    "skip around mlp",
    "attention",
    "norm after mlp",
    "skip around mlp",
    "norm after mlp",
    "feed-forward (MLP)",
]


@pytest.mark.browser
def test_what_is_left_of_the_code_is_what_the_block_does(new_page):
    place = alone(new_page(PAGE, reduced_motion="reduce"), NAME)
    for label in PRESSED:
        place.query_selector(f".wb-part[aria-label^='{label}']").click()
        fig = figure_class("switches")(**(models(PAGE)[NAME]["state"] | read(place).state))
        assert place.evaluate(LEFT) == fig.formula
    assert place.query_selector_all(".wb-block del")[-1].text_content() == "x = x + mlp(norm(x))"


@pytest.mark.browser
def test_one_chart_is_seen_and_told(new_page):
    place = alone(new_page(PAGE, reduced_motion="reduce"), NAME)
    for shown in (0, 1):
        place.query_selector_all(".wb-choice label")[shown].click()
        charts = place.query_selector_all(".wb-chart")
        assert [
            chart.evaluate("(chart) => getComputedStyle(chart).opacity") for chart in charts
        ] == [str(int(i == shown)) for i in (0, 1)]
        assert [chart.get_attribute("aria-hidden") for chart in charts] == [
            str(i != shown).lower() for i in (0, 1)
        ]
