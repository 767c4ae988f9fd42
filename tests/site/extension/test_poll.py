"""What can be asked of a class, as choices."""

import random
from bisect import bisect_left

import pytest
from whichbank_site.poll.questions import MOST, asked

from whichbank.figures.kit.questions import checked, read, verdict
from whichbank.figures.predict import guesses, predictions
from whichbank.figures.quiz import Quiz

QUIZZES = ("mixing", "company", "cost", "cutting")
GUESSES = ("mixing", "roles", "cost", "cutting", "thirty")


def choice(item: dict, number: float) -> str:
    """Return the text of the choice that a number is, as the phones find it."""
    return item["o"][bisect_left(item["cuts"], number)][0]


@pytest.mark.parametrize("page", QUIZZES)
def test_a_number_is_the_choice_that_the_quiz_takes_it_for(page):
    items = {item["id"]: item for item in asked(page, False, True)}
    for question in read("whichbank.quizzes", page, "question", "id", checked):
        if question["kind"] != "number":
            continue
        item = items[f"answer/{question['id']}"]
        known = [question["answer"], *(made["value"] for made in question["mistakes"])]
        reach = max(map(abs, known)) * 1.5 + question["tolerance"]
        draw = random.Random(page)
        tried = [draw.uniform(-reach, reach) for _ in range(200)]
        for number in (*known, *tried):
            right = item["o"][item["r"]][0] == choice(item, number)
            assert right == verdict(question, number)[0], (question["id"], number)
        for made in question["mistakes"]:
            told = item["o"][bisect_left(item["cuts"], made["value"])]
            assert told[1] == made["why"], "what is said of a known wrong number"


@pytest.mark.parametrize("page", GUESSES)
def test_a_guessed_number_is_right_where_the_guess_is(page):
    items = {item["id"]: item for item in asked(page, True, False)}
    found = [one for one in predictions(page) if one["kind"] == "number"]
    for one in found:
        item = items[f"guess/{one['key']}"]
        assert item["cuts"] == sorted(item["cuts"])
        assert len(item["o"]) == len(item["cuts"]) + 1
        steps = round((one["high"] - one["low"]) / one["step"])
        for number in (one["low"] + i * one["step"] for i in range(steps + 1)):
            right = item["o"][item["r"]][0] == choice(item, number)
            assert right == guesses.judge(one, number)[0], (one["key"], number)


def test_each_question_of_a_page_has_codes_of_its_own_and_room_for_its_choices():
    for page in QUIZZES:
        items = asked(page, True, True)
        assert len({item["s"] for item in items}) == len(items)
        assert all(2 <= len(item["o"]) <= MOST for item in items)
        kinds = [one["kind"] for one in predictions(page)]
        told = sum(item["id"].startswith("guess/") for item in items)
        assert told == kinds.count("choice") + kinds.count("number")
        assert len(items) - told == len(Quiz.of(page).questions)
