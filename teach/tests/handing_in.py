"""Notebooks and inboxes as people hand them in, for the tests of release and collect."""

import copy
import io
import json
import os
import zipfile
from pathlib import Path

from whichbank_authoring.exercises import ALL
from whichbank_teach.classroom.folder import Assignment, Classroom
from whichbank_teach.classroom.notebook import notebook, write
from whichbank_teach.classroom.submission import read
from whichbank_teach.collect.files import Limits, walk

PS1 = ("mixing.1", "mixing.2", "choosing.2", "mixing.4")
MIX = "def mix_all(weights, vectors):\n    return weights @ vectors"
SOFTMAX = (
    "def softmax(scores):\n    grown = np.exp(scores)\n    return grown / grown.sum(-1, "
    "keepdims=True)"
)

GOOD = {"ex_mixing_1": "answer_mixing_1 = [1.1, 0.2]", "ex_mixing_2": MIX}


def classroom(root: Path, exercises=PS1, name="ps1") -> Classroom:
    """A class with an assignment that no gradebook knows of: collect needs none."""
    room = Classroom.create(root)
    chosen = [ALL[one] for one in exercises]
    write(room.source(name), notebook(Assignment(name, tuple(exercises)), chosen, room.settings))
    return room


def handed_out(room: Classroom, name="ps1") -> dict:
    """The notebook that students start from."""
    return json.loads(room.source(name).read_text(encoding="utf-8"))


def cell(made: dict, name: str) -> dict:
    """One cell of a notebook, by its id."""
    return next(one for one in made["cells"] if one.get("id") == name)


def by_id(made) -> dict:
    """The cells of a notebook by their ids."""
    return {one.id: one for one in made.cells}


def answered(made: dict, **sources: str) -> dict:
    """A copy with other texts in some cells: ``ex_mixing_2`` for a stub, ``words_mixing_4`` for an answer
    in words.
    """
    made = copy.deepcopy(made)
    for name, source in sources.items():
        kind, chapter, number = name.split("_")
        ending = "stub" if kind == "ex" else "answer"
        cell(made, f"exercise-{chapter}-{number}-{ending}")["source"] = source
    return made


def code(source: str, **more) -> dict:
    """A code cell of the student's own."""
    return {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": source,
        **more,
    }


def words(source: str, **more) -> dict:
    """A text cell of the student's own."""
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def put(folder: Path, name: str, made: dict | str | bytes) -> Path:
    """Write a file into an inbox, with its folders."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(made, dict):
        made = json.dumps(made)
    path.write_bytes(made if isinstance(made, bytes) else made.encode())
    return path


def at(path: Path, hour: int) -> Path:
    """Give a file a time."""
    os.utime(path, (1_795_000_000 + 3600 * hour,) * 2)
    return path


def done(report) -> dict:
    """What became of each file of an inbox."""
    return {file.path: file.done for file in report.files}


def says(report, path: str) -> tuple:
    """What the report says about one file."""
    return next(file.says for file in report.files if file.path == path)


def source(room: Classroom, exercise: str, student="student01") -> str:
    """A student's answer to one exercise, as the graders see it."""
    return read(room.collected(student, "ps1")).answer(exercise).source


def everything(folder: Path) -> dict:
    """All files below a folder and their bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def zipped_work(*members) -> bytes:
    """A zip of (name, notebook or text)."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members:
            made.writestr(
                name, content if isinstance(content, str | bytes) else json.dumps(content)
            )
    return data.getvalue()


SMALL = Limits(file=100_000, archive=1_000_000, members=50)


def found(inbox: Path, spool: Path, limits: Limits = SMALL) -> list:
    """What is found in an inbox."""
    return list(walk(inbox, spool, limits))


def by_name(files: list) -> dict:
    """The same by their paths."""
    return {file.shown: file for file in files}


def content(file) -> bytes | None:
    """The bytes of a file that was found; None where there are none."""
    return file.path.read_bytes() if file.path else None
