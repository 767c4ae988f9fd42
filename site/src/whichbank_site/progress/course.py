"""What a reader has done, kept in the reader's browser: what the scripts need to know, and the
scripts on the pages.

The browser counts chapters read, questions answered, guesses made and exercises done; how many of
each there are is known here.
"""

import json
import re
from pathlib import Path
from typing import Any

from whichbank.figures.predict import predictions
from whichbank.former import CHAPTERS, SPLIT
from whichbank.yours import BOXES
from whichbank_site.pages import language
from whichbank_site.pages.assets import classic
from whichbank_site.pages.templates import chapter, chapters
from whichbank_site.yours.boxes import TOLD

HERE = Path(__file__).parent
LIGHTS = "progress_lights.js"
AGAIN = "again"
"""The folder of what comes back."""
PLACE = 'id="wb-progress"'
"""What a page holds on which the table and the buttons stand."""


BEFORE = HERE / "second_edition.json"
"""Under what names version 4 keeps what versions before kept under texts.

For each chapter's questions and predictions: the mark of the text in the second edition, the id or
key, and for each of what can be chosen the mark of its text and the id or letter. It never changes,
unless an id or key does.
"""


def mark(text: str) -> str:
    """Return a short mark for a text: the first 16 bits of FNV-1a, as store.js computes
    it.

    Examples
    --------
    >>> mark("Which bank?")
    '8893'
    """
    total = 0x811C9DC5
    for character in text:
        total = (total ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    return f"{total >> 16:04x}"


def course(notebooks: list[Path]) -> list[dict[str, Any]]:
    """Return what there is to do in each chapter, which has the name of its file: marks of the
    questions' ids and the predictions' keys, how many exercises, and the key, id and question
    of each prediction.

    Raises
    ------
    ValueError
        If two ids or two keys have the same mark.
    """
    done: list[dict[str, Any]] = []
    for path in notebooks:
        found = chapter(path)
        ids = re.findall(r'\bPredict\(\\"([a-z]+\.\d+)\\"\)', path.read_text(encoding="utf-8"))
        known = {one["id"]: one for one in predictions(found["name"])} if ids else {}
        asked = [[known[id]["key"], id, language.spoken.told(known[id]["question"])] for id in ids]
        done.append(
            {
                "name": path.stem,
                "questions": "".join(map(mark, found["questions"])),
                "guesses": "".join(mark(key) for key, _, _ in asked),
                "exercises": len(found["exercises"]),
                "asked": asked,
            }
        )
    for kind in ("questions", "guesses"):
        marks = [mark for chapter in done for mark in re.findall("....", chapter[kind])]
        if twice := [mark for mark in marks if marks.count(mark) > 1]:
            raise ValueError(
                f"two {kind} have the mark {twice[0]}: give one of them another id or key"
            )
    return done


def scripts(notebooks: list[Path]) -> dict[str, str]:
    """Return the text of each script by its name, with what it needs to know of the course.

    The page of the table takes ``progress_table.js``, which holds all that ``progress_marks.js``
    does, and alone counts guesses. Pages whose exercises light a box of the machine take
    ``progress_lights.js``, too. A browser in which an older version kept something loads
    ``progress_moved.js``, once.
    """
    known = course(notebooks)
    values = [list(chapter.values()) for chapter in known]
    told = {"progress_marks": [each[:-1] for each in values], "progress_table": values}
    boxes = {
        box.exercise: [box.name, language.spoken.told(TOLD[box.name][0])] for box in BOXES.values()
    }
    before = _told(json.loads(BEFORE.read_text(encoding="utf-8")))
    moved = {
        "progress_moved.js": f"Object.assign(globalThis.wb ??= {{}}, {{before: {before}, "
        f"former: {_told(CHAPTERS)}, split: {_told(SPLIT)}}});\n" + classic(HERE / "moved.js")
    }
    lights = {LIGHTS: f"globalThis.wb.boxes = {_told(boxes)};\n" + classic(HERE / "lights.js")}
    return (
        moved
        | lights
        | {
            f"{name}.js": f"(globalThis.wb ??= {{}}).course = {_told(chapters)};\n"
            + classic(HERE / f"{name.removeprefix('progress_')}.js")
            for name, chapters in told.items()
        }
    )


def _told(known: Any) -> str:
    return json.dumps(known, separators=(",", ":"))


def setup(app: Any) -> None:
    """Write the scripts, and put one of them on each page before the figures, whose quiz asks for
    the kept answers.
    """
    app.connect("env-updated", _write)
    app.connect("html-page-context", _link)


def _write(app: Any, env: Any) -> None:
    if app.builder.format == "html":
        folder = Path(app.outdir, "_static")
        folder.mkdir(parents=True, exist_ok=True)
        again = _told(f"{AGAIN}/{app.again}" if hasattr(app, "again") else "")
        for name, source in scripts(chapters(Path(app.srcdir) / "book", env)).items():
            told = f"(globalThis.wb ??= {{}}).again_script = {again};\n"
            (folder / name).write_text(told + source, encoding="utf-8")


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    body = context.get("body", "")
    name = "progress_table.js" if PLACE in body else "progress_marks.js"
    app.add_js_file(name, defer="defer")
    anchors = (f'id="try-{box.exercise.replace(".", "-")}"' for box in BOXES.values())
    if PLACE in body or any(anchor in body for anchor in anchors):
        app.add_js_file(LIGHTS, defer="defer")
