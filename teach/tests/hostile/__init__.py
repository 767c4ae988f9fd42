"""Submissions that cheat, break, hang or try to get out, and honest ones that look odd.

Each comes between two right answers to other exercises, which must keep their points whatever it
does.
"""

from dataclasses import dataclass

from whichbank_teach.classroom.submission import Cell, Submission

IMPORTS = "import os, sys\nimport numpy as np\n\nfrom whichbank.exercises import check"
BEFORE = ("mixing.1", 'answer_mixing_1 = [1.4, 0.1]\n\ncheck("mixing.1", answer_mixing_1)')
AFTER = (
    "choosing.2",
    """
def softmax(scores):
    grown = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


check("choosing.2", softmax)
""",
)


@dataclass(frozen=True)
class Attack:
    """One submission.

    Attributes
    ----------
    name : str
        What it tries.
    answer : str
        The cell of its exercise.
    helper, later : str
        Cells of the student's own before the answer and after it.
    statuses : tuple of str
        What the mark of the exercise may say; any that has no points if there is none.
    says, never : tuple of str
        What the cell's output and message must hold, and must not hold.
    exercise : str
        What it answers.
    also : tuple of (str, str)
        More of its answers, each with its exercise: what needs torch is kept together, since
        importing it takes long.
    patient : bool
        Whether it needs time to show what it does on a slow machine.
    hangs : bool
        Whether nothing but a limit of time ends it.
    neighbors : bool
        Whether the two right answers around it keep their points; False only where the student
        replaces, for all answers of this one work, the program that calls them.
    """

    name: str
    answer: str
    helper: str = ""
    later: str = ""
    statuses: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ("ESCAPED",)
    exercise: str = "mixing.2"
    also: tuple[tuple[str, str], ...] = ()
    patient: bool = False
    hangs: bool = False
    neighbors: bool = True

    def submission(self) -> Submission:
        """Return it as ``collect`` would have it read."""
        own = [(self.helper, None), (self.answer, self.exercise), (self.later, None), *self.also]
        cells = [(IMPORTS, None, False), (*BEFORE[::-1], False)]
        cells += [(source, exercise, exercise is None) for source, exercise in own if source]
        cells.append((*AFTER[::-1], False))
        made = tuple(Cell(source, "code", exercise, added) for source, exercise, added in cells)
        exercises = (BEFORE[0], self.exercise, *(exercise for _, exercise in self.also), AFTER[0])
        return Submission("student01", "ps1", exercises, made)


RIGHT = "def mix_all(weights, vectors):\n    return weights @ vectors\n"
ZEROS = "def mix_all(weights, vectors):\n    return np.zeros((len(weights), vectors.shape[1]))\n"
BELOW = "\nif True:\n    def mix_all(weights, vectors):\n        return weights @ vectors\n"
"""A right answer that is only there if its cell comes that far: it is no definition at the top of
the cell.
"""
