"""The window over a sentence, on chapter company's page: its end stays under the hand."""

import pytest
from built import alone
from gestures import named

PAGE = "book/company.html"


@pytest.mark.browser
def test_an_end_of_the_window_follows_the_hand_and_settles_on_a_boundary(new_page):
    page = new_page(PAGE, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    place = alone(page, named(PAGE, "window")[-1])
    center = 2
    place.evaluate(
        "({ model }, at) => { model.set('center', at); model.set('window', 1); }", center
    )
    handle = place.query_selector(".wb-brackets .wb-right")

    def middle() -> float:
        box = handle.bounding_box()
        return box["x"] + box["width"] / 2

    words = place.query_selector_all(".wb-tokens label")
    ends = [box["x"] + box["width"] for box in (word.bounding_box() for word in words)]
    off, y = middle() - ends[center + 1], handle.bounding_box()["y"] + 10
    page.mouse.move(middle(), y)
    page.mouse.down()
    seen = []
    for x in range(round(ends[center + 1]) + 4, round(ends[center + 3]), 4):
        page.mouse.move(x + off, y)
        assert middle() == pytest.approx(x + off, abs=1.5), "it is under the hand"
        m = place.evaluate("({ model }) => model.get('window')")
        passed = sum(end <= x for end in ends) - center - 1
        assert passed <= m <= passed + 1
        seen.append(m)
    page.mouse.move((ends[center + 2] + ends[center + 3]) / 2 - 8 + off, y)
    page.mouse.up()
    assert set(seen) == {1, 2, 3}
    assert place.evaluate("({ model }) => model.get('window')") == 2
    assert middle() == pytest.approx(ends[center + 2] + off, abs=1.5)
    assert page.faults == []
