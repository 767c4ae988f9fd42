import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import similarity, softmax


def two_tasks(fig: Any, drawn: Drawn) -> None:
    """Sliders show what is changed, the tables scores and weights, the plane both roles, the meters both jobs."""
    old = np.array(fig.vectors)
    offers = old * np.array(fig.scalars)[:, None] if fig.mode == "scalars" else old
    asks = offers if fig.mode == "scalars" else old @ np.array(fig.matrix)
    scores = similarity(asks, offers)
    weights = softmax(scores)
    changed = np.ravel(fig.scalars if fig.mode == "scalars" else fig.matrix)
    assert_drawn([text for _, text in drawn.sliders], changed, "sliders")
    assert_drawn(drawn.tables[0], scores, "scores")
    assert_drawn([line[:-1] for line in drawn.tables[1]], weights, "weights")
    shares = [weights[asker, wanted] for asker, wanted in fig.wants]
    assert_drawn(re.findall(r"gives \w+ (\d\.\d+)", drawn.said[0]), shares, "meters")
    verdicts = re.findall(r": (not )?served", drawn.said[0])
    assert [not verdict for verdict in verdicts] == fig.served
    points = drawn.points()
    for i, word in enumerate(fig.words):
        assert_near(points[word], offers[i], f"what {word} offers")
        if fig.mode == "matrix":
            assert_near(points[f"{word} asks"], asks[i], f"what {word} asks")
    assert ("bank asks" in points) == (fig.mode == "matrix")


COMPARERS = {"TwoTasks": two_tasks}
