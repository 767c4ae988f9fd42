"""The box is built or refused, never left out; and nothing secret is put into it."""

import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from classes import needs_box
from processes import alive, below, hear_interrupts, wait_until
from whichbank_teach.box import sealed, syscalls, walls
from whichbank_teach.box.inside import watch
from whichbank_teach.box.work import Limits, Task, Work

CASES = ((np.ones((2, 2)) / 2, np.arange(6.0).reshape(2, 3)),)
PLAIN = Work(
    (
        ("import numpy as np", None),
        ("def mix_all(w, v):\n    return w @ v\nprint('done')", "mixing.2"),
    ),
    (Task("mixing.2", "mix_all", "code", CASES),),
)


@needs_box
def test_a_plain_answer_comes_out():
    found = sealed.run(PLAIN)
    assert [cell.status for cell in found.cells] == ["done", "done"]
    assert found.cells[1].output == "done\n"
    for outcomes in found.answers["mixing.2"].passes:
        np.testing.assert_allclose(outcomes[0].value, CASES[0][0] @ CASES[0][1])


def test_without_linux_it_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux" in sealed.missing()


def test_without_bubblewrap_it_is_refused(monkeypatch):
    monkeypatch.setattr(walls.shutil, "which", lambda name: None)
    assert "apt install bubblewrap" in sealed.missing()


def test_an_old_bubblewrap_is_refused(monkeypatch):
    monkeypatch.setattr(walls.shutil, "which", lambda name: "/usr/bin/bwrap")
    monkeypatch.setattr(sealed, "_version", lambda program: (0, 6))
    assert "0.8 or newer; this is 0.6" in sealed.missing()


@needs_box
def test_a_system_that_forbids_it_is_refused_and_asked_again(monkeypatch):
    sealed._try.cache_clear()
    monkeypatch.setattr(
        walls, "command", lambda *args: ["sh", "-c", "echo setting up uid map: no >&2"]
    )
    for _ in range(2):
        reason = sealed.missing()
        assert "cannot build the box here" in reason
        assert "uid map" in reason
    monkeypatch.undo()
    assert sealed.missing() is None


@needs_box
def test_a_box_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(walls, "command", lambda *args: ["sleep", "1000"])
    monkeypatch.setattr(sealed, "SLACK", 0.2)
    before = below(os.getpid())
    with pytest.raises(sealed.BoxError, match="did not end"):
        sealed.run(PLAIN, Limits(total_seconds=0.2))
    assert not below(os.getpid()) - before


@needs_box
def test_a_box_that_floods_is_ended(monkeypatch):
    monkeypatch.setattr(walls, "command", lambda *args: ["cat", "/dev/zero"])
    with pytest.raises(sealed.BoxError, match="more came out"):
        sealed.run(PLAIN, Limits(result_bytes=1000))


def test_code_without_end_is_not_run():
    with pytest.raises(sealed.BoxError, match="longer than"):
        sealed.run(replace(PLAIN, cells=(("x" * 5_000_000, None),)))


@needs_box
def test_long_code_is_run():
    found = sealed.run(
        replace(PLAIN, cells=(("x = '" + "y" * 3_900_000 + "'\nlen(x)", None), *PLAIN.cells))
    )
    assert found.cells[0].output == "3900000\n"
    assert found.answers["mixing.2"].status == "ran"


def test_what_goes_in_is_the_cells_and_the_inputs():
    data = sealed.sent(PLAIN, Limits())
    assert b"import numpy as np" in data
    assert (CASES[0][0] @ CASES[0][1]).tobytes() not in data
    assert CASES[0][1].tobytes() in data


def test_only_work_that_imports_much_gets_much_memory():
    def given(source):
        text = sealed.sent(replace(PLAIN, cells=((source, None),)), Limits()).decode("latin-1")
        return int(re.search(r'"memory_mb": (\d+)', text)[1]), int(
            re.search(r'"address_mb": (\d+)', text)[1]
        )

    assert given("from whichbank.exercises import check") == given("x = 1")
    assert given("import torch")[0] > given("x = 1")[0]
    assert given("from whichbank import attend") == given("import torch")
    assert given("from whichbank.word2vec import f")[1] > given("x = 1")[1]


@needs_box
@pytest.mark.parametrize(
    "name", ["whichbank_teach", "whichbank_authoring-1.0.0.dist-info", "nbgrader"]
)
def test_an_installed_copy_of_the_solutions_is_hidden(name, tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("solution = 1")
    (tmp_path / "site-packages" / "other.py").write_text("seen = 1")
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/tmp"):
            folder.chmod(0o755)
    monkeypatch.syspath_prepend(str(tmp_path / "site-packages"))
    walls.places.cache_clear()
    walls.open_to_all.cache_clear()
    try:
        source = f"import os, other\nprint(other.seen, os.listdir({str(package)!r}))"
        found = sealed.run(replace(PLAIN, cells=((source, None),)))
    finally:
        monkeypatch.undo()
        walls.places.cache_clear()
        walls.open_to_all.cache_clear()
    assert found.cells[0].output == "1 []\n"


@needs_box
@pytest.mark.parametrize("temporary", watch.FOLDERS)
def test_what_is_shown_within_a_temporary_folder_cannot_be_moved_or_joined(
    temporary, tmp_path, monkeypatch
):
    (tmp_path / "other.py").write_text("seen = 1")
    tmp_path.chmod(0o755)
    shown, course = f"{temporary}/course/lib/packages", f"{temporary}/course"
    places = replace(walls.places(), shown=(*walls.places().shown, (str(tmp_path), shown)))
    monkeypatch.setattr(walls, "places", lambda: places)
    monkeypatch.setattr(walls, "open_to_all", lambda: False)
    moves = (
        f"os.rename({course!r}, '{temporary}/moved')",
        f"open('{course}/numpy.py', 'w')",
        f"os.rmdir({course!r})",
    )
    tried = [
        f"try: {move}\nexcept OSError as error: print(errno.errorcode[error.errno])"
        for move in moves
    ]
    end = "os.kill(os.getpid(), 9)"
    seen = f"sys.path.insert(0, {shown!r})\nimport other\nprint(other.seen)"
    found = sealed.run(
        Work(tuple((cell, None) for cell in ("import errno, os, sys", *tried, end, seen)), ())
    )
    assert [cell.output.strip() for cell in found.cells] == ["", "EBUSY", "EROFS", "EBUSY", "", "1"]


@needs_box
def test_folders_deeper_than_a_path_are_cleared_away():
    nest = (
        "for _ in range(1500):\n    os.mkdir('a' * 200); os.chdir('a' * 200)\nos.chmod('.', "
        "0)\nos.kill(os.getpid(), 9)"
    )
    found = sealed.run(
        Work((("import os", None), (nest, None), ("print(os.listdir('/tmp/work'))", None)), ())
    )
    assert [cell.status for cell in found.cells] == ["done", "crashed", "done"]
    assert found.cells[2].output == "[]\n"


@needs_box
@pytest.mark.parametrize("closed", [*watch.FOLDERS, "/tmp/work"])
def test_a_folder_that_the_work_closes_is_opened_for_the_next_try(closed):
    close = f"os.chmod({closed!r}, 0)\nos.kill(os.getpid(), 9)"
    found = sealed.run(
        Work(
            (
                ("import os", None),
                (close, None),
                ("open('/tmp/of-the-next-try', 'w').close()", None),
            ),
            (),
        )
    )
    assert [cell.status for cell in found.cells] == ["done", "crashed", "done"]


@needs_box
def test_boxes_side_by_side_do_not_share_their_limits():
    bomb = "while True:\n    try: os.fork()\n    except OSError: pass"
    works = [
        Work((("import os", None), (bomb, None)), ()),
        *[replace(PLAIN, cells=(("import threading, time", None), *PLAIN.cells)) for _ in range(3)],
    ]
    with ThreadPoolExecutor(4) as pool:
        bombed, *others = pool.map(
            lambda work: sealed.run(work, Limits(cell_seconds=3, memory_mb=4000)), works
        )
    assert bombed.cells[1].status in ("timed out", "too much memory")
    assert [found.answers["mixing.2"].status for found in others] == ["ran"] * 3


@needs_box
def test_a_fork_bomb_stays_small_and_is_gone_with_its_box():
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    limits, before, most = Limits(cell_seconds=1, total_seconds=20), below(os.getpid()), 0
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(sealed.run, Work(((bomb, None),), ()), limits)
        while not run.done():
            most = max(most, len(below(os.getpid()) - before))
            time.sleep(0.02)
    assert run.result().cells[0].status == "timed out"
    assert limits.processes / 2 < most <= limits.processes + 4  # and bubblewrap's own
    wait_until(lambda: not any(map(alive, below(os.getpid()) - before)))


GRADER = """
import sys
from whichbank_teach.box import sealed
from whichbank_teach.box.work import Limits, Work
print("ready", flush=True)
try:
    sealed.run(Work((("while True: pass", None),), ()), Limits(cell_seconds=1000, total_seconds=1000))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@needs_box
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_box_ends_with_the_grader(number):
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADER],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    try:
        assert grader.stdout.readline() == "ready\n"
        started = wait_until(lambda: len(found := below(grader.pid)) >= 3 and found)
        grader.send_signal(number)
        printed = grader.stdout.read()
        grader.wait()
    finally:
        grader.kill()
        grader.stdout.close()
    assert printed == ("interrupted\n" if number == signal.SIGINT else "")
    wait_until(lambda: not any(map(alive, started)))


@needs_box
def test_a_thread_of_the_grader_may_end_while_its_box_is_done():
    found = []
    thread = threading.Thread(target=lambda: found.append(sealed.run(PLAIN)))
    thread.start()
    thread.join()
    assert found[0].answers["mixing.2"].status == "ran"


@pytest.fixture
def busy():
    """One processor for this process and the box, and two others at work on it."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    os.sched_setaffinity(0, before)
    for process in spinning:
        process.kill()
        process.wait()


@needs_box
def test_time_is_what_the_work_takes_and_not_what_it_waits_for_a_processor(busy):
    cell = (
        "import time\nbegun = time.monotonic()\nwhile time.process_time() < 1: "
        "pass\nprint(time.monotonic() - begun)"
    )
    answer = (
        "import time\ndef f(x):\n    until = time.process_time() + 0.5\n    while "
        "time.process_time() < until: pass"
    )
    cells = ((cell, None), (answer, "mixing.2"), ("time.sleep(100)", None))
    limits = Limits(cell_seconds=1.5, answer_seconds=1.5, total_seconds=6)
    found = sealed.run(Work(cells, (Task("mixing.2", "f", "code", ((np.ones(1),),)),)), limits)
    assert [cell.status for cell in found.cells] == ["done", "done", "timed out"]
    # by the clock on the wall it took longer than it may
    assert float(found.cells[0].output) > limits.cell_seconds
    assert found.answers["mixing.2"].status == "ran"
    assert found.doubtful  # the last cell has not worked: that may have been another's fault


@needs_box
@pytest.mark.parametrize("processes", [1, 3])
def test_work_that_used_its_time_is_too_slow_beyond_doubt(processes):
    cell = (
        f"import os\nfor _ in range({processes} - 1):\n    if os.fork() == 0:\n        "
        "break\nwhile True: pass"
    )
    work, limits = Work(((cell, None),), ()), Limits(cell_seconds=1.5, total_seconds=6)
    # A virtual machine's own processor may be taken from it, which no process can see: then it is
    # doubtful, and rightly. In one of some tries it is not.
    for _ in range(5):
        found = sealed.run(work, limits)
        assert found.cells[0].status == "timed out"
        if not found.doubtful:
            return
    pytest.fail("the work used its time, and yet it is doubted")


CALLS = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
for name, number in {numbers}.items():
    given = [ctypes.c_long(one) for one in ({families}[name] if name in {families} else [-1] * 6)]
    value = libc.syscall(ctypes.c_long(number), *given)
    print(name, errno.errorcode[ctypes.get_errno()] if value == -1 else "done")
"""
SOCKETS = {
    f"socket {family}": [family, 3, 0] for family in (0, 3, 9, 11, 16, 17, 38, 40, 44, 1 << 32 | 2)
}


def called(numbers):
    """Make calls in the box with arguments that make no sense: what becomes of each."""
    source = CALLS.format(numbers=numbers, families=SOCKETS)
    return dict(
        line.rsplit(" ", 1)
        for line in sealed.run(Work(((source, None),), ())).cells[0].output.splitlines()
    )


@needs_box
def test_the_filter_refuses_each_of_its_calls():
    numbers = {name: syscalls.number(name) for name in (*syscalls.REFUSED, "clone3", "clone")}
    sockets = dict.fromkeys(SOCKETS, syscalls.number("socket"))
    expected = dict.fromkeys(syscalls.REFUSED, "EPERM") | {"clone3": "ENOSYS", "clone": "EPERM"}
    # what this processor has
    there = {name: number for name, number in (numbers | sockets).items() if number >= 0}
    assert called(there) == {
        name: (expected | dict.fromkeys(SOCKETS, "EAFNOSUPPORT"))[name] for name in there
    }


@needs_box
def test_what_protects_is_told_in_one_line():
    told = sealed.protections()
    assert re.fullmatch(
        r"Sealed box: bubblewrap \d+\.\d+ .*; 58 system calls refused by libseccomp 2\.\d+\.\d+ "
        r".*",
        told,
    )
    assert ("a user of its own" in told) == (os.geteuid() == 0)


@needs_box
def test_without_the_filter_they_are_made(monkeypatch):
    monkeypatch.setattr(
        syscalls, "program", lambda: struct.pack("=HBBI", 0x06, 0, 0, syscalls.ALLOW)
    )
    numbers = {name: syscalls.number(name) for name in ("memfd_create", "shmget", "kcmp")}
    found = called(numbers | {"socket 16": syscalls.number("socket")})
    assert not {"EPERM", "ENOSYS", "EAFNOSUPPORT"} & {*found.values()}


def test_a_processor_that_libseccomp_does_not_know_is_refused(monkeypatch):
    def missing(name):
        raise OSError(name)

    for function in (syscalls.library, syscalls.program):
        function.cache_clear()
    monkeypatch.setattr(syscalls.ctypes, "CDLL", missing)
    assert "sudo apt install libseccomp2" in sealed.missing()
    with pytest.raises(sealed.BoxError, match="needs libseccomp"):
        sealed.run(PLAIN)
    monkeypatch.undo()
    assert syscalls.program()
