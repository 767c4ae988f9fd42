"""How many numbers the blocks of a model have."""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn

from whichbank.figures import BlockSizes
from whichbank.figures.sizes import MODELS, in_words


def make(**changes: Any) -> BlockSizes:
    return BlockSizes(**changes)


def test_the_blocks_have_nearly_all_numbers_of_a_large_model():
    parts = {
        name: make(blocks=n, width=d).numbers / whole for name, (n, d, whole) in MODELS.items()
    }
    assert parts["writer"] == pytest.approx(6 / 7, abs=0.01)
    assert parts["GPT-3"] == pytest.approx(0.996, abs=0.001)
    assert parts["Llama 3"] == pytest.approx(1, abs=0.01)


def test_without_a_script_it_shows_the_same_bars():
    fig = make(blocks=6, width=512)
    counts = [
        in_words(12 * n * d * d) for n, d in ((6, 512), *(shape[:2] for shape in MODELS.values()))
    ]
    told = ", ".join(map("{}: {}".format, ["this one", *MODELS], counts))
    assert repr(fig.still()) == f"Bars of 12, N, D and D, end to end on a scale of tens. {told}."


def compare(fig: Any, drawn: Drawn) -> None:
    """The sentence and the bars have the product of each model."""
    n, d = fig.blocks, fig.width
    known = [whole for one, other, whole in MODELS.values() if (one, other) == (n, d)]
    more = f", of {in_words(known[0])} in all" if known else ""
    assert drawn.said == [f"12 · {n} · {d:,}² = {in_words(fig.numbers)}{more}."]
    assert drawn.sliders == [["N, blocks", f"{n:,}"], ["D, width", f"{d:,}"]]
    for name, (blocks, width, _) in {"this one": (n, d, 0), **MODELS}.items():
        # after a step, by what each factor and all have grown stands between the two
        bar = rf"{name}(?:×[\d.,]+)*(?: →)?{in_words(12 * blocks * width**2)}"
        assert re.search(bar, "".join(drawn.text.split("\n"))), name
    assert drawn.tables[0] == [row[1:] for row in fig.table()[2]]


CASES = {
    "numbersOf": lambda: [
        ([n, d], np.array(make(blocks=n, width=d).numbers)) for n, d in ((1, 32), (126, 16_384))
    ],
    "lengthsOf": lambda: [([n, d], np.log10([12, n, d, d])) for n, d in ((1, 32), (96, 12_288))],
}

OTHER = {"blocks": 96, "width": 12_288}
BAD = [
    ({"blocks": 0}, "blocks must be between 1 and 128; got 0"),
    ({"width": 31}, "width must be between 32 and 16384; got 31"),
]
