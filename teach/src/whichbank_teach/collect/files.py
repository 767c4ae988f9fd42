"""Find every file of an inbox: in folders, in zips, in zips in zips. Nothing is unpacked to a path that a zip names."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..naming import printable
from .archives import Budget, is_archive, members

CLUTTER = {".ds_store", "thumbs.db", "desktop.ini", "__macosx", ".ipynb_checkpoints", ".git", "__pycache__", ".venv"}
STAMP = "timestamp.txt"  # nbgrader's: when a student handed in
DEPTH = 3  # zips in zips in zips
FOLDERS = 30
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """How much collect takes: bytes of one file, and of all that one zip unpacks to."""

    file: int = 50 * MEGABYTE
    archive: int = 4000 * MEGABYTE
    members: int = 20_000

    def nested(self) -> "Limits":
        """Return the limits of a zip that lies in a zip, which is one student's."""
        return Limits(self.file, min(self.archive, 4 * self.file), min(self.members, 2000))


@dataclass(frozen=True)
class Found:
    """One file of the inbox, or the reason why there is none.

    Attributes
    ----------
    parts : tuple of str
        The folders and zips that it lies in, and its name.
    archives : tuple of int
        Which of the parts are zips.
    path : Path or None
        Where its bytes can be read; None where they cannot.
    time : float or None
        When it was handed in or last changed, in seconds since 1970.
    problem : str
        Why it cannot be read.
    clutter : bool
        Whether it is one of the files that systems leave behind.
    notes : tuple of str
    stamped : bool
        Whether the time is the one at which it was handed in.
    """

    parts: tuple[str, ...]
    archives: tuple[int, ...] = ()
    path: Path | None = None
    time: float | None = None
    problem: str = ""
    clutter: bool = False
    notes: tuple[str, ...] = ()
    stamped: bool = False

    @property
    def shown(self) -> str:
        """Its path from the inbox, as it can be printed."""
        return printable("/".join(self.parts))


def walk(inbox: Path, spool: Path, limits: Limits) -> Iterator[Found]:
    """Yield every file of an inbox.

    Parameters
    ----------
    inbox : Path
        A folder, a zip, or one file.
    spool : Path
        An empty folder for what comes out of zips. Its files have numbers for names.
    limits : Limits

    Yields
    ------
    Found
        Symbolic links are told, never followed.
    """
    if inbox.is_dir():
        yield from _folder(inbox, (), spool, limits)
    else:
        yield from _one(inbox, (inbox.name,), None, spool, limits)


def _folder(folder: Path, parts: tuple[str, ...], spool: Path, limits: Limits) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Found(parts, problem=f"This folder cannot be opened: {error.strerror}.")
        return
    stamp = _stamp(folder / STAMP) if len(parts) == 2 else None
    for entry in entries:
        path, inner = folder / entry.name, (*parts, entry.name)
        if entry.is_symlink():
            yield Found(inner, problem="This is a symbolic link. It is not followed.")
        elif clutter(entry.name):
            yield Found(inner, clutter=True)
        elif entry.is_dir(follow_symlinks=False):
            if len(inner) > FOLDERS:
                yield Found(inner, problem=f"It lies more than {FOLDERS} folders deep.")
            else:
                yield from _folder(path, inner, spool, limits)
        elif entry.name == STAMP and stamp is not None:
            yield Found(inner, clutter=True)
        else:
            yield from _one(path, inner, stamp, spool, limits)


def _one(path: Path, parts: tuple[str, ...], stamp: float | None, spool: Path, limits: Limits) -> Iterator[Found]:
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            yield Found(parts, problem="This is no file.")
            return
        archive = is_archive(path)
    except OSError as error:
        yield Found(parts, problem=f"This file cannot be opened: {error.strerror}.")
        return
    time = stamp if stamp is not None else about.st_mtime
    if archive:
        yield from _archive(Found(parts, (), path, time), spool, limits, Budget(limits.archive, limits.members))
    elif about.st_size > limits.file:
        yield Found(parts, time=time, problem=too_large(limits))
    else:
        yield Found(parts, path=path, time=time, stamped=stamp is not None)


def _archive(found: Found, spool: Path, limits: Limits, budget: Budget) -> Iterator[Found]:
    """Yield what lies in a zip; where it cannot be opened, the zip itself with the reason."""
    archives = (*found.archives, len(found.parts) - 1)
    if len(archives) > DEPTH:
        yield Found(found.parts, found.archives, found.path, found.time, f"More than {DEPTH} zips lie in one another.")
        return
    count = 0
    for member in members(found.path, spool, limits.file, budget):
        count += 1
        parts = (*found.parts, *member.parts)
        time = member.time if member.time is not None else found.time
        inner = Found(parts, archives, member.path, time, member.problem, notes=member.notes)
        if not member.parts:  # about the zip itself
            yield Found(found.parts, found.archives, found.path, found.time, member.problem)
        elif any(clutter(part) for part in member.parts):
            yield Found(parts, archives, clutter=True)
        elif member.path is not None and is_archive(member.path):
            within = limits.nested()
            yield from _archive(inner, spool, within, budget.part(within.archive, within.members))
        else:
            yield inner
    if not count:
        yield Found(found.parts, found.archives, found.path, found.time, "This zip is empty.")


def clutter(name: str) -> bool:
    """Whether a file is one of those that systems and editors leave behind."""
    return name.lower() in CLUTTER or name.startswith("._")


def too_large(limits: Limits) -> str:
    """Return what is said of a file beyond the limit."""
    return f"It is larger than {limits.file // MEGABYTE} MB. It was left where it is."


def _stamp(path: Path) -> float | None:
    try:
        if path.is_symlink() or path.stat().st_size > 200:
            return None
        text = path.read_text(encoding="utf-8").strip().replace(" UTC", "+00:00")
        return datetime.fromisoformat(text).timestamp()
    except (OSError, ValueError, OverflowError):
        return None
