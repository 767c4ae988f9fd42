"""Points, due dates, more time, excuses: out of one settings file, into the gradebook, the pages
and the exports.
"""

import csv
import io
import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import nbformat
import pytest
from classes import hand_in, mistake, on_linux, verdict
from handing_in import by_id
from whichbank_teach.classroom.folder import SETTINGS, ClassroomError
from whichbank_teach.classroom.lists import load
from whichbank_teach.classroom.release import release
from whichbank_teach.classroom.rules import Rules, rules
from whichbank_teach.grading import export, recording, scores
from whichbank_teach.grading import feedback as pages

pytestmark = on_linux
BERLIN = ZoneInfo("Europe/Berlin")
DUE = datetime(2026, 11, 20, 18, tzinfo=BERLIN)
LATE = """
[class]
timezone = "Europe/Berlin"

[assignment]
percent_per_day = 10
most_percent = 25
grace_minutes = 10
regrade = "Write to me & say <why>."

[assignment.ps1]
name = "Problem set 1 (12345)"
due = 2026-11-20T18:00:00
extended = {ben = 2026-11-27}
excused = ["cleo"]
"""


def settings(room, text):
    (room.root / SETTINGS).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("day", "hour", "minute", "share", "late"),
    [
        (20, 17, 59, 0.0, ""),
        (20, 18, 10, 0.0, ""),
        (20, 18, 11, 0.1, "late by 0 h 11 min, 10% less"),
        (21, 18, 0, 0.1, "late by 1 d 0 h, 10% less"),
        (21, 18, 1, 0.2, "late by 1 d 0 h, 20% less"),
        (29, 12, 0, 0.25, "late by 8 d 18 h, 25% less"),
    ],
)
def test_late_work(day, hour, minute, share, late):
    given = Rules(
        due=DUE,
        percent_per_day=10,
        most_percent=25,
        grace_minutes=10,
        extended={"ben": DUE.replace(day=29)},
    )
    found = given.standing("ada", datetime(2026, 11, day, hour, minute, tzinfo=BERLIN))
    assert (found.share, found.late) == (share, late)
    assert given.standing("ben", datetime(2026, 11, day, hour, minute, tzinfo=BERLIN)).share == 0.0


def test_work_without_a_time_is_late_if_its_file_says_so():
    assert Rules().standing("ada", None, flagged=True).late == "late, as its file's name says"
    assert Rules().standing("ada", DUE, flagged=True).late == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[assignment.ps1]\ndeu = 2026-11-20",
            "has no setting 'deu'; it has name, regrade, points, due",
        ),
        ('[assignment.ps1]\ndue = "tomorrow"', "due in .assignment.ps1. must be a date such as"),
        (
            '[assignment.ps1]\npoints = {"mixing.2" = 0}',
            "mixing.2 must be a whole number, at least 1",
        ),
        ("[assignment.ps1]\nextended = {ben = 3}", "ben must be a date"),
        ("[assignment]\nps1 = 3", "ps1 must be a table"),
        ("[assignment.ps1]\ndue = 2026-11-20T18:00:00", "dates without a time zone"),
        ("[assignment.ps1]\nextended = {ben = 2026-11-20}", "dates without a time zone"),
        ('[class]\ntimezone = "Berlin"', "no timezone 'Berlin'"),
        ('[class]\ntimezone = "../x"', "no timezone '../x'"),
    ],
)
def test_a_rule_that_is_none_is_told(room, text, message):
    settings(room, text)
    with pytest.raises(ClassroomError, match=message):
        rules(room, "ps1")


@pytest.mark.parametrize("place", ["America/New_York", "UTC", "Asia/Kolkata"])
def test_late_is_the_same_wherever_the_grading_computer_stands(room, place, monkeypatch):
    settings(room, LATE)
    monkeypatch.setenv("TZ", place)
    time.tzset()
    try:
        found = rules(room, "ps1").standing("ada", datetime(2026, 11, 20, 17, 30, tzinfo=UTC))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found.late == "late by 0 h 30 min, 10% less"
    assert found.handed_in == "2026-11-20 18:30 Europe/Berlin"


def test_late_extended_and_excused_on_the_page_and_in_every_table(room):
    settings(room, LATE)
    roster = room.root / "roster.csv"
    heads = "Student,ID,SIS Login ID,Section\n"
    roster.write_text(
        f'{heads}"Lee, Ada",17,ada,One\n"Öz, Ben",18,ben,Two\n"Cho, Cleo",19,cleo,Two\n',
        encoding="utf-8",
    )
    for student in ("ada", "ben"):
        path = hand_in(room, student, words="Because.")
        path.with_name("timestamp.txt").write_text("2026-11-21 20:00:00 UTC\n", encoding="utf-8")
        verdict(room, student, mistake())
    assert dict(recording.record(room.root, "ps1", ["ada", "ben"])) == {"ada": "", "ben": ""}
    with recording.gradebook(room.root) as book:
        for student in ("ada", "ben"):
            book.find_grade("exercise-mixing-4-answer", "ps1", "ps1", student).manual_score = 1.0
        book.db.commit()
    ada, ben, cleo = scores.read(room.root, "ps1")
    assert (ada.points, ben.points, cleo.points) == (2 * 0.8, 2.0, None)
    assert (ada.status, ben.status, cleo.status) == ("graded", "graded", "excused")
    for layout in export.LAYOUTS:
        export.write(room.root, ["ps1"], layout, room.root / f"{layout}.csv")
    data = (room.root / "own.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")  # without it, Excel reads another encoding
    one, two, three = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert one["assignment"] == "ps1"
    assert (one["score"], one["late"].partition(" by ")[0]) == ("1.6", "late")
    assert (two["score"], two["late"]) == ("2", "extended to 2026-11-27 23:59 Europe/Berlin")
    assert (three["score"], three["status"]) == ("", "excused")
    back = {
        name: (room.root / f"{name}.csv").read_text(encoding="utf-8")
        for name in ("canvas", "moodle")
    }
    assert '"Cho, Cleo",19,,cleo,Two,EX' in back["canvas"]
    assert back["canvas"].startswith(
        "Student,ID,SIS User ID,SIS Login ID,Section,Problem set 1 (12345)\n"
    )
    assert "late by" in back["moodle"]
    # what goes out comes back as the same students
    assert [*load(room.root / "canvas.csv")] == [*load(roster)]
    pages.write_pages(room, "ps1", progress=False)
    seen = (room.root / "feedback" / "ada" / "ps1" / "ps1.html").read_text(encoding="utf-8")
    for part in (
        "1.6 of 4 points, 0.4 taken off for being late.",
        "late by 1 d",
        "Write to me &amp; say &lt;why&gt;.",
    ):
        assert part in seen
    assert "extended to 2026-11-27" in (
        room.root / "feedback" / "ben" / "ps1" / "ps1.html"
    ).read_text(encoding="utf-8")


def test_an_exercise_is_worth_what_the_settings_say(room, unregistered):
    settings(room, '[assignment.ps2]\npoints = {"mixing.2" = 7}')
    release(room, "ps2", ["mixing.1", "mixing.2"])
    made = by_id(nbformat.read(room.source("ps2"), as_version=4))
    assert [made[f"exercise-mixing-{i}-points"].metadata.nbgrader.points for i in (1, 2)] == [1, 7]
    assert "| mixing.2 · Mix a whole table | 7 |" in made["ps2-title"].source
    with pytest.raises(ClassroomError, match=r"points for mixing\.2, which ps2 does not ask for"):
        release(room, "ps2", ["mixing.1"])
