"""The chapters, in the order of ``_toc.yml``: the numbers that readers see are counted from it."""

import html
import json
import re
from collections.abc import Iterable
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from docutils import nodes

from whichbank.former import CHAPTERS, SPLIT

FORMER = (
    *("01_tokens", "02_word2vec", "03_average_meaning", "04_reading_in_order", "05_mixing"),
    *("06_similarity_softmax", "07_task_specific", "08_query_key_value", "09_learning"),
    *("10_ripples", "11_many_heads", "12_masks_cross_attention", "13_block", "14_transformer"),
    *("15_real_model", "16_cost"),
)
"""The names of the first chapters' pages in the first two editions."""
SECOND = {"block": "bend", "learning": "downhill", "masks": "across", "roles": "scale"}
"""Of a page that has become two, the name of the other."""
SIDE = "Side roads"
"""The part of the contents whose chapters have letters: nobody needs to have read them."""
_MOVED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="{name}.html">
<script>
const moved = {moved};
const [, id, number] = location.hash.match(/^#(?:exercise|try)-(\\d\\d-(\\d))/) ?? [];
const hash = location.hash.replace(id, moved[id] ?? `{name}-${{number}}`);
const page = {ids}.includes(hash.slice(1)) ? "{second}" : "{name}";
location.replace(`${{page}}.html${{location.search}}${{hash}}`);
</script>
<meta http-equiv="refresh" content="0; url={name}.html">
<p><a href="{name}.html">{title}</a> is a page of its own now.</p>
</html>
"""


def title(notebook: Path) -> str:
    """Return a chapter's title."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    lines = (line.rstrip() for cell in cells for line in cell["source"])
    return next(line[2:] for line in lines if line.startswith("# "))


def numbered(parts: Iterable[tuple[str, Iterable[str]]], root: Path) -> dict[str, str]:
    """Return the numbers of the pages that are chapters, from the captions of the parts and their
    pages.
    """
    found: dict[str, str] = {}
    for caption, pages in parts:
        before, side = len(found), caption == SIDE
        chapters = (page for page in pages if (root / f"{page}.ipynb").exists())
        for place, page in enumerate(chapters):
            found[page] = ascii_uppercase[place] if side else f"{before + place + 1:02}"
    return found


def listed(site_map: Any, page: str) -> list[str]:
    """Return a page and all below it, in the order of the table of contents."""
    below = [item for tree in site_map[page].subtrees for item in tree.items]
    return [page, *(one for item in below if item in site_map for one in listed(site_map, item))]


def counted(text: str, numbers: dict[str, str], *, link: bool = False) -> str:
    """Return a text with the numbers of chapters in place of their names, after the word *chapter*
    or at the start of a link.

    Examples
    --------
    >>> numbers = {"mixing": "05", "choosing": "06"}
    >>> counted("Chapters mixing and choosing mix: mixing is chapter mixing.", numbers)
    'Chapters 05 and 06 mix: mixing is chapter 05.'
    >>> counted("See chapter\\nchoosing.", numbers)
    'See chapter\\n06.'
    >>> counted("mixing · Three recipes", numbers, link=True)
    '05 · Three recipes'
    """
    names = "|".join(numbers)

    def number(found: re.Match[str]) -> str:
        return re.sub(rf"\b({names})\b", lambda name: numbers[name[1]], found[0])

    text = re.sub(rf"\b[Cc]hapters?((,|,?\s+and|,?\s+or|,?\s+to)?\s+({names})\b)+", number, text)
    return re.sub(rf"^({names})(?= · |$)", number, text) if link else text


def setup(app: Any) -> None:
    """Number the chapters once the table of contents is read, and write the numbers on the pages."""
    app.add_config_value("chapters", {}, "env")
    app.connect("config-inited", _find, priority=950)
    app.connect("doctree-read", _count)
    app.connect("build-finished", _lead)


def _find(app: Any, config: Any) -> None:
    contents, root = config.external_site_map, Path(app.srcdir)
    parts = (
        (
            part.caption,
            (one for item in part.items if item in contents for one in listed(contents, item)),
        )
        for part in contents[config.master_doc].subtrees
    )
    found = numbered(parts, root)
    for page, number in found.items():
        contents[page].title = f"{number} · {title(root / f'{page}.ipynb')}"
    config.chapters = {Path(page).name: number for page, number in found.items()}


def join(tree: nodes.Element) -> None:
    """Make one text of those that the end of a line has parted, in place.

    Examples
    --------
    >>> line = nodes.paragraph("", "", *map(nodes.Text, ("as chapter", "\\n", "mixing says")))
    >>> join(line)
    >>> line.children
    [<#text: 'as chapter\\nmixing says'>]
    """
    for parent in list(tree.findall(nodes.TextElement)):
        for i in range(len(parent) - 1, 0, -1):
            one, other = parent[i - 1 : i + 1]
            if isinstance(one, nodes.Text) and isinstance(other, nodes.Text):
                parent[i - 1 : i + 1] = [nodes.Text(one + other)]


def _count(app: Any, doctree: nodes.document) -> None:
    if not app.config.chapters:
        return
    join(doctree)
    for text in list(doctree.findall(nodes.Text)):
        if isinstance(text.parent, nodes.literal | nodes.literal_block):
            continue
        above = (text.parent, text.parent.parent)
        links = [
            one for one in above if one is not None and ("refuri" in one or "reftarget" in one)
        ]
        link = any(one.get("reftype") != "term" for one in links)  # a head is no chapter
        new = counted(str(text), app.config.chapters, link=link)
        if new != text:
            text.parent.replace(text, nodes.Text(new))


def _lead(app: Any, exception: Exception | None) -> None:
    """Write, where each chapter was before, a page that leads to it."""
    if exception is not None or app.builder.format != "html":
        return
    for former, name in zip(FORMER, CHAPTERS, strict=True):
        notebook = Path(app.srcdir, "book", f"{name}.ipynb")
        if name in app.config.chapters:
            second = SECOND.get(name, name)
            second = second if second in app.config.chapters else name
            path = Path(app.outdir, "book", f"{second}.html")
            if not path.exists():  # in another language, which has not all pages
                continue
            ids = sorted(_ids(path) - _ids(path.with_stem(name)))
            moved = {old.replace(".", "-"): new.replace(".", "-") for old, new in SPLIT.items()}
            told = {"moved": json.dumps(moved), "ids": json.dumps(ids), "second": second}
            page = _MOVED.format(name=name, title=html.escape(title(notebook)), **told)
            Path(app.outdir, "book", f"{former}.html").write_text(page, encoding="utf-8")


def _ids(page: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))
