"""How many readers a study of the course needs, by simulated classes: ``python -m bench.study``
writes ``bench/study.md`` for the page *study*.
"""

from pathlib import Path

import numpy as np
from whichbank_teach.learning.simulated import measured_gain, people_for

FILE = Path(__file__).with_suffix(".md")
GAINS = (5, 10, 20, 30)  # points
PART, COURSE = 5, 20  # questions that are asked before and after
CLASSES = 1000
CLASS = 40  # readers


def coverage(people: int, points: float, questions: int, classes: int, seed: int = 1) -> float:
    """Return in which share of simulated classes the interval holds the gain that was put in."""
    rng = np.random.default_rng(seed)
    found = [measured_gain(people, points, questions, rng) for _ in range(classes)]
    return float(np.mean([one.low <= points <= one.high for one in found]))


def table(classes: int = CLASSES) -> str:
    """Simulate, and write the table with what it means."""
    rows = [
        f"| {gain}\N{NO-BREAK SPACE}points | "
        + " | ".join(
            str(people_for(gain / 100, questions, waiting=waiting, classes=classes))
            for waiting in (False, True)
            for questions in (PART, COURSE)
        )
        + " |"
        for gain in GAINS
    ]
    covered = [100 * coverage(CLASS, 0.2, questions, classes) for questions in (PART, COURSE)]
    return f"""| true gain | one part, before and after | all parts | one part, against a waiting group | all parts |
| --: | --: | --: | --: | --: |
{chr(10).join(rows)}

People who read and answer twice; where a group waits, as many again in that group. With so many,
the interval of 90% lay above 0 in four of five of {classes:,} simulated classes. In these classes each
reader knew 10% to 50% of the ideas before, learned anything between nothing and twice the mean, and
guessed half of what was not known; in form B one in ten that was known was missed. In classes of
{CLASS} that gained 20 points, {covered[0]:.1f}% of the intervals for one part and {covered[1]:.1f}%
of those for all held the 20.
"""


def main() -> None:
    """Write the file."""
    FILE.write_text(table(), encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
