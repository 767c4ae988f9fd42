"""Texts that a prediction covers: each text cell with the tag ``guess-first`` gets a container of
its own on its page.

What covers it, and the outputs of the code cells with this tag, is ``cover.js``. The first part
after a question, which becomes the one line of its cover, is marked here: so a page has its heights
before that script runs.
"""

import json
from typing import Any

TAG, LINE = "guess-first", "guess-line"
_FENCE = ":" * 12  # more than any text's own


def setup(app: Any) -> None:
    """Put the containers into each notebook as it is read; its file stays as it is."""
    app.connect("source-read", _contain)


def _contain(app: Any, page: str, source: list[str]) -> None:
    if f'"{TAG}"' not in source[0] or not str(app.env.doc2path(page)).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    asked = False
    for cell in notebook["cells"]:
        text, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        asked |= cell["cell_type"] == "code" and text.startswith("Predict(")
        if TAG not in tags or (cell["cell_type"] == "code" and not cell["outputs"]):
            continue
        if cell["cell_type"] == "markdown":
            line = f" wb-{LINE}" if asked else ""
            cell["source"] = f"{_FENCE}{{container}} wb-{TAG}{line}\n{text}\n{_FENCE}\n"
        elif asked:
            cell["metadata"]["tags"] = [*tags, LINE]
        asked = False
    source[0] = json.dumps(notebook)
