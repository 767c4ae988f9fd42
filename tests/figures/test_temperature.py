"""The figure of the temperature: its settings, its shares, what is written, and what it does not take."""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank.experiments.news import printed
from whichbank.experiments.writer import untrained
from whichbank.figures import Temperature
from whichbank.figures.temperature import entropy, name
from whichbank.sampling import next_token_probabilities

TEXTS = [[f"{b}{i}" for i in range(6)] for b in "xy"]
TEXTS[0][4] += " \n"
TRAITS = {
    "beginnings": ["x", "y"],
    "tokens": list("ab \n"),
    "scores": [[0.0, 3.0, 1.0, 2.0], [1.0, 1.0, 0.0, -1.0]],
    "temperatures": [0, 0.5, 1],
    "top_ks": [2, 4],
    "texts": TEXTS,
    "invented": [[[0, 1]] + [[]] * 5, [[]] * 6],
}


def make(**changes):
    return Temperature(**(TRAITS | changes))


@pytest.mark.parametrize(
    ("temperature", "top_k", "place"), [(0, 2, 0), (0, 4, 1), (0.5, 2, 2), (0.5, 4, 3), (1, 2, 4), (1, 4, 5)]
)
def test_text_and_weights_of_each_setting(temperature, top_k, place):
    fig = make(beginning=1, temperature=temperature, top_k=top_k)
    assert fig.text == TEXTS[1][place]
    want = next_token_probabilities(np.array(TRAITS["scores"][1]), temperature=temperature, top_k=top_k)
    np.testing.assert_array_equal(fig.weights, want)


def test_starts_with_all_letters_at_temperature_1():
    fig = make()
    assert (fig.temperature, fig.top_k, fig.likeliest) == (1.0, 4, [1, 3, 2, 0])
    assert repr(fig) == "Temperature(beginning='x', temperature=1, top_k=4)"
    assert make(temperatures=[0.1, 0.2, 0.3]).temperature == 0.3


def test_table_and_picture_show_every_temperature():
    fig = make(top_k=2)
    caption, heads, rows = fig.table()
    assert caption == "What the model writes with its 2 likeliest letters"
    assert heads == ["temperature", "text"]
    assert rows == [["0", "x0"], ["0.5", "x2"], ["1", "x4"]]
    assert "0: b 1.00, end of item 0.00, space 0.00, a 0.00." in repr(fig.still())


def test_is_made_of_a_model():
    fig = Temperature.of(untrained(), ["The bank", "A"], [0, 1], [3, len(printed().letters)])
    assert [len(text) for texts in fig.texts for text in texts] == [168] * 4 + [161] * 4
    assert fig.texts[0][0] == fig.texts[0][1], "at temperature 0 it does not matter how many are kept"
    assert fig.invented[0][0] is not None
    assert len(fig.tokens) == len(printed().letters)


@pytest.mark.parametrize(("weights", "want"), [([1.0, 0.0], 0.0), ([0.25] * 4, np.log(4))])
def test_entropy(weights, want):
    assert entropy(np.array(weights)) == pytest.approx(want)


def compare(fig: Any, drawn: Drawn) -> None:
    """The table shows the likeliest letters and their shares, beside the text and how open the choice is."""
    every = len(fig.tokens)
    kept = f"all {every}" if fig.top_k == every else str(fig.top_k)
    assert drawn.sliders == [["Temperature", f"{fig.temperature:.2f}"], ["Top k", kept]]
    shares, whole = drawn.tables
    order = np.argsort(-np.array(fig.scores[fig.beginning]), kind="stable")
    assert_drawn([row[0] for row in shares], fig.weights[fig.likeliest], "shares")
    assert_drawn([row[0] for row in whole], fig.weights[order], "all shares")
    letters = r"\s*\d\.\d\d\s*".join(re.escape(name(fig.tokens[i]).replace("−", "-").strip()) for i in fig.likeliest)
    assert re.search(letters, drawn.text), "the letters, the likeliest first"
    assert fig.text.strip().replace("−", "-") in drawn.text, "what is written"
    said = re.search(r"a choice among (\d+\.\d) equal ones; (\d+|no) words? here", drawn.said[0])
    assert_drawn([said[1]], [np.exp(entropy(fig.weights))], "read-out")
    assert said[2].replace("no", "0") == str(len(fig.invented[fig.beginning][fig.setting]) // 2)


OTHER = {"beginning": 1, "temperature": 0.5, "top_k": 2}
BAD = [
    ({"scores": [[0.0] * 4]}, "scores must have the shape (2, 4); got (1, 4)"),
    ({"temperatures": [1, 0.5, 0]}, "temperatures must rise; got [1.0, 0.5, 0.0]"),
    ({"top_ks": [2, 3]}, "top_ks must end with all 4 letters; got [2, 3]"),
    ({"texts": TEXTS[:1]}, "texts must have 2 entries, one for each of beginnings; got 1"),
    ({"texts": [TEXTS[0], TEXTS[1][:5]]}, "texts[1] must have 6 entries; got 5"),
    ({"invented": [[[]] * 6, [[]] * 5]}, "invented[1] must have 6 entries; got 5"),
    ({"beginning": 2}, "beginning must be between 0 and 1; got 2"),
    ({"temperature": 0.7}, "temperature must be one of 0, 0.5, 1; got 0.7"),
    ({"top_k": 3}, "top_k must be one of 2, 4; got 3"),
]
