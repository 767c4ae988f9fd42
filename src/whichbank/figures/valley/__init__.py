"""The loss over two numbers of W_V as a landscape, and a walk down it by gradient descent."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import attend, softmax
from whichbank.corpora import PLANE, plane_vectors
from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import List, Number, Table, Text, Whole
from whichbank.plots import Picture, curves

_PAGES = ("money bank grows", "river bank flows", "money bank river", "money bank river")


def _with_bank(pages: list[str]) -> list[str]:
    for page in pages:
        if "bank" not in page.split() or not set(page.split()) <= set(PLANE):
            raise ValueError(f"must hold sentences of {', '.join(PLANE)} with bank; got {page!r}")
    return pages


def _mixes(pages: list[str]) -> list[list[float]]:
    """What bank mixes from each page with W_Q = W_K = 1: W_V comes after."""
    rows = []
    for page in pages:
        x = plane_vectors(page)
        rows.append(attend(x, x, x)[page.split().index("bank")].tolist())
    return rows


class Valley(Figure):
    """The reader drags the place where a walk starts, and its learning rate. The first walk is played; after
    it, each change shows its whole walk at once.

    W_Q and W_K are the identity, and W_V has ``first`` and ``last`` on its diagonal and 0 elsewhere.
    Beside the map stand what bank becomes on each page, and the loss of each step.

    Parameters
    ----------
    pages : sequence of str, optional
        Sentences with *bank*, whose words have vectors in ``corpora.PLANE``. One that is given with
        either sense has no right answer.
    right : sequence of int, optional
        The right sense of each page: 0 for money, 1 for river.
    mixes : array, shape (N, 2), optional
        What bank mixes from each page before W_V; by the kernel ``attend`` if left out.
    start : (float, float), default (-1.5, 0.5)
        The first and the last number of W_V before the walk.
    rate : float, default 1
        The learning rate.
    steps : int, default 30
        How many steps the walk has.
    step : int, default 0
        The step that is shown.

    Examples
    --------
    >>> fig = Valley(rate=2)
    >>> fig
    Valley(rate=2, losses=[1.22, 0.38], ups=0)
    >>> fig.path[1].round(2)
    array([-0.53,  0.09])
    """

    pages = List(Text(), _PAGES, least=1, check=_with_bank)
    right = List(Whole(low=0, high=1), (0, 1, 0, 1), length="pages")
    mixes = Table(("pages", 2), _mixes)
    start = Table((2,), (-1.5, 0.5), low=-3, high=6)
    rate = Number(1.0, low=0.05, high=40)
    steps = Whole(30, low=1, high=60)
    step = Whole(0, low=0, high="steps")

    def new_banks(self, numbers: Sequence[float] | np.ndarray) -> np.ndarray:
        """New bank on each page, shape (N, 2): its two numbers are the scores of money and river."""
        return np.array(self.mixes) * numbers

    def loss(self, numbers: Sequence[float] | np.ndarray) -> float:
        """The mean over the pages of -log p of the right sense."""
        p = softmax(self.new_banks(numbers))
        return float(-np.log(p[np.arange(len(p)), self.right]).mean())

    def slopes(self, numbers: Sequence[float] | np.ndarray) -> np.ndarray:
        """The slope of the loss for either number, shape (2,): p - y, times what the number
        multiplies.
        """
        p = softmax(self.new_banks(numbers))
        return ((p - np.eye(2)[self.right]) * self.mixes).mean(axis=0)

    @property
    def path(self) -> np.ndarray:
        """Where the walk stands before its first step and after each, shape (steps + 1, 2)."""
        path = [np.array(self.start)]
        for _ in range(self.steps):
            path.append(path[-1] - self.rate * self.slopes(path[-1]))
        return np.array(path)

    @property
    def losses(self) -> np.ndarray:
        """The loss along the walk, shape (steps + 1,)."""
        return np.array([self.loss(numbers) for numbers in self.path])

    @property
    def ups(self) -> int:
        """How many steps end higher than they began."""
        return int((np.diff(self.losses) > 0).sum())

    def still(self) -> Picture:
        """Return the loss of each step."""
        return curves(
            range(self.steps + 1),
            {f"rate {self.rate:g}": self.losses.tolist()},
            labels=("step", "loss"),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return where each step of the walk ends, and the loss there."""
        rows = [
            [step, *map(float, numbers), float(loss)]
            for step, (numbers, loss) in enumerate(zip(self.path, self.losses, strict=True))
        ]
        heads = ["step", "first number of W_V", "last number of W_V", "loss"]
        return f"A walk with the rate {self.rate:g}", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"rate={self.rate:g}"
        yield f"losses={rounded(self.losses[[0, -1]])}"
        yield f"ups={self.ups}"
