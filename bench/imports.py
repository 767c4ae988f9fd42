"""The row about importing: what a page waits for before its first line runs."""

import statistics
import subprocess
import sys
from collections.abc import Iterator

CODE = """
import sys, time
start = time.perf_counter()
import {module}
print(time.perf_counter() - start, *(name for name in ("torch", "gensim", "matplotlib") if name in sys.modules))
"""


def rows(rounds: int = 11) -> Iterator[dict]:
    """Import each module in fresh processes, and yield the median time."""
    for module in ("whichbank", "whichbank.attention", "whichbank.streaming"):
        seconds = []
        for _ in range(rounds):
            done = subprocess.run(
                [sys.executable, "-c", CODE.format(module=module)], capture_output=True, text=True, check=True
            )
            time, *heavy = done.stdout.split()
            if heavy:
                raise RuntimeError(f"import {module} imports {', '.join(heavy)}")
            seconds.append(float(time))
        yield {
            "row": f"import {module}",
            "against": "0.3 s",
            "n": None,
            "reach": 1.0 if module == "whichbank" else None,
            "ratio": statistics.median(seconds) / 0.3,
            "ours_s": statistics.median(seconds),
            "rounds": rounds,
        }
