"""What one student handed in for one assignment, as the graders see it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

MARK = "whichbank"  # the name of our entry in a notebook's metadata and in a cell's
IMPORTS = "imports"  # the id of the cell of imports that every released notebook has


@dataclass(frozen=True)
class Cell:
    """One cell of a student's work."""

    source: str  # its text
    kind: Literal["code", "markdown"]
    exercise: str | None = None  # the exercise that it answers, such as "mixing.2"
    # whether it is the student's own; the cell of imports is neither added nor an answer
    added: bool = False


@dataclass(frozen=True)
class Submission:
    """A student's work on an assignment.

    An answer is the value that its name has once its cell has run; later cells may use the same
    name for something else. An exercise whose answer was not found is not graded, the others are.
    """

    student: str  # this and the next can be used as the name of a folder
    assignment: str
    exercises: tuple[str, ...]  # the exercises of the assignment, in its order
    # the imports, the answers and the student's own code, in the student's order
    cells: tuple[Cell, ...]
    # why the work as a whole cannot be graded; empty where it can be
    problems: tuple[str, ...] = ()
    # the student for whom the numbers of the exercises by hand were drawn; empty without variants
    variant: str = ""
    # whether the notebook says that it was made for somebody, and has numbers of its own
    own_numbers: bool = True
    # what an instructor should know of; none of it keeps the work from being graded
    notes: tuple[str, ...] = ()
    # for an answer that was not found: the reason
    missing: Mapping[str, str] = field(default_factory=dict)
    python: str = ""  # the version of Python that the student used, if it is known
    failed: tuple[str, ...] = ()  # exercises whose cells stopped on the student's machine, too
    collected: bool = True  # whether collect wrote it; else it is as the student left it

    def reason(self, exercise: str) -> str:
        """Return why an exercise of this submission cannot be graded; empty if it can be."""
        return " ".join(self.problems) or self.missing.get(exercise, "")

    def answer(self, exercise: str) -> Cell | None:
        """Return the cell that answers an exercise; None where there is none."""
        return next((cell for cell in reversed(self.cells) if cell.exercise == exercise), None)


def read(path: Path | str) -> Submission:
    """Read the notebook that is graded: ``submitted/<student>/<assignment>/<assignment>.ipynb``.

    A file that cannot be read gives a submission with a problem, so that it is never graded as 0.

    Examples
    --------
    >>> read("submitted/student01/ps1/ps1.ipynb").problems
    ('There is no file ps1.ipynb.',)
    """
    path = Path(path)
    student, assignment = path.absolute().parent.parent.name, path.absolute().parent.name
    try:
        notebook = json.loads(path.read_bytes())
        return _read(notebook, student, assignment)
    except FileNotFoundError:
        problem = f"There is no file {path.name}."
    except OSError as error:
        problem = f"{path.name} cannot be opened: {error.strerror}."
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        problem = (
            f"{path.name} is not a notebook that collect wrote. Collect the student's file again."
        )
    return Submission(student, assignment, (), (), (problem,), collected=False)


def _read(notebook: Mapping[str, Any], student: str, assignment: str) -> Submission:
    about = notebook["metadata"][MARK]
    exercises = tuple(map(str, about["exercises"]))
    answers = {stub_id(exercise): exercise for exercise in exercises}
    answers |= {answer_id(exercise): exercise for exercise in exercises}
    given = {"setup", proof_id(assignment), *map(points_id, exercises)}
    cells = []
    for cell in notebook["cells"]:
        marked, name = bool(cell["metadata"].get(MARK, {}).get("added")), cell.get("id")
        exercise = None if marked else answers.get(name)
        # whoever mends a collected notebook may add cells without our mark
        code = cell["cell_type"] == "code"
        added = marked or (code and not exercise and name != IMPORTS and name not in given)
        if added or exercise or name == IMPORTS:
            kind: Literal["code", "markdown"] = "code" if code else "markdown"
            source = cell["source"]
            cells.append(
                Cell(source if isinstance(source, str) else "".join(source), kind, exercise, added)
            )
    return Submission(
        student,
        assignment,
        exercises,
        tuple(cells),
        problems=tuple(map(str, about.get("problems", ()))),
        variant=str(about.get("variant", "")),
        own_numbers=not about.get("common"),
        notes=tuple(map(str, about.get("notes", ()))),
        missing={str(exercise): str(why) for exercise, why in about.get("missing", {}).items()},
        python=str(about.get("python", "")),
        failed=tuple(map(str, about.get("failed", ()))),
        collected=bool(about.get("collected")),
    )


def statement_id(exercise: str) -> str:
    """Return the id of an exercise's statement cell: "exercise-mixing-2"."""
    return f"exercise-{exercise.replace('.', '-')}"


def stub_id(exercise: str) -> str:
    """Return the id of the code cell that answers an exercise."""
    return f"{statement_id(exercise)}-stub"


def points_id(exercise: str) -> str:
    """Return the id of the cell that carries an exercise's points."""
    return f"{statement_id(exercise)}-points"


def answer_id(exercise: str) -> str:
    """Return the id of the text cell that answers an exercise to explore."""
    return f"{statement_id(exercise)}-answer"


def proof_id(assignment: str) -> str:
    """Return the id of the cell that runs all boxes of the machine."""
    return f"{assignment}-proof"
