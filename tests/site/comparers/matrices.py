from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near


def query_key_matrices(fig: Any, drawn: Drawn) -> None:
    """Sliders show both matrices, the planes queries and keys, the heatmaps scores and weights."""
    entries = [*np.ravel(fig.W_q), *np.ravel(fig.W_k)]
    assert_drawn([text for _, text in drawn.sliders], entries, "sliders")
    ways = [f"{axis} → {role}{n}" for role in "qk" for axis in fig.axes for n in "₁₂"]
    assert [label for label, _ in drawn.sliders] == ways
    assert_drawn(drawn.tables[0], fig.scores, "scores")
    assert_drawn([line[:-1] for line in drawn.tables[1]], fig.weights, "weights")
    for place, made in enumerate((fig.q, fig.k)):
        points = drawn.points(place)
        for word, at in zip(fig.words, made, strict=True):
            assert_near(points[word], at, f"{word} in plane {place}", 0.01)
    said, row = drawn.said[0], fig.row
    assert said.startswith(f"{fig.words[row]} asks")
    weights = said.partition("Weights: ")[2].partition(". ")[0].split(", ")
    assert_drawn(weights, fig.weights[row], "weights in the read-out")
    scores = said.partition(f"Scores with {', '.join(fig.words)}: ")[2].partition(". ")[0].split(", ")
    assert_drawn(scores, fig.scores[row], "scores in the read-out")
    assert ("is not symmetric" not in said) == np.allclose(fig.scores, fig.scores.T)


COMPARERS = {"QueryKeyMatrices": query_key_matrices}
