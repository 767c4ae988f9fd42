"""Put each student's work where it is graded, and report what became of each file."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
from whichbank_authoring.exercise import Exercise
from whichbank_authoring.exercises import ALL

from ..classroom.folder import Classroom, ClassroomError, Settings, write_whole
from ..classroom.notebook import setup_cell
from ..classroom.students import printable
from ..classroom.submission import IMPORTS, MARK, answer_id, points_id, statement_id, stub_id
from .finding import Answers, find
from .keeping import (
    COLLECTED,
    GUESS,
    KEPT,
    PROBLEM,
    UNCHANGED,
    Candidate,
    FileReport,
    Handed,
    Record,
    Shelf,
    choose,
    digest,
)
from .reading import UnreadableError, Work, read_work

MENDED = (
    "The notebook in submitted/ was changed by hand since it was collected. It was left as it is."
)
EDITED = "The notebook in submitted/ had been changed by hand. It is kept in handed-in/ as {name}."


class Placing:
    """The students' files of one run of collect."""

    def __init__(self, room: Classroom, name: str) -> None:
        self.room, self.name, self.assignment = room, name, room.assignment(name)
        if unknown := [one for one in self.assignment.exercises if one not in ALL]:
            raise ClassroomError(
                f"{name} asks for {', '.join(unknown)}, which this version of the course has not."
            )
        self.exercises = [ALL[one] for one in self.assignment.exercises]
        self.known = tuple({setup_cell(settings) for settings in (room.settings, Settings())})
        self.others = set(room.assignments()) - {name}
        self.new: dict[str, list[Candidate]] = {}
        self.owners: dict[str, set[str]] = {}  # who handed in a file with these bytes
        self.notebooks: dict[Path, nbformat.NotebookNode] = {}

    def of_another(self, work: Work | None) -> str:
        """Return which other assignment of the class a file says that it is, if it answers nothing
        of this one.
        """
        meant = work.about.get("assignment") if work else None
        if work is None or meant == self.name or meant not in self.others:
            return ""
        return "" if self._candidate("", Handed(""), work, "").answered else str(meant)

    def add(self, student: str, file: Handed, work: Work | None, problem: str) -> None:
        """Take one more file of a student's; it lies in the student's folder already."""
        self.new.setdefault(student, []).append(self._candidate(student, file, work, problem))
        if file.digest:
            self.owners.setdefault(file.digest, set()).add(student)

    def place_all(self) -> Iterator[FileReport]:
        """Write the notebooks of all students with new files; yield what became of each file."""
        for student in sorted(self.new):
            yield from self._place(student)

    def _place(self, student: str) -> Iterator[FileReport]:
        shelf, new = Shelf(self.room.handed_in(student, self.name)), self.new[student]
        record = shelf.record()
        known = {file.digest: file for file in record.files}
        # a file that was there before keeps the name and time that it came with, unless it was
        # not known before when it came
        for file in [one.file for one in new if one.file.stamped and one.file.digest in known]:
            if not known[file.digest].stamped:
                known[file.digest] = replace(known[file.digest], time=file.time, stamped=True)
        candidates: dict[str, Candidate] = {}
        for one in new:
            name = one.file.digest or one.file.name
            if name not in candidates:
                candidates[name] = replace(one, file=known.get(name, one.file))
        for file in known.values():
            if file.digest not in candidates:
                candidates[file.digest] = self._again(student, shelf, file)
        taken, notes = choose(list(candidates.values()), record.taken)
        says = (*self._says(taken, student), *notes)
        made = self._notebook(student, taken, says)
        fate = self._write(student, made, taken, record, shelf)
        files = (
            *known.values(),
            *(
                one.file
                for one in candidates.values()
                if one.file.digest and one.file.digest not in known
            ),
        )
        shelf.save(
            Record(files, taken.file.digest, record.written if fate == MENDED else digest(made))
        )
        for one in new:
            yield self._report(one, student, taken, record.taken, (*says, fate))

    def adopt(self, student: str) -> None:
        """Take the notebook that lies in submitted/ as the student left it: nbgrader's own collect
        puts it there.
        """
        path, shelf = (
            self.room.collected(student, self.name),
            Shelf(self.room.handed_in(student, self.name)),
        )
        data, work, problem = path.read_bytes(), None, ""
        try:
            work = read_work(data, path.name)
        except UnreadableError as error:
            problem = str(error)
        file = shelf.keep(Handed(path.name, digest(data), time=path.stat().st_mtime), data)
        taken = self._candidate(student, file, work, problem)
        made = self._notebook(student, taken, tuple(self._says(taken, student)))
        before = [one for one in shelf.record().files if one.digest != file.digest]
        write_whole(path, made)
        shelf.save(Record((*before, file), file.digest, digest(made)))

    # Candidates

    def _candidate(self, student: str, file: Handed, work: Work | None, problem: str) -> Candidate:
        if work is None:
            return Candidate(file, problem=problem)
        texts = {cell.id: cell.source for cell in self._released(student).cells}
        return Candidate(file, work, find(work, self.exercises, texts, self.known))

    def _again(self, student: str, shelf: Shelf, file: Handed) -> Candidate:
        """A file that was handed in before."""
        try:
            return self._candidate(student, file, read_work(shelf.read(file), file.name), "")
        except UnreadableError as error:
            return self._candidate(student, file, None, str(error))

    def _released(self, student: str) -> nbformat.NotebookNode:
        """The notebook that a student was given."""
        path = (
            self.room.released(self.name, student) if student and self.assignment.variants else None
        )
        if path is None or not path.exists():
            path = self.room.source(self.name)
        if path not in self.notebooks:
            self.notebooks[path] = nbformat.read(path, as_version=4)
        return self.notebooks[path]

    # The report on a file

    def _says(self, one: Candidate, student: str) -> Iterator[str]:
        yield from one.file.notes
        if one.file.late:
            yield "It was handed in late."
        if one.work is None or one.answers is None:
            return
        yield from one.work.notes
        yield from one.answers.notes
        yield from one.answers.missing.values()
        meant = one.work.about.get("assignment")
        if isinstance(meant, str) and meant != self.name:
            yield f"The notebook says that it is {printable(meant)[:60]!r}."
        made_for = one.work.about.get("variant")
        if self.assignment.variants and made_for is None:
            yield (
                "The notebook does not say for whom it was made: its numbers by hand may be "
                "those of everybody."
            )
        if self.assignment.variants and isinstance(made_for, str) and made_for != student:
            yield (
                f"The notebook was made for {printable(made_for)[:60]!r}: its numbers by hand "
                "are not this student's."
            )

    def _report(
        self, one: Candidate, student: str, taken: Candidate, before: str, says: tuple[str, ...]
    ) -> FileReport:
        if others := self.owners.get(one.file.digest, set()) - {student}:
            says = (
                *says,
                f"It is the same file, byte for byte, as that of {', '.join(sorted(others))}.",
            )
        mine = one.file.digest == taken.file.digest and (
            one.file.digest or one.file.name == taken.file.name
        )
        if mine and one.problem:
            done, says = PROBLEM, (one.problem, *says)
        elif mine:
            done = UNCHANGED if before == one.file.digest else COLLECTED
            answered = f"{len(one.answered)} of {len(self.exercises)} exercises are answered."
            says = (answered, *says)
        else:
            instead = f"{printable(taken.file.name)} is graded in its place."
            done = (
                PROBLEM
                if one.problem and one.file.name.lower().endswith((".ipynb", ".zip"))
                else KEPT
            )
            doubt = GUESS if taken.file.sure and not one.file.sure else ""
            says = (one.problem, *self._says(one, student), doubt, instead)
        return FileReport(one.file.name, student, done, tuple(dict.fromkeys(filter(None, says))))

    # The notebook that is graded

    def _notebook(self, student: str, taken: Candidate, says: tuple[str, ...]) -> bytes:
        released = self._released(student)
        # the student reads it, and knows nothing of the inbox
        name = printable(taken.file.name).rpartition("/")[2]
        problems = [f"{name}: {taken.problem}"] if taken.problem else []
        missing = dict(taken.answers.missing) if taken.answers else {}
        variant = (
            student
            if self.assignment.variants and "variant" in released.metadata["whichbank"]
            else ""
        )
        about = {
            "problems": problems,
            "notes": [printable(one) for one in says],
            "missing": missing,
            "variant": variant,
            "python": taken.work.python if taken.work else "",
            "failed": [
                exercise
                for exercise, place in (taken.answers.places if taken.answers else {}).items()
                if taken.work and taken.work.cells[place].failed
            ],
            "common": bool(
                variant and taken.work and not isinstance(taken.work.about.get("variant"), str)
            ),
        }
        return collected_notebook(released, self.exercises, taken.answers, **about)

    def _write(
        self, student: str, made: bytes, taken: Candidate, record: Record, shelf: Shelf
    ) -> str:
        """Write the notebook, but never over one that was changed by hand; return a note for the
        instructor.
        """
        path, note = self.room.collected(student, self.name), ""
        here = path.read_bytes() if path.exists() else made
        if here != made and digest(here) != record.written:
            if taken.file.digest == record.taken:
                return MENDED
            name = f"edited-{digest(here)[:12]}.ipynb"
            write_whole(shelf.folder / "edited" / name, here)
            note = EDITED.format(name=f"edited/{name}")
        if taken.file.stamped and taken.file.time is not None:
            when = datetime.fromtimestamp(taken.file.time, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
            write_whole(path.with_name("timestamp.txt"), f"{when}\n".encode())
        write_whole(path, made)
        return note


def collected_notebook(
    released: nbformat.NotebookNode,
    exercises: Sequence[Exercise],
    answers: Answers | None,
    **about: Any,
) -> bytes:
    """Return the notebook that is graded, as the bytes of its file: the same for the same work.

    Without answers it is the released one. ``about`` is what ``submission.read`` finds in its
    metadata.
    """
    made = copy.deepcopy(released)
    cells = {cell.id: cell for cell in made.cells}
    made.cells = []
    by_answer = {answer_id(one.id): one.id for one in exercises}
    for number, (name, source) in enumerate(_laid(cells, exercises, answers)):
        if name:
            cells[name].source = source
            drawn = answers.pictures.get(by_answer.get(name, ""), ()) if answers else ()
            named = {
                f"picture-{i}.{kind.removeprefix('image/')}": {kind: data}
                for i, (kind, data) in enumerate(drawn, 1)
            }
            if named:
                cells[name].attachments = named
            made.cells.append(cells[name])
        else:
            added = {
                "id": f"added-{number}",
                "cell_type": "code",
                "metadata": {MARK: {"added": True}},
                "source": source,
            }
            made.cells.append(nbformat.from_dict(added | {"execution_count": None, "outputs": []}))
    ids = [one.id for one in exercises]
    made.metadata[MARK] = {
        "assignment": made.metadata[MARK]["assignment"],
        "exercises": ids,
        "collected": True,
    }
    made.metadata[MARK].update({name: value for name, value in about.items() if value})
    nbformat.validate(made)
    return (nbformat.writes(made, version=nbformat.NO_CONVERT) + "\n").encode()


def _laid(
    cells: dict[str, nbformat.NotebookNode], exercises: Sequence[Exercise], answers: Answers | None
) -> list[tuple[str, str]]:
    """The released cells' ids (empty for the student's own code) and the texts, in the student's
    order.
    """
    answers = answers or Answers({}, {}, {})
    head = [name for name in cells if not name.startswith("exercise-") and name != IMPORTS] + [
        IMPORTS
    ]
    laid = [(name, cells[name].source) for name in head if name in cells]
    waiting = sorted(answers.added.items())
    for exercise in _order(exercises, answers):
        place = answers.places.get(exercise)
        while place is not None and waiting and waiting[0][0] < place:
            laid.append(("", waiting.pop(0)[1]))
        for name in (
            statement_id(exercise),
            stub_id(exercise),
            points_id(exercise),
            answer_id(exercise),
        ):
            if name in cells:
                own = name in (stub_id(exercise), answer_id(exercise))
                laid.append(
                    (
                        name,
                        answers.sources.get(exercise, cells[name].source)
                        if own
                        else cells[name].source,
                    )
                )
    return laid + [("", source) for _, source in waiting]


def _order(exercises: Sequence[Exercise], answers: Answers) -> list[str]:
    """The exercises as the student ordered them; one that is missing follows the one before it."""
    order: list[str] = []
    before = -1
    for one in exercises:
        place = answers.places.get(one.id)
        if place is None:
            order.insert(before + 1, one.id)
            before += 1
            continue
        later = [i for i, other in enumerate(order) if answers.places.get(other, -1) > place]
        before = later[0] if later else len(order)
        order.insert(before, one.id)
    return order
