"""The cells of the chapters that run on a page, and what they print there."""

import json

from tools.nbval_near import TAG, snapped
from tools.notebooks import notebooks


def chapter(name):
    """Return a chapter's imports, and its other code cells that are there to be read."""
    path = next(path for path in notebooks() if path.stem == name)
    cells = [
        cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    by_name = {cell["id"]: cell | {"source": "".join(cell["source"])} for cell in cells}
    imports = by_name.pop("imports")["source"]
    del by_name["setup"]
    read = [
        cell
        for cell in by_name.values()
        if "remove-input" not in cell["metadata"].get("tags", [])
        and not cell["id"].startswith(("exercise", "quiz"))
    ]
    return imports, read


def runs(cell):
    return "run" in cell["metadata"].get("tags", [])


def running(name):
    """Return a chapter's imports and the cells that run on its page."""
    imports, cells = chapter(name)
    return imports, list(filter(runs, cells))


def stored(cell):
    """Return what a cell prints and shows, as text."""
    texts = (output.get("text") or output["data"]["text/plain"] for output in cell["outputs"])
    return "".join("".join(text) for text in texts).rstrip("\n")


def expected(cell, told):
    """Return what a run told, with the numbers that are near the stored ones taken for them."""
    tag = next(filter(None, map(TAG.fullmatch, cell["metadata"].get("tags", []))), None)
    return snapped(told.rstrip("\n"), stored(cell), int(tag[1] or 1)) if tag else told.rstrip("\n")
