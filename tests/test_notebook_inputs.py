"""A notebook is run again when something changes that it depends on, and only then."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import inputs
from tools.notebooks import METADATA, notebooks

ROOT = Path(__file__).parents[1]
IMPORTS = (
    "%matplotlib inline\nfrom whichbank import attend\nfrom whichbank.figures import MaskToggles"
)
IMPORTS += "\nfrom whichbank.experiments import peeking"


@pytest.fixture
def checkout(tmp_path):
    """The package, what it asks for, and one notebook."""
    for name in ("pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src" / "whichbank", tmp_path / "src" / "whichbank")
    (tmp_path / "masks.ipynb").write_text(written(IMPORTS), encoding="utf-8")
    return tmp_path


def written(code: str) -> str:
    from nbformat.v4 import new_code_cell, new_notebook, writes

    return writes(new_notebook(cells=[new_code_cell(code)], metadata=METADATA))


def digest(checkout: Path) -> str:
    inputs._machine.cache_clear()
    return inputs.digest(checkout / "masks.ipynb", checkout)


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("attention.py", True),
        ("_arrays.py", True),  # attention imports it
        ("figures/masking/__init__.py", True),
        ("figures/kit/traits.py", True),
        ("experiments/peeking.py", True),
        ("experiments/records/peeking.json", True),
        ("corpora/senses/templates.toml", False),
        ("quizzes/masks.toml", True),
        ("quizzes/heads.toml", False),
        ("figures/mixing/__init__.py", False),
        ("figures/masking/masking.js", False),
        ("figures/kit/kit.css", False),
        ("streaming.py", False),
        ("experiments/records/writer.npz", False),
    ],
)
def test_a_change_of_what_it_imports_or_reads_runs_it_again(checkout, name, again):
    before = digest(checkout)
    path = checkout / "src" / "whichbank" / name
    path.write_bytes(path.read_bytes() + b"\n# changed\n")
    assert (digest(checkout) != before) == again


@pytest.mark.parametrize(
    ("package", "again"), [("numpy", True), ("torch", True), ("sphinx", False)]
)
def test_another_version_of_what_it_runs_with_runs_it_again(checkout, package, again):
    before = digest(checkout)
    pins = (checkout / "requirements.txt").read_text()
    (checkout / "requirements.txt").write_text(pins.replace(f"\n{package}==", f"\n{package}==9"))
    assert (digest(checkout) != before) == again


def test_another_python_runs_it_again(checkout, monkeypatch):
    before = digest(checkout)
    monkeypatch.setattr(inputs.platform, "python_version", lambda: "3.99.0")
    assert digest(checkout) != before


LOADED = """
import ast, json, re, sys
for path in sys.argv[1:]:
    for cell in json.load(open(path, encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and cell["id"] != "setup":
            text = re.sub(r"(?m)^\\s*[%!].*$", "pass", "".join(cell["source"]))
            nodes = [one for one in ast.parse(text).body if isinstance(one, (ast.Import, ast.ImportFrom))]
            exec(compile(ast.Module(nodes, []), path, "exec"), {})
print(*(one.__file__ for name, one in list(sys.modules.items()) if name.startswith("whichbank.")), sep="\\n")
"""


def test_every_module_that_the_chapters_load_is_among_their_files():
    """What loads itself in another way than an import tells would be forgotten; all figures are
    loaded for the sake of one, with what those import that no chapter shows.
    """
    known = {path for notebook in notebooks() for path in inputs.files(notebook, ROOT)}
    command = [sys.executable, "-c", LOADED, *map(str, notebooks())]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    rooms = ROOT / "src" / "whichbank" / "figures"
    found = {Path(name) for name in loaded if name and name != "None"}
    assert len(found) > 50
    texts = (room.read_text(encoding="utf-8") for room in {*rooms.glob("*/__init__.py")} - known)
    named = {one for text in texts for one in inputs._imports(text, "")}
    unshown = {path for one in named for path in inputs._modules(*one, ROOT / "src")}
    assert {one for one in found - known - unshown if not one.is_relative_to(rooms)} == set()
