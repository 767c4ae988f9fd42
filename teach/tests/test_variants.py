"""Numbers of a student's own: drawn from the secret, printed in the statement, graded as the
student's.
"""

import ast
import json
import re

import nbformat
import numpy as np
import pytest
from collected import for_each
from handing_in import answered, by_id, handed_out, put
from whichbank_authoring.exercises import ALL, cells
from whichbank_authoring.numbers import LABELS, has_other_numbers
from whichbank_authoring.table import outputs
from whichbank_teach.classroom.folder import Classroom, ClassroomError
from whichbank_teach.classroom.release import release
from whichbank_teach.classroom.submission import read
from whichbank_teach.cli import main
from whichbank_teach.collect import collect
from whichbank_teach.variants import generator, variant

from whichbank.exercises import check

SECRET = b"s" * 32


@pytest.fixture
def room(tmp_path):
    return Classroom.create(tmp_path / "class")


def test_each_student_gets_numbers_of_their_own_and_the_same_again(room, unregistered, monkeypatch):
    (room.root / "roster.csv").write_text("id\nstudent01\nZoë Ng\n", encoding="utf-8")
    monkeypatch.delitem(LABELS, "tokens.1")
    made = release(room, "ps1", ["mixing.1", "mixing.2", "tokens.1"], variants=True)
    assert set(made.variants) == {"student01", "Zoë Ng"}
    assert made.notes[0].startswith("Colab will ask each student for the course's repository")
    assert made.notes[1].startswith("Each student has a notebook of his or her own")
    assert made.notes[2:] == (
        "All students have the same numbers in tokens.1: its statement would not fit others.",
    )
    texts = {student: path.read_text(encoding="utf-8") for student, path in made.variants.items()}
    found = {student: by_id(nbformat.reads(text, as_version=4)) for student, text in texts.items()}
    one, other = found["student01"], found["Zoë Ng"]
    assert one["exercise-mixing-1"].source != other["exercise-mixing-1"].source
    assert (
        one["exercise-mixing-2"].source == other["exercise-mixing-2"].source == cells("mixing.2")[0]
    )
    assert one["exercise-tokens-1-stub"].source == cells("tokens.1")[1]
    assert "check(" not in one["exercise-mixing-1-stub"].source
    assert (
        nbformat.read(room.released("ps1", "Zoë Ng"), as_version=4).metadata.whichbank.variant
        == "Zoë Ng"
    )
    assert not (room.root / "release" / "ps1" / "student01").exists()
    release(room, "ps1", ["mixing.1", "mixing.2", "tokens.1"], variants=True)
    assert {
        student: path.read_text(encoding="utf-8") for student, path in made.variants.items()
    } == texts


def test_a_variant_comes_back_as_the_students_own_and_anothers_is_told(
    room, unregistered, tmp_path
):
    (room.root / "roster.csv").write_text("id\nstudent01\nstudent02\n", encoding="utf-8")
    made = release(room, "ps1", ["mixing.1", "mixing.2"], variants=True)
    own = json.loads(made.variants["student01"].read_text(encoding="utf-8"))
    handed = answered(own, ex_mixing_1="answer_mixing_1 = [1, 2]")
    put(tmp_path / "inbox", "ps1.ipynb", handed)
    put(
        tmp_path / "inbox",
        "student02/ps1.ipynb",
        answered(own, ex_mixing_1="answer_mixing_1 = [1, 3]"),
    )
    report = collect(room, "ps1", tmp_path / "inbox")
    found = read(room.collected("student01", "ps1"))
    assert (found.variant, found.answer("mixing.1").source) == (
        "student01",
        "answer_mixing_1 = [1, 2]",
    )
    assert read(room.collected("student02", "ps1")).variant == "student02"
    told = next(file.says for file in report.files if file.student == "student02")
    assert (
        "The notebook was made for 'student01': its numbers by hand are not this student's." in told
    )


def test_with_variants_nothing_leads_to_a_notebook_for_everybody(room, monkeypatch, capsys):
    (room.root / "roster.csv").write_text("id\nstudent01\n", encoding="utf-8")
    text = (room.root / "whichbank_teach.toml").read_text(encoding="utf-8")
    text = text.replace('repository = ""  ', 'repository = "ada/class"  ')
    (room.root / "whichbank_teach.toml").write_text(text, encoding="utf-8")

    def register(room, name):
        put(room.root, f"release/{name}/{name}.ipynb", "{}")

    monkeypatch.setattr("whichbank_teach.classroom.release.register", register)
    main(["release", "ps1", "--exercises", "mixing.1", "--variants", "--class", str(room.root)])
    told = capsys.readouterr().out
    assert f"Made {room.root / 'variants' / 'ps1'}, with 1 notebooks" in told
    assert "http" not in told
    assert not room.released("ps1").exists()


def test_a_notebook_for_everybody_is_told_and_its_right_answers_are_no_zero(
    room, unregistered, inbox
):
    (room.root / "roster.csv").write_text("id\nstudent01\nstudent02\n", encoding="utf-8")
    made = release(room, "ps1", ["mixing.1", "mixing.2"], variants=True)
    put(
        inbox,
        "student01/ps1.ipynb",
        answered(handed_out(room), ex_mixing_1="answer_mixing_1 = [1.4, 0.1]"),
    )
    put(inbox, "student02/ps1.ipynb", made.variants["student02"].read_bytes())
    report = collect(room, "ps1", inbox)
    told = next(file.says for file in report.files if file.student == "student01")
    assert (
        "The notebook does not say for whom it was made: its numbers by hand may be those of "
        "everybody."
    ) in told
    assert not read(room.collected("student01", "ps1")).own_numbers
    assert read(room.collected("student02", "ps1")).own_numbers


def test_variants_need_the_list_of_students(room, unregistered):
    with pytest.raises(ClassroomError, match=r"write .*roster\.csv"):
        release(room, "ps1", ["mixing.1"], variants=True)


@for_each("name", LABELS)
def test_a_variants_numbers_are_printed_and_tell_every_mistake_apart(name):
    exercise = ALL[name]
    seen = set()
    for student in map(str, range(12)):
        own = variant(exercise, SECRET, "ps1", student)
        (case,) = own.cases(np.random.default_rng(0))
        assert set(case) == set(exercise.inputs) == set(LABELS[name])
        printed = [
            ast.literal_eval(text) for text in re.findall(r"^- .*: `(.*)`$", own.body, re.MULTILINE)
        ]
        for value, given in zip(printed, (case[one] for one in LABELS[name]), strict=True):
            assert np.array_equal(list(map(ord, value)) if isinstance(value, str) else value, given)
        (right,) = outputs(own, [case])
        for mistake in own.mistakes:
            (wrong,) = outputs(own, [case], [mistake])
            if wrong is not None and wrong.shape == right.shape:
                assert not np.abs(wrong - right).max() < 0.0125
        assert check(name, right).status != "right"
        assert not re.search(r"\d", "".join(own.mistakes.values()))
        seen.add(tuple(right.ravel()))
    assert len(seen) >= 5, f"{len(seen)} different answers among 12 students"
    assert variant(exercise, SECRET, "ps1", "1").body == variant(exercise, SECRET, "ps1", "1").body


def test_all_exercises_by_hand_and_no_others_have_variants():
    assert set(LABELS) == {name for name, exercise in ALL.items() if exercise.kind == "hand"}
    assert variant(ALL["mixing.2"], SECRET, "ps1", "x") is ALL["mixing.2"]
    assert not has_other_numbers(ALL["mixing.4"])


def test_seeds_depend_on_all_four_and_are_not_confused():
    def draw(*given):
        return generator(*given).integers(0, 2**62)

    first = draw(SECRET, "ps1", "ada", "mixing.1")
    assert first == draw(SECRET, "ps1", "ada", "mixing.1")
    others = [
        draw(b"t" * 32, "ps1", "ada", "mixing.1"),
        draw(SECRET, "ps2", "ada", "mixing.1"),
        draw(SECRET, "ps1", "ben", "mixing.1"),
        draw(SECRET, "ps1", "ada", "mixing.2"),
        draw(SECRET, "ps", "1ada", "mixing.1"),
    ]
    assert len({first, *others}) == 6
