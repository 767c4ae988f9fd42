"""Scores as CSV: empty where there is none, harmless in a spreadsheet, in the layouts that other
systems import.
"""

import csv
import io

import pytest
from classes import hand_in, mistake, on_linux, ungraded, verdict
from collected import for_each
from whichbank_teach.classroom.students import Student
from whichbank_teach.grading import export, recording, scores
from whichbank_teach.grading.verdict import Mark

pytestmark = on_linux


def result(
    student="ada",
    scores_=(("mixing.1", "right", 1.0, ""), ("mixing.2", "mistake", 0.0, "")),
    **more,
):
    made = tuple(
        scores.Score(one, status, points, 2.0, note) for one, status, points, note in scores_
    )
    return scores.Result(
        Student(student, "Ada", "Example", email="ada@example.org", lms_id="17"),
        "ps1",
        made,
        **more,
    )


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


@for_each(
    "start",
    ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\t\r\n =", "\u00a0="],
)
def test_a_cell_that_a_spreadsheet_would_run_is_text(start):
    (cell,) = next(csv.reader([export.table([[f"{start}HYPERLINK(1)"]])]))
    assert cell[0] not in "=+-@\t\r\n＝＋－＠ \u00a0"


@pytest.mark.parametrize(
    "text", ['a "quote", a comma', "two\nlines", "semi;colon", "Zoë 王小明 🎓", "x\ttab", "x\x00y"]
)
def test_any_text_is_one_cell_on_one_line(text):
    written = export.table([[text, 1.0, None]])
    assert written.count("\n") == 1
    ((cell, number, empty),) = csv.reader(io.StringIO(written, newline=""))
    assert (number, empty) == ("1", "")
    assert cell == " ".join(text.split())
    assert written.encode("utf-8").decode("utf-8") == written


def test_numbers_are_numbers():
    assert export.table([[0.0, -1.5, 1 / 3, 100.0, None]]) == "0,-1.5,0.3333,100,\n"


def test_a_score_is_never_a_silent_0():
    cases = {
        "graded": result(),
        "not handed in": result(scores_=()),
        "not graded": result(
            scores_=(("mixing.1", "not graded", None, "The file is cut short."),) * 2
        ),
        "partly graded": result(
            scores_=(
                ("mixing.1", "right", 1.0, ""),
                ("mixing.2", "not graded", None, "The box failed."),
            )
        ),
        "to be marked by hand": result(
            scores_=(("mixing.1", "right", 1.0, ""), ("mixing.4", "by hand", None, ""))
        ),
    }
    for status, one in cases.items():
        (row,) = rows(export.table(export.own([one])))
        assert row["status"] == status
        assert (row["score"] == "") == (status != "graded")
        assert bool(row["note"]) == (status != "graded")
    assert rows(export.table(export.own([cases["graded"]])))[0]["score"] == "1"
    assert "cut short" in export.table(export.own([cases["not graded"]]))


@pytest.mark.parametrize("points", [-1.0, 2.5, 15.0])
def test_a_mark_by_hand_that_cannot_be_is_asked_for_again(points):
    mark = Mark("mixing.2", "right", 2.0, 2.0)
    cell = "exercise-mixing-2-points"
    held = scores.Grades({cell: points}, {}, {cell: 0.5}, {}, {cell: 2.0})
    found = scores.score(mark, held)
    assert (found.points, found.status) == (None, "not graded")
    assert f"{points:g} of 2 points were entered by hand" in found.note


def test_one_reason_is_given_once():
    one = result(
        scores_=(
            ("mixing.1", "not graded", None, "Cut short."),
            ("mixing.2", "not graded", None, "Cut short."),
        )
    )
    assert one.reasons == "mixing.1, mixing.2: Cut short."


def test_late_work_has_less():
    late = result(
        scores_=(("mixing.1", "right", 2.0, ""), ("mixing.2", "right", 2.0, "")), penalty=1.0
    )
    assert (late.points, late.reasons) == (3.0, "Late: 1 point less.")
    assert result(penalty=5.0).points == 0.0


def test_canvas():
    written = export.table(export.canvas([result(), result("ben", scores_=())]))
    head, worth, ada, ben = csv.reader(io.StringIO(written))
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1"]
    assert worth == ["Points Possible", "", "", "", "", "4"]
    assert ada == ["Example, Ada", "17", "", "ada", "", "1"]
    assert ben[-1] == ""


def test_moodle():
    missing = result("ben", scores_=(("mixing.1", "not graded", None, "=cmd|calc"),))
    ada, ben = rows(export.table(export.moodle([result(), missing])))
    assert (ada["Email address"], ada["Username"], ada["ps1 (Real)"]) == (
        "ada@example.org",
        "ada",
        "1",
    )
    assert ada["ps1 (Feedback)"] == (
        "mixing.1: 1 of 2. Right. mixing.2: 0 of 2. Not right yet: a known mistake."
    )
    assert ben["ps1 (Real)"] == ""
    assert "=cmd|calc" in ben["ps1 (Feedback)"]
    assert not ben["ps1 (Feedback)"].startswith("=")


def test_two_assignments_side_by_side():
    second = scores.Result(
        result().student, "ps2", (scores.Score("choosing.2", "right", 2.0, 2.0),)
    )
    own = rows(export.table(export.own([result(), second])))
    assert [
        (row["assignment"], row["exercise mixing.1"], row["exercise choosing.2"]) for row in own
    ] == [
        ("ps1", "1", ""),
        ("ps2", "", "2"),
    ]
    (line,) = [row for row in rows(export.table(export.canvas([result(), second]))) if row["ID"]]
    assert (line["ps1"], line["ps2"]) == ("1", "2")


def test_from_the_gradebook(room):
    """What a person gave has the last word, also for what the box could not grade."""
    for student in ("ada", "zoe"):
        hand_in(room, student, words="Because.")
    verdict(room, "ada", ungraded())
    verdict(room, "zoe", mistake())
    assert dict(recording.record(room.root, "ps1", ["ada", "zoe"])) == {"ada": "", "zoe": ""}
    found = {one.student.id: one for one in scores.read(room.root, "ps1")}
    assert list(found) == ["ada", "ben", "zoe"]
    assert (found["ada"].status, found["ben"].status) == ("partly graded", "not handed in")
    assert found["zoe"].status == "to be marked by hand"
    assert found["zoe"].max_points == 4.0
    with recording.gradebook(room.root) as book:
        for cell, points in (("exercise-mixing-2-points", 1.5), ("exercise-mixing-4-answer", 0.5)):
            book.find_grade(cell, "ps1", "ps1", "ada").manual_score = points
        book.find_grade("exercise-mixing-4-answer", "ps1", "ps1", "ada").extra_credit = 0.25
        book.db.commit()
    export.write(room.root, ["ps1"], "own", room.root / "grades.csv")
    ada, ben, zoe = rows((room.root / "grades.csv").read_text(encoding="utf-8"))
    assert (ada["score"], ada["status"], ada["exercise mixing.2 status"]) == (
        "3.25",
        "graded",
        "marked by a person",
    )
    assert (ben["score"], ben["note"]) == ("", "Nothing was handed in.")
    assert (zoe["score"], zoe["exercise mixing.4 status"]) == ("", "by hand")


def test_marks_that_the_gradebook_lacks_are_exported_all_the_same(room):
    hand_in(room, "ada", words="Because.")
    verdict(room, "ada", Mark("mixing.4", "not graded", None, 1.0, (), "The text is lost."))
    ada, ben = scores.read(room.root, "ps1")
    assert [score.points for score in ada.scores] == [1.0, 2.0, None]
    assert ben.scores == ()
