"""The boxes as the pages tell of them: what each is called, what it does, and where its exercise is."""

import json
import re
from pathlib import Path
from typing import Any

from whichbank.yours import BOXES
from whichbank_site.pages import language

TOLD = {
    "softmax": ("Softmax", "Turns scores into weights: all positive, together 1."),
    "layer_norm": ("Norm", "Brings each vector to one length, then stretches and moves it."),
    "causal_attention": (
        "Attention",
        "Each letter asks all before it, and takes a mix of what they hand over.",
    ),
    "merge_heads": ("Merge heads", "Lays what the heads have found side by side."),
    "next_token_weights": ("Draw", "Says how likely each letter is to come next."),
    "many_heads": (
        "Many heads",
        "Lets each head look with matrices of its own, and nobody hides the future.",
    ),
    "batch_loss": ("Loss", "Says how badly the next letters were guessed."),
    "step": ("Step", "Moves the last matrix a little, so that the loss falls."),
    "block": ("Block", "Attention, then the small network, each with its norm and its skip."),
    "stack": ("Stack", "All blocks, one after the other, and the last norm."),
    "language_model": ("The whole machine", "From the letters to a score for each letter."),
}
"""The title of each box, and what it does."""
_IMPORTS = re.compile(r"^(?:from|import) ")


def described(folder: Path, numbers: dict[str, str]) -> list[dict[str, Any]]:
    """Return what the page's script needs to know of each box.

    Parameters
    ----------
    folder : Path
        Where the notebooks are.
    numbers : dict
        The number of each chapter, by its name.
    """
    found = []
    for box in BOXES.values():
        chapter, _, number = box.exercise.partition(".")
        title, does = TOLD[box.name]
        found.append(
            {
                "name": box.name,
                "title": language.spoken.told(title),
                "does": language.spoken.told(does),
                "exercise": box.exercise,
                "chapter": numbers.get(chapter, ""),
                "page": chapter,
                "anchor": f"try-{chapter}-{number}",
                "signature": box.signature,
                "stages": list(box.stages),
                "imports": imports(folder / f"{chapter}.ipynb"),
            }
        )
    return found


def imports(notebook: Path) -> str:
    """Return what a chapter imports: what its exercises may use. A fork may lack the chapter."""
    if not notebook.exists():
        return ""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    sources = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return "\n".join(source for source in sources if _IMPORTS.match(source))
