"""What the scripts that keep a reader's progress know of the course."""

import gzip
import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from whichbank_site.pages.chapters import SECOND
from whichbank_site.progress.course import BEFORE, course, mark, scripts

from tools.notebooks import notebooks
from whichbank.figures import Predict, Quiz
from whichbank.figures.predict import predictions
from whichbank.former import current

ROOT = Path(__file__).resolve().parents[3]
CHAPTERS = notebooks()


def test_every_question_and_every_exercise_of_every_chapter_is_counted():
    found = course(CHAPTERS)
    assert [chapter["name"] for chapter in found] == [path.stem for path in CHAPTERS]
    for chapter, path in zip(found, CHAPTERS, strict=True):
        name = path.stem
        quiz = tomllib.loads(
            (files("whichbank.quizzes") / f"{name}.toml").read_text(encoding="utf-8")
        )
        assert chapter["questions"] == "".join(
            mark(question["id"]) for question in quiz["question"]
        )
        assert len(quiz["question"]) >= 3
        asked = re.findall(r'Predict\(\\"([a-z]+\.\d+)\\"\)', path.read_text(encoding="utf-8"))
        told = [Predict(id).prediction for id in asked]
        assert chapter["asked"] == [[one["key"], one["id"], one["question"]] for one in told]
        assert chapter["guesses"] == "".join(mark(one["key"]) for one in told)
        headings = re.findall(r'"### Exercise ([a-z]+\.\d)', path.read_text(encoding="utf-8"))
        assert headings == [f"{name}.{i + 1}" for i in range(chapter["exercises"])] != []


def test_no_page_counts_by_hand_what_the_course_has():
    numbers = (
        r"[1-9]\d*|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(-\w+)?|(a |one )?hundred"
    )
    things = "chapters?|exercises|questions|quizzes|predictions|guesses|figures|notebooks"
    counted = re.compile(rf"\b({numbers}) ({things})\b", re.IGNORECASE)
    pages = [
        *ROOT.glob("book/*.md"),
        *ROOT.glob("site/src/whichbank_site/pages/texts/*.md"),
        ROOT / "README.md",
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in pages}
    assert {name: found[0] for name, text in texts.items() if (found := counted.search(text))} == {}


def test_two_names_with_one_mark_are_told(monkeypatch):
    monkeypatch.setattr("whichbank_site.progress.course.mark", lambda text: "0123")
    with pytest.raises(
        ValueError, match="two questions have the mark 0123: give one of them another id or key"
    ):
        course(CHAPTERS)


def named(kind: str, chapter: str) -> list[tuple[str, str, dict[str, str]]]:
    """Return the text and the name of each question or prediction of a chapter, and what can be
    chosen by its text.
    """
    if kind == "answer":
        asked = Quiz.of(chapter).questions
        return [
            (one["text"], one["id"], {c["text"]: c["id"] for c in one.get("choices", [])})
            for one in asked
        ]
    chosen = [(one, one.get("options", one.get("items", []))) for one in predictions(chapter)]
    return [
        (one["question"], one["key"], dict(zip(texts, one.get("keys", ""), strict=True)))
        for one, texts in chosen
    ]


def test_each_text_of_the_second_edition_leads_to_a_name_that_is_still_there():
    """An option that stands elsewhere than before needs its letter: see ``keys`` in
    ``whichbank.figures.predict.guesses``.
    """
    before = json.loads(BEFORE.read_text(encoding="utf-8"))
    for kind, chapters in before.items():
        assert sum(map(len, chapters.values())) > 70
        for number, known in chapters.items():
            pages = [current(number), SECOND.get(current(number))]
            today = [one for page in pages if page for one in named(kind, page)]
            assert {one[0] for one in known.values()} <= {name for _, name, _ in today}
            for text, name, choices in today:
                if mark(text) in known:
                    assert known[mark(text)][0] == name
                kept = next((one[1] for one in known.values() if one[0] == name and one[1:]), {})
                for choice, id in choices.items():
                    assert kept.get(mark(choice), id) == id, (
                        f"{name}: {choice!r} was {kept[mark(choice)]!r} and is {id!r}"
                    )


def test_the_scripts_hand_on_the_course_and_stay_small_and_silent():
    made = scripts(CHAPTERS)
    whole = [list(chapter.values()) for chapter in course(CHAPTERS)]
    marks = [values[:-1] for values in whole]
    for name, told in (("progress_marks.js", marks), ("progress_table.js", whole)):
        text = made[name]
        assert (
            json.loads(re.match(r"\(globalThis\.wb \?\?= \{\}\)\.course = (.*);\n", text)[1])
            == told
        )
    assert len(gzip.compress(made["progress_marks.js"].encode())) < 5_000
    for text in made.values():
        assert not re.search(
            r"\b(fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|document\.cookie)\b",
            text.partition("\n")[2],  # below the questions
        )
