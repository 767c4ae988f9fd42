"""The same figure in JupyterLab and in Notebook: what the reader moves is read from Python, and the
other way round.
"""

import contextlib
import os
import re
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from built import PATIENCE
from playwright.sync_api import Browser, Page, expect

CELLS = (
    "from whichbank.figures import MixingTable, Quiz\n"
    "fig = MixingTable(['money', 'bank'], [[2, 0], [1, 1]], [[1, 0], [0.5, 0.5]], row=1)\n"
    "fig",
    "print('weights:', fig.weights)",
    "fig.weights = [[1, 0], [0.9, 0.1]]",
    "yes = {'id': 'yes', 'text': 'Yes', 'right': True, 'why': 'So it is.'}\n"
    "no = {'id': 'no', 'text': 'No', 'why': 'Think again.'}\n"
    "quiz = Quiz('lab', [{'id': 'is-it', 'kind': 'choice', 'text': 'Is it?', 'choices': [yes, "
    "no]}])\n"
    "quiz",
    "print('score:', quiz.score)",
    "from whichbank.figures import Predict\n"
    "about = {'id': '77.1', 'key': 'three', 'kind': 'number', 'question': 'How many?', 'result': "
    "'So it is.'}\n"
    "asked = Predict('77.1', about | {'answer': 3, 'within': 0.5, 'low': 0, 'high': 10, 'step': "
    "1})\n"
    "asked",
    "print('guess:', asked.guess, asked.right)",
)


# Each program's module, and the notebook's address in it.
PROGRAMS = {"jupyterlab": "lab/tree/figure.ipynb?reset&", "notebook": "notebooks/figure.ipynb?"}


@pytest.fixture(params=["jupyterlab", pytest.param("notebook", marks=pytest.mark.wide)])
def opened(request, tmp_path) -> Iterator[str]:
    """Start a program on a notebook of our own; the address of the notebook."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(notebook, tmp_path / "figure.ipynb")
    token = secrets.token_hex(8)
    options = [
        "--no-browser",
        "--allow-root",
        "--ServerApp.port=0",
        f"--IdentityProvider.token={token}",
    ]
    settings = [
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    places = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "RUNTIME")}
    log = tmp_path / "program.log"
    with log.open("w") as out:
        running = subprocess.Popen(
            [sys.executable, "-m", request.param, *options, *settings],
            cwd=tmp_path,
            env=os.environ | places,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        yield f"{address(running, log)}{PROGRAMS[request.param]}token={token}"
    finally:
        running.terminate()
        running.wait(20)


def address(running: subprocess.Popen, log: Path) -> str:
    """Wait until the server answers; it says itself which port it took."""
    end = time.monotonic() + PATIENCE / 1000
    while running.poll() is None and time.monotonic() < end:
        found = re.search(r"(http://(?:127\.0\.0\.1|localhost):\d+/)(?:lab|tree)", log.read_text())
        if found and answers(found[1] + "api"):
            return found[1]
        time.sleep(0.2)
    pytest.fail(f"The program did not start:\n{log.read_text()[-2000:]}")


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=20).close()
    except urllib.error.URLError:
        return False
    return True


@pytest.mark.browser
def test_a_figure_talks_with_python_both_ways(opened, browser: Browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(PATIENCE)
    page.goto(opened)
    page.locator(".jp-Notebook .jp-CodeCell").nth(len(CELLS) - 1).wait_for()
    run(page, 0)
    figure = page.locator(".jp-OutputArea .wb-figure").first
    figure.wait_for()

    slider = figure.get_by_role("slider", name="money")
    slider.focus()
    # the arrows move the slider, not the cell that is picked
    for key in ("Home", "ArrowRight", "ArrowUp"):
        slider.press(key)
    assert figure.locator(".wb-slider output").first.inner_text() == "0.02"
    assert_says(page, 1, "weights: [[1.0, 0.0], [0.02, 0.5]]")

    run(page, 2)
    figure.locator(".wb-slider output").first.filter(has_text="0.90").wait_for()
    assert "New bank is 0.90 money + 0.10 bank" in figure.locator(".wb-readout").inner_text()

    run(page, 3)
    question = page.locator(".wb-quiz")
    question.get_by_label("Yes").focus()
    question.get_by_label("Yes").press("Space")
    question.get_by_role("button", name="Check").press("Enter")
    question.get_by_text("Right. So it is.").wait_for()
    assert_says(page, 4, "score: 1")

    run(page, 5)
    asked = page.locator(".wb-predict")
    asked.get_by_role("slider").focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowUp"):
        asked.get_by_role("slider").press(key)
    asked.get_by_role("button", name="That’s my guess").press("Enter")
    asked.get_by_text("Right. So it is.").wait_for()
    assert_says(page, 6, "guess: 3 True")
    page.close()


def run(page: Page, cell: int) -> str:
    """Run one cell; return its text output. The keys are pressed again only where nobody has taken
    the cell up.
    """
    code = page.locator(".jp-Notebook .jp-CodeCell").nth(cell)
    prompt = code.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
    end = time.monotonic() + PATIENCE / 1000
    while prompt.inner_text() == before and time.monotonic() < end:
        code.locator(".jp-InputArea-editor").click()
        page.keyboard.press("Control+Enter")
        with contextlib.suppress(AssertionError):
            # a star at once, and its number at the end
            expect(prompt).not_to_have_text(before, timeout=5_000)
    expect(prompt).to_have_text(re.compile(r"\[\d+\]"))
    output = code.locator(".jp-OutputArea-output")
    if "print(" in CELLS[cell]:
        output.first.wait_for()
    return " ".join(output.all_inner_texts())


def assert_says(page: Page, cell: int, wanted: str) -> None:
    """Run a cell until it tells what the figure has sent: a front end holds back messages while the
    kernel works.
    """
    end = time.monotonic() + PATIENCE / 1000
    while wanted not in (said := run(page, cell)):
        assert time.monotonic() < end, said
