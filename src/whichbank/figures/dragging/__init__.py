"""Word vectors that can be dragged in the plane; scores, weights and new vectors follow."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Choice, Index, List, Number, Table, Text
from whichbank.plots import Picture, plane


def _without_spaces(words: list[str]) -> list[str]:
    if any(not word or " " in word for word in words):
        raise ValueError(f"must be words without spaces; got {words}")
    return words


def _of_words(sentences: list[str], words: list[str]) -> list[str]:
    for sentence in sentences:
        if unknown := [word for word in sentence.split(" ") if word not in words]:
            raise ValueError(f"must be made of words; {sentence!r} holds {unknown[0]!r}")
    return sentences


class DragVectors(Figure):
    """Parameter-free attention on a plane: drag a word, and watch scores, weights and all new
    vectors change.

    The words have one vector each, whatever the sentence: a static table. Moving *bank* in one
    sentence moves it in the other.

    Parameters
    ----------
    words : sequence of str
        The words of the table, each once.
    vectors : array, shape (V, 2)
        A vector for each word, every coordinate between -reach and reach.
    sentences : sequence of str, optional
        Sentences made of these words, separated by spaces, to choose from. One sentence of all
        words if left out.
    sentence : int, default 0
        Which of the sentences is shown.
    picked : str, optional
        The word that asks, which the arrow keys move: a word of the sentence. Its first word if
        left out.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    reach : float, default 3.0
        How far the plane reaches from its origin.
    start : array, shape (V, 2), optional
        The vectors that a reset goes back to; ``vectors`` if left out.

    Examples
    --------
    >>> fig = DragVectors(words=["money", "bank"], vectors=[[2, 0], [1, 1]], picked="bank")
    >>> fig
    DragVectors(sentence='money bank', picked='bank', weights=[0.5, 0.5], new=[1.5, 0.5])
    >>> fig.vectors = [[2, 0], [0, 0]]
    >>> fig.scores
    array([[4., 0.],
           [0., 0.]])
    """

    words = List(Text(), least=1, distinct=True, check=_without_spaces)
    vectors = Table(("words", 2), within="reach")
    sentences = List(Text(), lambda words: [" ".join(words)], least=1, check=_of_words)
    sentence = Index("sentences")
    picked = Choice(lambda sentences, sentence: sentences[sentence].split(" "), follows=True)
    axes = List(Text(), ("finance", "nature"), length=2)
    reach = Number(3.0, positive=True)
    start = Table(("words", 2), lambda vectors: vectors, within="reach")

    @property
    def tokens(self) -> list[str]:
        """The words of the sentence that is shown, in their order."""
        return self.sentences[self.sentence].split(" ")

    @property
    def scores(self) -> np.ndarray:
        """Dot products of the words of the sentence, shape (T, T), by the kernel ``similarity``."""
        return similarity(self._old, self._old)

    @property
    def weights(self) -> np.ndarray:
        """The mixing weights, shape (T, T), by the kernel ``softmax``."""
        return softmax(self.scores)

    @property
    def out(self) -> np.ndarray:
        """The new vectors of the words of the sentence, shape (T, 2), by the kernel ``mix``."""
        return mix(self.weights, self._old)

    def reset(self) -> None:
        """Put every word back to where it started."""
        self.vectors = self.start

    def still(self) -> Picture:
        """Return the plane with old and new vectors of the sentence's words."""
        old = dict(zip(self.tokens, self._old, strict=True))
        new = dict(zip(self.tokens, self.out, strict=True))
        return plane(
            old, axes=tuple(self.axes), moved=new, hull=list(old) if len(old) == 3 else None
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return scores, weights and the new vectors."""
        heads = ["new vector of"]
        heads += [f"score with {word}" for word in self.tokens]
        heads += [f"weight of {word}" for word in self.tokens]
        heads += [f"new {axis}" for axis in self.axes]
        rows = labeled(self.tokens, self.scores, self.weights, self.out)
        return "Scores, weights, and the new vectors", heads, rows

    @property
    def _old(self) -> np.ndarray:
        return np.array([self.vectors[self.words.index(word)] for word in self.tokens])

    def _summary(self) -> Iterable[str]:
        row = self.tokens.index(self.picked)
        yield f"sentence={self.sentences[self.sentence]!r}"
        yield f"picked={self.picked!r}"
        yield f"weights={rounded(self.weights[row])}"
        yield f"new={rounded(self.out[row])}"

    @t.observe("sentence")
    def _keep_picked_inside(self, change: Any) -> None:
        if self.picked not in self.tokens:
            self.picked = self.tokens[0]
