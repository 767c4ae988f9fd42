"""Write the feedback pages of a class."""

from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from ..classroom import Classroom, ClassroomError
from .recording import only_one, up_to_date, write_feedback


def write_pages(
    room: Classroom, assignment: str, students: Sequence[str] = (), *, progress: bool = True
) -> tuple[list[Path], dict[str, str]]:
    """Write a feedback page for each student whose work is graded.

    Parameters
    ----------
    room : Classroom
    assignment : str
    students : sequence of str
        Only these; all if none is named.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    (list of Path, dict of str to str)
        The pages, and the students without one, with the reason.

    Raises
    ------
    ClassroomError
        If there is no such assignment, or nobody of these has handed in.
    """
    from ..grading import digest, verdicts

    room.assignment(assignment)
    handed_in = room.students(assignment)
    wanted = [student for student in handed_in if not students or student in students]
    if unknown := [student for student in students if student not in handed_in]:
        raise ClassroomError(f"{', '.join(unknown)}: nothing was collected of them for {assignment}.")
    with only_one(room.root):
        marked = {student: digest(verdict) for student, verdict in verdicts(room.root, assignment).items()}
        ready = up_to_date(room.root, assignment, marked)
        failed = {
            student: "not graded yet: `whichbank-teach grade` comes first" for student in wanted if student not in ready
        }
        pages = []
        todo = [student for student in wanted if student in ready]
        with tqdm(total=len(todo), desc="Writing feedback", unit="page", disable=not progress or not todo) as bar:
            for student, error in write_feedback(room.root, assignment, todo):
                if error:
                    failed[student] = error
                else:
                    pages.append(room.root / "feedback" / student / assignment / f"{assignment}.html")
                bar.update()
    return pages, failed
