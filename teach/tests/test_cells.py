"""A cell becomes the Python that it would be in a notebook."""

import ast
import sys

import pytest
from collected import for_each
from whichbank_teach.box.inside.cells import Runner, Shell, definitions, parse, told


def run(source):
    names = {"get_ipython": Shell}
    Runner(names).run(parse(source, 1), 1)
    return names


@for_each(
    "source",
    [
        "%matplotlib inline\nx = 1",
        "x = 1\n!pip install numpy",
        "if True:\n    !ls\nx = 1",
        "for i in range(2):\n    %time x = i",
        "x = 1\nx?",
        "?x\nx = 1",
        "x??\nx = 1",
        "%time x = 1",
        "%%time\nx = 1",
        "\n\n%%capture out\nx = 1",
        "!pip install a \\\n  b \\\n  c\nx = 1",
        "pip install numpy\nx = 1",
        "%cd /content\ncd /content/drive/My Drive\nx = 1",
        "files = !ls\nx = len(files) + 1",
        "a = %timeit -o f()\nx = 1 if a is None else 0",
        "x = %time 1",
        "get_ipython().run_line_magic('matplotlib', 'inline')\nx = 1",
        "x = '''\n%x\n!y\nz?\n'''.count('\\n') - 3",
        "x = (5\n%4)",
        "x = 5 \\\n%4",
        "\ufeffx = 1\r\n",
        "# café 🎉\nx = 1",
    ],
)
def test_lines_of_ipython_are_dropped(source):
    assert run(source)["x"] == 1


@pytest.mark.parametrize(
    "source", ["%%bash\nexit 3", "%%html\n<b>", "%%javascript\nalert(1)", "", "   \n# nothing"]
)
def test_cells_of_other_languages_do_nothing(source):
    assert set(run(source)) <= {"get_ipython", "__builtins__"}


@pytest.mark.parametrize(
    "source", ["def f(:\n    pass", "x = = 1", "  x = 1\n y", "x = '", "1 % ", "x = (", "é ="]
)
def test_what_is_no_python_stays_an_error(source):
    with pytest.raises(SyntaxError):
        parse(source, 1)


def test_the_last_value_is_shown(capsys):
    run("print('a')\n'b'")
    assert capsys.readouterr().out == "a\n'b'\n"
    run("None")
    run("x = 3;")
    assert capsys.readouterr().out == ""


def test_a_cell_may_wait(capsys):
    run(
        "import asyncio\nasync def one():\n    await asyncio.sleep(0)\n    return 1\nx = await "
        "one()\nawait one()"
    )
    assert capsys.readouterr().out == "1\n"


def test_definitions_keep_what_others_need():
    tree = definitions(
        parse("import os\nx = 1\nfor i in []: pass\nprint()\ndef f(): pass\nclass A: pass", 1)
    )
    assert [type(node) for node in tree.body] == [
        ast.Import,
        ast.Assign,
        ast.FunctionDef,
        ast.ClassDef,
    ]


def test_an_error_is_told_from_the_students_lines_on():
    with pytest.raises(ZeroDivisionError) as caught:
        run("def f():\n    return 1 / 0\n\nf()")
    line, text = told(caught.value)
    assert line == "ZeroDivisionError: division by zero"
    assert "return 1 / 0" in text
    assert "cells.py" not in text


def test_an_error_that_cannot_be_told_is_named():
    class OddError(Exception):
        def __str__(self):
            sys.exit()

    assert "OddError" in told(OddError())[0]
