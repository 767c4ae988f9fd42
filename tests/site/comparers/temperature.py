import re
from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn

from whichbank.figures.temperature import entropy, name


def temperature(fig: Any, drawn: Drawn) -> None:
    """The table shows the likeliest letters and their shares, beside the text and how open the choice is."""
    every = len(fig.tokens)
    kept = f"all {every}" if fig.top_k == every else str(fig.top_k)
    assert drawn.sliders == [["Temperature", f"{fig.temperature:.2f}"], ["Top k", kept]]
    (shares,) = drawn.tables
    assert_drawn([row[0] for row in shares], fig.weights[fig.likeliest], "shares")
    letters = r"\s*\d\.\d\d\s*".join(re.escape(name(fig.tokens[i]).replace("−", "-").strip()) for i in fig.likeliest)
    assert re.search(letters, drawn.text), "the letters, the likeliest first"
    assert fig.text.strip().replace("−", "-") in drawn.text, "what is written"
    said = re.search(r"among (\d+\.\d) equal ones \(entropy (\d\.\d\d)\)\.Underlined: (\d+) words? that", drawn.said[0])
    open_to = entropy(fig.weights)
    assert_drawn(said.groups()[:2], [np.exp(open_to), open_to], "read-out")
    assert int(said[3]) == len(fig.invented[fig.beginning][fig.setting]) // 2


COMPARERS = {"Temperature": temperature}
