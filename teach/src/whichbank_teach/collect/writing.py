"""The collected notebook: the released one with a student's answers and code in it."""

import copy
from collections.abc import Sequence
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell

from ..exercise import Exercise
from ..submission import IMPORTS, MARK, answer_id, points_id, statement_id, stub_id
from .answers import Answers


def collected_notebook(
    released: nbformat.NotebookNode, exercises: Sequence[Exercise], answers: Answers | None, **about: Any
) -> bytes:
    """Return the notebook that is graded, as the bytes of its file.

    Parameters
    ----------
    released : NotebookNode
        The notebook that the student was given. It is not changed.
    exercises : sequence of Exercise
    answers : Answers or None
        None where the work could not be read: the notebook is the released one.
    **about
        What ``submission.read`` finds in the notebook's metadata: variant, problems, notes, missing.

    Returns
    -------
    bytes
        The same for the same work.
    """
    made = copy.deepcopy(released)
    cells = {cell.id: cell for cell in made.cells}
    made.cells = []
    for number, (name, source) in enumerate(_laid(cells, exercises, answers)):
        if name:
            cells[name].source = source
            made.cells.append(cells[name])
        else:
            made.cells.append(new_code_cell(source, id=f"added-{number}", metadata={MARK: {"added": True}}))
    ids = [one.id for one in exercises]
    made.metadata[MARK] = {"assignment": made.metadata[MARK]["assignment"], "exercises": ids}
    made.metadata[MARK].update({name: value for name, value in about.items() if value})
    nbformat.validate(made)
    return (nbformat.writes(made, version=nbformat.NO_CONVERT) + "\n").encode()


def _laid(
    cells: dict[str, nbformat.NotebookNode], exercises: Sequence[Exercise], answers: Answers | None
) -> list[tuple[str, str]]:
    """The released cells' ids (empty for the student's own code) and the texts, in the student's order."""
    answers = answers or Answers({}, {}, {})
    head = [name for name in cells if not name.startswith("exercise-") and name != IMPORTS] + [IMPORTS]
    laid = [(name, cells[name].source) for name in head if name in cells]
    waiting = sorted(answers.added.items())
    for exercise in _order(exercises, answers):
        place = answers.places.get(exercise)
        while place is not None and waiting and waiting[0][0] < place:
            laid.append(("", waiting.pop(0)[1]))
        for name in (statement_id(exercise), stub_id(exercise), points_id(exercise), answer_id(exercise)):
            if name in cells:
                own = name in (stub_id(exercise), answer_id(exercise))
                laid.append((name, answers.sources.get(exercise, cells[name].source) if own else cells[name].source))
    return laid + [("", source) for _, source in waiting]


def _order(exercises: Sequence[Exercise], answers: Answers) -> list[str]:
    """The exercises as the student ordered them; one that is missing follows the one before it."""
    order: list[str] = []
    before = -1
    for one in exercises:
        place = answers.places.get(one.id)
        if place is None:
            order.insert(before + 1, one.id)
            before += 1
            continue
        later = [i for i, other in enumerate(order) if answers.places.get(other, -1) > place]
        before = later[0] if later else len(order)
        order.insert(before, one.id)
    return order
