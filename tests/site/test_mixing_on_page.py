"""The planes of chapter mixing: what is written on them leaves the numbers of the axes free, and a
pull leads as near as SciPy finds.
"""

from itertools import product

import numpy as np
import pytest
from built import alone, models
from playwright.sync_api import Page
from scipy.optimize import lsq_linear, minimize

from whichbank.figures.kit.bundle import bundle

PAGE = "book/mixing.html"
SET = """([place, line]) => {
  const row = place.model.get("row");
  place.model.set("weights", place.model.get("weights").map((old, t) => (t === row ? line : old)));
}"""
# The names on the plane that lie on a number of its axes.
ON_NUMBERS = """(place) => {
  const boxes = (what) => [...place.querySelectorAll(what)].filter((node) => node.textContent && node.checkVisibility())
    .map((node) => [node.textContent, node.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const numbers = boxes(".wb-plane .wb-tick");
  return boxes(".wb-plane :is(.wb-point, .wb-arrow) text")
    .flatMap(([name, a]) => numbers.filter(([, b]) => meet(a, b)).map(([number]) => `${name} on ${number}`));
}"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_negative_weight_leads_to_a_place_in_the_picture_and_no_name_lies_on_a_number(
    width: int, new_page
) -> None:
    page: Page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    found = {}
    below = [
        name for name, model in models(PAGE).items() if model["state"].get("lowest", 0) < 0
    ] or ["not-built"]
    place = alone(page, below[0])
    for line in ([-0.5, 0, 0], [0, -0.5, 0], [0, 0, -0.5], [-0.3, 0.01, 0.02], [-0.3, 0.3, 1]):
        page.evaluate(SET, [place, line])
        found[str(line)] = place.evaluate(ON_NUMBERS)
        assert "off the picture" not in place.text_content(), line
    assert {state: names for state, names in found.items() if names} == {}
    assert page.faults == []


CORNERS = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
ROWS = [[0.3, 0.3, 0.1], [0.25, 0.7, 0.05], [1, 0, 0], [0.9, -0.4, -0.2], [-0.3, -0.1, 0.2]]
POINTS = [(1.25, 0.7), (1.7, 0.2), (1, 0), (2, 0), (5, -1), (0, 0), (1, 3), (-2, 0.5)]
# each weight is rounded by 0.005 at most, the largest by what that leaves: 0.015, times a vector of
# 2
SNAP = 0.03
PULL = """async ([source, corners, cases]) => {
  const weights = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  return cases.map(([row, point, lowest, locked]) => weights.pull(row, corners, point, lowest, locked));
}"""


def nearest(point: tuple[float, float], lowest: float, locked: bool) -> np.ndarray:
    """Return the mix as near to a point as weights from lowest to 1 bring it, by SciPy."""
    if not locked:
        return lsq_linear(CORNERS.T, point, bounds=(lowest, 1)).x @ CORNERS
    whole = {"type": "eq", "fun": lambda row: row.sum() - 1}
    found = minimize(
        lambda row: ((row @ CORNERS - point) ** 2).sum(),
        [1 / 3] * 3,
        bounds=[(lowest, 1)] * 3,
        constraints=whole,
        method="SLSQP",
    )
    return found.x @ CORNERS


@pytest.mark.browser
def test_a_pull_comes_as_near_as_scipy_finds(new_page):
    page: Page = new_page("search.html")
    cases = list(product(ROWS, POINTS, (0, -0.5), (True, False)))
    found = page.evaluate(PULL, [bundle("mixing/weights.js"), CORNERS.tolist(), cases])
    for (_, point, lowest, locked), row in zip(cases, found, strict=True):
        assert min(row) >= lowest
        assert max(row) <= 1
        assert not locked or sum(row) == pytest.approx(1)
        np.testing.assert_allclose(row @ CORNERS, nearest(point, lowest, locked), atol=SNAP)
