"""A module as a classic script: nothing of a module's grammar is left, and its default export is
found by its name.
"""

import re

from py_mini_racer import MiniRacer
from whichbank_site.pages.assets import HERE, SHARED, classic, shared

from whichbank.figures import FIGURES

SCRIPTS = {name: classic(f"{name}/{name}.js", SHARED) for name in FIGURES} | {"shared": shared()}
SCRIPTS |= {
    name: classic(HERE.parent / f"{name}.js")
    for name in ("practice/hand", "pages/host", "progress/marks", "progress/table")
}


def test_no_script_keeps_a_modules_grammar_and_all_hand_on_what_they_export():
    for name, done in SCRIPTS.items():
        assert not re.search(r"\b(import|export)\b *[({*'\"]|/\*\*", done), name
        assert len(re.findall(rf"\bwb\.{name}=", done)) == (name in [*FIGURES, "shared"]), name


def test_what_a_figure_takes_of_the_shared_script_is_there():
    [given] = re.findall(r"\bwb\.shared=\{([\w,:]+)\}", SCRIPTS["shared"])
    given = re.sub(r":\w+", "", given)  # a number stands in its name's place
    for name in FIGURES:
        [taken] = re.findall(r"\{([\w,]+)\}=globalThis\.wb\.shared\b", SCRIPTS[name])
        assert set(taken.split(",")) <= set(given.split(",")), name


def test_each_script_runs_and_what_is_imported_comes_first(tmp_path):
    (tmp_path / "low.js").write_text("export const low = 1;\n")
    (tmp_path / "mid.js").write_text(
        'import { low } from "./low.js";\nexport const mid = low + 1;\n'
    )
    top = (
        'import { low } from "./low.js";\nimport { mid } from "./mid.js";\nexport default { sum: '
        "low + mid };\n"
    )
    (tmp_path / "top.js").write_text(top)
    engine = MiniRacer()
    engine.eval(classic(tmp_path / "top.js"))
    assert engine.eval("wb.top.sum") == 3
    for done in SCRIPTS.values():
        engine.eval(f"() => {{ {done} }}")  # it can be read: no name is declared twice, for one
