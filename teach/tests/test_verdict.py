"""A verdict survives its file, and no file of it is ever half written."""

import os
from dataclasses import replace

import pytest
from whichbank_teach.grading import verdict
from whichbank_teach.grading.verdict import Mark, Verdict, key_of

RIGHT = Mark(
    "mixing.2", "right", 2.0, 2.0, (), "Exercise mixing.2: right.", "printed \ud800 \x1b[31m\n"
)
WRONG = Mark("mixing.3", "mistake", 0.0, 2.0, ("transposed",), "not right yet")
UNREAD = Mark("choosing.2", "not graded", None, 2.0, (), "the notebook is cut off")
MADE = Verdict("student01", "ps1", (RIGHT, WRONG, UNREAD), ("One cell has no end.",), "key")


def test_what_is_saved_is_what_is_loaded(tmp_path):
    path = MADE.save(tmp_path / "new" / "folder")
    assert verdict.load(path) == MADE
    assert os.name != "posix" or path.stat().st_mode & 0o077 == 0  # marks are nobody else's


def test_points_are_a_sum_only_if_all_is_graded():
    assert MADE.points is None
    assert replace(MADE, marks=(RIGHT, WRONG)).points == 2
    assert replace(MADE, marks=()).points is None


def test_a_mark_of_an_exercise():
    assert MADE.mark("mixing.3") is WRONG
    assert MADE.mark("99.9") is None


@pytest.mark.parametrize(
    ("status", "points", "message"),
    [
        ("not graded", 0.0, "why"),
        ("by hand", 1.0, ""),
        ("wrong", None, ""),
        ("not graded", None, ""),
        ("odd", 1.0, ""),
    ],
)
def test_no_silent_zero_can_be_made(status, points, message):
    with pytest.raises(ValueError, match=r"points must|message must|status must"):
        Mark("mixing.2", status, points, 2.0, (), message)


def test_a_failed_save_leaves_the_old_file_alone(tmp_path, monkeypatch):
    path = MADE.save(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        replace(MADE, problems=("new",)).save(tmp_path)
    assert verdict.load(path) == MADE
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"marks": [{}]}', '{"marks": 3}', "[" * 100_000, "null"]
)
def test_other_files_are_no_verdicts(tmp_path, text):
    path = tmp_path / "student01.json"
    path.write_text(text)
    with pytest.raises(ValueError):  # noqa: PT011
        verdict.load(path)


def test_a_key_tells_parts_apart():
    assert key_of("ab", "c") != key_of("a", "bc")
    assert key_of(b"a", "c") == key_of("a", b"c")
    assert key_of("\ud800")
