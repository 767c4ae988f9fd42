"""Marks in nbgrader's gradebook: by value, and never a silent 0."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from classes import DOT, hand_in, mistake, on_linux, ungraded, verdict
from whichbank_teach import grading
from whichbank_teach.classroom import nbgrader as nbgrader_setup
from whichbank_teach.grading import recording
from whichbank_teach.grading.verdict import Mark

pytestmark = on_linux


def recorded(room, *students):
    return dict(recording.record(room.root, "ps1", students))


def grades(room, student):
    with recording.gradebook(room.root) as book:
        notebook = book.find_submission_notebook("ps1", "ps1", student)
        return {one.name: (one.auto_score, one.needs_manual_grade) for one in notebook.grades}


def comments(room, student):
    with recording.gradebook(room.root) as book:
        notebook = book.find_submission_notebook("ps1", "ps1", student)
        return {one.name: one.auto_comment for one in notebook.comments}


def autograded(room, student):
    made = json.loads((room.root / "autograded" / student / "ps1" / "ps1.ipynb").read_bytes())
    return {cell["id"]: cell for cell in made["cells"]}


def test_right_wrong_and_ungraded(room):
    for student, marks in {"ada": (), "ben": (mistake(),), "cleo": (ungraded(),)}.items():
        hand_in(room, student)
        verdict(room, student, *marks)
    assert recorded(room, "ada", "ben", "cleo") == {"ada": "", "ben": "", "cleo": ""}
    assert grades(room, "ada")["exercise-mixing-2-points"] == (2.0, False)
    assert grades(room, "ben")["exercise-mixing-2-points"] == (0.0, False)
    assert grades(room, "cleo")["exercise-mixing-2-points"] == (None, True)
    assert grades(room, "cleo")["exercise-mixing-1-points"] == (1.0, False)
    assert "is transposed" in comments(room, "ben")["exercise-mixing-2-stub"]
    assert comments(room, "cleo")["exercise-mixing-2-stub"] == "The box failed."


def test_words_wait_for_a_person_and_no_words_are_a_0(room):
    hand_in(room, "ada", words="Because the weights sum to 1.")
    hand_in(room, "ben")
    for student in ("ada", "ben"):
        verdict(room, student)
    recorded(room, "ada", "ben")
    assert grades(room, "ada")["exercise-mixing-4-answer"] == (None, True)
    assert grades(room, "ben")["exercise-mixing-4-answer"] == (0, False)


def test_nothing_of_a_students_is_run(room, tmp_path):
    trap = tmp_path / "trap"
    hand_in(room, "ada", {"mixing.2": f"open({str(trap)!r}, 'w').write('run')"})
    verdict(room, "ada", mistake())
    assert recorded(room, "ada") == {"ada": ""}
    assert not trap.exists()


def test_outputs_are_the_students_own_and_never_an_error(room):
    hand_in(room, "ada")
    verdict(room, "ada", mistake(output="hello\x1b[31m\x00 \x07there\nmore"))
    recorded(room, "ada")
    cells = autograded(room, "ada")
    (printed,) = cells["exercise-mixing-2-stub"]["outputs"]
    assert (printed["output_type"], printed["name"]) == ("stream", "stdout")
    assert "".join(printed["text"]) == "hello\ufffd[31m\ufffd \ufffdthere\nmore"
    assert [one["output_type"] for one in cells["exercise-mixing-2-points"]["outputs"]] == [
        "stream",
        "execute_result",
    ]
    assert all(
        one.get("name") != "stderr" for cell in cells.values() for one in cell.get("outputs", ())
    )


LIVE = (
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "<a href=java&#115;cript:alert(1)>x</a>",
    "```\n<script>alert(1)</script>\n````text\n~~~",
    "$$\n<iframe>\n$$",
    "\n\n    code\n\n</code></pre><b>",
    "[a]: javascript:alert(1)\n\n[a]",
)


def test_a_students_words_are_plain_text_in_the_form_grader(room):
    """It turns Markdown into a page of the instructor's own Jupyter, without cleaning it."""
    from nbconvert.filters import markdown2html

    students = {f"student{i}": live for i, live in enumerate(LIVE)}
    for student, live in students.items():
        hand_in(room, student, words=f"If a < b:\n\n{live}")
        verdict(room, student)
    assert set(recorded(room, *students).values()) == {""}
    released = {cell["id"]: cell for cell in json.loads(room.source("ps1").read_bytes())["cells"]}
    for student, live in students.items():
        cells = autograded(room, student)
        shown = markdown2html("".join(cells["exercise-mixing-4-answer"]["source"]))
        assert set(re.findall(r"<(\w+)", shown)) <= {"div", "pre", "span"}, live
        assert not re.search(r"<[^>]*(?:\son\w+=|href)", shown), live
        assert live in html.unescape(re.sub(r"<[^>]*>", "", shown))
        assert "".join(cells["exercise-mixing-4"]["source"]) == "".join(
            released["exercise-mixing-4"]["source"]
        )
        assert grades(room, student)["exercise-mixing-4-answer"] == (None, True)


def test_the_pictures_of_an_answer_in_words_are_there_to_look_at(room):
    from nbconvert.exporters import HTMLExporter

    path = hand_in(room, "ada", words="See the picture.")
    made = json.loads(path.read_bytes())
    answer = next(cell for cell in made["cells"] if cell["id"] == "exercise-mixing-4-answer")
    answer["attachments"] = {"picture-1.png": {"image/png": DOT}}
    path.write_text(json.dumps(made), encoding="utf-8")
    verdict(room, "ada")
    assert recorded(room, "ada") == {"ada": ""}
    shown, _ = HTMLExporter(template_name="basic").from_filename(
        str(room.root / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    )
    assert f'src="data:image/png;base64,{DOT}"' in shown


def test_points_follow_the_gradebooks_worth(room):
    hand_in(room, "ada")
    verdict(room, "ada", Mark("mixing.2", "right", 5.0, 5.0))
    recorded(room, "ada")
    assert grades(room, "ada")["exercise-mixing-2-points"] == (2.0, False)


def test_a_persons_grade_survives_a_new_marking(room):
    hand_in(room, "ada")
    verdict(room, "ada", mistake())
    recorded(room, "ada")
    with recording.gradebook(room.root) as book:
        book.find_grade("exercise-mixing-2-points", "ps1", "ps1", "ada").manual_score = 1.5
        book.find_comment(
            "exercise-mixing-2-stub", "ps1", "ps1", "ada"
        ).manual_comment = "Half of it."
        book.db.commit()
    verdict(room, "ada")
    recorded(room, "ada")
    with recording.gradebook(room.root) as book:
        grade = book.find_grade("exercise-mixing-2-points", "ps1", "ps1", "ada")
        assert (grade.manual_score, grade.auto_score, grade.needs_manual_grade) == (1.5, 2.0, True)
        assert (
            book.find_comment("exercise-mixing-2-stub", "ps1", "ps1", "ada").comment
            == "Half of it."
        )


def test_a_failure_is_one_students_alone(room):
    for student in ("ada", "ben", "cleo"):
        hand_in(room, student)
        verdict(room, student)
    room.collected("ben", "ps1").write_text("{", encoding="utf-8")
    done = recorded(room, "ada", "ben", "cleo")
    assert [student for student, error in done.items() if error] == ["ben"]
    assert grades(room, "cleo")["exercise-mixing-2-points"] == (2.0, False)


def test_what_the_gradebook_holds_is_known(room):
    hand_in(room, "ada")
    hand_in(room, "ben")
    made = {student: verdict(room, student) for student in ("ada", "ben")}
    digests = {student: grading.digest(one) for student, one in made.items()}
    assert recording.up_to_date(room.root, "ps1", digests) == set()
    recorded(room, "ada")
    assert recording.up_to_date(room.root, "ps1", digests) == {"ada"}
    changed = {"ada": grading.digest(verdict(room, "ada", mistake()))}
    assert recording.up_to_date(room.root, "ps1", changed) == set()
    with recording.gradebook(room.root) as book:
        book.remove_submission("ps1", "ada")
    assert recording.up_to_date(room.root, "ps1", digests) == set()


def test_path_is_put_back(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with nbgrader_setup.tools_on_path():
        assert (Path(os.environ["PATH"].split(os.pathsep)[0]) / "alembic").exists()
    assert os.environ["PATH"] == "/nowhere"


COMMANDS = """
import contextlib, sys
from jupyter_core.application import NoStart
from nbgrader.apps import NbGraderApp
for command in sys.argv[1:]:
    app = NbGraderApp.instance()
    app.initialize(command.split())
    with contextlib.suppress(NoStart):
        app.start()
    app.reset()
"""


def nbgrader(room, *commands):
    """Run nbgrader's commands as an instructor does in the class folder, with a PATH that lacks the
    environment.
    """
    nowhere = {"PATH": os.defpath, "JUPYTER_CONFIG_DIR": str(room.root), "HOME": str(room.root)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", COMMANDS, *commands],
        cwd=room.root, capture_output=True, text=True, env=os.environ | nowhere,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_nbgraders_own_commands_do_the_same(room):
    hand_in(
        room, "ada", {"mixing.2": "<script>alert(1)</script>"}, words="<img src=x onerror=alert(1)>"
    )
    verdict(room, "ada", mistake())
    canvas = "export --exporter=whichbank_teach.grading.export.CanvasExport --to canvas.csv"
    nbgrader(room, "autograde ps1", "generate_feedback ps1", "export --to mine.csv", canvas)
    assert grades(room, "ada")["exercise-mixing-2-points"] == (0.0, False)
    page = (room.root / "feedback" / "ada" / "ps1" / "ps1.html").read_text(encoding="utf-8")
    assert "is transposed" in page
    assert "<script" not in page
    assert "to be marked by hand" in (room.root / "mine.csv").read_text(encoding="utf-8")
    assert (
        (room.root / "canvas.csv").read_text(encoding="utf-8").startswith("Student,ID,SIS User ID")
    )


def test_settings_twice_are_settings_once():
    from traitlets.config import Config
    from whichbank_teach.classroom.nbgrader import configure

    once, twice = Config(), Config()
    for made in (once, twice, twice):
        configure(made, "class/nbgrader_config.py")
    assert once == twice
    assert not any("Execute" in str(step) for step in once.Autograde.autograde_preprocessors)
