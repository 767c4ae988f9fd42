"""The minutes at the top of a chapter: what its main road takes at the rates that the front page
names.
"""

import re
from pathlib import Path

import nbformat
import pytest
from collected import for_each
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from whichbank_site.pages.describe import WORDS_A_MINUTE

from tools.notebooks import notebooks
from whichbank.figures import FIGURES

ROOT = Path(__file__).parents[2]
LINES_A_MINUTE = 20  # 3 seconds for a line of code: it has about eight words and numbers
GUESS = 0.75  # to read the question, to think, and to compare; some take a moment and some a pencil
FIGURE = 2.0  # a live figure comes with two or three things to try
LONGEST = 60  # one sitting
STEP = 5  # what is stated is rounded to it, and may be one such step off: readers differ by more

_LIVE = re.compile(
    rf"\b({'|'.join({kind.__name__ for kind in FIGURES.values()} - {'Predict', 'Quiz'})})(\.of)?\("
)
_END = re.compile(r"^## (?:Optional|Check yourself)", re.MULTILINE)
_FOLDED = re.compile(r"<details[^>]*>.*?</details>", re.DOTALL)
_STATED = re.compile(r"\*\*Time[.:]\*\* (?:[Aa]bout )?(\d+) minutes")


def minutes(notebook: nbformat.NotebookNode) -> float:
    """Return how long a chapter's main road takes: all before its optional half and its quiz, but
    what is folded.
    """
    words = lines = guesses = figures = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            text, *rest = _END.split(cell.source, maxsplit=1)
            words += sum(bool(re.search(r"\w", word)) for word in _FOLDED.sub("", text).split())
            if rest:
                break
            continue
        guesses += cell.source.startswith("Predict(")
        shown = any(output.output_type == "execute_result" for output in cell.outputs)
        figures += shown and bool(_LIVE.search(cell.source))
        if not {"hide-input", "remove-input"} & set(cell.metadata.get("tags", [])):
            lines += sum(bool(line.strip()) for line in cell.source.splitlines())
    return words / WORDS_A_MINUTE + lines / LINES_A_MINUTE + GUESS * guesses + FIGURE * figures


def stated(notebook: nbformat.NotebookNode) -> int:
    [found] = _STATED.findall(
        "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    )
    return int(found)


def test_what_is_folded_hidden_optional_or_asked_at_the_end_takes_no_time():
    figure = new_output("execute_result", data={"text/plain": "a figure"})
    road = [
        new_markdown_cell(
            "word " * 100 + "\n<details>\n" + "word " * 900 + "\n</details>\n" + "word " * 100
        ),
        new_code_cell("x = 1\n\n" * 10),
        new_code_cell("import os\n" * 900, metadata={"tags": ["hide-input"]}),
        new_code_cell('Predict("tokens.1")', metadata={"tags": ["remove-input"]}),
        new_code_cell("MixingTable(words)\n" * 5, outputs=[figure]),
        new_code_cell("MixingTable.of(words).weights\n" * 5),
    ]
    after = [new_markdown_cell("word " * 900), new_code_cell("x = 1\n" * 900)]
    for heading in ("Check yourself", "Optional: faster"):
        end = new_markdown_cell("word " * 200 + f"\n\n## {heading}\n\n" + "word " * 900)
        assert minutes(new_notebook(cells=[*road, end, *after])) == pytest.approx(
            1 + 0.5 + 0.75 + 2 + 0.5 + 1
        )


@for_each("path", notebooks())
def test_a_chapter_states_the_minutes_that_it_takes(path):
    notebook = nbformat.read(path, as_version=4)
    found = minutes(notebook)
    assert found <= LONGEST
    assert stated(notebook) % STEP == 0
    assert abs(stated(notebook) - STEP * round(found / STEP)) <= STEP, f"{found:.1f} minutes"


def test_the_front_page_names_the_rates_and_what_the_chapters_state():
    text = " ".join((ROOT / "book" / "intro.md").read_text(encoding="utf-8").split())
    rates = (
        f"a minute for every {WORDS_A_MINUTE} words and for every {LINES_A_MINUTE} lines of code"
    )
    assert (
        f"{rates}, {60 * GUESS:.0f} seconds for each guess, and {FIGURE:.0f} minutes for each "
        "figure"
    ) in text
    times = [stated(nbformat.read(path, as_version=4)) for path in notebooks()]
    assert f"chapters of {min(times)} to {max(times)} minutes each" in text
