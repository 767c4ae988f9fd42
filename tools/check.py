"""Run every test of the project, one stage after the other, and say at the end which stage failed.

``python tools/check.py`` is what ``make test`` calls.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTEST = (sys.executable, "-m", "pytest", "-q")
STAGES = {
    "style": (sys.executable, "-m", "ruff", "check", "."),
    "format": (sys.executable, "-m", "ruff", "format", "--check", "."),
    "units": (*PYTEST, "-n", "2", "tests", "--ignore=tests/site"),
    "doctests": (*PYTEST, "--doctest-modules", "src", "teach/src"),
    "notebooks": (*PYTEST, "--nbval", "-n", "2", "--dist", "loadfile", "book"),
    "book": (sys.executable, "-m", "tools.book", "build"),
    "browser": (*PYTEST, "-n", "2", "tests/site", "--ignore=tests/site/test_speed.py"),
    "speed": (*PYTEST, "tests/site/test_speed.py"),  # alone: a second browser beside it would be measured too
}
# Progress bars print times, which no stored output can match.
SETTINGS = {"notebooks": {"TQDM_DISABLE": "1"}, "book": {"TQDM_DISABLE": "1"}}


def main() -> None:
    """Run all stages; a failed one does not stop the next, so that one run tells everything."""
    failed = []
    for name, command in STAGES.items():
        print(f"\n== {name}: {' '.join(Path(part).name if part == sys.executable else part for part in command)}")
        start = time.monotonic()
        status = subprocess.run(command, cwd=ROOT, env=os.environ | SETTINGS.get(name, {}), check=False).returncode
        print(f"== {name} {'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True)
        if status:
            failed.append(name)
    if failed:
        sys.exit(f"\nFailed: {', '.join(failed)}.")
    print("\nEverything passed.")


if __name__ == "__main__":
    main()
