"""A class of an earlier edition, whose exercises had the numbers of chapters, goes on."""

import json
import re
import sqlite3

from classes import RIGHT, copy_class, hand_in, needs_box, on_linux
from whichbank_teach import cli, grading
from whichbank_teach.classroom.folder import SETTINGS, Classroom
from whichbank_teach.classroom.moved import BEFORE, GRADEBOOK

from whichbank.former import CHAPTERS, former

pytestmark = on_linux
NAMED = re.compile(rf"\b({'|'.join(CHAPTERS)})(?=[.]\d\b|[-_]\d)")


def before(text: str) -> str:
    """Put the numbers of chapters in the place of their names in ids."""
    return NAMED.sub(lambda found: former(f"{found[1]}.0")[:2], text)


def made_before(room: Classroom, *more) -> None:
    """Make a class what it was before exercises had the names of chapters."""
    for path in (*room.root.rglob("*.ipynb"), *room.root.glob("verdicts/*/*.json"), *more):
        path.write_text(before(path.read_text(encoding="utf-8")), encoding="utf-8")
    with sqlite3.connect(room.root / GRADEBOOK) as book:
        for table, columns in {"base_cell": ["name"], "source_cell": ["name", "source"]}.items():
            for column in columns:
                for key, text in book.execute(f"SELECT id, {column} FROM {table}").fetchall():
                    new = before(text)
                    book.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (new, key))


def kept(room: Classroom) -> dict[str, object]:
    """Return what is in the notebooks and verdicts of a class, and in its gradebook."""
    files = {
        path.relative_to(room.root).as_posix(): json.loads(path.read_bytes())
        for path in (*room.root.rglob("*.ipynb"), *room.root.glob("verdicts/*/*.json"))
    }
    with sqlite3.connect(room.root / GRADEBOOK) as book:
        cells = book.execute("SELECT name, type FROM base_cell ORDER BY name").fetchall()
        sources = book.execute("SELECT name, source, checksum FROM source_cell ORDER BY name")
        return files | {"cells": cells, "sources": sources.fetchall()}


@needs_box
def test_a_class_moves_to_the_names_and_loses_nothing(class_template, tmp_path, capsys):
    room = copy_class(class_template, tmp_path / "class")
    hand_in(room, "ada", RIGHT)
    cli.main(["grade", "ps1", "--class", str(room.root)])
    cli.main(["export", "--class", str(room.root)])
    grades = (room.root / "grades.csv").read_bytes()
    was = kept(room)
    made_before(room)
    assert "mixing" not in str(kept(room)["cells"])
    again = Classroom(room.root)
    assert kept(again) == was
    assert "05" in str(
        sqlite3.connect(again.root / BEFORE).execute("SELECT name FROM base_cell").fetchall()
    )
    assert grading.grade(again, "ps1", progress=False).unrecorded == {}
    cli.main(["export", "--class", str(room.root)])
    assert (room.root / "grades.csv").read_bytes() == grades


@needs_box
def test_work_settings_and_commands_with_numbers_are_understood(room, inbox):
    settings = room.root / SETTINGS
    settings.write_text(
        settings.read_text(encoding="utf-8") + '\n[assignment.ps1]\npoints = {"05.2" = 7}\n',
        encoding="utf-8",
    )
    home = ["--class", str(room.root)]
    cli.main(["release", "ps1", "--exercises", "05.1", "5.2", "mixing.4", *home])
    assert room.assignment("ps1").exercises == ("mixing.1", "mixing.2", "mixing.4")
    work = json.loads(before(room.source("ps1").read_text(encoding="utf-8")))
    given = {before(f"exercise-mixing-{n}-stub"): n for n in (1, 2)}
    for cell in work["cells"]:
        if cell["id"] in given:
            n = given[cell["id"]]
            cell["source"] = before(RIGHT[f"mixing.{n}"])
    (inbox / "ben").mkdir()
    (inbox / "ben" / "ps1.ipynb").write_text(json.dumps(work), encoding="utf-8")
    cli.main(["collect", "ps1", str(inbox), *home])
    cli.main(["grade", "ps1", *home])
    told = room.source("ps1").read_text(encoding="utf-8")
    assert "| mixing.2 · Mix a whole table | 7 |" in told
    marks = grading.verdicts(room.root, "ps1")["ben"].marks
    assert [(one.exercise, one.status, one.points) for one in marks] == [
        ("mixing.1", "right", 1.0),
        ("mixing.2", "right", 2.0),
        ("mixing.4", "by hand", None),
    ]
