"""The quiz on its page: answers are marked and kept, and nothing breaks where the browser keeps nothing."""

import json

import pytest
from built import alone, built_pages, figure_class, models
from drawn import read
from playwright.sync_api import Locator, Page

QUIZZES = [
    (page, name)
    for page in built_pages()
    for name, model in models(page).items()
    if figure_class(model["module"]).__name__ == "Quiz"
] or [("nothing-is-built", "")]
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"
)
# Answers a question and reads what is said about it, in one step: a click of a mouse that waits takes far longer.
GIVE = """([i, option, text]) => {
  const form = document.querySelectorAll(".wb-quiz form")[i];
  const field = form.querySelector("input");
  if (option !== null) form.querySelectorAll("label")[option].click();
  else {
    field.value = text;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }
  form.querySelector("button").click();
  return form.querySelector("[role=status]").innerText;
}"""
pytestmark = pytest.mark.browser


def quiz_of(page: Page) -> Locator:
    place = page.locator(".wb-live", has=page.locator(".wb-quiz"))
    place.locator(".wb-quiz").wait_for()
    return place


def give(page: Page, i: int, question: dict, right: bool) -> str:
    """Answer a question; return what is said about it, with plain minus signs."""
    option, text = None, ""
    if question["kind"] == "choice":
        option = next(j for j, option in enumerate(question["choices"]) if option["right"] == right)
    else:
        text = f"{question['answer'] + (0 if right else 77)}"
    return page.evaluate(GIVE, [i, option, text]).replace("−", "-")


@pytest.fixture
def quiz_page(new_page):
    """One quiz stands for all: its page, and its questions."""
    address, name = QUIZZES[0]
    return new_page(address), models(address)[name]["state"]["questions"]


@pytest.mark.parametrize(("address", "name"), QUIZZES)
def test_every_answer_is_explained_and_the_right_ones_count(address, name, new_page):
    page = new_page(address)
    place = alone(page, name)
    questions = models(address)[name]["state"]["questions"]
    for i, question in enumerate(questions):
        assert give(page, i, question, right=False).startswith("Not yet. ")
        assert give(page, i, question, right=True).startswith("Right. ")
        assert read(place).said[-1] == f"{i + 1} of {len(questions)} right"
    assert page.faults == []


def test_answers_stay_in_the_browser_until_they_are_reset(quiz_page):
    page, questions = quiz_page
    quiz_of(page)
    said = give(page, 0, questions[0], right=True)
    page.reload()
    place = quiz_of(page)
    assert read(place).said[0] == said
    assert read(place).said[-1].startswith("1 of ")
    again = place.get_by_role("button", name="Start over")
    again.press("Enter")
    assert again.evaluate("(button) => document.activeElement === button"), "the focus is lost"
    assert read(place).said == [""] * len(questions) + [f"0 of {len(questions)} right"]
    assert place.locator("input:checked").count() == 0
    page.reload()
    assert read(quiz_of(page)).said[-1].startswith("0 of ")


def test_answers_kept_for_another_question_or_broken_ones_do_no_harm(quiz_page):
    page, questions = quiz_page
    start = quiz_of(page).evaluate("(place) => `answer/${place.model.state.page}/`")
    texts = [question["text"] for question in questions]
    for text, answer in (("another question", 0.5), (texts[0], "no such choice"), (texts[1], [1])):
        items = {start + text: {"answer": answer, "right": True}}
        kept = json.dumps({"format": "which-bank progress", "version": 1, "items": items})
        page.evaluate("(kept) => localStorage.setItem('which-bank/progress/1:/', kept)", kept)
        page.reload()
        assert read(quiz_of(page)).said[-1].startswith("0 of ")
    assert page.faults == []


def test_a_choice_not_yet_checked_survives_another_answer(quiz_page):
    page, questions = quiz_page
    place = quiz_of(page)
    choice = next(i for i, question in enumerate(questions) if question["kind"] == "choice")
    option = place.locator("form").nth(choice).locator("input").first
    option.check()
    give(page, choice - 1, questions[choice - 1], right=True)
    assert option.is_checked()


def test_an_empty_answer_is_asked_for(quiz_page):
    page, questions = quiz_page
    place = quiz_of(page)
    for i, question in enumerate(questions):
        place.locator("form").nth(i).get_by_role("button").click()
        wanted = "Choose an answer first." if question["kind"] == "choice" else "Type a number, such as 0.25."
        assert read(place).said[i] == wanted
    assert read(place).state["answers"] == [None] * len(questions)


def test_a_browser_that_keeps_nothing_is_no_trouble(quiz_page):
    page, questions = quiz_page
    page.add_init_script(NO_STORAGE)
    page.reload()
    quiz_of(page)
    assert give(page, 0, questions[0], right=True).startswith("Right. ")
    assert [fault for fault in page.faults if "which-bank/quiz" in fault or "figure" in fault] == []
