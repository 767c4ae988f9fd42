"""Every file of an inbox is found, and what is no file is told."""

import os
import sys
import time

import pytest
from handing_in import by_name, content, found, put
from whichbank_teach.collect.files import Limits


def test_a_folder_is_walked_to_its_end_in_order(tmp_path, spool):
    inbox, begun = tmp_path / "inbox", time.time()
    for name in ("b/ps1.ipynb", "a/deep/er/ps1.ipynb", "ps1.ipynb", "ø 王/“ps1” (2).ipynb"):
        put(inbox, name, name)
    files = found(inbox, spool)
    assert [file.shown for file in files] == [
        "a/deep/er/ps1.ipynb",
        "b/ps1.ipynb",
        "ps1.ipynb",
        "ø 王/“ps1” (2).ipynb",
    ]
    assert [content(file).decode() for file in files] == [file.shown for file in files]
    assert all(begun - 2 <= file.time <= time.time() and not file.stamped for file in files)


def test_one_file_can_be_the_inbox(tmp_path, spool):
    (file,) = found(put(tmp_path, "ps1.ipynb", "x"), spool)
    assert file.parts == ("ps1.ipynb",)


def test_clutter_is_told_once_and_not_read(tmp_path, spool):
    inbox = tmp_path / "inbox"
    for name in (
        ".DS_Store",
        "a/._ps1.ipynb",
        "a/.ipynb_checkpoints/x.ipynb",
        "Thumbs.db",
        "__MACOSX/a/b",
        ".git/x/y",
    ):
        put(inbox, name, "x")
    files = found(inbox, spool)
    assert len(files) == 6
    assert all(file.clutter for file in files)


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of Unix")
def test_links_and_pipes_are_told_and_never_followed(tmp_path, spool):
    put(tmp_path, "secret/roster.csv", "secret")
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "ps1.ipynb").symlink_to(tmp_path / "secret" / "roster.csv")
    (inbox / "folder").symlink_to(tmp_path / "secret")
    (inbox / "loop").symlink_to(inbox)
    os.mkfifo(inbox / "pipe.ipynb")
    (inbox / "ada").mkdir()
    os.mkfifo(inbox / "ada" / "timestamp.txt")
    files = by_name(found(inbox, spool))
    assert {name: file.path for name, file in files.items()} == dict.fromkeys(
        ["ps1.ipynb", "folder", "loop", "pipe.ipynb", "ada/timestamp.txt"]
    )
    assert files["folder"].problem == "This is a symbolic link. It is not followed."
    assert files["pipe.ipynb"].problem == "This is no file."


def test_a_huge_file_is_told_and_stays(tmp_path, spool):
    put(tmp_path / "inbox", "ps1.ipynb", b"x" * 100_001)
    (file,) = found(tmp_path / "inbox", spool, Limits(file=100_000))
    assert file.path is None
    assert file.problem.startswith("It is larger than 0 MB.")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom a file can be closed to"
)
def test_a_closed_file_and_folder_are_told(tmp_path, spool):
    put(tmp_path / "inbox", "a/ps1.ipynb", "x").chmod(0)
    put(tmp_path / "inbox", "b/ps1.ipynb", "x").parent.chmod(0)
    files = by_name(found(tmp_path / "inbox", spool))
    (tmp_path / "inbox" / "b").chmod(0o700)
    assert all("cannot be opened" in file.problem for file in files.values())


def test_folders_nested_without_end_are_told(tmp_path, spool):
    put(tmp_path / "inbox", "/".join("abcdefghijklmnopqrstuvwxyz0123456789") + "/ps1.ipynb", "x")
    (file,) = found(tmp_path / "inbox", spool)
    assert file.problem == "It lies more than 30 folders deep."


def test_nbgraders_time_stamp_counts_for_the_files_in_its_folder(tmp_path, spool):
    put(tmp_path / "inbox", "student01/ps1/timestamp.txt", "2026-11-20 08:00:00.250000 UTC\n")
    put(tmp_path / "inbox", "student01/ps1/ps1.ipynb", "x")
    put(tmp_path / "inbox", "student02/ps1/timestamp.txt", "yesterday")
    put(tmp_path / "inbox", "student02/ps1/ps1.ipynb", "x")
    files = by_name(found(tmp_path / "inbox", spool))
    assert files["student01/ps1/ps1.ipynb"].time == 1795161600.25
    assert files["student01/ps1/ps1.ipynb"].stamped
    assert files["student01/ps1/timestamp.txt"].clutter
    assert not files["student02/ps1/ps1.ipynb"].stamped
    assert not files["student02/ps1/timestamp.txt"].clutter
