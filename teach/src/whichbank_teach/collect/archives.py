"""Open a zip that a stranger made: its names are not trusted as paths, nor its sizes as sizes."""

import os
import re
import stat
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..naming import shortened

OFFICE = {".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".jar", ".whl", ".npz", ".pt", ".pages"}
PIECE = 1 << 16
RATIO = 200  # no notebook shrinks to a two-hundredth
BROKEN = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError, ValueError, MemoryError)
LONGEST_NAME = 240  # bytes: no file system has longer names of files
DEEPEST = 40  # folders
SMALL = 5_000_000  # below this many bytes the ratio does not matter


@dataclass
class Budget:
    """What may still come out of a zip: bytes and members. A zip inside draws on its own and on the outer one's."""

    size: int
    count: int
    outer: "Budget | None" = None

    def part(self, size: int, count: int) -> "Budget":
        """Return the budget of a zip inside."""
        return Budget(size, count, self)

    def take(self, size: int = 0, count: int = 0) -> bool:
        """Draw on the budget; False where it does not suffice."""
        self.size -= size
        self.count -= count
        return self.size >= 0 and self.count >= 0 and (self.outer is None or self.outer.take(size, count))


@dataclass(frozen=True)
class Member:
    """One member of a zip; without parts it is a word about the zip as a whole."""

    parts: tuple[str, ...] = ()
    path: Path | None = None
    time: float | None = None
    problem: str = ""
    notes: tuple[str, ...] = ()


def is_archive(path: Path) -> bool:
    """Whether a file is a zip to be opened, and not a document that happens to be one."""
    with path.open("rb") as file:
        start = file.read(4)
    return start in (b"PK\x03\x04", b"PK\x05\x06") and path.suffix.lower() not in OFFICE


def members(archive: Path, spool: Path, largest: int, budget: Budget) -> Iterator[Member]:
    """Yield the members of a zip, each copied into ``spool`` under a name of ours.

    Parameters
    ----------
    archive : Path
    spool : Path
    largest : int
        The most bytes that one member may have.
    budget : Budget
        What may come out of all of them. Where it is spent, one last member says so.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                if info.is_dir():
                    continue
                if not budget.take(count=1):
                    yield Member(problem="This zip holds too many files. The rest of it was not read.")
                    return
                yield _member(opened, info, spool, largest, budget)
                if budget.size < 0:
                    yield Member(problem="This zip unpacks to too many bytes. The rest of it was not read.")
                    return
    except (
        zipfile.BadZipFile,
        OSError,
        ValueError,
        NotImplementedError,
        EOFError,
        RecursionError,
        MemoryError,
    ) as error:
        yield Member(problem=f"This zip cannot be opened: {_first_line(error)}.")


def _member(opened: zipfile.ZipFile, info: zipfile.ZipInfo, spool: Path, largest: int, budget: Budget) -> Member:
    name = _name(info)
    suffix = os.path.splitext(name)[1].lower()
    parts, notes = _parts(name)
    when = _time(info)
    if stat.S_ISLNK(info.external_attr >> 16):
        return Member(parts, time=when, problem="This is a symbolic link. It is not followed.", notes=notes)
    handle, place = tempfile.mkstemp(dir=spool, suffix=suffix if suffix in OFFICE else "")
    path, size, problem = Path(place), 0, ""
    try:
        with os.fdopen(handle, "wb") as copy, opened.open(info) as source:
            while piece := source.read(PIECE):
                size += len(piece)
                if size > largest:
                    problem = f"It is larger than {largest // 1_000_000} MB. It was left in the zip."
                elif size > SMALL and size > RATIO * max(info.compress_size, 1):
                    problem = f"It unpacks to more than {RATIO} times its size. It was left in the zip."
                elif not budget.take(size=len(piece)):
                    problem = "The zip unpacks to too many bytes. It was left in the zip."
                if problem:
                    break
                copy.write(piece)
    except BROKEN as error:
        locked = info.flag_bits & 1
        problem = "It is locked with a password." if locked else f"It cannot be unpacked: {_first_line(error)}."
    if problem:
        path.unlink(missing_ok=True)
        return Member(parts, time=when, problem=problem, notes=notes)
    return Member(parts, path, when, notes=notes)


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
    real = [piece for piece in pieces if piece not in ("", ".", "..") and not re.fullmatch(r"[A-Za-z]:", piece)]
    kept = tuple(shortened(piece, LONGEST_NAME) for piece in real[-DEEPEST:])
    leads_out = ".." in pieces or pieces[0] == "" or re.fullmatch(r"[A-Za-z]:", pieces[0])
    notes = ("Its path leads out of the zip. Only its name was used.",) if leads_out else ()
    return kept or ("a file without a name",), notes


def _time(info: zipfile.ZipInfo) -> float | None:
    year, month, day, hour, minute, second = info.date_time
    if year <= 1980:
        return None
    try:
        return time.mktime((year, month, day, hour, minute, second, 0, 0, -1))
    except (ValueError, OverflowError):
        return None


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")[:200]
