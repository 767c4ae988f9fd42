"""Take what students hand in, whatever they call it, and put it where it is graded."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from ..classroom.folder import Classroom, ClassroomError
from ..classroom.students import printable, safe, unsafe
from .files import MEGABYTE, Found, Limits, clutter, is_archive, walk
from .gradescope import ABOUT, Submitted, submissions
from .keeping import LEFT_OUT, PROBLEM, UNKNOWN, FileReport, Handed, Report, Shelf, digest
from .owners import Owner, owner
from .placing import Placing
from .reading import UnreadableError, Work, read_work
from .worksheet import times

__all__ = ["FileReport", "Report", "collect"]

DAY = 86400.0  # how far a date may lie ahead: a zip gives the time of its own place on earth
NO_SHEET = (
    "Moodle's zip does not say when work came, so that nothing counts as late. If it matters, put the "
    'grading worksheet (with its column "Last modified") into the inbox, too, and collect again.'
)
MOST = 200  # files of one student
NO_ZONE = "Its time does not count: the settings have no timezone under [class]."
OWN = (
    "submitted",
    "handed-in",
    "release",
    "source",
    "variants",
    "unknown",
    "autograded",
    "feedback",
    "verdicts",
)


def collect(
    room: Classroom,
    name: str,
    inbox: Path | str,
    *,
    progress: Callable[[Iterable[Found]], Iterable[Found]] = lambda files: files,
) -> Report:
    """Take what students handed in for an assignment.

    The inbox is left as it is. Each student's files are copied as they are into
    ``handed-in/<student>/<assignment>/``; the one that is graded becomes
    ``submitted/<student>/<assignment>/<assignment>.ipynb``: the released notebook with the
    student's answers and code in it. Nothing of a student's is run. Collecting again changes
    nothing unless something newer has come.

    Parameters
    ----------
    name : str
        The assignment.
    inbox : path
        A folder, a zip or one file, in any layout.
    progress : callable, optional
        Wraps the files as they are read, such as ``tqdm``.
    """
    inbox = Path(inbox).absolute()
    if not inbox.exists():
        raise ClassroomError(f"There is no inbox {inbox}.")
    if inbox in (room.root, *room.root.parents, *(room.root / name for name in OWN)):
        raise ClassroomError(
            f"{inbox} is a folder of the class itself. Put what students hand in into another."
        )
    return _Collector(room, name).take(inbox, progress)


class _Collector:
    """One run of collect."""

    def __init__(self, room: Classroom, name: str) -> None:
        self.room, self.name, self.roster = room, name, room.roster()
        self.placing = Placing(room, name)
        settings = room.settings
        self.limits = Limits(settings.max_file_mb * MEGABYTE, settings.max_archive_mb * MEGABYTE)
        self.reports: list[FileReport] = []
        self.one_zip = False
        self.kept: Counter[Path] = Counter()
        self.came: dict[str, float] = {}
        self.exported: dict[tuple[str, ...], Submitted] = {}

    def take(self, inbox: Path, progress: Callable[[Iterable[Found]], Iterable[Found]]) -> Report:
        top = (
            [path for path in inbox.iterdir() if not clutter(path.name)]
            if inbox.is_dir()
            else [inbox]
        )
        self.one_zip = len(top) == 1 and top[0].is_file() and is_archive(top[0])
        sheets = {path.name: self._times(path) for path in top if path.suffix.lower() == ".csv"}
        with tempfile.TemporaryDirectory(prefix="whichbank-collect-") as spool:
            files = sorted(
                walk(inbox, Path(spool), self.limits),
                key=lambda one: not one.parts[-1].endswith(".ipynb"),
            )
            self.exported = submissions(files, self.limits.file)
            owners = self._two_of_one_name([self._named(found) for found in files])
            for found, whose in zip(progress(files), owners, strict=True):
                if len(found.parts) == 1 and (came := sheets.get(found.parts[0])):
                    told = f"Moodle's worksheet. It says when the work of {came} came."
                    told = told if self.room.zone else f"{told} {NO_ZONE}"
                    self.reports.append(FileReport(found.shown, "", LEFT_OUT, (told,)))
                elif found.parts[-1] == ABOUT and self.exported:
                    self.reports.append(FileReport(found.shown, "", LEFT_OUT))
                else:
                    self._sort(found, whose)
        reports = sorted([*self.reports, *self.placing.place_all()], key=lambda file: file.path)
        here = set(self.room.students(self.name))
        moodle = any(whose.number.startswith("participant") for whose in owners)
        return Report(
            tuple(reports),
            tuple(student.id for student in self.roster if student.id not in here),
            (NO_SHEET,) if moodle and not any(sheets.values()) else (),
        )

    def _times(self, sheet: Path) -> int:
        """Note when participants' work came, as a worksheet says; return of how many it does."""
        came = times(sheet, self.room.zone or UTC)
        self.came |= came if self.room.zone else {}
        return len(came)

    def _sort(self, found: Found, whose: Owner) -> None:
        """Read one file, keep a copy of it, and add it to its student's files."""
        if found.clutter:
            self.reports.append(FileReport(found.shown, "", LEFT_OUT))
            return
        data, problem, work = self._data(found), found.problem, None
        if data is None:
            problem = problem or "This file cannot be opened."
        elif not problem:
            try:
                work = read_work(data, found.parts[-1])
            except UnreadableError as error:
                problem = str(error)
        if other := self.placing.of_another(work):
            self.reports.append(
                FileReport(found.shown, "", LEFT_OUT, (f"It is a notebook of {other}.",))
            )
            return
        whose = self._owner(whose, work)
        handed = next(
            (one for i in range(len(found.parts)) if (one := self.exported.get(found.parts[:i]))),
            None,
        )
        came = handed.time if handed else self.came.get(whose.number)
        whose = replace(whose, time=whose.time if came is None else came)
        when, notes = found.time if whose.time is None else whose.time, found.notes
        if ahead := when is not None and when > time.time() + DAY:
            when, notes = 0.0, (*notes, "Its date lies in the future and was not used.")
        named = whose.time is not None
        if named and came is None and not self.room.zone:
            named, notes = False, (*notes, NO_ZONE)
        file = Handed(
            found.shown,
            time=when,
            version=whose.version,
            late=whose.late,
            stamped=not ahead and (found.stamped or named),
            notes=(*notes, *filter(None, (whose.note,))),
            number=whose.number,
            sure=whose.sure,
        )
        shelf = self._shelf(whose)
        self.kept[shelf.folder] += 1
        if self.kept[shelf.folder] > MOST:
            told = (f"This student has more than {MOST} files. It was left where it is.",)
            self.reports.append(FileReport(found.shown, whose.student, PROBLEM, told))
            return
        if data is not None:
            file = shelf.keep(replace(file, digest=digest(data)), data)
        if whose.student:
            self.placing.add(whose.student, file, work, problem)
        else:
            kept = (
                f"A copy lies in {shelf.folder.relative_to(self.room.root).as_posix()}."
                if data
                else ""
            )
            says = (*found.notes, *filter(None, (problem, whose.why, kept)))
            self.reports.append(
                FileReport(found.shown, "", PROBLEM if data is None else UNKNOWN, says)
            )

    def _data(self, found: Found) -> bytes | None:
        try:
            if found.path is None or found.path.stat().st_size > self.limits.file:
                return None
            return found.path.read_bytes()
        except OSError:
            return None

    def _named(self, found: Found) -> Owner:
        return owner(
            found.parts,
            found.archives,
            self.roster,
            self.name,
            one_zip=self.one_zip,
            zone=self.room.zone,
            exported=self.exported,
        )

    def _owner(self, whose: Owner, work: Work | None) -> Owner:
        made_for = work.about.get("variant") if work else None
        if whose.student or whose.name or not isinstance(made_for, str) or unsafe(made_for):
            return whose
        known = not self.roster or made_for in self.roster
        return replace(whose, student=made_for, sure=False) if known else whose

    def _two_of_one_name(self, owners: list[Owner]) -> list[Owner]:
        """Tell students of one name apart by their numbers; where it is not known which of them is
        meant, nobody is.
        """
        numbers: dict[str, set[str]] = {}
        for whose in owners:
            if whose.student and whose.number:
                numbers.setdefault(whose.student, set()).add(whose.number)
        every = set[str]().union(*numbers.values())
        listed = {one.id: one.lms_id for one in self.roster if one.lms_id}
        # else the list has numbers of another kind
        listed = listed if every & set(listed.values()) else {}
        kept = {
            student: self._numbers(student) | {*filter(None, [listed.get(student)])}
            for student in numbers
        }
        return [
            self._apart(whose, numbers[whose.student] | kept[whose.student])
            if whose.number and whose.student in numbers and whose.number not in kept[whose.student]
            else whose
            for whose in owners
        ]

    def _numbers(self, student: str) -> set[str]:
        """The numbers of a student that work collected before came with."""
        files = Shelf(self.room.handed_in(student, self.name)).record().files
        return {file.number for file in files if file.number}

    def _apart(self, whose: Owner, numbers: set[str]) -> Owner:
        if len(numbers) < 2:
            return whose
        if not self.roster:
            return replace(whose, student=safe(f"{whose.name} {whose.number}"))
        why = (
            f"Two students are called {printable(whose.name)!r}. Put the file into a folder "
            "named by the id."
        )
        return replace(whose, student="", why=why)

    def _shelf(self, whose: Owner) -> Shelf:
        if whose.student:
            return Shelf(self.room.handed_in(whose.student, self.name))
        return Shelf(self.room.root / "unknown" / self.name / safe(whose.name or "nobody"))
