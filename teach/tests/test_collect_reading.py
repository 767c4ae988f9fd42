"""A file is read in any state in which people hand one in, or it says why it cannot be."""

import json

import pytest
from collected import for_each
from handing_in import MIX, answered, classroom, code, handed_out, words
from hypothesis import given as drawn
from hypothesis import strategies as st
from whichbank_teach.collect.reading import UnreadableError, read_work


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    return handed_out(classroom(tmp_path_factory.mktemp("class")))


def sources(work):
    return [one.source for one in work.cells]


def a_notebook(*cells, **more):
    return json.dumps(
        {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}
    )


ENCODINGS = {
    "utf-8": "",
    "utf-8-sig": "The file was saved as utf-8.",
    "utf-16": "The file was saved as utf-16.",
    "utf-16-le": "The file was saved as utf-16-le.",
    "utf-16-be": "The file was saved as utf-16-be.",
    "utf-32": "The file was saved as utf-32.",
    "cp1252": "The file is no UTF-8; it was read as Windows-1252.",
}


@for_each("encoding", ENCODINGS)
@for_each("ends", ["\n", "\r\n", "\r"])
def test_any_encoding_and_line_end_is_read(encoding, ends):
    text = json.dumps(
        json.loads(a_notebook(code("x = 'é'\ny = 1"), words("Größe"))), indent=1, ensure_ascii=False
    )
    work = read_work(text.replace("\n", ends).encode(encoding), "ps1.ipynb")
    assert sources(work) == ["x = 'é'\ny = 1", "Größe"]
    assert work.notes == tuple(filter(None, [ENCODINGS[encoding]]))


def test_line_ends_inside_cells_become_plain():
    assert sources(read_work(a_notebook(code("a\r\nb\rc")).encode(), "x.ipynb")) == ["a\nb\nc"]


def test_the_released_notebook_is_read_whole(given):
    work = read_work(json.dumps(answered(given, ex_mixing_2=MIX)).encode(), "ps1.ipynb")
    assert [one.id for one in work.cells] == [one["id"] for one in given["cells"]]
    assert work.about["assignment"] == "ps1"
    assert work.notes == ()


def test_the_old_format_3_is_read():
    sheet = {
        "cells": [
            {"cell_type": "heading", "level": 3, "source": ["Exercise mixing.2"]},
            {
                "cell_type": "code",
                "input": ["def f():\n", "    return 1"],
                "language": "python",
                "outputs": [],
            },
            {"cell_type": "html", "source": "<b>x</b>"},
        ]
    }
    work = read_work(
        json.dumps({"worksheets": [sheet, sheet], "nbformat": 3, "metadata": {}}).encode(),
        "x.ipynb",
    )
    assert [one.kind for one in work.cells] == ["markdown", "code", "markdown"] * 2
    assert sources(work)[1] == "def f():\n    return 1"
    assert work.notes == ("The file is in the old notebook format 3.",)


def test_nbgraders_name_replaces_a_lost_id():
    marked = code("x", id="3f2a", metadata={"nbgrader": {"grade_id": "exercise-mixing-2-stub"}})
    old = code("y", metadata={"nbgrader": {"grade_id": "exercise-choosing-2-stub"}})
    assert [
        one.id
        for one in read_work(a_notebook(marked, old, code("z", id="q")).encode(), "x.ipynb").cells
    ] == [
        "exercise-mixing-2-stub",
        "exercise-choosing-2-stub",
        "q",
    ]


@for_each("odd", [
    None, 5, "x", [], {}, {"cell_type": "code"} | {"source": 5}, {"cell_type": "film", "source": "x"},
    {"cell_type": "code", "source": ["a", 5]}, {"cell_type": ["code"], "source": "x"},
])  # fmt: skip
def test_cells_that_are_none_are_left_out_and_told(odd):
    work = read_work(a_notebook(odd, code("x = 1")).encode(), "x.ipynb")
    assert sources(work) == ["x = 1"]
    assert work.notes == ("1 of 2 cells are no cells of a notebook and were left out.",)


@pytest.mark.parametrize(
    "odd",
    [
        {"metadata": []}, {"metadata": {"whichbank": 5}}, {"metadata": None}, {"nbformat": "x"},
        {"metadata": {"nbgrader": []}},
    ],
)  # fmt: skip
def test_odd_metadata_hurts_nobody(odd):
    cells = [code("x = 1", metadata=[]), code("y", metadata={"nbgrader": 3}, id=7)]
    work = read_work(a_notebook(*cells, **odd).encode(), "x.ipynb")
    assert sources(work) == ["x = 1", "y"]
    assert work.about == {}


def test_half_characters_are_replaced_so_that_the_work_can_be_written():
    work = read_work(
        a_notebook(code("x = '\ud800'"), code("y = '\ud83d\ude00'")).encode(), "x.ipynb"
    )
    assert sources(work) == ["x = '�'", "y = '😀'"]


@for_each(
    "data, name, reason",
    [
        (b"", "ps1.ipynb", "The file is empty."),
        (b" \r\n\t\0\0", "ps1.ipynb", "empty but for blanks"),
        (b"%PDF-1.7 ...", "ps1.pdf", "a PDF file"),
        (b"PK\x03\x04...", "ps1.docx", "an office document"),
        (b"\x89PNG\r\n", "ps1.png", "a picture"),
        (b"\x1f\x8b\x08", "ps1.tar.gz", "packed with gzip"),
        (b"7z\xbc\xaf'\x1c", "ps1.7z", "7-Zip"),
        (b"Rar!\x1a\x07", "ps1.rar", "RAR"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "ps1.ipynb", "Git LFS"),
        (b"<!DOCTYPE html><html>", "ps1.ipynb", "a web page, and not the notebook"),
        (b"<<<<<<< HEAD\n{", "ps1.ipynb", "a Git merge that was not finished"),
        (b'{"cells": [\n<<<<<<< HEAD\n{}', "ps1.ipynb", "a Git merge that was not finished"),
        (b"Hello", "ps1.ipynb", "The file is no notebook."),
        (b"Hello", "notes.txt", "This kind of file is not graded."),
        (b'{"cells": [{"cell_type": "code", "source": "x', "ps1.ipynb", "ends in the middle"),
        (b'{"cells": [', "ps1.ipynb", "ends in the middle"),
        (b'{"cells": [}]', "ps1.ipynb", "damaged at line 1"),
        (b"{'cells': []}", "ps1.ipynb", "damaged at line 1"),
        (b"[1, 2]", "ps1.ipynb", "JSON, but no notebook."),
        (b'{"a": 1}', "ps1.ipynb", "it has no cells"),
        (b'{"cells": {}}', "ps1.ipynb", "it has no cells"),
        (b'{"cells": []}', "ps1.ipynb", "The notebook has no cells."),
        (b'{"worksheets": [5, {"cells": 3}]}', "ps1.ipynb", "The notebook has no cells."),
        (b'{"cells":' + b"[" * 200_000, "ps1.ipynb", "JSON that no notebook program writes"),
        (b'{"cells": ' + b"1" * 5000 + b"}", "ps1.ipynb", "JSON that no notebook program writes"),
        (
            a_notebook(code("x" * 2_000_001)).encode(),
            "ps1.ipynb",
            "code cells hold more than 2 million characters",
        ),
        (b"# %%\n\n", "ps1.py", "The file holds no Python."),
    ],
)
def test_what_cannot_be_read_says_why(data, name, reason):
    with pytest.raises(UnreadableError, match=reason):
        read_work(data, name)


def test_every_cut_of_a_notebook_is_refused_and_never_half_read(given):
    data = json.dumps(answered(given, ex_mixing_2=MIX), indent=1).encode()
    for end in range(1, len(data) - 1, 97):
        with pytest.raises(UnreadableError):
            read_work(data[:end], "ps1.ipynb")


@drawn(st.binary(max_size=300), st.sampled_from(["x.ipynb", "x.py", "x.txt", "x", "", ".ipynb"]))
def test_any_bytes_are_read_or_refused(data, name):
    try:
        found = read_work(data, name).cells
    except UnreadableError as error:
        found = str(error)
    assert found


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
keys = st.sampled_from(["cell_type", "source", "input", "metadata", "id", "outputs"])
cells = st.dictionaries(
    keys, json_values | st.sampled_from(["code", "markdown", "raw"]), max_size=6
)


@drawn(st.lists(cells | json_values, max_size=4), json_values)
def test_any_json_is_read_or_refused(rows, metadata):
    try:
        work = read_work(json.dumps({"cells": rows, "metadata": metadata}).encode(), "x.ipynb")
    except UnreadableError:
        return
    for one in work.cells:
        one.source.encode()


# Python files

JUPYTER = """#!/usr/bin/env python
# coding: utf-8

# # Assignment

# In[1]:


x = 1


# In[ ]:


def f():
    return x
"""
PERCENT = """# ---
# jupyter: {}
# ---

# %% [markdown]
# ### Exercise
# words

# %%
x = 1

# %% a title
def f():
    return x"""
PLAIN = (
    '"""Doc."""\nimport math\n\nx = 1\n\n@decorated\ndef f():\n    return x\n\nclass G:\n    '
    "pass\n\nprint(f())\n"
)


@pytest.mark.parametrize(
    "text", [JUPYTER, PERCENT, PLAIN], ids=["Jupyter's export", "percent", "plain"]
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_python_file_is_cut_into_cells(text, ends):
    work = read_work(text.replace("\n", ends).encode(), "Copy of ps1.py")
    assert not work.is_notebook
    code_cells = [one.source for one in work.cells if one.kind == "code"]
    assert any(source.startswith(("def f():", "@decorated\ndef f():")) for source in code_cells)
    assert any("x = 1" in source and "def f" not in source for source in code_cells)
    assert "The file is a Python file, and not the notebook." in work.notes


def test_words_of_a_python_file_stay_words():
    (found,) = [one for one in read_work(PERCENT.encode(), "x.py").cells if one.kind == "markdown"]
    assert found.source == "### Exercise\nwords"


def test_a_python_file_that_python_cannot_read_is_one_cell():
    assert sources(read_work(b"def f(:\n  1", "x.py")) == ["def f(:\n  1"]
