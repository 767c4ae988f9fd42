"""A class is graded on other machines: here two workers, each with its own box, one of which is
killed.
"""

import json
import signal
import subprocess
import sys
import threading
from collections import Counter

import pytest
from classes import ON_ITS_SIDE, RIGHT, copy_class, hand_in, needs_box
from processes import SAFETY, below, wait_until
from whichbank_teach import cli, grading
from whichbank_teach.grading import machines
from whichbank_teach.grading.recording import gradebook
from whichbank_teach.grading.verdict import Verdict

SLOW = "import time\ntime.sleep(1)\n"
WAYS = (
    RIGHT,
    RIGHT | {"mixing.2": ON_ITS_SIDE},
    {},
    RIGHT | {"mixing.2": "import os\nos._exit(0)"},
    RIGHT | {"mixing.2": SLOW + RIGHT["mixing.2"]},
)
HERE = ("--host", "127.0.0.1", "--no-dashboard")


@pytest.fixture
def start(tmp_path):
    """Start parts of a cluster in folders of their own; they are ended with the test."""
    pytest.importorskip("distributed")
    started = []

    def start(*command):
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *command, *HERE],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start
    for process in started[::-1]:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start, tmp_path):
    """The address of a scheduler."""
    file = tmp_path / "scheduler.json"
    start("scheduler", "--port", "0", "--scheduler-file", str(file))
    wait_until(file.exists)
    found = wait_until(file.read_text)
    return found.partition('"address": "')[2].partition('"')[0]


def scores(room):
    """All that the gradebook holds of each student's grades, in its order."""
    with gradebook(room.root) as book:
        return [
            (one.student.id, grade.name, grade.auto_score, grade.needs_manual_grade)
            for one in book.assignment_submissions("ps1")
            for grade in one.notebooks[0].grades
        ]


@needs_box
def test_a_worker_that_is_killed_costs_nothing(
    room, tmp_path, start, scheduler, monkeypatch, capsys
):
    students = {f"s{i:02}": WAYS[i % len(WAYS)] for i in range(6)}
    for student, answers in students.items():
        path = hand_in(room, student, answers)
    raw = json.loads(path.read_bytes())  # the last one came through nbgrader's exchange
    del raw["metadata"]["whichbank"]["collected"]
    path.write_text(json.dumps(raw), encoding="utf-8")
    here = copy_class(room, tmp_path / "here")
    workers = [start("worker", scheduler, "--nthreads", "1", "--no-nanny") for _ in range(2)]
    monkeypatch.setattr(machines, "ANSWER", SAFETY)
    with machines.Machines(scheduler) as there:
        wait_until(lambda: len(there.look()) == 2)
    saved, save = Counter(), Verdict.save

    def counted(verdict, folder):
        saved[verdict.student] += 1
        return save(verdict, folder)

    def kill():
        wait_until(lambda: saved and below(workers[0].pid))
        workers[0].send_signal(signal.SIGKILL)

    killer = threading.Thread(target=kill)
    with monkeypatch.context() as patch:
        patch.setattr(Verdict, "save", counted)
        killer.start()
        cli.main(["grade", "ps1", "--class", str(room.root), "--on", scheduler])
        killer.join()
    assert workers[0].poll() == -signal.SIGKILL
    assert workers[1].poll() is None
    printed = capsys.readouterr().out
    assert "Sealed box" in printed
    assert "Marked 6 in" in printed
    assert saved == dict.fromkeys(students, 1)
    done = grading.grade(here, "ps1", jobs=2, progress=False)
    assert set(done.marked) == set(students)
    assert grading.verdicts(room.root, "ps1") == done.verdicts
    assert scores(room) == scores(here)
    assert len(scores(room)) == 3 * len(students)
    workers[1].kill()
    monkeypatch.setattr(machines, "ANSWER", 1)
    with pytest.raises(machines.MachinesError, match=f"dask worker {scheduler}"):
        grading.grade(room, "ps1", on=scheduler)


class Answering:
    """A client whose one worker has a given answer."""

    def __init__(self, answer):
        self.answer = answer

    def run_on_scheduler(self, function):
        return function()

    def run(self, function, on_error):
        return {"tcp://other:1": self.answer}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            (machines.versions() | {"numpy": "0.1"}, "", "walls"),
            r"it has numpy 0\.1 \(here [\d.]+\)",
        ),
        (({}, "", "walls"), r"it has the course's files missing \(here \w+\), .* and \d+ more"),
        ((machines.versions(), "It needs bubblewrap.", ""), "It needs bubblewrap"),
        (ModuleNotFoundError("No whichbank_teach"), "does not run there as here"),
    ],
)
def test_a_machine_that_would_grade_otherwise_is_of_no_use(answer, why):
    there = object.__new__(machines.Machines)
    there._address, there._client = "tcp://here:1", Answering(answer)
    with pytest.raises(machines.MachinesError, match=rf"tcp://other:1 of tcp://here:1 .*{why}"):
        there.look()
    there._client = Answering((machines.versions() | {"more": "1"}, "", "walls"))
    assert there.look() == {"tcp://other:1": "walls"}


def test_what_is_not_there_is_asked_for(room, monkeypatch):
    monkeypatch.setattr(machines, "ANSWER", 0.1)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "distributed", None)
        with pytest.raises(machines.MachinesError, match=r"teach\[machines\]"):
            grading.grade(room, "ps1", on="tcp://127.0.0.1:1")
    pytest.importorskip("distributed")
    for address in ("tcp://127.0.0.1:1", "nothing at all"):
        with pytest.raises(machines.MachinesError, match="start `dask scheduler` there"):
            grading.grade(room, "ps1", on=address)
