"""The stages of ``make test`` and ``make check``, and which tests a change brings into the
second.
"""

import subprocess
import sys

import pytest

from tools import check
from tools.affected import affected, changed

FILES = {
    "tests/kernels/test_attention.py": "from whichbank.attention import softmax",
    "tests/kernels/test_attention_errors.py": "",
    "tests/kernels/test_masks.py": "    from whichbank import attention, masks",
    "tests/kernels/test_masking.py": "import whichbank.attention_more",
    "tests/kernels/test_text.py": "from whichbank.attention_more import x",
    "tests/test_project.py": "",
    "tests/test_book_build.py": "from tools import book",
    "tests/figures/test_every_figure.py": "",
    "tests/figures/test_mixing.py": "",
    "tests/plots/test_plane.py": "",
    "tests/plots/test_plan.py": "",
    "tests/corpora/senses/test_batches.py": "",
    "tests/book/test_notebooks.py": "",
    "tests/book/test_notes_map.py": "",
    "teach/tests/test_marking.py": "import whichbank_teach.marking",
    "tests/site/test_pages.py": "from whichbank.attention import softmax",
    "book/mixing.ipynb": "",
}


@pytest.fixture
def tree(tmp_path):
    """A small checkout."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("tests/kernels/test_text.py", ["kernels/test_text"]),
        ("tests/test_gone.py", []),
        (
            "src/whichbank/attention.py",
            ["kernels/test_attention", "kernels/test_attention_errors", "kernels/test_masks"],
        ),
        ("src/whichbank/plots/plane.py", ["plots/test_plane"]),
        ("src/whichbank/plots/plane.js", ["plots/test_plane"]),
        (
            "src/whichbank/figures/mixing/_pull.py",
            ["figures/test_every_figure", "figures/test_mixing"],
        ),
        ("src/whichbank/figures/kit/kit.css", ["figures/test_every_figure"]),
        ("src/whichbank/corpora/senses/tree.toml", ["corpora/senses/test_batches"]),
        ("teach/src/whichbank_teach/marking.py", ["teach/tests/test_marking.py"]),
        ("tools/book.py", ["test_book_build"]),
        ("README.md", ["test_project"]),
        (".github/workflows/test.yml", ["test_project"]),
        ("book/intro.md", ["book/test_notes_map"]),
        ("book/mixing.ipynb", ["book/test_notebooks", "book/test_notes_map"]),
        ("book/04_gone.ipynb", ["book/test_notebooks", "book/test_notes_map"]),
        ("site/src/whichbank_site/pages/host.js", []),
        ("tests/site/test_pages.py", []),
    ],
)
def test_a_change_brings_its_tests(tree, file, tests):
    found, notebooks = affected([file], tree)
    assert found == [name if name.startswith("teach/") else f"tests/{name}.py" for name in tests]
    assert notebooks == ([file] if file == "book/mixing.ipynb" else [])


def test_what_changed_since_the_last_push(tree):
    def git(*command):
        name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *name, *command], cwd=tree, check=True, capture_output=True)

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "First")
    assert changed(tree) == []
    (tree / "tests/kernels/test_text.py").write_text("changed")
    (tree / "new.md").touch()
    assert changed(tree) == ["new.md", "tests/kernels/test_text.py"]
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    git("commit", "-a", "-m", "Second")
    assert changed(tree) == ["new.md", "tests/kernels/test_text.py"]
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert changed(tree) == ["new.md"]


def test_quick_runs_what_changed_and_everything_runs_all(monkeypatch):
    monkeypatch.setattr(
        check, "changed", lambda: ["src/whichbank/plots/plane.py", "book/mixing.ipynb"]
    )
    quick = check.stages("quick", [])
    assert list(quick) == [*check.STYLE, "affected"]
    assert {"tests/plots/test_every_picture.py", "book/mixing.ipynb", "--nbval"} <= set(
        quick["affected"]
    )
    monkeypatch.setattr(check, "changed", list)
    assert list(check.stages("quick", [])) == list(check.STYLE)
    assert check.stages("all", []) == check.STAGES
    assert set(check.stages("wide", [])) == {*check.STAGES, "processors"}
    part = check.stages("wide", ["processors", "tests/site/test_zoom.py"])
    assert list(part) == ["processors", "files"]
    assert part["files"][-1] == "tests/site/test_zoom.py"


def test_a_failed_stage_stops_no_other_but_those_that_need_what_it_makes(capfd):
    right, wrong = ((sys.executable, "-c", f"raise SystemExit({status})") for status in (0, 3))
    assert check.run({"style": wrong, "units": right, "book": wrong, "browser": right}) == [
        "style",
        "book",
        "browser",
    ]
    printed = capfd.readouterr().out
    assert "units passed in" in printed
    assert "browser: left out" in printed
    assert check.run({"book": right, "browser": right}) == []


def test_the_book_is_built_during_the_units_and_prints_after_them(capfd, tmp_path):
    def says(*words, waits_for=None):
        lines = ["import pathlib, sys, time"]
        for word in words:
            lines += [f"print({word!r})", f"pathlib.Path({str(tmp_path)!r}, {word!r}).touch()"]
            if waits_for:  # so that it ends only if the other runs at the same time
                lines.append(
                    f"while not pathlib.Path({str(tmp_path)!r}, {waits_for!r}).exists(): "
                    "time.sleep(0.01)"
                )
        script = tmp_path / f"{words[0]}.py"
        script.write_text("\n".join(lines))
        return sys.executable, "-u", str(script)

    units, book = says("one", "two", waits_for="page"), says("page", waits_for="one")
    assert check.run({"units": units, "book": book, "browser": says("click")}) == []
    lines = filter(None, capfd.readouterr().out.split("\n"))
    printed = [
        line.partition(" in ")[0]
        for line in lines
        if not line.startswith(("== units:", "== book:", "== browser:"))
    ]
    ends = [f"== {name} passed" for name in ("units", "book", "browser")]
    assert printed == ["one", "two", ends[0], "page", ends[1], "click", ends[2]]


def test_what_is_built_during_the_units_may_fail():
    right, wrong = ((sys.executable, "-c", f"raise SystemExit({status})") for status in (0, 3))
    assert check.run({"units": wrong, "book": right, "browser": right}) == ["units"]
    assert check.run({"units": right, "book": wrong, "browser": right}) == ["book", "browser"]


MOODY = """
import pathlib, pytest
seen = pathlib.Path(__file__).with_name("seen")
def test_on_a_busy_machine():
    first = not seen.exists()
    seen.touch()
    assert not first
@pytest.mark.parametrize("one", range({broken}))
def test_broken(one): raise AssertionError
def test_right(): pass
"""


@pytest.mark.parametrize(
    ("broken", "again", "passes"), [(0, True, True), (0, False, False), (1, True, False)]
)
def test_what_fails_only_beside_others_gets_a_second_try(
    tmp_path, monkeypatch, capfd, broken, again, passes
):
    monkeypatch.setattr(check, "ROOT", tmp_path)
    (tmp_path / "test_it.py").write_text(MOODY.format(broken=broken))
    failed = check.run({"units": (*check.PYTEST, "test_it.py")}, again=again)
    assert failed == ([] if passes else ["units"])
    told = capfd.readouterr().out
    assert ("UNSTEADY: red beside others, green alone: test_it.py" in told) == passes


def test_more_than_a_few_that_fail_are_no_mood_of_the_machine(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(check, "ROOT", tmp_path)
    (tmp_path / "test_it.py").write_text(MOODY.format(broken=check.FEW))
    assert check.run({"units": (*check.PYTEST, "test_it.py")}, again=True) == ["units"]
    assert "once more" not in capfd.readouterr().out
