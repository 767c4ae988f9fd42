"""Words that move while a model trains: recorded snapshots of their vectors, drawn on one plane."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Index, List, Number, Table, Text
from whichbank.plots import Picture, plane
from whichbank.word2vec import WordVectors


def _indices(nearest: list[list[float]], words: list[str]) -> list[list[float]]:
    if not all(i in range(len(words)) for row in nearest for i in row):
        raise ValueError(f"must hold whole numbers from 0 to {len(words) - 1}; got {nearest}")
    return nearest


class Snapshots(Figure):
    """A slider scrubs through a training; the words move, and one of them leaves a trail.

    Parameters
    ----------
    words : sequence of str
        W words.
    groups : sequence of str, length W
        The group of each word; words of one group share a color and a mark.
    places : sequence of N arrays, shape (W, 2)
        Where each word is before training, and after each pass over the text.
    nearest : array of whole numbers, shape (N, W)
        The number of the word that is nearest to each, by the full vectors.
    losses : sequence of float, length N
        The mean loss of a prediction before training, and in each pass.
    step : int, default 0
        The snapshot that is shown.
    word : int, default 0
        The word that is followed.

    Examples
    --------
    >>> places = [[[0, 0], [0, 0]], [[1, 1], [-1, 1]]]
    >>> fig = Snapshots(["apple", "phone"], ["fruit", "technology"], places, [[1, 0], [1, 0]], [4.1, 2.0], step=1)
    >>> fig
    Snapshots(words=2, passes=1, step=1)
    >>> fig.in_own_group
    0
    """

    words = List(Text(), least=2)
    groups = List(Text(), length="words")
    places = Table((None, "words", 2))
    nearest = Table(("places", "words"), check=_indices)
    losses = List(Number(), length="places")
    step = Index("places")
    word = Index("words")

    @classmethod
    def of(
        cls, snapshots: Sequence[WordVectors], groups: Mapping[str, Sequence[str]], start: float
    ) -> Self:
        """Make the figure from a training's snapshots.

        Each snapshot is drawn on the two directions in which the last one's words lie farthest
        apart (its principal components), seen from the middle of the words.

        Parameters
        ----------
        snapshots : sequence of WordVectors
            The vectors before training and after each pass.
        groups : mapping of str to sequence of str
            The words to draw, by group.
        start : float
            The mean loss before training.

        Returns
        -------
        Snapshots
            The figure, at its last snapshot.
        """
        words = [word for group in groups.values() for word in group]
        names = [name for name, group in groups.items() for _ in group]
        # (W, D) each
        tables = [np.array([vectors[word] for word in words], dtype=float) for vectors in snapshots]
        middle = [table - table.mean(axis=0) for table in tables]
        axes = np.linalg.svd(middle[-1])[2][:2]  # (2, D)
        side = np.sign(middle[-1] @ axes.T)
        # the sign of a component is a matter of chance
        axes = axes * np.array([side[0, 0], side[-1, 1]])[:, None]
        places = [(table @ axes.T).round(2).tolist() for table in middle]  # half a pixel
        losses = [start, *snapshots[-1].losses]
        nearest = [_nearest(table) for table in tables]
        return cls(
            words, names, places, nearest, np.round(losses, 3).tolist(), step=len(places) - 1
        )

    @property
    def in_own_group(self) -> int:
        """How many words have their nearest neighbor in their own group, at the snapshot that is
        shown.
        """
        near = [self.groups[int(i)] for i in self.nearest[self.step]]
        return sum(one == other for one, other in zip(near, self.groups, strict=True))

    def still(self) -> Picture:
        """Return the plane of the snapshot that is shown."""
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
        caption = f"The words after {self.step} of {len(self.places) - 1} passes"
        return caption, ["word", "group", "direction 1", "direction 2", "nearest"], rows

    def _summary(self) -> Iterable[str]:
        yield f"words={len(self.words)}"
        yield f"passes={len(self.places) - 1}"
        yield f"step={self.step}"


def _nearest(vectors: np.ndarray) -> list[int]:
    """Return the number of the row that each row is nearest to, by the cosine."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    return cosines.argmax(axis=1).tolist()
