"""Words that move while a model trains: recorded snapshots of their vectors, drawn on one plane."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np
import traitlets as t

from whichbank.figures.base import Figure, Table, as_rows, need_shape
from whichbank.plots import Picture, plane
from whichbank.word2vec import WordVectors


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

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number is not finite, or step, word or a number in nearest is out of range.

    Examples
    --------
    >>> places = [[[0, 0], [0, 0]], [[1, 1], [-1, 1]]]
    >>> fig = Snapshots(["apple", "phone"], ["fruit", "technology"], places, [[1, 0], [1, 0]], [4.1, 2.0], step=1)
    >>> fig
    Snapshots(words=2, passes=1, step=1)
    >>> fig.in_own_group
    0
    """

    words = t.List(t.Unicode(), minlen=2).tag(sync=True)
    groups = t.List(t.Unicode()).tag(sync=True)
    places = t.List(minlen=1).tag(sync=True)
    nearest = Table().tag(sync=True)
    losses = t.List(t.Float()).tag(sync=True)
    step = t.Int(0).tag(sync=True)
    word = t.Int(0).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        groups: Sequence[str],
        places: Any,
        nearest: Any,
        losses: Sequence[float],
        step: int = 0,
        word: int = 0,
    ) -> None:
        super().__init__(
            words=list(words),
            groups=list(groups),
            places=list(places),
            nearest=nearest,
            losses=[float(loss) for loss in losses],
            step=step,
            word=word,
        )

    @classmethod
    def of(cls, snapshots: Sequence[WordVectors], groups: Mapping[str, Sequence[str]], start: float) -> Self:
        """Make the figure from a training's snapshots.

        Each snapshot is drawn on the two directions in which the last one's words lie farthest apart (its principal
        components), seen from the middle of the words.

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
        tables = [np.array([vectors[word] for word in words], dtype=float) for vectors in snapshots]  # (W, D) each
        middle = [table - table.mean(axis=0) for table in tables]
        axes = np.linalg.svd(middle[-1])[2][:2]  # (2, D)
        side = np.sign(middle[-1] @ axes.T)
        axes = axes * np.array([side[0, 0], side[-1, 1]])[:, None]  # the sign of a component is a matter of chance
        places = [(table @ axes.T).round(3).tolist() for table in middle]
        losses = [start, *snapshots[-1].losses]
        nearest = [_nearest(table) for table in tables]
        return cls(words, names, places, nearest, np.round(losses, 3).tolist(), step=len(places) - 1)

    @property
    def in_own_group(self) -> int:
        """How many words have their nearest neighbor in their own group, at the snapshot that is shown."""
        near = [self.groups[int(i)] for i in self.nearest[self.step]]
        return sum(one == other for one, other in zip(near, self.groups, strict=True))

    def still(self) -> Picture:
        """Return the plane of the snapshot that is shown."""
        return plane(dict(zip(self.words, self.places[self.step], strict=True)), axes=("direction 1", "direction 2"))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each word's place and its nearest neighbor."""
        near = [self.words[int(i)] for i in self.nearest[self.step]]
        rows = [
            [word, group, *map(float, place), other]
            for word, group, place, other in zip(self.words, self.groups, self.places[self.step], near, strict=True)
        ]
        caption = f"The words after {self.step} of {len(self.places) - 1} passes"
        return caption, ["word", "group", "direction 1", "direction 2", "nearest"], rows

    def _summary(self) -> Iterable[str]:
        yield f"words={len(self.words)}"
        yield f"passes={len(self.places) - 1}"
        yield f"step={self.step}"

    @t.validate("groups")
    def _check_groups(self, proposal: Any) -> list[str]:
        if len(proposal["value"]) != len(self.words):
            raise t.TraitError(f"groups must name one group a word; got {len(proposal['value'])}")
        return proposal["value"]

    @t.validate("places")
    def _check_places(self, proposal: Any) -> list[list[list[float]]]:
        return [need_shape("places", as_rows("places", x), (len(self.words), 2)) for x in proposal["value"]]

    @t.validate("nearest")
    def _check_nearest(self, proposal: Any) -> list[list[float]]:
        rows = need_shape("nearest", proposal["value"], (len(self.places), len(self.words)))
        if not all(i in range(len(self.words)) for row in rows for i in row):
            raise t.TraitError(f"nearest must hold numbers from 0 to {len(self.words) - 1}")
        return rows

    @t.validate("losses")
    def _check_losses(self, proposal: Any) -> list[float]:
        losses = proposal["value"]
        if len(losses) != len(self.places) or not np.isfinite(losses).all():
            raise t.TraitError(f"losses must hold {len(self.places)} finite numbers; got {losses}")
        return losses

    @t.validate("step", "word")
    def _check_number(self, proposal: Any) -> int:
        name, value = proposal["trait"].name, proposal["value"]
        count = len(self.places if name == "step" else self.words)
        if not 0 <= value < count:
            raise t.TraitError(f"{name} must be between 0 and {count - 1}; got {value}")
        return value


def _nearest(vectors: np.ndarray) -> list[int]:
    """Return the number of the row that each row is nearest to, by the cosine."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    return cosines.argmax(axis=1).tolist()
