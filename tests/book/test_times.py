"""How long a chapter is, and that the minutes at its top are those that its main road takes, at the
rates that the front page names.
"""

import re
from pathlib import Path

import nbformat
import pytest
from collected import for_each
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

import tools.length
from tools.length import FIGURE, GUESS, LINES_A_MINUTE, WORDS_A_MINUTE, guess, length, page
from tools.notebooks import notebooks

ROOT = Path(__file__).parents[2]
WORDS = 3300
LONGEST = 40  # minutes; one sitting
STEP = 5  # what is stated is rounded to it, and may be one such step off: readers differ by more
_STATED = re.compile(r"\*\*Time[.:]\*\* (?:[Aa]bout )?(\d+) minutes")
_EXERCISES = re.compile(r"^\*\*Time[.:]\*\*.* and (\d+) more for the exercises", re.MULTILINE)


def stated(notebook: nbformat.NotebookNode, what: re.Pattern[str] = _STATED) -> int:
    [found] = what.findall(
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
        assert length([*road, end, *after]).minutes == pytest.approx(
            400 / 120 + 0.5 + guess("tokens.1") + 2 + 0.5
        )


def test_a_guess_takes_its_words_and_those_that_answer_it_and_time_to_think(tmp_path, monkeypatch):
    (tmp_path / "x.toml").write_text(
        '[[prediction]]\nid = "x.1"\nquestion = "Which of the two?"\nreason_from = "Think first."\n'
        'options = ["this one", "that"]\nwhy = ["", "No: that is four words more."]\nresult = "This one."\n'
        '[[prediction]]\nid = "x.2"\nquestion = "How many?"\nreason_from = ""\nresult = "Four."\n'
        '[[prediction.mistakes]]\nvalue = 3\nwhy = "One too few."\n'
    )
    monkeypatch.setattr(tools.length, "PREDICTIONS", tmp_path)
    tools.length._asked.cache_clear()
    try:
        assert guess("x.1") == pytest.approx(GUESS + (4 + 2 + 3 + 2 + 6 / 2) / WORDS_A_MINUTE)
        assert guess("x.2") == pytest.approx(GUESS + (2 + 1 + 3 / 2) / WORDS_A_MINUTE)
        assert page('One word.\n\n```{live}\nPredict("x.2")\n```\n\n```{live} pond\n```\n') == (
            pytest.approx(2 / WORDS_A_MINUTE + guess("x.2") + FIGURE)
        )
    finally:
        tools.length._asked.cache_clear()


def test_formulas_marks_and_addresses_are_no_words():
    text = "A **mix** of $w_t$ and [two](mixing.ipynb) {term}`vectors`, <b>at</b>\n\n$$x + y$$\n\nonce."
    assert length([new_markdown_cell(text)]).words == 8  # A mix of and two vectors at once


@for_each("path", notebooks())
def test_a_chapter_is_one_sitting_and_states_the_minutes_that_it_takes(path):
    notebook = nbformat.read(path, as_version=4)
    found = length(notebook.cells)
    assert found.words <= WORDS, f"{found.words} words"
    assert stated(notebook) <= LONGEST
    assert stated(notebook) % STEP == 0
    assert abs(stated(notebook) - STEP * round(found.minutes / STEP)) <= STEP, (
        f"{found.minutes:.1f} minutes"
    )
    assert stated(notebook, _EXERCISES) == found.exercises, f"{found.exercises} by their labels"


@pytest.mark.parametrize("name", ["thirty", "chatgpt"])
def test_a_page_without_cells_states_the_minutes_that_it_takes(name):
    text = (ROOT / "book" / f"{name}.md").read_text(encoding="utf-8")
    [said] = map(int, re.findall(r"Time: about (\d+) minutes", text))
    took = page(text)
    assert abs(said - STEP * round(took / STEP)) <= STEP, f"{took:.1f} minutes"


def test_the_front_page_names_the_rates_and_what_the_chapters_state():
    text = " ".join((ROOT / "book" / "intro.md").read_text(encoding="utf-8").split())
    rates = (
        f"a minute for every {WORDS_A_MINUTE} words and for every {LINES_A_MINUTE} lines of code"
    )
    assert (
        f"{rates}, {60 * GUESS:.0f} seconds for each guess, and {FIGURE:.0f} minutes for each "
        "figure"
    ) in text
    assert "those of the text, of the guesses and of their answers" in text
    times = [stated(nbformat.read(path, as_version=4)) for path in notebooks()]
    assert f"chapters of {min(times)} to {max(times)} minutes each" in text
