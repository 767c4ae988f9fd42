"""The cells that are said to run on a page run without the libraries that it lacks, and print what
is stored.
"""

import io
import json
import subprocess
import sys
import zipfile
from collections import Counter

import pytest
from whichbank_site import practice, runnable

from tools.nbval_near import TAG, snapped
from tools.notebooks import notebooks

CHAPTERS = [path.stem for path in notebooks()]
NAMES = {"np": "", "torch": "torch", "Quiz": "anywidget"}
# Runs each chapter's cells in the course's files for the page, where no other library can be
# imported.
RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
import whichbank
from in_page import Chapter
from whichbank_site.runnable import _OnlyLight
sys.meta_path.insert(0, _OnlyLight())
assert whichbank.__file__.startswith(sys.argv[1])
for imports, cells in json.load(sys.stdin):
    chapter, told = Chapter(), []
    for at in range(len(cells)):
        said = []
        result = chapter.run(imports, cells[: at + 1], said.append, lambda at: None)
        told.append("".join(said) + (result.get("picture") or result["error"]))
    print(json.dumps(told))
"""


def chapter(name):
    """Return a chapter's imports, and its other code cells that are there to be read."""
    path = next(path for path in notebooks() if path.stem == name)
    cells = [
        cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    by_name = {cell["id"]: cell | {"source": "".join(cell["source"])} for cell in cells}
    imports = by_name.pop("imports")["source"]
    del by_name["setup"]
    read = [
        cell
        for cell in by_name.values()
        if "remove-input" not in cell["metadata"].get("tags", [])
        and not cell["id"].startswith(("exercise", "quiz"))
    ]
    return imports, read


def running(name):
    """Return a chapter's imports and the cells that run on its page."""
    imports, cells = chapter(name)
    needs = runnable.needs([cell["source"] for cell in cells], runnable.given(imports))
    return imports, [cell for cell, needed in zip(cells, needs, strict=True) if not needed]


def stored(cell):
    """Return what a cell prints and shows, as text."""
    texts = (output.get("text") or output["data"]["text/plain"] for output in cell["outputs"])
    return "".join("".join(text) for text in texts).rstrip("\n")


def expected(cell, told):
    """Return what a run told, with the numbers that are near the stored ones taken for them."""
    tag = next(filter(None, map(TAG.fullmatch, cell["metadata"].get("tags", []))), None)
    return snapped(told.rstrip("\n"), stored(cell), int(tag[1] or 1)) if tag else told.rstrip("\n")


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What each cell of each chapter tells where there are only the light libraries."""
    folder = tmp_path_factory.mktemp("course")
    wheel = io.BytesIO()
    zipfile.ZipFile(wheel, "w").close()  # NumPy is this machine's
    zipfile.ZipFile(io.BytesIO(practice.course(wheel.getvalue()))).extractall(folder)
    asked = [
        (imports, [cell["source"] for cell in cells]) for imports, cells in map(running, CHAPTERS)
    ]
    command = [sys.executable, "-c", RUN, str(folder)]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return dict(zip(CHAPTERS, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_cell_that_is_said_to_run_tells_what_is_stored(name, told):
    cells = running(name)[1]
    assert {
        cell["id"]: expected(cell, text) for cell, text in zip(cells, told[name], strict=True)
    } == {cell["id"]: stored(cell) for cell in cells}


def test_a_good_part_of_the_cells_runs(measured):
    kinds = Counter()
    for name in CHAPTERS:
        imports, cells = chapter(name)
        needs = runnable.needs([cell["source"] for cell in cells], runnable.given(imports))
        kinds.update("+".join(sorted(needed)) for needed in needs)
        measured(f"cells that run on the page of {name}: {needs.count(set())} of {len(needs)}")
    assert kinds[""] > 220


@pytest.mark.parametrize(
    ("cells", "needed"),
    [
        (["torch.zeros(2)", "np.zeros(2)"], ["torch", ""]),
        (["def f():\n    return torch.zeros(2)", "f()"], ["torch", "torch"]),
        (["x = torch.zeros(2)", "x = np.zeros(2)", "x.sum()"], ["torch", "", ""]),
        (["x = torch.zeros(2)", "x = x + 1"], ["torch", "torch"]),
        (["x = torch.zeros(2)", "x += 1"], ["torch", "torch"]),
        (["row = []", "row.append(torch.zeros(2))", "print(row)"], ["", "torch", "torch"]),
        (["table = {}", "table['a'] = torch.zeros(2)", "print(table)"], ["", "torch", "torch"]),
        (["x = torch.zeros(2)", "[x for x in range(3)]"], ["torch", ""]),
        (["x = torch.zeros(2)", "def f(x):\n    return x"], ["torch", ""]),
        (["x = torch.zeros(2)", "for x in range(3):\n    print(x)"], ["torch", ""]),
        (["x = torch.zeros(2)", "def f():\n    return x", "f()"], ["torch", "torch", "torch"]),
        (["import gensim.models\ngensim.models", "from os import path\npath"], ["gensim", ""]),
        (["from whichbank.corpora import lee_background\nlee_background()"], ["gensim"]),
        (["vectors.to_keyed_vectors()"], ["gensim"]),
        (["Quiz(torch)"], ["anywidget torch"]),
    ],
)
def test_a_cell_needs_what_it_reads_and_what_made_that(cells, needed):
    assert [" ".join(sorted(found)) for found in runnable.needs(cells, NAMES)] == needed


def test_what_imports_cannot_give_is_named_by_its_library():
    found = runnable.given(
        "import numpy as np\nfrom torch import nn\nfrom whichbank.figures import Quiz"
    )
    assert found == {"np": "", "nn": "torch", "Quiz": "anywidget"}
