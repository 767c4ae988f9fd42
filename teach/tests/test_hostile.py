"""No submission gets a point that it should not, gets out, outlives its limits, or takes another's
points.
"""

import contextlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import whichbank_authoring
from classes import needs_box
from hostile import AFTER, BEFORE, cheating, escaping, honest, stopping, tensors
from processes import wait_until
from whichbank_authoring.exercises import ALL
from whichbank_teach.box.work import Limits
from whichbank_teach.grading import marking

pytestmark = needs_box
LIMITS = Limits(cell_seconds=3, answer_seconds=2, total_seconds=25, memory_mb=700)
# the right answers around take milliseconds
HANGING = replace(LIMITS, cell_seconds=1.5, answer_seconds=1)
HEAVY = Limits(cell_seconds=40, answer_seconds=20, total_seconds=120, memory_mb=700)
# their cells have imported torch, which is what takes long
TENSORS = replace(HEAVY, answer_seconds=3)
SECRET = bytes(range(32))
WRONG = [*escaping.CASES, *cheating.CASES, *stopping.CASES]
KINDS = {  # one of each
    *("the network", "files outside", "sources, secrets and other processes"),
    *("powers over the system", "patched np.allclose and np.isclose", "a subclass that lies"),
    *("not a number", "numbers as text", "an array that broadcasts"),
    *("expected answers from frames and memory", "patched checks of the course"),
    *("a body that claims to be right", "a body that has an endless header"),
    *('a forged message, {"end": true}', "right the first time only", "the inputs returned"),
    *("an error whose text raises", "the course's own function, imported above"),
    *("an endless loop in the answer", "os._exit in the answer", "everything killed by the answer"),
    *("memory eaten by many", "one endless line", "forks in the answer", "a disk full of data"),
    *("recursion that breaks the stack", "a zero byte in the source"),
    *("plain", "widgets and HTML", "the answer below the stub", "results that are remembered"),
    *("a cell that hangs before", "a cell that closes what it prints to", "a pool of processes"),
}
AT_ONCE = max(1, 4 // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
AHEAD = AT_ONCE + 2
CANARY = Path(whichbank_authoring.__file__).parent / "exercises" / "mixing.py"


def marked(attack):
    """Mark one submission; return its verdict, and the processor time that the grader itself spent
    on it.
    """
    submission = attack.submission()
    cells = tuple(
        cell.__class__(
            cell.source.replace("@CANARY@", str(CANARY)).replace("@HOST@", str(os.getpid())),
            cell.kind,
            cell.exercise,
            cell.added,
        )
        for cell in submission.cells
    )
    submission = submission.__class__(
        submission.student, submission.assignment, submission.exercises, cells
    )
    begun = time.thread_time()
    return marking.mark(submission, SECRET, limits(attack, cells)), time.thread_time() - begun


def limits(attack, cells):
    """Choose limits that leave room on a slow machine, and make nothing wait longer than that."""
    if isinstance(attack, tensors.Group):
        return TENSORS
    if attack.hangs:
        return HANGING
    words = ("torch", "matplotlib", "ipywidgets")
    return (
        HEAVY
        if attack.patient or any(word in cell.source for cell in cells for word in words)
        else LIMITS
    )


class Verdicts:
    """The verdicts of the submissions that are asked for; those of the next few tests are made
    meanwhile.

    Where tests run in several processes, each knows all of them and is given a part: what is not
    near is not made.
    """

    def __init__(self, pool, attacks):
        self.pool, self.attacks, self.names, self.made = pool, attacks, list(attacks), {}

    def __getitem__(self, name):
        place = self.names.index(name)
        for near in self.names[place : place + AHEAD]:
            if near not in self.made:
                self.made[near] = self.pool.submit(marked, self.attacks[near])
        return self.made[name]


@pytest.fixture(scope="session")
def verdicts(request):
    """The verdicts of all submissions that this run of the tests asks for, several made at a
    time.
    """
    asked = {}
    for item in request.session.items:
        attack = getattr(item, "callspec", None) and item.callspec.params.get("attack")
        if attack is not None:
            asked[attack.name] = attack
    os.environ["CLASS_SECRET"] = "not for students"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield (found := Verdicts(pool, asked))
        for future in found.made.values():
            future.cancel()
    del os.environ["CLASS_SECRET"]


def named(attacks):
    """Give each its name; one of each kind stands for the others where not all are asked for."""
    return [
        pytest.param(
            attack,
            id=attack.name.replace(" ", "-"),
            marks=() if attack.name in KINDS else pytest.mark.wide,
        )
        for attack in attacks
    ]


def told(mark):
    return mark.message + "\n" + mark.output


@pytest.mark.parametrize("attack", named(WRONG))
def test_gets_nothing_and_harms_nobody(attack, verdicts):
    verdict, seconds = verdicts[attack.name].result()
    mark = verdict.mark(attack.exercise)
    assert mark.points == 0, mark
    assert mark.status != "right"
    assert mark.message.startswith(f"Exercise {attack.exercise}: ")
    assert not attack.statuses or mark.status in attack.statuses, mark
    for text in attack.says:
        assert text in told(mark)
    for text in attack.never:
        assert text not in told(mark)
    for exercise, _ in (BEFORE, AFTER) if attack.neighbors else ():
        assert verdict.mark(exercise).status == "right", verdict.mark(exercise)
        assert verdict.mark(exercise).points == ALL[exercise].points
    assert seconds < 20  # the box has ended in its own time, or there were no points


@pytest.mark.parametrize(
    ("attack", "exercise"),
    [
        pytest.param(group, name, id=f"{group.name}-{name}", marks=pytest.mark.wide if i else ())
        for i, group in enumerate(tensors.GROUPS)
        for name in group.answers
    ],
)
def test_tensors_and_modules_get_nothing_for_nothing(attack, exercise, verdicts):
    verdict, _ = verdicts[attack.name].result()
    mark, (_, statuses, says) = verdict.mark(exercise), attack.answers[exercise]
    assert mark.points == 0, mark
    assert mark.status != "right"
    assert not statuses or mark.status in statuses, mark
    assert says in " ".join(mark.message.split())
    for name in ("mixing.1", "mixing.2"):
        assert verdict.mark(name).points == ALL[name].points, verdict.mark(name)


@pytest.mark.parametrize("attack", named(honest.CASES))
def test_gets_all_its_points(attack, verdicts):
    verdict, _ = verdicts[attack.name].result()
    for mark in verdict.marks:
        assert mark.status == "right", mark
        assert mark.points == mark.max_points == ALL[mark.exercise].points
    for text in attack.says:
        assert text in told(verdict.mark(attack.exercise))
    for text in attack.never:
        assert text not in told(verdict.mark(attack.exercise))


def test_there_are_enough():
    names = [attack.name for attack in [*WRONG, *honest.CASES]]
    assert len(names) == len(set(names))
    assert len(WRONG) >= 60
    assert set(names) >= KINDS


def test_nothing_is_left_behind(verdicts):
    for future in verdicts.made.values():
        future.result()
    first = 0x40000000 + os.getpid() * 256  # the users that boxes of this process run as
    wait_until(lambda: not any(first <= user < first + 256 for user in users()))


def users():
    """Whose the processes of this machine are."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield process.stat().st_uid
