"""The report's section on what was gained between *before* and *after*: its words, its picture and its
table.
"""

import html
from collections.abc import Sequence
from typing import Any

from whichbank.before_after import FORMS, parts
from whichbank.misconceptions import Misconception
from whichbank.plots.picture import INK, LINE_COLORS, Picture

from .gains import ALL, Gain, asked, held
from .readers import Reader
from .statistics import FEW, numbers, percent, points

MANY = 10  # misconceptions on the page


def section(found: Sequence[Gain], readers: Sequence[Reader], site: str) -> str:
    """Write the section."""
    told = [
        "<h2>What was gained</h2><p>Right before the course and after the part, by the same readers, on "
        "the same ideas in other words. Who met form A first and who met form B first count alike, so "
        "that a harder form drops out. <em>Less guessing</em> takes away what guessing alone gives: "
        "somebody who left all open before and guesses all afterwards gains 33 points, and 0 here.</p>"
    ]
    if any(one.readers < FEW for one in found):
        told.append(
            f"<p><strong>Where fewer than {FEW} readers were asked twice, this can say little.</strong></p>"
        )
    told.append('<p><img src="gain.png" alt="')
    told.append(f'{html.escape(picture(found).alt)}"></p>')
    head = ["Part", "Readers", "Before", "After", "Gain in points", "Less guessing", "Weeks later"]
    told.append(_table(head, map(_row, found)))
    told.append("<p>Each form apart: before and after, by the form that readers met first.</p>")
    told.append(_table(["Part", *(f"{form} first" for form in FORMS)], map(_apart, found)))
    if unlike := [_caption(one.part) for one in found if not one.equated]:
        told.append(
            f"<p>Too few met one of the forms first to set them off against each other: "
            f"{html.escape(', '.join(unlike))}. There a gain may be the forms’ difference.</p>"
        )
    some = held(readers)[:MANY]
    if some:
        told.append(
            "<p>Wrong answers from these thoughts, of all that could have come from them:</p><ul>"
        )
        for thought, before, after, n in some:
            told.append(f"<li>{titled(thought, site)}: {before} of {n} before, {after} after</li>")
        told.append("</ul>")
    return "".join(told)


def titled(thought: Misconception, site: str) -> str:
    """Return the title of a misconception, which leads to its page where there is a site."""
    title = html.escape(thought.title)
    if not site:
        return title
    at = f"{html.escape(site.rstrip('/'))}/book/misconceptions.html#{thought.id}"
    return f'<a href="{at}">{title}</a>'


def _table(head: Sequence[str], rows: Any) -> str:
    top = "".join(f"<th>{text}</th>" for text in head)
    body = "".join(
        f"<tr><th>{html.escape(name)}</th>{''.join(map(_cell, cells))}</tr>"
        for name, *cells in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"


def _cell(text: str) -> str:
    return f'<td class="n">{text}</td>'


def _row(one: Gain) -> list[str]:
    first = " + ".join(str(one.first[form]) for form in FORMS)
    stays = f"{points(one.stays)}, {one.later} readers" if one.later else "–"
    return [
        _caption(one.part),
        f"{one.readers} ({first})",
        *(percent(share) for share in (one.before, one.after)),
        *(points(share) for share in (one.gain, one.known)),
        stays,
    ]


def _apart(one: Gain) -> list[str]:
    return [
        _caption(one.part),
        *(" → ".join(percent(share) for share in one.apart[form]) for form in FORMS),
    ]


def _caption(part: str) -> str:
    return "All parts" if part == ALL else parts()[part].caption


def picture(found: Sequence[Gain]) -> Picture:
    """Draw the gain of each part, with its interval, and the same less guessing."""

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        axes.axvline(0, color=INK[theme], lw=0.8)
        for place, one in enumerate(reversed(found)):
            for share, up, sign in ((one.gain, 0.15, "o"), (one.known, -0.15, "x")):
                line = [100 * max(share.low, -1.0), 100 * min(share.high, 1.0)]
                axes.plot(line, [place + up] * 2, color=LINE_COLORS[theme][1], lw=3)
                axes.plot([100 * share.value], [place + up], sign, color=INK[theme])
        axes.set_yticks(range(len(found)), [_caption(one.part) for one in reversed(found)])
        axes.set_xlabel(
            "gain in points, a dot; less guessing, a cross; each with an interval of 90%"
        )
        axes.tick_params(axis="y", length=0)

    said = "; ".join(
        f"{_caption(one.part)} {points(one.gain)}, less guessing {points(one.known)}"
        for one in found
    )
    return Picture(draw, f"Gain in points. {said}.", (9.0, 1.6 + 0.6 * max(len(found), 2)))


def rows(found: Sequence[Gain], readers: Sequence[Reader]) -> list[list[str | float | None]]:
    """Return the table: a row for each part, and one for each form of each idea, each time."""
    made: list[list[str | float | None]] = [
        ["part", "what", "when", "form", "readers", "value", "low", "high", "wrong choices"]
    ]
    for one in found:
        shares = {
            "right before": (one.before, one.readers),
            "right after": (one.after, one.readers),
            "gain": (one.gain, one.readers),
            "gain less guessing": (one.known, one.readers),
            "weeks later less after": (one.stays, one.later),
        }
        for what, (share, n) in shares.items():
            made.append([_caption(one.part), what, "", "", float(n), *numbers(share), ""])
        for form in FORMS:
            for when, share in zip(("before", "after"), one.apart[form], strict=True):
                what = "right, by the form met first"
                met = float(one.first[form])
                made.append([_caption(one.part), what, when, form, met, *numbers(share), ""])
    for each in asked(readers):
        wrong = "; ".join(f"{text} ({n})" for text, n in each.wrong)
        made.append(
            [
                _caption(each.idea.part),
                each.idea.id,
                each.when,
                each.form,
                float(each.n),
                *numbers(each.right),
                f"{wrong}; left open ({each.open})",
            ]
        )
    return made
