"""Attention while it is trained: recorded matrices, and any sentence of known words to try them on."""

import base64
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import attend, softmax
from whichbank.figures.base import Figure
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


class LearnedAttention(Figure):
    """A slider scrubs through a training; a typed sentence shows where its words look, before training and now.

    Use ``of`` to make the figure from arrays: the constructor takes them quantized, since a page has to carry them.

    Parameters
    ----------
    vocabulary : str
        V words, with one space between them.
    vectors : str
        The static vectors, shape (V, D), quantized.
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

    Raises
    ------
    traitlets.TraitError
        If lengths or shapes do not match, steps do not rise from 0, or step is out of range.
    """

    vocabulary = t.Unicode().tag(sync=True)
    vectors = t.Unicode().tag(sync=True)
    W_q = t.List(t.Unicode(), minlen=2).tag(sync=True)
    W_k = t.List(t.Unicode()).tag(sync=True)
    readings = t.List(t.Unicode()).tag(sync=True)
    d_model = t.Int(min=1).tag(sync=True)
    steps = t.List(t.Int()).tag(sync=True)
    senses = t.List(t.List(t.Unicode(), minlen=3, maxlen=3), minlen=1).tag(sync=True)
    sentences = t.List(t.Unicode(), minlen=1).tag(sync=True)
    sentence = t.Unicode().tag(sync=True)
    step = t.Int(0).tag(sync=True)

    def __init__(
        self,
        vocabulary: str,
        vectors: str,
        W_q: Sequence[str],
        W_k: Sequence[str],
        readings: Sequence[str],
        d_model: int,
        steps: Sequence[int],
        senses: Sequence[Sequence[str]],
        sentences: Sequence[str],
        sentence: str | None = None,
        step: int = 0,
    ) -> None:
        if not (len(W_q) == len(W_k) == len(readings) == len(steps)):
            got = ", ".join(str(len(x)) for x in (W_q, W_k, readings, steps))
            raise t.TraitError(f"W_q, W_k, readings and steps must have one entry each a recording; got {got}")
        if steps[0] != 0 or not all(a < b for a, b in pairwise(steps)):
            raise t.TraitError(f"steps must rise from 0; got {list(steps)}")
        sizes = [("vectors", vectors, len(vocabulary.split()))]
        sizes += [(name, one, d_model) for name, some in (("W_k", W_k), ("W_q", W_q)) for one in some]
        sizes += [("readings", one, d_model * 2 * len(senses)) for one in readings]
        for name, packed, rows in sizes:
            length = dequantize(packed, 1).size
            exact = {"vectors": rows * d_model, "readings": rows}.get(name, dequantize(W_q[0], 1).size)
            if length != exact or length % d_model:
                raise t.TraitError(f"{name} must hold {exact} numbers; got {length}")
        super().__init__(
            vocabulary=vocabulary,
            vectors=vectors,
            W_q=list(W_q),
            W_k=list(W_k),
            readings=list(readings),
            d_model=d_model,
            steps=list(steps),
            senses=[list(one) for one in senses],
            sentences=list(sentences),
            sentence=sentences[0] if sentence is None else sentence,
            step=step,
        )

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

        Returns
        -------
        LearnedAttention

        Examples
        --------
        >>> eye = np.eye(2)
        >>> LearnedAttention.of(["river", "bank"], eye, [(eye, eye, eye, eye), (9 * eye, eye, eye, eye)], [0, 100],
        ...                     {"bank": ("river", "money")}, ["River bank flows!"], step=1)
        LearnedAttention(steps=100, sentence='River bank flows!', unknown=['flows'])
        """
        tables = [[np.asarray(x, dtype=float) for x in one] for one in recorded]
        return cls(
            vocabulary=" ".join(words),
            vectors=quantize(vectors),
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
        rows = [[word, *map(float, row)] for word, row in zip(self.known, self.weights(), strict=True)]
        return f"Where each word looks after {self.steps[self.step]} steps", ["this word looks at", *self.known], rows

    def _attend(self, step: int) -> tuple[np.ndarray, np.ndarray]:
        words = self.vocabulary.split()
        x = dequantize(self.vectors, self.d_model)[[words.index(word) for word in self.known]]  # (T, D)
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

    @t.validate("step")
    def _check_step(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.steps):
            raise t.TraitError(f"step must be between 0 and {len(self.steps) - 1}; got {proposal['value']}")
        return proposal["value"]
