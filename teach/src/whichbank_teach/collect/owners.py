"""Whose a file is: by the names of learning management systems, by folders, by the file's own
name.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from ..classroom.students import Roster, key, printable, safe
from .gradescope import Submitted

CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<rest>.+)", re.DOTALL)
MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<rest>.*)", re.DOTALL
)
BLACKBOARD = re.compile(
    r".+?_(?P<name>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>.+))?(?:\.txt)?",
    re.DOTALL,
)
COPIES = re.compile(
    r"\s*(?:\((\d+)\)|-?Copy(\d+)|- (?:Copy|Kopie|copie|copia)(?: \(\d+\))?)\s*$", re.IGNORECASE
)
_WORDS = (
    "a all and answer answers archive assignment assignments attempt autosave book class copia "
    "copie copy course de desktop documents done download downloads du exercise exercises export "
    "file files final finished fixed handin homework hw inbox jupyter kopie kopia la my new nb "
    "notebook notebooks of old online recovered release released save section solution solutions "
    "source src student students submission submissions submit submitted task text the to upload "
    "uploads untitled v version von week whichbank work zip"
)
GENERIC = frozenset(_WORDS.split())


@dataclass(frozen=True)
class Owner:
    """Whose a file is."""

    student: str = ""  # the id; empty where it is not known
    name: str = ""  # what the file calls the student; empty where it says nothing
    why: str = ""  # for an unknown student: the reason and what to do about it
    note: str = ""  # another student that an inner part of its path names
    number: str = ""  # the student's number in the learning management system
    # whether no student can have written the name; a guess never replaces what is sure
    sure: bool = True
    late: bool = False  # whether the learning management system marked the file as late
    version: int = 0  # which attempt it is, as its name counts: "ps1-2.ipynb", "ps1 (2).ipynb"
    time: float | None = None  # when it was handed in, if the name says so


@dataclass(frozen=True)
class _Claim:
    """What one part of a path says about the student."""

    name: str
    students: tuple[str, ...]
    decides: bool = False  # an id, or a name in the manner of a learning management system
    groups: dict[str, str | None] = field(default_factory=dict)


def owner(
    parts: tuple[str, ...],
    archives: tuple[int, ...],
    roster: Roster,
    assignment: str,
    *,
    one_zip: bool = False,
    zone: tzinfo | None = None,
    exported: Mapping[tuple[str, ...], Submitted] | None = None,
) -> Owner:
    """Return whose a file is, by its name and the folders and zips that it is in.

    The instructor and the learning management system wrote the outer parts of the path, the student
    the inner ones: the outermost part that names a student decides. Where there is no roster,
    whoever is named is a student. The assignment's name says nothing about a student, nor does the
    first part if it is the one zip that holds all of the inbox. Times in names are of the given zone,
    else of this computer's. ``exported`` says whose Gradescope's folders are.
    """
    words = [
        _stem(part) if i in (*archives, len(parts) - 1) else part for i, part in enumerate(parts)
    ]
    claims = {}
    for i, (part, word) in enumerate(zip(parts, words, strict=True)):
        if not roster and i == 0 and one_zip and len(parts) > 2:
            continue
        if exported and (handed := exported.get(parts[: i + 1])):
            claims[i] = _exported(handed, roster)
        elif claim := _claim(part, word, roster, assignment, last=i == len(parts) - 1):
            claims[i] = claim
    version = _version(parts[-1]) + 1000 * next(filter(None, map(_of_teams, parts[:-1])), 0)
    if not claims:
        name = next((name for word in words if (name := _without_generic(word, assignment))), "")
        why = _why_not(name, ()) if name else "Nothing in its name or its folder tells whose it is."
        return Owner(name=name if roster else "", version=version, why=why)
    place = min(claims)
    if not roster:  # whose the folders around are is not known
        place = next((i for i, claim in claims.items() if claim.groups), place)
    first = claims[place]
    others = {
        one
        for claim in claims.values()
        for one in claim.students
        if set(claim.students).isdisjoint(first.students)
    }
    if len(first.students) != 1 or (others and roster and not first.decides):
        return Owner(
            name=first.name,
            version=version,
            why=_why_not(first.name, (*first.students, *sorted(others))),
        )
    return Owner(
        first.students[0],
        first.name,
        note=f"Its name also says {printable(', '.join(sorted(others)))}." if others else "",
        number=_number(first.groups),
        sure=place == min(claims) and (place < len(parts) - 1 or bool(first.groups)),
        late=bool(first.groups.get("late")),
        version=version or _version(first.groups.get("rest") or ""),
        time=_time(first.groups.get("time"), zone),
    )


def _claim(part: str, word: str, roster: Roster, assignment: str, *, last: bool) -> _Claim | None:
    """Return what one part says; None where it says nothing."""
    if word in roster:
        return _Claim(word, (word,), decides=True)
    tried = [
        found for pattern in (MOODLE, BLACKBOARD, CANVAS) if (found := pattern.fullmatch(part))
    ]
    # what follows the first name is the student's
    for found in sorted(tried, key=lambda one: one.end("name")):
        name = found["name"]
        if found.re is CANVAS and not _without_generic(name, assignment):
            continue
        number = found["number"] if found.re is CANVAS else ""
        participant = roster.named(f"participant {found['number']}") if found.re is MOODLE else []
        students = (
            (roster.numbered(number) or participant or roster.named(name))
            if roster
            else [safe(name)]
        )
        return _Claim(name, tuple(students), True, found.groupdict())
    if roster:
        students = _mentioned(word, roster, assignment)
        return _Claim(word, tuple(students)) if students else None
    name = _without_generic(word, assignment) or ("" if last else _own(word, assignment))
    return _Claim(name, (safe(name),)) if name else None


def _exported(handed: Submitted, roster: Roster) -> _Claim:
    """Return whose a folder of Gradescope's is: the first's who handed it in."""
    names = handed.names[0] if handed.names else ()
    students = next((found for name in names if (found := roster.named(name))), [])
    name = names[-1] if names else ""
    return _Claim(name, tuple(students) if roster else (safe(name),), True, {"export": name})


def _number(groups: dict[str, str | None]) -> str:
    """Canvas's number of the student, or Moodle's of the participant, which no list of students
    has.
    """
    number = groups.get("number") or ""
    return number if "late" in groups or not number else f"participant {number}"


def _why_not(name: str, found: Sequence[str]) -> str:
    if found:
        return (
            f"{printable(name)!r} may be {' or '.join(found)}. Put the file into a folder named "
            "by the id."
        )
    return (
        f"{printable(name)!r} is not in roster.csv. Add the name in the column also, or put the "
        "file into a folder."
    )


def _mentioned(word: str, roster: Roster, assignment: str) -> list[str]:
    """The students that a text names: as a whole, or by the most of its words that name one."""
    if whole := roster.named(word):
        return whole
    pieces = [
        piece
        for piece in re.split(r"[\s_\-.,;()\[\]+]+", word)
        if piece and key(piece) != key(assignment)
    ]
    best: list[str] = []
    for length in range(min(len(pieces), 8), 0, -1):
        for i in range(len(pieces) - length + 1):
            name = " ".join(pieces[i : i + length])
            if len(key(name)) < 3 and not _wide(name):
                continue
            best += [student for student in roster.named(name) if student not in best]
        if best:
            return best
    return []


def _wide(name: str) -> bool:
    """Whether a name is in a script of which two letters make a whole name."""
    return any(ord(letter) > 0x2E7F for letter in name)


def _without_generic(word: str, assignment: str) -> str:
    """What is left of a name without the assignment's and the words that say nothing about a
    student.
    """
    pieces = re.split(r"([\s_\-.,;()\[\]+]+)", word)
    dull = [
        not re.sub(r"\d+", "", key(p)) or re.sub(r"\d+$", "", key(p)) in GENERIC for p in pieces
    ]
    ours = [key(p) == key(assignment) for p in pieces]
    own = [i for i, p in enumerate(pieces) if i % 2 == 0 and p and not ours[i]]
    kept = [i for i in own if not dull[i] or _numbered(pieces[i])]
    kept = kept or [i for i in own if re.fullmatch(r"\d{4,}", pieces[i])]
    if not kept:
        return ""
    return "".join(
        p for i, p in enumerate(pieces) if kept[0] <= i <= kept[-1] and not ours[i]
    ).strip(" _-.,")


def _own(folder: str, assignment: str) -> str:
    """A folder's name if it can be a student's: a short one such as "7" or "a1", too."""
    letters = re.sub(r"\d+", "", key(folder))
    return (
        folder
        if key(folder) not in ("", key(assignment)) and (len(letters) < 2 or letters not in GENERIC)
        else ""
    )


def _numbered(piece: str) -> bool:
    """Whether it is a name such as student01, and not a word such as version2."""
    return re.fullmatch(r"student\d+", piece, re.IGNORECASE) is not None


def _stem(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    while stem and len(ending) <= 5 and ending.isalnum() and not ending.isdigit():
        name, (stem, _, ending) = stem, stem.rpartition(".")
        if ending.lower() not in ("ipynb", "zip", "json", "txt", "py"):
            break
    name = re.sub(
        r"^(?:copy of|kopie von|copie de|copia de|kopia)\s+", "", name, flags=re.IGNORECASE
    )
    return COPIES.sub("", name)


def _version(name: str) -> int:
    stem = name.rpartition(".")[0] or name
    if found := COPIES.search(stem):
        return int(next((group for group in found.groups() if group), "1")[:9])
    found = re.search(r"-(\d{1,3})$", stem)
    return int(found[1]) if found else 0


def _of_teams(folder: str) -> int:
    """Which version a folder of Teams holds: "Version 2", in most languages."""
    found = re.fullmatch(r"(?:vers\w+|wersja) (\d{1,4})", folder, re.IGNORECASE)
    return int(found[1]) if found else 0


def _time(text: str | None, zone: tzinfo | None) -> float | None:
    try:
        when = datetime.strptime(text, "%Y-%m-%d-%H-%M-%S") if text else None
        return when.replace(tzinfo=zone).timestamp() if when else None
    except (ValueError, OverflowError):
        return None
