"""What a page's Python answers to each cell, also to one that ends badly."""

import io
import types
import zipfile

import pytest
from docutils import nodes
from references import reference_lines, squeezed
from whichbank_site.practice import coding, in_page
from whichbank_site.practice.in_page import MOST, Chapter, attempt, hints, imported

from whichbank.exercises.limits import timed

STUB = "def mix_all(weights, vectors):\n    {}\n\n\ncheck('mixing.2', mix_all)"
IMPORTS = (
    "import numpy as np\nfrom whichbank import check, softmax\nfrom no_such_module import lost "
    "as gone"
)


def tried(body, exercise="mixing.2", source=STUB):
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
    assert tried("return weights @ vectors", source="def mix_all(weights, vectors):\n    {}")[0][
        "ok"
    ]


def test_a_line_that_names_a_section_comes_with_its_address():
    spoiled = (
        "new = vectors.copy()\n    for i, row in enumerate(weights):\n        new[i] = row @ "
        "new\n    return new"
    )
    result, _ = tried(spoiled)
    (line, address), (thought, behind) = result["places"]
    assert f"\n  {line}\n" in result["report"]
    assert result["report"].endswith(f"\n{thought}")
    assert address == "mixing.html#optional-old-vectors-in-new-vectors-out"
    assert behind == "misconceptions.html#overwrite-as-you-go"


def test_the_inputs_of_a_case_are_given_on_the_page_too():
    result, printed = tried(
        "return weights @ vectors",
        source=STUB + "\ncheck('mixing.2', mix_all, case=4).weights.shape",
    )
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


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("%timeit 1 + 1\n" + STUB.format("return 1"), "a command to a notebook"),
        ("x = 1\n!pip install torch", "a command to a notebook"),
        ("def f():\n    files = !ls", "a command to a notebook"),
        ("x = 1\nx.real?", "a command to a notebook"),
        ("while True:\n    pass", "a loop that never ends?"),
    ],
)
def test_what_a_page_cannot_do_is_told(source, words, monkeypatch):
    monkeypatch.setattr(in_page, "timed", lambda: timed(0.3))
    assert words in tried("", source=source.replace("{", "{{").replace("}", "}}"))[0]["error"]


def test_an_import_within_a_function_leads_to_the_notebook():
    result, _ = tried("import no_such_library")
    assert "Open the notebook" in result["report"]


def test_a_hundred_thousand_lines_are_cut_and_counted():
    result, said = tried(
        "return weights @ vectors", source="for i in range(100_000): print(i)\n" + STUB
    )
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
    fails, hint, thought = hints("mixing.2", STUB.format("return weights.T @ vectors"), IMPORTS)
    assert "expected" in fails
    assert "transposed" in hint
    assert "which axes meet" in thought


def test_no_solution_is_in_what_the_page_fetches():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as wheel:
        wheel.writestr("numpy/__init__.py", "")
        wheel.writestr("numpy/tests/test_a.py", "")
    with zipfile.ZipFile(io.BytesIO(coding.course(out.getvalue()))) as packed:
        names = packed.namelist()
        text = {name: squeezed(packed.read(name).decode("utf-8", "ignore")) for name in names}
    assert {
        "in_page.py",
        "numpy/__init__.py",
        "whichbank/attention.py",
        "whichbank/exercises/answers/mixing.npz",
    } <= {*names}
    assert "numpy/tests/test_a.py" not in names
    assert not [name for name in names if "teach" in name or "authoring" in name]
    assert [
        (i, name)
        for i, line in reference_lines()
        for name, source in text.items()
        if line in source
    ] == []


CELLS = [
    "draw = np.random.default_rng(0)\nx = 2",
    "def twice():\n    return 2 * x",
    "print(twice(), draw.integers(9))",
]


def play(chapter, cells):
    """Run up to the last cell; return the result, what it printed, and the cells that began."""
    said, began = [], []
    result = chapter.run("import numpy as np", cells, said.append, began.append)
    return result, "".join(said), began


def test_cells_go_on_from_those_that_have_run_and_start_again_when_one_has_changed():
    chapter = Chapter()
    assert play(chapter, CELLS[:2]) == ({"error": "", "picture": ""}, "", [0, 1])
    _, printed, began = play(chapter, CELLS)
    assert printed.startswith("4 ")
    assert began == [2]
    assert play(chapter, CELLS)[1:] == (printed, [0, 1, 2])  # the same numbers once more
    changed = [CELLS[0].replace("x = 2", "x = 5"), *CELLS[1:]]
    play(chapter, CELLS[:2])
    assert play(chapter, changed)[1:] == (printed.replace("4 ", "10 ", 1), [0, 1, 2])
    del changed[1]
    assert "name 'twice' is not defined" in play(chapter, changed)[0]["error"]


def test_an_error_names_its_cell_and_what_the_others_print_is_not_shown():
    cells = ["print('quiet')\ndef f(x):\n    return 1 / x", "print('loud')\nf(0)", "f(1)"]
    result, printed, _ = play(Chapter(), cells)
    assert result["at"] == 1
    assert "In cell 2, line 2" in result["error"]
    assert "In cell 1, line 3, in f" in result["error"]
    assert printed == ""
    assert play(Chapter(), cells[:2])[1] == "loud\n"


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("input()", "cannot ask"),
        ("import sys; sys.exit()", "SystemExit"),
        ("f = lambda: f()\nf()", "RecursionError"),
    ],
)
def test_a_cell_that_ends_badly_is_told_and_the_next_run_is_clean(last, words):
    chapter = Chapter()
    assert words in play(chapter, [CELLS[0], last])[0]["error"]
    assert play(chapter, [CELLS[0], "x"])[1] == "2\n"


def test_a_picture_is_told_in_words():
    pytest.importorskip("matplotlib")
    result, printed, _ = play(
        Chapter(), ["from whichbank.plots import heatmap\nheatmap(np.eye(2), ['a', 'b'])"]
    )
    assert result["picture"].startswith("Heatmap")
    assert printed == ""


def marked(python, *texts):
    """Return the classes of cells with these texts, and their ids, on a page."""
    cells = [
        nodes.container("", nodes.literal_block(text, text), nb_element="cell_code")
        for text in texts
    ]
    cells[-1]["classes"].append("tag_remove-input")
    cells[-3]["classes"].append("tag_run")
    app = types.SimpleNamespace(config=types.SimpleNamespace(python=python))
    coding._mark(app, nodes.section("", *cells), "book/mixing")
    return [" ".join(cell["classes"]) for cell in cells], [
        name for cell in cells for name in cell["ids"]
    ]


def test_cells_are_marked_by_what_a_page_does_with_them():
    """Exercises by hand are not, nor are IPython's own commands, imports, and cells whose code is
    not shown.
    """
    texts = [
        'check("mixing.1", answer_mixing_1)',
        'def mix_all():\n    ...\n\n\ncheck("mixing.2", mix_all)',
        "%pip list",
    ]
    texts += ["import numpy as np\nfrom torch import nn\nnn.seed(0)"]
    texts += ["print(np.pi)", "nn.Linear(2, 2)", "Predict('mixing.1')"]
    classes, ids = marked({"pyodide.js": b""}, *texts)
    assert classes == ["", "wb-try", "", "", "wb-runs", "wb-needs", "tag_remove-input"]
    assert ids == ["try-mixing-2"]
    assert marked({}, *texts) == (["", "", "", "", "", "", "tag_remove-input"], [])
