"""The command ``whichbank-teach``: release, collect, grade, regrade, feedback, export, summary,
learn, and a quickstart.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .classroom.folder import Classroom, ClassroomError
from .classroom.students import printable

WAYS = ("folder", "moodle", "canvas")
FEEDBACK_COMMENT = "feedback/<student>/<assignment>/<assignment>.html"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; a failure ends with a sentence and exit code 1."""
    given = _parser().parse_args(arguments)
    streams: tuple[Any, ...] = (sys.stdout, sys.stderr)
    for stream in streams:
        # names that a terminal cannot show are no reason to stop
        stream.reconfigure(errors="backslashreplace")
    try:
        given.run(given)
    except ClassroomError as error:
        sys.exit(f"whichbank-teach: {error}")
    # a full disk, a folder that is closed; BrokenPipeError is another matter
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            sys.stderr.close()
            return
        where = f" ({error.filename})" if error.filename else ""
        sys.exit(
            f"whichbank-teach: {error.strerror or error}{where}. What was done is kept: mend it, "
            "and go on."
        )
    except KeyboardInterrupt:
        sys.exit("\nStopped. Nothing is lost: give the same command again to go on.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="whichbank-teach", description="The instructor's side of Which Bank?."
    )
    commands = parser.add_subparsers(metavar="command", required=True)

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        made.add_argument(
            "--class",
            dest="folder",
            type=Path,
            default=Path(),
            help="the class folder; here by default",
        )
        return made

    quick = commands.add_parser(
        "quickstart", help="make a class folder with a demo assignment, and grade it"
    )
    quick.set_defaults(run=_quickstart)
    quick.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("my-class"),
        help="a new folder; my-class by default",
    )
    quick.add_argument(
        "--empty", action="store_true", help="only make the folder, without the demo"
    )

    one = command("release", _release, "make the students' notebooks of an assignment")
    one.add_argument("assignment", help="its name, such as ps1")
    one.add_argument(
        "--exercises",
        nargs="+",
        required=True,
        metavar="NAME.N",
        help="such as mixing.2 choosing.1",
    )
    one.add_argument(
        "--variants", action="store_true", help="give each student numbers of his or her own"
    )

    one = command("collect", _collect, "take what students handed in")
    one.add_argument("assignment")
    one.add_argument(
        "inbox", type=Path, nargs="?", default=Path("inbox"), help="a folder, a zip or a file"
    )

    one = command(
        "grade", _grade, "mark all work in the box and enter the marks into the gradebook"
    )
    _what_to_grade(one)
    one.add_argument("--again", action="store_true", help="mark again what is marked already")

    one = command(
        "regrade",
        _regrade,
        "mark again after a change, keep the former marks, and tell the changes",
    )
    _what_to_grade(one)

    one = command("feedback", _feedback, f"write a page for each student: {FEEDBACK_COMMENT}")
    one.add_argument("assignment")
    one.add_argument("--student", nargs="+", default=(), metavar="ID", help="only these students")
    one.add_argument(
        "--for", dest="way", choices=WAYS, help="also pack the pages, to be handed back"
    )

    one = command("export", _export, "write the scores as a CSV file")
    one.add_argument("assignment", nargs="*", help="which; all by default")
    one.add_argument(
        "--for",
        dest="layout",
        choices=("own", "canvas", "moodle"),
        default="own",
        help="the layout",
    )
    one.add_argument("--to", type=Path, help="the file; grades.csv in the class folder by default")

    one = command(
        "similar",
        _similar,
        "lay out the students' code, and report which is alike (with copydetect)",
    )
    one.add_argument("assignment")

    one = command("summary", _summary, "count the mistakes of the class, as a table and a picture")
    one.add_argument("assignment")

    one = commands.add_parser("learn", help="tell what a class has learned, by its readers' files")
    one.set_defaults(run=_learn)
    one.add_argument("inbox", type=Path, help="a folder with the files that readers have saved")
    one.add_argument(
        "--to", type=Path, default=Path("learn"), help="the folder of the report; learn by default"
    )
    one.add_argument("--site", default="", help="the course's address, for links")
    return parser


def _what_to_grade(one: argparse.ArgumentParser) -> None:
    one.add_argument("assignment")
    where = one.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=_positive, help="how many students to mark at the same time")
    where.add_argument(
        "--on",
        default="",
        metavar="tcp://HOST:8786",
        help="mark on other machines: the workers of this Dask scheduler",
    )
    one.add_argument("--student", nargs="+", default=(), metavar="ID", help="only these students")
    one.add_argument(
        "--exercise",
        nargs="+",
        default=(),
        metavar="NAME.N",
        help="mark only these exercises again",
    )


def _room(given: argparse.Namespace) -> Classroom:
    """Find the class, and say what had to be guessed of its list."""
    room = Classroom.find(given.folder)
    for note in room.roster().notes:
        print(note)
    return room


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("it must be a whole number, at least 1")
    return int(text)


def _release(given: argparse.Namespace) -> None:
    from .classroom.release import release

    made = release(_room(given), given.assignment, given.exercises, variants=given.variants)
    print(
        f"Made {made.notebook}"
        + (f", with {len(made.variants)} notebooks" if made.variants else "")
    )
    for line in (*made.notes, *made.links.notes, made.links.markdown()):
        if line:
            print(line)


def _collect(given: argparse.Namespace) -> None:
    from tqdm import tqdm

    from .collect import collect

    room = _room(given)
    inbox = (
        given.inbox
        if given.inbox.exists() or given.inbox.is_absolute()
        else room.root / given.inbox
    )
    report = collect(
        room,
        given.assignment,
        inbox,
        progress=lambda files: tqdm(files, desc="Collecting", unit="file"),
    )
    print(report)


def _grade(given: argparse.Namespace) -> None:
    from .grading import grade

    start = time.monotonic()
    done = grade(
        _room(given),
        given.assignment,
        students=given.student,
        exercises=given.exercise,
        again=given.again,
        jobs=given.jobs,
        on=given.on,
    )
    _tell(done, time.monotonic() - start)


def _regrade(given: argparse.Namespace) -> None:
    from .grading.regrading import regrade

    start = time.monotonic()
    made = regrade(
        _room(given),
        given.assignment,
        students=given.student,
        exercises=given.exercise,
        jobs=given.jobs,
        on=given.on,
    )
    _tell(made.graded, time.monotonic() - start)
    print(f"The former marks are in {made.former}")
    for change in made.changes:
        print(f"  {change}")
    for student, (before, after) in made.sums.items():
        sums = [
            "none yet" if one.points is None else f"{one.points:.4g}" for one in (before, after)
        ]
        print(f"{student}: {' → '.join(sums)} in all")
    less = [change.student for change in made.changes if change.gain < 0]
    print(
        f"{len(made.sums)} of {len(made.graded.verdicts)} students have other marks"
        + (f"; fewer points: {', '.join(dict.fromkeys(less))}." if less else ".")
    )
    if made.sums:
        print("Give `feedback` and `export` again, so that they see them.")


def _tell(done: Any, seconds: float) -> None:
    """Say what a grading has done, and what could not be graded."""
    from .box import sealed
    from .grading.verdict import NOT_GRADED

    kept = len(done.verdicts) - len(done.marked)
    for line in done.boxes or (sealed.protections(),):
        print(line)
    print(
        f"Marked {len(done.marked)} in {seconds:.0f} s"
        + (f"; {kept} were marked already." if kept else ".")
    )
    for student, verdict in done.verdicts.items():
        for reason in dict.fromkeys(
            [mark.message for mark in verdict.marks if mark.status == NOT_GRADED]
        ):
            exercises = [
                mark.exercise
                for mark in verdict.marks
                if mark.points is None and mark.message == reason
            ]
            print(f"{student}, {', '.join(exercises)}, not graded: {_line(reason)}")
        for problem in verdict.problems:
            if all(problem not in mark.message for mark in verdict.marks):
                print(f"{student}: {_line(problem)}")
    if done.unrecorded:
        for student, error in done.unrecorded.items():
            print(f"{student}: not in nbgrader's gradebook: {_line(error)}")
        raise ClassroomError(
            "Some marks could not be entered into the gradebook; the export has them all the same."
        )


def _line(text: str) -> str:
    """One line of text that came from a student's work, without characters that steer a
    terminal.
    """
    return printable(" ".join(text.split()))


def _feedback(given: argparse.Namespace) -> None:
    from .grading.feedback import write_pages
    from .grading.sending import send

    room = _room(given)
    pages, failed = write_pages(room, given.assignment, given.student)
    print(f"Wrote {len(pages)} feedback pages" + (f", such as {pages[0]}" if pages else "."))
    for student, error in failed.items():
        print(f"{student}: no page: {_line(error)}")
    if given.way:
        to, left_out = send(room, given.assignment, pages, given.way)
        print(f"Packed {len(pages) - len(left_out)} of them into {to}")
        if left_out:
            print(f"Not among them, since no file of theirs came from there: {', '.join(left_out)}")


def _export(given: argparse.Namespace) -> None:
    from .grading.export import write

    room = _room(given)
    for assignment in given.assignment:
        room.assignment(assignment)  # says so if there is none
    name = "grades.csv" if given.layout == "own" else f"grades-{given.layout}.csv"
    to = given.to or room.root / name
    results = write(room.root, given.assignment or room.assignments(), given.layout, to)
    without = [result for result in results if result.points is None]
    print(
        f"Wrote {to}: {len(results)} rows"
        + (f", {len(without)} of them without a score:" if without else ".")
    )
    why: dict[str, list[str]] = {}
    for result in without:
        why.setdefault(f"{result.assignment}, {result.status}. {_line(result.reasons)}", []).append(
            result.student.id
        )
    for reason, students in why.items():
        print(f"  {reason}\n    {', '.join(students)}")


def _similar(given: argparse.Namespace) -> None:
    from .grading.similar import write

    folder, report = write(_room(given), given.assignment)
    print(f"Wrote {folder}")
    print(
        f"Wrote {report}"
        if report
        else "For the report on it, `pip install copydetect`, and give the command again."
    )


def _summary(given: argparse.Namespace) -> None:
    from .grading.summary import words, write

    room = _room(given)
    room.assignment(given.assignment)
    made, files = write(room.root, given.assignment)
    print(words(made))
    print(f"Wrote {', '.join(str(file) for file in files)}")


def _learn(given: argparse.Namespace) -> None:
    from .learning.report import write

    if not given.inbox.is_dir():
        raise ClassroomError(f"{given.inbox} is no folder.")
    made, files = write(given.inbox, given.to, given.site)
    for line in made.told:
        print(printable(line))
    if not made.readers:
        raise ClassroomError(f"{given.inbox} holds no progress file that can be read.")
    print(f"{len(made.readers)} readers, {len(made.measured)} questions.")
    print(f"Wrote {', '.join(str(file) for file in files)}")


def _quickstart(given: argparse.Namespace) -> None:
    from .classroom import demo

    if given.empty:
        print(f"Made {Classroom.create(given.folder).root}")
        return
    start = time.monotonic()
    room, inbox = demo.make(given.folder)
    here = ["--class", str(room.root)]
    print(
        f"Made {room.root} with the assignment {demo.ASSIGNMENT}, six students, and the work of "
        f"five in {inbox.name}/."
    )
    for step in (["collect", demo.ASSIGNMENT, str(inbox)], ["grade", demo.ASSIGNMENT], ["feedback", demo.ASSIGNMENT],
                 ["export"], ["summary", demo.ASSIGNMENT]):  # fmt: skip
        print(f"\n$ whichbank-teach {' '.join(step)}", flush=True)
        asked = _parser().parse_args([step[0], *here, *step[1:]])
        asked.run(asked)
    page = room.root / "feedback" / "student02" / demo.ASSIGNMENT / f"{demo.ASSIGNMENT}.html"
    print(
        f"\nDone in {time.monotonic() - start:.0f} s. Look at {room.root / 'grades.csv'} and at "
        f"{page}"
    )


if __name__ == "__main__":
    main()
