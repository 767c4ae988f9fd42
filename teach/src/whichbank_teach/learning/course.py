"""What the course asks: each guess and each question of a quiz, with the page, its part of the
course, and what can be answered.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from whichbank.figures.kit.questions import checked, read
from whichbank.figures.predict import predictions
from whichbank.misconceptions import Misconception, of

GUESS, ANSWER = "guess", "answer"


@dataclass(frozen=True)
class Item:
    """One thing that is asked."""

    key: str  # as a progress file names it: guess/sweet-tea
    page: str
    place: str  # the anchor on the page
    text: str
    choices: tuple[tuple[str, str], ...]  # what can be chosen: how it is kept, and its words
    right: str  # how the right choice is kept; nothing for a number

    def thought(self, choice: str) -> Misconception | None:
        """The misconception behind a wrong choice."""
        kind, name = self.key.split("/")
        return of({GUESS: "guesses", ANSWER: "questions"}[kind], f"{self.page}/{name}", choice)

    @property
    def kind(self) -> str:
        """Whether it is a guess or a question of a quiz."""
        return self.key.partition("/")[0]


@cache
def items() -> dict[str, Item]:
    """Return all that is asked, by its key, page by page."""
    found = [one for page in _pages("predictions") for one in map(_guess, predictions(page))]
    for page in _pages("quizzes"):
        quiz = read("whichbank.quizzes", page, "question", "id", checked)
        found += [_question(page, i, one) for i, one in enumerate(quiz, start=1)]
    return {one.key: one for one in found}


def _pages(folder: str) -> list[str]:
    names = (file.name for file in files(f"whichbank.{folder}").iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def _guess(one: dict[str, Any]) -> Item:
    page = one["id"].partition(".")[0]
    choices: tuple[tuple[str, str], ...] = ()
    right = ""
    if one["kind"] == "choice":
        keys = one["keys"] or "abcdefghijklmnopqrstuvwxyz"[: len(one["options"])]
        choices = tuple(zip(keys, map(_plain, one["options"]), strict=True))
        right = keys[one["answer"]]
    place = f"predict-{one['id'].replace('.', '-')}"
    return Item(f"{GUESS}/{one['key']}", page, place, _plain(one["question"]), choices, right)


def _question(page: str, number: int, one: dict[str, Any]) -> Item:
    choices = tuple((c["id"], _plain(c["text"])) for c in one.get("choices", ()))
    right = next((c["id"] for c in one.get("choices", ()) if c["right"]), "")
    place = f"question-{page}-{number}"
    return Item(f"{ANSWER}/{one['id']}", page, place, _plain(one["text"]), choices, right)


def _plain(text: str) -> str:
    return re.sub(r"[`*]", "", text)
