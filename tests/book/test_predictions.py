"""The predictions of a chapter: each is asked on the page, in order, and covers a result that shows
its answer.
"""

import re
from pathlib import Path

import nbformat
import pytest
from collected import for_each

from tools.length import length
from whichbank.figures.predict import predictions
from whichbank.figures.predict.guesses import KINDS

ROOT = Path(__file__).parents[2]
WRITTEN = sorted((ROOT / "src" / "whichbank" / "predictions").glob("*.toml"))
ASK = re.compile(r'Predict\("([a-z]+\.\d+)"\)')
TAG = "guess-first"
# One for each four minutes of a chapter that has predictions: eight in half an hour are enough, and a chapter
# of a quarter of an hour with as many would ask more than it tells. Six are the least.
LEAST, ENOUGH, MINUTES = 6, 8, 4
in_notebooks = [file for file in WRITTEN if (ROOT / "book" / f"{file.stem}.ipynb").exists()]
chapters = for_each("page", [file.stem for file in in_notebooks])


def asked(page: str) -> list[tuple[str, list[nbformat.NotebookNode]]]:
    """Return each prediction of a page by its number, with the cells that it covers: those up to
    the next one.
    """
    path = ROOT / "book" / f"{page}.ipynb"
    found: list[tuple[str, list[nbformat.NotebookNode]]] = [("", [])]
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and "Predict(" in cell.source:
            number = ASK.fullmatch(cell.source)
            assert number, (
                f"a cell that asks holds one line, such as Predict({page}.1); got {cell.source!r}"
            )
            assert "remove-input" in cell.metadata.get("tags", []), (
                f"{number[1]} needs the tag remove-input"
            )
            found.append((number[1], []))
        elif TAG in cell.metadata.get("tags", []):
            found[-1][1].append(cell)
    assert found[0][1] == [], f"a cell with the tag {TAG} comes before the first prediction"
    return found[1:]


def printed(cell: nbformat.NotebookNode) -> str:
    """Return what a code cell's stored outputs say."""
    outputs = cell.get("outputs", [])
    return "\n".join(
        str(output.get("text") or output.get("data", {}).get("text/plain", ""))
        for output in outputs
    )


def test_a_page_in_markdown_asks_each_once_in_order():
    for file in {*WRITTEN} - {*in_notebooks}:
        text = (ROOT / "book" / f"{file.stem}.md").read_text(encoding="utf-8")
        assert ASK.findall(text) == [one["id"] for one in predictions(file.stem)]


def test_a_page_that_asks_has_a_file():
    pages = [
        path.stem
        for path in (ROOT / "book").glob("*.ipynb")
        if "Predict(" in path.read_text(encoding="utf-8")
    ]
    assert set(pages) <= {file.stem for file in WRITTEN}


@chapters
def test_every_prediction_is_asked_once_in_order_and_covers_something(page):
    found = asked(page)
    assert [number for number, _ in found] == [prediction["id"] for prediction in predictions(page)]
    assert [number for number, covered in found if not covered] == [], (
        f"no cell after these has the tag {TAG}"
    )


@chapters
def test_what_a_prediction_says_is_seen_is_printed_under_its_cover(page):
    covered = dict(asked(page))
    for prediction in predictions(page):
        texts = [printed(cell) for cell in covered[prediction["id"]]]
        assert any(prediction["seen"] in text for text in texts), (
            f"{prediction['id']}: {prediction['seen']!r} is nowhere"
        )


@chapters
def test_no_heading_is_covered(page):
    texts = [
        cell.source for _, cells in asked(page) for cell in cells if cell.cell_type == "markdown"
    ]
    assert [text for text in texts if re.search(r"^#+ ", text, re.MULTILINE)] == []


@chapters
def test_a_chapter_that_has_predictions_has_enough_of_them(page):
    cells = nbformat.read(ROOT / "book" / f"{page}.ipynb", as_version=4).cells
    wanted = min(max(LEAST, length(cells).minutes // MINUTES), ENOUGH)
    assert len(predictions(page)) >= wanted


@pytest.mark.skipif(not WRITTEN, reason="no chapter has predictions yet")
def test_the_chapters_that_have_predictions_ask_in_all_five_ways():
    assert {prediction["kind"] for file in WRITTEN for prediction in predictions(file.stem)} == set(
        KINDS
    )
