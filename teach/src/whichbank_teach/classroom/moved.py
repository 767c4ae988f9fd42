"""A class of an earlier edition, whose exercises had the numbers of chapters: it goes on with their
names.
"""

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichbank.former import current

from .submission import MARK

if TYPE_CHECKING:
    from .folder import Classroom

# The id of a cell, the name of an answer by hand, a call of check, and where an id is read.
_NAMED = re.compile(
    r"(?P<before>\bexercise-|\banswer_|\bcheck\(\\?[\"']|\bExercise |\| )"
    r"(?P<chapter>\d\d)(?P<sign>[-_](?=\d\b)|\.(?=\d(?:\\?[\"']|: | (?:·|\\u00b7) )))(?P<number>\d)"
)
# the source comes last: by it the class is known as one of an earlier edition
_KEPT = (
    *("submitted/*/*/*.ipynb", "autograded/*/*/*.ipynb", "release/*/*.ipynb"),
    *("variants/*/*/*.ipynb", "verdicts/*/*.json", "source/*/*.ipynb"),
)
GRADEBOOK = "gradebook.db"
BEFORE = "gradebook-before-names.db"


def renamed(text: str) -> str:
    r"""Return the text of a notebook or of a verdict with names in the place of numbers.

    Examples
    --------
    >>> renamed('"id": "exercise-05-1-stub", "source": "answer_05_1 = 2"')
    '"id": "exercise-mixing-1-stub", "source": "answer_mixing_1 = 2"'
    """

    def named(found: re.Match[str]) -> str:
        name = current(f"{found['chapter']}.{found['number']}")
        return found["before"] + name.replace(".", found["sign"])

    return _NAMED.sub(named, text)


def ids(about: Any) -> Any:
    """Return what we keep in a notebook's metadata or in a verdict with the ids of now.

    Examples
    --------
    >>> ids({"exercises": ["05.1"], "missing": {"05.2": "The file ends in the middle."}})
    {'exercises': ['mixing.1'], 'missing': {'mixing.2': 'The file ends in the middle.'}}
    """
    if isinstance(about, dict):
        return {ids(name): ids(value) for name, value in about.items()}
    if isinstance(about, list):
        return [ids(one) for one in about]
    known = isinstance(about, str) and re.fullmatch(r"\d\d\.\d", about)
    return current(about) if known else about


def _moved(path: Path) -> bytes:
    """Return what a file of ours becomes."""
    text = renamed(path.read_text(encoding="utf-8"))
    if path.suffix == ".json":
        return (json.dumps(ids(json.loads(text)), indent=1) + "\n").encode()
    notebook = json.loads(text)
    notebook["metadata"][MARK] = ids(notebook["metadata"][MARK])
    return (json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def move(room: "Classroom") -> None:
    """Rename, in a class of an earlier edition, what its files and its gradebook name by numbers.

    What was handed in stays as it is, and a copy of the gradebook is kept.
    """
    old = [
        path.stem
        for path in room.root.glob(_KEPT[-1])
        if re.search(r'"exercise-\d\d-\d', path.read_text(encoding="utf-8"))
    ]
    if not old:
        return
    from .folder import write_whole

    if (room.root / GRADEBOOK).exists():
        _move_gradebook(room.root)
    for path in (path for pattern in _KEPT for path in sorted(room.root.glob(pattern))):
        try:
            data = _moved(path)
        except (ValueError, KeyError, TypeError):
            continue  # what cannot be read is told where it is read
        write_whole(path, data, path.stat().st_mode & 0o777)
    if (room.root / GRADEBOOK).exists():
        from .release import register

        for name in old:
            register(room, name)  # the sources of the cells, and their check sums


def _move_gradebook(root: Path) -> None:
    from nbgrader.api import BaseCell, Gradebook, SourceCell
    from nbgrader.coursedir import CourseDirectory

    from .nbgrader import class_config, tools_on_path

    if not (root / BEFORE).exists():
        shutil.copy2(root / GRADEBOOK, root / BEFORE)
    with tools_on_path(), Gradebook(CourseDirectory(config=class_config(root)).db_url) as book:
        for kind in (BaseCell, SourceCell):
            for cell in book.db.query(kind):
                cell.name = renamed(cell.name)
        book.db.commit()
