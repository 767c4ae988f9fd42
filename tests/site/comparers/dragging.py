from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.attention import mix, similarity, softmax


def drag_vectors(fig: Any, drawn: Drawn) -> None:
    """Sliders show the picked word's place, the heatmaps scores and weights, the plane old and new vectors."""
    tokens = fig.sentences[fig.sentence].split(" ")
    old = np.array([fig.vectors[fig.words.index(word)] for word in tokens])
    scores = similarity(old, old)
    weights = softmax(scores, temperature=fig.temperature)
    new = mix(weights, old)
    row = tokens.index(fig.picked)
    assert_drawn([text for _, text in drawn.sliders], [*old[row], fig.temperature], "sliders")
    assert_drawn(drawn.tables[0], scores, "scores")
    assert_drawn([line[:-1] for line in drawn.tables[1]], weights, "weights")
    assert_drawn([line[-1] for line in drawn.tables[1]], weights.sum(axis=1), "sums")
    assert drawn.said[0].startswith(f"New {fig.picked} = ")
    recipe, _, places = drawn.said[0].rpartition(" = ")
    others = [i for i, word in enumerate(tokens) if word != fig.picked and tokens.index(word) == i]
    assert_drawn([str(x) for x in numbers(recipe)], weights[row], "recipe")
    assert_drawn([f"{x:.2f}" for x in numbers(places)], new[[row, *others]], "read-out")
    points = drawn.points()
    for name, at in zip(tokens, old, strict=True):
        assert_near(points[name], at, f"point {name}")
    for name, at in zip(tokens, new, strict=True):
        assert_near(points[f"{name}′"], at, f"{name}′")


COMPARERS = {"DragVectors": drag_vectors}
