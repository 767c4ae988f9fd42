"""What the marking of one student's work came to, and the file that keeps it."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..classroom.folder import write_whole

NOT_GRADED = "not graded"
BY_HAND = "by hand"
STATUSES = (
    "right",
    "not attempted",
    "nothing returned",
    "not a function",
    "raised",
    "shape",
    "dtype",
    "changed inputs",
    "not finite",
    "mistake",
    "wrong",
    "changing answer",
    "timed out",
    "too much memory",
    "too much output",
    "crashed",
    NOT_GRADED,
    BY_HAND,
)


@dataclass(frozen=True)
class Mark:
    """The mark for one exercise."""

    exercise: str  # such as "mixing.2"
    status: str  # one of ``STATUSES``
    points: float | None  # None if the work was not graded, or is graded by hand: never a silent 0
    max_points: float  # what the exercise is worth
    mistakes: tuple[str, ...] = ()  # names of the known mistakes that explain the answer
    # what the student is told; for work that was not graded, the reason; plain text
    message: str = ""
    output: str = ""  # what the student's cell printed; plain text, capped

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"status must be one of {', '.join(STATUSES)}; got {self.status!r}")
        if (self.points is None) != (self.status in (NOT_GRADED, BY_HAND)):
            raise ValueError(
                f"points must be None just for work without a grade; got {self.points} for "
                f"{self.status}"
            )
        if self.status == NOT_GRADED and not self.message:
            raise ValueError(
                "message must hold the reason for work that was not graded; it is empty"
            )


@dataclass(frozen=True)
class Verdict:
    """The marks of one student for one assignment."""

    student: str
    assignment: str
    marks: tuple[Mark, ...]  # one for each exercise of the assignment, in its order
    problems: tuple[str, ...] = ()  # sentences for the instructor
    key: str = ""  # what the verdict depends on, as one hash: with another key it is out of date
    doubtful: bool = False  # whether a time was up that other students' work may have used

    @property
    def points(self) -> float | None:
        """The sum of the points; None if an exercise has none."""
        points = [mark.points for mark in self.marks if mark.points is not None]
        return sum(points) if points and len(points) == len(self.marks) else None

    def mark(self, exercise: str) -> Mark | None:
        """Return the mark for one exercise; None if it is not part of the work."""
        return next((mark for mark in self.marks if mark.exercise == exercise), None)

    def to_json(self) -> str:
        """Write the verdict as text. It is ASCII, so that no text of a student can break it."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Verdict":
        """Read a verdict from its text; ValueError if it is none."""
        try:
            fields = json.loads(text)
            marks = tuple(
                Mark(**{**mark, "mistakes": tuple(mark["mistakes"])}) for mark in fields["marks"]
            )
            return cls(**{**fields, "marks": marks, "problems": tuple(fields["problems"])})
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"this is no verdict: {type(error).__name__}: {error}") from None

    def save(self, folder: Path) -> Path:
        """Write ``<student>.json`` into a folder, as a whole or not at all."""
        target = Path(folder) / f"{self.student}.json"
        write_whole(target, self.to_json().encode("ascii"), 0o600)
        return target


def load(path: Path) -> Verdict:
    """Read a verdict from its file; ValueError if the file holds none."""
    return Verdict.from_json(Path(path).read_text(encoding="ascii"))


def key_of(*parts: bytes | str) -> str:
    """Hash all that a verdict depends on: the same for the same parts in the same order."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "little") + data)
    return found.hexdigest()
