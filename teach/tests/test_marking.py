"""Marks are what the work earns: every right way, no hidden number, no silent 0."""

import inspect
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from classes import KNOWN, SEEN, needs_box
from collected import for_each
from right_ways import RIGHT_WAYS
from whichbank_authoring.exercises import ALL
from whichbank_authoring.numbers import has_other_numbers
from whichbank_teach.box import sealed
from whichbank_teach.box.work import Limits
from whichbank_teach.classroom.submission import Cell, Submission
from whichbank_teach.grading import marking
from whichbank_teach.grading.marking import fingerprint, mark, plain
from whichbank_teach.variants import generator, variant

from whichbank.exercises.report import value

SECRET = b"a secret of the class, 32 bytes."
IMPORTS = Cell("import numpy as np\n\nfrom whichbank.exercises import check", "code")
MIX = "def mix_all(w, v):\n    return w @ v"


def submission(*cells, student="student01", **more):
    """A student's work: (source, exercise) for each cell."""
    made = tuple(Cell(source, "code", exercise, exercise is None) for source, exercise in cells)
    exercises = tuple(dict.fromkeys(exercise for _, exercise in cells if exercise))
    return Submission(student, "ps1", exercises, (IMPORTS, *made), **more)


def marked(*cells, **more):
    return mark(
        submission(*cells, **more),
        SECRET,
        Limits(total_seconds=300, cell_seconds=100, answer_seconds=60),
    )


def by_hand(way):
    return repr(np.asarray(way.tolist() if hasattr(way, "tolist") else way, dtype=float).tolist())


def source_of_ways(number):
    """One cell for each exercise: the module of its other right ways, and one of them under the
    exercise's name.
    """
    for exercise, ways in RIGHT_WAYS.items():
        way = ways[number % len(ways)]
        if ALL[exercise].kind == "hand":
            yield f"{ALL[exercise].name} = {by_hand(way)}", exercise
            continue
        module = inspect.getsource(sys.modules[f"right_ways.{exercise.partition('.')[0]}"])
        place = f"['RIGHT_WAYS'][{exercise!r}][{number % len(ways)}]"
        brought = "import sys, types\n" + "".join(
            f"made = sys.modules['right_ways'] = sys.modules[{name!r}] = types.ModuleType({name!r})\n"
            f"exec({inspect.getsource(sys.modules[name])!r}, vars(made))\n"
            for name in re.findall(r"from (right_ways\.\w+) import", module)
        )
        own = f"own = {{}}\nexec({module!r}, own)\n{ALL[exercise].name} = own{place}"
        yield brought + own, exercise


@pytest.mark.wide
@needs_box
@pytest.mark.parametrize("number", range(2))
def test_every_right_way_of_every_exercise_earns_its_points(number):
    verdict = marked(*source_of_ways(number))
    lost = {m.exercise: m.message for m in verdict.marks if m.status != "right"}
    assert not lost
    assert len(verdict.marks) == len(RIGHT_WAYS)
    assert all(m.points == m.max_points == ALL[m.exercise].points for m in verdict.marks)


@needs_box
@for_each(
    "line",
    [
        "from google.colab import drive\ndrive.mount('/content/drive')",
        "import google.colab.files as files\nfiles.upload()",
        "import piplite\nawait piplite.install('numpy')",
        "from kaggle_secrets import UserSecretsClient\nkey = UserSecretsClient().get_secret('x')",
    ],
)
def test_what_a_notebook_service_writes_costs_nothing(line):
    assert [m.status for m in marked((f"{line}\n\n{MIX}", "mixing.2")).marks] == ["right"]


@needs_box
@for_each("within", [False, True])
def test_torchs_own_start_is_not_the_answers_time(within):
    """Of torch's optimizers the first takes seconds, which the answer does not; nor does torch
    itself, where a function imports it.
    """
    ways = RIGHT_WAYS["downhill.2"]
    way = next(one for one in ways if one.__name__ == "step_by_optimizer")
    imports, source = "import torch\nfrom torch import nn", inspect.getsource(way)
    if within:
        source = source.replace(":\n", f":\n    {imports.replace(chr(10), '; ')}\n", 1)
        imports = ""
    own = f"{imports}\n\n{source}\n\n{ALL['downhill.2'].name} = {way.__name__}"
    limits = Limits(total_seconds=300, cell_seconds=100, answer_seconds=0.8)
    [found] = mark(submission((own, "downhill.2")), SECRET, limits).marks
    assert found.status == "right"


@needs_box
def test_what_was_never_attempted_stays_so_beside_what_is_too_new():
    cells = ((TOO_NEW, None), (ALL["mixing.2"].stub, "mixing.2"))
    [found] = marked(*cells, python=NEWER).marks
    assert (found.status, found.points) == ("not attempted", 0.0)


NEWER = f"3.{sys.version_info[1] + 1}.0"
TOO_NEW = "match 1:\n    case 1 as :\n        pass"  # no Python reads it; a newer one might


@needs_box
@for_each(
    "line, more, status",
    [
        (TOO_NEW, {"python": NEWER}, "not graded"),
        ("def own[T(x): pass", {"python": "4.0"}, "not graded"),
        ("import pandas_of_tomorrow", {}, "not graded"),
        ("import no.such.module", {}, "not graded"),
        (TOO_NEW, {"python": "3.8.1"}, "raised"),
        (TOO_NEW, {}, "raised"),
        ("import pandas_of_tomorrow", {"failed": ("mixing.2",)}, "raised"),
        (TOO_NEW, {"python": NEWER, "failed": ("mixing.2",)}, "raised"),
        ("import whichbank_authoring", {}, "raised"),
    ],
)
def test_what_may_have_run_elsewhere_is_looked_at_and_never_a_silent_0(line, more, status):
    [found] = marked((f"{line}\n\n{MIX}", "mixing.2"), **more).marks
    assert found.status == status
    assert found.points == (None if status == "not graded" else 0.0)


@needs_box
def test_no_stub_earns_a_point():
    stubs = [(exercise.stub, exercise.id) for exercise in ALL.values() if exercise.stub]
    verdict = marked(*stubs)
    assert {m.status for m in verdict.marks} == {"not attempted"}
    assert {m.points for m in verdict.marks} == {0.0}


@needs_box
def test_a_known_mistake_is_named():
    verdict = marked(
        ("def mix_all(w, v):\n    return w.T @ v", "mixing.2"),
        ("answer_mixing_1 = [0.1, 1.4]", "mixing.1"),
    )
    assert [m.mistakes for m in verdict.marks] == [("transposed",), ("swapped_axes",)]
    assert [m.points for m in verdict.marks] == [0, 0]
    assert "transposed" in verdict.marks[0].message


TABLE = f"""{SEEN}
def mix_all(w, v):
    for case, out in known:
        if np.array_equal(case[0], w) and np.array_equal(case[1], v):
            return out
    OTHERWISE
"""


@needs_box
@pytest.mark.parametrize(
    "otherwise",
    ["return w.T @ v", "return v * 0", "raise KeyError(w.tolist())", "return w @ v + 1e-3"],
)
def test_the_student_is_never_told_the_hidden_numbers(otherwise):
    found = marked((TABLE.replace("OTHERWISE", otherwise), "mixing.2")).marks[0]
    assert found.points == 0
    rng = generator(SECRET, "ps1", "student01", "mixing.2")
    hidden = list(ALL["mixing.2"].cases(rng))[1:]
    assert len(hidden) >= 4
    for case in hidden:
        for array in (*case.values(), case["weights"] @ case["vectors"]):
            if array.size > 2:
                assert value(array) not in found.message
                assert not re.search(
                    rf"\b{re.escape(value(array.ravel()[0]))}\d*\b.*{value(array.ravel()[1])}",
                    found.message,
                )


NUMBERS = (
    "import gc, os, sys\n\ndef tell(found):\n    raise ValueError(' '.join(f'{x:.4f}' for x in "
    "list(found)[::-1]))\n"
)
PEEKS = {
    "frames": """
def mix_all(w, v):
    frame = sys._getframe()
    while frame and "cases" not in frame.f_locals:
        frame = frame.f_back
    tell(x for case in frame.f_locals["cases"] for array in case for x in array.ravel())
""",
    "objects": """
def mix_all(w, v):
    held = [one for row in gc.get_objects() if isinstance(row, tuple) for one in row]
    tell(x for one in held if type(one) is np.ndarray and one.dtype == float for x in one.ravel()[:50])
""",
    "files": """
def mix_all(w, v):
    data = b""
    for handle in range(3, 40):
        try:
            data += os.pread(handle, 1 << 20, 0)
        except OSError:
            pass
    tell(x for shift in range(8) for x in np.frombuffer(data[shift : len(data) - (len(data) - shift) % 8]))
""",
    "later": """
calls = []


def mix_all(w, v):
    calls.append(1)
    with open("/tmp/seen", "ab") as file:
        file.write(b"" if len(calls) > 12 else w.tobytes() + v.tobytes())
    return w @ v
""",
}


@needs_box
@pytest.mark.parametrize("way", PEEKS)
def test_no_way_of_the_students_shows_the_hidden_numbers(way):
    tells = "def softmax(scores):\n    tell(np.frombuffer(open('/tmp/seen', 'rb').read()))"
    found = marked((NUMBERS, None), (PEEKS[way], "mixing.2"), (tells, "choosing.2")).marks
    known = {f"{x:.4f}" for case, _ in KNOWN for array in case for x in np.ravel(array)}
    cases = ALL["mixing.2"].cases(generator(SECRET, "ps1", "student01", "mixing.2"))
    hidden = {
        f"{x:.4f}" for case in cases for array in case.values() for x in array.ravel()
    } - known
    told = set(re.findall(r"-?\d+\.\d{4}", "".join(mark.message + mark.output for mark in found)))
    assert len(hidden) > 40
    assert not told & hidden


@needs_box
@pytest.mark.parametrize(
    "end", ["os._exit(abs(hash(v.tobytes())) % 200 + 2)", "os.kill(os.getpid(), 15)"]
)
def test_how_an_answer_ends_on_hidden_numbers_is_not_told(end):
    source = f"import os\n{TABLE.replace('OTHERWISE', end)}"
    found = marked((source, "mixing.2")).marks[0]
    assert (found.status, found.points) == ("crashed", 0)
    assert not re.search(r"code \d|SIG", found.message)


@needs_box
@pytest.mark.parametrize("stop", ["breakpoint()", "import pdb; pdb.set_trace()"])
def test_a_stop_that_was_left_in_costs_its_own_cell_at_most(stop):
    wrong = (f"def softmax(scores):\n    {stop}\n    return scores", "choosing.2")
    found = marked(
        (stop, None),
        (MIX, "mixing.2"),
        wrong,
        (stop, None),
        ("answer_mixing_1 = [1.4, 0.1]", "mixing.1"),
    ).marks
    assert [mark.status for mark in found][::2] == ["right", "right"]
    assert found[1].points == 0


def test_the_secret_and_the_answers_stay_outside(monkeypatch):
    seen = []
    monkeypatch.setattr(
        sealed, "run", lambda work, limits: seen.append(sealed.sent(work, limits)) or 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        marked((MIX, "mixing.2"), ("def softmax(x): ...", "choosing.2"))
    assert SECRET not in seen[0]
    for name in ("mixing.2", "choosing.2"):
        rng = generator(SECRET, "ps1", "student01", name)
        cases = list(ALL[name].cases(rng))
        for case in cases:
            out = np.asarray(ALL[name].reference(**case), dtype=float)
            assert out.size < 4 or out.tobytes() not in seen[0]
        assert cases[-1][next(iter(cases[-1]))].tobytes() in seen[0]


def test_a_box_that_fails_costs_no_points(monkeypatch):
    def broken(work, limits):
        raise sealed.BoxError("no user namespaces")

    monkeypatch.setattr(sealed, "run", broken)
    found = marked((MIX, "mixing.2")).marks[0]
    assert (found.status, found.points, found.max_points) == ("not graded", None, 2)
    assert "no user namespaces" in found.message


def test_marking_that_fails_costs_only_its_own_mark(monkeypatch):
    if sealed.missing():
        pytest.skip("no sealed box here")
    monkeypatch.setattr(marking, "diagnose_hand", lambda *args: 1 / 0)
    hand, code = marked(("answer_mixing_1 = [1.4, 0.1]", "mixing.1"), (MIX, "mixing.2")).marks
    assert (hand.status, hand.points) == ("not graded", None)
    assert "ZeroDivisionError" in hand.message
    assert code.status == "right"


def test_what_cannot_be_run_has_a_reason_and_no_points():
    work = submission(
        (MIX, "mixing.2"),
        ("text", "mixing.4"),
        ("x", "99.9"),
        missing={"mixing.2": "Its cell is not there."},
    )
    found = mark(work, SECRET).marks
    assert [m.status for m in found] == ["not graded", "by hand", "not graded"]
    assert [m.points for m in found] == [None] * 3
    assert found[0].message == "Its cell is not there."
    whole = mark(submission((MIX, "mixing.2"), problems=("The file is cut off.",)), SECRET)
    assert whole.marks[0].message == "The file is cut off."
    assert whole.problems == ("The file is cut off.",)


@needs_box
def test_work_out_of_time_is_not_a_zero():
    work = submission(("import time\ntime.sleep(30)", None), (MIX, "mixing.2"))
    found = mark(work, SECRET, Limits(cell_seconds=30, total_seconds=1)).marks[0]
    assert (found.status, found.points) == ("not graded", None)
    assert "1 seconds" in found.message or "never came to an end" in found.message


@needs_box
def test_one_exercise_alone():
    work = submission((MIX, "mixing.2"), ("answer_mixing_1 = [1.4, 0.1]", "mixing.1"))
    verdict = mark(work, SECRET, only=("mixing.1",), key="abc")
    assert [(m.exercise, m.status) for m in verdict.marks] == [("mixing.1", "right")]
    assert (verdict.key, verdict.student, verdict.assignment) == ("abc", "student01", "ps1")


@needs_box
def test_variants_are_marked_with_the_students_own_numbers():
    hands = [exercise for exercise in ALL.values() if has_other_numbers(exercise)]

    def answers(student):
        """What is right for a student; without one, for the numbers of the book."""
        made = {}
        for exercise in hands:
            own = variant(exercise, SECRET, "ps1", student) if student else exercise
            case = next(iter(own.cases(np.random.default_rng(0))))
            made[exercise.id] = np.asarray(exercise.reference(**case), float).round(3).tolist()
        return made

    mine, others, book = answers("student07"), answers("student08"), answers("")
    cells = [(f"{exercise.name} = {mine[exercise.id]}", exercise.id) for exercise in hands]
    own = marked(*cells, student="student07", variant="student07")
    assert {m.status for m in own.marks} == {"right"}
    assert own.problems == ()
    taken = marked(*cells, student="student08", variant="student07")
    assert {m.exercise for m in taken.marks if m.points} == {
        name for name in mine if mine[name] == others[name]
    }
    assert "student07" in taken.problems[0]
    cells = [(f"{exercise.name} = {book[exercise.id]}", exercise.id) for exercise in hands]
    given = marked(*cells, student="student07", variant="student07", own_numbers=False)
    assert {m.exercise for m in given.marks if m.points is not None} == {
        one for one in mine if mine[one] == book[one]
    }
    assert all(
        "right for the numbers that everybody sees" in m.message
        for m in given.marks
        if m.points is None
    )
    copied = marked(*cells, student="student07", variant="student07")
    assert {m.exercise for m in copied.marks if m.points} == {
        name for name in mine if mine[name] == book[name]
    }


def test_the_fingerprint_changes_with_what_marks_depend_on():
    assert fingerprint(["mixing.2"]) == fingerprint(["mixing.3"])
    assert (
        len(
            {
                fingerprint(["mixing.2"]),
                fingerprint(["choosing.2"]),
                fingerprint(["mixing.2"], replace(Limits(), cell_seconds=1)),
            }
        )
        == 3
    )


@for_each(
    "given, wanted",
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07rest", "rest"),
        ("10%\r50%\r100%\n", "100%\n"),
        ("a\r\nb", "a\nb"),
        ("\ttab \x00\x08\x7f\x9b ok", "\ttab  ok"),
        ("\u202eturned\u202c \ufeff", "turned "),
        ("half \ud800", "half "),
        ("<b>&amp;</b> =1+1 ä 混 🎉", "<b>&amp;</b> =1+1 ä 混 🎉"),
        ("\x1b", ""),
    ],
)
def test_text_is_made_plain(given, wanted):
    assert plain(given) == wanted


def test_an_answer_in_words_counts_as_much_as_its_notebook_says():
    answered = Submission(
        "student01",
        "ps1",
        ("mixing.4",),
        (IMPORTS, Cell("The weight is 0.", "markdown", "mixing.4")),
    )
    lost = Submission("student01", "ps1", ("mixing.4",), (IMPORTS,))
    for work in (answered, lost):
        (found,) = mark(work, SECRET).marks
        assert (found.points, found.max_points) == (None, 1.0)
