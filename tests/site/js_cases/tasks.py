"""Cases for the arithmetic of tasks.js."""

from typing import Any

import numpy as np

from whichbank.figures.tasks import TwoTasks


def look_table_cases() -> list[tuple[list, Any]]:
    """What is asked and offered, scores and weights: told by the figure's own Python side."""
    rng = np.random.default_rng(11)
    cases = []
    for mode in ("scalars", "matrix"):
        for words in (1, 3, 3, 5):
            vectors, scalars, matrix = (rng.uniform(-2, 2, shape) for shape in ((words, 2), words, (2, 2)))
            fig = TwoTasks(list("abcde"[:words]), vectors, ["job"], [(0, 0)], mode, np.abs(scalars), matrix)
            found = {name: getattr(fig, name) for name in ("asks", "offers", "scores", "weights")}
            cases.append(([vectors, mode, np.abs(scalars), matrix], found))
    return cases


CASES = {("tasks.js", "lookTable"): look_table_cases}
