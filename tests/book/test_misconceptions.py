"""Behind each wrong answer that the course explains stands one misconception, and what is told of it
leads somewhere.
"""

from collections.abc import Iterator
from pathlib import Path

from whichbank_authoring.exercises import ALL
from whichbank_site.pages.misconceptions import headings

from whichbank.experiments import _puzzles
from whichbank.figures import FIGURES, Quiz
from whichbank.figures.predict import predictions
from whichbank.misconceptions import FILE, misconceptions, of

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
MISSING = (
    "{answer!r} has no misconception: in src/whichbank/misconceptions/misconceptions.toml, add it to "
    "the list {kind} of the thought that leads to it"
)


def wrong() -> Iterator[tuple[str, str, str]]:
    """Name every wrong answer that is explained: what kind asks, what asks, and the answer."""
    for id, exercise in ALL.items():
        yield from (("exercises", id, name) for name in exercise.mistakes)
    for page in pages("quizzes"):
        for question in Quiz.of(page).questions:
            answers = [one["id"] for one in question.get("choices", []) if not one["right"]]
            answers += [f"{one['value']:g}" for one in question.get("mistakes", [])]
            yield from (("questions", f"{page}/{question['id']}", answer) for answer in answers)
    for page in pages("predictions"):
        for one in predictions(page):
            answers = [f"{made['value']:g}" for made in one.get("mistakes", [])]
            if one["kind"] == "choice":
                answers += [key for i, key in enumerate(one["keys"]) if i != one["answer"]]
            yield from (("guesses", f"{page}/{one['key']}", answer) for answer in answers)
    general: set[tuple[str, str]] = set()  # what any puzzle can have is named once
    for number, puzzle in enumerate(_puzzles.ladder(), start=1):
        for mistake in puzzle["mistakes"]:
            if (mistake["id"], mistake["says"]) not in general:
                yield "puzzles", f"puzzles.{number}", mistake["id"]
            if number == 1:
                general.add((mistake["id"], mistake["says"]))


def pages(folder: str) -> list[str]:
    return sorted(path.stem for path in (ROOT / "src" / "whichbank" / folder).glob("*.toml"))


def test_each_wrong_answer_has_one_and_each_that_is_listed_exists(subtests):
    known = list(wrong())
    assert len(known) > 1000
    for kind, asks, answer in known:
        with subtests.test(f"{kind}: {asks} {answer}"):
            assert of(kind, asks, answer), MISSING.format(answer=f"{asks} {answer}", kind=kind)
    for one in misconceptions():
        listed = [
            (kind, asks, answer)
            for kind, asked in one.asked.items()
            for asks, answers in asked.items()
            for answer in answers
        ]
        with subtests.test(one.id):
            assert listed, f"{one.id} stands behind no answer: take it out of {FILE.name}"
            gone = sorted({*listed} - {*known})
            assert not gone, f"there is no such answer: take it out of {FILE.name}"


def test_what_is_told_of_each_leads_somewhere(subtests):
    """That a figure opens in its state is for test_misconceptions_on_page.py."""
    seen = [one.title for one in misconceptions()] + [one.says for one in misconceptions()]
    assert len(seen) == len({*seen})
    for one in misconceptions():
        with subtests.test(one.id):
            assert len(one.title.split()) <= 8
            for place in one.taught:
                page, section = place.split("#")
                assert section in headings(BOOK, page), f"there is no section {place}"
            assert one.taught
            assert one.see.partition("#")[2].partition("=")[0].partition("-")[0] in FIGURES
