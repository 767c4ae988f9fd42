"""The notebooks of an assignment: valid, without solutions, and able to run where students run
them.
"""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
from handing_in import MIX, answered, by_id, put
from IPython.core.inputtransformer2 import TransformerManager
from references import hints, reference_lines, squeezed
from whichbank_authoring.exercises import ALL, cells
from whichbank_teach.classroom import release as releasing
from whichbank_teach.classroom.folder import (
    SETTINGS,
    Assignment,
    Classroom,
    ClassroomError,
    Settings,
)
from whichbank_teach.classroom.notebook import notebook, setup_cell
from whichbank_teach.classroom.release import release
from whichbank_teach.classroom.submission import answer_id, points_id, read, statement_id, stub_id
from whichbank_teach.collect import collect

from whichbank.yours import BOXES

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = ["mixing.1", "mixing.2", "roles.2", "mixing.4"]


@pytest.fixture
def room(tmp_path):
    return Classroom.create(tmp_path / "class")


@pytest.fixture(scope="module")
def whole():
    """One notebook with every exercise of the course."""
    return notebook(Assignment("all", tuple(ALL)), list(ALL.values()), Settings())


# The notebook


def test_every_exercise_is_there_as_its_source_has_it(whole):
    found = by_id(whole)
    nbformat.validate(whole)
    for exercise in ALL.values():
        statement, stub = cells(exercise.id)
        assert found[statement_id(exercise.id)].source == statement
        if exercise.kind == "explore":
            assert found[answer_id(exercise.id)].cell_type == "markdown"
        else:
            assert found[stub_id(exercise.id)].source == stub
            text = (
                f"# Exercise {exercise.id}: {exercise.points} point{'s' * (exercise.points != 1)}"
            )
            assert found[points_id(exercise.id)].source == text
    assert [cell.id for cell in whole.cells][:3] == ["all-title", "setup", "imports"]
    assert all(
        cell.get("outputs", []) == [] and not cell.get("execution_count") for cell in whole.cells
    )


@pytest.mark.skipif(sys.platform == "win32", reason="nbgrader does not work on Windows")
def test_nbgrader_finds_its_metadata_in_order(whole):
    from nbgrader.nbgraderformat import MetadataValidator

    MetadataValidator().validate_nb(whole)
    marks = {cell.id: cell.metadata.nbgrader for cell in whole.cells if "nbgrader" in cell.metadata}
    assert all(mark.grade_id == name for name, mark in marks.items())
    for exercise in ALL.values():
        assert marks[statement_id(exercise.id)].locked
        graded = answer_id(exercise.id) if exercise.kind == "explore" else points_id(exercise.id)
        assert (marks[graded].grade, marks[graded].points) == (True, exercise.worth)
        assert marks[graded].solution == (exercise.kind == "explore")
        if exercise.kind != "explore":
            assert (marks[stub_id(exercise.id)].solution, marks[stub_id(exercise.id)].grade) == (
                True,
                False,
            )
    assert all(exercise.worth > 0 for exercise in ALL.values())


def test_no_solution_is_in_the_notebook_or_its_metadata(whole):
    text = squeezed(json.dumps(whole))
    lines = {line for _, line in reference_lines()}
    assert len(lines) > 60
    assert [line for line in sorted(lines) if json.dumps(line)[1:-1] in text] == []
    assert [hint for hint in hints() if hint in text] == []
    assert "inbugs" not in text


def test_a_released_notebook_runs_with_the_students_package_alone(whole, tmp_path):
    """Every cell, as a program: where the instructor's package cannot be imported, and no magic is
    needed.
    """
    source = "\n\n".join(
        cell.source for cell in whole.cells if cell.cell_type == "code" and cell.id != "setup"
    )
    setup = TransformerManager().transform_cell(by_id(whole)["setup"].source)
    program = f"import sys\nsys.modules['whichbank_teach'] = None\n{setup}\n{source}"
    program = program.replace("\ncheck(", "\nprint(check(")
    program = re.sub(r"^(print\(check\(.*\))$", r"\1)", program, flags=re.MULTILINE)
    (tmp_path / "run.py").write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "run.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    checked = sum(exercise.kind != "explore" for exercise in ALL.values())
    assert done.stdout.count("not attempted yet") + done.stdout.count("not finished yet") == checked


# The setup cell


def test_the_setup_cell_is_the_chapters_cell():
    assert setup_cell(Settings()) == (ROOT / "tools" / "setup_cell.ipy").read_text(
        encoding="utf-8"
    ).rstrip("\n")
    kept = ROOT / "teach" / "src" / "whichbank_teach" / "classroom" / "setup_cell.ipy"
    assert kept.read_bytes() == (ROOT / "tools" / "setup_cell.ipy").read_bytes()


def magics(monkeypatch, source, missing):
    """Run the cell as IPython would; return the magics it called, with {names} filled in."""
    called, space = [], {}
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if missing else real(name))

    def magic(name, line):
        called.append(
            f"{name} {line}".format(**{k: v for k, v in space.items() if isinstance(v, str)})
        )

    space["get_ipython"] = lambda: SimpleNamespace(run_line_magic=magic)
    exec(TransformerManager().transform_cell(source), space)
    return called


@pytest.mark.parametrize("branch", ["main", "autumn/2026", "it's"])
def test_with_a_course_set_the_cell_asks_nobody(monkeypatch, branch):
    source = setup_cell(Settings(course="ada/course", course_branch=branch))
    assert source.splitlines()[0] == setup_cell(Settings()).splitlines()[0]
    assert "input(" not in source
    assert "urllib" not in source
    assert magics(monkeypatch, source, missing=False) == []
    freeze, install = magics(monkeypatch, source, missing=True)
    assert freeze == "pip list --format=freeze > installed.txt"
    wanted = f'"whichbank @ git+https://github.com/ada/course@{branch}"'
    assert install == f"pip install --quiet --constraint installed.txt {wanted}"


# Releasing


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    """An assignment that is released with nbgrader, as an instructor does it."""
    if sys.platform == "win32":
        pytest.skip("nbgrader does not work on Windows")
    room = Classroom.create(tmp_path_factory.mktemp("registered") / "class")
    (room.root / SETTINGS).write_text(
        '[course]\nrepository = "ada/course"\n[release]\nrepository = "ada/class"\n',
        encoding="utf-8",
    )
    return room, release(room, "ps1", EXERCISES)


def test_nbgrader_knows_the_assignment_and_its_points(registered):
    from nbgrader.api import Gradebook

    room, _ = registered
    with Gradebook(f"sqlite:///{room.root / 'gradebook.db'}") as book:
        assert [one.name for one in book.assignments] == ["ps1"]
        (found,) = book.find_assignment("ps1").notebooks
        assert {cell.name: cell.max_score for cell in found.grade_cells} == {
            "exercise-mixing-1-points": 1,
            "exercise-mixing-2-points": 2,
            "exercise-roles-2-points": ALL["roles.2"].points,
            "exercise-mixing-4-answer": 1,
        }
        assert {cell.name for cell in found.solution_cells} >= {
            "exercise-mixing-2-stub",
            "exercise-mixing-4-answer",
        }
        stubs = {cell.name: cell.source for cell in found.source_cells}
        assert stubs["exercise-mixing-2-stub"] == ALL["mixing.2"].stub.strip()


def test_the_released_notebook_is_the_source_with_checksums(registered):
    room, made = registered
    assert made.notebook == room.released("ps1")
    released, source = (
        nbformat.read(path, as_version=4) for path in (made.notebook, room.source("ps1"))
    )
    nbformat.validate(released)
    assert [(cell.id, cell.source) for cell in released.cells] == [
        (cell.id, cell.source) for cell in source.cells
    ]
    assert by_id(released)["exercise-mixing-2-stub"].metadata.nbgrader.checksum
    assert released.metadata.whichbank.exercises == EXERCISES
    assert room.assignment("ps1") == made.assignment == Assignment("ps1", tuple(EXERCISES))


def test_the_release_lists_its_links_and_what_is_marked_by_hand(registered):
    room, made = registered
    assert (
        made.links.colab
        == "https://colab.research.google.com/github/ada/class/blob/main/ps1/ps1.ipynb"
    )
    assert made.notes == ("mixing.4 is answered in words: you mark it by hand, in formgrader.",)
    environment = (room.root / "release" / "binder" / "requirements.txt").read_text(
        encoding="utf-8"
    )
    assert "\nwhichbank @ git+https://github.com/ada/course@main\n" in environment


def test_a_students_work_on_the_released_notebook_comes_back(registered, tmp_path):
    room, made = registered
    handed = answered(json.loads(made.notebook.read_text(encoding="utf-8")), ex_mixing_2=MIX)
    collect(room, "ps1", put(tmp_path / "inbox", "student01/ps1.ipynb", handed).parents[1])
    work = read(room.collected("student01", "ps1"))
    assert work.answer("mixing.2").source == MIX
    assert not any(cell.added for cell in work.cells)
    with pytest.raises(ClassroomError, match="Work for ps1 has been collected"):
        release(room, "ps1", ["mixing.1"])


def test_nbgraders_own_configuration_keeps_the_stubs(registered):
    """An instructor may call ``nbgrader generate_assignment`` in the folder: the stubs must survive
    it.
    """
    from nbgrader.preprocessors import ClearSolutions
    from traitlets.config import Config

    room, _ = registered
    config = Config()
    text = (room.root / "nbgrader_config.py").read_text(encoding="utf-8")
    exec(text, {"get_config": lambda: config, "__file__": str(room.root / "nbgrader_config.py")})
    assert config.CourseDirectory.root == str(room.root)
    assert ClearSolutions not in config.GenerateAssignment.preprocessors


def test_a_failed_registration_leaves_nothing_behind(room, monkeypatch):
    def fail(room, name):
        raise ClassroomError("nbgrader could not register ps1: x")

    monkeypatch.setattr(releasing, "register", fail)
    with pytest.raises(ClassroomError, match="could not register"):
        release(room, "ps1", EXERCISES)
    assert room.assignments() == []
    monkeypatch.setattr(releasing, "register", lambda room, name: None)
    release(room, "ps1", EXERCISES)
    before = room.source("ps1").read_bytes()
    monkeypatch.setattr(releasing, "register", fail)
    with pytest.raises(ClassroomError):
        release(room, "ps1", ["mixing.1"])
    assert room.source("ps1").read_bytes() == before


@pytest.mark.parametrize(
    ("exercises", "message"),
    [
        ([], "at least one exercise"),
        (["mixing.9"], r"There is no exercise mixing\.9\. The exercises are across\.1, "),
        (["mixing.2", "mixing.1", "mixing.2"], r"mixing\.2 is named twice"),
    ],
)
def test_a_wrong_choice_is_told(room, unregistered, exercises, message):
    with pytest.raises(ClassroomError, match=message):
        release(room, "ps1", exercises)
    assert room.assignments() == []


def test_two_answers_of_one_name_do_not_fit_into_one_notebook(room, unregistered, monkeypatch):
    from dataclasses import replace

    monkeypatch.setitem(ALL, "roles.2", replace(ALL["roles.2"], name="mix_all"))
    with pytest.raises(ClassroomError, match=r"mixing\.2 and roles\.2 both ask for 'mix_all'"):
        release(room, "ps1", ["mixing.2", "roles.2"])


def test_a_wrong_name_is_told_before_anything_is_written(room, unregistered):
    with pytest.raises(ClassroomError, match="cannot be the name"):
        release(room, "../ps1", EXERCISES)
    assert not (room.root / "source").exists()


# The machine that runs on the student's own functions


def test_a_project_asks_for_each_box_of_the_machine_and_ends_with_its_proof(room):
    made = release(room, "machine", ["yours"])
    assert made.assignment.exercises == tuple(box.exercise for box in BOXES.values())
    found = by_id(nbformat.read(made.notebook, 4))
    proof = found["machine-proof"]
    assert not proof.metadata["nbgrader"]["grade"]
    assert list(found)[-1] == "machine-proof"
    space = {box.name: box.default for box in BOXES.values()} | {"np": np}
    exec(proof.source, space)
    assert space["proof"](space).ok
    worth = [
        found[points_id(box.exercise)].metadata["nbgrader"]["points"] for box in BOXES.values()
    ]
    assert min(worth) >= 1


def test_other_assignments_have_no_proof(room):
    made = release(room, "some", [box.exercise for box in list(BOXES.values())[1:]])
    assert "some-proof" not in by_id(nbformat.read(made.notebook, 4))
