"""What the scripts that keep a reader's progress know of the course."""

import gzip
import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path

from whichbank_site.progress import course, mark, scripts

from whichbank.figures import Predict

CHAPTERS = sorted((Path(__file__).resolve().parents[3] / "book").glob("[0-9][0-9]_*.ipynb"))


def test_every_question_and_every_exercise_of_every_chapter_is_counted():
    found = course(CHAPTERS)
    assert [chapter["page"] for chapter in found] == [f"book/{path.stem}" for path in CHAPTERS]
    for chapter, path in zip(found, CHAPTERS, strict=True):
        quiz = tomllib.loads((files("whichbank.quizzes") / f"{chapter['number']}.toml").read_text(encoding="utf-8"))
        assert chapter["questions"] == [mark(question["text"]) for question in quiz["question"]]
        asked = re.findall(r'Predict\(\\"(\d\d\.\d+)\\"\)', path.read_text(encoding="utf-8"))
        assert list(chapter["guesses"]) == asked
        for number, found in chapter["guesses"].items():
            assert found == mark(Predict(number).prediction["question"])
        assert len(set(chapter["questions"])) == len(chapter["questions"]) >= 3
        headings = re.findall(r'"### Exercise (\d\d\.\d)', path.read_text(encoding="utf-8"))
        assert chapter["exercises"] == headings != []


def test_the_scripts_hand_on_the_course_and_stay_small_and_silent():
    made = scripts(CHAPTERS)
    whole = course(CHAPTERS)
    marks = [{name: value for name, value in chapter.items() if name != "guesses"} for chapter in whole]
    for name, told in (("progress_marks.js", marks), ("progress_table.js", whole)):
        text = made[name]
        assert json.loads(re.match(r"\(globalThis\.wb \?\?= \{\}\)\.course = (.*);\n", text)[1]) == told
    assert len(gzip.compress(made["progress_marks.js"].encode())) < 5_000
    for text in made.values():
        assert not re.search(r"\b(fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|document\.cookie)\b", text)
