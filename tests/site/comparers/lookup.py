from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.figures import SoftLookup


def soft_lookup(fig: Any, drawn: Drawn) -> None:
    """The table shows scores and weights, the chart the value over all places of the query, the dot the one found."""
    assert [label for label, _ in drawn.sliders] == ["query", "temperature"]
    shown = drawn.sliders[0][1]
    assert shown == (fig.names[int(fig.query)] if fig.query % 1 == 0 else f"{fig.query:.2f}")
    assert_drawn([drawn.sliders[1][1]], [fig.temperature], "temperature")
    assert_drawn(drawn.tables[0], [fig.scores, fig.weights], "scores and weights")
    sum_of, _, found = drawn.said[0].partition("looked up: ")[2].rpartition(" ≈ ")
    terms = np.reshape(numbers(sum_of), (-1, 2))
    assert_drawn([f"{w:.3f}" for w in terms[:, 0]], fig.weights, "weights in the read-out")
    assert list(terms[:, 1]) == fig.values
    assert_drawn([f"{numbers(found)[0]:.3f}"], [fig.value], "value")
    (chart,) = drawn.charts
    room = 0.01 * (max(fig.values) - min(fig.values))
    assert_near(chart["dots"], [[fig.query, fig.value]], "dot", room)
    ((_, curve),) = chart["curves"].items()
    for at, value in curve[::5]:
        place = min(max(round(40 * at) / 40, 0), len(fig.names) - 1)  # a drawn place is a tenth of a pixel off
        again = SoftLookup(fig.names, fig.values, fig.key_vectors, query=place, temperature=fig.temperature)
        assert_near([value], [again.value], f"curve at {at:.2f}", room)


COMPARERS = {"SoftLookup": soft_lookup}
