"""Word vectors that can be dragged in the plane; scores, weights and new vectors follow."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, plane


class DragVectors(Figure):
    """Parameter-free attention on a plane: drag a word, and watch scores, weights and all new vectors change.

    The words have one vector each, whatever the sentence: a static table. Moving *bank* in one sentence moves it in
    the other.

    Parameters
    ----------
    words : sequence of str
        The words of the table, each once.
    vectors : array, shape (V, 2)
        A vector for each word, every coordinate between -reach and reach.
    sentences : sequence of str, optional
        Sentences made of these words, separated by spaces, to choose from. One sentence of all words if left out.
    sentence : int, default 0
        Which of the sentences is shown.
    picked : str, optional
        The word that the sliders move and the read-out tells of: a word of the sentence. Its first word if left out.
    temperature : float, default 1.0
        The scores are divided by it before the softmax.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    reach : float, default 3.0
        How far the plane reaches from its origin.
    start : array, shape (V, 2), optional
        The vectors that a reset goes back to; ``vectors`` if left out.

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number is not finite or out of reach, a word is not where it must be, or the
        temperature is not positive.
    ValueError
        If there are no words.

    Examples
    --------
    >>> fig = DragVectors(words=["money", "bank"], vectors=[[2, 0], [1, 1]], picked="bank")
    >>> fig
    DragVectors(sentence='money bank', picked='bank', temperature=1.0, weights=[0.5, 0.5], new=[1.5, 0.5])
    >>> fig.vectors = [[2, 0], [0, 0]]
    >>> fig.scores
    array([[4., 0.],
           [0., 0.]])
    """

    words = t.List(t.Unicode()).tag(sync=True)
    vectors = Table().tag(sync=True)
    sentences = t.List(t.Unicode(), minlen=1).tag(sync=True)
    sentence = t.Int(0).tag(sync=True)
    picked = t.Unicode().tag(sync=True)
    temperature = t.Float(1.0).tag(sync=True)
    axes = t.List(t.Unicode(), default_value=["finance", "nature"], minlen=2, maxlen=2).tag(sync=True)
    reach = t.Float(3.0).tag(sync=True)
    start = Table().tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        sentences: Sequence[str] | None = None,
        sentence: int = 0,
        picked: str | None = None,
        temperature: float = 1.0,
        axes: Sequence[str] = ("finance", "nature"),
        reach: float = 3.0,
        start: Any = None,
    ) -> None:
        if not words:
            raise ValueError("words must name at least one word; got none")
        sentences = list(sentences) if sentences is not None else [" ".join(words)]
        first = sentences[sentence].split(" ")[0] if -1 < sentence < len(sentences) else words[0]
        super().__init__(
            words=list(words),
            reach=reach,
            vectors=vectors,
            start=vectors if start is None else start,
            sentences=sentences,
            sentence=sentence,
            picked=first if picked is None else picked,
            temperature=temperature,
            axes=list(axes),
        )

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
        return softmax(self.scores, temperature=self.temperature)

    @property
    def out(self) -> np.ndarray:
        """The new vectors of the words of the sentence, shape (T, 2), by the kernel ``mix``."""
        return mix(self.weights, self._old)

    def reset(self) -> None:
        """Put every word back to where it started, and the temperature to 1."""
        self.vectors, self.temperature = self.start, 1.0

    def still(self) -> Picture:
        """Return the plane with old and new vectors of the sentence's words."""
        old = dict(zip(self.tokens, self._old, strict=True))
        new = dict(zip(self.tokens, self.out, strict=True))
        return plane(old, axes=tuple(self.axes), moved=new, hull=list(old) if len(old) == 3 else None)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return scores, weights and the new vectors."""
        heads = ["new vector of"]
        heads += [f"score with {word}" for word in self.tokens]
        heads += [f"weight of {word}" for word in self.tokens]
        heads += [f"new {axis}" for axis in self.axes]
        rows = [
            [word, *map(float, scores), *map(float, weights), *map(float, new)]
            for word, scores, weights, new in zip(self.tokens, self.scores, self.weights, self.out, strict=True)
        ]
        return "Scores, weights, and the new vectors", heads, rows

    @property
    def _old(self) -> np.ndarray:
        return np.array([self.vectors[self.words.index(word)] for word in self.tokens])

    def _summary(self) -> Iterable[str]:
        row = self.tokens.index(self.picked)
        yield f"sentence={self.sentences[self.sentence]!r}"
        yield f"picked={self.picked!r}"
        yield f"temperature={self.temperature:g}" if self.temperature % 1 else f"temperature={self.temperature:.1f}"
        yield f"weights={[round(float(w), 2) for w in self.weights[row]]}"
        yield f"new={[round(float(x), 2) + 0.0 for x in self.out[row]]}"

    @t.validate("words")
    def _check_words(self, proposal: Any) -> list[str]:
        words = proposal["value"]
        if len(set(words)) < len(words) or any(not word or " " in word for word in words):
            raise t.TraitError(f"words must be different from each other, without spaces; got {words}")
        return words

    @t.validate("vectors", "start")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        name = "vectors" if proposal["value"] == self.vectors else "start"  # start is vectors where it is left out
        rows = need_shape(name, proposal["value"], (len(self.words), 2))
        far = np.abs(rows).max()
        if far > self.reach:
            raise t.TraitError(f"{name} must lie between {-self.reach:g} and {self.reach:g} (reach); got {rows}")
        return rows

    @t.validate("sentences")
    def _check_sentences(self, proposal: Any) -> list[str]:
        for sentence in proposal["value"]:
            unknown = [word for word in sentence.split(" ") if word not in self.words]
            if unknown:
                raise t.TraitError(f"sentences must be made of words; {sentence!r} holds {unknown[0]!r}")
        return proposal["value"]

    @t.validate("sentence")
    def _check_sentence(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.sentences):
            raise t.TraitError(f"sentence must be between 0 and {len(self.sentences) - 1}; got {proposal['value']}")
        return proposal["value"]

    @t.observe("sentence")
    def _keep_picked_inside(self, change: Any) -> None:
        if self.picked not in self.tokens:
            self.picked = self.tokens[0]

    @t.validate("picked")
    def _check_picked(self, proposal: Any) -> str:
        if self.sentence not in range(len(self.sentences)):
            return proposal["value"]  # traits are checked in any order: this one will be told of by its own check
        if proposal["value"] not in self.tokens:
            raise t.TraitError(f"picked must be a word of {self.sentences[self.sentence]!r}; got {proposal['value']!r}")
        return proposal["value"]

    @t.validate("temperature", "reach")
    def _check_positive(self, proposal: Any) -> float:
        if not 0 < proposal["value"] < math.inf:
            raise t.TraitError(f"{proposal['trait'].name} must be a positive finite number; got {proposal['value']!r}")
        return proposal["value"]
