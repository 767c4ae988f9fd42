"""Run every test of the project, one stage after the other, and say at the end which stage failed.

``python -m tools.check`` is what ``make test`` calls, ``python -m tools.check quick`` what ``make check`` calls: style,
and the tests and notebooks that the changes since the last push may break.
"""

import os
import subprocess
import sys
import time

from tools.affected import ROOT, affected, changed
from tools.execution import ENVIRONMENT

CORES = str(os.cpu_count() or 1)
PYTEST = (sys.executable, "-m", "pytest", "-q")
# A notebook stays in one process, and a core that is free takes the next. What runs is kept: the book executes nothing.
NOTEBOOKS = ("--nbval", "-p", "tools.nbval_cache", "--dist", "loadfile", "--no-loadscope-reorder")
DOCTESTS = ("--doctest-modules", "src", "teach/src")
TIMED = ("tests/site/test_speed.py", "tests/site/test_build_times.py")
STYLE = {
    "style": (sys.executable, "-m", "ruff", "check", "."),
    "format": (sys.executable, "-m", "ruff", "format", "--check", "."),
}
STAGES = STYLE | {
    "units": (*PYTEST, "-n", CORES, "--dist", "worksteal", *DOCTESTS, "tests", "--ignore=tests/site"),
    "notebooks": (*PYTEST, "-n", CORES, *NOTEBOOKS, "book"),
    "book": (sys.executable, "-m", "tools.book", "build"),
    "browser": (*PYTEST, "-n", CORES, "--dist", "worksteal", "tests/site", *(f"--ignore={file}" for file in TIMED)),
    "speed": (*PYTEST, *TIMED),  # alone: a second browser beside it would be measured too
}
NEEDS_BOOK = ("browser", "speed")


def stages(what: str) -> dict[str, tuple[str, ...]]:
    """Return the commands of ``make test``, or those of ``make check`` for the files that have changed."""
    if what == "all":
        return STAGES
    tests, notebooks = affected(changed())
    chosen = dict(STYLE)
    if tests or notebooks:
        print("Changed, or near what changed:", *tests, *notebooks)
        chosen["affected"] = (*PYTEST, "-n", CORES, *NOTEBOOKS, *tests, *notebooks)
    return chosen


def run(chosen: dict[str, tuple[str, ...]]) -> list[str]:
    """Run the stages and return those that failed; none stops the next, so that one run tells everything."""
    failed: list[str] = []
    # What Python has compiled once it need not compile again in each of a thousand short processes.
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for name, command in chosen.items():
        if name in NEEDS_BOOK and "book" in failed:
            print(f"\n== {name}: left out, for there is no book to test")
            failed.append(name)
            continue
        print(f"\n== {name}: {' '.join('python' if part == sys.executable else part for part in command)}", flush=True)
        start = time.monotonic()
        settings = ENVIRONMENT if "--nbval" in command else {}
        status = subprocess.run(command, cwd=ROOT, env=environ | settings, check=False).returncode
        print(f"== {name} {'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True)
        if status:
            failed.append(name)
    return failed


def main() -> None:
    """Read the command line; end with a status that tells whether all is well."""
    start = time.monotonic()
    failed = run(stages("affected" if sys.argv[1:] == ["quick"] else "all"))
    spent = f"{time.monotonic() - start:.0f} s"
    if failed:
        sys.exit(f"\nFailed: {', '.join(failed)} (in all {spent}).")
    print(f"\nEverything passed in {spent}.")


if __name__ == "__main__":
    main()
