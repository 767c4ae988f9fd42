"""The plane of chapter average: what the sentences want is written beside it, and covers none of its
circles.
"""

import pytest
from built import alone, models

PAGE = "book/average.html"
NAME = ["not-built", *(name for name, model in models(PAGE).items() if model["module"] == "share")][
    -1
]
# Whether each wish is above or below the plane.
CLEAR = """(place) => {
  const plane = place.querySelector(".wb-plane").getBoundingClientRect();
  return [...place.querySelectorAll(".wb-wish")].map((wish) => wish.getBoundingClientRect())
    .map(({top, bottom}) => bottom <= plane.top + 1 || top >= plane.bottom - 1);
}"""
SET = (
    "(place, [share, near]) => { place.model.set('share', share); place.model.set('near', near); }"
)
HEIGHT = "(place) => place.getBoundingClientRect().height"


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_wish_lies_on_a_circle_and_none_changes_the_height(width, new_page):
    page = new_page(PAGE, viewport={"width": width, "height": 844}, reduced_motion="reduce")
    place = alone(page, NAME)
    heights = set()
    for share in (0.0, 0.5, 1.0):
        for near in (0.05, 0.4, 1.0):
            place.evaluate(SET, [share, near])
            assert place.evaluate(CLEAR) == [True, True], (share, near)
            heights.add(place.evaluate(HEIGHT))
    assert len(heights) == 1
    assert page.faults == []
