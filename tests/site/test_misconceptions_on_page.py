"""The figures open in the states that refute misconceptions, and feedback leads to them."""

import pytest
from built import addressed, alone, placed
from gestures import FOLLOW

from whichbank.misconceptions import misconceptions

LINKS = {tuple(one.see.split("#")) for one in misconceptions()}
OPENED = """(name) => {
  const place = document.querySelector(`.wb-live[data-model=${name}]`);
  return [place.model.name, place.querySelector(".wb-note").textContent, place.checkVisibility()];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("address", sorted({address for address, _ in LINKS}))
def test_each_link_opens_its_figure_in_a_state_that_it_can_have(address, new_page, subtests):
    """Where the figure waits for a guess, the link takes the cover off."""
    page = new_page(f"book/{address}", covered=True)
    for hash in sorted(hash for where, hash in LINKS if where == address):
        called = hash.partition("=")[0]
        with subtests.test(hash):
            name = addressed(f"book/{address}")[called]
            placed(page, name)
            page.evaluate(FOLLOW, hash)
            assert page.evaluate(OPENED, name) == [called, "", True]


@pytest.mark.browser
def test_a_wrong_answer_leads_to_the_thought_behind_it(new_page):
    page = new_page("book/mixing.html")
    quiz = alone(page, addressed("book/mixing.html")["quiz"])
    link = "a.wb-thought"
    quiz.query_selector_all(".wb-question")[1].query_selector("input").check()
    quiz.query_selector_all(".wb-question")[1].query_selector("button[type=submit]").click()
    assert quiz.wait_for_selector(link).get_attribute("href") == (
        "misconceptions.html#mix-goes-anywhere"
    )
    quiz.query_selector(link).click()
    page.wait_for_url("**/misconceptions.html#mix-goes-anywhere")
