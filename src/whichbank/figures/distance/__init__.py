"""How often readers still know the first word of a sentence, and how strongly it still moves them,
by distance.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, List, Number, Table, Text, Whole
from whichbank.plots import Picture, curves

VIEWS = ("right", "before", "after")


class RecallByDistance(Figure):
    """A slider walks through distances; a chart shows how often each reader is right, or how strong
    its gradient is.

    Parameters
    ----------
    distances : sequence of int, length N
        How many words after its cue "bank" stands; rising.
    readers : sequence of str, length R
        The names of the readers.
    mean, lowest, highest : array, shape (R, N)
        The share of right answers: its mean over the trainings, and the worst and the best of them.
    before, after : array, shape (R, N)
        How strongly the first word moves what is shown after the last, before and after training;
        positive.
    distance : int, optional
        The distance that is shown: one of ``distances``, the first if not given.
    shown : {"right", "before", "after"}, default "right"
        What the chart shows: the share of right answers, or the gradient before or after training.
    guessing : float, default 0.25
        The share of right answers that guessing gets.

    Examples
    --------
    >>> shares = [[1, 0.25], [1, 1]]
    >>> fig = RecallByDistance([4, 128], ["RNN", "attention"], shares, shares, shares, [[1, 0.1]] * 2, [[1, 1]] * 2)
    >>> fig.distance = 128
    >>> fig
    RecallByDistance(distance=128, right=['RNN 25%', 'attention 100%'])
    """

    distances = List(Whole(low=1), least=2, rising=True)
    readers = List(Text(), least=1)
    mean = Table(("readers", "distances"), low=0, high=1)
    lowest = Table(("readers", "distances"), low=0, high=1)
    highest = Table(("readers", "distances"), low=0, high=1)
    before = Table(("readers", "distances"), positive=True)
    after = Table(("readers", "distances"), positive=True)
    distance = Choice("distances")
    shown = Choice(VIEWS)
    guessing = Number(0.25, low=0, high=1)

    @classmethod
    def of(
        cls, distances: Sequence[int], record: Mapping[str, Mapping[str, Any]], **traits: Any
    ) -> Self:
        """Make the figure of several trainings.

        Parameters
        ----------
        distances : sequence of int, length N
            The distances of the trainings.
        record : mapping of str to mapping
            For each reader its "accuracy", "before" and "after", arrays of the shape (N,
            trainings); what ``whichbank.experiments.recall.recorded`` returns.
        **traits
            Other traits by name.
        """
        accuracy = [np.asarray(one["accuracy"]) for one in record.values()]
        # Gradients span many powers of ten, so that a plain mean would be that of the largest
        # alone.
        before, after = (
            [np.exp(np.log(np.maximum(one[name], 1e-300)).mean(axis=1)) for one in record.values()]
            for name in ("before", "after")
        )
        return cls(
            distances,
            list(record),
            *(
                [kind(table, axis=1).round(4) for table in accuracy]
                for kind in (np.mean, np.min, np.max)
            ),
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
        return curves(
            self.distances, measured, labels=("words from cue to bank", "share right"), log="x"
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each distance how often each reader is right, and how strong its gradient is
        before training.
        """
        heads = [
            "words from cue to bank",
            *self.readers,
            *(f"{reader}, gradient" for reader in self.readers),
        ]
        columns = zip(
            *self.mean, *([[f"{x:.0e}" for x in row] for row in self.before]), strict=True
        )
        rows = [[distance, *row] for distance, row in zip(self.distances, columns, strict=True)]
        return "Share of right answers, and the gradient before training, by distance", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"distance={self.distance}"
        yield f"right={[f'{reader} {100 * share:.0f}%' for reader, share in self.right.items()]}"
