"""The class's mistakes, counted, as a table and a picture."""

import csv

import pytest
from classes import hand_in, mistake, on_linux, ungraded, verdict
from whichbank_teach.grading import summary
from whichbank_teach.grading.verdict import Mark, Verdict

pytestmark = on_linux


def made(*marks):
    return [Verdict(f"s{i}", "ps1", (mark,)) for i, mark in enumerate(marks)]


RIGHT = Mark("05.2", "right", 2.0, 2.0)
TWO = Mark("05.2", "mistake", 0.0, 2.0, ("old_added", "transposed"))
SLOW = Mark("05.2", "timed out", 0.0, 2.0, (), "It takes too long.")


def test_counts():
    found = summary.summarize("ps1", made(RIGHT, RIGHT, mistake(), mistake(), TWO, SLOW, ungraded()))
    assert (found.students, found.right, found.ungraded) == ({"05.2": 6}, {"05.2": 2}, 1)
    assert [(one.what, one.students, one.known) for one in found.counts] == [
        ("transposed", 3, True),
        ("old added", 1, True),
        ("takes too long", 1, False),
    ]
    assert found.counts[0].hint.startswith("The table is transposed")


def test_words_and_picture_say_the_same():
    found = summary.summarize("ps1", made(RIGHT, mistake(), mistake(), SLOW))
    assert summary.words(found).splitlines() == [
        "05.2 Mix a whole table: 1 of 4 right",
        "     2  transposed",
        "     1  takes too long",
    ]
    picture = summary.picture(found)
    assert picture.alt.endswith("05.2: 1 of 4 right; transposed 2, takes too long 1.")
    assert picture.png("light").startswith(b"\x89PNG")
    assert picture.png("dark") != picture.png("light")


@pytest.mark.parametrize("marks", [(), (RIGHT,), (ungraded(),), (Mark("05.4", "by hand", None, 1.0),)])
def test_nothing_wrong_is_a_summary_too(marks):
    found = summary.summarize("ps1", made(*marks))
    assert found.counts == ()
    assert summary.words(found)
    assert summary.picture(found).png()


def test_a_picture_has_room_for_the_most_frequent():
    marks = [Mark("05.2", "mistake", 0.0, 2.0, (f"mistake_{i}",)) for i in range(summary.MOST + 5)]
    found = summary.summarize("ps1", made(*marks, *marks[3:]))
    assert "The 5 rarest are left out." in summary.picture(found).alt
    assert "mistake 0 " not in summary.picture(found).alt


def test_files(room):
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict(room, student, mistake())
    found, files = summary.write(room.root, "ps1")
    assert [path.name for path in files] == ["ps1.csv", "ps1.png", "ps1.md"]
    (row,) = csv.DictReader(files[0].open(encoding="utf-8", newline=""))
    assert (row["exercise"], row["what"], row["students"], row["graded"]) == ("05.2", "transposed", "2", "2")
    text = files[2].read_text(encoding="utf-8")
    assert summary.picture(found).alt in text
    assert "](ps1.png)" in text
    assert sorted(path.name for path in (room.root / "summary").iterdir()) == ["ps1.csv", "ps1.md", "ps1.png"]
