"""A dictionary that can be asked for anything between its keys."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, heatmap


class SoftLookup(Figure):
    """A soft dictionary: a slider moves the query from key to key, and the value that is looked up follows.

    Parameters
    ----------
    names : sequence of str
        The names of the keys, in the order in which the slider passes them.
    values : sequence of float
        What is stored under each key.
    key_vectors : array, shape (S, D), optional
        A vector for each key. Left out, each key has an axis of its own.
    query : float, default 0
        Where the query stands: 0 on the first key, 1 on the second, 0.5 halfway between the two.
    temperature : float, default 0.1
        The scores are divided by it before the softmax.

    Raises
    ------
    traitlets.TraitError
        If sizes do not match, a number is not finite, the query is not between the first key and the last, or the
        temperature is not positive.
    ValueError
        If there are fewer than two keys.

    Examples
    --------
    >>> fig = SoftLookup(["a", "b", "c"], [1, 2, 3], query=0.5)
    >>> fig
    SoftLookup(query=0.5, temperature=0.1, weights=[0.5, 0.5, 0.0], value=1.51)
    >>> fig.scores
    array([0.5, 0.5, 0. ])
    """

    names = t.List(t.Unicode(), minlen=2).tag(sync=True)
    values = t.List(t.Float()).tag(sync=True)
    key_vectors = Table().tag(sync=True)
    query = t.Float(0.0).tag(sync=True)
    temperature = t.Float(0.1).tag(sync=True)

    def __init__(
        self,
        names: Sequence[str],
        values: Sequence[float],
        key_vectors: Any = None,
        query: float = 0.0,
        temperature: float = 0.1,
    ) -> None:
        if len(names) < 2:
            raise ValueError(f"names must name at least two keys; got {list(names)}")
        super().__init__(
            names=list(names),
            values=[float(value) for value in values],
            key_vectors=np.eye(len(names)) if key_vectors is None else key_vectors,
            query=float(query),
            temperature=float(temperature),
        )

    @property
    def query_vector(self) -> np.ndarray:
        """The query as a vector, shape (D,): on the straight line between the two keys that it stands between."""
        return between(self.key_vectors, self.query)

    @property
    def scores(self) -> np.ndarray:
        """How well the query fits each key, shape (S,), by the kernel ``similarity``."""
        return similarity(self.query_vector, np.array(self.key_vectors))

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
        labels = {"row_label": "of the query", "column_label": f"with each key (value looked up: {self.value:.2f})"}
        return heatmap([self.scores, self.weights], ["score", "weight"], self.names, **labels)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each key its score, its weight and its value."""
        rows = zip(self.names, map(float, self.scores), map(float, self.weights), self.values, strict=True)
        caption = f"The query stands at {self.query:.2f}; the value looked up is {self.value:.2f}"
        return caption, ["key", "score", "weight", "value"], [list(row) for row in rows]

    def _summary(self) -> Iterable[str]:
        yield f"query={self.query:g}"
        yield f"temperature={self.temperature:g}"
        yield f"weights={[round(float(w), 2) for w in self.weights]}"
        yield f"value={round(self.value, 2)}"

    @t.validate("values")
    def _check_values(self, proposal: Any) -> list[float]:
        values = proposal["value"]
        if len(values) != len(self.names) or not np.isfinite(values).all():
            raise t.TraitError(f"values must be {len(self.names)} finite numbers, one a key; got {values}")
        return values

    @t.validate("key_vectors")
    def _check_keys(self, proposal: Any) -> list[list[float]]:
        rows = proposal["value"]
        return need_shape("key_vectors", rows, (len(self.names), len(rows[0]) if rows else 0))

    @t.validate("query")
    def _check_query(self, proposal: Any) -> float:
        last = len(self.names) - 1
        if not 0 <= proposal["value"] <= last:
            raise t.TraitError(f"query must be between 0 and {last}, the last key; got {proposal['value']}")
        return proposal["value"]

    @t.validate("temperature")
    def _check_temperature(self, proposal: Any) -> float:
        if not 0 < proposal["value"] < math.inf:
            raise t.TraitError(f"temperature must be a positive finite number; got {proposal['value']!r}")
        return proposal["value"]


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
