"""What word2vec leaves behind: two vectors for each word, and three answers to which of them to
keep.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._arrays import Array, one_of
from whichbank.text import Vocabulary

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

KEEP = ("v", "mean", "concatenation")


@dataclass(frozen=True, repr=False)
class WordVectors:
    """The two tables of a training.

    ``v``, (V, D), are those of words that are given: the context in CBOW, the center word in
    skip-gram. ``u``, (V, D), are those of words that are predicted. ``losses`` holds the mean loss
    of a prediction in each epoch.
    """

    vocabulary: Vocabulary
    v: np.ndarray
    u: np.ndarray
    losses: tuple[float, ...] = ()

    def __repr__(self) -> str:
        return f"WordVectors({self.v.shape[0]} words, {self.v.shape[1]} features)"

    def table(self, keep: str = "v") -> np.ndarray:
        """Return one vector for each word, as a new array, shape (V, D).

        Parameters
        ----------
        keep : {"v", "mean", "concatenation"}, default "v"
            Note D5: the table v, as most people do; (u + v) / 2; or u and v side by side, which is
            twice as wide.
        """
        one_of("keep", keep, KEEP)
        if keep == "mean":
            return (self.u + self.v) / 2
        return self.v.copy() if keep == "v" else np.concatenate([self.u, self.v], axis=1)

    def __getitem__(self, word: str) -> np.ndarray:
        """Return the vector v of a word."""
        if word not in self.vocabulary.numbers:
            raise KeyError(
                f"no vector for {word!r}; the vocabulary has {len(self.vocabulary)} words"
            )
        return self.v[self.vocabulary.numbers[word]]

    def to_keyed_vectors(self, keep: str = "v") -> "KeyedVectors":
        """Hand the vectors to gensim, whose ``most_similar`` and ``evaluate_word_pairs`` then work
        on them.

        The words keep their order and their counts; keep is that of ``table``.
        """
        from gensim.models import KeyedVectors

        vectors = self.table(keep)
        keyed = KeyedVectors(vectors.shape[1], dtype=vectors.dtype)
        keyed.add_vectors(list(self.vocabulary.words), vectors)
        for word, count in zip(self.vocabulary.words, self.vocabulary.counts, strict=True):
            keyed.set_vecattr(word, "count", count)
        return keyed


def first_tables(
    words: int, vector_size: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return the tables that a training starts from: v small and random, u zero, float32."""
    v = (rng.random((words, vector_size), dtype=np.float32) - np.float32(0.5)) / np.float32(
        vector_size
    )
    return v, np.zeros_like(v)


def subtract_rows(table: Array, rows: Any, values: Array) -> None:
    """Do ``table[rows] -= values`` in place, where a row that is listed twice is changed twice.

    The array API has no such operation: this is the one place where NumPy and torch differ. table
    has the shape (V, D), rows (...), values (..., D).
    """
    size = table.shape[1]
    if not isinstance(table, np.ndarray):
        table.index_add_(0, rows.reshape(-1), values.reshape(-1, size), alpha=-1)
        return
    # one flat index is ten times faster than rows of a table
    places = rows.reshape(-1, 1) * size + np.arange(size)
    np.subtract.at(table.reshape(-1), places.reshape(-1), values.reshape(-1))
