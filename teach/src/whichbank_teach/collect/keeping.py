"""Keep what a student handed in: every file's own bytes, and the notebook that is graded."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..classroom.folder import write_whole
from ..classroom.students import printable, safe, shortened
from .finding import Answers
from .reading import Work

RECORD = "record.json"
GUESS = "It may be somebody else's. To have it graded, put it into a folder named by the id."
NEAR = 120.0  # seconds between two files that may as well have come at the same time


@dataclass(frozen=True)
class Handed:
    """One file that a student handed in, now or before."""

    name: str  # what it was called in the inbox, with its folders
    digest: str = ""  # the SHA-256 of its bytes
    stored: str = ""  # the name of its copy
    time: float | None = None  # when it was handed in or last changed
    version: int = 0
    late: bool = False
    stamped: bool = False  # whether the time is the one at which it was handed in
    notes: tuple[str, ...] = ()
    number: str = ""  # the student's number in the learning management system
    # whether no student can have written the name that it was given to its student by
    sure: bool = True


@dataclass(frozen=True)
class Candidate:
    """A file of a student's that may be the one to grade; without answers it cannot be read, and
    says why.
    """

    file: Handed
    work: Work | None = None
    answers: Answers | None = None
    problem: str = ""

    @property
    def answered(self) -> set[str]:
        """The exercises that are answered in it."""
        return set(self.answers.sources) if self.answers else set()


@dataclass(frozen=True)
class Record:
    """What lies in a student's folder of files: all of them, the one that is graded, and what was
    written.
    """

    files: tuple[Handed, ...] = ()
    taken: str = ""
    written: str = ""


class Shelf:
    """The folder of one student's files for one assignment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def record(self) -> Record:
        """Return what is known of the folder; files of an unreadable record are found again by
        their names.
        """
        try:
            found = json.loads((self.folder / RECORD).read_bytes())
            files = tuple(Handed(**{**one, "notes": tuple(one["notes"])}) for one in found["files"])
            return Record(
                tuple(one for one in files if self.holds(one)),
                str(found["taken"]),
                str(found["written"]),
            )
        except FileNotFoundError:
            return Record()
        except (ValueError, KeyError, TypeError):
            return Record(tuple(self._found()))

    def taken(self) -> Handed | None:
        """Return the file that is graded."""
        record = self.record()
        return next((one for one in record.files if one.digest == record.taken), None)

    def holds(self, file: Handed) -> bool:
        """Whether a file's bytes lie here."""
        return Path(file.stored).name == file.stored and (self.folder / file.stored).is_file()

    def _found(self) -> list[Handed]:
        files = []
        for path in sorted(self.folder.iterdir()):
            if path.is_file() and path.name != RECORD and not path.name.startswith("."):
                data = path.read_bytes()
                files.append(Handed(path.name, digest(data), path.name, path.stat().st_mtime))
        return files

    def keep(self, file: Handed, data: bytes) -> Handed:
        """Write a file's bytes; a file that lies here already is not written again."""
        stored = f"{file.digest[:12]}-{stored_name(file.name)}"
        if not (self.folder / stored).is_file():
            write_whole(self.folder / stored, data)
        return replace(file, stored=stored)

    def read(self, file: Handed) -> bytes:
        """Return a file's bytes."""
        return (self.folder / file.stored).read_bytes()

    def save(self, record: Record) -> None:
        """Write the record."""
        write_whole(self.folder / RECORD, (json.dumps(asdict(record), indent=1) + "\n").encode())


def choose(candidates: Sequence[Candidate], taken: str = "") -> tuple[Candidate, list[str]]:
    """Choose which of a student's files is graded, and explain it: the newest that answers
    anything.

    Of files of about the same time it is the one with the highest number in its name, then the one
    with the most answers; of files of the same name it is the last. The notes tell what only
    another file holds. The file with the digest ``taken`` was taken before; it stays if nothing
    else decides. A file that may be somebody else's is never taken where there is one that is
    surely the student's.
    """
    mine = [one for one in candidates if one.file.sure] or list(candidates)
    readable = [one for one in mine if one.answers is not None]
    pool = [one for one in readable if one.answered] or readable or mine
    last = {
        one.file.name: one.file.time or 0
        for one in sorted(pool, key=lambda one: one.file.time or 0)
    }
    pool = [one for one in pool if (one.file.time or 0) >= last[one.file.name]]
    newest = max((one.file.time for one in pool if one.file.time is not None), default=None)
    near = [
        one
        for one in pool
        if newest is None or one.file.time is None or one.file.time >= newest - NEAR
    ]
    best = max(near, key=lambda one: _rank(one, taken))
    notes = []
    for other in candidates:
        name = printable(other.file.name)
        newer = (other.file.time or 0) > (best.file.time or 0) + NEAR
        if other is best or (best.file.sure and not other.file.sure):
            continue
        if other.problem and newer and not best.problem:
            notes.append(f"A newer file, {name}, cannot be read: {other.problem}")
        elif newer and not other.answered:
            notes.append(f"A newer file, {name}, answers nothing.")
        elif more := sorted(other.answered - best.answered):
            notes.append(f"Another file, {name}, also answers {', '.join(more)}.")
    return best, notes


def _rank(one: Candidate, taken: str) -> tuple:
    notebook = one.work is not None and one.work.is_notebook
    return (
        one.file.version,
        len(one.answered),
        notebook,
        one.file.time or 0,
        one.file.digest == taken,
        one.file.digest,
    )


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def stored_name(name: str) -> str:
    """Return the last part of a file's path, as it can be written on any disk."""
    last = printable(name).rpartition("/")[2]
    stem, dot, ending = last.rpartition(".")
    ending = f"{dot}{ending}" if dot and ending.isascii() and ending.isalnum() else ""
    return shortened(safe(stem if ending else last) + ending)


# What became of the inbox

COLLECTED = "collected"  # it is what will be graded
UNCHANGED = "already collected"
KEPT = "set aside"  # another file of this student's is graded
PROBLEM = "problem"  # it cannot be read, and nobody gets a 0 for it
UNKNOWN = "unknown student"
LEFT_OUT = "left out"  # what systems leave behind
DONE = (COLLECTED, UNCHANGED, KEPT, PROBLEM, UNKNOWN, LEFT_OUT)


@dataclass(frozen=True)
class FileReport:
    """What became of one file."""

    path: str  # where it lies in the inbox
    student: str  # whose it is; empty where nobody knows
    done: str  # one of ``DONE``
    says: tuple[str, ...] = ()  # sentences for the instructor

    def __str__(self) -> str:
        whose = f" ({self.student})" if self.student else ""
        return "\n".join([f"{self.done}: {self.path}{whose}", *(f"    {one}" for one in self.says)])


@dataclass(frozen=True)
class Report:
    """What became of an inbox."""

    files: tuple[FileReport, ...]  # one for each file of the inbox
    # students of the list of whom nothing has been collected, now or before
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # on the inbox as a whole

    def of(self, done: str) -> tuple[FileReport, ...]:
        """Return the files of one outcome."""
        return tuple(file for file in self.files if file.done == done)

    def lines(self) -> Iterator[str]:
        """Yield the report as text: what needs a look first, a count of all at the end."""
        for done in (PROBLEM, UNKNOWN, KEPT, COLLECTED, UNCHANGED, LEFT_OUT):
            yield from map(str, self.of(done))
        if self.absent:
            yield f"nothing handed in: {', '.join(self.absent)}"
        yield from self.notes
        counts = Counter(file.done for file in self.files)
        yield (
            ", ".join(f"{counts[done]} {done}" for done in DONE if counts[done])
            or "The inbox is empty."
        )

    def __str__(self) -> str:
        return "\n".join(self.lines())
