"""What the page of misconceptions says of each: where it is refuted, taught and asked, with links."""

import html
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mdit_py_plugins.anchors.index import slugify

from whichbank.figures.predict import predictions
from whichbank.figures.quiz import Quiz
from whichbank.misconceptions import GROUPS, misconceptions


def told(book: Path, pages: set[str], numbers: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the groups with their misconceptions, each with links in HTML and in Markdown to those
    pages of the book that are built.
    """
    made: list[dict[str, Any]] = [
        {
            "one": one,
            "see": html.escape(one.see),
            "where": _where(book, one.see.partition(".")[0], numbers),
            "taught": [
                f"[{page if page in numbers else _title(book, page)} · "
                f"{headings(book, page)[section]}]({_source(book, page).name}#{section})"
                for page, section in (place.split("#") for place in one.taught)
                if page in pages
            ],
            "times": sum(map(len, one.asked.values())),
            "asked": _asked(book, pages, numbers, one.asked),
        }
        for one in misconceptions()
    ]
    return [
        {"title": title, "found": [each for each in made if each["one"].group == group]}
        for group, title in GROUPS.items()
    ]


@cache
def headings(book: Path, page: str) -> dict[str, str]:
    """Return the headings of a page by their addresses; its own title is the first."""
    path = _source(book, page)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
    return {slugify(found): found for found in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def _source(book: Path, page: str) -> Path:
    return next(path for end in ("ipynb", "md") if (path := book / f"{page}.{end}").exists())


def _title(book: Path, page: str) -> str:
    return next(iter(headings(book, page).values()))


def _where(book: Path, page: str, numbers: Mapping[str, str]) -> str:
    return f"in chapter {page}" if page in numbers else f"on the page “{_title(book, page)}”"


def _asked(
    book: Path, pages: set[str], numbers: Mapping[str, str], asked: Mapping[str, Any]
) -> list[str]:
    """Return a line for each page that asks, with a link to each exercise, question and guess."""
    found: dict[str, dict[str, list[tuple[int, str]]]] = {}
    for kind, places in asked.items():
        for place in places:
            page, id = re.split("[./]", place)
            if page in pages:
                number, anchor = _ANCHORS[kind](book, page, id)
                link = f'<a href="{page}.html#{anchor}">{number}</a>'
                found.setdefault(page, {}).setdefault(kind, []).append((int(number), link))
    lines = []
    for page in sorted(found, key=[*numbers, *sorted({*found} - {*numbers})].index):
        title = _title(book, page)
        told = (
            f"{kind if links[1:] else _ONE[kind]} " + ", ".join(link for _, link in sorted(links))
            for kind, links in found[page].items()
        )
        name = f"{numbers[page]} · {title}" if page in numbers else title
        lines.append(f"{html.escape(name)}: {'; '.join(told)}")
    return lines


def _exercise(book: Path, page: str, id: str) -> tuple[str, str]:
    start = f"Exercise {page}.{id} "
    heading = next(text for text in headings(book, page).values() if text.startswith(start))
    return id, re.sub("-+", "-", slugify(heading.replace(".", " ", 1)))


def _question(book: Path, page: str, id: str) -> tuple[str, str]:
    ids = [question["id"] for question in Quiz.of(page).questions]
    return str(ids.index(id) + 1), f"question-{page}-{ids.index(id) + 1}"


def _guess(book: Path, page: str, key: str) -> tuple[str, str]:
    number = next(one["id"] for one in predictions(page) if one["key"] == key).partition(".")[2]
    return number, f"predict-{page}-{number}"


def _puzzle(_: Path, __: str, id: str) -> tuple[str, str]:
    return id, "wb-figure-1"


_ONE = {"exercises": "exercise", "questions": "question", "guesses": "guess", "puzzles": "puzzle"}
_ANCHORS = {"exercises": _exercise, "questions": _question, "guesses": _guess, "puzzles": _puzzle}
