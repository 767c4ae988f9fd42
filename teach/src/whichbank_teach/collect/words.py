"""Find what a student wrote in answer to an exercise in words."""

import re
from collections.abc import Mapping, Sequence

from ..layout import ASKS
from ..submission import answer_id, statement_id
from .reading import RawCell

_HEADING = re.compile(r"^#{1,6} +(?:Exercise|Assignment) ", re.MULTILINE)


def written_answer(cells: Sequence[RawCell], exercise: str, released: Mapping[str, str]) -> tuple[str, int | None]:
    """Return what a student wrote on an exercise to explore, and where.

    It is the text of the exercise's answer cell and of all text cells between its statement and what follows; what
    was written into the statement's cell counts, too.

    Parameters
    ----------
    cells : sequence of RawCell
    exercise : str
    released : mapping
        The text of each cell of the released notebook, by the cell's id.

    Returns
    -------
    (str, int or None)
        The text, empty where nothing was written; no place where the notebook has no such exercise.
    """
    statement = released[statement_id(exercise)]
    title = statement.split("\n", 1)[0]
    starts = [i for i, cell in enumerate(cells) if cell.id == statement_id(exercise) or _first(cell) == title]
    named = [i for i, cell in enumerate(cells) if cell.id == answer_id(exercise)]
    if not starts and not named:
        return "", None
    places = set(named)
    pieces: dict[int, str] = {}
    if starts:
        start = starts[-1]
        pieces[start] = _beyond(cells[start].source, statement)
        for i in range(start + 1, len(cells)):
            cell = cells[i]
            ours = cell.id.startswith(("exercise-", "setup")) and i not in named
            if ours or (cell.kind == "markdown" and _HEADING.search(cell.source)):
                break
            if cell.kind != "code":
                places.add(i)
    pieces |= {i: cells[i].source for i in places}
    given = {text.strip() for text in released.values()} | {""}
    own = [text.strip() for _, text in sorted(pieces.items()) if text.strip() not in given]
    text = "\n\n".join(own).replace(ASKS, "").strip()
    return text, min(named or starts)


def _first(cell: RawCell) -> str:
    return cell.source.lstrip().split("\n", 1)[0].rstrip() if cell.kind == "markdown" else ""


def _beyond(source: str, statement: str) -> str:
    """What a student wrote below a statement, in its own cell."""
    given = {line.strip() for line in statement.split("\n")}
    kept = [line for line in source.split("\n") if line.strip() not in given]
    return "\n".join(kept)
