"""What a reader has done, kept in the reader's browser: what the scripts need to know, and the scripts on the pages.

The browser counts chapters read, questions answered, guesses made and exercises done; how many of each there are is
known here.
"""

import json
import re
from pathlib import Path
from typing import Any

from whichbank.figures.predict import predictions
from whichbank.figures.quiz import Quiz
from whichbank_site.assets import classic
from whichbank_site.written import chapter, chapters

HERE = Path(__file__).parent
PLACE = 'id="wb-progress"'
"""What a page holds on which the table and the buttons stand."""


def mark(text: str) -> str:
    """Return a short mark for a question's text: the first 24 bits of FNV-1a, as progress_store.js computes it.

    Examples
    --------
    >>> mark("Which bank?")
    '88932b'
    """
    total = 0x811C9DC5
    for character in text:
        total = (total ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    return f"{total >> 8:x}"


def course(notebooks: list[Path]) -> list[dict[str, Any]]:
    """Return what there is to do in each chapter: a mark for each question, and for each prediction by its number,
    and the numbers of the exercises.

    ``page`` is the chapter's address from the site's root, without its ending.
    """
    done = []
    for path in notebooks:
        found = chapter(path)
        asks = f'Quiz.of(\\"{found["number"]}\\")' in path.read_text(encoding="utf-8")
        questions = Quiz.of(found["number"]).questions if asks else []
        asked = re.findall(r'\bPredict\(\\"([\d.]+)\\"\)', path.read_text(encoding="utf-8"))
        guesses = {one["id"]: one["question"] for one in predictions(found["number"])} if asked else {}
        done.append(
            {
                "number": found["number"],
                "page": f"{path.parent.name}/{path.stem}",
                "questions": [mark(question["text"]) for question in questions],
                "guesses": {id: mark(guesses[id]) for id in asked},
                "exercises": [heading.split()[1] for heading in found["exercises"]],
            }
        )
    return done


def scripts(notebooks: list[Path]) -> dict[str, str]:
    """Return the text of each script by its name, with what it needs to know of the course.

    The page of the table takes ``progress_table.js``, which holds all that ``progress_marks.js`` does, and alone counts
    guesses.
    """
    known = course(notebooks)
    marks = [{name: value for name, value in chapter.items() if name != "guesses"} for chapter in known]
    told = {"progress_marks": marks, "progress_table": known}
    return {
        f"{name}.js": f"(globalThis.wb ??= {{}}).course = {json.dumps(chapters, separators=(',', ':'))};\n"
        + classic(name, HERE)
        for name, chapters in told.items()
    }


def setup(app: Any) -> None:
    """Write the scripts, and put one of them on each page before the figures, whose quiz asks for the kept answers."""
    app.connect("env-updated", _write)
    app.connect("html-page-context", _link)


def _write(app: Any, env: Any) -> None:
    if app.builder.format == "html":
        folder = Path(app.outdir, "_static")
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in scripts(chapters(Path(app.srcdir) / "book", env)).items():
            (folder / name).write_text(source, encoding="utf-8")


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    name = "progress_table.js" if PLACE in context.get("body", "") else "progress_marks.js"
    app.add_js_file(name, defer="defer")
