"""Which mistakes a class made, and how often: a table and a picture to plan the next lecture
with.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib.patches import Patch
from whichbank_authoring.exercises import ALL

from whichbank.misconceptions import of
from whichbank.plots.picture import INK, LINE_COLORS, Picture

from ..classroom.folder import Classroom, write_whole
from . import verdicts
from .export import table
from .verdict import BY_HAND, NOT_GRADED, Mark, Verdict

RIGHT = "right"
OTHER = {
    "not attempted": "not attempted",
    "raised": "raises an error",
    "shape": "wrong shape",
    "dtype": "not the numbers asked for",
    "nothing returned": "returns nothing",
    "not a function": "not a function",
    "changed inputs": "changes its inputs",
    "not finite": "nan or inf",
    "wrong": "wrong, no known mistake",
    "changing answer": "gives another answer each time",
    "timed out": "takes too long",
    "too much memory": "takes too much memory",
    "too much output": "prints too much",
    "crashed": "ends Python",
}
ALONE = "the exercise asks for NumPy alone"  # as the box says it
FORBIDDEN = "uses what the exercise forbids"
MOST = 30  # bars in a picture
TOP = 3  # mistakes of an exercise that the next lecture is about
LONGEST = 60  # characters of a mistake's name in the picture
# The figure of each chapter that a link finds.
FIGURES = {
    "tokens": "merges",
    "company": "window",
    "average": "share",
    "reading": "reading",
    "mixing": "mixing",
    "choosing": "dragging",
    "jobs": "tasks",
    "roles": "lookup",
    "downhill": "matrices",
    "learning": "trainer",
    "scale": "scaling",
    "ripples": "pond",
    "heads": "heads",
    "masks": "masking",
    "across": "across",
    "bend": "xor",
    "block": "switches",
    "writer": "letters",
    "cutting": "circuit",
    "real": "loom",
    "cost": "cost",
}


@dataclass(frozen=True)
class Count:
    """How many students had one thing happen in one exercise."""

    exercise: str
    what: str  # in a few words, such as "columns normalized"
    students: int
    known: bool = False  # whether it is one of the exercise's named mistakes
    hint: str = ""  # what a student who made that mistake is told
    name: str = ""  # what the exercise calls the mistake


@dataclass(frozen=True)
class Summary:
    """What went wrong in an assignment. Someone who made two mistakes at once is counted in
    both.
    """

    assignment: str
    students: Mapping[str, int]  # for each exercise, how many answers were graded
    right: Mapping[str, int]  # how many of these were right
    counts: tuple[Count, ...]  # by exercise, the most frequent first
    ungraded: int  # answers that could not be graded; they are in no count


def summarize(assignment: str, found: Iterable[Verdict]) -> Summary:
    """Count the mistakes in the verdicts of a class."""
    marks = [mark for verdict in found for mark in verdict.marks if mark.status != BY_HAND]
    graded = [mark for mark in marks if mark.status != NOT_GRADED]
    students = Counter(mark.exercise for mark in graded)
    right = Counter(mark.exercise for mark in graded if mark.status == RIGHT)
    seen = Counter(thing for mark in graded for thing in _things(mark))
    counts = [_count(exercise, what, known, n) for (exercise, what, known), n in seen.items()]
    counts.sort(key=lambda one: (one.exercise, -one.students, one.what))
    order = sorted(students)
    return Summary(
        assignment,
        {one: students[one] for one in order},
        {one: right[one] for one in order},
        tuple(counts),
        len(marks) - len(graded),
    )


def _things(mark: Mark) -> list[tuple[str, str, bool]]:
    if mark.mistakes:
        return [(mark.exercise, name, True) for name in mark.mistakes]
    status = FORBIDDEN if ALONE in mark.message else mark.status
    return [] if mark.status == RIGHT else [(mark.exercise, status, False)]


def _count(exercise: str, what: str, known: bool, students: int) -> Count:
    if not known:
        return Count(exercise, OTHER.get(what, what), students)
    hint = ALL[exercise].mistakes.get(what, "") if exercise in ALL else ""
    return Count(exercise, _plain(hint) or what.replace("_", " "), students, True, hint, what)


def _plain(hint: str) -> str:
    """What a mistake is, in the words that its student reads: the first sentence of the hint."""
    first = re.split(r"(?<=[.:])\s", hint, maxsplit=1)[0].rstrip(".:").replace("$", "")
    return textwrap.shorten(first, LONGEST, placeholder=" …")


def picture(summary: Summary) -> Picture:
    """Draw how many students made each mistake. What is no named mistake is hatched, in another
    color.
    """
    shown = sorted(summary.counts, key=lambda one: -one.students)[:MOST]
    shown = [one for one in summary.counts if one in shown]
    alt = [f"Bars of students by what went wrong in {summary.assignment}."]
    for exercise, n in summary.students.items():
        mine = [f"{one.what} {one.students}" for one in shown if one.exercise == exercise]
        alt.append(
            f"{exercise}: {summary.right[exercise]} of {n} "
            f"right{'; ' if mine else ''}{', '.join(mine)}."
        )
    if len(summary.counts) > len(shown):
        alt.append(f"The {len(summary.counts) - len(shown)} rarest are left out.")

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        known, other = LINE_COLORS[theme][1], LINE_COLORS[theme][0]
        for place, one in enumerate(reversed(shown)):
            style = (
                {"color": known}
                if one.known
                else {"color": other, "hatch": "//", "edgecolor": axes.get_facecolor()}
            )
            axes.barh(place, one.students, 0.75, **style)
            axes.text(one.students, place, f" {one.students}", va="center", color=INK[theme])
        axes.set_yticks(
            range(len(shown)), [f"{one.exercise}  {one.what}" for one in reversed(shown)]
        )
        right = ", ".join(
            f"{one}: {summary.right[one]} of {n} right" for one, n in summary.students.items()
        )
        axes.set_title(
            textwrap.fill(f"{summary.assignment} · {right or 'nothing is graded yet'}", 60),
            loc="left",
        )
        kinds = [Patch(color=known, label="a known mistake")]
        kinds.append(
            Patch(
                facecolor=other, hatch="//", edgecolor=axes.get_facecolor(), label="something else"
            )
        )
        axes.legend(handles=kinds, loc="best", frameon=False)
        axes.set_xlabel("students")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlim(0, 1.1 * max((one.students for one in shown), default=1))
        axes.tick_params(axis="y", length=0)

    return Picture(draw, " ".join(alt), (9.0, 1.6 + 0.32 * max(len(shown), 2)))


def words(summary: Summary) -> str:
    """Write the summary as a table for the terminal."""
    lines = []
    for exercise, n in summary.students.items():
        title = ALL[exercise].title if exercise in ALL else ""
        lines.append(f"{exercise} {title}: {summary.right[exercise]} of {n} right")
        lines += [
            f"  {one.students:>4}  {one.what}" + (f" ({one.name})" if one.known else "")
            for one in summary.counts
            if one.exercise == exercise
        ]
    if summary.ungraded:
        lines.append(f"{summary.ungraded} answers could not be graded; the export says why.")
    return "\n".join(lines) or "Nothing is graded yet."


def lecture(summary: Summary, site: str) -> str:
    """Write what the next lecture can be about, in Markdown: the most frequent mistakes, what
    helps, and the figure.
    """
    lines = []
    for exercise, n in summary.students.items():
        mine = [one for one in summary.counts if one.exercise == exercise and one.known][:TOP]
        title = ALL[exercise].title if exercise in ALL else ""
        lines += [f"## {exercise} {title}: {summary.right[exercise]} of {n} right", ""]
        lines += [
            f"{i}. **{one.students} of {n}**: {one.hint}{_thought(one, site)}"
            for i, one in enumerate(mine, 1)
        ]
        page = exercise.partition(".")[0]
        if mine and site and page in FIGURES:
            lines += [
                "",
                f"[The figure that shows it]({site.rstrip('/')}/book/{page}.html#{FIGURES[page]}=)",
            ]
        lines.append("")
    return "\n".join(lines) + "\n"


def _thought(one: Count, site: str) -> str:
    """What those who made a mistake may think, where that is known, with a link to what refutes it."""
    if (found := of("exercises", one.exercise, one.name)) is None:
        return ""
    page = f"{site.rstrip('/')}/book/misconceptions.html#{found.id}"
    title = f"[{found.title}]({page})" if site else found.title
    return f" Perhaps they think: “{found.says}” ({title})"


def write(root: Path, assignment: str) -> tuple[Summary, list[Path]]:
    """Write a class's summary: ``summary/<assignment>.csv``, ``.png``, and ``.md`` with both."""
    made = summarize(assignment, verdicts(root, assignment).values())
    drawn = picture(made)
    rows: list[list[str | float | None]] = [
        [
            "exercise",
            "what",
            "students",
            "graded",
            "known mistake",
            "its name",
            "what the student is told",
        ]
    ]
    for one in made.counts:
        known = "yes" if one.known else "no"
        rows.append(
            [
                one.exercise,
                one.what,
                float(one.students),
                float(made.students[one.exercise]),
                known,
                one.name,
                one.hint,
            ]
        )
    folder = root / "summary"
    title = f"# What went wrong in {assignment}\n\n![{drawn.alt}]({assignment}.png)\n\n"
    title += lecture(made, Classroom(root).settings.site)
    contents = {
        ".csv": table(rows).encode("utf-8-sig"),
        ".png": drawn.png(),
        ".md": (title + "```\n" + words(made) + "\n```\n").encode(),
    }
    files = []
    for ending, content in contents.items():
        files.append(folder / f"{assignment}{ending}")
        write_whole(files[-1], content)
    return made, files
