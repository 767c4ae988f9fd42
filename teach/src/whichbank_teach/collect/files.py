"""Find every file of an inbox: in folders, in zips, in zips in zips.

A zip is made by a stranger: its names are not trusted as paths, nor its sizes as sizes, and nothing
is unpacked to a path that it names.
"""

import os
import re
import stat
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import cast

from ..classroom.students import printable, shortened

CLUTTER = {
    ".ds_store",
    "thumbs.db",
    "desktop.ini",
    "__macosx",
    ".ipynb_checkpoints",
    ".git",
    "__pycache__",
    ".venv",
}
OFFICE = {
    ".docx",
    ".xlsx",
    ".pptx",
    ".odt",
    ".ods",
    ".odp",
    ".epub",
    ".jar",
    ".whl",
    ".npz",
    ".pt",
    ".pages",
}
STAMP = "timestamp.txt"  # nbgrader's: when a student handed in
MEGABYTE = 1_000_000
DEPTH = 3  # zips in zips in zips
FOLDERS = 30
DEEPEST = 40  # folders within a zip
LONGEST_NAME = 240  # bytes: no file system has longer names of files
PIECE = 1 << 16
RATIO = 200  # no notebook shrinks to a two-hundredth
SMALL = 5_000_000  # below this many bytes the ratio does not matter
BROKEN = (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError, MemoryError)


@dataclass(frozen=True)
class Limits:
    """How much collect takes: bytes of one file, and of all that one zip unpacks to."""

    file: int = 50 * MEGABYTE
    archive: int = 4000 * MEGABYTE
    members: int = 20_000


@dataclass
class Budget:
    """What may still come out of a zip: bytes and members. A zip inside draws on its own and on the
    outer one's.
    """

    size: int
    count: int
    outer: "Budget | None" = None

    def take(self, size: int = 0, count: int = 0) -> bool:
        """Draw on the budget; False where it does not suffice."""
        self.size -= size
        self.count -= count
        return (
            self.size >= 0
            and self.count >= 0
            and (self.outer is None or self.outer.take(size, count))
        )


@dataclass(frozen=True)
class Found:
    """One file of the inbox, or the reason why there is none."""

    parts: tuple[str, ...]  # the folders and zips that it lies in, and its name
    archives: tuple[int, ...] = ()  # which of the parts are zips
    path: Path | None = None  # where its bytes can be read; None where they cannot
    time: float | None = None  # when it was handed in or last changed, in seconds since 1970
    problem: str = ""  # why it cannot be read
    clutter: bool = False  # whether it is one of the files that systems leave behind
    notes: tuple[str, ...] = ()
    stamped: bool = False  # whether the time is the one at which it was handed in

    @property
    def shown(self) -> str:
        """Its path from the inbox, as it can be printed."""
        return printable("/".join(self.parts))


def walk(inbox: Path, spool: Path, limits: Limits) -> Iterator[Found]:
    """Yield every file of an inbox, which is a folder, a zip, or one file. Symbolic links are told,
    never followed.

    What comes out of zips is put into the empty folder ``spool``, under names of ours.
    """
    if inbox.is_dir():
        yield from _folder(inbox, (), spool, limits)
    else:
        yield from _one(inbox, (inbox.name,), None, spool, limits)


def clutter(name: str) -> bool:
    """Whether a file is one of those that systems and editors leave behind."""
    return name.lower() in CLUTTER or name.startswith("._")


def is_archive(path: Path) -> bool:
    """Whether a file is a zip to be opened, and not a document that happens to be one."""
    with path.open("rb") as file:
        start = file.read(4)
    return start in (b"PK\x03\x04", b"PK\x05\x06") and path.suffix.lower() not in OFFICE


def _folder(folder: Path, parts: tuple[str, ...], spool: Path, limits: Limits) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Found(parts, problem=f"This folder cannot be opened: {error.strerror}.")
        return
    when = stamp(folder / STAMP) if len(parts) == 2 else None
    for entry in entries:
        path, inner = folder / entry.name, (*parts, entry.name)
        if entry.is_symlink():
            yield Found(inner, problem="This is a symbolic link. It is not followed.")
        elif clutter(entry.name) or (entry.name == STAMP and when is not None):
            yield Found(inner, clutter=True)
        elif not entry.is_dir(follow_symlinks=False):
            yield from _one(path, inner, when, spool, limits)
        elif len(inner) > FOLDERS:
            yield Found(inner, problem=f"It lies more than {FOLDERS} folders deep.")
        else:
            yield from _folder(path, inner, spool, limits)


def _one(
    path: Path, parts: tuple[str, ...], stamp: float | None, spool: Path, limits: Limits
) -> Iterator[Found]:
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            yield Found(parts, problem="This is no file.")
            return
        archive = is_archive(path)
    except OSError as error:
        yield Found(parts, problem=f"This file cannot be opened: {error.strerror}.")
        return
    found = Found(parts, time=about.st_mtime if stamp is None else stamp)
    if archive:
        yield from _archive(
            replace(found, path=path), spool, limits, Budget(limits.archive, limits.members)
        )
    elif about.st_size > limits.file:
        yield replace(
            found,
            problem=f"It is larger than {limits.file // MEGABYTE} MB. It was left where it is.",
        )
    else:
        yield replace(found, path=path, stamped=stamp is not None)


def stamp(path: Path) -> float | None:
    """Return the time that one of nbgrader's time stamps gives; None if it gives none."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 200:
            return None
        text = path.read_text(encoding="utf-8").strip().replace(" UTC", "+00:00")
        return datetime.fromisoformat(text).timestamp()
    except (OSError, ValueError, OverflowError):
        return None


# Zips


def _archive(found: Found, spool: Path, limits: Limits, budget: Budget) -> Iterator[Found]:
    """Yield what lies in a zip; where it cannot be opened or read to its end, the zip itself with
    the reason.
    """
    if len(found.archives) == DEPTH:
        yield replace(found, problem=f"More than {DEPTH} zips lie in one another.")
        return
    try:
        with zipfile.ZipFile(cast("Path", found.path)) as opened:
            members = [info for info in opened.infolist() if not info.is_dir()]
            if not members:
                yield replace(found, problem="This zip is empty.")
            for info in members:
                if not budget.take(count=1):
                    yield replace(
                        found, problem="This zip holds too many files. The rest of it was not read."
                    )
                    return
                yield from _unpacked(
                    _member(opened, info, found, spool, limits.file, budget), spool, limits, budget
                )
                if budget.size < 0:
                    yield replace(
                        found,
                        problem="This zip unpacks to too many bytes. The rest of it was not read.",
                    )
                    return
    except BROKEN as error:
        yield replace(found, problem=f"This zip cannot be opened: {_first_line(error)}.")


def _unpacked(member: Found, spool: Path, limits: Limits, budget: Budget) -> Iterator[Found]:
    """What one member of a zip is: a file, or a zip, which is one student's and may hold less."""
    inside = member.parts[member.archives[-1] + 1 :]
    if any(map(clutter, inside)):
        yield Found(member.parts, member.archives, clutter=True)
    elif member.path is not None and is_archive(member.path):
        own = Budget(min(limits.archive, 4 * limits.file), min(limits.members, 2000), budget)
        yield from _archive(member, spool, limits, own)
    else:
        yield member


def _member(
    opened: zipfile.ZipFile,
    info: zipfile.ZipInfo,
    archive: Found,
    spool: Path,
    largest: int,
    budget: Budget,
) -> Found:
    """Copy one member of a zip into the spool."""
    parts, notes = _parts(_name(info))
    inner = (*archive.archives, len(archive.parts) - 1)
    when = _time(info) or archive.time
    if archive.archives and archive.time:  # a student's own zip: nothing in it is newer than itself
        when = min(when or archive.time, archive.time)
    member = Found((*archive.parts, *parts), inner, time=when, notes=notes)
    if stat.S_ISLNK(info.external_attr >> 16):
        return replace(member, problem="This is a symbolic link. It is not followed.")
    suffix = os.path.splitext(parts[-1])[1].lower()
    handle, place = tempfile.mkstemp(dir=spool, suffix=suffix if suffix in OFFICE else "")
    size, problem = 0, ""
    try:
        with os.fdopen(handle, "wb") as copy, opened.open(info) as source:
            while not problem and (piece := source.read(PIECE)):
                size += len(piece)
                if size > largest:
                    problem = f"It is larger than {largest // MEGABYTE} MB. It was left in the zip."
                elif size > SMALL and size > RATIO * max(info.compress_size, 1):
                    problem = (
                        f"It unpacks to more than {RATIO} times its size. It was left in the zip."
                    )
                elif not budget.take(size=len(piece)):
                    problem = "The zip unpacks to too many bytes. It was left in the zip."
                copy.write(b"" if problem else piece)
    except BROKEN as error:
        locked = info.flag_bits & 1
        problem = (
            "It is locked with a password."
            if locked
            else f"It cannot be unpacked: {_first_line(error)}."
        )
    if problem:
        os.unlink(place)
        return replace(member, problem=problem)
    return replace(member, path=Path(place))


def _name(info: zipfile.ZipInfo) -> str:
    """A member's name. Some programs write UTF-8 and do not say so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return info.filename


def _parts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pieces = re.split(r"[/\\]", name)
    real = [
        piece
        for piece in pieces
        if piece not in ("", ".", "..") and not re.fullmatch(r"[A-Za-z]:", piece)
    ]
    kept = tuple(shortened(piece, LONGEST_NAME) for piece in real[-DEEPEST:])
    leads_out = ".." in pieces or pieces[0] == "" or re.fullmatch(r"[A-Za-z]:", pieces[0])
    notes = ("Its path leads out of the zip. Only its name was used.",) if leads_out else ()
    return kept or ("a file without a name",), notes


def _time(info: zipfile.ZipInfo) -> float | None:
    try:
        return time.mktime((*info.date_time, 0, 0, -1)) if info.date_time[0] > 1980 else None
    except (ValueError, OverflowError):
        return None


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")[:200]
