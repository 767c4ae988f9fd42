"""A module as a classic script: nothing of a module's grammar is left, and its default export is found by its name."""

import re
import shutil
import subprocess

import pytest
from whichbank_site.assets import HERE, classic

from whichbank.figures.base import HERE as FIGURES

SCRIPTS = [(path.stem, FIGURES) for path in sorted(FIGURES.glob("*.js")) if path.with_suffix(".py").exists()]
SCRIPTS += [(name, HERE) for name in ("hand", "host", "progress_marks", "progress_table")]


@pytest.mark.parametrize(("name", "folder"), SCRIPTS, ids=lambda value: str(value).rpartition("/")[2])
def test_no_script_keeps_a_modules_grammar(name, folder):
    done = classic(name, folder)
    assert not re.search(r"^(import|export)\b", done, re.MULTILINE)
    assert "import(" not in done
    assert done.count(f"\nwb.{name} = ") == (folder == FIGURES)


@pytest.mark.skipif(shutil.which("node") is None, reason="asks Node whether a script can be read")
@pytest.mark.parametrize(("name", "folder"), SCRIPTS, ids=lambda value: str(value).rpartition("/")[2])
def test_a_script_can_be_read(name, folder, tmp_path):
    """No name is declared twice, for one."""
    (tmp_path / "script.js").write_text(classic(name, folder), encoding="utf-8")
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
