"""What collect did, file by file."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

COLLECTED = "collected"  # it is what will be graded
UNCHANGED = "already collected"
KEPT = "kept beside"  # another file of this student's is graded
PROBLEM = "problem"  # it cannot be read, and nobody gets a 0 for it
UNKNOWN = "unknown student"
LEFT_OUT = "left out"  # what systems leave behind
DONE = (COLLECTED, UNCHANGED, KEPT, PROBLEM, UNKNOWN, LEFT_OUT)


@dataclass(frozen=True)
class FileReport:
    """What became of one file.

    Attributes
    ----------
    path : str
        Where it lies in the inbox.
    student : str
        Whose it is; empty where nobody knows.
    done : str
        One of ``DONE``.
    says : tuple of str
        Sentences for the instructor.
    """

    path: str
    student: str
    done: str
    says: tuple[str, ...] = ()

    def __str__(self) -> str:
        whose = f" ({self.student})" if self.student else ""
        return "\n".join([f"{self.done}: {self.path}{whose}", *(f"    {one}" for one in self.says)])


@dataclass(frozen=True)
class Report:
    """What became of an inbox.

    Attributes
    ----------
    files : tuple of FileReport
        One for each file of the inbox.
    absent : tuple of str
        Students of the list of whom nothing has been collected, now or before.
    """

    files: tuple[FileReport, ...]
    absent: tuple[str, ...] = ()

    def of(self, done: str) -> tuple[FileReport, ...]:
        """Return the files of one outcome."""
        return tuple(file for file in self.files if file.done == done)

    def lines(self) -> Iterator[str]:
        """Yield the report as text: what needs a look first, a count of all at the end."""
        for done in (PROBLEM, UNKNOWN, KEPT, COLLECTED, UNCHANGED, LEFT_OUT):
            yield from map(str, self.of(done))
        if self.absent:
            yield f"nothing handed in: {', '.join(self.absent)}"
        counts = Counter(file.done for file in self.files)
        yield ", ".join(f"{counts[done]} {done}" for done in DONE if counts[done]) or "The inbox is empty."

    def __str__(self) -> str:
        return "\n".join(self.lines())
