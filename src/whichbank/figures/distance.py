"""How often readers still know the first word of a sentence, and how strongly it still moves them, by distance."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np
import traitlets as t

from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, curves


class RecallByDistance(Figure):
    """A slider walks through distances; one chart shows how often each reader is right, one how strong its gradient is.

    Parameters
    ----------
    distances : sequence of int, length N
        How many words after its cue "bank" stands; rising.
    readers : sequence of str, length R
        The names of the readers.
    mean, lowest, highest : array, shape (R, N)
        The share of right answers: its mean over the trainings, and the worst and the best of them.
    before, after : array, shape (R, N)
        How strongly the first word moves what is shown after the last, before and after training; positive.
    distance : int, optional
        The distance that is shown: one of ``distances``, the first if not given.
    trained : bool, default False
        Whether the gradient after training is shown, and not the one before.
    guessing : float, default 0.25
        The share of right answers that guessing gets.

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number cannot be what it stands for, distances do not rise, or distance is none of
        them.

    Examples
    --------
    >>> shares = [[1, 0.25], [1, 1]]
    >>> fig = RecallByDistance([4, 128], ["RNN", "attention"], shares, shares, shares, [[1, 0.1]] * 2, [[1, 1]] * 2)
    >>> fig.distance = 128
    >>> fig
    RecallByDistance(distance=128, right=['RNN 25 %', 'attention 100 %'])
    """

    distances = t.List(t.Int(), minlen=2).tag(sync=True)
    readers = t.List(t.Unicode(), minlen=1).tag(sync=True)
    mean = Table().tag(sync=True)
    lowest = Table().tag(sync=True)
    highest = Table().tag(sync=True)
    before = Table().tag(sync=True)
    after = Table().tag(sync=True)
    distance = t.Int().tag(sync=True)
    trained = t.Bool(False).tag(sync=True)
    guessing = t.Float(0.25, min=0.0, max=1.0).tag(sync=True)

    def __init__(
        self,
        distances: Sequence[int],
        readers: Sequence[str],
        mean: Any,
        lowest: Any,
        highest: Any,
        before: Any,
        after: Any,
        distance: int | None = None,
        trained: bool = False,
        guessing: float = 0.25,
    ) -> None:
        distances = [int(x) for x in distances]
        super().__init__(
            distances=distances,
            readers=list(readers),
            mean=mean,
            lowest=lowest,
            highest=highest,
            before=before,
            after=after,
            distance=distances[0] if distance is None and distances else distance,
            trained=trained,
            guessing=guessing,
        )

    @classmethod
    def of(cls, distances: Sequence[int], record: Mapping[str, Mapping[str, Any]], **traits: Any) -> Self:
        """Make the figure of several trainings.

        Parameters
        ----------
        distances : sequence of int, length N
            The distances of the trainings.
        record : mapping of str to mapping
            For each reader its "accuracy", "before" and "after", arrays of the shape (N, trainings); what
            ``whichbank.experiments.recall.recorded`` returns.
        **traits
            Other traits by name.
        """
        accuracy = [np.asarray(one["accuracy"]) for one in record.values()]
        # Gradients span many powers of ten, so that a plain mean would be that of the largest alone.
        before, after = (
            [np.exp(np.log(np.maximum(one[name], 1e-300)).mean(axis=1)) for one in record.values()]
            for name in ("before", "after")
        )
        return cls(
            distances,
            list(record),
            *([kind(table, axis=1).round(4) for table in accuracy] for kind in (np.mean, np.min, np.max)),
            *([[float(f"{x:.3g}") for x in row] for row in table] for table in (before, after)),
            **traits,
        )

    @property
    def right(self) -> dict[str, float]:
        """How often each reader is right at the distance that is shown."""
        at = self.distances.index(self.distance)
        return {reader: row[at] for reader, row in zip(self.readers, self.mean, strict=True)}

    def still(self) -> Picture:
        """Return how often each reader is right, at all distances."""
        measured = dict(zip(self.readers, self.mean, strict=True))
        return curves(self.distances, measured, labels=("words from cue to bank", "share right"), log="x")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each distance how often each reader is right, and how strong its gradient is before training."""
        heads = ["words from cue to bank", *self.readers, *(f"{reader}, gradient" for reader in self.readers)]
        columns = zip(*self.mean, *([[f"{x:.0e}" for x in row] for row in self.before]), strict=True)
        rows = [[distance, *row] for distance, row in zip(self.distances, columns, strict=True)]
        return "Share of right answers, and the gradient before training, by distance", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"distance={self.distance}"
        yield f"right={[f'{reader} {100 * share:.0f} %' for reader, share in self.right.items()]}"

    @t.validate("distances")
    def _check_distances(self, proposal: Any) -> list[int]:
        distances = proposal["value"]
        if not (distances[0] > 0 and all(a < b for a, b in pairwise(distances))):
            raise t.TraitError(f"distances must be positive and rise; got {distances}")
        return distances

    @t.validate("mean", "lowest", "highest")
    def _check_shares(self, proposal: Any) -> list[list[float]]:
        name = proposal["trait"].name
        rows = need_shape(name, proposal["value"], (len(self.readers), len(self.distances)))
        if not all(0 <= x <= 1 for row in rows for x in row):
            raise t.TraitError(f"{name} must hold shares between 0 and 1; got {rows}")
        return rows

    @t.validate("before", "after")
    def _check_gradients(self, proposal: Any) -> list[list[float]]:
        name = proposal["trait"].name
        rows = need_shape(name, proposal["value"], (len(self.readers), len(self.distances)))
        if not all(x > 0 for row in rows for x in row):
            raise t.TraitError(f"{name} must hold positive numbers; got {rows}")
        return rows

    @t.validate("distance")
    def _check_distance(self, proposal: Any) -> int:
        if proposal["value"] not in self.distances:
            raise t.TraitError(f"distance must be one of {self.distances}; got {proposal['value']}")
        return proposal["value"]
