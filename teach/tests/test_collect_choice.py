"""Of several files of a student the right one is graded, and nothing newer is overwritten."""

import copy
import json
import os
import shutil

import pytest
from handing_in import (
    GOOD,
    MIX,
    SOFTMAX,
    answered,
    at,
    classroom,
    done,
    everything,
    put,
    says,
    source,
    zipped_work,
)
from whichbank_teach.classroom.submission import read
from whichbank_teach.collect import collect


@pytest.fixture
def room(tmp_path):
    return classroom(tmp_path / "class")


def test_the_newest_file_with_answers_counts_and_the_others_are_told(room, given, inbox):
    at(put(inbox, "student01/ps1.ipynb", answered(given, **GOOD, ex_choosing_2=SOFTMAX)), 1)
    at(put(inbox, "student01/ps1-new.ipynb", answered(given, ex_mixing_2=f"{MIX}  # new")), 3)
    at(put(inbox, "student01/ps1 (2).ipynb", given), 5)
    report = collect(room, "ps1", inbox)
    assert source(room, "mixing.2") == f"{MIX}  # new"
    told = says(report, "student01/ps1-new.ipynb")
    assert "Another file, student01/ps1.ipynb, also answers choosing.2, mixing.1." in told
    assert "A newer file, student01/ps1 (2).ipynb, answers nothing." in told
    assert done(report)["student01/ps1.ipynb"] == "set aside"
    assert says(report, "student01/ps1.ipynb") == (
        "student01/ps1-new.ipynb is graded in its place.",
    )
    assert (
        len(
            [
                name
                for name in everything(room.handed_in("student01", "ps1"))
                if name.endswith(".ipynb")
            ]
        )
        == 3
    )


def test_of_files_of_one_time_the_higher_number_then_the_fuller_counts(room, given, inbox):
    for name, made in (
        ("ngzoe_1_2_ps1-1.ipynb", answered(given, **GOOD)),
        ("ngzoe_1_3_ps1-2.ipynb", answered(given, ex_mixing_2="second = 2")),
        ("student01/a.ipynb", answered(given, **GOOD)),
        ("student01/b.ipynb", answered(given, ex_mixing_2="mix_all = None")),
        ("student02/c.ipynb", answered(given, ex_mixing_2=MIX)),
        ("student02/c.py", f"{MIX}\n"),
    ):
        at(put(inbox, name, made), 1)
    report = collect(room, "ps1", inbox)
    assert [path for path, what in done(report).items() if what == "collected"] == [
        "ngzoe_1_3_ps1-2.ipynb",
        "student01/a.ipynb",
        "student02/c.ipynb",
    ]


def test_an_older_file_never_replaces_a_newer_one(room, given, inbox, tmp_path):
    at(put(inbox, "student01/ps1.ipynb", answered(given, ex_mixing_2=f"{MIX}  # new")), 5)
    collect(room, "ps1", inbox)
    before = room.collected("student01", "ps1").read_bytes()
    at(put(tmp_path / "second", "student01/ps1.ipynb", answered(given, **GOOD)), 1)
    report = collect(room, "ps1", tmp_path / "second")
    assert done(report) == {"student01/ps1.ipynb": "set aside"}
    assert source(room, "mixing.2") == f"{MIX}  # new"
    at(put(tmp_path / "third", "student01/ps1.ipynb", b"{"), 9)
    assert done(collect(room, "ps1", tmp_path / "third")) == {"student01/ps1.ipynb": "problem"}
    assert read(room.collected("student01", "ps1")).problems == ()
    assert (
        json.loads(before)["cells"]
        == json.loads(room.collected("student01", "ps1").read_bytes())["cells"]
    )


def test_a_file_that_is_handed_in_again_under_its_name_replaces_itself_at_once(room, given, inbox):
    path = put(inbox, "student01/ps1.ipynb", answered(given, **GOOD, ex_choosing_2=SOFTMAX))
    os.utime(path, (1_795_000_000,) * 2)
    collect(room, "ps1", inbox)
    put(inbox, "student01/ps1.ipynb", answered(given, ex_mixing_2=f"{MIX}  # mended"))
    os.utime(path, (1_795_000_030,) * 2)
    report = collect(room, "ps1", inbox)
    assert source(room, "mixing.2") == f"{MIX}  # mended"
    assert any(
        "also answers choosing.2, mixing.1" in one for one in says(report, "student01/ps1.ipynb")
    )


def test_work_mended_by_hand_is_never_overwritten_unseen(room, given, inbox, tmp_path):
    at(put(inbox, "student01/ps1.ipynb", answered(given, ex_mixing_2="def mix_all(:")), 1)
    collect(room, "ps1", inbox)
    path = room.collected("student01", "ps1")
    mended = path.read_text(encoding="utf-8").replace(
        "def mix_all(:", "def mix_all(w, v): return w @ v"
    )
    path.write_text(mended, encoding="utf-8")
    report = collect(room, "ps1", inbox)
    assert path.read_text(encoding="utf-8") == mended
    assert any("changed by hand" in one for one in says(report, "student01/ps1.ipynb"))
    at(put(tmp_path / "second", "student01/ps1.ipynb", answered(given, **GOOD)), 5)
    report = collect(room, "ps1", tmp_path / "second")
    assert source(room, "mixing.2") == MIX
    assert mended.encode() in everything(room.handed_in("student01", "ps1")).values()
    assert any("It is kept in handed-in/" in one for one in says(report, "student01/ps1.ipynb"))


@pytest.mark.parametrize("call", range(5))
def test_a_collect_that_is_killed_goes_on_where_it_was(room, given, inbox, monkeypatch, call):
    put(inbox, "student01/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student02/ps1.ipynb", answered(given, ex_choosing_2=SOFTMAX))
    real, calls = os.replace, []

    def killed(source, target):
        calls.append(target)
        if len(calls) == call + 1:
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        collect(room, "ps1", inbox)
    monkeypatch.undo()
    collect(room, "ps1", inbox)
    assert room.students("ps1") == ["student01", "student02"]
    assert (source(room, "mixing.2"), source(room, "choosing.2", "student02")) == (MIX, SOFTMAX)
    left = [name for name in everything(room.root) if name.endswith(".part") or "/edited" in name]
    assert left == []


def test_a_damaged_record_loses_no_file(room, given, inbox, tmp_path):
    at(put(inbox, "student01/ps1.ipynb", answered(given, **GOOD)), 5)
    collect(room, "ps1", inbox)
    folder = room.handed_in("student01", "ps1")
    (folder / "record.json").write_text("{", encoding="utf-8")
    kept = everything(folder)
    put(tmp_path / "second", "student01/x.ipynb", given)
    collect(room, "ps1", tmp_path / "second")
    assert source(room, "mixing.2") == MIX
    assert set(kept) < set(everything(folder))


def test_another_assignments_notebook_in_the_inbox_is_left_to_it(room, given, inbox):
    shutil.copytree(room.root / "source" / "ps1", room.root / "source" / "ps2")
    (room.root / "source" / "ps2" / "ps1.ipynb").rename(room.root / "source" / "ps2" / "ps2.ipynb")
    other = copy.deepcopy(given)
    other["metadata"]["whichbank"]["assignment"] = "ps2"
    put(inbox, "student01/ps1/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "student01/ps2/ps2.ipynb", other)
    put(inbox, "student02/ps2.ipynb", other)
    put(inbox, "student03/ps2.ipynb", answered(other, **GOOD))
    report = collect(room, "ps1", inbox)
    assert room.students("ps1") == ["student01", "student03"]
    assert says(report, "student02/ps2.ipynb") == ("It is a notebook of ps2.",)
    assert "The notebook says that it is 'ps2'." in says(report, "student03/ps2.ipynb")


def test_what_another_student_hands_in_never_replaces_a_students_work(room, given, inbox, tmp_path):
    """Neither by a name, nor by a name within a zip, nor by a notebook that says whose it is, nor
    by its date.
    """
    (room.root / "roster.csv").write_text(
        "id,name,lms_id\nvera,Vera Moodle,21\nbert,Bert Attacker,22\n"
    )
    at(put(inbox, "moodlevera_21_7_ps1.ipynb", answered(given, **GOOD)), 1)
    collect(room, "ps1", inbox)
    stolen = answered(given, ex_mixing_2="stolen = True")
    stolen["metadata"]["whichbank"]["variant"] = "vera"
    for name in (
        "attackerbert_22_8_vera.zip",
        "attackerbert_22_9_moodlevera_21_7_ps1.ipynb",
        "ps1.ipynb",
        "ps1 Vera Moodle.ipynb",
        "moodlevera_23_9_ps1.ipynb",
    ):
        made = (
            zipped_work(("moodlevera_21_7_ps1.ipynb", stolen), ("vera/ps1.ipynb", stolen))
            if "zip" in name
            else stolen
        )
        at(put(tmp_path / "second", name, made), 5)
    report = collect(room, "ps1", tmp_path / "second")
    assert source(room, "mixing.2", "vera") == MIX
    assert done(report)["moodlevera_23_9_ps1.ipynb"] == "unknown student"
    assert "ps1 Vera Moodle.ipynb" in str(report)
    assert "To have it graded, put it into a folder named by the id." in str(report)


def test_two_students_of_one_name_are_two(room, given, inbox):
    for number, text in ((21, "one = 1"), (22, "two = 2")):
        at(
            put(inbox, f"moodlevera_{number}_7_ps1.ipynb", answered(given, ex_mixing_2=text)),
            number,
        )
        at(
            put(
                inbox,
                f"Ann Lee_{number}_assignsubmission_file_/ps1.ipynb",
                answered(given, ex_mixing_2=text),
            ),
            number,
        )
    collect(room, "ps1", inbox)
    assert room.students("ps1") == [
        "Ann Lee participant 21",
        "Ann Lee participant 22",
        "moodlevera 21",
        "moodlevera 22",
    ]
    assert source(room, "mixing.2", "moodlevera 21") == "one = 1"


def test_of_two_students_of_one_name_on_the_list_nobody_gets_the_others_work(room, given, inbox):
    (room.root / "roster.csv").write_text("id,name\nvera,Vera Moodle\n")
    for number in (21, 22):
        put(
            inbox, f"Vera Moodle_{number}_assignsubmission_file_/ps1.ipynb", answered(given, **GOOD)
        )
    assert set(done(collect(room, "ps1", inbox)).values()) == {"unknown student"}


def test_a_date_in_the_future_does_not_win(room, given, inbox):
    at(put(inbox, "student01/good.ipynb", answered(given, **GOOD)), 1)
    at(
        put(
            inbox,
            "student01/later.ipynb",
            answered(given, ex_mixing_2="x = 1", ex_choosing_2=SOFTMAX),
        ),
        24 * 365 * 40,
    )
    report = collect(room, "ps1", inbox)
    assert source(room, "mixing.2") == MIX
    assert "Its date lies in the future and was not used." in says(report, "student01/later.ipynb")


def test_a_moodle_participant_is_no_id_number(room, given, inbox):
    (room.root / "roster.csv").write_text("id,name,lms_id\nvera,Vera Moodle,21\nbert,Bert Lee,22\n")
    put(inbox, "Vera Moodle_22_assignsubmission_file_/ps1.ipynb", answered(given, **GOOD))
    put(inbox, "Bert Lee_23_assignsubmission_file_/ps1.ipynb", answered(given, **GOOD))
    collect(room, "ps1", inbox)
    assert room.students("ps1") == ["bert", "vera"]
