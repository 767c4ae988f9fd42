import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers


def share_plane(fig: Any, drawn: Drawn) -> None:
    """The slider shows the share, the read-out both distances, the plane the three words."""
    places = {word: np.array(at) for word, at in fig.places.items()}
    away = [float(np.linalg.norm(places["apple"] - places[word])) for word in ("orange", "phone")]
    assert_drawn(drawn.sliders[0][1], [100 * fig.share], "slider")
    said = drawn.said[0]
    assert f"{100 * fig.share:.0f} %" in said
    assert_drawn([text for text, _ in re.findall(r"(\d+\.\d+) from (orange|phone)", said)], away, "distances")
    assert said.count("✓") == len(fig.right_for)
    assert said.count("✗") == 2 - len(fig.right_for)
    described = [f"{x:.2f}" for x in numbers(drawn.planes[0]["label"])]
    assert_drawn(described, [*np.concatenate(list(places.values())), fig.near], "description")
    for labels, at in drawn.points().items():
        for word in labels.split(", "):
            if labels == word:
                assert_near(at, places[word], f"point {word}")
    apple = next(at for labels, at in drawn.points().items() if "apple" in labels)
    assert_near(apple, places["apple"], "point apple")


COMPARERS = {"SharePlane": share_plane}
