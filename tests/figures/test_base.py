"""What all live figures share: one source, the table trait, the page without scripts, the repr."""

import re

import numpy as np
import pytest
import traitlets as t

from whichbank.figures import Figure, MixingTable
from whichbank.figures.kit.bundle import bundle
from whichbank.figures.kit.traits import Table, Text


class Plain(Figure):
    """The smallest figure: two traits, nothing to draw."""

    _esm = "export default { render() {} };"
    _css = ""
    cells = Table()
    name = Text("<b>")

    def table(self):
        return "A & B", ["<word>", "x"], [[self.name, 0.125]]


def test_a_bundle_holds_each_shared_declaration_once_that_is_needed_and_exports_none():
    source = MixingTable._esm
    for shared in (
        "function mix(",
        "function matmul(",
        "function slider(",
        "function plane(",
        "const SIDES =",
    ):
        assert source.count(shared) == 1
    for unused in ("function softmax(", "function stage(", "function ranking("):
        assert unused not in source
    assert re.findall(r"^export (?!default)\w+ (\w+)", source, re.MULTILINE) == []


@pytest.mark.parametrize(
    "rows", [[[1, 2], [3, 4]], ((1, 2), (3, 4)), np.array([[1, 2], [3, 4]], dtype=np.int8)]
)
def test_table_keeps_rows_of_floats(rows):
    cells = Plain(cells=rows).cells
    assert cells == [[1.0, 2.0], [3.0, 4.0]]
    assert {type(cell) for row in cells for cell in row} == {float}


def test_table_does_not_hold_on_to_what_it_was_given():
    given = np.ones((1, 2))
    fig = Plain(cells=given)
    given[:] = 7
    assert fig.cells == [[1.0, 1.0]]


BAD_TABLES = {
    "words": ([["a", "b"]], "cells must be a table of numbers; got [['a', 'b']]"),
    "ragged": ([[1, 2], [3]], "cells must be a table of numbers; got [[1, 2], [3]]"),
    "a row": ([1, 2], "cells must have rows and columns; got shape (2,)"),
    "nothing": ([], "cells must have rows and columns; got shape (0,)"),
    "three axes": (np.ones((1, 2, 3)), "cells must have rows and columns; got shape (1, 2, 3)"),
    "nan": ([[1, float("nan")]], "cells must hold finite numbers; got [[1.0, nan]]"),
    "infinity": ([[float("inf")]], "cells must hold finite numbers; got [[inf]]"),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_table_says_what_is_wrong(name):
    value, message = BAD_TABLES[name]
    fig = Plain(cells=[[1, 2]])
    with pytest.raises(t.TraitError, match="^" + re.escape(message)):
        fig.cells = value
    assert fig.cells == [[1.0, 2.0]]


def test_state_is_the_figures_own_traits():
    assert Plain.own_traits() == ["cells", "name"]
    assert Plain(cells=[[1]], name="a").state() == {"cells": [[1.0]], "name": "a"}


def test_fallback_is_a_table_with_heads_and_nothing_unescaped():
    page = Plain(cells=[[1]]).fallback()
    assert page == (
        '<table class="wb-fallback" translate="no"><caption>A &amp; B</caption>'
        '<thead><tr><th scope="col">&lt;word&gt;</th><th scope="col">x</th></tr></thead>'
        '<tbody><tr><th scope="row">&lt;b&gt;</th><td>0.12</td></tr></tbody></table>'
    )


def test_repr_shows_short_traits_and_never_a_model_id():
    fig = Plain(cells=[[1]])
    assert repr(fig) == "Plain(name='<b>')"
    assert fig.model_id not in repr(fig)


def test_figure_without_a_picture_has_none_to_show():
    assert Plain(cells=[[1]]).still() is None


def test_figure_must_tell_its_numbers():
    class Mute(Plain):
        table = Figure.table

    with pytest.raises(NotImplementedError):
        Mute(cells=[[1]]).fallback()


def test_a_bundle_keeps_what_a_shared_module_does(tmp_path):
    unused, rest = "const unused = 1;\n", "for (const one of [1, 2]) {\n  seen.push(one);\n}\n"
    shared = f"const seen = [];\n{unused}{rest}export const add = 2;\n"
    (tmp_path / "shared.js").write_text(shared, encoding="utf-8")
    (tmp_path / "page.js").write_text(
        'import { add } from "./shared.js";\nadd;\n', encoding="utf-8"
    )
    assert bundle(tmp_path / "page.js") == f"const seen = [];\n{rest}const add = 2;\nadd;\n"
