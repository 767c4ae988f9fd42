"""The students of a class, and names that come from people made safe: as the name of a folder, and
for comparing.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    """The students of a class; ``notes`` say how their list was understood."""

    def __init__(self, students: Iterable[Student] = (), notes: Iterable[str] = ()) -> None:
        self.notes = tuple(notes)
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
