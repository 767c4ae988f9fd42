"""A module as a classic script: nothing of a module's grammar is left, and its default export is found by its name."""

import re
import shutil
import subprocess

import pytest
from whichbank_site.assets import HERE, SHARED, classic, shared

from whichbank.figures.base import HERE as FIGURES

KINDS = [path.stem for path in sorted(FIGURES.glob("*.js")) if path.with_suffix(".py").exists()]
SCRIPTS = {name: classic(name, given=SHARED) for name in KINDS} | {"shared": shared()}
SCRIPTS |= {name: classic(name, HERE) for name in ("hand", "host", "progress_marks", "progress_table")}


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_keeps_a_modules_grammar(name):
    done = SCRIPTS[name]
    assert not re.search(r"^(import|export)\b", done, re.MULTILINE)
    assert "import(" not in done
    assert done.count(f"\nwb.{name} = ") == (name in [*KINDS, "shared"])


@pytest.mark.parametrize("name", KINDS)
def test_what_a_figure_takes_of_the_shared_script_is_there(name):
    taken = re.findall(r"^const \{ (.*) \} = globalThis\.wb\.shared;$", SCRIPTS[name], re.MULTILINE)
    [given] = re.findall(r"^wb\.shared = \{ (.*) \};$", SCRIPTS["shared"], re.MULTILINE)
    assert len(taken) == 1
    assert set(taken[0].split(", ")) <= set(given.split(", "))


@pytest.mark.skipif(shutil.which("node") is None, reason="asks Node whether a script can be read")
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_can_be_read(name, tmp_path):
    """No name is declared twice, for one."""
    (tmp_path / "script.js").write_text(SCRIPTS[name], encoding="utf-8")
    done = subprocess.run(["node", "--check", tmp_path / "script.js"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_comments_on_lines_of_their_own_stay_at_home(tmp_path):
    source = '// One.\n/** Two\n * lines. */\nconst a = "// no";\n  /** Three */\n  const b = `/** no */`; // four\n'
    (tmp_path / "with_comments.js").write_text(source)
    inner = 'const a = "// no";\n  const b = `/** no */`; // four\n'
    assert classic("with_comments", tmp_path).endswith(f"globalThis.wb ??= {{}};\n{inner}}})();\n")


def test_what_is_imported_comes_first_and_once(tmp_path):
    (tmp_path / "low.js").write_text("export const low = 1;\n")
    (tmp_path / "mid.js").write_text('import { low } from "./low.js";\nexport const mid = low + 1;\n')
    top = 'import { low } from "./low.js";\nimport { mid } from "./mid.js";\nexport default { sum: low + mid };\n'
    (tmp_path / "top.js").write_text(top)
    lines = classic("top", tmp_path).splitlines()[3:-1]
    assert lines == ["const low = 1;", "const mid = low + 1;", "wb.top = { sum: low + mid };"]
