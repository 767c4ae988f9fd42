"""Collect as a whole: whatever comes, nothing is lost, nothing newer is overwritten, nobody gets a
silent 0.
"""

import copy
import hashlib
import json
import os
import sys
from pathlib import Path

import nbformat
import pytest
from handing_in import (
    GOOD,
    MIX,
    SOFTMAX,
    answered,
    at,
    cell,
    classroom,
    code,
    done,
    everything,
    put,
    says,
    source,
    zipped_work,
)
from whichbank_teach.classroom.folder import ClassroomError
from whichbank_teach.classroom.submission import read
from whichbank_teach.collect import collect


@pytest.fixture
def room(tmp_path):
    return classroom(tmp_path / "class")


# What is written


def test_the_collected_notebook_is_valid_and_keeps_the_release(room, given, inbox):
    made = answered(given, **GOOD)
    made["cells"].insert(
        4, code("helper = 1", outputs=[{"output_type": "stream", "name": "stdout", "text": "x"}])
    )
    cell(made, "exercise-mixing-2-points")["metadata"]["nbgrader"]["points"] = 100
    cell(made, "exercise-mixing-2")["source"] = "An easier exercise"
    made["metadata"]["evil"] = "<script>"
    put(inbox, "student01/ps1.ipynb", made)
    collect(room, "ps1", inbox)
    found = nbformat.read(room.collected("student01", "ps1"), as_version=4)
    nbformat.validate(found)
    released = {one["id"]: one for one in given["cells"]}
    own = [one for one in found.cells if one.id not in released]
    assert [(one.id, one.source, one.metadata, one.outputs) for one in own] == [
        (own[0].id, "helper = 1", {"whichbank": {"added": True}}, [])
    ]
    for one in found.cells:
        if one.id in released:
            assert one.metadata == released[one.id]["metadata"]
            assert one.id.endswith("stub") or one.source == "".join(released[one.id]["source"])
    assert set(found.metadata) == {"kernelspec", "language_info", "whichbank"}


def test_the_original_bytes_lie_in_the_students_folder(room, given, inbox):
    data = b"\xef\xbb\xbf" + json.dumps(answered(given, **GOOD)).replace("\n", "\r\n").encode()
    put(inbox, "student01/Copy of ps1 (2).ipynb", data)
    before = everything(inbox)
    collect(room, "ps1", inbox)
    digest = hashlib.sha256(data).hexdigest()[:12]
    assert (
        room.handed_in("student01", "ps1") / f"{digest}-Copy of ps1 (2).ipynb"
    ).read_bytes() == data
    assert everything(inbox) == before


def test_collecting_again_changes_nothing(room, given, inbox):
    put(inbox, "student01/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student02/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student03/ps1.ipynb", b"")
    collect(room, "ps1", inbox)
    before = everything(room.root)
    report = collect(room, "ps1", inbox)
    assert everything(room.root) == before
    assert done(report) == {
        "student01/ps1.ipynb": "already collected",
        "student02/ps1.ipynb": "already collected",
        "student03/ps1.ipynb": "problem",
    }
    put(inbox, "elsewhere/x", "x")
    collect(room, "ps1", inbox / "student02")
    assert (
        everything(room.root)["submitted/student02/ps1/ps1.ipynb"]
        == before["submitted/student02/ps1/ps1.ipynb"]
    )


@pytest.mark.parametrize(
    "layout", ["folders", "zip in a folder", "zip", "zips", "Canvas", "Moodle", "loose"]
)
def test_one_class_in_many_layouts(room, given, inbox, layout):
    work = {
        f"student0{i}": answered(given, ex_mixing_1=f"answer_mixing_1 = [{i}, 0.5]")
        for i in (1, 2, 3)
    }
    names = {
        "zips": "{}.zip",
        "Canvas": "{}_12_34_ps1-1.ipynb",
        "Moodle": "{}_12_assignsubmission_file_/my work.ipynb",
        "loose": "ps1 {} (1).ipynb",
    }
    files = [
        (names.get(layout, "{}/ps1.ipynb").format(student), made) for student, made in work.items()
    ]
    if layout == "zips":
        files = [(name, zipped_work(("stuff/ps1.ipynb", made))) for name, made in files]
    elif layout in ("zip", "zip in a folder"):
        files = [("handed in.zip", zipped_work(*files))]
    for name, made in files:
        put(inbox, name, made)
    inbox = inbox / "handed in.zip" if layout == "zip" else inbox
    report = collect(room, "ps1", inbox)
    assert set(done(report).values()) == {"collected"}
    assert room.students("ps1") == ["student01", "student02", "student03"]
    assert source(room, "mixing.1", "student02") == "answer_mixing_1 = [2, 0.5]"


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not allow")
def test_names_of_all_languages_and_very_long_ones(room, given, inbox):
    for student in ("Zoë Ng", "王小明", 'o\'brien "pat" & co', "x" * 120, "محمد"):
        put(inbox, f"{student}/{'é' * 90}.ipynb", answered(given, **GOOD))
    report = collect(room, "ps1", inbox)
    assert set(done(report).values()) == {"collected"}
    assert len(room.students("ps1")) == 5
    assert {"Zoë Ng", "王小明", "محمد"} < set(room.students("ps1"))
    str(report).encode()


def test_a_py_file_is_graded_if_there_is_no_notebook(room, inbox):
    put(
        inbox,
        "student01/ps1.py",
        f"import numpy as np\n\n{MIX}\n\n{SOFTMAX}\n\nanswer_05_1 = [1.1, 0.2]\n",
    )
    report = collect(room, "ps1", inbox)
    work = read(room.collected("student01", "ps1"))
    assert [work.answer(one).source for one in ("mixing.2", "choosing.2")] == [MIX, SOFTMAX]
    assert set(work.missing) == {"mixing.4"}
    assert "The file is a Python file, and not the notebook." in says(report, "student01/ps1.py")


def test_the_time_of_handing_in_is_written_where_it_is_known(room, given, inbox):
    put(inbox, "student01/ps1/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student01/ps1/timestamp.txt", "2026-11-20 08:00:00 UTC")
    put(inbox, "student02/ps1/ps1.ipynb", answered(given, **GOOD))
    collect(room, "ps1", inbox)
    stamp = room.collected("student01", "ps1").with_name("timestamp.txt")
    assert stamp.read_text(encoding="utf-8") == "2026-11-20 08:00:00 UTC\n"
    assert not room.collected("student02", "ps1").with_name("timestamp.txt").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_name_that_is_no_text_loses_nothing(room, given, inbox):
    data = json.dumps(answered(given, **GOOD)).encode()
    for name in (b"student01/ps1 \xff\xfe.ipynb", b"\xe9milie/ps1.ipynb"):
        path = os.path.join(os.fsencode(inbox), name)
        os.makedirs(os.path.dirname(path))
        with open(path, "wb") as file:
            file.write(data)
    report = collect(room, "ps1", inbox)
    assert set(done(report).values()) == {"collected"}
    str(report).encode()
    other = next(student for student in room.students("ps1") if student != "student01")
    assert other.startswith("milie-")
    assert sum(kept == data for kept in everything(room.root / "handed-in").values()) == 2


# Whose it is


def test_strangers_are_kept_aside_and_told_with_a_class_list(room, given, inbox):
    (room.root / "roster.csv").write_text(
        "id,first_name,last_name\nstudent01,Zoë,Ng\nstudent02,Ada,Berg\n", "utf-8"
    )
    put(inbox, "Zoe Ng/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "stranger/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "ps1.ipynb", answered(given, **GOOD))
    report = collect(room, "ps1", inbox)
    assert room.students("ps1") == ["student01"]
    assert done(report) == {
        "Zoe Ng/ps1.ipynb": "collected",
        "stranger/ps1.ipynb": "unknown student",
        "ps1.ipynb": "unknown student",
    }
    assert report.absent == ("student02",)
    kept = everything(room.root / "unknown" / "ps1")
    assert {Path(name).parts[0] for name in kept} == {"stranger", "nobody"}
    assert set(kept.values()) == {(inbox / "ps1.ipynb").read_bytes()}
    assert says(report, "stranger/ps1.ipynb")[-1] == "A copy lies in unknown/ps1/stranger."
    text = str(report)
    assert text.index("unknown student: ps1.ipynb") < text.index("collected: Zoe Ng")
    assert "nothing handed in: student02" in text
    assert text.endswith("1 collected, 2 unknown student")


def test_one_student_under_two_names_is_one_student(room, given, inbox):
    (room.root / "roster.csv").write_text(
        "id,first_name,last_name,email\njng,Zoë,Ng,zoe@example.org\n", "utf-8"
    )
    at(put(inbox, "Zoë Ng/ps1.ipynb", answered(given, **GOOD)), 1)
    at(put(inbox, "zoe@example.org/ps1.ipynb", answered(given, ex_choosing_2=SOFTMAX)), 5)
    report = collect(room, "ps1", inbox)
    assert room.students("ps1") == ["jng"]
    assert source(room, "choosing.2", "jng") == SOFTMAX
    assert any(
        "also answers mixing.1, mixing.2" in one
        for one in says(report, "zoe@example.org/ps1.ipynb")
    )


def test_the_same_file_of_two_students_is_told(room, given, inbox):
    for student in ("student01", "student02"):
        put(inbox, f"{student}/ps1.ipynb", answered(given, **GOOD))
    report = collect(room, "ps1", inbox)
    assert "It is the same file, byte for byte, as that of student02." in says(
        report, "student01/ps1.ipynb"
    )
    assert read(room.collected("student01", "ps1")).notes == ()


def test_late_work_is_told(room, given, inbox):
    put(inbox, "ngzoe_LATE_1_2_ps1.ipynb", answered(given, **GOOD))
    assert "It was handed in late." in says(collect(room, "ps1", inbox), "ngzoe_LATE_1_2_ps1.ipynb")
    assert read(room.collected("ngzoe", "ps1")).notes == ("It was handed in late.",)


def test_a_dangerous_name_writes_inside_the_class_alone(room, given, tmp_path):
    data = zipped_work(
        ("../../../evil/ps1.ipynb", answered(given, **GOOD)), ("..\\evil2\\ps1.ipynb", given)
    )
    outside = set(tmp_path.iterdir())
    collect(room, "ps1", put(tmp_path / "box", "x.zip", data))
    assert set(tmp_path.iterdir()) - outside == {tmp_path / "box"}
    assert room.students("ps1") == ["evil", "evil2"]


# The call


@pytest.mark.parametrize("folder", ["", "submitted", "handed-in", ".."])
def test_the_class_itself_is_no_inbox(room, folder):
    (room.root / folder).resolve().mkdir(exist_ok=True)
    with pytest.raises(ClassroomError, match="is a folder of the class itself"):
        collect(room, "ps1", (room.root / folder).resolve())


def test_what_is_not_there_is_told(room, tmp_path):
    with pytest.raises(ClassroomError, match="There is no inbox"):
        collect(room, "ps1", tmp_path / "nowhere")
    with pytest.raises(ClassroomError, match="There is no assignment 'ps2'"):
        collect(room, "ps2", put(tmp_path, "inbox/ps2.ipynb", "").parent)
    assert (
        str(collect(room, "ps1", put(tmp_path, "empty/.DS_Store", "").parent))
        == "left out: .DS_Store\n1 left out"
    )


def test_an_exercise_that_the_course_no_longer_has_is_told(room, inbox):
    text = room.source("ps1").read_text(encoding="utf-8").replace('"choosing.2"', '"99.9"')
    room.source("ps1").write_text(text, encoding="utf-8")
    with pytest.raises(ClassroomError, match=r"asks for 99\.9"):
        collect(room, "ps1", inbox)


def test_the_progress_sees_every_file(room, given, inbox):
    put(inbox, "student01/ps1.ipynb", given)
    put(inbox, "student02/ps1.ipynb", given)
    seen = []
    collect(
        room,
        "ps1",
        inbox,
        progress=lambda files: (seen.append(file.shown) or file for file in files),
    )
    assert seen == ["student01/ps1.ipynb", "student02/ps1.ipynb"]


def test_a_notebook_of_too_many_cells_is_told(room, given, inbox):
    made = answered(given, **GOOD)
    made["cells"] += [code(f"x = {i}") for i in range(40_000)]
    put(inbox, "student01/ps1.ipynb", made)
    report = collect(room, "ps1", inbox)
    assert "The notebook has 40014 cells. More than 2000 are not graded." in says(
        report, "student01/ps1.ipynb"
    )
    assert "More than 2000" in read(room.collected("student01", "ps1")).problems[0]


def test_no_student_fills_the_disk_with_files(room, given, inbox):
    for i in range(250):
        put(inbox, f"student01/a{i}.txt", f"{i}")
    put(inbox, "student01/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student02/ps1.ipynb", given)
    report = collect(room, "ps1", inbox)
    assert done(report)["student01/ps1.ipynb"] == "collected"
    assert done(report)["student02/ps1.ipynb"] == "collected"
    assert says(report, "student01/a99.txt") == (
        "This student has more than 200 files. It was left where it is.",
    )
    assert len(list(room.handed_in("student01", "ps1").iterdir())) == 201


def test_nothing_of_a_students_is_run(room, given, inbox, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    source = (
        f"open({str(trap)!r}, 'w').close()\n!touch {trap}\n{MIX}\ncheck('mixing.2', "
        f"open({str(trap)!r}, 'w'))"
    )
    made = answered(given, ex_mixing_2=source)
    made["cells"].append(code(f"%%bash\ntouch {trap}"))
    put(inbox, "student01/ps1.ipynb", made)
    put(inbox, "student02/ps1.py", source)
    put(inbox, "student03/sitecustomize.py", source)
    monkeypatch.chdir(inbox / "student03")
    collect(room, "ps1", inbox)
    assert not trap.exists()
    assert copy.deepcopy(made) == made
