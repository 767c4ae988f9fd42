"""The command line: a wrong call ends in a sentence, and each command reports what it did."""

import errno
import os
import subprocess
import sys

import pytest
from classes import hand_in, mistake, on_linux, ungraded, verdict
from whichbank_teach import cli
from whichbank_teach.box import sealed

pytestmark = on_linux
COMMANDS = (
    "quickstart",
    "release",
    "collect",
    "grade",
    "regrade",
    "feedback",
    "export",
    "similar",
    "summary",
)


@pytest.fixture
def here(room, monkeypatch):
    """Be in the class folder."""
    monkeypatch.chdir(room.root)
    return room


def fails(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    message = end.value.code if isinstance(end.value.code, str) else capsys.readouterr().err
    assert "Traceback" not in message
    return message


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    printed = capsys.readouterr().out
    assert all(command in printed for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("unknown",),
        ("grade",),
        ("grade", "ps1", "--jobs", "0"),
        ("grade", "ps1", "--jobs", "x"),
    ],
)
def test_wrong_arguments_are_told_with_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 2


def test_outside_a_class(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert "is not a class's folder" in fails(capsys, "grade", "ps1")


@pytest.mark.parametrize("command", ["grade", "feedback", "summary", "export"])
def test_an_assignment_that_is_not_there(here, command, capsys):
    assert "no assignment 'ps9'" in fails(capsys, command, "ps9")


def test_without_a_box(here, monkeypatch, capsys):
    hand_in(here, "ada")
    monkeypatch.setattr(sealed, "missing", lambda: "The box needs bubblewrap: install it.")
    assert fails(capsys, "grade", "ps1") == "whichbank-teach: The box needs bubblewrap: install it."


def test_export_tells_who_has_no_score(here, capsys):
    for student in ("ada", "ben", "cleo"):
        hand_in(here, student, words="Because.")
        verdict(here, student)
    verdict(here, "ada", ungraded("The box\x1b[31m failed."))
    cli.main(["export", "--for", "canvas", "--to", "c.csv"])
    printed = capsys.readouterr().out
    assert "3 rows, 3 of them without a score:" in printed
    assert "mixing.2: The box\ufffd[31m failed." in printed
    assert printed.endswith("  ps1, to be marked by hand. mixing.4: by hand\n    ben, cleo\n")
    assert (here.root / "c.csv").exists()
    cli.main(["export", "ps1"])
    assert (here.root / "grades.csv").exists()


def test_summary_is_printed(here, capsys):
    hand_in(here, "ada")
    verdict(here, "ada", mistake())
    cli.main(["summary", "ps1"])
    assert "1  The table is transposed" in capsys.readouterr().out


def test_grade_and_feedback_with_verdicts_at_hand(here, capsys, monkeypatch):
    monkeypatch.setattr(sealed, "missing", lambda: None)
    monkeypatch.setattr(sealed, "protections", lambda: "Sealed box: walls.")
    hand_in(here, "ada")
    verdict(here, "ada", mistake(), problems=("The numbers were drawn for ben.",))
    cli.main(["grade", "ps1"])
    printed = capsys.readouterr().out
    assert printed.startswith("Sealed box: walls.\nMarked 0 in")
    assert "ada: The numbers were drawn for ben." in printed
    cli.main(["feedback", "ps1"])
    assert "Wrote 1 feedback pages, such as" in capsys.readouterr().out


def test_a_new_class_without_the_demo(tmp_path, capsys):
    cli.main(["quickstart", str(tmp_path / "mine"), "--empty"])
    assert (tmp_path / "mine" / "whichbank_teach.toml").exists()
    assert not (tmp_path / "mine" / "source").exists()


def test_quickstart_leaves_what_is_there(tmp_path, capsys):
    (tmp_path / "precious.txt").write_text("mine", encoding="utf-8")
    assert "There is something in" in fails(capsys, "quickstart", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_the_command_is_installed_and_starts_quickly():
    """Nothing heavy is imported before it is needed."""
    heavy = ("nbgrader", "torch", "matplotlib", "nbformat")
    code = (
        f"import sys, whichbank_teach.cli; print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    from importlib.metadata import entry_points

    (found,) = entry_points(group="console_scripts", name="whichbank-teach")
    assert found.load() is cli.main


@pytest.mark.parametrize("installed", [True, False])
def test_code_that_is_alike_is_reported(here, installed, monkeypatch, capsys):
    loop = (
        "def mix_all(weights, vectors):\n    rows = []\n    for row in weights:\n        "
        "rows.append(row @ vectors)\n"
    )
    for student, name in (("ada", "rows"), ("ben", "lines")):
        hand_in(
            here, student, {"mixing.2": (loop + "    return np.array(rows)").replace("rows", name)}
        )
    if installed:
        pytest.importorskip("copydetect")
    else:
        monkeypatch.setitem(sys.modules, "copydetect", None)
    cli.main(["similar", "ps1"])
    folder = here.root / "similarity" / "ps1"
    assert "for row in weights:" in (folder / "ben.py").read_text(encoding="utf-8")
    assert sorted(path.name for path in folder.iterdir()) == ["ada.py", "ben.py"]
    assert ("pip install copydetect" in capsys.readouterr().out) is not installed
    if installed:
        assert "ada.py" in folder.with_suffix(".html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ("collect", "ps1"),
        ("export",),
        ("summary", "ps1"),
        ("release", "ps2", "--exercises", "mixing.1"),
    ],
)
def test_a_full_disk_ends_in_a_sentence(here, arguments, monkeypatch, capsys):
    hand_in(here, "ada")
    verdict(here, "ada")
    (here.root / "inbox" / "ben").mkdir(parents=True)
    (here.root / "inbox" / "ben" / "ps1.ipynb").write_bytes(here.source("ps1").read_bytes())

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert fails(capsys, *arguments).startswith("whichbank-teach: No space left on device")
    cli.main(arguments)
