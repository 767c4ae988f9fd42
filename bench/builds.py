"""Time a cold build, one notebook after the other and side by side: ``python -m bench.builds``.

One after the other is what Jupyter Book does by itself; there a notebook may use all cores. Side by side each has one
thread (``tools/execution.py``). Both run every notebook of the book, each way into an empty cache of its own. With
``--whole`` two more builds are timed, with their pages: Jupyter Book's own command and ours, each in an empty copy.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools import book, execution

HERE = Path(__file__).parent
GOAL = 0.6
ALL_THREADS = {name: value for name, value in execution.ENVIRONMENT.items() if name != "OMP_NUM_THREADS"}
NOT_COPIED = shutil.ignore_patterns(".*", "_build", "__pycache__", "*.egg-info", "tests")


def main() -> None:
    """Measure, print the table, and write it beside this file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path, help="all chapters of the book by default")
    parser.add_argument("--whole", action="store_true", help="time two whole builds, too")
    parser.add_argument("--to", type=Path, default=HERE, help="where builds.json and builds.md go")
    given = parser.parse_args()
    if given.notebooks and given.whole:
        parser.error("a whole build takes all chapters")
    with tempfile.TemporaryDirectory(prefix="whichbank-bench-") as folder:
        measured = measure(given.notebooks or book.chapters(), Path(folder), whole=given.whole)
    (given.to / "builds.json").write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    (given.to / "builds.md").write_text(table(measured), encoding="utf-8")
    print(table(measured))


def measure(notebooks: Sequence[Path], folder: Path, *, whole: bool = False) -> dict[str, Any]:
    """Execute the notebooks both ways and return the seconds.

    Parameters
    ----------
    notebooks : sequence of Path
        What is executed.
    folder : Path
        An empty folder to work in.
    whole : bool
        Whether whole builds of the book are timed, too.

    Returns
    -------
    dict
        ``execution`` and, if asked for, ``build``: the seconds of each way, by the clock and of all processors, and the
        ratio by the clock.
    """
    from bench.measure import machine

    paths = [path.resolve() for path in notebooks]
    about = machine() | {"date": datetime.now(UTC).date().isoformat()}
    found = {"machine": about, "notebooks": len(paths), "goal": GOAL}
    found["execution"] = _compare(
        lambda: execution.execute(paths, folder / "serial", workers=1, settings=ALL_THREADS),
        lambda: execution.execute(paths, folder / "parallel"),
    )
    if whole:
        jupyter_book = str(Path(sys.executable).with_name("jupyter-book"))
        found["build"] = _compare(
            lambda: _build(folder / "stock", [jupyter_book, "build", ".", "-W", "--keep-going"]),
            lambda: _build(folder / "ours", [sys.executable, "-m", "tools.book", "build"]),
        )
    return found


def table(measured: dict[str, Any]) -> str:
    """Write what was measured as Markdown.

    Parameters
    ----------
    measured : dict
        What ``measure`` returns.
    """
    about = measured["machine"]
    lines = [
        f"A cold build of {measured['notebooks']} notebooks on {about['cpu']}, {about['cores']} cores, load "
        f"{about['load']} at the start, on {about['date']}; the goal is a ratio of {measured['goal']} at most.",
        "",
        "| what | one after the other | side by side | ratio | processor time |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, what in (("execution", "executing the notebooks"), ("build", "the whole build")):
        if name in measured:
            one = measured[name]
            clocks = f"{one['serial_s']:.0f} s | {one['parallel_s']:.0f} s | {one['ratio']:.2f}"
            lines.append(f"| {what} | {clocks} | {one['serial_cpu_s']:.0f} s, {one['parallel_cpu_s']:.0f} s |")
    return "\n".join(lines) + "\n"


def _compare(serial: Callable[[], object], parallel: Callable[[], object]) -> dict[str, float]:
    (serial_s, serial_cpu), (parallel_s, parallel_cpu) = _timed(serial), _timed(parallel)
    return {
        "serial_s": round(serial_s, 1),
        "parallel_s": round(parallel_s, 1),
        "ratio": round(parallel_s / serial_s, 3),
        "serial_cpu_s": round(serial_cpu, 1),
        "parallel_cpu_s": round(parallel_cpu, 1),
    }


def _timed(run: Callable[[], object]) -> tuple[float, float]:
    start, cpu = time.perf_counter(), sum(os.times()[:4])
    run()
    return time.perf_counter() - start, sum(os.times()[:4]) - cpu


def _build(copy: Path, command: list[str]) -> None:
    """Build the book in a copy of the checkout in which nothing was ever built."""
    shutil.copytree(book.ROOT, copy, ignore=NOT_COPIED)
    subprocess.run(command, cwd=copy, env=os.environ | ALL_THREADS, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
