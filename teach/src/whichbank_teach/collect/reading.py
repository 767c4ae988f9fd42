"""Read a file that should be a notebook, in any state in which people hand one in. Nothing in it is
run.

nbformat reads only what is valid; here a cell that is not must cost neither the others nor the
student's points.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..classroom.moved import renamed

PYTHON = {".py", ".ipy", ".pyw"}
# characters; Colab puts pictures into texts
LARGEST = {"code": 2_000_000, "markdown": 20_000_000, "raw": 2_000_000}
MOST = 2000  # cells
KINDS = {
    "code": "code",
    "markdown": "markdown",
    "raw": "raw",
    "heading": "markdown",
    "html": "markdown",
}
# how each begins in base64
PICTURES = {"image/png": "iVBORw0KGgo", "image/jpeg": "/9j/", "image/gif": "R0lGOD"}
LARGEST_PICTURE = 4_000_000  # characters
_WRITTEN = re.compile(r"!\[[^\]\n]*\]\(data:(image/\w+);base64,([A-Za-z0-9+/=\s]+)\)")
_MARKER = re.compile(r"^# (?:%%|In ?\[[\d ]*\]:|\+(?: |$)|<codecell>|<markdowncell>)(.*)$")
_OTHER = (
    (b"%PDF", "a PDF file: ask for the notebook itself"),
    (b"PK\x03\x04", "an office document or another kind of zip: ask for the notebook itself"),
    (b"\x89PNG", "a picture: ask for the notebook itself"),
    (b"\xff\xd8\xff", "a picture: ask for the notebook itself"),
    (b"\x1f\x8b", "packed with gzip: ask for a zip or for the notebook itself"),
    (b"7z\xbc\xaf", "packed with 7-Zip: ask for a zip or for the notebook itself"),
    (b"Rar!", "packed with RAR: ask for a zip or for the notebook itself"),
    (b"version https://git-lfs", "a pointer of Git LFS, and not the notebook that it points to"),
)


class UnreadableError(ValueError):
    """A file holds no work that could be graded; the message says why, as a sentence."""


@dataclass(frozen=True)
class RawCell:
    """A cell of a student's file; ``id`` is the cell's id or nbgrader's name of it."""

    kind: str
    source: str
    id: str = ""
    # those in the text and those that it drew: (kind, base64)
    pictures: tuple[tuple[str, str], ...] = ()
    failed: bool = False  # whether it stopped with an error on the student's machine


@dataclass(frozen=True)
class Work:
    """What a student's file holds."""

    cells: tuple[RawCell, ...]
    about: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    is_notebook: bool = True
    python: str = ""  # the version that it was written with


def read_work(data: bytes, name: str) -> Work:
    """Read a student's file; the ending of its name tells a Python file from a notebook.

    Raises UnreadableError with the reason, for the instructor and for the student.
    """
    if not data.strip(b"\0 \t\r\n\f\v"):
        raise UnreadableError(
            "The file is empty." if not data else "The file is empty but for blanks."
        )
    for start, what in _OTHER:
        if data.startswith(start):
            raise UnreadableError(f"The file is {what}.")
    text, notes = _decoded(data)
    text = renamed(text)
    ending = name.lower().rpartition(".")[1:]
    if "".join(ending) in PYTHON:
        return _python(text, notes)
    stripped = text.lstrip()
    if not stripped.startswith(("{", "[")):
        raise UnreadableError(_not_json(stripped, "".join(ending)))
    try:
        found = json.loads(stripped)
    except json.JSONDecodeError as error:
        raise UnreadableError(_broken(stripped, error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise UnreadableError(
            "The file is JSON that no notebook program writes; it was not read."
        ) from None
    return _notebook(found, notes)


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe\0\0", "utf-32"),
        (b"\0\0\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(encoding, "replace"), (
                f"The file was saved as {encoding.removesuffix('-sig')}.",
            )
    if b"\0" in data[:4]:  # without a mark: in JSON and Python the first character is ASCII
        encoding = "utf-16-be" if data[0] == 0 else "utf-16-le"
        return data.decode(encoding, "replace"), (f"The file was saved as {encoding}.",)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), (
            "The file is no UTF-8; it was read as Windows-1252.",
        )


def _not_json(text: str, ending: str) -> str:
    if text[:400].lower().startswith(("<!doctype html", "<html")):
        return (
            "The file is a web page, and not the notebook: a page was saved, or a text was typed "
            "in."
        )
    if re.match(r"<{7} ", text):
        return "The file holds the marks of a Git merge that was not finished."
    return "The file is no notebook." if ending == ".ipynb" else "This kind of file is not graded."


def _broken(text: str, error: json.JSONDecodeError) -> str:
    if re.search(r"^[<=>]{7}( |$)", text, re.MULTILINE):
        return "The file holds the marks of a Git merge that was not finished."
    if error.pos >= len(text.rstrip()) - 1 or "Unterminated" in error.msg:
        return "The file ends in the middle: saving or uploading it was cut short."
    return f"The file is damaged at line {error.lineno}: {error.msg}."


def _notebook(found: Any, notes: tuple[str, ...]) -> Work:
    if not isinstance(found, dict):
        raise UnreadableError("The file is JSON, but no notebook.")
    rows = found.get("cells")
    if rows is None and isinstance(found.get("worksheets"), list):  # nbformat 3
        rows = [
            row
            for sheet in found["worksheets"]
            if isinstance(sheet, dict)
            for row in _list(sheet.get("cells"))
        ]
        notes = (*notes, "The file is in the old notebook format 3.")
    if not isinstance(rows, list):
        raise UnreadableError("The file is JSON, but no notebook: it has no cells.")
    cells = tuple(cell for row in rows for cell in _cell(row))
    if len(cells) < len(rows):
        notes = (
            *notes,
            f"{len(rows) - len(cells)} of {len(rows)} cells are no cells of a "
            "notebook and were left out.",
        )
    if len(cells) > MOST:
        raise UnreadableError(
            f"The notebook has {len(cells)} cells. More than {MOST} are not graded."
        )
    if not cells:
        raise UnreadableError("The notebook has no cells.")
    for kind, most in LARGEST.items():
        if sum(len(cell.source) for cell in cells if cell.kind == kind) > most:
            raise UnreadableError(
                f"The notebook's {kind} cells hold more than {most // 1_000_000} million "
                "characters."
            )
    metadata = found.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    about, language = metadata.get("whichbank"), metadata.get("language_info")
    version = str(language.get("version", "")) if isinstance(language, dict) else ""
    python = version if re.fullmatch(r"3(\.\d{1,3}){1,2}", version) else ""
    return Work(cells, about if isinstance(about, dict) else {}, notes, python=python)


def _cell(row: Any) -> Iterator[RawCell]:
    kind = row.get("cell_type") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        return
    source = row.get("source", row.get("input", ""))
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        return
    metadata = row.get("metadata")
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    names = (row.get("id"), mark.get("grade_id") if isinstance(mark, dict) else None)
    known = [name for name in names if isinstance(name, str)]
    ours = next((name for name in known if name.startswith(("exercise-", "setup", "imports"))), "")
    drawn = [part.get("data") for part in _list(row.get("outputs")) if isinstance(part, dict)]
    attached = row.get("attachments")
    bundles = [*(attached.values() if isinstance(attached, dict) else ()), *drawn]
    if KINDS[kind] == "markdown":  # Colab writes a picture into the text itself
        bundles += [{found[1]: found[2]} for found in _WRITTEN.finditer(source)]
        source = _WRITTEN.sub("(picture)", source)
    pictures = tuple(picture for bundle in bundles for picture in _pictures(bundle))
    failed = any(
        part.get("output_type") in ("error", "pyerr")
        for part in _list(row.get("outputs"))
        if isinstance(part, dict)
    )
    name = ours or (known[0] if known else "")
    yield RawCell(KINDS[kind], mended(source), name, pictures, failed)


def _pictures(bundle: Any) -> Iterator[tuple[str, str]]:
    """The pictures of a bundle of MIME types that are what they say and show nothing but
    themselves.
    """
    for kind, data in bundle.items() if isinstance(bundle, dict) else ():
        text = (
            "".join(data)
            if isinstance(data, list) and all(isinstance(line, str) for line in data)
            else data
        )
        if kind in PICTURES and isinstance(text, str) and len(text) < LARGEST_PICTURE:
            text = "".join(text.split())
            if text.startswith(PICTURES[kind]) and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
                yield kind, text


def mended(text: str) -> str:
    """Return a text with plain line ends, and with nothing in it that UTF-8 cannot hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _list(value: Any) -> list:
    return value if isinstance(value, list) else []


def _python(text: str, notes: tuple[str, ...]) -> Work:
    """Cut a Python file into cells: at the marks of Jupyter's exports and of editors, else by its
    functions.
    """
    lines = mended(text).split("\n")
    starts = [i for i, line in enumerate(lines) if _MARKER.match(line)]
    if starts:
        bounds = [0, *starts, len(lines)]
        cells = [_marked_cell(lines[a:b]) for a, b in pairwise(bounds)]
    else:
        cells = [RawCell("code", part) for part in _by_statement("\n".join(lines))]
    kept = tuple(cell for cell in cells if cell.source.strip())
    if not kept:
        raise UnreadableError("The file holds no Python.")
    return Work(
        kept, {}, (*notes, "The file is a Python file, and not the notebook."), is_notebook=False
    )


def _marked_cell(lines: list[str]) -> RawCell:
    mark = _MARKER.match(lines[0]) if lines else None
    if mark is None:
        return RawCell("code", "\n".join(lines).strip("\n"))
    words = "markdown" in lines[0]
    body = [line.removeprefix("#").removeprefix(" ") for line in lines[1:]] if words else lines[1:]
    return RawCell("markdown" if words else "code", "\n".join(body).strip("\n"))


def _by_statement(text: str) -> list[str]:
    """Each function or class of a file as a cell of its own, and what is between them."""
    tree = parsed(text)
    if tree is None:
        return [text]
    lines, parts, end = text.split("\n"), [], 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            parts += ["\n".join(lines[end:first]), "\n".join(lines[first : node.end_lineno])]
            end = node.end_lineno or end
    return [part.strip("\n") for part in (*parts, "\n".join(lines[end:])) if part.strip()]


def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree of a text; None where Python cannot read it, or only at a great
    cost.
    """
    if len(text) > 1_000_000:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
