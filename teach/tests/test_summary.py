"""The class's mistakes, counted, as a table and a picture."""

import csv
from pathlib import Path

import pytest
from classes import hand_in, mistake, on_linux, ungraded, verdict
from matplotlib.figure import Figure
from whichbank_authoring.exercises import ALL
from whichbank_teach.classroom.folder import SETTINGS, Classroom
from whichbank_teach.grading import summary
from whichbank_teach.grading.verdict import Mark, Verdict

from whichbank.figures import FIGURES
from whichbank.misconceptions import of

pytestmark = on_linux


def made(*marks):
    return [Verdict(f"s{i}", "ps1", (mark,)) for i, mark in enumerate(marks)]


RIGHT = Mark("mixing.2", "right", 2.0, 2.0)
TWO = Mark("mixing.2", "mistake", 0.0, 2.0, ("old_added", "transposed"))
SLOW = Mark("mixing.2", "timed out", 0.0, 2.0, (), "It takes too long.")


def test_counts():
    found = summary.summarize(
        "ps1", made(RIGHT, RIGHT, mistake(), mistake(), TWO, SLOW, ungraded())
    )
    assert (found.students, found.right, found.ungraded) == ({"mixing.2": 6}, {"mixing.2": 2}, 1)
    assert [(one.what, one.students, one.known) for one in found.counts] == [
        ("The table is transposed", 3, True),
        ("The old vector is added on top of the mix", 1, True),
        ("takes too long", 1, False),
    ]
    assert found.counts[0].hint.startswith("The table is transposed")


def test_words_and_picture_say_the_same():
    found = summary.summarize("ps1", made(RIGHT, mistake(), mistake(), SLOW))
    assert summary.words(found).splitlines() == [
        "mixing.2 Mix a whole table: 1 of 4 right",
        "     2  The table is transposed (transposed)",
        "     1  takes too long",
    ]
    picture = summary.picture(found)
    assert picture.alt.endswith(
        "mixing.2: 1 of 4 right; The table is transposed 2, takes too long 1."
    )
    assert picture.png("light").startswith(b"\x89PNG")
    assert picture.png("dark") != picture.png("light")


@pytest.mark.parametrize(
    "marks", [(), (RIGHT,), (ungraded(),), (Mark("mixing.4", "by hand", None, 1.0),)]
)
def test_nothing_wrong_is_a_summary_too(marks):
    found = summary.summarize("ps1", made(*marks))
    assert found.counts == ()
    assert summary.words(found)
    assert summary.picture(found).png()


def test_a_picture_has_room_for_the_most_frequent():
    marks = [
        Mark("mixing.2", "mistake", 0.0, 2.0, (f"mistake_{i}",)) for i in range(summary.MOST + 5)
    ]
    found = summary.summarize("ps1", made(*marks, *marks[3:]))
    assert "The 5 rarest are left out." in summary.picture(found).alt
    assert "mistake 0 " not in summary.picture(found).alt


def test_files(room):
    for student in ("ada", "ben"):
        hand_in(room, student)
        verdict(room, student, mistake())
    found, files = summary.write(room.root, "ps1")
    assert [path.name for path in files] == ["ps1.csv", "ps1.png", "ps1.md"]
    (row,) = csv.DictReader(files[0].open(encoding="utf-8-sig", newline=""))
    assert row["what"] == "The table is transposed"
    assert (row["exercise"], row["students"], row["graded"]) == ("mixing.2", "2", "2")
    text = files[2].read_text(encoding="utf-8")
    assert summary.picture(found).alt in text
    assert "](ps1.png)" in text
    assert sorted(path.name for path in (room.root / "summary").iterdir()) == [
        "ps1.csv",
        "ps1.md",
        "ps1.png",
    ]


def test_it_is_ready_for_the_next_lecture(room):
    """The picture says what it is of; the page has the most frequent mistakes, what helps, and
    where to see it.
    """
    (room.root / SETTINGS).write_text(
        '[course]\nsite = "https://example.org/bank/"\n', encoding="utf-8"
    )
    names = list(ALL["mixing.2"].mistakes)[:4]
    marks = [Mark("mixing.2", "mistake", 0.0, 2.0, (name,)) for name in names]
    found = summary.summarize(
        "ps1", made(*[one for i, one in enumerate(marks) for _ in range(5 - i)], RIGHT, SLOW)
    )
    text = summary.lecture(found, Classroom(room.root).settings.site)
    assert "## mixing.2 Mix a whole table: 1 of 16 right" in text
    assert [line[:2] for line in text.splitlines() if line[:1].isdigit()] == ["1.", "2.", "3."]
    assert f"1. **5 of 16**: {ALL['mixing.2'].mistakes[names[0]]}" in text
    assert "](https://example.org/bank/book/mixing.html#mixing=)" in text
    behind = of("exercises", "mixing.2", names[0])
    assert f"“{behind.says}” ([{behind.title}](https://example.org/bank/book/misconceptions" in text
    figure = Figure()
    summary.picture(found).draw(figure, "light")
    (axes,) = figure.axes
    assert axes.get_title(loc="left") == "ps1 · mixing.2: 1 of 16 right"
    assert [one.get_text() for one in axes.get_legend().get_texts()] == [
        "a known mistake",
        "something else",
    ]


def test_every_chapter_has_its_page_and_its_figure():
    pages = {path.stem: path for path in (Path(__file__).parents[2] / "book").glob("*.ipynb")}
    assert set(summary.FIGURES) == set(pages)
    for page, figure in summary.FIGURES.items():
        assert FIGURES[figure].__name__ in pages[page].read_text(encoding="utf-8")


def test_who_uses_what_is_forbidden_is_told_apart_from_an_error():
    message = "mixing.2 raises RuntimeError: the exercise asks for NumPy alone, without attend of the course"
    found = summary.summarize("ps1", made(Mark("mixing.2", "raised", 0.0, 3.0, (), message)))
    assert [one.what for one in found.counts] == [summary.FORBIDDEN]
