"""All words of a sentence ask at once: where each of them goes, and what the temperature does."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import List, Number, Table, Text
from whichbank.plots import Picture, plane


class EveryWord(Figure):
    """Parameter-free attention of a whole sentence: the polygon of the new vectors inside that of
    the old ones.

    The reader drags the words and turns the temperature.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence, each once.
    vectors : array, shape (T, 2)
        A vector for each word, every coordinate between -reach and reach.
    temperature : float, default 1.0
        The scores are divided by it before the softmax.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    reach : float, default 3.0
        How far the plane reaches from its origin.

    Examples
    --------
    >>> EveryWord(words=["money", "bank"], vectors=[[2, 0], [1, 1]])
    EveryWord(temperature=1.0, gives=[1.38, 0.62], new=[[1.88, 0.12], [1.5, 0.5]])
    """

    words = List(Text(), least=1, distinct=True)
    vectors = Table(("words", 2), within="reach")
    temperature = Number(1.0, positive=True)
    axes = List(Text(), ("finance", "nature"), length=2)
    reach = Number(3.0, positive=True)

    @property
    def weights(self) -> np.ndarray:
        """The mixing weights, shape (T, T), by the kernels ``similarity`` and ``softmax``."""
        old = np.array(self.vectors)
        return softmax(similarity(old, old), temperature=self.temperature)

    @property
    def out(self) -> np.ndarray:
        """The new vectors, shape (T, 2), by the kernel ``mix``."""
        return mix(self.weights, np.array(self.vectors))

    def still(self) -> Picture:
        """Return the plane with old and new vectors."""
        old = dict(zip(self.words, self.vectors, strict=True))
        new = dict(zip(self.words, self.out, strict=True))
        return plane(old, axes=tuple(self.axes), moved=new)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights and the new vectors."""
        heads = ["new vector of", *(f"weight of {word}" for word in self.words)]
        heads += [f"new {axis}" for axis in self.axes]
        return "Weights, and the new vectors", heads, labeled(self.words, self.weights, self.out)

    def _summary(self) -> Iterable[str]:
        yield (
            f"temperature={float(self.temperature):.3g}"
            if self.temperature % 1
            else (f"temperature={self.temperature:.1f}")
        )
        yield f"gives={rounded(self.weights.sum(axis=0))}"
        yield f"new={[rounded(at) for at in self.out]}"
