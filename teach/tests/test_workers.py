"""The pool of processes: results, errors, deaths, and an end that leaves nothing behind."""

import os
import signal
import subprocess
import sys

import pytest
from processes import alive, hear_interrupts, wait_until
from whichbank_teach.grading import workers
from worker_tasks import odd_ones_fail, tells_its_threads, three_dies, twice

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="classes are graded on Linux"
)


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_task_has_its_result(jobs):
    assert dict(workers.each(twice, range(7), jobs)) == {task: 2 * task for task in range(7)}


def test_nothing_to_do():
    assert list(workers.each(twice, [], 2)) == []


def test_an_error_is_its_tasks_alone():
    found = dict(workers.each(odd_ones_fail, range(5), 2))
    assert {task for task, result in found.items() if not isinstance(result, Exception)} == {
        0,
        2,
        4,
    }
    assert str(found[3]) == "ValueError: 3 is odd"


def test_a_death_is_its_tasks_alone():
    found = dict(workers.each(three_dies, range(6), 2))
    assert isinstance(found.pop(3), workers.WorkerDiedError)
    assert found == {task: task for task in (0, 1, 2, 4, 5)}


def test_workers_have_one_thread_and_no_ctrl_c():
    before = os.environ.get("OMP_NUM_THREADS")
    assert dict(workers.each(tells_its_threads, [0], 1)) == {0: ("1", True)}
    assert os.environ.get("OMP_NUM_THREADS") == before


SLEEPERS = """
import os, sys, time
from pathlib import Path

def sleep(task):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(100_000)

if __name__ == "__main__":
    from whichbank_teach.grading import workers
    list(workers.each(sleep, [1, 2], 2))
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_the_grader(tmp_path, end):
    script, seen = tmp_path / "sleepers.py", tmp_path / "seen"
    seen.mkdir()
    script.write_text(SLEEPERS, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, script, seen], stderr=subprocess.DEVNULL, preexec_fn=hear_interrupts
    )
    workers_of_it = wait_until(
        lambda: len(found := [int(path.name) for path in seen.iterdir()]) == 2 and found
    )
    running.send_signal(end)
    running.wait()
    wait_until(lambda: not any(map(alive, workers_of_it)))
