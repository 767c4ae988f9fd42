"""The neighbors of a word on chapter company's page: a word is typed or tapped, and lines join the words
of both lists.
"""

import pytest
from built import alone, models
from drawn import read

PAGE = "book/company.html"
[(NAME, MODEL)] = [
    found for found in models(PAGE).items() if found[1]["module"] == "neighbors"
] or [("", {})]
# Each line between the lists: the words at its ends, by where they are drawn.
JOINED = """(place) => {
  const rows = [...place.querySelectorAll(".wb-near ol")].map((list) => [...list.querySelectorAll("button")]);
  const middle = (one) => one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2;
  const at = (list, y) => list.find((one) => Math.abs(middle(one) - y) < 4)?.firstChild.textContent;
  const box = place.querySelector(".wb-joins").getBoundingClientRect();
  return [...place.querySelectorAll(".wb-joins line:not(.wb-idle)")]
    .map((line) => ["y1", "y2"].map((end, i) => at(rows[i], box.y + Number(line.getAttribute(end)))));
}"""
pytestmark = pytest.mark.browser


def test_a_tapped_neighbor_becomes_the_word_and_lines_join_the_words_of_both_lists(new_page):
    page = new_page(PAGE)
    place = alone(page, NAME)
    labels = place.query_selector_all(".wb-choice label")
    assert len(labels) == 5
    for label in labels:
        label.click()
        shown = read(place)
        assert shown.state["word"] == label.text_content()
        joined = place.evaluate(JOINED)
        assert all(one == other is not None for one, other in joined), joined
        assert place.query_selector(".wb-near").text_content().count(", in both lists") == 2 * len(
            joined
        )
        told = f"share {len(joined)} of 10 words;" if joined else "share no word:"
        assert told in shown.said[0]
        underlined = len(place.query_selector_all(".wb-near .wb-there"))
        assert ("(underlined)" in shown.said[0]) == (underlined > 0)
        assert not underlined or f" {underlined} of the 20 (underlined)" in shown.said[0]
    first = place.query_selector(".wb-near button:enabled")
    wanted = first.query_selector("span").text_content()
    first.press("Enter")
    shown = read(place)
    assert (shown.state["word"], shown.focus) == (wanted, "text")
    assert "The lists share" in shown.said[0]
    assert page.faults == []


def test_an_unknown_word_is_told_so_and_the_lines_of_the_last_one_stay(new_page):
    page = new_page(PAGE)
    place = alone(page, NAME)
    before = place.evaluate(JOINED)
    place.query_selector(".wb-own").fill("Rivre")
    page.wait_for_function(
        "(place) => place.querySelector('.wb-readout').textContent.includes('no list')", arg=place
    )
    assert read(place).said[0] == "“rivre” has no list: it occurs fewer than 10 times in this text."
    assert place.evaluate(JOINED) == before != []
    assert place.query_selector(".wb-near.wb-old") is not None
    assert page.faults == []
