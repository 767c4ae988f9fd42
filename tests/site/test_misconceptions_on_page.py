"""The figures open in the states that refute misconceptions, and feedback leads to them."""

from itertools import groupby

import pytest
from built import addressed, alone, placed

from whichbank.misconceptions import misconceptions

OPENED = """async ([name, hash]) => {
  const heard = new Promise((met) => addEventListener("hashchange", met, { once: true }));
  location.hash = hash;
  await heard;
  await new Promise(requestAnimationFrame);
  const place = document.querySelector(`.wb-live[data-model=${name}]`);
  return [place.model.name, place.querySelector(".wb-note").textContent, place.checkVisibility()];
}"""


@pytest.mark.browser
def test_each_link_opens_its_figure_in_a_state_that_it_can_have(new_page, subtests):
    """Where the figure waits for a guess, the link takes the cover off."""
    links = sorted(one.see.split("#") for one in misconceptions())
    for address, some in groupby(links, lambda link: f"book/{link[0]}"):
        page = new_page(address, covered=True)
        for _, hash in some:
            called = hash.partition("=")[0]
            with subtests.test(f"{address}#{hash}"):
                name = addressed(address)[called]
                placed(page, name)
                assert page.evaluate(OPENED, [name, hash]) == [called, "", True]
        page.close()


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
