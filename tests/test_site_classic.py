"""A module as a classic script: nothing of a module's grammar is left, and each name goes where it came from."""

import re

import pytest
from whichbank_site.assets import loaded
from whichbank_site.classic import classic, imports

from whichbank.figures.base import HERE


@pytest.mark.parametrize("path", sorted(HERE.glob("*.js")), ids=lambda path: path.stem)
def test_no_figure_keeps_a_modules_grammar(path):
    source = path.read_text(encoding="utf-8")
    done = classic(path.stem, source)
    assert not re.search(r"^(import|export)\b", done, re.MULTILINE)
    assert "import(" not in done
    assert f"(globalThis.wb ??= {{}}).{path.stem} = {{" in done
    assert ("default: figure" in done) == ("\nexport default " in source)
    assert all(f" = wb.{name};" in done for name in imports(source))


def test_every_kind_of_export_and_a_renamed_import():
    source = (
        'import {\n  a as b,\n  c,\n} from "./whole.js";\n'
        "export function f() {}\nexport async function g() {}\nexport class K {}\nexport const x = 1;\nlet y = 2;\n"
        "export default { render: f };\n"
    )
    done = classic("half", source)
    assert "const {\n  a: b,\n  c,\n} = wb.whole;" in done
    assert "const figure = { render: f };" in done
    assert ".half = { f, g, K, x, default: figure };" in done


def test_a_script_comes_after_what_it_imports():
    files = loaded(["mixing.js", "quiz.js"])
    assert len(files) == len(set(files))
    for place, file in enumerate(files):
        before = {name.removesuffix(".js") for name in files[:place]}
        assert set(imports((HERE / file).read_text(encoding="utf-8"))) <= before


def test_comments_on_lines_of_their_own_stay_at_home():
    source = '// One.\n/** Two\n * lines. */\nconst a = "// no";\n  /** Three */\n  const b = `/** no */`; // four\n'
    inner = 'const a = "// no";\n  const b = `/** no */`; // four\n'
    assert classic("half", source) == classic("half", inner)
    assert inner in classic("half", source)
