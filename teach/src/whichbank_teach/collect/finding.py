"""Find each exercise's answer in a student's notebook, and keep the student's own code around
it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from whichbank_authoring.exercise import Exercise

from ..classroom.notebook import ASKS
from ..classroom.submission import answer_id, statement_id, stub_id
from .code import binding, checked_as, essence, same
from .reading import RawCell, Work


@dataclass(frozen=True)
class Answers:
    """What was found in a student's notebook."""

    # the text of each exercise's answer, unless it was left as it was or is missing
    sources: Mapping[str, str]
    places: Mapping[str, int]  # where in the notebook each exercise's answer is, or would be
    added: Mapping[int, str]  # the student's own code, by its place
    # what to report about exercises without a trace
    missing: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    # of answers in words
    pictures: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)


def find(
    work: Work,
    exercises: Sequence[Exercise],
    released: Mapping[str, str],
    known: Sequence[str] = (),
) -> Answers:
    """Find the answers in a student's work.

    An answer is looked for by its cell's id, then by the name that it defines, then by its
    ``check`` call. The last definition wins: one in another cell wins over the cell's own where the
    work checks that one. ``released`` holds the text of each cell of the released notebook,
    ``known`` further texts that are not the student's.
    """
    search = _Search(work.cells, exercises, released)
    for exercise in exercises:
        search.answer(exercise)
    if search.by_name:
        search.notes.append(
            "Not found by a cell's id, but by the name that it defines: "
            f"{', '.join(search.by_name)}."
        )
    taken = set(search.places.values())
    given = {essence(text) for text in (*released.values(), *known, "")}
    own = [
        (i, cell.source)
        for i, cell in enumerate(work.cells)
        if cell.kind == "code" and i not in taken
    ]
    added = {i: source for i, source in own if essence(source) not in given}
    return Answers(
        search.sources, search.places, added, search.missing, tuple(search.notes), search.pictures
    )


class _Search:
    """The search for one student's answers; the cells are those of the file."""

    def __init__(
        self, cells: Sequence[RawCell], exercises: Sequence[Exercise], released: Mapping[str, str]
    ) -> None:
        self.cells, self.released = cells, released
        self.own = {stub_id(one.id) for one in exercises} & set(released)
        self.sources: dict[str, str] = {}
        self.places: dict[str, int] = {}
        self.missing: dict[str, str] = {}
        self.notes: list[str] = []
        self.pictures: dict[str, Sequence[tuple[str, str]]] = {}
        self.by_name: list[str] = []

    def answer(self, exercise: Exercise) -> None:
        if exercise.kind == "explore":
            self._words(exercise)
        else:
            self._code(exercise)

    def _words(self, exercise: Exercise) -> None:
        text, pictures, place = written_answer(self.cells, exercise.id, self.released)
        if place is None:
            self.missing[exercise.id] = (
                f"The notebook holds no cell for the answer to {exercise.id}."
            )
            return
        self.places[exercise.id] = place
        if text or pictures:
            self.sources[exercise.id] = text or "(pictures alone)"
            self.pictures[exercise.id] = pictures[:MOST_PICTURES]

    def _code(self, exercise: Exercise) -> None:
        place, alias = self._place(exercise)
        if place is None:
            self.missing[exercise.id] = (
                f"No answer to {exercise.id} was found: no cell has its id, defines "
                f"{exercise.name}, or checks it."
            )
            return
        source = self.cells[place].source
        if alias or not same(source, self.released[stub_id(exercise.id)]):
            first = next((one for one, at in self.places.items() if at == place), None)
            if first is not None:
                self.notes.append(f"The answers to {first} and {exercise.id} are in one cell.")
                source = f"# The answer to {exercise.id} is in the cell of {first}."
            if self.cells[place].kind != "code":
                self.notes.append(
                    f"The cell of {exercise.id} was no longer a code cell; it was taken as one."
                )
            if alias:
                source += f"\n\n{exercise.name} = {alias}  # added on collecting: what was checked"
            self.sources[exercise.id] = source
        self.places[exercise.id] = place

    def _place(self, exercise: Exercise) -> tuple[int | None, str]:
        """The place of an exercise's answer, and what it is called there if not by its own name."""
        own = stub_id(exercise.id)
        stubs = {binding(self.released[name], exercise.name) for name in self.own} | {None}
        by_id = [i for i, cell in enumerate(self.cells) if cell.id == own]
        if len(by_id) > 1:
            self._say(
                f"{exercise.id}: its cell was copied and is there {len(by_id)} times; the last that "
                f"defines {exercise.name} counts."
            )
        # A cell whose id says that it is this exercise's may have been turned into text by mistake.
        code = [i for i, cell in enumerate(self.cells) if cell.kind == "code" or i in by_id]
        defining = [i for i in code if binding(self.cells[i].source, exercise.name) not in stubs]
        by_name = [
            i for i in defining if i in by_id or self.cells[i].id not in self.own
        ] or defining
        checking = {
            i: given
            for i in code
            if (given := checked_as(self.cells[i].source, exercise.id)) is not None
        }
        named = [i for i in defining if i in by_id]
        if named:
            place = named[-1]
            later = [i for i in by_name if i > place]
            if later and any(
                given == exercise.name for i, given in checking.items() if i >= later[-1]
            ):
                self._say(
                    f"{exercise.id}: {exercise.name} is defined and checked again further down; "
                    "that one counts."
                )
                place = later[-1]
            elif later:
                self._say(
                    f"{exercise.id}: {exercise.name} is defined again further down; the "
                    "exercise's cell counts."
                )
            return place, ""
        if by_name:
            self.by_name.append(exercise.id)
            return by_name[-1], ""
        other = [
            i for i, given in checking.items() if given not in (exercise.name, "...", "Ellipsis")
        ]
        if other:
            given = checking[other[-1]]
            self._say(f"{exercise.id}: the answer was found by its check, as {_short(given)}.")
            return other[-1], given
        changed = [i for i in by_id if not same(self.cells[i].source, self.released[own])]
        untouched = [
            i for i in code if binding(self.cells[i].source, exercise.name) in stubs - {None}
        ]
        found = changed or by_id or untouched
        return found[-1] if found else None, ""

    def _say(self, note: str) -> None:
        self.notes.append(note)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


_HEADING = re.compile(r"^#{1,6} +(?:Exercise|Assignment) ", re.MULTILINE)


MOST_PICTURES = 12


def written_answer(
    cells: Sequence[RawCell], exercise: str, released: Mapping[str, str]
) -> tuple[str, list[tuple[str, str]], int | None]:
    """Return what a student wrote on an exercise to explore, its pictures, and where it is.

    There is no place if the notebook has no such exercise.

    It is the text of the exercise's answer cell and of all text cells between its statement and
    what follows; what was written into the statement's cell counts, too.
    """
    statement = released[statement_id(exercise)]
    title = statement.split("\n", 1)[0]
    starts = [
        i
        for i, cell in enumerate(cells)
        if cell.id == statement_id(exercise) or _first(cell) == title
    ]
    named = [i for i, cell in enumerate(cells) if cell.id == answer_id(exercise)]
    if not starts and not named:
        return "", [], None
    places, around = set(named), set(named)
    pieces: dict[int, str] = {}
    if starts:
        start = starts[-1]
        pieces[start] = _beyond(cells[start].source, statement)
        for i in range(start + 1, len(cells)):
            cell = cells[i]
            ours = cell.id.startswith(("exercise-", "setup")) and i not in named
            if ours or (cell.kind == "markdown" and _HEADING.search(cell.source)):
                break
            around.add(i)
            if cell.kind != "code":
                places.add(i)
    pieces |= {i: cells[i].source for i in places}
    given = {text.strip() for text in released.values()} | {""}
    own = [text.strip() for _, text in sorted(pieces.items()) if text.strip() not in given]
    text = "\n\n".join(own).replace(ASKS, "").strip()
    return text, [one for i in sorted(around) for one in cells[i].pictures], min(named or starts)


def _first(cell: RawCell) -> str:
    return cell.source.lstrip().split("\n", 1)[0].rstrip() if cell.kind == "markdown" else ""


def _beyond(source: str, statement: str) -> str:
    """What a student wrote below a statement, in its own cell."""
    given = {line.strip() for line in statement.split("\n")}
    kept = [line for line in source.split("\n") if line.strip() not in given]
    return "\n".join(kept)
