"""The sentences and tables of the notes."""

from dataclasses import dataclass

import numpy as np

from whichbank._arrays import one_of

APPLE_SENTENCES = (
    "An apple a day keeps the doctor away",
    "Apple is healthy",
    "Apple is better than the orange",
    "Apple makes great phones",
)
"""Note A1: three sentences about taste, one about technology."""

TWO_APPLES = "Apple launched a new phone while I was eating an apple"
"""Note A1: one word twice, with two meanings."""

APPLE_ORANGE = "Apple launched a new phone while I was eating an orange"
"""Note B8: the company, with a fruit nearby."""

BANK_SENTENCES = ("money bank grows", "river bank flows")
"""Note A2: one word, two meanings."""

SERVER_SENTENCES = ("Server, can I have the check?", "Looks like I just crashed the server")
"""Note E13: one word, two meanings."""

PLANE_AXES = ("finance", "nature")
PLANE = {
    "money": (2.0, 0.0),
    "grows": (1.0, 0.0),
    "bank": (1.0, 1.0),
    "flows": (0.0, 1.0),
    "river": (0.0, 2.0),
}
"""Two-dimensional vectors on PLANE_AXES, small enough to check every product on paper. The notes
give none.
"""


@dataclass(frozen=True)
class HandTable:
    """A table of mixing weights chosen by hand, (T, T), float64: row t mixes the new vector of word
    t.

    The version is "A" or "C", as note A or note C writes it, or "mended", with every row summing to
    1.
    """

    words: tuple[str, ...]
    weights: np.ndarray
    version: str


_MONEY = ((0.7, 0.2, 0.1), (0.25, 0.7, 0.05), (0.1, 0.2, 0.7))
_HAND_WEIGHTS = {
    ("money bank grows", "A"): _MONEY,
    ("money bank grows", "C"): _MONEY,
    ("money bank grows", "mended"): _MONEY,
    ("river bank flows", "A"): ((0.8, 0.1, 0.05), (0.25, 0.78, 0.02), (0.4, 0.01, 0.02)),
    ("river bank flows", "C"): ((0.8, 0.15, 0.05), (0.28, 0.78, 0.02), (0.4, 0.01, 0.59)),
    ("river bank flows", "mended"): ((0.8, 0.15, 0.05), (0.2, 0.78, 0.02), (0.4, 0.01, 0.59)),
}


def hand_table(sentence: str, version: str = "mended") -> HandTable:
    """Return the notes' hand-made mixing weights for one of the two bank sentences.

    All three rows of "money bank grows" sum to 1 as the notes write them; those of "river bank
    flows" do not. Version "A" is that of note A (A5), "C" that of note C (C3). "mended" has every
    row summing to 1: note C's rows for river and flows, and 0.20 for its 0.28 in the row of bank.

    Examples
    --------
    >>> hand_table("money bank grows").weights[1]
    array([0.25, 0.7 , 0.05])
    >>> hand_table("river bank flows", "A").weights.sum(axis=1).round(2)
    array([0.95, 1.05, 0.43])
    """
    one_of("sentence", sentence, BANK_SENTENCES)
    if version not in ("A", "C", "mended"):
        raise ValueError(f"version must be 'A', 'C' or 'mended'; got {version!r}")
    return HandTable(tuple(sentence.split()), np.array(_HAND_WEIGHTS[sentence, version]), version)


def plane_vectors(words: str | tuple[str, ...] | list[str]) -> np.ndarray:
    """Return the vectors of PLANE for a sentence (split at spaces) or its words, shape (T, 2); each
    must be in PLANE.

    Examples
    --------
    >>> plane_vectors("money bank grows")
    array([[2., 0.],
           [1., 1.],
           [1., 0.]])
    """
    words = words.split() if isinstance(words, str) else list(words)
    unknown = [word for word in words if word not in PLANE]
    if unknown:
        raise ValueError(
            f"no vector for {', '.join(map(repr, unknown))}; PLANE has {', '.join(PLANE)}"
        )
    return np.array([PLANE[word] for word in words], dtype=float).reshape(-1, 2)
