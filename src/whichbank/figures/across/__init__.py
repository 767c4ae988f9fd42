"""A translator at work: pick a word that it writes, and see where it looks in the text that it
reads.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
import traitlets as t

from whichbank.experiments.probing import pack, unpack
from whichbank.figures.kit.figure import Figure, labeled
from whichbank.figures.kit.traits import Flag, Index, List, Packed, Text, Whole
from whichbank.plots import Picture, across


def _places(source: list[list[int]], read: list[str], written: list[str]) -> list[list[int]]:
    for places, text, translation in zip(source, read, written, strict=True):
        T, S = len(translation.split()), len(text.split())
        if len(places) != T or not all(-1 <= place < S for place in places):
            raise ValueError(f"must hold {T} places from -1 to {S - 1}; got {places}")
    return source


def _none_or_each(blind: list[str], read: list[str]) -> list[str]:
    if blind and len(blind) != len(read):
        raise ValueError(
            f"must have {len(read)} entries, one for each of read, or none; got {len(blind)}"
        )
    return blind


def _words(written: list[str], blind: list[str], sentence: int, closed: bool) -> int:
    return len((blind if closed and blind else written)[sentence].split())


class LooksAcross(Figure):
    """The cross-attention of sentences that a model has translated; a word of a translation, and
    one head at a time.

    Use ``of`` to make the figure from arrays: the constructor takes them packed, since a page has
    to carry them.

    Parameters
    ----------
    read, written : sequence of str, length N
        Sentences and their translations, words with one space between them.
    source : sequence of sequence of int, length N
        For each word of a translation the place of the word that it stands for, or −1.
    weights : sequence of str, length N
        The cross-attention of each sentence, shape (heads, T, S), packed: T words are written, S
        are read.
    heads : int
        How many heads there are.
    blind : sequence of str, length N, optional
        What is written where nothing comes across; with it the figure can close this window.
    glosses : sequence of (str, str), optional
        Written words with what each means, for those that stand for no word that is read.
    closed : bool, default False
        Whether nothing comes across.
    sentence : int, default 0
        Which sentence is shown.
    word : int, default 0
        Which word of its translation is being written.
    head : int, default 0
        Which head is shown.
    """

    read = List(Text(), least=1)
    written = List(Text(), length="read")
    source = List(List(Whole()), length="read", check=_places)
    weights = Packed(
        lambda read, written, heads: [
            (heads, len(w.split()), len(r.split())) for r, w in zip(read, written, strict=True)
        ],
        length="read",
    )
    heads = Whole(low=1)
    blind = List(Text(), (), check=_none_or_each)
    glosses = List(List(Text(), length=2), ())
    closed = Flag(False)
    sentence = Index("read")
    word = Index(_words, follows=True)
    head = Index("heads")

    @classmethod
    def of(cls, sentences: Sequence[tuple[str, str, Sequence[int], Any]], **state: Any) -> Self:
        """Make the figure from arrays.

        Parameters
        ----------
        sentences : sequence of (str, str, sequence of int, array)
            For each sentence: what is read, what is written, for each written word the place of the
            word that it stands for, and the weights, shape (heads, T, S).
        **state
            blind and glosses, closed, sentence, word and head.

        Examples
        --------
        >>> LooksAcross.of([("river flows", "nadī bahtī hai", [0, 1, -1], np.full((1, 3, 2), 0.5))], word=1)
        LooksAcross(sentence='river flows', word='bahtī', head=1)
        """
        read, written, source, weights = zip(*sentences, strict=True)
        return cls(
            read, written, source, [pack(table) for table in weights], len(weights[0]), **state
        )

    @property
    def writes(self) -> list[str]:
        """The words that are written."""
        texts = self.blind if self.closed and self.blind else self.written
        return texts[self.sentence].split()

    @property
    def right(self) -> list[bool]:
        """Which of the words that are written are right here: each of the right ones counts once."""
        left = self.written[self.sentence].split()
        found = []
        for word in self.writes:
            found.append(word in left)
            if found[-1]:
                left.remove(word)
        return found

    @property
    def table_shown(self) -> np.ndarray:
        """The weights of the shown head, shape (T, S), each off by 1/510 at most; none where the
        window is closed.
        """
        S = len(self.read[self.sentence].split())
        if self.closed and self.blind:
            return np.zeros((len(self.writes), S))
        T = len(self.writes)
        return unpack(self.weights[self.sentence], (self.heads, T, S))[self.head]

    def still(self) -> Picture:
        """Return the shown head's table of weights."""
        texts = (self.writes, self.read[self.sentence].split())
        return across(self.table_shown, *texts, told=())

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the shown head's weights; where the window is closed, which words are right."""
        if self.closed and self.blind:
            rows = [
                [word, "✓" if fits else "✗"]
                for word, fits in zip(self.writes, self.right, strict=True)
            ]
            return "What is written where nothing comes across", ["written", "right here"], rows
        heads = ["written", *self.read[self.sentence].split()]
        rows = labeled(self.writes, self.table_shown)
        return f"Where head {self.head + 1} looks while each word is written", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"sentence={self.read[self.sentence]!r}"
        yield f"word={self.writes[self.word]!r}"
        yield f"head={self.head + 1}"
        if self.closed:
            yield "closed=True"

    @t.observe("sentence", "closed")
    def _keep_word_inside(self, change: Any) -> None:
        self.word = min(self.word, len(self.writes) - 1)
