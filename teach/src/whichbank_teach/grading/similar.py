"""Similar submissions: each student's own code as a file, and copydetect's report on them if it is
installed.

copydetect compares as MOSS does, by winnowing, on this machine alone: no name and no code leaves
it.
"""

import shutil
from pathlib import Path

from ..classroom.folder import Classroom
from ..classroom.submission import read


def write(room: Classroom, assignment: str) -> tuple[Path, Path | None]:
    """Write ``similarity/<assignment>/<student>.py``; return the folder, and the report where there
    is one.
    """
    room.assignment(assignment)
    folder, given = (
        room.root / "similarity" / name for name in (assignment, f"{assignment}-given")
    )
    for one in (folder, given):
        shutil.rmtree(one, ignore_errors=True)
        one.mkdir(parents=True)
    for student in room.students(assignment):
        (folder / f"{student}.py").write_text(
            _code(room.collected(student, assignment)), encoding="utf-8"
        )
    (given / "released.py").write_text(_code(room.source(assignment)), encoding="utf-8")
    try:
        from copydetect import CopyDetector
    except ImportError:
        return folder, None
    report = folder.with_suffix(".html")
    found = CopyDetector(
        test_dirs=[str(folder)], boilerplate_dirs=[str(given)], extensions=["py"], out_file=str(report),
        autoopen=False, silent=True,
    )  # fmt: skip
    found.run()
    found.generate_html_report()
    return folder, report


def _code(path: Path) -> str:
    cells = [cell.source for cell in read(path).cells if cell.kind == "code"]
    return "\n\n\n".join(cells) + "\n"
