"""A class folder to try everything on: a demo assignment, and five students' work of five kinds."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .folder import Classroom, ClassroomError
from .submission import MARK, stub_id

ASSIGNMENT = "demo"
EXERCISES = ("mixing.1", "mixing.2", "choosing.2")

_MIX = """\
def mix_all(weights, vectors):
    return weights @ vectors


check("mixing.2", mix_all)"""
_MIX_ON_ITS_SIDE = """\
def mix_all(weights, vectors):
    return weights.T @ vectors


print("mixing gives", mix_all(np.eye(3), np.ones((3, 2))).shape)
check("mixing.2", mix_all)"""
_MIX_WITH_A_HELPER = """\
import warnings


def mix_all(weights, vectors):
    warnings.warn("this is only a warning")
    return np.array([mix_one(row, vectors) for row in weights])


print("mine:", mix_all(np.eye(2), np.ones((2, 3))))"""
_HELPER = """\
def mix_one(row, vectors):
    return sum(w * v for w, v in zip(row, vectors))"""
_MIX_ROW_BY_ROW = """\
def mix_all(weights, vectors):
    table = []
    for i in range(len(weights) + 1):
        table.append(weights[i] @ vectors)
    return np.array(table)


check("mixing.2", mix_all)"""
_SOFTMAX = """\
def softmax(scores):
    grown = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


check("choosing.2", softmax)"""
_SOFTMAX_OVERFLOWS = """\
def softmax(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


check("choosing.2", softmax)"""


def _hand(numbers: str) -> str:
    return f'answer_mixing_1 = {numbers}\n\ncheck("mixing.1", answer_mixing_1)'


def make(root: Path) -> tuple[Classroom, Path]:
    """Make a class folder with six students, a released demo assignment, and an inbox with the work
    of five.

    Raises ClassroomError if there is something in the folder already.
    """
    from .release import release

    root = Path(root).absolute()
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise ClassroomError(
            f"There is something in {root} already. Name a folder that does not exist yet."
        )
    room = Classroom.create(root)
    rows = [
        "id,first_name,last_name,email",
        *(f"student{i:02},Student,{i:02},student{i:02}@example.org" for i in range(1, 7)),
    ]
    (root / "roster.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    release(room, ASSIGNMENT, EXERCISES)
    inbox = root / "inbox"
    for name, content in _inbox(room.released(ASSIGNMENT).read_bytes()).items():
        path = inbox / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return room, inbox


def _inbox(notebook: bytes) -> dict[str, bytes]:
    """What five students hand in: all right; known mistakes; messy but right; an error; and half a
    file.
    """
    whole = _answered(
        notebook, {"mixing.1": _hand("[1.4, 0.1]"), "mixing.2": _MIX, "choosing.2": _SOFTMAX}
    )
    mistakes = {
        "mixing.1": _hand("[0.1, 1.4]"),
        "mixing.2": _MIX_ON_ITS_SIDE,
        "choosing.2": _SOFTMAX_OVERFLOWS,
    }
    messy = _answered(
        notebook, {"mixing.1": _hand("[1.40, 0.10]"), "mixing.2": _MIX_WITH_A_HELPER}, _forget
    )
    error = {"mixing.1": _hand("[1.6, 0.3]"), "mixing.2": _MIX_ROW_BY_ROW, "choosing.2": _SOFTMAX}
    return {
        "student01/demo.ipynb": whole,
        "student02/demo.ipynb": _answered(notebook, mistakes),
        "student03/Copy of demo (2).ipynb": messy,
        "student04/demo.ipynb": _answered(notebook, error),
        "student05/demo.ipynb": whole[: len(whole) // 2],
    }


def _answered(
    notebook: bytes, answers: dict[str, str], change: Callable[[Any], None] | None = None
) -> bytes:
    made = json.loads(notebook)
    by_id = {stub_id(exercise): source for exercise, source in answers.items()}
    for cell in made["cells"]:
        if cell["id"] in by_id:
            cell["source"] = by_id[cell["id"]]
    if change is not None:
        change(made)
    return json.dumps(made, indent=1).encode()


def _forget(made: Any) -> None:
    """Do what some editors do: lose the cells' ids and metadata. And put a helper of the student's
    in between.
    """
    place = next(i for i, cell in enumerate(made["cells"]) if cell["id"] == stub_id("mixing.2"))
    helper: Any = {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": _HELPER,
    }
    made["cells"].insert(place, helper)
    for cell in made["cells"]:
        cell.pop("id", None)
        cell["metadata"] = {}
    made["metadata"].pop(MARK, None)
    made["nbformat_minor"] = 4
