"""Sentences written in pairs: one word, the same place, two meanings."""

import tomllib
from pathlib import Path

_WRITTEN = tomllib.loads((Path(__file__).parent / "pairs.toml").read_text(encoding="utf-8"))

MEANINGS = {word: tuple(found["senses"]) for word, found in _WRITTEN.items()}
"""The two meanings of each word, in the order of its pairs."""


def sentence_pairs(word: str) -> tuple[tuple[str, str], ...]:
    """Return sentences that were written in pairs, one for each meaning of a word.

    In both sentences of a pair the word stands at the same place, so that neither the word nor its place tells them
    apart. Only the other words do.

    Parameters
    ----------
    word : {"bank", "apple", "server", "trump"}
        The word with two meanings.

    Returns
    -------
    tuple of (str, str)
        Ten pairs; the meanings are those of ``MEANINGS[word]``, in that order.

    Raises
    ------
    ValueError
        If there are no pairs for the word.

    Examples
    --------
    >>> MEANINGS["apple"]
    ('fruit', 'company')
    >>> sentence_pairs("apple")[1]
    ('An apple fell on his head.', 'The Apple event starts at ten.')
    """
    if word not in _WRITTEN:
        raise ValueError(f"word must be one of {', '.join(map(repr, _WRITTEN))}; got {word!r}")
    return tuple((first, second) for first, second in _WRITTEN[word]["pairs"])
