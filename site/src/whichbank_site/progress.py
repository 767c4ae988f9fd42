"""What a reader has done, kept in the reader's browser: what the scripts need to know, and the scripts on the pages.

The browser counts chapters read, questions answered and exercises done; how many of each there are is known here.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from whichbank.figures.quiz import Quiz
from whichbank_site.classic import classic
from whichbank_site.exercises import chapter, chapters

HERE = Path(__file__).parent
PARTS = {"progress.js": ("progress_store", "progress_marks"), "progress_table.js": ("progress_table",)}
"""What each script is joined from."""
PLACE = 'id="wb-progress"'
"""What a page holds on which the table and the buttons stand."""


def mark(text: str) -> str:
    """Return a short mark for a question's text: FNV-1a of its characters, as progress.js computes it.

    Examples
    --------
    >>> mark("Which bank?")
    '88932b7d'
    """
    total = 0x811C9DC5
    for character in text:
        total = (total ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    return f"{total:x}"


def course(notebooks: list[Path]) -> list[dict[str, Any]]:
    """Return what there is to do in each chapter.

    Parameters
    ----------
    notebooks : list of Path
        The chapters, in order.

    Returns
    -------
    list of dict
        ``number``, ``page`` (the address without its ending, from the site's root), ``title``, ``questions`` (a mark
        for each) and ``exercises`` (their numbers).
    """
    done = []
    for path in notebooks:
        title, exercises = chapter(path)
        number = path.stem[:2]
        questions = Quiz.of(number).questions if f'Quiz.of(\\"{number}\\")' in path.read_text(encoding="utf-8") else []
        done.append(
            {
                "number": number,
                "page": f"{path.parent.name}/{path.stem}",
                "title": title,
                "questions": [mark(question["text"]) for question in questions],
                "exercises": [heading.split()[1] for heading in exercises],
            }
        )
    return done


def scripts(notebooks: list[Path]) -> dict[str, str]:
    """Return the text of each script by its name, with what it needs to know of the course."""
    chapters = course(notebooks)
    titles = {chapter["number"]: chapter.pop("title") for chapter in chapters}
    known = {"progress.js": ("course", chapters), "progress_table.js": ("titles", titles)}
    done = {}
    for name, parts in PARTS.items():
        what, data = known[name]
        line = f"(globalThis.wb ??= {{}}).{what} = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"
        done[name] = line + "".join(classic(part, (HERE / f"{part}.js").read_text(encoding="utf-8")) for part in parts)
    return done


def setup(app: Any) -> None:
    """Put the scripts on the pages, and write them when the pages are done."""
    made: dict[str, str] = {}

    def all_scripts() -> dict[str, str]:
        if not made:
            made.update(scripts(chapters(Path(app.srcdir) / "book", app.env)))
        return made

    def link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
        for name, source in all_scripts().items():
            if name == "progress.js" or PLACE in context.get("body", ""):
                digest = hashlib.sha256(source.encode()).hexdigest()[:8]
                address = f"{context['pathto'](f'_static/{name}', 1)}?v={digest}"
                context["metatags"] = context.get("metatags", "") + f'<script defer src="{address}"></script>'

    def write(app: Any, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            for name, source in all_scripts().items():
                (Path(app.outdir) / "_static" / name).write_text(source, encoding="utf-8")

    app.connect("html-page-context", link)  # before the figures, whose quiz asks for the kept answers
    app.connect("build-finished", write)
