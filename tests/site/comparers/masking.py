import re
from typing import Any

from drawn import Drawn, assert_drawn, assert_near, numbers


def mask_toggles(fig: Any, drawn: Drawn) -> None:
    """The heatmap shows the weights in the tokens' order, the plane old and new vectors, the read-out what changed."""
    assert_drawn(drawn.tables[0], fig.weights, "weights")
    points = drawn.points()
    for word, old, new in zip(fig.words, fig.vectors, fig.new, strict=False):
        assert_near(points[word], old, f"point {word}")
        assert_near(points[f"{word}′"], new, f"{word}′")
    said, name = drawn.said[0], fig.tokens[fig.order.index(fig.picked)]
    recipe, new, changed = re.fullmatch(
        rf"New {name} = (.*) = (\(.*?\))\. Changed by the last step: (.*)\.", said
    ).groups()
    row = fig.order.index(fig.picked)
    allowed = fig.mask[row]
    assert_drawn([f"{x:.2f}" for x in numbers(recipe)], fig.weights[row][allowed], "recipe")
    assert [part.split()[-1] for part in recipe.split(" + ")] == (
        [token for token, may in zip(fig.tokens, allowed, strict=True) if may] or ["nothing"]
    )
    assert_drawn([f"{x:.2f}" for x in numbers(new)], fig.new[fig.picked], "new vector")
    assert changed == (", ".join(fig.changed) or "none")


COMPARERS = {"MaskToggles": mask_toggles}
