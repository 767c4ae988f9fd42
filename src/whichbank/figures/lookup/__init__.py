"""A dictionary that can be asked for anything between its keys."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import List, Number, Table, Text
from whichbank.plots import Picture, heatmap


class SoftLookup(Figure):
    """A soft dictionary: move the query from key to key, and the value that is looked up follows;
    move the entries too.

    Parameters
    ----------
    names : sequence of str
        The names of the keys, in the order in which the query passes them.
    values : sequence of float
        What is stored under each key.
    key_vectors : array, shape (S, D), optional
        A vector for each key where it was first. Left out, each key has an axis of its own.
    query : float, default 0
        Where the query is: 0 on the first of ``key_vectors``, 1 on the second, 0.5 halfway between
        the two.
    temperature : float, default 0.1
        The scores are divided by it before the softmax.
    places : sequence of float, optional
        Where each key is, as for the query. Left out, each is at its own of ``key_vectors``.

    Examples
    --------
    >>> fig = SoftLookup(["a", "b", "c"], [1, 2, 3], query=0.5)
    >>> fig
    SoftLookup(query=0.5, temperature=0.1, weights=[0.5, 0.5, 0.0], value=1.51)
    >>> fig.scores
    array([0.5, 0.5, 0. ])
    >>> fig.places = [0, 1, 1.5]  # c comes halfway to b
    >>> fig.placed_keys
    array([[1. , 0. , 0. ],
           [0. , 1. , 0. ],
           [0. , 0.5, 0.5]])
    """

    names = List(Text(), least=2)
    values = List(Number(), length="names")
    key_vectors = Table(("names", None), lambda names: np.eye(len(names)))
    query = Number(0.0, low=0, high=lambda names: len(names) - 1)
    temperature = Number(0.1, positive=True)
    places = List(
        Number(low=0, high=lambda names: len(names) - 1),
        lambda names: list(range(len(names))),
        length="names",
    )

    @property
    def placed_keys(self) -> np.ndarray:
        """The keys at their places, shape (S, D)."""
        return np.array([between(self.key_vectors, place) for place in self.places])

    @property
    def query_vector(self) -> np.ndarray:
        """The query as a vector, shape (D,): on the straight line between the two keys that it
        stands between.
        """
        return between(self.key_vectors, self.query)

    @property
    def scores(self) -> np.ndarray:
        """How well the query fits each key, shape (S,), by the kernel ``similarity``."""
        return similarity(self.query_vector, self.placed_keys)

    @property
    def weights(self) -> np.ndarray:
        """The share of each value, shape (S,), by the kernel ``softmax``."""
        return softmax(self.scores, temperature=self.temperature)

    @property
    def value(self) -> float:
        """The value that is looked up, by the kernel ``mix``."""
        return float(mix(self.weights, np.array(self.values)[:, None])[0])

    def still(self) -> Picture:
        """Return scores and weights as a heatmap."""
        labels: Any = {
            "row_label": "of the query",
            "column_label": f"with each key (value looked up: {self.value:.2f})",
        }
        return heatmap([self.scores, self.weights], ["score", "weight"], self.names, **labels)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each key its place, its score, its weight and its value."""
        rows = labeled(self.names, self.places, self.scores, self.weights, self.values)
        caption = f"The query is at {self.query:.2f}; the value looked up is {self.value:.2f}"
        return caption, ["key", "place", "score", "weight", "value"], rows

    def _summary(self) -> Iterable[str]:
        yield f"query={self.query:g}"
        yield f"temperature={self.temperature:g}"
        yield f"weights={rounded(self.weights)}"
        yield f"value={round(self.value, 2)}"


def between(keys: Any, at: float) -> np.ndarray:
    """Return the vector at a place along the keys.

    A whole number is a key; between two keys lies the straight line from one to the next.

    Parameters
    ----------
    keys : array, shape (S, D)
        The keys, at least two.
    at : float
        A place between 0 and S - 1.

    Returns
    -------
    array, shape (D,)
        The vector.

    Examples
    --------
    >>> between([[1, 0], [0, 1]], 0.25)
    array([0.75, 0.25])
    """
    rows = np.array(keys, dtype=float)
    first = min(int(at), len(rows) - 2)
    share = at - first
    return (1 - share) * rows[first] + share * rows[first + 1]
