from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import mix


def mixing_table(fig: Any, drawn: Drawn) -> None:
    """Sliders show the row, the heatmap all weights and their sums, the plane old and new vectors."""
    weights, vectors = np.array(fig.weights), np.array(fig.vectors)
    new = mix(weights, vectors, check_rows=False)
    word, row = fig.words[fig.row], weights[fig.row]
    assert_drawn([text for _, text in drawn.sliders], row, "sliders")
    assert drawn.spoken == [text for _, text in drawn.sliders]
    assert [label for label, _ in drawn.sliders] == list(fig.words)
    assert_drawn([line[:-1] for line in drawn.tables[0]], weights, "heatmap")
    assert_drawn([line[-1] for line in drawn.tables[0]], weights.sum(axis=1), "sums")
    whole = np.abs(weights.sum(axis=1) - 1) < 1e-9
    assert [(", not 1" in line[-1]) for line in drawn.tables[0]] == list(~whole)
    said = drawn.said[0]
    assert said.startswith(f"New {word} = ")
    place = said[said.index("= (") : said.index(")")]
    assert_drawn(place.removeprefix("= (").split(", "), new[fig.row], "read-out")
    assert (" inside " in said) == fig.inside[fig.row]
    assert ("not to 1" not in said) == whole[fig.row]
    points = drawn.points()
    for name, at in zip(fig.words, vectors, strict=True):
        assert_near(points[name], at, f"point {name}")
    if f"{word}′" in points:  # else it stands at the rim, and its label says that it is off the picture
        assert_near(points[f"{word}′"], new[fig.row], f"{word}′")


COMPARERS = {"MixingTable": mixing_table}
