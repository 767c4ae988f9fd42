"""A class is graded in parallel; whatever stops it, nothing is lost and the next call goes on."""

import json
import os
import signal
import subprocess
import sys

import pytest
from classes import ON_ITS_SIDE, RIGHT, hand_in, mistake, needs_box, on_linux, verdict
from processes import hear_interrupts, wait_until
from whichbank_teach import grading
from whichbank_teach.box import sealed
from whichbank_teach.classroom.folder import ClassroomError
from whichbank_teach.classroom.submission import points_id
from whichbank_teach.grading import workers
from whichbank_teach.grading.recording import RecordingError, gradebook, only_one
from whichbank_teach.grading.verdict import load

pytestmark = on_linux
CLASS = {
    "ada": RIGHT,
    "ben": RIGHT | {"mixing.2": ON_ITS_SIDE},
    "cleo": {},
    "emil": RIGHT | {"mixing.2": "import os\nos._exit(0)"},
}


@pytest.fixture
def graded(room):
    for student, answers in CLASS.items():
        hand_in(room, student, answers)
    return room


@pytest.fixture
def serial(monkeypatch):
    """Mark in this process, with marks made up; the students that were marked."""
    seen = []

    def mark(submission, secret, *, only=(), key="", run=None):
        seen.append((submission.student, tuple(only)))
        if submission.student == "bad":
            raise RuntimeError("something is broken")
        return grading.replace(verdict_of[submission.student], key=key)

    def each(function, tasks, jobs):
        for task in tasks:
            try:
                yield task, function(task)
            except Exception as error:
                yield task, RuntimeError(f"{type(error).__name__}: {error}")

    verdict_of = {}
    monkeypatch.setattr(grading.marking, "mark", mark)
    monkeypatch.setattr(grading.workers, "each", each)
    monkeypatch.setattr(sealed, "missing", lambda: None)
    return seen, verdict_of


def statuses(made):
    return {mark.exercise: (mark.status, mark.points) for mark in made.marks}


@needs_box
def test_a_class_in_the_box(graded):
    done = grading.grade(graded, "ps1", jobs=2, progress=False)
    assert set(done.marked) == set(CLASS)
    assert done.unrecorded == {}
    found = {student: statuses(made) for student, made in done.verdicts.items()}
    assert found["ada"] == {
        "mixing.1": ("right", 1.0),
        "mixing.2": ("right", 2.0),
        "mixing.4": ("by hand", None),
    }
    assert found["ben"]["mixing.2"] == ("mistake", 0.0)
    assert found["cleo"]["mixing.2"] == ("not attempted", 0.0)
    assert found["emil"]["mixing.2"] == ("crashed", 0.0)
    assert found["emil"]["mixing.1"] == ("right", 1.0)
    assert done.verdicts["ben"].mark("mixing.2").mistakes == ("transposed",)
    again = grading.grade(graded, "ps1", progress=False)
    assert again.marked == ()
    assert again.verdicts == done.verdicts


@needs_box
@pytest.mark.parametrize(
    "end", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.wide)]
)
def test_killed_and_resumed(room, end):
    expected = {
        "s0": ("mistake", 0.0),
        "s1": ("right", 2.0),
        "s2": ("right", 2.0),
        "s3": ("mistake", 0.0),
    }
    answers = {
        student: RIGHT if how == "right" else RIGHT | {"mixing.2": ON_ITS_SIDE}
        for student, (how, _) in expected.items()
    }
    for student in expected:
        hand_in(room, student, answers[student])
    # the signal comes meanwhile
    hand_in(room, "s2", dict.fromkeys(RIGHT, "import time\ntime.sleep(100_000)"))
    command = [sys.executable, "-m", "whichbank_teach.cli", "grade", "ps1", "--jobs", "1"]
    running = subprocess.Popen(
        command,
        cwd=room.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    wait_until(
        lambda: running.poll() is not None or len(list(room.verdicts("ps1").glob("*.json"))) >= 2
    )
    running.send_signal(end)
    printed = running.communicate()[1]
    done = {path.stem: path.stat().st_mtime_ns for path in room.verdicts("ps1").glob("*.json")}
    assert set(done) == {"s0", "s1"}
    # mixing.4 is by hand
    assert all(load(room.verdicts("ps1") / f"{student}.json").points is None for student in done)
    if end == signal.SIGINT:
        assert "Nothing is lost" in printed
        assert "Traceback" not in printed
    hand_in(room, "s2", answers["s2"])
    made = grading.grade(room, "ps1", jobs=1, progress=False)
    assert set(made.marked) == {"s2", "s3"}
    assert made.unrecorded == {}
    for student, when in done.items():
        assert (room.verdicts("ps1") / f"{student}.json").stat().st_mtime_ns == when
    assert {
        student: statuses(one)["mixing.2"] for student, one in made.verdicts.items()
    } == expected
    with gradebook(room.root) as book:
        submissions = book.assignment_submissions("ps1")
        scores = [
            (one.student.id, grade.auto_score)
            for one in submissions
            for grade in one.notebooks[0].grades
            if grade.name == points_id("mixing.2")
        ]
    assert sorted(scores) == [(student, points) for student, (_, points) in expected.items()]


def test_work_that_is_replaced_while_it_is_marked_is_marked_again(room, serial, monkeypatch):
    seen, verdict_of = serial
    hand_in(room, "ada", {})
    verdict_of["ada"] = verdict(room, "ada", mistake())
    (room.verdicts("ps1") / "ada.json").unlink()
    read = grading.read

    def replaced_meanwhile(path):
        found = read(path)
        hand_in(room, "ada", RIGHT)
        return found

    monkeypatch.setattr(grading, "read", replaced_meanwhile)
    grading.grade(room, "ps1", progress=False)
    assert seen == [("ada", ())] * 2


def test_killed_while_the_gradebook_is_written(room, serial):
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict(room, student)
    assert grading.grade(room, "ps1", progress=False).unrecorded == {}
    written = room.root / "autograded" / "ben" / "ps1" / "ps1.ipynb"
    written.chmod(0o644)
    halfway = json.loads(written.read_bytes())
    del halfway["metadata"]["whichbank"]["verdict"]  # as it is between nbgrader's two conversions
    written.write_text(json.dumps(halfway), encoding="utf-8")
    before = {
        student: grading.digest(one) for student, one in grading.verdicts(room.root, "ps1").items()
    }
    assert grading.grade(room, "ps1", progress=False).marked == ()
    after = json.loads(written.read_bytes())["metadata"]["whichbank"]["verdict"]
    assert after == before["ben"]
    assert serial[0] == []


def test_changed_work_is_marked_again(room, serial):
    seen, verdict_of = serial
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict_of[student] = verdict(room, student)
    assert grading.grade(room, "ps1", progress=False).marked == ()
    hand_in(room, "ben", RIGHT)
    assert grading.grade(room, "ps1", progress=False).marked == ("ben",)
    assert seen == [("ben", ())]


def test_one_student_and_one_exercise_again(room, serial):
    seen, verdict_of = serial
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict(room, student, mistake())
    old = load(room.verdicts("ps1") / "ben.json")
    verdict_of["ben"] = grading.replace(
        old, marks=(grading.replace(old.marks[1], status="right", points=2.0),)
    )
    done = grading.grade(room, "ps1", students=["ben"], exercises=["mixing.2"], progress=False)
    assert seen == [("ben", ("mixing.2",))]
    assert done.marked == ("ben",)
    assert statuses(done.verdicts["ben"]) == statuses(old) | {"mixing.2": ("right", 2.0)}
    assert [mark.exercise for mark in done.verdicts["ben"].marks] == [
        "mixing.1",
        "mixing.2",
        "mixing.4",
    ]
    assert statuses(load(room.verdicts("ps1") / "ada.json"))["mixing.2"] == ("mistake", 0.0)


def test_work_that_breaks_the_grader_is_not_graded_and_tried_again(room, serial):
    seen, verdict_of = serial
    for student in ("ada", "bad"):
        hand_in(room, student)
    verdict_of["ada"] = verdict(room, "ada")
    done = grading.grade(room, "ps1", progress=False)
    assert {mark.status for mark in done.verdicts["bad"].marks} == {"not graded"}
    assert "something is broken" in done.verdicts["bad"].marks[0].message
    assert [mark.max_points for mark in done.verdicts["bad"].marks] == [1.0, 2.0, 1.0]
    assert statuses(done.verdicts["ada"])["mixing.2"] == ("right", 2.0)
    assert grading.grade(room, "ps1", progress=False).marked == ("bad",)
    assert seen == [("bad", ()), ("bad", ())]


def test_a_damaged_verdict_is_made_again(room, serial):
    _, verdict_of = serial
    hand_in(room, "ada")
    verdict_of["ada"] = verdict(room, "ada")
    (room.verdicts("ps1") / "ada.json").write_text('{"student": "ada"', encoding="utf-8")
    (room.verdicts("ps1") / ".x.part").write_text("{", encoding="utf-8")
    assert grading.grade(room, "ps1", progress=False).marked == ("ada",)


def test_a_verdict_is_only_its_own_students(room):
    hand_in(room, "ada")
    made = verdict(room, "ada")
    (room.verdicts("ps1") / "ben.json").write_text(made.to_json(), encoding="ascii")
    assert set(grading.verdicts(room.root, "ps1")) == {"ada"}


def test_a_worker_that_dies_once_is_forgiven(room, serial, monkeypatch):
    _, verdict_of = serial
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict_of[student] = verdict(room, student)
        os.remove(room.verdicts("ps1") / f"{student}.json")
    calls = []

    def each(function, tasks, jobs):
        calls.append([task.student for task in tasks])
        for task in tasks:
            yield task, workers.WorkerDiedError("killed") if len(calls) == 1 else function(task)

    monkeypatch.setattr(grading.workers, "each", each)
    done = grading.grade(room, "ps1", progress=False)
    assert calls == [["ada", "ben"], ["ada", "ben"]]
    assert statuses(done.verdicts["ada"])["mixing.2"] == ("right", 2.0)


def test_work_whose_time_was_up_next_to_others_is_marked_again_alone(room, serial):
    """What stays doubtful alone is its own fault, and is not tried a third time."""
    seen, verdict_of = serial
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict_of[student] = verdict(room, student)
        os.remove(room.verdicts("ps1") / f"{student}.json")
    verdict_of["ada"] = grading.replace(verdict_of["ada"], doubtful=True)
    assert set(grading.grade(room, "ps1", jobs=2, progress=False).marked) == {"ada", "ben"}
    assert seen == [("ada", ()), ("ben", ()), ("ada", ())]
    assert grading.grade(room, "ps1", jobs=2, progress=False).marked == ()


def test_unreadable_work_has_a_mark_for_every_exercise(room):
    path = hand_in(room, "ada")
    path.write_text("{", encoding="utf-8")
    grading.mark_one(grading.Task(room.root, "ps1", "ada"))
    made = load(room.verdicts("ps1") / "ada.json")
    assert [(mark.status, mark.points) for mark in made.marks] == [("not graded", None)] * 3
    assert "ends in the middle" in made.marks[0].message


@needs_box
@pytest.mark.parametrize("stripped", [False, True])
def test_what_nbgraders_own_collect_puts_there_is_graded_like_any_other(room, stripped):
    """As it is when students hand in through nbgrader's exchange: raw, with cells of their own, or
    without metadata.
    """
    path = hand_in(
        room,
        "ada",
        RIGHT
        | {"mixing.2": "def mix_all(weights, vectors):\n    return product(weights, vectors)"},
    )
    made = json.loads(path.read_bytes())
    helper = {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "id": "a1b2",
    }
    made["cells"].insert(4, helper | {"source": "def product(a, b):\n    return a @ b"})
    del made["metadata"]["whichbank"]["collected"]
    if stripped:
        made["metadata"] = {}
        for cell in made["cells"]:
            del cell["id"]
            cell["metadata"] = {}
    path.write_text(json.dumps(made), encoding="utf-8")
    grading.mark_one(grading.Task(room.root, "ps1", "ada"))
    made = load(room.verdicts("ps1") / "ada.json")
    assert [mark.status for mark in made.marks] == ["right", "right", "by hand"]
    assert grading._current(room, "ps1", "ada", made)
    assert len(list(room.handed_in("ada", "ps1").glob("*.ipynb"))) == 1


def test_without_a_box_nothing_is_run(room, monkeypatch):
    hand_in(room, "ada")
    monkeypatch.setattr(sealed, "missing", lambda: "There is no bubblewrap here: install it.")
    with pytest.raises(grading.NoBoxError, match="install it"):
        grading.grade(room, "ps1", progress=False)
    with pytest.raises(grading.NoBoxError):
        grading.current_verdict(room.root, "ps1", "ada")
    assert not room.verdicts("ps1").exists()


def test_two_graders_do_not_meet(room, serial):
    hand_in(room, "ada")
    with only_one(room.root), pytest.raises(RecordingError, match="Another process"):
        grading.grade(room, "ps1", progress=False)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"students": ["zoe"]}, "zoe: none of these handed in ps1"),
        ({"exercises": ["choosing.2"]}, "choosing.2: none of these is part of ps1"),
    ],
)
def test_what_is_not_there_is_named(room, serial, given, message):
    hand_in(room, "ada")
    with pytest.raises(ClassroomError, match=message):
        grading.grade(room, "ps1", progress=False, **given)
