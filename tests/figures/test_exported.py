"""What shows of a figure where none can live: in an export without scripts, or in a preview."""

import subprocess
import sys

import nbformat
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_notebook

from tools.notebooks import VIEW
from whichbank.figures import Predict

CELLS = (
    "from whichbank.figures import Predict, TwoBanks",
    "TwoBanks(0)",
    'Predict("mixing.1")',
)
# as JupyterLab saves one
WITHOUT_STATE = "--ExecutePreprocessor.store_widget_state=False"


def test_an_export_without_scripts_has_a_figures_picture_and_a_guesss_question(tmp_path):
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS])
    (tmp_path / "two.ipynb").write_text(nbformat.writes(notebook), encoding="utf-8")
    export = [sys.executable, "-m", "nbconvert", "--to"]
    run = ["notebook", "--execute", WITHOUT_STATE, "--inplace", "two.ipynb"]
    for command in (run, ["html", "two.ipynb"]):
        subprocess.run([*export, *command], cwd=tmp_path, check=True)
    page = BeautifulSoup((tmp_path / "two.html").read_text(encoding="utf-8"), "html.parser")
    for script in page.find_all("script"):
        script.decompose()
    picture, guess = page.select(".jp-OutputArea-output")
    assert picture.img["src"].startswith("data:image/png;base64,")
    assert guess.find("li", string=Predict("mixing.1").prediction["options"][0])
    _, banks, asked = nbformat.read(tmp_path / "two.ipynb", as_version=4).cells
    assert banks.outputs[0].metadata["image/png"]["alt"].startswith("Plane")
    for cell in (banks, asked):
        assert VIEW in cell.outputs[0].data, "no front end could make it live"
