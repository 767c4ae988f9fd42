"""Names that come from people, made safe: as the name of a folder, and for comparing."""

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 80  # characters; and at most three times as many bytes, which every file system holds
_FORBIDDEN = set('/\\:*?"<>|[]{}\u2028\u2029')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def unsafe(name: str) -> str:
    """Return why a name cannot be the name of a folder; empty if it can.

    Examples
    --------
    >>> unsafe("o'brien, anne-marie (2)")
    ''
    >>> unsafe("../gradebook")
    "it holds '/'"
    """
    if not name:
        return "it is empty"
    if name != unicodedata.normalize("NFC", name):
        return "its accents are written as characters of their own (it is not in the form NFC)"
    if bad := next(
        (
            c
            for c in name
            if c in _FORBIDDEN or unicodedata.category(c)[0] == "C" or c in "\u2028\u2029"
        ),
        "",
    ):
        return f"it holds {bad!r}"
    if name[0] != "_" and unicodedata.category(name[0])[0] not in "LN":
        return f"it must begin with a letter, a digit or _, not with {name[0]!r}"
    if name[-1] in ". " or name != name.strip():
        return "it ends in a space or a period"
    if _RESERVED.fullmatch(name):
        return "Windows keeps this name for a device"
    if len(name) > LONGEST or len(name.encode()) > 3 * LONGEST:
        return f"it is longer than {LONGEST} characters"
    return ""


def safe(name: str) -> str:
    """Make a name that can be a folder's: unchanged where it can be one, else with a mark that
    tells names apart.

    Examples
    --------
    >>> safe("Zoë Ng")
    'Zoë Ng'
    >>> safe("../gradebook")
    'gradebook-9ce609cd'
    """
    composed = unicodedata.normalize("NFC", name).strip()
    if not unsafe(composed):
        return composed
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    kept = "".join(
        c if unicodedata.category(c)[0] in "LMN" or c in " _-.@" else "_" for c in composed
    )
    kept = kept.strip("._- @")[:40].encode()[:120].decode(errors="ignore").rstrip("._- @")
    return f"{kept or 'student'}-{mark}" if not unsafe(kept or "student") else f"student-{mark}"


def key(name: str) -> str:
    """Return what is compared of a name: its letters and digits, without case and accents.

    Examples
    --------
    >>> key("Ñuñez, José-María") == key("nunez jose maria")
    True
    >>> key("王小明")
    '王小明'
    """
    spread = unicodedata.normalize("NFKD", name.casefold()).casefold()
    return "".join(c for c in spread if unicodedata.category(c)[0] in "LN")


def printable(text: str) -> str:
    """Return a text that can be printed, encoded and shown on one line."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "".join(
        "\ufffd" if unicodedata.category(c) in ("Cc", "Cs", "Cf") or c in "\u2028\u2029" else c
        for c in whole
    )


def shortened(name: str, length: int = 100) -> str:
    """Shorten a file's name to a number of bytes, and keep its ending."""
    if len(name.encode()) <= length:
        return name
    stem, dot, ending = name.rpartition(".")
    ending = dot + ending if dot and len(ending.encode()) < 12 else ""
    stem = stem if ending else name
    return stem.encode()[: length - len(ending.encode())].decode(errors="ignore").rstrip() + ending


# What each column is called in nbgrader's own list, in Canvas, in Moodle and in plain words (all as
# ``key`` has them).
COLUMNS = {
    "id": ("id", "student", "studentid", "username", "userid", "sisloginid", "loginid"),
    "first_name": ("firstname", "givenname", "forename"),
    "last_name": ("lastname", "surname", "familyname"),
    "name": ("name", "fullname", "studentname"),
    "email": ("email", "emailaddress", "mail"),
    "lms_id": (
        "lmsid",
        "lmsuserid",
        "canvasid",
        "canvasuserid",
        "moodleid",
        "idnumber",
        "sisuserid",
    ),
    "also": ("also", "alias", "aliases", "othernames", "identifier"),
    "section": ("section",),
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
    section: str = ""

    @property
    def full_name(self) -> str:
        """First and last name, as far as they are known."""
        return self.name or " ".join(filter(None, (self.first_name, self.last_name)))

    def names(self) -> Iterator[str]:
        """All that a file of this student may be named by, as ``key`` has it."""
        first, last = self.first_name, self.last_name
        words = self.name.split()
        # a family name may have two words
        turned = (" ".join(words[i:] + words[:i]) for i in range(len(words)))
        known = (
            self.id,
            self.email,
            self.email.partition("@")[0],
            *turned,
            first + last,
            last + first,
        )
        yield from dict.fromkeys(filter(None, map(key, (*known, *self.also))))


class Roster:
    """The students of a class."""

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
        """Return the ids of all students that a name may mean: an exact id alone, else all whose
        names agree.
        """
        if name in self.students:
            return [name]
        wanted = key(name)
        return list(self._names.get(wanted, ())) if wanted else []

    def numbered(self, number: str) -> list[str]:
        """Return the ids of the students with this number in the learning management system."""
        return list(self._lms.get(number, ()))


def load(path: Path) -> Roster:
    """Read a list of students from a CSV file, as a spreadsheet, nbgrader, Canvas or Moodle writes
    it.

    Its first row names the columns; "id" (or "student", "username", …) must be one of them.
    Moodle's lists have none: there the email address names a student, up to its @ where that is
    enough. Separated by commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252. Raises
    RosterError with the line and what to change.
    """
    text = _decoded(path.read_bytes())
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if not rows or not any(rows[0]):
        raise RosterError(
            f"{path.name} is empty. Its first row must name the columns: "
            "id,first_name,last_name,email."
        )
    columns = _columns(rows[0])
    if "id" not in columns and "email" in columns:
        rows = _by_email(rows, columns["email"])
        columns["id"] = len(rows[0]) - 1
    if "id" not in columns:
        raise RosterError(f"{path.name} has no column id. Its columns are: {', '.join(rows[0])}.")
    canvas = "lms_id" in columns and key(rows[0][columns["lms_id"]]) == "id"
    students: dict[str, Student] = {}
    for number, row in enumerate(rows[1:], 2):
        cells = {name: row[i].strip() if i < len(row) else "" for name, i in columns.items()}
        if not any(cell.strip() for cell in row) or (
            canvas and (not cells["lms_id"] or _of_nobody(cells))
        ):
            continue  # an empty row, or one of Canvas's that is no student's
        cells["id"] = cells["id"] or (cells["lms_id"] if canvas else "")
        also = tuple(part.strip() for part in cells.pop("also", "").split("|") if part.strip())
        # Canvas: "Ng, Zoë"
        if cells.get("name", "").count(",") == 1 and not cells.get("last_name"):
            last, first = cells.pop("name").split(",")
            cells |= {"first_name": first.strip(), "last_name": last.strip()}
        student = Student(**cells, also=also)
        if why := unsafe(student.id):
            raise RosterError(
                f"{path.name}, row {number}: the id {student.id!r} cannot name a folder: {why}."
            )
        folded = student.id.casefold()
        if folded in students:
            other = students[folded].id
            raise RosterError(
                f"{path.name}, row {number}: the id {student.id!r} is there already, as {other!r}."
            )
        students[folded] = student
    return Roster(students.values())


def _of_nobody(cells: dict[str, str]) -> bool:
    """Whether a row of Canvas's is its own Test Student, who is last in each list, with a login of
    40 hexadecimals.
    """
    called = cells.get("name") or f"{cells.get('last_name')}, {cells.get('first_name')}"
    return called == "Student, Test" and re.fullmatch("[0-9a-f]{40}", cells["id"]) is not None


def _columns(header: list[str]) -> dict[str, int]:
    found = {}
    titles = [key(title) for title in header]
    if {"id", "section"} <= set(titles) and {"student", "sisloginid"} & set(titles):
        # Canvas's: the column ID has numbers of its own
        login = "sisloginid" if "sisloginid" in titles else "id"
        canvas = {"id": login, "name": "student", "lms_id": "id", "section": "section"}
        canvas |= {"last_name": "lastname", "first_name": "firstname"}
        return {name: titles.index(title) for name, title in canvas.items() if title in titles}
    for name, known in COLUMNS.items():
        places = [(known.index(title), i) for i, title in enumerate(titles) if title in known]
        if places:
            found[name] = min(places)[1]
    return found


def _by_email(rows: list[list[str]], place: int) -> list[list[str]]:
    """Add an id to each row: its email address up to the @, or the whole where two would be the
    same.
    """
    emails = [row[place].strip().lower() if place < len(row) else "" for row in rows]
    short = [email.partition("@")[0] for email in emails]
    ids = short if len({*short}) == len(rows) else emails
    width = max(map(len, rows))
    return [
        [*row, *[""] * (width - len(row)), one if row else ""]
        for row, one in zip(rows, ids, strict=True)
    ]


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
