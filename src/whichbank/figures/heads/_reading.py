"""Read a sentence with the parameters of a small trained reader, kept with one byte each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._packing import pack, unpack
from whichbank.attention import attend, softmax
from whichbank.positions import sinusoidal

if TYPE_CHECKING:
    from whichbank.experiments.sides import Reader

LONGEST = 14
"""How many words of the reader's own sentence are read: so many find room in one line."""
JOIN = "while"
QUESTIONS = ("means", "before it", "after it")
"""What a word is asked, in the order of the scores for it."""


def packed_rows(model: "Reader") -> tuple[str, list[float]]:
    """Write a reader's parameters with one byte each, and the largest size in each row.

    Parameters
    ----------
    model : Reader
        With V words of D numbers and M meanings.

    Returns
    -------
    text : str
        R = V + 4 D + 3 M rows of D + 1 numbers, as ``pack`` writes them: the vectors of the words;
        ``W_q``, ``W_k``, ``W_v`` and ``W_o``; the scores of what a word means itself, before it and
        after it. The last number of a row is its bias.
    sizes : list of float, shape (R,)
        A number of row r is off by ``sizes[r] / 255`` at most.
    """
    tokens = model.embedding.tokens.weight.detach().double().numpy()
    layers = [getattr(model.attention, f"W_{letter}") for letter in "qkvo"] + [
        model.own,
        model.before,
        model.after,
    ]
    parts = [
        np.c_[layer.weight.detach().double(), layer.bias.detach().double()] for layer in layers
    ]
    rows = np.concatenate([np.c_[tokens, np.zeros(len(tokens))], *parts])
    sizes = np.array([float(f"{size:.4g}") for size in 1.001 * np.abs(rows).max(axis=1)])
    return pack((rows / sizes[:, None] + 1) / 2), sizes.tolist()


def read_rows(
    rows: np.ndarray, n_words: int, ids: Sequence[int], n_heads: int, silent: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Let a reader read one sentence of T words.

    Parameters
    ----------
    rows : array, shape (V + 4 D + 3 M, D + 1)
        Its parameters, as ``packed_rows`` orders them.
    n_words : int
        V.
    ids : sequence of int
        The words, as places among the V words.
    n_heads : int
        H.
    silent : int, default 0
        The head, from 1, of which nothing goes on; 0 is none.

    Returns
    -------
    weights : array, shape (H, T, T)
        Where each word looks in each head.
    shares : array, shape (3, T, M)
        For each of ``QUESTIONS`` and each word the share of each meaning.
    joined : array, shape (T, D)
        What the heads have found for each word, side by side.
    """
    D, T = rows.shape[1] - 1, len(ids)

    def linear(x: np.ndarray, first: int, count: int) -> np.ndarray:
        part = rows[n_words + first : n_words + first + count]
        return x @ part[:, :-1].T + part[:, -1]

    x = rows[list(ids), :-1] + sinusoidal(np.arange(float(T)), D)  # (T, D)
    # (H, T, d)
    q, k, v = (linear(x, i * D, D).reshape(T, n_heads, -1).swapaxes(0, 1) for i in range(3))
    heads, weights = attend(q, k, v, return_weights=True)
    if silent:
        heads[silent - 1] = 0
    joined = heads.swapaxes(0, 1).reshape(T, D)
    new = linear(joined, 3 * D, D)  # (T, D)
    M = (len(rows) - n_words - 4 * D) // 3
    shares = softmax(np.stack([linear(new, 4 * D + i * M, M) for i in range(3)]))
    return weights, shares, joined


def asked_of(words: Sequence[str], meanings: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return what can be asked of a sentence of the reader's own: place, question, and no right
    answer.

    Examples
    --------
    >>> asked_of(["a", "bank", "while", "apple"], ["bank (money)"])
    [(1, 'means', ''), (2, 'before it', ''), (2, 'after it', '')]
    """
    senses = {meaning.partition(" (")[0] for meaning in meanings}
    asked = [(place, QUESTIONS[0], "") for place, word in enumerate(words) if word in senses]
    joins = [place for place, word in enumerate(words) if word == JOIN]
    return sorted(
        asked + [(place, question, "") for place in joins for question in QUESTIONS[1:]],
        key=lambda one: one[0],
    )


def row_shapes(
    sizes: list[list[float]], known: list[str], meanings: list[str]
) -> list[tuple[int, ...]]:
    """Return the shape (V + 4 D + 3 M, D + 1) of each reader's rows."""
    return [(len(row), (len(row) - len(known) - 3 * len(meanings)) // 4 + 1) for row in sizes]


def unpacked_rows(
    text: str, sizes: Sequence[float], known: Sequence[str], meanings: Sequence[str]
) -> np.ndarray:
    """Read what ``packed_rows`` wrote."""
    [shape] = row_shapes([list(sizes)], list(known), list(meanings))
    return (2 * unpack(text, shape) - 1) * np.array(sizes)[:, None]


def answers_of(
    shares: np.ndarray, questions: Sequence[Any], meanings: Sequence[str]
) -> list[tuple[str, int]]:
    """Return the likeliest meaning for each question, and how sure the reader is, in percent."""
    rows = [shares[QUESTIONS.index(question), place] for place, question, _ in questions]
    return [(meanings[int(row.argmax())], round(100 * float(row.max()))) for row in rows]
