"""A window that slides over a sentence: what is given, what is guessed, and how likely each guess is."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
import traitlets as t

from whichbank.attention import similarity, softmax
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, heatmap
from whichbank.word2vec import WordVectors, mean_of_context

FORMS = ("CBOW", "skip-gram")
TOP = 6


class Window(Figure):
    """Sliders move the center of a window and set its width; the likeliest guesses stand beside it.

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

    Raises
    ------
    traitlets.TraitError
        If sentences differ in length or use other words, shapes do not match, a number is not finite, or sentence,
        center, window or form is out of range.

    Examples
    --------
    >>> one = [[1.0], [0.0], [0.0]]
    >>> fig = Window([["money", "bank", "grows"]], ["money", "bank", "grows"], one, one, one, one, center=1)
    >>> fig
    Window(form='CBOW', center='bank', context=['money', 'grows'])
    >>> fig.probabilities.round(2).tolist()
    [0.45, 0.27, 0.27]
    """

    sentences = t.List(t.List(t.Unicode(), minlen=1), minlen=1).tag(sync=True)
    vocabulary = t.List(t.Unicode(), minlen=1).tag(sync=True)
    cbow_v = Table().tag(sync=True)
    cbow_u = Table().tag(sync=True)
    skip_v = Table().tag(sync=True)
    skip_u = Table().tag(sync=True)
    sentence = t.Int(0).tag(sync=True)
    center = t.Int(0).tag(sync=True)
    window = t.Int(2).tag(sync=True)
    widest = t.Int(4, min=1).tag(sync=True)
    form = t.Enum(FORMS, default_value="CBOW").tag(sync=True)

    def __init__(
        self,
        sentences: Sequence[Sequence[str]],
        vocabulary: Sequence[str],
        cbow_v: Any,
        cbow_u: Any,
        skip_v: Any,
        skip_u: Any,
        sentence: int = 0,
        center: int = 0,
        window: int = 2,
        widest: int = 4,
        form: str = "CBOW",
    ) -> None:
        super().__init__(
            vocabulary=list(vocabulary),
            sentences=[list(words) for words in sentences],
            cbow_v=cbow_v,
            cbow_u=cbow_u,
            skip_v=skip_v,
            skip_u=skip_u,
            sentence=sentence,
            center=center,
            widest=widest,
            window=window,
            form=form,
        )

    @classmethod
    def of(cls, sentences: Sequence[Sequence[str]], cbow: WordVectors, skipgram: WordVectors, **traits: Any) -> Self:
        """Make the figure from two trainings on one corpus; the tables are rounded to three digits.

        Parameters
        ----------
        sentences : sequence of sequences of str
            The sentences on offer.
        cbow, skipgram : WordVectors
            The trainings.
        **traits
            The other parameters of the figure.

        Returns
        -------
        Window
            The figure.
        """
        tables = [table.astype(float).round(3) for model in (cbow, skipgram) for table in (model.v, model.u)]
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
    def probabilities(self) -> np.ndarray:
        """P of each word of the vocabulary, shape (V,): of the center (CBOW) or of a context word (skip-gram)."""
        given = self.context if self.form == "CBOW" else [self.center]
        v, u = (self.cbow_v, self.cbow_u) if self.form == "CBOW" else (self.skip_v, self.skip_u)
        rows = np.array(v)[[self.vocabulary.index(self.words[place]) for place in given]]  # (C, D)
        h = mean_of_context(rows[None], np.ones((1, len(rows)), dtype=bool))[0]
        return softmax(similarity(np.array(u), h[None])[:, 0])

    @property
    def guesses(self) -> list[tuple[str, float]]:
        """The likeliest words and their probabilities, the best first."""
        order = np.argsort(-self.probabilities, kind="stable")[:TOP]
        return [(self.vocabulary[i], float(self.probabilities[i])) for i in order]

    def still(self) -> Picture:
        """Return the likeliest guesses as a row of colored cells."""
        words, shares = zip(*self.guesses, strict=True)
        return heatmap(
            [shares], ["P"], list(words), row_label="probability", column_label="guess", limits=(0, 1)
        )  # fmt: skip

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the likeliest guesses at every place of the sentence, for the form and the window that are shown."""
        rows = []
        for center, word in enumerate(self.words):
            fig = Window(**(self.state() | {"center": center}))
            rows.append([word, ", ".join(fig.words[place] for place in fig.context), *fig.guesses[0]])
        return f"{self.form} with m = {self.window}", ["center", "context", "best guess", "P"], rows

    def _summary(self) -> Iterable[str]:
        yield f"form={self.form!r}"
        yield f"center={self.words[self.center]!r}"
        yield f"context={[self.words[place] for place in self.context]}"

    @t.validate("sentences")
    def _check_sentences(self, proposal: Any) -> list[list[str]]:
        sentences = proposal["value"]
        if len({len(words) for words in sentences}) > 1:
            raise t.TraitError(f"sentences must have the same number of words; got {[len(s) for s in sentences]}")
        unknown = sorted({word for words in sentences for word in words} - set(self.vocabulary))
        if unknown:
            raise t.TraitError(f"sentences must use words of the vocabulary; got {', '.join(unknown)}")
        return sentences

    @t.validate("cbow_v", "cbow_u", "skip_v", "skip_u")
    def _check_table(self, proposal: Any) -> list[list[float]]:
        rows = proposal["value"]
        return need_shape(proposal["trait"].name, rows, (len(self.vocabulary), len(rows[0])))

    @t.validate("sentence", "center", "window")
    def _check_place(self, proposal: Any) -> int:
        name, value = proposal["trait"].name, proposal["value"]
        low, high = {
            "sentence": (0, len(self.sentences) - 1),
            "center": (0, len(self.sentences[0]) - 1),
            "window": (1, self.widest),
        }[name]
        if not low <= value <= high:
            raise t.TraitError(f"{name} must be between {low} and {high}; got {value}")
        return value
