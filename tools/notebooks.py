"""Run notebooks and store them as they are committed: text outputs, counts 1 … n, nothing else.

``python tools/notebooks.py [book/mixing.ipynb …]`` writes the setup cell and the exercises'
cells into each notebook from their one source, runs it in a fresh kernel, and stores its text
outputs.
"""

import re
import sys
import time
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parent.parent
SETUP = (ROOT / "tools" / "setup_cell.ipy").read_text(encoding="utf-8").rstrip("\n")
KEPT_TAGS = {
    "hide-input",
    "remove-input",
    "guess-first",
    "hide-cell",
    "run",
    "near",
    "near-3",
    "remove-output",
    "raises-exception",
}
VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebooks(root: Path = ROOT) -> list[Path]:
    """Return the chapters' notebooks in the order of the table of contents."""
    contents = (root / "_toc.yml").read_text(encoding="utf-8")
    listed = (root / f"{name}.ipynb" for name in re.findall(r"file: (\S+)", contents))
    return [path for path in listed if path.exists()]


def main_road(root: Path = ROOT) -> list[str]:
    """Return the names of the chapters that nobody should leave out."""
    contents = (root / "_toc.yml").read_text(encoding="utf-8")
    return re.findall(r"file: book/(\S+)", contents.partition("caption: Side roads")[0])


def sync(notebook: Any) -> None:
    """Write the cells that have a source elsewhere: the setup cell, and each exercise's statement
    and stub.
    """
    from whichbank_authoring.exercises import cells

    for cell in notebook.cells:
        if cell.id == "setup":
            cell.source = SETUP
            cell.metadata["tags"] = ["hide-input"]
        elif cell.id.startswith("exercise-"):
            _, chapter, number, *stub = cell.id.split("-")
            statement, code = cells(f"{chapter}.{number}")
            cell.source = code if stub else statement


def normalize(notebook: Any) -> None:
    """Leave text outputs and counts 1 … n; drop images, what stands for a live figure, widgets'
    state, times, and every editor's metadata.
    """
    count = 0
    for cell in notebook.cells:
        tags = [tag for tag in cell.metadata.get("tags", []) if tag in KEPT_TAGS]
        cell.metadata = nbformat.NotebookNode({"tags": tags} if tags else {})
        cell.source = cell.source.rstrip("\n")
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = _merge_streams(cell.outputs)
        for output in cell.outputs:
            if "data" in output:
                kept = ("text/plain",) if VIEW in output.data else ("text/plain", "text/html")
                output.data = {kind: text for kind, text in output.data.items() if kind in kept}
                output.metadata = {}
            if "execution_count" in output:
                output.execution_count = count
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5


def _merge_streams(outputs: list[Any]) -> list[Any]:
    """Join neighboring pieces of one stream: a busy machine sends two prints as two outputs."""
    merged: list[Any] = []
    for output in outputs:
        if merged and output.output_type == "stream" and merged[-1].get("name") == output.name:
            merged[-1].text += output.text
        else:
            merged.append(output)
    return merged


def text(notebook: Any) -> str:
    """Return the notebook as the text of its file."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"


def run(path: Path) -> None:
    """Sync, execute and normalize one notebook in place; a cell that raises leaves the file as it
    was.
    """
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    sync(notebook)
    start = time.monotonic()
    print(f"{path.name} …", end=" ", flush=True)
    NotebookClient(
        notebook, timeout=180, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    normalize(notebook)
    path.write_text(text(notebook), encoding="utf-8")
    print(f"{time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    for path in [Path(argument) for argument in sys.argv[1:]] or notebooks():
        run(path)
