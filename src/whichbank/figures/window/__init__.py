"""A window that slides over a sentence: what is given, what is guessed, and how likely each guess
is.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np

from whichbank.attention import similarity, softmax
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Index, List, Table, Text, Whole
from whichbank.plots import Picture, heatmap
from whichbank.word2vec import WordVectors, mean_of_context

FORMS = ("CBOW", "skip-gram")
TOP = 6


def _alike(sentences: list[list[str]], vocabulary: list[str]) -> list[list[str]]:
    if len({len(words) for words in sentences}) > 1:
        raise ValueError(
            f"must have the same number of words; got {[len(words) for words in sentences]}"
        )
    if unknown := sorted({word for words in sentences for word in words}.difference(vocabulary)):
        raise ValueError(f"must use words of the vocabulary; got {', '.join(unknown)}")
    return sentences


class Window(Figure):
    """A tapped word is the center of a window, whose ends are pulled; what is given falls into one
    vector, with which each guess is multiplied.

    Parameters
    ----------
    sentences : sequence of sequences of str
        The sentences on offer, all with T words of the vocabulary.
    vocabulary : sequence of str
        V words.
    cbow_v, cbow_u, skip_v, skip_u : array, shape (V, D)
        The two tables of a training with CBOW, and of one with skip-gram.
    sentence : int, default 0
        The sentence that is shown.
    center : int, default 0
        The place of the center word, from 0.
    window : int, default 2
        m, the words to the left and to the right that belong to the context.
    widest : int, default 4
        The largest m on offer.
    form : {"CBOW", "skip-gram"}, default "CBOW"
        Guess the center from its context, or each context word from the center.
    stage : int, default 3
        How far the guess has come: 0 what is given, 1 its mean, 2 the products, 3 their sums.

    Examples
    --------
    >>> one = [[1.0], [0.0], [0.0]]
    >>> fig = Window([["money", "bank", "grows"]], ["money", "bank", "grows"], one, one, one, one, center=1)
    >>> fig
    Window(form='CBOW', center='bank', context=['money', 'grows'])
    >>> fig.probabilities.round(2).tolist()
    [0.45, 0.27, 0.27]
    """

    sentences = List(List(Text(), least=1), least=1, check=_alike)
    vocabulary = List(Text(), least=1)
    cbow_v = Table(("vocabulary", None))
    cbow_u = Table(("vocabulary", None))
    skip_v = Table(("vocabulary", None))
    skip_u = Table(("vocabulary", None))
    sentence = Index("sentences")
    center = Index(lambda sentences: len(sentences[0]))
    window = Whole(2, low=1, high="widest")
    widest = Whole(4, low=1)
    form = Choice(FORMS)
    stage = Whole(3, low=0, high=3)

    @classmethod
    def of(
        cls,
        sentences: Sequence[Sequence[str]],
        cbow: WordVectors,
        skipgram: WordVectors,
        **traits: Any,
    ) -> Self:
        """Make the figure from two trainings on one corpus; the tables are rounded to three digits.

        Parameters
        ----------
        sentences : sequence of sequences of str
            The sentences on offer.
        cbow, skipgram : WordVectors
            The trainings.
        **traits
            The other parameters of the figure.
        """
        tables = [
            table.astype(float).round(3)
            for model in (cbow, skipgram)
            for table in (model.v, model.u)
        ]
        return cls(sentences, cbow.vocabulary.words, *tables, **traits)

    @property
    def words(self) -> list[str]:
        """The words of the sentence that is shown."""
        return self.sentences[self.sentence]

    @property
    def context(self) -> list[int]:
        """The places of the context: at most m on either side, without the center."""
        near = range(self.center - self.window, self.center + self.window + 1)
        return [place for place in near if place != self.center and 0 <= place < len(self.words)]

    @property
    def scores(self) -> np.ndarray:
        """The score of each word of the vocabulary, shape (V,): its row of u times the mean of what
        is given.
        """
        given = self.context if self.form == "CBOW" else [self.center]
        v, u = (self.cbow_v, self.cbow_u) if self.form == "CBOW" else (self.skip_v, self.skip_u)
        rows = np.array(v)[[self.vocabulary.index(self.words[place]) for place in given]]  # (C, D)
        h = mean_of_context(rows[None], np.ones((1, len(rows)), dtype=bool))[0]
        return similarity(np.array(u), h[None])[:, 0]

    @property
    def probabilities(self) -> np.ndarray:
        """P of each word of the vocabulary, shape (V,): of the center (CBOW) or of a context word
        (skip-gram).
        """
        return softmax(self.scores)

    @property
    def guesses(self) -> list[tuple[str, float]]:
        """The likeliest words and their probabilities, the best first; a word that is right is
        among them, if need be in the place of the last.
        """
        chances = self.probabilities
        return [(self.vocabulary[i], float(chances[i])) for i in self._listed()]

    def _listed(self) -> list[int]:
        order = self._ranked()
        right = [self.center] if self.form == "CBOW" else self.context
        wanted = [self.vocabulary.index(self.words[place]) for place in right]
        top, best = order[:TOP], [i for i in order if i in wanted][:1]
        return top if not best or best[0] in top else [*top[:-1], *best]

    def _ranked(self) -> list[int]:
        return np.argsort(-self.probabilities, kind="stable").tolist()

    def still(self) -> Picture:
        """Return the likeliest guesses as a row of colored cells."""
        words, shares = zip(*self.guesses, strict=True)
        rank = self._ranked().index(self._listed()[-1]) + 1
        last = f"{words[-1]} (rank {rank})" if rank > TOP else words[-1]
        return heatmap(
            [shares], ["P"], [*words[:-1], last], row_label="probability", column_label="guess", limits=(0, 1)
        )  # fmt: skip

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the likeliest guesses at every place of the sentence, for the form and the window
        that are shown.
        """
        rows = []
        for center, word in enumerate(self.words):
            fig = Window(**(self.state() | {"center": center}))
            rows.append(
                [word, ", ".join(fig.words[place] for place in fig.context), *fig.guesses[0]]
            )
        return f"{self.form} with m = {self.window}", ["center", "context", "best guess", "P"], rows

    def _summary(self) -> Iterable[str]:
        yield f"form={self.form!r}"
        yield f"center={self.words[self.center]!r}"
        yield f"context={[self.words[place] for place in self.context]}"
