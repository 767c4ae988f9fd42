import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.figures.switches import NORMS


def block_switches(fig: Any, drawn: Drawn) -> None:
    """Both charts show the chosen block and the whole one, and the read-out tells its lines and its numbers."""
    learned, pulls = drawn.charts
    gradients = np.maximum(np.array(fig.gradients), 1e-6)
    rows = {"whole": 0, "this": fig.row}
    for chart, table, bend in ((learned, np.array(fig.mean), float), (pulls, gradients, np.log10)):
        across = fig.steps if chart is learned else range(1, table.shape[1] + 1)
        for name in chart["curves"]:
            if not name:
                continue
            points = np.array(chart["curves"][name])
            assert_near(points[:, 0], list(across), f"places of {name}", room=0.02 * max(across))
            want = table[rows[name]]
            got, want = (points[:, 1], want) if bend is float else (np.log10(points[:, 1]), np.log10(want))
            assert_near(got, want, f"{name}", room=0.02 if bend is float else 0.05)
        assert set(chart["curves"]) - {""} == ({"whole", "this"} if fig.row else {"whole"})
    said = drawn.said[0]
    for line in fig.formula:
        assert line.replace("−", "-") in said
    end = [table[fig.row][-1] for table in (fig.mean, fig.lowest, fig.highest)]
    found = re.search(r"steps: ([\d.]+) \(([\d.]+) to ([\d.]+) in (\d+) runs?\)\. The whole block: ([\d.]+)\.", said)
    assert_drawn(found.groups(), [*end, fig.runs[fig.row], fig.mean[0][-1]], "read-out")
    assert fig.norm in NORMS
    assert f"at block {gradients.shape[1]}." in said


COMPARERS = {"BlockSwitches": block_switches}
