import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near


def recall_by_distance(fig: Any, drawn: Drawn) -> None:
    """The slider shows the distance, both charts every reader's curve, and dots and read-out the numbers there."""
    at = fig.distances.index(fig.distance)
    assert drawn.sliders[0][1] == str(fig.distance)
    mean = np.array(fig.mean)
    gradient = np.array(fig.after if fig.trained else fig.before)
    right, pull = drawn.charts
    for chart, table in ((right, mean), (pull, gradient)):
        assert chart["markers"][0][0] == f"{fig.distance} words"
        assert_near(np.log(chart["markers"][0][1]), np.log(fig.distance), "marker", room=0.01)
        for reader, row, dot in zip(fig.readers, table, chart["dots"], strict=True):
            points = np.array(chart["curves"][reader])
            assert_near(np.log(points[:, 0]), np.log(fig.distances), f"distances of {reader}", room=0.01)
            if table is mean:
                assert_near(points[:, 1], row, f"right answers of {reader}")
                assert_near(dot[1], row[at], f"dot of {reader}")
            else:
                assert_near(np.log10(points[:, 1]), np.log10(row), f"gradients of {reader}", room=0.05)
                assert_near(np.log10(dot[1]), np.log10(row[at]), f"dot of {reader}", room=0.05)
    assert_near(right["curves"][""], [[x, fig.guessing] for x in fig.distances], "guessing", room=0.5)
    said = drawn.said[0]
    assert said.startswith(f"“bank” stands {fig.distance} words after its cue.")
    found = re.findall(r"(\d+) % right(?: \((\d+) % to (\d+) %\))?", said)
    assert_drawn([mean for mean, _, _ in found], 100 * mean[:, at], "read-out")
    for (_, low, high), lowest, highest in zip(found, fig.lowest, fig.highest, strict=True):
        if low:
            assert_drawn([low, high], [100 * lowest[at], 100 * highest[at]], "spread")
        else:
            assert lowest[at] == highest[at]
    assert ("after training" in pull["label"]) == fig.trained


COMPARERS = {"RecallByDistance": recall_by_distance}
