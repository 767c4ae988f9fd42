from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers


def snapshots(fig: Any, drawn: Drawn) -> None:
    """The slider shows the pass, the plane every word's place, the read-out the loss and the nearest words."""
    assert drawn.sliders[0] == ["Passes", str(fig.step)]
    assert drawn.spoken == [str(fig.step)]
    points = drawn.planes[0]["points"]
    assert len(points) == len(fig.words)
    assert_near([[x, y] for _, x, y in points], fig.places[fig.step], "points", room=0.01)
    named = ", ".join(label for label, _, _ in points if label)
    assert fig.words[fig.word] in named, "the word that is followed has its name"
    said = drawn.said[0]
    loss, *counts = numbers(said.partition("mean loss ")[2])
    assert_drawn([f"{loss:.2f}"], [fig.losses[fig.step]], "loss")
    assert counts == [fig.in_own_group, len(fig.words)]
    nearest = fig.words[int(np.array(fig.nearest)[fig.step, fig.word])]
    assert said.endswith(f"Nearest to {fig.words[fig.word]}: {nearest}.")
    assert ("Before training" in said) == (fig.step == 0)


COMPARERS = {"Snapshots": snapshots}
