from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers

AXES = ("east", "north", "depth")


def pond(fig: Any, drawn: Drawn) -> None:
    """Sliders show the point, the table its code, the read-out how many places share it, the plane stones and point."""
    used = AXES[: fig.dims]
    assert [label for label, _ in drawn.sliders] == [f"point, {name}" for name in used]
    assert_drawn([text for _, text in drawn.sliders], fig.point[: fig.dims], "sliders")
    assert drawn.spoken == [text for _, text in drawn.sliders]
    assert_drawn(drawn.tables[0], [fig.code], "code")
    said = drawn.said[0]
    assert said.startswith(f"{len(fig.stones)} wave")
    cells, count = numbers(said.partition("). ")[2])[:2]
    assert (count, cells) == (fig.elsewhere, {1: 100, 2: 2500, 3: 13824}[fig.dims])
    assert ("the code tells where the point is" in said) == (fig.elsewhere == 0)
    points = drawn.points()
    stones = {label.split(",")[0]: at for label, at in points.items() if label != "point"}
    assert len(stones) == len(fig.stones)
    if fig.dims == 1:
        assert_near(points["point"][0], fig.point[0], "point")
        assert_near([stones[str(s + 1)][0] for s in range(len(stones))], [x for x, _, _ in fig.stones], "stones")
        dots = [(x, y) for label, x, y in drawn.planes[0]["points"] if not label]
        assert_near(dots, [(fig.point[0], height) for height in fig.code], "heights")
    else:
        assert_near(points["point"], fig.point[:2], "point")
        assert_near([stones[str(s + 1)] for s in range(len(stones))], np.array(fig.stones)[:, :2].tolist(), "stones")


COMPARERS = {"Pond": pond}
