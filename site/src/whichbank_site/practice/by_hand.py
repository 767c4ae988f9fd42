"""Fields under the exercises that are answered with numbers: on the page they take the place of the
stub's cell.

What ``check`` knows of such an exercise goes along, packed: the right numbers, and what each
mistake gives and is told. ``hand.js`` compares, with the arithmetic and the words of
``whichbank.exercises.hand``.
"""

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from docutils import nodes

from whichbank.exercises.report import seen
from whichbank.exercises.table import Entry, load
from whichbank.figures.kit.questions import marked
from whichbank.misconceptions import of
from whichbank_site.pages.assets import classic
from whichbank_site.pages.language import tr

HERE = Path(__file__).parent
DIGITS = 6  # decimals of the packed numbers; answers are compared to three
_CHECKED = re.compile(r'^check\("([a-z]+\.\d+)", answer_\w+\)$', re.MULTILINE)


class Fields(nodes.Element):
    """The fields of the exercise with this id; no text, so that no search finds it and no
    minute counts it.
    """


def table(entry: Entry) -> dict[str, Any]:
    """Return what the page knows of an exercise by hand: the right numbers, the mistakes' numbers,
    and the hints.
    """
    names = list(entry.hints)
    right, *wrong = [(column.mistakes, _numbers(column.outputs[0])) for column in entry.columns]
    return {
        "right": right[1],
        "columns": [
            [[names.index(name) for name in mistakes], numbers] for mistakes, numbers in wrong
        ],
        "hints": [_linked(entry, name) for name in names],
    }


def _linked(entry: Entry, mistake: str) -> str:
    """What is told of a mistake, as HTML, with links to where the book shows it and to the thought
    behind it.
    """
    told = marked(entry.hints[mistake])
    for line in seen(entry, mistake):
        told += f'\n<a href="{entry.shown[mistake][0]}">{html.escape(line)}</a>'
    if one := of("exercises", entry.id, mistake):
        told += f'\n<a href="misconceptions.html#{one.id}">{tr("The thought behind it")}</a>'
    return told


def _numbers(output: np.ndarray) -> list[float]:
    return [int(x) if x.is_integer() else x for x in np.round(np.ravel(output), DIGITS).tolist()]


def packed(known: Any) -> str:
    """Return what a script unpacks: nobody reads an answer by chance, and no search finds it."""
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeeze.compress(text) + squeeze.flush()).decode()


def form(entry: Entry) -> str:
    """Return the fields of an exercise as HTML, one for each number, with a button and a place for
    what is said.

    Raises
    ------
    ValueError
        If the exercise does not name each of its numbers.
    """
    known = table(entry)
    if len(entry.labels) != len(known["right"]) or entry.right[0].ndim > 1:
        raise ValueError(
            f"exercise {entry.id} must have a label for each of its numbers, in one row"
        )
    negative = any(x < 0 for _, numbers in known["columns"] for x in numbers)
    # some telephones have no minus among the keys for decimals
    keys = "text" if negative else "decimal"
    field = f'<input inputmode="{keys}" autocomplete="off" />'
    labels = "".join(f"<label>{html.escape(label)}{field}</label>" for label in entry.labels)
    # Before its script is there the form goes nowhere: there is no dialog to close.
    label = html.escape(tr("Your answer to exercise {id}", id=entry.id))
    check = html.escape(tr("Check exercise {id}", id=entry.id))
    start = f'<form class="wb-hand" method="dialog" aria-label="{label}"'
    button = f'<button class="wb-press" aria-label="{check}">{tr("Check")}</button>'
    data = f'data-exercise="{entry.id}" data-table="{packed(known)}"'
    return f"{start} {data}>{labels}{button}<output></output></form>\n"


def setup(app: Any) -> None:
    """Put the fields on the pages, and the script that goes with them."""
    app.add_node(Fields, html=(_write_fields, None))
    app.connect("doctree-read", _place)
    app.connect("env-updated", _write_script)
    app.connect("html-page-context", _link)


def _place(app: Any, doctree: nodes.document) -> None:
    for cell in [
        one for one in doctree.findall(nodes.container) if one.get("nb_element") == "cell_code"
    ]:
        found = _CHECKED.search(cell.children[0].astext())
        if found and load(found[1]).kind == "hand":
            cell["classes"].append("wb-stub")
            cell.parent.insert(cell.parent.index(cell), Fields(exercise=found[1]))


def _write_fields(self: Any, node: Fields) -> None:
    self.body.append(form(load(node["exercise"])))
    raise nodes.SkipNode


def _write_script(app: Any, env: Any) -> None:
    if app.builder.format == "html":
        Path(app.outdir, "_static", "hand.js").write_text(
            classic(HERE / "hand.js"), encoding="utf-8"
        )


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if doctree is not None and next(doctree.findall(Fields), None) is not None:
        # when the page is painted: kept answers then come into fields that are there
        app.add_js_file("hand.js")
