import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near


def model_layers(fig: Any, drawn: Drawn) -> None:
    """Sliders show layer and head, the plane the words, the read-out the leans, the heatmap the decoded weights."""
    assert_drawn([shown for _, shown in drawn.sliders], [fig.layer, fig.head], "sliders")
    assert f"After layer {fig.layer}, " in drawn.said[0]
    for name, lean in fig.leans.items():
        told = re.search(rf"{re.escape(name)} leans to (\w+)(?: \(([−\d.]+)\))?", drawn.said[0].replace("-", "−"))
        if abs(lean) < 0.0005:
            assert told[1] == "neither"
        else:
            assert told[1] == fig.axes[fig.sentence][0 if lean > 0 else 1]
            assert_drawn([told[2].replace("−", "-")], [lean], f"lean of {name}")
    assert (len(drawn.planes), len(drawn.tables)) == ((1, 0) if fig.view == "plane" else (0, 1))
    if fig.view == "plane":
        for name, at in fig.places.items():
            assert_near(drawn.points()[name], at, f"point {name}")
    if fig.layer:
        if fig.view == "head":
            assert_drawn(drawn.tables[0], 100 * fig.attention, "weights in %")
            assert np.shape(drawn.tables[0]) == fig.attention.shape
        best = fig.attention[fig.focus[fig.sentence][0][1]].argmax()
        looked = fig.pieces[fig.sentence][best]
        assert re.search(rf"looks most at ({re.escape(looked)}|itself) ", drawn.said[0])
    else:
        assert "Layer 0 has no heads" in drawn.said[0]


COMPARERS = {"ModelLayers": model_layers}
