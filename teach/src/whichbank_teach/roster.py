"""The list of students: ``roster.csv``, and who is meant by a name on a file."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .naming import key, unsafe

# What each column is called in nbgrader's own list, in Canvas, in Moodle and in plain words (all as ``key`` has them).
COLUMNS = {
    "id": ("id", "student", "studentid", "username", "userid", "sisloginid", "loginid"),
    "first_name": ("firstname", "givenname", "forename"),
    "last_name": ("lastname", "surname", "familyname"),
    "name": ("name", "fullname", "studentname"),
    "email": ("email", "emailaddress", "mail"),
    "lms_id": ("lmsid", "lmsuserid", "canvasid", "canvasuserid", "moodleid", "idnumber", "sisuserid"),
    "also": ("also", "alias", "aliases", "othernames"),
}


class RosterError(ValueError):
    """The list of students cannot be used as it is; the message says where and why."""


@dataclass(frozen=True)
class Student:
    """One student: an id that can be a folder's name, and what else the student is known by."""

    id: str
    first_name: str = ""
    last_name: str = ""
    name: str = ""
    email: str = ""
    lms_id: str = ""
    also: tuple[str, ...] = ()

    @property
    def full_name(self) -> str:
        """First and last name, as far as they are known."""
        return self.name or " ".join(filter(None, (self.first_name, self.last_name)))

    def names(self) -> Iterator[str]:
        """All that a file of this student may be named by, as ``key`` has it."""
        first, last = self.first_name, self.last_name
        words = self.name.split()
        turned = (" ".join(words[i:] + words[:i]) for i in range(len(words)))  # a family name may have two words
        known = (self.id, self.email, self.email.partition("@")[0], *turned, first + last, last + first)
        yield from dict.fromkeys(filter(None, map(key, (*known, *self.also))))


class Roster:
    """The students of a class.

    Parameters
    ----------
    students : iterable of Student

    Raises
    ------
    RosterError
        If two have the same id, or ids that a file system may take for the same.
    """

    def __init__(self, students: Iterable[Student] = ()) -> None:
        self.students = {student.id: student for student in students}
        self._names: dict[str, list[str]] = {}
        self._lms: dict[str, list[str]] = {}
        for student in self.students.values():
            for name in student.names():
                self._names.setdefault(name, []).append(student.id)
            if student.lms_id:
                self._lms.setdefault(student.lms_id, []).append(student.id)

    def __bool__(self) -> bool:
        return bool(self.students)

    def __iter__(self) -> Iterator[Student]:
        return iter(self.students.values())

    def __len__(self) -> int:
        return len(self.students)

    def __contains__(self, student: str) -> bool:
        return student in self.students

    def named(self, name: str) -> list[str]:
        """Return the ids of all students that a name may mean: an exact id alone, else all whose names agree."""
        if name in self.students:
            return [name]
        wanted = key(name)
        return list(self._names.get(wanted, ())) if wanted else []

    def numbered(self, number: str) -> list[str]:
        """Return the ids of the students with this number in the learning management system."""
        return list(self._lms.get(number, ()))


def load(path: Path) -> Roster:
    """Read a list of students from a CSV file, as a spreadsheet, nbgrader, Canvas or Moodle writes it.

    Parameters
    ----------
    path : Path
        Its first row names the columns; "id" (or "student", "username", …) must be one of them. Separated by
        commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252.

    Returns
    -------
    Roster

    Raises
    ------
    RosterError
        With the line and what to change.
    """
    text = _decoded(path.read_bytes())
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if not rows or not any(rows[0]):
        raise RosterError(f"{path.name} is empty. Its first row must name the columns: id,first_name,last_name,email.")
    columns = _columns(rows[0])
    if "id" not in columns:
        raise RosterError(f"{path.name} has no column id. Its columns are: {', '.join(rows[0])}.")
    students: dict[str, Student] = {}
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row) or row[0].strip() == "Points Possible":  # Canvas's second row
            continue
        cells = {name: row[i].strip() if i < len(row) else "" for name, i in columns.items()}
        also = tuple(part.strip() for part in cells.pop("also", "").split("|") if part.strip())
        student = Student(**cells, also=also)
        if why := unsafe(student.id):
            raise RosterError(f"{path.name}, row {number}: the id {student.id!r} cannot name a folder: {why}.")
        folded = student.id.casefold()
        if folded in students:
            other = students[folded].id
            raise RosterError(f"{path.name}, row {number}: the id {student.id!r} stands there already, as {other!r}.")
        students[folded] = student
    return Roster(students.values())


def _columns(header: list[str]) -> dict[str, int]:
    found = {}
    titles = [key(title) for title in header]
    if "sisloginid" in titles:  # a list of Canvas: its column ID has numbers of its own
        canvas = {"id": "sisloginid", "name": "student", "lms_id": "id"}
        return {name: titles.index(title) for name, title in canvas.items() if title in titles}
    for name, known in COLUMNS.items():
        places = [(known.index(title), i) for i, title in enumerate(titles) if title in known]
        if places:
            found[name] = min(places)[1]
    return found


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
