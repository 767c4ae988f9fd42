"""Texts that a prediction covers: each text cell with the tag ``guess-first`` gets a container of
its own on its page.

What covers it, and the outputs of the code cells with this tag, is ``cover.js``.
"""

import json
from typing import Any

TAG = "guess-first"
_FENCE = ":" * 12  # more than any text's own


def setup(app: Any) -> None:
    """Put the containers into each notebook as it is read; its file stays as it is."""
    app.connect("source-read", _contain)


def _contain(app: Any, page: str, source: list[str]) -> None:
    if f'"{TAG}"' not in source[0] or not str(app.env.doc2path(page)).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and TAG in cell["metadata"].get("tags", []):
            cell["source"] = (
                f"{_FENCE}{{container}} wb-{TAG}\n{''.join(cell['source'])}\n{_FENCE}\n"
            )
    source[0] = json.dumps(notebook)
