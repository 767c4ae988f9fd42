"""Two steps of ``nbgrader autograde``: marks from the box are written into the notebook, and saved as grades.

No cell of a student's is run here.
"""

import re
from typing import Any

from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import compute_checksum, is_grade, is_locked, is_solution

from ..submission import MARK, points_id, stub_id
from ..verdict import Mark, Verdict
from .where import class_folder

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """Return a text without control characters, which neither a page nor a notebook should hold."""
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n"))


def inert(words: str) -> str:
    """Return a student's Markdown as a block of plain text.

    The form grader makes a page of it, in the instructor's own Jupyter, and lets all tags and links live.

    Examples
    --------
    >>> print(inert("<b onclick=steal()>x</b>"))
    ```text
    <b onclick=steal()>x</b>
    ```
    """
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", words)), default=0))
    return f"{fence}text\n{plain(words)}\n{fence}"


class FillMarks(NbGraderPreprocessor):
    """Write what the box found into a notebook: the student's output, and each exercise's result and points.

    It stands where nbgrader runs the notebook. Without a verdict, or with one for another state of the work, the
    submission is marked first.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Fill the outputs of the answer cells and of the cells of points."""
        from ..grading import current_verdict, digest

        about = resources["nbgrader"]
        verdict = current_verdict(class_folder(self), about["assignment"], about["student"])
        by_id = {name: mark for mark in verdict.marks for name in (stub_id(mark.exercise), points_id(mark.exercise))}
        for cell in nb.cells:
            mark = by_id.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if cell.cell_type != "code":
                if not is_locked(cell) and not _as_released(cell):
                    cell.source = inert(cell.source)
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
    return [new_output("stream", name="stdout", text=plain(mark.output))] if mark.output else []


def _points(mark: Mark) -> list[Any]:
    outputs = [new_output("stream", name="stdout", text=plain(f"{mark.message}\n"))] if mark.message else []
    if mark.points is not None:
        outputs.append(new_output("execute_result", {"text/plain": f"{mark.points:g}"}))
    return outputs


class SaveMarks(SaveAutoGrades):
    """Save the marks as grades; what was not graded has no score and waits for a person.

    Answers in words, which have no mark of the box, are saved as nbgrader saves them.
    """

    verdict: Verdict

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Save the grade of each cell of points and the comment of each answer."""
        self.verdict = resources[MARK]
        self.by_points = {points_id(mark.exercise): mark for mark in self.verdict.marks}
        self.by_answer = {stub_id(mark.exercise): mark for mark in self.verdict.marks}
        return super().preprocess(nb, resources)

    def _add_score(self, cell: Any, resources: Any) -> None:
        if is_solution(cell):
            super()._add_score(cell, resources)
            return
        name = cell.metadata.nbgrader["grade_id"]
        grade = self.gradebook.find_grade(name, self.notebook_id, self.assignment_id, self.student_id)
        mark = self.by_points.get(name)
        if mark is None or mark.points is None:
            grade.auto_score = None
        else:
            share = mark.points / mark.max_points if mark.max_points else 0.0
            grade.auto_score = share * float(cell.metadata.nbgrader["points"])
        grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
        self.gradebook.db.commit()

    def _add_comment(self, cell: Any, resources: Any) -> None:
        mark = self.by_answer.get(cell.metadata.nbgrader["grade_id"])
        if mark is None:
            super()._add_comment(cell, resources)
            return
        name = cell.metadata.nbgrader["grade_id"]
        comment = self.gradebook.find_comment(name, self.notebook_id, self.assignment_id, self.student_id)
        comment.auto_comment = plain(mark.message) or None
        self.gradebook.db.commit()
