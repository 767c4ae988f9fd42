"""The report on what a class has learned: a page, a picture and a table."""

import html
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichbank.misconceptions import Misconception, misconceptions
from whichbank.plots.picture import INK, LINE_COLORS, Picture

from ..classroom.folder import write_whole
from ..grading.export import table
from . import learned
from .course import ANSWER, Item, items
from .gains import Gain, gains
from .readers import Reader, readers
from .statistics import FEW, Kept, Measured, kept, measured, numbers, percent, points

READY = 5  # things that the next lecture is about
SHOWN = 40  # bars in the picture
MANY = 10  # misconceptions on the page
BAD = 0.0  # a question whose correlation with the rest is surely below this is itself in doubt
HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What the class has learned</title>
<style>
body {font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem}
table {border-collapse: collapse; width: 100%}
th, td {border-bottom: 1px solid #8884; padding: .3rem .5rem; text-align: left; vertical-align: top}
td.n {white-space: nowrap} img {max-width: 100%} li {margin-bottom: .75rem}
</style>
"""


@dataclass(frozen=True)
class Report:
    """What was found in the files of an inbox."""

    readers: tuple[Reader, ...]
    told: tuple[str, ...]  # what was left out, a line a file
    order: tuple[str, ...]  # of the pages
    measured: tuple[Measured, ...]  # what was answered, page by page
    kept: tuple[Kept, ...]
    gains: tuple[Gain, ...]  # before and after, part by part


def made(inbox: Path) -> Report:
    """Read an inbox and measure all that was answered; pages come in the order of the site that most
    readers had.
    """
    found, told = readers(inbox)
    orders = Counter(reader.order for reader in found if reader.order)
    named = orders.most_common(1)[0][0] if orders else ()
    order = tuple(dict.fromkeys([*named, *(item.page for item in items().values())]))
    place = {page: i for i, page in enumerate(order)}
    asked = sorted(
        (item for item in items().values() if any(item.key in one.answers for one in found)),
        key=lambda item: place[item.page],
    )
    by_page: dict[str, list[str]] = {}
    for item in asked:
        by_page.setdefault(item.page, []).append(item.key)
    return Report(
        tuple(found),
        tuple(told),
        order,
        tuple(measured(item, found) for item in asked),
        tuple(one for page, keys in by_page.items() if (one := kept(page, keys, found)).readers),
        tuple(gains(found)),
    )


def ready(report: Report) -> list[Measured]:
    """Return what the next lecture should be about: the questions of quizzes that fewest had right,
    by the upper end of the interval, so that few answers do not make a question hard.
    """
    asked = [one for one in report.measured if one.item.kind == ANSWER and one.n > 1]
    return sorted(asked, key=lambda one: one.facility.high)[:READY]


def stopped(report: Report) -> Counter[str]:
    """Count at which page readers stopped: the last of the course on which they did anything."""
    place = {page: i for i, page in enumerate(report.order)}
    ends = (
        max(pages, key=lambda page: place[page])
        for reader in report.readers
        if (pages := [page for page in reader.pages | reader.read if page in place])
    )
    return Counter(ends)


def thoughts(report: Report) -> list[tuple[Misconception, int]]:
    """Return the misconceptions behind wrong choices, with how many readers made one, the most
    frequent first.
    """
    held: Counter[str] = Counter()
    known: dict[str, Misconception] = {}
    for reader in report.readers:
        own = (
            items()[key].thought(answer.choice)
            for key, answer in reader.answers.items()
            if answer.choice and not answer.right
        )
        mine = {one.id: one for one in own if one}
        held.update(mine.keys())
        known |= mine
    return [(known[id], n) for id, n in held.most_common()]


def picture(report: Report) -> Picture:
    """Draw how many had each question of the quizzes right, with the interval."""
    shown = sorted(
        (one for one in report.measured if one.item.kind == ANSWER),
        key=lambda one: one.facility.value,
    )[:SHOWN]

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        for place, one in enumerate(reversed(shown)):
            share = one.facility
            axes.plot([share.low, share.high], [place, place], color=LINE_COLORS[theme][1], lw=3)
            axes.plot([share.value], [place], "o", color=INK[theme])
        axes.set_yticks(
            range(len(shown)),
            [f"{one.item.page}: {_cut(one.item.text, 48)}" for one in reversed(shown)],
        )
        axes.set_xlim(0, 1)
        axes.set_xlabel("right the first time, with an interval of 90%")
        axes.tick_params(axis="y", length=0)

    said = "; ".join(
        f"{one.item.page}, {_cut(one.item.text, 48)} {percent(one.facility)}" for one in shown
    )
    return Picture(draw, f"Right the first time. {said}.", (9.0, 1.6 + 0.3 * max(len(shown), 2)))


def page(report: Report, site: str) -> str:
    """Write the page."""
    n = len(report.readers)
    some = f"{n} reader{'' if n == 1 else 's'}"
    parts = [HEAD, f"<h1>What the class has learned</h1><p>By the progress files of {some}."]
    if n < FEW:
        parts.append(
            f" <strong>With fewer than {FEW} readers this can say little</strong>: look at the intervals."
        )
    parts.append(
        " Who hands in a file has chosen to; nobody else is in these numbers, and nothing of them "
        "belongs into a grade.</p>"
    )
    if report.told:
        parts.append(f"<details><summary>{len(report.told)} remarks on files</summary><ul>")
        parts += [f"<li>{html.escape(line)}</li>" for line in report.told]
        parts.append("</ul></details>")
    if report.gains:
        parts.append(learned.section(report.gains, report.readers, site))
    parts.append("<h2>Ready for the lecture</h2><ol>")
    for one in ready(report):
        wrong = "; ".join(f"“{html.escape(text)}” {times} ×" for text, times in one.wrong[:3])
        parts.append(
            f"<li>{_link(one.item, site)}<br>{percent(one.facility)} right the first time"
            f"{f'. Chosen: {wrong}' if wrong else ''}.{_figure(one, site)}</li>"
        )
    parts.append(
        "</ol><h2>The thoughts behind</h2><p>How many readers made a mistake that comes from "
    )
    parts.append("this thought; the course has a figure against each.</p><ul>")
    for thought, times in thoughts(report)[:MANY]:
        title, says = learned.titled(thought, site), html.escape(thought.says)
        parts.append(f"<li>{times} of {n}: {title}. “{says}”</li>")
    parts.append('</ul><h2>Every question</h2><img src="learn.png" alt="')
    parts.append(f'{html.escape(picture(report).alt)}">')
    parts.append(_what_stays(report))
    ends = stopped(report)
    parts.append("<h2>Where readers stopped</h2><p>The last page on which anything was done: ")
    parts.append(", ".join(f"{name} {ends[name]}" for name in report.order if ends[name]) or "none")
    parts.append(".</p>")
    doubtful = [one for one in report.measured if one.discrimination.high < BAD]
    if doubtful:
        parts.append(
            "<h2>Questions in doubt</h2><p>Those who know more have these right less often. Perhaps "
            "it is the question that is wrong:</p><ul>"
        )
        parts += [f"<li>{_link(one.item, site)}</li>" for one in doubtful]
        parts.append("</ul>")
    return "".join(parts) + "\n</html>\n"


def _what_stays(report: Report) -> str:
    if not report.kept:
        return "<h2>What stays</h2><p>Nothing has come back to anybody yet.</p>"
    rows = "".join(
        f'<tr><th>{one.page}</th><td class="n">{one.readers}</td>'
        f'<td class="n">{percent(one.first)}</td><td class="n">{percent(one.later)}</td>'
        f'<td class="n">{points(one.gain)}</td></tr>'
        for one in report.kept
    )
    return (
        "<h2>What stays</h2><p>The same readers and questions: right the first time, and right when it "
        "last came back, a day or more later and in another form. Chance alone gives a third to a half "
        "there.</p><table><tr><th>Page</th><th>Readers</th><th>First</th><th>Later</th>"
        f"<th>Gain in points</th></tr>{rows}</table>"
    )


def shows(one: Measured) -> Misconception | None:
    """Return the thought behind the most frequent wrong choice of a question, whose figure shows what is
    so; of one that nobody explained, another that its wrong answers come from.
    """
    keys = {text: choice for choice, text in one.item.choices}
    choices = [keys[text] for text, _ in one.wrong] + [choice for choice, _ in one.item.choices]
    likely = (one.item.thought(choice) for choice in choices)
    place = f"{one.item.page}/{one.item.key.partition('/')[2]}"
    others = (other for other in misconceptions() if place in other.asked["questions"])
    return next((found for found in (*likely, *others) if found), None)


def _figure(one: Measured, site: str) -> str:
    if (found := shows(one)) is None:
        return ""
    what = html.escape(found.shows)
    if not site:
        return f"<br>A figure shows it: {what}"
    at = found.see.replace("#", "?lecture#")
    address = html.escape(f"{site.rstrip('/')}/book/{at}")
    return f'<br><a href="{address}">The figure that shows it</a>: {what}'


def _link(item: Item, site: str) -> str:
    text = html.escape(f"{item.page}: {item.text}")
    if not site:
        return text
    return (
        f'<a href="{html.escape(site.rstrip("/"))}/book/{item.page}.html#{item.place}">{text}</a>'
    )


def rows(report: Report) -> list[list[str | float | None]]:
    """Return the table: a row for each question."""
    head: list[str | float | None] = ["page", "kind", "question", "readers"]
    head += ["right first", "low", "high", "discrimination", "low", "high", "wrong choices"]
    found: list[list[str | float | None]] = [head]
    for one in report.measured:
        both = [*numbers(one.facility), *numbers(one.discrimination)]
        wrong = "; ".join(f"{text} ({n})" for text, n in one.wrong)
        found.append([one.item.page, one.item.kind, one.item.text, float(one.n), *both, wrong])
    return found


def write(inbox: Path, folder: Path, site: str) -> tuple[Report, list[Path]]:
    """Write ``learn.html``, ``learn.png`` and ``learn.csv`` into a folder, and what was gained into
    ``gain.png`` and ``gain.csv``, if readers were asked before and after; nothing where there is no
    reader.
    """
    report = made(inbox)
    if not report.readers:
        return report, []
    contents = {
        "learn.html": page(report, site).encode(),
        "learn.png": picture(report).png(),
        "learn.csv": table(rows(report)).encode("utf-8-sig"),
    }
    if report.gains:
        contents |= {
            "gain.png": learned.picture(report.gains).png(),
            "gain.csv": table(learned.rows(report.gains, report.readers)).encode("utf-8-sig"),
        }
    for name, content in contents.items():
        write_whole(folder / name, content)
    return report, [folder / name for name in contents]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 2].rstrip()} …"
