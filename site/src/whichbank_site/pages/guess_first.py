"""Texts that a prediction covers: each text cell with the tag ``guess-first`` gets a container of
its own on its page.

What covers it, and the outputs of the code cells with this tag, is ``cover.js``. The first part
after a question, which becomes the one line of its cover, is marked here: so a page has its heights
before that script runs.
"""

import json
from typing import Any

from docutils import nodes

TAG, LINE = "guess-first", "guess-line"
_FENCE = ":" * 12  # more than any text's own


def setup(app: Any) -> None:
    """Put the containers into each notebook as it is read, and mark its code cells when it is; its
    file stays as it is, and so does what an execution is kept under.
    """
    app.connect("source-read", _contain)
    app.connect("doctree-read", _mark)


def _contain(app: Any, page: str, source: list[str]) -> None:
    if f'"{TAG}"' not in source[0] or not str(app.env.doc2path(page)).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    asked, lines = False, []
    for cell in notebook["cells"]:
        text, code = "".join(cell["source"]), cell["cell_type"] == "code"
        asked |= code and text.startswith("Predict(")
        if TAG not in cell["metadata"].get("tags", []):
            continue
        line = asked and not (code and not cell["outputs"])
        if code:
            lines.append(line)
        else:
            more = f" wb-{LINE}" if line else ""
            cell["source"] = f"{_FENCE}{{container}} wb-{TAG}{more}\n{text}\n{_FENCE}\n"
        asked &= not line
    app.env.temp_data[LINE] = lines
    source[0] = json.dumps(notebook)


def _mark(app: Any, doctree: nodes.document) -> None:
    cells = (one for one in doctree.findall(nodes.container) if f"tag_{TAG}" in one["classes"])
    for cell, line in zip(cells, app.env.temp_data.get(LINE, ()), strict=True):
        if line:
            cell["classes"].append(f"wb-{LINE}")
