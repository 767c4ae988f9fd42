"""Feedback pages on their way home: as the zip that Moodle or Canvas gives to its students, or as a
folder.
"""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from ..classroom.folder import Classroom, write_whole
from ..classroom.students import safe
from ..collect.keeping import Shelf
from ..collect.owners import CANVAS, MOODLE


def send(
    room: Classroom, assignment: str, pages: Sequence[Path], way: str
) -> tuple[Path, list[str]]:
    """Write the pages of some students for "folder", "moodle" or "canvas"; return where, and who is
    not among them.

    Moodle and Canvas know a student by the name that they gave to the work: whose work did not come
    from there is left out.
    """
    named, left_out = {}, []
    names = {student.id: student.full_name for student in room.roster()}
    for page in pages:
        student = page.parent.parent.name
        if way == "folder":
            full = names.get(student, "")
            name = safe(f"{full} ({student})" if full else student) + ".html"
        else:
            name = _name(room, assignment, student, way)
        if name:
            named[name] = page
        else:
            left_out.append(student)
    if way == "folder":
        to = room.root / f"feedback-{assignment}"
        for name, page in named.items():
            write_whole(to / name, page.read_bytes())
        return to, left_out
    to, packed = room.root / f"feedback-{assignment}-{way}.zip", io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, page in named.items():
            made.write(page, name)
    write_whole(to, packed.getvalue())
    return to, left_out


def _name(room: Classroom, assignment: str, student: str, way: str) -> str:
    """What the page must be called; empty where none of the student's files came from there. The
    graded one counts.
    """
    record = Shelf(room.handed_in(student, assignment)).record()
    for file in sorted(
        record.files, key=lambda one: (one.digest != record.taken, -(one.time or 0))
    ):
        for part in file.name.split("/"):
            if found := {"moodle": MOODLE, "canvas": CANVAS}[way].fullmatch(part):
                rest = found["rest"]
                start = part.removesuffix(rest).rstrip("_") if rest else part.rstrip("_")
                return f"{start}_{assignment}-feedback.html"
    return ""
