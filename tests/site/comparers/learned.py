import re
from typing import Any

from drawn import Drawn, assert_drawn


def learned_attention(fig: Any, drawn: Drawn) -> None:
    """Both heatmaps show the kernel's weights in percent; the read-out names senses and unknown words."""
    steps = f"{fig.steps[fig.step]} steps"
    assert [tuple(parts) for parts in drawn.sliders] == [("Trained for", steps)]
    assert drawn.spoken == [steps]
    if fig.known:
        before, now = drawn.tables
        assert_drawn(before, 100 * fig.weights(0), "before")
        assert_drawn(now, 100 * fig.weights(), "now")
        assert f"After {steps}, in %" in drawn.text
    else:
        assert drawn.tables == []
    said = drawn.said[0]
    found = re.findall(r"(\w+) means (\w+) \((\d+)\s%\)", said)
    assert [pair[:2] for pair in found] == [pair[:2] for pair in fig.meant()]
    assert_drawn([p for _, _, p in found], [100 * p for _, _, p in fig.meant()], "probabilities")
    named = re.search(r"left out: ([^.]*)\.", said)
    assert (named[1].split(", ") if named else []) == fig.unknown


COMPARERS = {"LearnedAttention": learned_attention}
