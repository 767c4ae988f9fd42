"""The quiz on its page: answers are marked and kept, and nothing breaks where the browser keeps
nothing.
"""

import json

import pytest
from built import alone, built_pages, figure_class, models, placed
from drawn import read
from playwright.sync_api import ElementHandle, Locator, Page

QUIZZES = [
    (page, name)
    for page in built_pages()
    for name, model in models(page).items()
    if figure_class(model["module"]).__name__ == "Quiz"
] or [("nothing-is-built", "")]
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', "
    "'SecurityError'); }});"
)
# Answers a question and reads what is said about it, in one step: a click of a mouse that waits
# takes far longer.
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
    first, second = (question["id"] for question in questions[:2])
    for name, answer in (
        ("another-question", 0.5),
        (first, "no such choice"),
        (second, [1]),
        ("01/gone", 0.5),
    ):
        items = {f"answer/{name}": {"answer": answer, "right": True}}
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
        wanted = (
            "Choose an answer first."
            if question["kind"] == "choice"
            else "Type a number, such as 0.25."
        )
        assert read(place).said[i] == wanted
    assert read(place).state["answers"] == [None] * len(questions)


def test_a_browser_that_keeps_nothing_is_no_trouble(quiz_page):
    page, questions = quiz_page
    page.add_init_script(NO_STORAGE)
    page.reload()
    quiz_of(page)
    assert give(page, 0, questions[0], right=True).startswith("Right. ")
    assert [fault for fault in page.faults if "which-bank/quiz" in fault or "figure" in fault] == []


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEEN = """(place) => [...place.querySelectorAll("form")]
  .flatMap((form, i) => (form.checkVisibility({visibilityProperty: true}) ? [i] : []))"""
HEADED = """(place) => [...place.querySelectorAll("form")]
  .findIndex((form) => form.querySelector("fieldset") === document.activeElement)"""
HIGH = "(place) => place.querySelector('.wb-quiz').offsetHeight"
SMALLEST = (
    "(place) => Math.min(...[...place.querySelectorAll('.wb-turns button')].map((one) => "
    "one.offsetHeight))"
)


def turn(place: ElementHandle, name: str) -> None:
    """Go on to the next question, or back, by keyboard."""
    place.query_selector(f".wb-turns button:text-is('{name}')").press("Enter")


@pytest.mark.parametrize(("address", "name"), QUIZZES)
def test_a_phone_shows_one_question_at_a_time_and_the_rest_take_no_more_room(
    address, name, new_page, measured
):
    page = new_page(address, **PHONE)
    place = alone(page, name)
    questions = models(address)[name]["state"]["questions"]
    heights, answered = [], []
    for i in range(len(questions)):
        assert place.evaluate(SEEN) == [i]
        assert place.evaluate(HEADED) == (i if i else -1), "the focus is on the question that came"
        legend = place.query_selector_all("legend")[i].inner_text()
        assert legend.startswith(f"Question {i + 1} of {len(questions)}\n")
        heights.append(place.evaluate(HIGH))
        turn(place, "Next")
    assert place.evaluate(SEEN) == [len(questions) - 1], "after the last comes none"
    for i, question in reversed(list(enumerate(questions))):
        assert place.evaluate(SEEN) == [i]
        give(page, i, question, right=True)
        answered.append(place.evaluate(HIGH))
        turn(place, "Previous")
    assert place.evaluate(SEEN) == [0]
    assert place.evaluate(SMALLEST) >= 44
    measured(f"quiz of {address} at 390: {heights[0]} px tall, {max(answered)} px with its answers")
    assert len(set(heights)) == 1
    assert heights[0] <= PHONE["viewport"]["height"]
    assert page.faults == []


def test_what_is_kept_does_not_hang_on_the_place_and_the_next_visit_opens_where_one_is_open(
    new_page,
):
    address, name = next(
        one for one in QUIZZES if len(models(one[0])[one[1]]["state"]["questions"]) > 3
    )
    page = new_page(address, **PHONE)
    questions = models(address)[name]["state"]["questions"]
    place = alone(page, name)
    for i in (0, 1):
        give(page, i, questions[i], right=not i)
        turn(place, "Next")
    turn(place, "Next")
    assert place.evaluate(SEEN) == [3]
    page.reload()
    place = alone(page, name)
    assert place.evaluate(SEEN) == [2], "the first without an answer"
    assert [said[:5] for said in read(place).said[:2]] == ["Right", "Not y"]
    place.query_selector("text=Start over").click()
    assert place.evaluate(SEEN) == [0]


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_a_link_to_a_question_shows_it(phone, new_page):
    address, name = QUIZZES[1]
    number = models(address)[name]["state"]["page"]
    page = new_page(f"{address}#question-{number}-4", **(PHONE if phone else {}))
    place = placed(page, name)
    for i in (3, 1):
        place.evaluate("(_, to) => location.hash = to", f"question-{number}-{i + 1}")
        form = place.query_selector_all("form")[i]
        page.wait_for_function(
            "(form) => form.getBoundingClientRect().top > 0 && form.getBoundingClientRect().top "
            "< 300",
            arg=form,
        )
        assert place.evaluate(SEEN) == (
            [i] if phone else list(range(len(place.query_selector_all("form"))))
        )
    assert page.faults == []


def test_on_paper_and_on_a_wide_screen_all_questions_are_there(new_page):
    address, name = QUIZZES[0]
    page = new_page(address, **PHONE)
    place = alone(page, name)
    everyone = list(range(len(place.query_selector_all("form"))))
    page.emulate_media(media="print")
    assert place.evaluate(SEEN) == everyone
    assert not place.query_selector(".wb-turns").is_visible()
    page.emulate_media(media="screen")
    assert place.evaluate(SEEN) == [0]
    page.set_viewport_size({"width": 1280, "height": 844})
    assert place.evaluate(SEEN) == everyone
