"""Work that cannot be read is a problem with a reason, and costs neither a 0 nor other work its
grade.
"""

import os

import pytest
from handing_in import (
    GOOD,
    MIX,
    answered,
    at,
    classroom,
    done,
    everything,
    put,
    zipped_work,
)
from whichbank_teach.classroom import folder as classrooms
from whichbank_teach.classroom.submission import read
from whichbank_teach.collect import collect


@pytest.fixture
def room(tmp_path):
    return classroom(tmp_path / "class")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("ps1.ipynb", b"", "ps1.ipynb: The file is empty."),
        ("ps1.pdf", b"%PDF-1.7", "ps1.pdf: The file is a PDF file: ask for the notebook itself."),
        ("ps1.zip", b"PK\x03\x04 rubbish", "ps1.zip: This zip cannot be opened"),
        ("ps1.ipynb", b" " * 1_000_001, "ps1.ipynb: It is larger than 1 MB."),
        (
            "ps1.zip",
            zipped_work(("ps1.ipynb", b"0" * 1_000_001)),
            "ps1.ipynb: It is larger than 1 MB.",
        ),
    ],
)
def test_work_that_cannot_be_read_is_a_problem_and_no_zero(room, given, inbox, name, data, reason):
    (room.root / classrooms.SETTINGS).write_text("[collect]\nmax_file_mb = 1\n", encoding="utf-8")
    put(inbox, f"student01/{name}", data)
    report = collect(room, "ps1", inbox)
    work = read(room.collected("student01", "ps1"))
    assert work.problems[0].startswith(reason)
    assert all(work.reason(one) for one in work.exercises)
    assert set(done(report).values()) == {"problem"}
    assert report.files[0].student == "student01"


@pytest.mark.skipif(os.name == "nt", reason="links of Unix")
def test_a_link_is_a_problem_and_gives_nothing_away(room, inbox, tmp_path):
    put(tmp_path, "private.ipynb", '{"cells": [{"cell_type": "code", "source": "secret"}]}')
    (inbox / "student01").mkdir()
    (inbox / "student01" / "ps1.ipynb").symlink_to(tmp_path / "private.ipynb")
    collect(room, "ps1", inbox)
    assert "symbolic link" in read(room.collected("student01", "ps1")).problems[0]
    assert not [name for name, data in everything(room.root).items() if b"secret" in data]


def test_an_unreadable_file_next_to_a_good_one_costs_nothing(room, given, inbox):
    at(put(inbox, "student01/ps1.ipynb", answered(given, **GOOD)), 1)
    at(put(inbox, "student01/ps1 (1).ipynb", b'{"cells": ['), 5)
    at(put(inbox, "student01/sketch.png", b"\x89PNG"), 5)
    report = collect(room, "ps1", inbox)
    work = read(room.collected("student01", "ps1"))
    assert work.problems == ()
    assert work.answer("mixing.2").source == MIX
    assert any("A newer file, student01/ps1 (1).ipynb, cannot be read" in one for one in work.notes)
    assert done(report) == {
        "student01/ps1.ipynb": "collected",
        "student01/ps1 (1).ipynb": "problem",
        "student01/sketch.png": "set aside",
    }
