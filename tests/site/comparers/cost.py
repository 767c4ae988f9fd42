from typing import Any

import numpy as np
from drawn import Drawn

from whichbank.figures.cost import duration, size


def cost_curve(fig: Any, drawn: Drawn) -> None:
    """The slider shows the length; read-out, dots and lines show what the fitted curves say of it."""
    read = duration if fig.measure == "time" else size
    assert drawn.sliders == [["Tokens", f"{fig.length:,}"]]
    said = drawn.said[0]
    assert said.startswith(f"{fig.length:,} tokens, by the fitted curves: ")
    for way, cost in fig.costs.items():
        assert f"{way} {read(cost)}" in said
    too_large = [way for way, cost in fig.costs.items() if fig.measure == "memory" and cost > fig.memory]
    assert said.count("more than ") == len(too_large)
    chart = drawn.charts[0]
    np.testing.assert_allclose([x for x, _ in chart["dots"]], fig.length, rtol=0.02)
    np.testing.assert_allclose([y for _, y in chart["dots"]], list(fig.costs.values()), rtol=0.05)
    for way in fig.ways:
        factor, slope = fig.curve(way)
        (_, first), *_, (x, last) = chart["curves"][way]
        assert first < last
        np.testing.assert_allclose(last, factor * x**slope, rtol=0.06)


COMPARERS = {"CostCurve": cost_curve}
