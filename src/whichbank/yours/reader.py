"""The real model, all-MiniLM-L6-v2, on the reader's functions."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from whichbank.published import TOKENIZER, WEIGHTS, course_name, read_published
from whichbank.yours.boxes import Functions
from whichbank.yours.machine import Machine
from whichbank.yours.pieces import Cut, Cutter

EPS = 1e-12
N_HEADS = 12


def reader(
    functions: Functions | None = None,
    *,
    weights: Mapping[str, Any] | None = None,
    pieces: Sequence[str] | None = None,
    n_heads: int = N_HEADS,
    device: str | None = None,
) -> "Reader":
    """Make the real model of chapter real from the reader's functions.

    Parameters
    ----------
    functions : mapping of callables, optional
        The reader's functions by the names of their boxes, as in ``BOXES``; the course's for the
        others.
    weights : mapping of arrays, optional
        The trained weights, by their names in ``whichbank.pretrained.MiniLM``; ``from_page`` reads
        those that a page has fetched. Without it the published file is taken, as
        ``whichbank.published.read_published`` finds it.
    pieces : sequence of str, optional
        The pieces of words that the model knows, in the order of their numbers; needed with
        weights.
    n_heads : int, default 12
        How many heads a layer has.
    device : str, optional
        Where torch's tensors are handed to the reader's functions, such as "cuda".

    Raises
    ------
    ValueError
        If a name is no box's, or weights come without pieces.
    TypeError
        If a function is none.
    """
    machine = Machine(functions, device)
    if weights is None:
        weights = published_weights(read_published(WEIGHTS))
        vocabulary = json.loads(read_published(TOKENIZER))["model"]["vocab"]
        pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    if pieces is None:
        raise ValueError("weights need pieces, the words' parts that the model knows; got none")
    return Reader(machine, weights, Cutter(pieces), n_heads)


@dataclass(frozen=True)
class Layer:
    """What is known after a layer.

    Attributes
    ----------
    number : int
        0 for what comes before the first layer.
    vectors : array, shape (T, D)
        The vectors of the pieces.
    weights : array, shape (H, T, T), or None
        Where each piece looked, in each head; None before the first layer.
    cut : Cut
        The pieces and the words.
    """

    number: int
    vectors: np.ndarray
    weights: np.ndarray | None
    cut: Cut

    def word(self, word: str, nth: int = 0) -> np.ndarray:
        """Return the vector of a word, (D,): the mean over its pieces; nth where it is there more
        than once.
        """
        return self.vectors[self.cut.places(word, nth)].mean(axis=0)

    def cosine(self, word: str, first: int = 0, second: int = 1) -> float:
        """Return the cosine of two of the places of a word, by default its first two."""
        a, b = self.word(word, first), self.word(word, second)
        return float(a @ b / math.sqrt((a @ a) * (b @ b)))


class Reader:
    """A model that reads a sentence layer by layer.

    Attributes
    ----------
    machine : Machine
        Its functions; ``machine.theirs`` has the names of those that are the reader's.
    n_layers, room : int
        How many layers it has, and how many pieces it can read.
    """

    def __init__(
        self, machine: Machine, weights: Mapping[str, Any], cutter: Cutter, n_heads: int
    ) -> None:
        self.machine, self._cutter, self._n_heads, self._weights = machine, cutter, n_heads, weights
        self.n_layers = len({name.split(".")[2] for name in weights if ".blocks." in name})
        self.room = len(weights["positions.weight"])

    def cut(self, sentence: str) -> Cut:
        """Cut a sentence into the pieces that the model reads."""
        return self._cutter.cut(sentence)

    def read(self, sentence: str) -> Iterator[Layer]:
        """Read a sentence, and hand out what is known before the first layer and after each.

        Raises
        ------
        ValueError
            If the sentence has more pieces than the model can read.
        BoxError
            If a box raises, or gives what the machine cannot use.
        """
        cut = self.cut(sentence)
        if len(cut.ids) > self.room:
            raise ValueError(f"a sentence must have at most {self.room} pieces; got {len(cut.ids)}")
        return self._read(cut)

    def _read(self, cut: Cut) -> Iterator[Layer]:
        w = self._weights
        x = w["tokens.weight"][list(cut.ids)] + w["positions.weight"][: len(cut.ids)]
        if "segments.weight" in w:  # on a page they are in the positions
            x = x + w["segments.weight"][0]
        x = self._norm("norm", x)
        yield Layer(0, x, None, cut)
        for i in range(self.n_layers):
            name = f"encoder.blocks.{i}"
            found, weights = self._attention(f"{name}.attention", x)
            x = self._norm(f"{name}.norm_attention", x + found)
            wide = self.machine.gelu(self._linear(f"{name}.feed_forward.W_1", x))
            thought = self._linear(f"{name}.feed_forward.W_2", wide)
            x = self._norm(f"{name}.norm_feed_forward", x + thought)
            yield Layer(i + 1, x, weights, cut)

    def _attention(self, name: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return what the heads find, (T, D), and where they look, (H, T, T).

        The exercise's heads have no bias: here each vector ends in a 1, which carries it.
        """
        with_one = np.concatenate([x, np.ones_like(x[:, :1])], axis=1)
        W_q, W_k, W_v = (self._by_head(f"{name}.W_{part}") for part in "qkv")
        W_o = self._weights[f"{name}.W_o.weight"].T.reshape(self._n_heads, -1, x.shape[1])
        W_o = np.concatenate([W_o, np.zeros_like(W_o[..., :1])], axis=2)  # (H, d, D + 1)
        found = self.machine.many_heads(with_one, W_q, W_k, W_v, W_o)[:, :-1]
        scores = (with_one @ W_q) @ (with_one @ W_k).swapaxes(1, 2)
        weights = self.machine.softmax(scores / np.float32(math.sqrt(W_q.shape[-1])))
        return found + self._weights[f"{name}.W_o.bias"], weights

    def _by_head(self, name: str) -> np.ndarray:
        """Return a matrix and its bias, a row below it, for each head: (H, D + 1, d)."""
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        whole = np.concatenate([weight.T, bias[None]])  # (D + 1, D)
        return np.ascontiguousarray(whole.reshape(len(whole), self._n_heads, -1).swapaxes(0, 1))

    def _linear(self, name: str, x: np.ndarray) -> np.ndarray:
        return x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _norm(self, name: str, x: np.ndarray) -> np.ndarray:
        gain, shift = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        return self.machine.layer_norm(x, gain.reshape(-1), shift.reshape(-1), EPS)


def published_weights(data: bytes) -> dict[str, np.ndarray]:
    """Read the published file of the weights, in the format safetensors, with this course's names.

    The arrays are float32.
    """
    start = 8 + int.from_bytes(data[:8], "little")
    listed = json.loads(data[8:start])
    listed.pop("__metadata__", None)
    found = {}
    for name, one in listed.items():
        if ours := course_name(name):
            first, last = (start + at for at in one["data_offsets"])
            found[ours] = np.frombuffer(data[first:last], "<f4").reshape(one["shape"])
    return found


class Rows:
    """A table with 8 bits a number, of which only the rows that are asked for become numbers."""

    def __init__(self, steps: np.ndarray, whole: np.ndarray) -> None:
        self.steps, self.whole = steps, whole

    def __getitem__(self, ids: Any) -> np.ndarray:
        """Return rows, float32, of these numbers."""
        return self.whole[ids] * self.steps[ids, None]

    def __len__(self) -> int:
        return len(self.whole)


def from_page(about: Mapping[str, Any], data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Read the real model's files of a page: return weights and pieces, as ``reader`` takes them.

    Parameters
    ----------
    about : mapping
        What the page's list of files tells about the model, its "about".
    data : bytes
        All parts, one after the other.
    """
    (n, width), (first, second) = about["pieces"], about["ends"]

    def tables(part: bytes, shapes: Sequence[tuple[int, int]]) -> Iterator[Rows]:
        at, row = 4 * sum(n for n, _ in shapes), 0
        for n, m in shapes:
            steps = np.frombuffer(part, "<f4", n, offset=4 * row)
            yield Rows(steps, np.frombuffer(part, np.int8, n * m, offset=at).reshape(n, m))
            at, row = at + n * m, row + n

    weights: dict[str, Any] = {"tokens.weight": next(tables(data[:first], [(n, width)]))}
    shapes = [(n, m) for _, n, m in about["shapes"]]
    for (name, _, m), table in zip(
        about["shapes"], tables(data[first:second], shapes), strict=True
    ):
        whole = table[:]
        weights[name] = whole[:, 0] if m == 1 else whole
    return weights, data[second:].decode().split("\n")
