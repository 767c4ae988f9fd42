"""Attention while it is trained: recorded matrices, and any sentence of known words to try them on."""

import base64
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import attend, softmax
from whichbank.figures._traits import Index, List, Text, Whole
from whichbank.figures.base import Figure, labeled
from whichbank.plots import Picture, looks
from whichbank.text import tokenize

LONGEST = 16
"""The figure reads no more known words than this of a sentence."""


def quantize(table: Any) -> str:
    """Write a table of numbers in few characters: each as a whole number of steps, in 12 bits.

    A step is the largest absolute value divided by 2047, so that no number is off by more than 1/4094 of the largest.
    Over 2,000 random sentences of chapter 09's figure, no attention weight moves by more than 0.4 percentage points,
    and no probability of a sense by more than 1.5.

    Parameters
    ----------
    table : array
        Finite numbers.

    Returns
    -------
    str
        The step, a space, and the whole numbers plus 2048 as base64, two of them in three bytes, the higher bits first.

    Raises
    ------
    ValueError
        If a number is not finite.

    Examples
    --------
    >>> quantize([[1.23456, -2]])
    '0.00097704 zwAB'
    >>> dequantize(quantize([[1.23456, -2]]), 2).round(3)
    array([[ 1.235, -2.   ]])
    """
    numbers = np.asarray(table, dtype=float).ravel()
    largest = np.abs(numbers).max(initial=0)
    if not np.isfinite(largest):
        raise ValueError(f"numbers must be finite; got {largest}")
    step = f"{largest / 2047 or 1:.6g}"
    whole = np.round(numbers / float(step)).astype(int) + 2048
    bits = (whole[:, None] >> np.arange(11, -1, -1)) & 1  # (numbers, 12)
    return f"{step} {base64.b64encode(np.packbits(bits.astype(np.uint8)).tobytes()).decode()}"


def dequantize(packed: str, columns: int) -> np.ndarray:
    """Read a table that ``quantize`` wrote.

    Parameters
    ----------
    packed : str
        What it returned.
    columns : int
        How many numbers a row has.

    Returns
    -------
    array, shape (rows, columns), float64

    Raises
    ------
    ValueError
        If the text cannot be read, or does not fill its rows.
    """
    step, text = packed.split(" ")
    bits = np.unpackbits(np.frombuffer(base64.b64decode(text, validate=True), np.uint8))
    whole = bits[: len(bits) // 12 * 12].reshape(-1, 12) @ (1 << np.arange(11, -1, -1))
    return ((whole - 2048) * float(step)).reshape(-1, columns)


def _hold(size: int, packed: Any) -> Any:
    for i, text in enumerate([packed] if isinstance(packed, str) else packed):
        if (got := dequantize(text, 1).size) != size:
            raise ValueError(f"{'' if isinstance(packed, str) else f'[{i}] '}must hold {size} numbers; got {got}")
    return packed


def _rows(vectors: str, vocabulary: str, d_model: int) -> str:
    size = dequantize(vectors, 1).size
    return _hold(min(size - size % d_model, len(vocabulary.split()) * d_model), vectors)


def _others(more: str, vocabulary: str, vectors: str, d_model: int) -> str:
    return _hold(len(vocabulary.split()) * d_model - dequantize(vectors, 1).size, more)


def _one_size(packed: list[str], W_q: list[str], d_model: int) -> list[str]:
    size = dequantize(W_q[0], 1).size
    return _hold(size - size % d_model, packed)


def _from_0(steps: list[int]) -> list[int]:
    if steps[0] != 0:
        raise ValueError(f"must rise from 0; got {steps}")
    return steps


class LearnedAttention(Figure):
    """A slider scrubs through a training; a typed sentence shows where its words look, before training and now.

    Use ``of`` to make the figure from arrays: the constructor takes them quantized, since a page has to carry them.

    Parameters
    ----------
    vocabulary : str
        V words, with one space between them.
    vectors : str
        The static vectors of the first words, quantized; all that the sentences to choose from need.
    more : str
        Those of the other words, quantized; together their shape is (V, D).
    W_q, W_k : sequence of str, length N
        The matrices, each of shape (D, d), after each of N numbers of steps, quantized.
    readings : sequence of str, length N
        W_v times the scores of the senses, shape (D, 2 · number of words with two senses), quantized.
    d_model : int
        D, how many numbers a vector has.
    steps : sequence of int, length N
        After how many steps each was recorded; rising from 0.
    senses : sequence of (str, str, str)
        Each word with two senses, and their names.
    sentences : sequence of str
        Sentences to choose from.
    sentence : str
        The sentence that is read, of any words: those outside the vocabulary are named.
    step : int
        The number of the recording that is shown, 0 to N - 1.
    """

    later = ("more",)

    vocabulary = Text()
    vectors = Text(check=_rows)
    more = Text(check=_others)
    W_q = List(Text(), least=2, check=lambda W_q, d_model: _one_size(W_q, W_q, d_model))
    W_k = List(Text(), length="W_q", check=_one_size)
    readings = List(Text(), length="W_q", check=lambda some, d_model, senses: _hold(2 * len(senses) * d_model, some))
    d_model = Whole(low=1)
    steps = List(Whole(), length="W_q", rising=True, check=_from_0)
    senses = List(List(Text(), length=3), least=1)
    sentences = List(Text(), least=1)
    sentence = Text(lambda sentences: sentences[0])
    step = Index("steps")

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        vectors: Any,
        recorded: Sequence[tuple[Any, Any, Any, Any]],
        steps: Sequence[int],
        senses: dict[str, tuple[str, str]],
        sentences: Sequence[str],
        **state: Any,
    ) -> "LearnedAttention":
        """Make the figure from arrays, and quantize them to 12 bits.

        Parameters
        ----------
        words : sequence of str
            The vocabulary.
        vectors : array, shape (V, D)
            The static vectors.
        recorded : sequence of (W_q, W_k, W_v, head)
            For each recording the matrices, (D, d) three times, and the senses' scores, (2 · len(senses), d).
        steps : sequence of int
            After how many steps each was recorded.
        senses : mapping of str to (str, str)
            The two senses of each word, in the order of the rows of head.
        sentences : sequence of str
            Sentences to choose from.
        **state
            ``sentence`` and ``step``.

        Examples
        --------
        >>> eye = np.eye(2)
        >>> LearnedAttention.of(["river", "bank"], eye, [(eye, eye, eye, eye), (9 * eye, eye, eye, eye)], [0, 100],
        ...                     {"bank": ("river", "money")}, ["River bank flows!"], step=1)
        LearnedAttention(steps=100, sentence='River bank flows!', unknown=['flows'])
        """
        tables = [[np.asarray(x, dtype=float) for x in one] for one in recorded]
        offered = {word for sentence in sentences for word in tokenize(sentence)}
        order = sorted(range(len(words)), key=lambda i: words[i] not in offered)
        first = len(offered & set(words))
        table = np.asarray(vectors, dtype=float)[order]
        return cls(
            vocabulary=" ".join(words[i] for i in order),
            vectors=quantize(table[:first]),
            more=quantize(table[first:]),
            W_q=[quantize(W_q) for W_q, _, _, _ in tables],
            W_k=[quantize(W_k) for _, W_k, _, _ in tables],
            readings=[quantize(W_v @ head.T) for _, _, W_v, head in tables],
            d_model=np.shape(vectors)[1],
            steps=[int(step) for step in steps],
            senses=[[word, *names] for word, names in senses.items()],
            sentences=list(sentences),
            **state,
        )

    @property
    def known(self) -> list[str]:
        """The words of the sentence that have a vector, at most LONGEST of them."""
        words = set(self.vocabulary.split())
        return [word for word in tokenize(self.sentence) if word in words][:LONGEST]

    @property
    def unknown(self) -> list[str]:
        """The words of the sentence that have none."""
        words = set(self.vocabulary.split())
        return list(dict.fromkeys(word for word in tokenize(self.sentence) if word not in words))

    def weights(self, step: int | None = None) -> np.ndarray:
        """Return where each known word looks, shape (T, T), in one recording; in the one that is shown if not given."""
        return self._attend(self.step if step is None else step)[1]

    def meant(self, step: int | None = None) -> list[tuple[str, str, float]]:
        """Return for each word with two senses: the word, the likelier sense, and its probability."""
        scores, _ = self._attend(self.step if step is None else step)
        found = []
        for row, word in zip(scores, self.known, strict=True):
            for i, (name, *names) in enumerate(self.senses):
                if name == word:
                    p = softmax(row[2 * i : 2 * i + 2])
                    found.append((word, names[int(p[1] > p[0])], float(p.max())))
        return found

    def still(self) -> Picture | None:
        """Return the weights of the shown recording."""
        return looks(self.weights(), self.known) if self.known else None

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights of the shown recording."""
        heads, rows = ["this word looks at", *self.known], labeled(self.known, self.weights())
        return f"Where each word looks after {self.steps[self.step]} steps", heads, rows

    def _attend(self, step: int) -> tuple[np.ndarray, np.ndarray]:
        words = self.vocabulary.split()
        table = np.vstack([dequantize(packed, self.d_model) for packed in (self.vectors, self.more)])  # (V, D)
        x = table[[words.index(word) for word in self.known]]  # (T, D)
        n = 2 * len(self.senses)
        d = dequantize(self.W_q[0], 1).size // self.d_model
        W_q, W_k = (dequantize(packed[step], d) for packed in (self.W_q, self.W_k))  # (D, d)
        read = dequantize(self.readings[step], n)  # (D, n)
        return attend(x @ W_q, x @ W_k, x @ read, return_weights=True)  # (T, n), (T, T)

    def _summary(self) -> Iterable[str]:
        yield f"steps={self.steps[self.step]}"
        yield f"sentence={self.sentence!r}"
        if self.unknown:
            yield f"unknown={self.unknown}"
