"""Where each head of a trained reader looks: arcs above a sentence, and below it those of one wide
head.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whichbank._packing import pack, unpack
from whichbank.figures.heads._reading import (
    LONGEST,
    answers_of,
    asked_of,
    packed_rows,
    read_rows,
    row_shapes,
    unpacked_rows,
)
from whichbank.figures.kit.figure import Figure, labeled
from whichbank.figures.kit.traits import Index, List, Packed, Table, Text, Trait, Whole
from whichbank.plots import Picture, heatmap
from whichbank.text import tokenize

if TYPE_CHECKING:
    from whichbank.corpora.senses.sided import TwoSided
    from whichbank.experiments.sides import Reader


def sides(weights: Any, at: int) -> np.ndarray:
    """Return how much of each row of weights goes to the words before a place, to the place, and to
    those after it.

    Parameters
    ----------
    weights : array, shape (..., T)
        Rows of weights.
    at : int
        The place, from 0.

    Returns
    -------
    array, shape (..., 3)

    Examples
    --------
    >>> sides([0.5, 0.25, 0.125, 0.125], 1).tolist()
    [0.5, 0.25, 0.25]
    """
    rows = np.asarray(weights, dtype=float)
    return np.stack(
        [rows[..., :at].sum(axis=-1), rows[..., at], rows[..., at + 1 :].sum(axis=-1)], axis=-1
    )


def _one_first(readers: list[int]) -> list[int]:
    if readers[0] != 1:
        raise ValueError(f"must begin with a reader of one head; got {readers}")
    return readers


def _in_sentences(asked: list[Any], sentences: list[list[str]]) -> list[Any]:
    for words, questions in zip(sentences, asked, strict=True):
        if not all(0 <= place < len(words) for place, _, _ in questions):
            raise ValueError(f"must point into a sentence of {len(words)} words; got {questions}")
    return asked


def _all_answered(said: list[Any], asked: list[Any], readers: list[int]) -> list[Any]:
    for questions, answers in zip(asked, said, strict=True):
        if [len(given) for given in answers] != [len(questions)] * len(readers):
            raise ValueError(f"must have an answer of each reader to each question; got {answers}")
    return said


def _most_asked(asked: list[Any], sentence: int) -> int:
    places = [place for place, _, _ in asked[sentence]]
    return max(places, key=places.count, default=0)


class HeadViewer(Figure):
    """Tap a word: arcs above the sentence show where it looks in each head, arcs below it where one
    wide head looks.

    Use ``of`` to make the figure from trained readers: the constructor takes what ``of`` has
    measured.

    Parameters
    ----------
    sentences : sequence of sequence of str
        The sentences to choose from, in words.
    readers : sequence of int
        The number of heads of each reader: 1 first, then those to choose from.
    weights : sequence of str
        For each sentence of T words the weights of all heads of all readers, shape (sum of readers,
        T, T), packed.
    asked : sequence of sequence of (int, str, str)
        For each sentence what was asked: the place of a word, one of ``QUESTIONS``, and the right
        answer.
    said : sequence of sequence of sequence of (str, int)
        For each sentence, for each reader, its answer to each question, and how sure it is, in
        percent.
    meanings : sequence of str
        All M answers.
    known : sequence of str
        The V words that the readers know.
    parameters : sequence of str
        For each reader the text of ``packed_rows``.
    sizes : array, shape (readers, V + 4 D + 3 M)
        For each reader the sizes of ``packed_rows``.
    sentence : int, default 0
        The sentence that is shown.
    own : str, default ""
        The reader's own sentence, shown in place of it if the readers know a word of it.
    word : int, optional
        The place of the word that looks; at first the one that was asked most. Beyond the end it is
        the last word.
    reader : int, default 1
        The reader that stands beside the one wide head: its place in readers.
    silent : int, default 0
        The head of this reader, from 1, of which nothing goes on; 0 is none.
    """

    later = ("parameters", "sizes")
    sentences = List(List(Text(), least=1), least=1)
    readers = List(Whole(low=1), least=2, check=_one_first)
    weights = Packed(
        lambda sentences, readers: [(sum(readers), len(words), len(words)) for words in sentences],
        length="sentences",
    )
    asked = List(List(List(Trait(), length=3)), length="sentences", check=_in_sentences)
    said = List(List(List(List(Trait(), length=2))), length="sentences", check=_all_answered)
    meanings = List(Text(), least=1)
    known = List(Text(), least=1)
    parameters = Packed(row_shapes, length="readers")
    sizes = Table(("readers", None), positive=True)
    sentence = Index("sentences")
    own = Text("")
    word = Whole(_most_asked, low=0)
    reader = Index("readers", 1, low=1)
    silent = Whole(0, low=0)

    @classmethod
    def of(
        cls, readers: Mapping[int, "Reader"], examples: Sequence["TwoSided"], **state: Any
    ) -> Self:
        """Let trained readers read some sentences.

        Parameters
        ----------
        readers : mapping of int to Reader
            By the number of heads, that with one head first.
        examples : sequence of TwoSided
            The sentences.
        **state
            Where the figure starts: sentence, own, word, reader, silent.
        """
        from whichbank.corpora.senses.sided import MEANINGS, named, vocabulary

        known, meanings = vocabulary(), [named(i) for i in range(len(MEANINGS))]
        parameters, sizes = zip(*map(packed_rows, readers.values()), strict=True)
        weights, asked, said = [], [], []
        for one in examples:
            ids = known.encode(one.words).tolist()
            read = [
                read_rows(
                    unpacked_rows(text, size, known.words, meanings), len(known), ids, n_heads
                )
                for n_heads, text, size in zip(readers, parameters, sizes, strict=True)
            ]
            weights.append(pack(np.concatenate([tables for tables, *_ in read])))
            asked.append(one.questions)
            said.append([answers_of(shares, one.questions, meanings) for _, shares, _ in read])
        words = [one.words for one in examples]
        return cls(
            words,
            list(readers),
            weights,
            asked,
            said,
            meanings,
            known.words,
            parameters,
            sizes,
            **state,
        )

    @property
    def own_words(self) -> list[str]:
        """The words of the reader's own sentence that the readers know, ``LONGEST`` at most."""
        known = set(self.known)
        return [word for word in tokenize(self.own) if word in known][:LONGEST]

    @property
    def words(self) -> list[str]:
        """The words of the sentence that is shown."""
        return self.own_words or self.sentences[self.sentence]

    @property
    def questions(self) -> list[Any]:
        """What is asked of the sentence that is shown."""
        return (
            asked_of(self.own_words, self.meanings) if self.own_words else self.asked[self.sentence]
        )

    @property
    def at(self) -> int:
        """The place of the word that looks."""
        return min(self.word, len(self.words) - 1)

    @property
    def columns(self) -> list[str]:
        """The names of the heads that are shown: the one wide head, then those of the chosen
        reader.
        """
        return ["one wide", *(f"head {h + 1}" for h in range(self.readers[self.reader]))]

    def _read(self, reader: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        numbers = {word: i for i, word in enumerate(self.known)}
        rows = unpacked_rows(self.parameters[reader], self.sizes[reader], self.known, self.meanings)
        silent = self.silent if reader == self.reader and self.silent <= self.readers[reader] else 0
        return read_rows(
            rows,
            len(self.known),
            [numbers[word] for word in self.words],
            self.readers[reader],
            silent,
        )

    @property
    def shown(self) -> np.ndarray:
        """The tables of the heads that are shown, shape (1 + H, T, T), each weight off by 1/510 at
        most.
        """
        if self.own_words:
            return np.concatenate([self._read(reader)[0] for reader in (0, self.reader)])
        T = len(self.words)
        tables = unpack(self.weights[self.sentence], (sum(self.readers), T, T))
        start = sum(self.readers[: self.reader])
        return np.concatenate([tables[:1], tables[start : start + self.readers[self.reader]]])

    @property
    def rows(self) -> np.ndarray:
        """Where the word looks in each head that is shown, shape (1 + H, T)."""
        return self.shown[:, self.at]

    def answers(self, reader: int) -> list[tuple[str, str, int, bool | None]]:
        """Return the answers where the word is asked: question, answer, percent sure, right or not
        (None: unknown).
        """
        measured = not self.own_words and not (reader and self.silent)
        given = (
            self.said[self.sentence][reader]
            if measured
            else answers_of(self._read(reader)[1], self.questions, self.meanings)
        )
        return [
            (question, *answer, answer[0] == right if right else None)
            for (place, question, right), answer in zip(self.questions, given, strict=True)
            if place == self.at
        ]

    def still(self) -> Picture:
        """Return where the word looks: a row a word, a column a head."""
        return heatmap(
            self.rows.T,
            self.words,
            self.columns,
            row_label="the words of the sentence",
            column_label=f"{self.words[self.at]} looks at them in",
            limits=(0, 1),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return where the word looks: a row a word, a column a head."""
        rows = labeled(self.words, self.rows.T)
        return f"Where {self.words[self.at]} looks", ["word", *self.columns], rows

    def _summary(self) -> Iterable[str]:
        yield f"sentence={' '.join(self.words)!r}"
        yield f"word={self.words[self.at]!r}"
        yield f"heads={self.readers[self.reader]}"
        if self.silent:
            yield f"silent={self.silent}"
