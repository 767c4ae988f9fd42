"""Train a reader of chapter learning on the page: what it learns, from what, and where its words look
meanwhile.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whichbank.attention import softmax
from whichbank.figures.kit.bundle import program
from whichbank.figures.kit.figure import Figure, labeled
from whichbank.figures.kit.traits import Choice, List, Text, Trait, Whole
from whichbank.figures.nets.quantized import dequantize, quantize
from whichbank.figures.trainer._learning import EVERY, Training, new_vectors
from whichbank.plots import Picture, looks
from whichbank.text import tokenize

if TYPE_CHECKING:
    from whichbank.corpora.senses import Example

LONGEST = 14
"""The figure reads no more known words than this of a sentence."""

KINDS = ("mean", "mix", "scaled", "Q and K only", "learned")
"""The readers of ``experiments.readers`` that look at other words."""

RATES = (0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1.0)
AMOUNTS = (5, 20, 80, 225)
STEPS = 800
OWN = re.compile("[^:,]+:[^:,]+,[^:,]+")


def _in_fives(steps: int) -> int:
    if steps % EVERY:
        raise ValueError(f"must be a multiple of {EVERY}; got {steps}")
    return steps


def _teachable(sentences: list[Any]) -> list[Any]:
    for text, word, sense in sentences:
        if not isinstance(text, str) or word not in tokenize(text) or sense not in (0, 1):
            raise ValueError(
                "must hold sentences, each with a word of it, and 0 or 1; got "
                f"{[text, word, sense]}"
            )
    return sentences


def _whole(vectors: str, vocabulary: str) -> str:
    if (size := dequantize(vectors, 1).size) % len(vocabulary.split()):
        raise ValueError(
            f"must hold as many numbers for each of {len(vocabulary.split())} words; got {size}"
        )
    return vectors


def _three_parts(corpus: str) -> str:
    if (parts := len(corpus.split("\n\n"))) != 3:
        raise ValueError(f"must have three parts; got {parts}")
    return corpus


def _asked(sentence: str, vocabulary: str, senses: list[list[str]]) -> int:
    words = [word for word in tokenize(sentence) if word in set(vocabulary.split())][:LONGEST]
    return next((i for i, word in enumerate(words) if word in {one for one, *_ in senses}), 0)


class Trainer(Figure):
    """Train a reader of words with two senses, and see at each step where the words of a sentence
    look.

    Use ``of`` to make the figure from sentences and vectors.

    Parameters
    ----------
    vocabulary : str
        V words, with one space between them.
    vectors : str
        Their static vectors, (V, D), quantized to 12 bits.
    corpus : str
        The sentences to learn from, those of the test, and those written by hand, with an empty
        line between the parts. A line is the place of the word that is asked about, its sense, 0 or
        1, and the words.
    senses : sequence of (str, str, str)
        Each word with two senses, and their names.
    sentences : sequence of str
        Sentences to choose from.
    engine : str, optional
        The program that trains on the page, in a worker.
    kind : str, default "learned"
        What is learned: one of ``KINDS``. All learn the head.
    rate : float, default 0.01
        The learning rate: one of ``RATES``.
    seed : int, default 0
        Decides on the first numbers and on the order of the sentences, 0 to 9.
    amount : int, default 225
        How many sentences of each sense there are to learn from: one of ``AMOUNTS``.
    without : str, default ""
        Words: sentences that have one of them are taken out.
    own : str, default ""
        A further word with two senses, as in "bat: animal, club". Another text counts as none.
    added : sequence of (str, str, int), default ()
        The reader's own sentences to learn from: each with the word that is asked about, and its
        sense. Words without a vector get a random one. Those about a word without two senses are
        left out.
    held : sequence of (str, str, int), default ()
        The reader's own sentences to test with. Words without a vector are left out.
    sentence : str
        The sentence that is read.
    word : int, optional
        The place of the word that looks; at first the first one with two senses. Beyond the end it
        is the last word.
    steps : int, default 0
        How many steps to train, 800 at most.
    """

    later = ("vectors", "corpus", "engine")
    slow = True

    vocabulary = Text()
    vectors = Text(check=_whole)
    corpus = Text(check=_three_parts)
    senses = List(List(Text(), length=3), least=1)
    sentences = List(Text(), least=1)
    engine = Text(lambda: program("nets/learner.js"))
    kind = Choice(KINDS, "learned")
    rate = Choice(RATES, 0.01)
    seed = Whole(0, low=0, high=9)
    amount = Choice(AMOUNTS, 225)
    without = Text("")
    own = Text("")
    added = List(List(Trait(), length=3), (), check=_teachable)
    held = List(List(Trait(), length=3), (), check=_teachable)
    sentence = Text(lambda sentences: sentences[0])
    word = Whole(_asked, low=0)
    steps = Whole(0, low=0, high=STEPS, check=_in_fives)

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        vectors: Any,
        parts: Sequence[Sequence["Example"]],
        senses: dict[str, tuple[str, str]],
        sentences: Sequence[str],
        **state: Any,
    ) -> Self:
        """Make the figure from sentences and vectors.

        Parameters
        ----------
        words : sequence of str
            The vocabulary; other words are left out of the sentences.
        vectors : array, shape (V, D)
            The static vectors.
        parts : three sequences of Example
            The sentences to learn from, those of the test, and those written by hand.
        senses : mapping of str to (str, str)
            The two senses of each word.
        sentences : sequence of str
            Sentences to choose from.
        **state
            Where the figure starts.
        """
        known = set(words)

        def line(example: "Example") -> str:
            at = sum(word in known for word in example.words[: example.at])
            return " ".join(
                [str(at), str(example.sense), *(word for word in example.words if word in known)]
            )

        corpus = "\n\n".join("\n".join(map(line, part)) for part in parts)
        named = [[word, *names] for word, names in senses.items()]
        return cls(
            " ".join(words),
            quantize(vectors),
            corpus,
            senses=named,
            sentences=list(sentences),
            **state,
        )

    @property
    def two(self) -> list[list[str]]:
        """The words with two senses, and the names of these: the figure's, then the reader's."""
        word, *names = [part.strip() for part in re.split("[:,]", self.own)]
        taken = {word for word, *_ in self.senses}
        good = (
            OWN.fullmatch(self.own)
            and all(names)
            and tokenize(word) == [word.lower()]
            and word.lower() not in taken
        )
        return [*self.senses, *([[word.lower(), *names]] if good else [])]

    @property
    def known(self) -> list[str]:
        """The words with a vector: the vocabulary, the reader's word, and new ones of the sentences
        to learn from.
        """
        added = [
            one for text, word, _ in self.added if self._is_two(word) for one in tokenize(text)
        ]
        own = [word for word, *_ in self.two[len(self.senses) :]]
        return list(dict.fromkeys([*self.vocabulary.split(), *own, *added]))

    def _is_two(self, word: str) -> bool:
        return any(word == one for one, *_ in self.two)

    @property
    def words(self) -> list[str]:
        """The known words of the sentence that is read, LONGEST of them at most."""
        known = set(self.known)
        return [word for word in tokenize(self.sentence) if word in known][:LONGEST]

    @property
    def at(self) -> int:
        """The place of the word that looks."""
        return max(0, min(self.word, len(self.words) - 1))

    def training(self, steps: int | None = None) -> Training:
        """Return the training after so many steps; after those that the figure shows if not given.

        It is computed by torch in float64, some seconds for 800 steps.
        """
        steps = self.steps if steps is None else steps
        words, without = self.known, tuple(tokenize(self.without))
        senses = tuple(map(tuple, self.two))
        lines = tuple(
            self._line(text, word, sense, words)
            for text, word, sense in self.added
            if self._is_two(word)
        )
        given = (tuple(words), len(self.vocabulary.split()), self.vectors, self.corpus, senses)
        found = _training(self.kind, self.rate, self.seed, *given, self.amount, without, lines)
        if found.step > steps:
            _training.cache_clear()  # it went on too far: begin again
            return self.training(steps)
        return found.until(steps)

    @staticmethod
    def _line(text: str, word: str, sense: int, words: Sequence[str]) -> str:
        """Write a sentence of the reader's as the corpus has it."""
        known = [one for one in tokenize(text) if one in set(words)]
        return " ".join([str(known.index(word)), str(sense), *known])

    def right(self, steps: int | None = None) -> tuple[list[bool], list[bool]]:
        """Return whether the senses of ``added``, and of ``held``, are found after so many steps.

        Sentences about a word without two senses are left out.
        """
        words, training = self.known, self.training(steps)
        numbers = {word: i for i, word in enumerate(words)}

        def found(text: str, word: str, sense: int) -> bool:
            ids, at, which, _ = _parsed(self._line(text, word, sense, words), self.two, numbers)
            first, second = training.read(ids)[1][at, 2 * which : 2 * which + 2]
            return bool(second > first) == bool(sense)

        added, held = (
            [
                found(text, word, sense)
                for text, word, sense in part
                if self._is_two(word) and word in numbers
            ]
            for part in (self.added, self.held)
        )
        return added, held

    def read(self, steps: int | None = None) -> tuple[np.ndarray, list[tuple[str, str, float]]]:
        """Read the sentence after so many steps: its weights, (T, T), and what its words with two
        senses mean.
        """
        numbers = {word: i for i, word in enumerate(self.known)}
        words = self.words
        if not words:
            return np.zeros((0, 0)), []
        weights, scores = self.training(steps).read([numbers[word] for word in words])
        meant = []
        for row, word in zip(scores, words, strict=True):
            for i, (name, *names) in enumerate(self.two):
                if name == word:
                    p = softmax(row[2 * i : 2 * i + 2])
                    meant.append((word, names[int(p[1] > p[0])], float(p.max())))
        return weights, meant

    def still(self) -> Picture | None:
        """Return where the words look after the steps that are shown."""
        return looks(self.read()[0], self.words) if self.words else None

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return where the words look after the steps that are shown."""
        heads, rows = ["this word looks at", *self.words], labeled(self.words, self.read()[0])
        return f"Where each word looks after {self.steps} steps", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"kind={self.kind!r}"
        yield f"rate={self.rate:g}"
        yield f"steps={self.steps}"
        yield f"sentence={self.sentence!r}"


@lru_cache(maxsize=8)
def _training(
    kind: str, rate: float, seed: int, words: tuple[str, ...], n_old: int, vectors: str, corpus: str,
    senses: tuple[Any, ...], amount: int, without: tuple[str, ...], added: tuple[str, ...],
) -> Training:  # fmt: skip
    numbers = {word: i for i, word in enumerate(words)}
    parts = [
        [_parsed(line, senses, numbers) for line in part.split("\n")]
        for part in corpus.split("\n\n")
    ]
    learned, counts = [], dict.fromkeys(((i, j) for i in range(len(senses)) for j in (0, 1)), 0)
    out = {numbers[word] for word in without if word in numbers}
    for ids, at, which, sense in parts[0]:
        counts[which, sense] += 1
        if counts[which, sense] <= amount and not out & set(ids):
            learned.append((ids, at, which, sense))
    learned += [_parsed(line, senses, numbers) for line in added]
    E = dequantize(vectors, dequantize(vectors, 1).size // n_old)
    E = np.concatenate([E, new_vectors(seed, len(words) - n_old, E)])
    return Training(
        kind, rate, seed, E, [_tensors(part) for part in (learned, *parts[1:])], 2 * len(senses)
    )


def _parsed(
    line: str, senses: Sequence[Any], numbers: dict[str, int]
) -> tuple[list[int], int, int, int]:
    at, sense, *words = line.split(" ")
    which = [word for word, *_ in senses].index(words[int(at)])
    return [numbers[word] for word in words], int(at), which, int(sense)


def _tensors(part: Sequence[tuple[list[int], int, int, int]]) -> Any:
    import torch

    from whichbank.corpora.senses.batches import padded

    if not part:
        return None
    ids, at, which, sense = zip(*part, strict=True)
    first = 2 * torch.tensor(which)
    return (
        *padded(ids),
        torch.tensor(at),
        torch.stack([first, first + 1], dim=1),
        torch.tensor(sense),
    )
