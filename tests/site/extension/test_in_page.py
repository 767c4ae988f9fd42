"""What a page's Python answers to each cell, also to one that ends badly."""

import io
import sys
import types
import zipfile
from pathlib import Path

import pytest
from docutils import nodes
from whichbank_site import practice
from whichbank_site.in_page import MOST, attempt, hints, imported

sys.path.insert(0, str(Path(__file__).parents[2] / "exercises"))
from test_leaks import solution_lines, squeezed

STUB = "def mix_all(weights, vectors):\n    {}\n\n\ncheck('05.2', mix_all)"
IMPORTS = "import numpy as np\nfrom whichbank import check, softmax\nfrom no_such_module import lost as gone"


def tried(body, exercise="05.2", source=STUB):
    said = []
    return attempt(exercise, source.format(body), IMPORTS, said.append), "".join(said)


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("return weights @ vectors", "right", "right"),
        ("return weights.T @ vectors", "mistake", "transposed"),
        ("...", "not attempted", "not attempted"),
        ("return np.zeros(2)", "shape", "wrong shape"),
        ("return 1 / 0", "raised", "ZeroDivisionError"),
        ("import sys; sys.exit()", "raised", "SystemExit"),
        ("return input()", "raised", "refused"),
        ("return mix_all(weights, vectors)", "raised", "RecursionError"),
    ],
)
def test_an_answer_gets_the_report_of_check(body, status, words):
    result, _ = tried(body)
    assert result["status"] == status
    assert result["ok"] == (status == "right")
    assert words in result["report"]


def test_the_answer_is_found_by_its_name_where_the_call_of_check_is_gone():
    assert tried("return weights @ vectors", source="def mix_all(weights, vectors):\n    {}")[0]["ok"]


def test_a_line_that_names_a_section_comes_with_its_address():
    spoiled = "new = vectors.copy()\n    for i, row in enumerate(weights):\n        new[i] = row @ new\n    return new"
    result, _ = tried(spoiled)
    ((line, address),) = result["places"]
    assert f"\n  {line}\n" in result["report"]
    assert address == "05_mixing.html#old-vectors-in-new-vectors-out"


def test_the_inputs_of_a_case_are_given_on_the_page_too():
    result, printed = tried("return weights @ vectors", source=STUB + "\ncheck('05.2', mix_all, case=4).weights.shape")
    assert result["ok"]
    assert printed == "(2, 5)\n"


def test_async_is_named():
    source = "async def mix_all(weights, vectors):\n    {}"
    assert "Write def" in tried("return weights @ vectors", source=source)[0]["report"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def mix_all(:", "SyntaxError"),
        ("x = 1\nx.no_such", "In your code, line 2"),
        ("input('?')", "cannot ask"),
        ("import sys\nsys.exit(3)", "SystemExit"),
        ("gone()", "no_such_module"),
        ("import torch_that_is_not_there", "Open the notebook"),
        ("def f(): return f()\nf()", "RecursionError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ],
)
def test_an_error_before_the_check_is_told_in_the_readers_own_lines(source, words):
    result, _ = tried("", source=source)
    assert words in result["error"]
    assert "in_page.py" not in result["error"]


def test_a_hundred_thousand_lines_are_cut_and_counted():
    result, said = tried("return weights @ vectors", source="for i in range(100_000): print(i)\n" + STUB)
    assert result["ok"]
    assert len(said) < MOST + 100
    assert "more characters are not shown" in said


def test_the_last_expression_is_shown_as_in_a_notebook():
    assert tried("", source="a = np.arange(3)\na + 1")[1].strip() == "array([1, 2, 3])"


def test_names_are_imported_one_by_one():
    names, missing = imported("%matplotlib inline\n" + IMPORTS)
    assert {"np", "softmax"} <= set(names)
    assert set(missing) == {"gone"}


def test_hints_lead_from_what_fails_to_a_line_of_thought():
    fails, hint, thought = hints("05.2", STUB.format("return weights.T @ vectors"), IMPORTS)
    assert "expected" in fails
    assert "transposed" in hint
    assert "which axes meet" in thought


def test_no_solution_is_in_what_the_page_fetches():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as wheel:
        wheel.writestr("numpy/__init__.py", "")
        wheel.writestr("numpy/tests/test_a.py", "")
    with zipfile.ZipFile(io.BytesIO(practice.course(out.getvalue()))) as packed:
        names = packed.namelist()
        text = {name: squeezed(packed.read(name).decode("utf-8", "ignore")) for name in names}
    assert {"in_page.py", "numpy/__init__.py", "whichbank/attention.py", "whichbank/exercises/answers/05.npz"} <= {
        *names
    }
    assert "numpy/tests/test_a.py" not in names
    assert not [name for name in names if "teach" in name]
    assert [(i, name) for i, line in solution_lines() for name, source in text.items() if line in source] == []


def app(python):
    return types.SimpleNamespace(config=types.SimpleNamespace(python=python))


@pytest.mark.parametrize(("python", "marked"), [({"pyodide.js": b""}, ["try-05-2"]), ({}, [])])
def test_cells_of_coding_exercises_are_marked_where_there_is_python(python, marked):
    """Those by hand are not, and no cell is where the build has no Python."""
    texts = ['check("05.1", answer_05_1)', 'def mix_all():\n    ...\n\n\ncheck("05.2", mix_all)', 'print("05.3")']
    cells = [nodes.container("", nodes.literal_block(text, text), nb_element="cell_code") for text in texts]
    doctree = nodes.section("", *cells)
    practice._mark(app(python), doctree, "book/05_mixing")
    assert [name for cell in cells for name in cell["ids"]] == marked
    assert [cell for cell in cells if "wb-try" in cell["classes"]] == cells[1 : 1 + len(marked)]
