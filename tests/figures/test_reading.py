"""The figure of a sentence read word by word: its shares, what it shows, and what it does not
take.
"""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank.figures import WordByWord
from whichbank.figures.reading import shares

WORDS = ["river", "the", "bank"]
FADES = [[2.0, 0, 0], [0.5, 2, 0], [0.0001, 0.5, 2]]
LOOKS_BACK = [[1.0, 0, 0], [1, 1, 0], [4, 1, 1]]


def make(**changes):
    """Two readers of three words."""
    traits = {"words": WORDS, "readers": ["RNN", "attention"], "influence": [FADES, LOOKS_BACK]}
    return WordByWord(**(traits | changes))


def test_it_opens_where_the_sentence_ends():
    fig = make()
    assert repr(fig) == "WordByWord(reader='RNN', read='bank', first=0.0)"
    np.testing.assert_allclose(fig.shares["attention"], [2 / 3, 1 / 6, 1 / 6])


@pytest.mark.parametrize(("place", "wanted"), [(0, [1, 0, 0]), (1, [0.2, 0.8, 0])])
def test_shares_are_those_of_the_words_read_so_far(place, wanted):
    np.testing.assert_allclose(make(place=place).shares["RNN"], wanted)


def test_table_and_picture_tell_each_reader():
    fig = make(place=1)
    caption, heads, rows = fig.table()
    assert "after the, word 2" in caption
    assert heads == ["word", "RNN", "attention"]
    assert rows == [["river", 0.2, 0.5], ["the", 0.8, 0.5], ["bank", 0, 0]]
    assert repr(fig.still()).startswith(
        "Curves of share after word 2 over place of the word, from 1 to 3."
    )


def percent(text: str) -> float:
    """Return a share that is written in percent, which may have a power of ten."""
    found = re.match(r"([\d.]+)(?: · 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?%", text)
    return (
        float(found[1])
        / 100
        * 10.0 ** int((found[2] or "0").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
    )


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has all shares; under the tanks are those of the first word, in the read-out those
    of the chosen reader.
    """
    found = fig.shares
    assert_drawn(drawn.tables[0], np.column_stack(list(found.values())), "table")
    row, place = found[fig.reader], fig.place
    told = [
        percent(part) for part in re.findall(r"([\d.]+(?: · 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?%)", drawn.said[0])
    ]
    lesson, before = drawn.said[0], _before(fig)
    wanted = [row[0], before if "looks back" in lesson else row[place]][: len(told)]
    assert bool(told) == bool(place), "the first word is all that is held, or its share is told"
    # a whole percent, or one digit, where it is small
    np.testing.assert_allclose(told, wanted, rtol=0.51)
    np.testing.assert_allclose(told, wanted, atol=0.005 + 1e-9, rtol=0)
    alike = bool(place) and _alike(row[: place + 1])
    back = bool(place) and row[0] > 1.25 * before and not alike
    assert ("alike" in lesson) == alike
    assert ("looks back" in lesson) == back
    assert ("still holds" in lesson) == (row[0] > row[place] and not alike and not back)
    assert ("all but lost" in lesson) == (
        bool(place) and row[0] < min(0.01, row[place]) and not alike and not back
    )
    assert drawn.sliders == [["Word", str(place + 1)]]
    tanks = drawn.text.partition("Whose ink is on the words")[2].partition("Play")[0]
    first = re.findall(rf"{re.escape(fig.words[0])} <?([\d.]+)%", tanks)
    wanted = [found[reader][0] for reader in fig.readers]
    np.testing.assert_allclose([float(text) / 100 for text in first], wanted, atol=0.005 + 1e-9)


def _before(fig: Any) -> float:
    """Return the first word's share one word earlier."""
    row = fig.influence[fig.readers.index(fig.reader)][max(fig.place - 1, 0)]
    return shares(row)[0]


def _alike(row: list[float]) -> bool:
    return max(row) < 1.25 * min(row)


def cases() -> list[tuple[list, Any]]:
    """Rows of one to twenty amounts over many powers of ten, zeros among them."""
    draw = np.random.default_rng(4)
    rows = [(10.0 ** draw.uniform(-9, 1, n) * (draw.random(n) < 0.8)).tolist() for n in (2, 5, 20)]
    return [([row], shares(row)) for row in [*rows, [3.0], [1.0, 1.0, 0.0]]]


CASES = {"shares": cases}
OTHER = {"reader": "attention", "place": 1}
BAD = [
    ({"words": []}, "words must have at least 1 entry; got []"),
    ({"readers": ["a", "a"]}, "readers must be different from each other; got ['a', 'a']"),
    ({"influence": [FADES]}, "influence must have the shape (2, 3, 3); got (1, 3, 3)"),
    (
        {"influence": [FADES, [[1, 1, 0], [1, 1, 0], [1, 1, 1]]]},
        "influence must be 0 for words that are not read yet",
    ),
    (
        {"influence": [FADES, [[1, 0, 0], [0, 0, 0], [1, 1, 1]]]},
        "influence must not be 0 for all words of a row",
    ),
    (
        {"influence": [FADES, -np.array(LOOKS_BACK)]},
        "influence must hold numbers at least 0; got -4",
    ),
    ({"reader": "LSTM"}, "reader must be one of RNN, attention; got 'LSTM'"),
    ({"place": 3}, "place must be between 0 and 2; got 3"),
]
