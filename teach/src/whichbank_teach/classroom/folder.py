"""A class's folder: where everything lies, its settings, its secret and its students."""

import json
import os
import re
import secrets
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .lists import COLUMNS, RosterError, load
from .moved import move
from .students import Roster, unsafe
from .submission import MARK

SETTINGS = "whichbank_teach.toml"
SECRET = "secret.key"
TEMPLATE = """\
# Settings of this class, read by whichbank-teach.

[class]
timezone = ""          # in which dates are meant and shown, such as "Europe/Berlin"

[course]               # where the course's package is installed from, on Colab and on Binder
repository = "{course}"        # on GitHub, as "owner/name"
branch = "{branch}"
site = ""                # the course's pages, to which the summary links: "https://example.org/which-bank"

[release]              # where the students open the notebooks: the repository to which you push release/
repository = ""        # "owner/name" on GitHub, or a whole address: "https://gitlab.com/group/name"
branch = "main"
folder = ""            # the folder of that repository that holds what lies in release/ here
hub = ""               # your JupyterHub, such as "https://hub.example.org"

[roster]               # how to read roster.csv, where that cannot be told from it
# encoding = "cp1252"
# columns = {id = "Matrikelnummer"}

[collect]
max_file_mb = 50       # a larger file is kept out, and its student is told of
max_archive_mb = 4000  # what one zip may unpack to

[comments]             # written once: on each feedback page with this exercise, or with this mistake of it
# "mixing.2" = "We did this on the board: slide 12."
# "mixing.2 transposed" = "Each row is a word. Write the words beside the rows."

[assignment]           # rules for all assignments; those of one go into a table of its own, such as [assignment.ps1]
grace_minutes = 10     # work that comes within them is not late
percent_per_day = 0    # of the points, for each day that has begun after the due date ...
most_percent = 100     # ... and never more than this
regrade = ""           # what the feedback page tells those who do not agree: "Write to me within a week, and say why."

# [assignment.ps1]
# due = 2026-11-20T18:00:00
# extended = {student02 = 2026-11-27}
# excused = ["student05"]
# points = {"mixing.2" = 4}            # set them before the release
# name = "Problem set 1 (12345)"   # its column in Canvas or Moodle
"""
CONFIG = """\
# Settings of nbgrader for this class, so that its own commands work in this folder as whichbank-teach does.
from whichbank_teach import configure

configure(get_config(), __file__)
"""
IGNORED = """\
# What must not be published from a class's folder: everything but this file and the notebooks for the students.
/*
!/.gitignore
!/release/
"""


class ClassroomError(Exception):
    """Something about the class's folder must be fixed first; the message says what and how."""


@dataclass(frozen=True)
class Settings:
    """The settings of ``whichbank_teach.toml`` that release and collect use."""

    course: str = ""
    course_branch: str = "main"
    site: str = ""
    repository: str = ""
    branch: str = "main"
    folder: str = ""
    hub: str = ""
    max_file_mb: int = 50
    max_archive_mb: int = 4000
    timezone: str = ""


PLACES = {
    "class": {"timezone": "timezone"},
    "course": {"repository": "course", "branch": "course_branch", "site": "site"},
    "release": {name: name for name in ("repository", "branch", "folder", "hub")},
    "collect": {name: name for name in ("max_file_mb", "max_archive_mb")},
}


@dataclass(frozen=True)
class Assignment:
    """What an assignment is made of, as its released notebook says."""

    name: str
    exercises: tuple[str, ...]
    variants: bool = False


class Classroom:
    """A class's folder; ClassroomError if it has no file ``whichbank_teach.toml``."""

    def __init__(self, root: Path | str) -> None:
        self.root = Path(root).absolute()
        if not (self.root / SETTINGS).is_file():
            message = f"{self.root} is not a class's folder: it has no {SETTINGS}."
            raise ClassroomError(
                f"{message} `whichbank-teach quickstart` makes one with a demo assignment."
            )
        move(self)

    @classmethod
    def create(cls, root: Path | str) -> "Classroom":
        """Make a class's folder, or complete one; nothing that is there is changed."""
        root = Path(root).absolute()
        root.mkdir(parents=True, exist_ok=True)
        course, branch = installed_from()
        template = TEMPLATE.replace("{course}", course).replace("{branch}", branch)
        for name, text in (
            (SETTINGS, template),
            ("nbgrader_config.py", CONFIG),
            (".gitignore", IGNORED),
        ):
            if not (root / name).exists():
                (root / name).write_text(text, encoding="utf-8")
        room = cls(root)
        room.secret()
        return room

    @classmethod
    def find(cls, start: Path | str = ".") -> "Classroom":
        """Return the class's folder that holds a path: the folder itself, or the nearest above
        it.
        """
        start = Path(start).absolute()
        return cls(
            next(
                (folder for folder in (start, *start.parents) if (folder / SETTINGS).is_file()),
                start,
            )
        )

    # Settings and secret

    @property
    def settings(self) -> Settings:
        """The settings of release and collect, checked."""
        known = {field.name: field.type for field in fields(Settings)}
        found: dict[str, Any] = {}
        for place, names in PLACES.items():
            for name, value in self.table(place).items():
                if name not in names:
                    raise self._wrong(
                        f"[{place}] has no setting {name!r}; it has {', '.join(names)}"
                    )
                wanted = known[names[name]]
                if type(value) is not wanted:
                    raise self._wrong(
                        f"{name} in [{place}] must be "
                        f"{'a text' if wanted is str else 'a whole number'}"
                    )
                if wanted is int and value < 1:
                    raise self._wrong(f"{name} in [{place}] must be at least 1")
                found[names[name]] = value.strip() if wanted is str else value
        return Settings(**found)

    @property
    def zone(self) -> ZoneInfo | None:
        """The time zone in which dates are meant and shown; None where none is set."""
        name = self.settings.timezone
        try:
            return ZoneInfo(name) if name else None
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise self._wrong(
                f'there is no timezone {name!r}; write it as "Europe/Berlin" or "UTC"'
            ) from None

    def table(self, name: str) -> Mapping[str, Any]:
        """Return one table of the settings' file unchecked; empty if there is none."""
        try:
            text = (self.root / SETTINGS).read_text(encoding="utf-8-sig")
            table = tomllib.loads(text).get(name, {})
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise self._wrong(str(error)) from None
        if not isinstance(table, dict):
            raise self._wrong(f"{name} must be a table: [{name}]")
        return table

    def _wrong(self, what: str) -> ClassroomError:
        return ClassroomError(f"{self.root / SETTINGS}: {what}.")

    def secret(self) -> bytes:
        """Return the class's secret, from which hidden inputs are drawn; the first call makes it.

        Whoever loses it can still grade, but draws other inputs; students with variants then need
        new notebooks.
        """
        path = self.root / SECRET
        try:
            place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass
        else:
            with os.fdopen(place, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
        try:
            secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except ValueError:
            secret = b""
        if len(secret) < 32:
            raise ClassroomError(
                f"{path} is damaged: it must hold 64 hexadecimal digits. Restore it from a backup."
            )
        return secret

    # Students and assignments

    def roster(self) -> Roster:
        """Return the students of ``roster.csv``; none where there is no such file."""
        path = self.root / "roster.csv"
        if not path.exists():
            return Roster()
        try:
            return _listed(path, path.read_bytes(), json.dumps(self._reading()))
        except RosterError as error:
            raise ClassroomError(str(error)) from None

    def _reading(self) -> dict[str, Any]:
        """What the settings say of how ``roster.csv`` is to be read."""
        given = dict(self.table("roster"))
        columns = given.setdefault("columns", {})
        if unknown := given.keys() - {"encoding", "columns"}:
            raise self._wrong(f"[roster] has no setting {min(unknown)!r}; it has encoding, columns")
        if not isinstance(columns, dict) or not {*map(type, columns.values())} <= {str}:
            raise self._wrong('columns in [roster] must be a table such as {id = "Matrikel"}')
        if unknown := columns.keys() - COLUMNS.keys():
            raise self._wrong(
                f"columns in [roster] has {min(unknown)!r}; it may have {', '.join(COLUMNS)}"
            )
        if not isinstance(given.get("encoding", ""), str):
            raise self._wrong("encoding in [roster] must be a text")
        return given

    def assignment(self, name: str) -> Assignment:
        """Return a released assignment."""
        path = self.source(name)
        try:
            about = json.loads(path.read_bytes())["metadata"][MARK]
            return Assignment(
                name, tuple(map(str, about["exercises"])), bool(about.get("variants"))
            )
        except FileNotFoundError:
            released = ", ".join(self.assignments()) or "none yet"
            raise ClassroomError(
                f"There is no assignment {name!r} in {self.root}; there are: {released}. "
                f"`whichbank-teach release {name} --exercises …` makes it."
            ) from None
        except (ValueError, KeyError, TypeError):
            raise ClassroomError(f"{path} is damaged. Release {name} again.") from None

    def assignments(self) -> list[str]:
        """Return the names of all released assignments."""
        return sorted(
            path.stem
            for path in (self.root / "source").glob("*/*.ipynb")
            if path.stem == path.parent.name
        )

    def students(self, assignment: str) -> list[str]:
        """Return the students of whom something was collected."""
        found = (self.root / "submitted").glob(f"*/{checked(assignment)}/{assignment}.ipynb")
        return sorted(path.parent.parent.name for path in found)

    # Paths

    def source(self, assignment: str) -> Path:
        """Return the notebook that an assignment is graded against."""
        return self.root / "source" / checked(assignment) / f"{assignment}.ipynb"

    def released(self, assignment: str, student: str = "") -> Path:
        """Return the notebook that students get; with variants, the one of a student, which is not
        for everybody.
        """
        if student:
            return (
                self.root
                / "variants"
                / checked(assignment)
                / _safe(student)
                / f"{assignment}.ipynb"
            )
        return self.root / "release" / checked(assignment) / f"{assignment}.ipynb"

    def collected(self, student: str, assignment: str) -> Path:
        """Return the notebook that holds what a student handed in."""
        return (
            self.root / "submitted" / _safe(student) / checked(assignment) / f"{assignment}.ipynb"
        )

    def handed_in(self, student: str, assignment: str) -> Path:
        """Return the folder of a student's files as they were handed in."""
        return self.root / "handed-in" / _safe(student) / checked(assignment)

    def verdicts(self, assignment: str) -> Path:
        """Return the folder of the students' marks."""
        return self.root / "verdicts" / checked(assignment)


@lru_cache(maxsize=1)
def _listed(path: Path, data: bytes, reading: str) -> Roster:
    """Read a list of students once for as long as it says the same: each page asks for it."""
    return load(path, **json.loads(reading))


def installed_from() -> tuple[str, str]:
    """Return the GitHub repository and branch that the course's package was installed from; empty
    and main if not.
    """
    try:
        about = json.loads(distribution("whichbank").read_text("direct_url.json") or "{}")
        found = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", about["url"])
        branch = about["vcs_info"].get("requested_revision") or "main"
    except (PackageNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return "", "main"
    return (found[1], branch) if found and re.fullmatch(r"[\w./-]+", branch) else ("", "main")


def checked(assignment: str) -> str:
    """Return the name of an assignment if it can be one."""
    if (
        not assignment.isascii()
        or not assignment.replace("-", "").replace("_", "").isalnum()
        or len(assignment) > 40
    ):
        rule = "letters from a to z, digits, - and _, at most 40 of them, such as ps1"
        raise ClassroomError(
            f"{assignment!r} cannot be the name of an assignment. It may have {rule}."
        )
    if why := unsafe(assignment):
        raise ClassroomError(f"{assignment!r} cannot be the name of an assignment: {why}.")
    return assignment


def _safe(student: str) -> str:
    if why := unsafe(student):
        raise ClassroomError(
            f"The id {student!r} cannot name a folder: {why}. Give this student another id."
        )
    return student


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
