"""The notes map names every fact of the notes, and each of its links lands on a heading that
exists.
"""

import json
import re
from pathlib import Path

from collected import for_each
from mdit_py_plugins.anchors.index import slugify

BOOK = Path(__file__).parents[2] / "book"
TEXT = (BOOK / "notes-map.md").read_text(encoding="utf-8")
FACTS = [
    f"{note}{i}"
    for note, count in zip("ABCDE", (17, 10, 15, 11, 13), strict=True)
    for i in range(1, count + 1)
]
ROWS = re.findall(r"^\| ([A-E]\d+) \| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE)
LINKS = [
    (fact, page, anchor)
    for fact, _, where in ROWS
    for page, anchor in re.findall(r"\]\((\S+?)#(\S+?)\)", where)
]


def anchors(page):
    cells = json.loads((BOOK / page).read_text(encoding="utf-8"))["cells"]
    prose = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return {slugify(heading) for heading in re.findall(r"^#+ (.+)$", prose, re.MULTILINE)}


def test_every_fact_has_one_row_in_order():
    assert [fact for fact, _, _ in ROWS] == FACTS


def test_every_row_is_links_and_nothing_else():
    link = r"\[([a-z]+) · [^\]]+\]\(\1\.ipynb#[^)\s]+\)"
    assert [
        fact
        for fact, _, where in ROWS
        if not re.fullmatch(rf"{link}(?:, {link.replace('1', '2')})*", where)
    ] == []


@for_each("fact, page, anchor", LINKS)
def test_link_lands_on_a_heading(fact, page, anchor):
    assert anchor in anchors(page)
