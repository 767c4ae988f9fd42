"""Words that move while a model trains: recorded moments of their vectors, drawn on one plane."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Index, List, Number, Table, Text
from whichbank.plots import Picture, plane


def _indices(nearest: list[list[float]], words: list[str]) -> list[list[float]]:
    if not all(i in range(len(words)) for row in nearest for i in row):
        raise ValueError(f"must hold whole numbers from 0 to {len(words) - 1}; got {nearest}")
    return nearest


class Snapshots(Figure):
    """A training plays and is scrubbed; the words move, and leave trails.

    Parameters
    ----------
    words : sequence of str
        W words.
    groups : sequence of str, length W
        The group of each word; words of one group share a color and a mark.
    places : sequence of N arrays, shape (W, 2)
        Where each word is before training, and at each of its moments.
    nearest : array of whole numbers, shape (N, W)
        The number of the word that is nearest to each, by the full vectors.
    passes : float
        How many times the text has been read at the last moment.
    step : int, default 0
        The moment that is shown.
    word : int, default 0
        The word that is followed.

    Examples
    --------
    >>> places = [[[0, 0], [0, 0]], [[1, 1], [-1, 1]]]
    >>> fig = Snapshots(["apple", "phone"], ["fruit", "technology"], places, [[1, 0], [1, 0]], 1, step=1)
    >>> fig
    Snapshots(words=2, moments=2, passes=1)
    >>> fig.in_own_group
    0
    """

    words = List(Text(), least=2)
    groups = List(Text(), length="words")
    places = Table((None, "words", 2))
    nearest = Table(("places", "words"), check=_indices)
    passes = Number(positive=True)
    step = Index("places")
    word = Index("words")

    @classmethod
    def of(
        cls,
        moments: Sequence[Mapping[str, np.ndarray]],
        groups: Mapping[str, Sequence[str]],
        passes: float,
    ) -> Self:
        """Make the figure from a training's moments.

        Each moment is drawn on the two directions in which the last one's words lie farthest apart
        (its principal components), seen from the middle of the words.

        Parameters
        ----------
        moments : sequence of mappings of str to array
            The vectors of the words before training, and at even distances after it.
        groups : mapping of str to sequence of str
            The words to draw, by group.
        passes : float
            How many times the text has been read at the last moment.

        Returns
        -------
        Snapshots
            The figure, before training.
        """
        words = [word for group in groups.values() for word in group]
        names = [name for name, group in groups.items() for _ in group]
        # (W, D) each
        tables = [np.array([vectors[word] for word in words], dtype=float) for vectors in moments]
        middle = [table - table.mean(axis=0) for table in tables]
        axes = np.linalg.svd(middle[-1])[2][:2]  # (2, D)
        side = np.sign(middle[-1] @ axes.T)
        # the sign of a component is a matter of chance
        axes = axes * np.array([side[0, 0], side[-1, 1]])[:, None]
        places = [(table @ axes.T).round(2).tolist() for table in middle]  # half a pixel
        return cls(words, names, places, [_nearest(table) for table in tables], passes)

    @property
    def in_own_group(self) -> int:
        """How many words have their nearest neighbor in their own group, at the moment that is
        shown.
        """
        near = [self.groups[int(i)] for i in self.nearest[self.step]]
        return sum(one == other for one, other in zip(near, self.groups, strict=True))

    @property
    def read(self) -> float:
        """How many times the text has been read at the moment that is shown."""
        return self.passes * self.step / max(len(self.places) - 1, 1)

    def still(self) -> Picture:
        """Return the plane of the moment that is shown."""
        return plane(
            dict(zip(self.words, self.places[self.step], strict=True)),
            axes=("direction 1", "direction 2"),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each word's place and its nearest neighbor."""
        near = [self.words[int(i)] for i in self.nearest[self.step]]
        rows = [
            [*row]
            for row in zip(
                self.words, self.groups, *np.transpose(self.places[self.step]), near, strict=True
            )
        ]
        caption = f"The words after {self.read:.2f} of {self.passes:g} passes"
        return caption, ["word", "group", "direction 1", "direction 2", "nearest"], rows

    def _summary(self) -> Iterable[str]:
        yield f"words={len(self.words)}"
        yield f"moments={len(self.places)}"
        yield f"passes={self.passes:g}"


def _nearest(vectors: np.ndarray) -> list[int]:
    """Return the number of the row that each row is nearest to, by the cosine."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    return cosines.argmax(axis=1).tolist()
