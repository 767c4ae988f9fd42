"""Run a chapter in a fresh environment, from outside it, and look at what came out."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from launches.fresh import Fresh

VIEW, STATE = (
    "application/vnd.jupyter.widget-view+json",
    "application/vnd.jupyter.widget-state+json",
)
PROGRESS = "@jupyter-widgets/controls"  # what tqdm makes its bars of


@dataclass
class Ran:
    """The notebook with its outputs and the state of its widgets, and how long it took with the
    start of its kernel.
    """

    notebook: Any
    seconds: float

    @property
    def code(self) -> list[Any]:
        """The code cells."""
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]

    def figures(self) -> list[dict[str, Any]]:
        """Return the state of the figure behind each view that a cell shows; empty where it has
        none.

        A progress bar is a view as well, and no figure.
        """
        kept = self.notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
        data = [output.get("data", {}) for cell in self.code for output in cell.outputs]
        states = [
            kept.get(one[VIEW]["model_id"], {}).get("state", {}) for one in data if VIEW in one
        ]
        return [state for state in states if state.get("_model_module") != PROGRESS]

    def other_text(self, stored: Any) -> list[str]:
        """Name the code cells that print another text than in the stored notebook.

        The setup cell may print what it installs, and a front end may cut the text that replaces a
        figure.
        """
        before = {cell.id: cell for cell in stored.cells}
        names = []
        for cell in self.code:
            values = not any(VIEW in output.get("data", {}) for output in cell.outputs)
            if cell.id != "setup" and printed(cell, values=values) != printed(
                before[cell.id], values=values
            ):
                names.append(cell.id)
        return names


def printed(cell: Any, *, values: bool = True) -> str:
    """Return the text of a cell's outputs: what it prints and, where values counts, the text of its
    value.
    """
    texts = [
        output.get("text", "")
        if output.get("name") == "stdout"
        else output.get("data", {}).get("text/plain", "") * values
        for output in cell.outputs
    ]
    return "".join(texts)


def run(chapter: Path, fresh: Fresh, folder: Path, environ: dict[str, str]) -> Ran:
    """Run a chapter alone, with the kernel of a fresh environment and these variables; a cell that
    fails raises.

    The chapter is not changed. The folder is for this run alone: its working directory and the
    kernel's specification.
    """
    notebook = nbformat.read(chapter, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    kernel, place = folder / "kernels" / "fresh", folder / "content"
    kernel.mkdir(parents=True)
    place.mkdir()
    command = [str(fresh.python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": command, "display_name": "fresh", "language": "python"}
    (kernel / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    specs = KernelSpecManager(kernel_dirs=[str(folder / "kernels")], ensure_native_kernel=False)
    manager = AsyncKernelManager(kernel_name="fresh", kernel_spec_manager=specs)
    client = NotebookClient(
        notebook, km=manager, timeout=600, resources={"metadata": {"path": str(place)}}
    )
    client.owns_km = True  # so that it ends the kernel
    start = time.monotonic()
    # its warning would be in our output
    client.execute(env=environ | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"})
    return Ran(notebook, time.monotonic() - start)
