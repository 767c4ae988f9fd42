"""Fold the code that teaches nothing, imports and cells that only draw, and put it where it does not
stand between a reader and what it draws: imports at the page's end, what draws below what it
draws. What installs the course is for notebooks alone. In those all stays open, and in its place.
"""

import ast
from typing import Any

from docutils import nodes

from whichbank_site.pages.language import tr

DRAWN_BY = {"whichbank.figures": "figure", "whichbank.plots": "picture"}
# what a drawing may call beside its own names
DATA = {"dict", "list", "zip", "range", "values", "items"}
BUTTON = (
    '<p class="wb-script"><button type="button" class="wb-press wb-unfold" data-open="{all}" '
    'data-fold="{fold}">{all}</button></p>'
)
_Import = ast.Import | ast.ImportFrom


def kind(code: str, drawing: dict[str, str]) -> str:
    """Return what a cell is, if it only imports or only draws; note in ``drawing`` which names it
    imports to draw with.

    A cell draws only when it computes nothing on its way: it calls what draws, and puts together
    what is there. One that makes a live figure may call others too, but defines nothing.

    Examples
    --------
    >>> known = {}
    >>> kind("from whichbank.plots import plane", known)
    'imports'
    >>> kind("plane(dict(zip(words, E)))", known), kind("plane(E @ W)", known)
    ('picture', '')
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:  # IPython's own
        return ""
    for one in ast.walk(tree):
        if isinstance(one, ast.ImportFrom):
            for name in one.names:
                made = DRAWN_BY.get(one.module or "") or DRAWN_BY.get(f"{one.module}.{name.name}")
                drawing |= {name.name: made} if made else {}
    body = tree.body
    if (
        body
        and isinstance(body[0], _Import)
        and all(isinstance(one, _Import | ast.Expr) for one in body)
    ):
        return "imports"
    parts = list(ast.walk(tree))
    called = [_name(one.func) for one in parts if isinstance(one, ast.Call)]
    apart = ast.FunctionDef | ast.ClassDef | ast.For | ast.With | _Import
    if any(isinstance(one, apart) for one in parts) or ("print", "print") in called:
        return ""
    if any(drawing.get(name) == "figure" for name, _ in called):
        return "figure"
    computes = any(isinstance(one, ast.comprehension | ast.Compare) for one in parts)
    computes |= any(
        isinstance(one, ast.BinOp) and not isinstance(one.op, ast.BitOr) for one in parts
    )
    draws = any(name in drawing for name, _ in called)
    return (
        "picture"
        if draws and not computes and all(n in drawing or last in DATA for n, last in called)
        else ""
    )


def _name(called: ast.expr) -> tuple[str, str]:
    """Return the first and the last name of what is called: of ``plots.curves`` both."""
    last = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    while isinstance(called, ast.Attribute):
        called = called.value
    return getattr(called, "id", ""), last


def setup(app: Any) -> None:
    """Fold the cells as soon as a page is read; once it is whole, put them in their place."""
    app.connect("doctree-read", _fold)
    app.connect("doctree-resolved", _below)


def _fold(app: Any, doctree: nodes.document) -> None:
    drawing: dict[str, str] = {}
    cells = [
        cell for cell in doctree.findall(nodes.container) if cell.get("nb_element") == "cell_code"
    ]
    for cell in cells:
        found = kind(cell.children[0].astext(), drawing)
        if cell.get("hide_mode") == "all":
            cell.attributes |= {
                "prompt_show": tr("Show the code"),
                "prompt_hide": tr("Hide the code"),
            }
        if found and "hide_mode" not in cell:
            show, hide = {
                "imports": (tr("Show the imports"), tr("Hide the imports")),
                "figure": (tr("Show the code of the figure"), tr("Hide the code of the figure")),
                "picture": (tr("Show the code of the picture"), tr("Hide the code of the picture")),
            }[found]
            cell.attributes |= {"hide_mode": "input", "prompt_show": show, "prompt_hide": hide}
        if found == "imports" or 'find_spec("whichbank")' in cell.children[0].astext():
            cell.parent.remove(cell)
        if found == "imports":
            _end(doctree).append(cell)
    if sum(cell.get("hide_mode") == "input" for cell in cells) > 1:
        _end(doctree).append(
            nodes.raw(
                "",
                BUTTON.format(all=tr("Open all code"), fold=tr("Fold the code again")),
                format="html",
            )
        )


def _end(doctree: nodes.document) -> nodes.Element:
    """Return the last section of a page, outermost."""
    first = next(iter(doctree.findall(nodes.section)), doctree)
    last = first.children[-1] if first.children else first
    return last if isinstance(last, nodes.section) else first


def _below(app: Any, doctree: nodes.document, page: str) -> None:
    for cell in doctree.findall(nodes.container):
        if cell.get("hide_mode") == "input" and len(cell.children) > 1:
            cell.append(cell.children.pop(0))
