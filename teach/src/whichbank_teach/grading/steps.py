"""Two steps of ``nbgrader autograde``: marks from the box are written into the notebook, and saved
as grades.

No cell of a student's is run here.
"""

import re
from typing import Any

from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_locked, is_solution
from traitlets import default

from ..classroom.nbgrader import class_folder
from ..classroom.submission import MARK, points_id, stub_id
from .verdict import Mark, Verdict

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def visible(text: str) -> str:
    """Return a text without control characters, which neither a page nor a notebook should hold."""
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n"))


def inert(words: str) -> str:
    """Return a student's Markdown as a block of plain text.

    The form grader makes a page of it, in the instructor's own Jupyter, and lets all tags and links
    live.

    Examples
    --------
    >>> print(inert("<b onclick=steal()>x</b>"))
    ```text
    <b onclick=steal()>x</b>
    ```
    """
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", words)), default=0))
    return f"{fence}text\n{visible(words)}\n{fence}"


class FillMarks(NbGraderPreprocessor):
    """Write what the box found into a notebook: the student's output, and each exercise's result
    and points.

    It takes the place of nbgrader's run of the notebook. Without a verdict, or with one for another
    state of the work, the submission is marked first.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Fill the outputs of the answer cells and of the cells of points."""
        from . import current_verdict, digest

        about = resources["nbgrader"]
        verdict = current_verdict(class_folder(self), about["assignment"], about["student"])
        by_id = {
            name: mark
            for mark in verdict.marks
            for name in (stub_id(mark.exercise), points_id(mark.exercise))
        }
        for cell in nb.cells:
            mark = by_id.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if cell.cell_type != "code":
                if not is_locked(cell) and not _as_released(cell):
                    pictures = [
                        f"![{name}](attachment:{name})" for name in cell.get("attachments", ())
                    ]
                    cell.source = "\n\n".join([inert(cell.source), *pictures])
                continue
            cell.outputs, cell.execution_count = [], None
            if mark is not None:
                cell.outputs = _points(mark) if is_grade(cell) else _printed(mark)
        nb.metadata[MARK] = {**nb.metadata.get(MARK, {}), "verdict": digest(verdict)}
        resources[MARK] = verdict
        return nb, resources


def _as_released(cell: Any) -> bool:
    checksum = cell.metadata.get("nbgrader", {}).get("checksum")
    return checksum is not None and checksum == compute_checksum(cell)


def _printed(mark: Mark) -> list[Any]:
    return [new_output("stream", name="stdout", text=visible(mark.output))] if mark.output else []


def _points(mark: Mark) -> list[Any]:
    outputs = (
        [new_output("stream", name="stdout", text=visible(f"{mark.message}\n"))]
        if mark.message
        else []
    )
    if mark.points is not None:
        outputs.append(new_output("execute_result", {"text/plain": f"{mark.points:g}"}))
    return outputs


class SaveMarks(NbGraderPreprocessor):
    """Save the marks as grades; what was not graded has no score and waits for a person.

    It replaces nbgrader's step that saves the grades of cells that were run. All are saved at once
    or none is. Answers in words, which have no mark of the box, are saved as nbgrader saves them.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Save the grade of each cell of points and the comment of each answer."""
        verdict: Verdict = resources[MARK]
        by_points = {points_id(mark.exercise): mark for mark in verdict.marks}
        by_answer = {stub_id(mark.exercise): mark for mark in verdict.marks}
        about = resources["nbgrader"]
        with Gradebook(about["db_url"]) as book:
            held = book.find_submission_notebook(
                about["notebook"], about["assignment"], about["student"]
            )
            released = held.notebook
            cells = {
                cell.id: cell.name for cell in (*released.grade_cells, *released.solution_cells)
            }
            grades = {cells.get(grade.cell_id): grade for grade in held.grades}
            comments = {cells.get(comment.cell_id): comment for comment in held.comments}
            for cell in nb.cells:
                name = cell.metadata.get("nbgrader", {}).get("grade_id")
                if is_grade(cell):
                    score = (
                        determine_grade(cell)[0]
                        if is_solution(cell)
                        else _score(by_points.get(name), cell)
                    )
                    grades[name].auto_score = score
                    grades[name].needs_manual_grade = (
                        score is None or grades[name].manual_score is not None
                    )
                if is_solution(cell):
                    empty = "No response." if _as_released(cell) else None
                    mark = by_answer.get(name)
                    comments[name].auto_comment = (
                        empty if mark is None else visible(mark.message) or None
                    )
            book.db.commit()
        return nb, resources


def _score(mark: Mark | None, cell: Any) -> float | None:
    """Return a mark in the points that the gradebook gives to its cell."""
    if mark is None or mark.points is None:
        return None
    return (mark.points / mark.max_points if mark.max_points else 0.0) * float(
        cell.metadata.nbgrader["points"]
    )


class Recorder(Autograde):
    """``nbgrader autograde`` in one pass over the notebook, which is written when its grades are
    saved.

    So a notebook with a verdict says that its grades are in the gradebook.
    """

    convert_single_notebook = BaseConverter.convert_single_notebook

    @default("preprocessors")
    def _all_steps(self) -> list[Any]:
        return [*self.sanitize_preprocessors, *self.autograde_preprocessors]
