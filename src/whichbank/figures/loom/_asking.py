"""What the loom asks the real model, answered in Python; and the model in bytes, as a page loads it.

``nets/minilm.js`` answers the same questions on a page, with 8 bits for each weight.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._packing import pack
from whichbank.experiments.erasing import silenced, usual, without_each
from whichbank.experiments.probing import (
    BESIDE,
    EVERYDAY,
    MEANINGS,
    beside,
    lean,
    meaning_vectors,
)
from whichbank.experiments.weaving import added, gifts
from whichbank.figures.nets.quantized import quantize, to_bytes

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

LONGEST = 64
"""How many pieces of a sentence are read, [CLS] and [SEP] included; the rest is cut off."""

KNOWN = {word: tuple(sense for sense, _, _ in both) for word, both in EVERYDAY.items()} | MEANINGS
"""The words whose two senses the course has examples for, with the names of the senses."""

PER_HEAD = 32


class Reading:
    """A sentence in the model.

    Parameters
    ----------
    model : MiniLM
        The model.
    text : str
        The sentence.
    without : int, default 0
        A piece whose word is covered by [MASK]; 0 is none.
    silent : sequence of (int, int), optional
        Heads that are erased, layer and head, from 1: they find ``erasing.usual``, in any text.

    Attributes
    ----------
    pieces, words : list of str
        Its pieces, and its words as the model sees them.
    word_of : list of int or None
        To which word each piece belongs; None for the marks at both ends.
    hidden : array, shape (7, T, 384)
        The pieces' vectors after each layer.
    length : int
        How many pieces the whole sentence has.
    weights : array, shape (6, 12, T, T)
        The attention weights; 0 in an erased head.
    ids : tensor, shape (T,)
        The numbers of the pieces, of the mask where a word is taken out.
    """

    def __init__(
        self,
        model: "MiniLM",
        text: str,
        without: int = 0,
        silent: Sequence[Sequence[int]] = (),
    ) -> None:
        import torch

        cut = model.tokenizer.encode(text)
        self.length = len(cut.ids)
        keep = (
            [*range(len(cut.ids))]
            if len(cut.ids) <= LONGEST
            else [*range(LONGEST - 1), len(cut.ids) - 1]
        )
        self.pieces, self.word_of = [cut.tokens[t] for t in keep], [cut.word_ids[t] for t in keep]
        spans: list[Any] = [
            cut.word_to_chars(at) for at in dict.fromkeys(self.word_of) if at is not None
        ]
        normal: Any = model.tokenizer.normalizer
        self.words = [normal.normalize_str(text[start:end]).strip() for start, end in spans]
        ids = torch.tensor([cut.ids[t] for t in keep])
        if 0 < without < len(keep) - 1:
            ids[self.own(self.word_of[without])] = int(model.tokenizer.token_to_id("[MASK]") or 0)
        self.ids = ids
        with torch.no_grad(), silenced(model, silent, usual()):
            trace = model.trace(ids[None])
        self.hidden = torch.cat(trace.hidden).numpy()
        self.weights = torch.cat(trace.weights).numpy().copy()
        for layer, head in silent:
            self.weights[layer - 1, head - 1] = 0

    def own(self, at: int | None) -> list[int]:
        """Return which pieces are a word's."""
        return [t for t, own in enumerate(self.word_of) if own == at]

    def vectors(self, at: int) -> np.ndarray:
        """Return the vectors of a word after each layer, the mean over its pieces: (7, 384)."""
        return self.hidden[:, self.own(at)].mean(axis=1)


def chosen(word: str, words: Sequence[str]) -> str:
    """Return the word of a sentence that the senses are of: this one, or one whose senses are
    known, or one that is there twice, or the longest.
    """
    wish = word.strip().lower()
    better = [one for one in words if one == wish] or [one for one in words if one in KNOWN]
    twice = [one for one in words if len(one) > 3 and words.count(one) > 1]
    return (better or twice or [max(words, key=len, default="")])[0]


def examples(text: str) -> list[str]:
    """Return the examples in a text, which have commas or semicolons between them."""
    return [part.strip() for part in re.split("[,;]", text) if part.strip()]


def answer(
    model: "MiniLM",
    text: str,
    word: str = "",
    senses: Sequence[str] = ("", ""),
    without: int = 0,
    silent: Sequence[Sequence[int]] = (),
    inside: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Follow the pieces of a sentence through the model, between two senses of a word.

    Parameters
    ----------
    model : MiniLM
        The model.
    text : str
        The sentence.
    word : str, optional
        The word whose senses they are: see ``chosen``.
    senses : sequence of str, optional
        Examples of each sense, with commas between them: words, or sentences with the word. Without
        examples, or where the word is not there, they are those of the course, if it has some.
    without, silent
        What is taken out: see ``Reading``.
    inside : (int, int), optional
        A layer and a head, from 1, of which the queries, keys and values are wanted.

    Returns
    -------
    dict
        ``asked``: the question. ``word``: the word of the senses. ``words``: all of them. ``places``:
        the piece with which the word begins, wherever it is.
        ``pieces``, ``axes``, ``leans``, ``weights``, ``gifts`` and ``added``: as the figure has them
        for a sentence; ``leans`` is None where a sense has no example. ``lengths``: how many pieces are
        read, and how many the sentence has. ``roles``: None, or queries, keys and values of the
        head, (T, 32) each. ``whole``: the leans as they are with no head erased; None if none is.
        ``others``: where a head is erased alone, the leans after the last layer with each of the 72
        erased in turn, (T, 72); else None.
    """
    asked = [text, word, list(senses), without, [list(one) for one in silent], inside]
    reading = Reading(model, text, without, silent)
    wish, word = word.strip().lower(), chosen(word, reading.words)
    if wish not in ("", word):
        senses = ("", "")  # they were of another word
    axes, ways = senses_of(model, word, senses)
    leans = whole = others = None
    if ways is not None:
        first, second = ways[:, :, None]  # (7, 1, 384) each
        leans = lean(reading.hidden, first, second).T.astype(float).tolist()
        if silent:
            hidden = Reading(model, text, without).hidden
            whole = lean(hidden, first, second).T.astype(float).tolist()
        if len(silent) == 1:
            ends = without_each(model, reading.ids.tolist())[:, -1]  # (72, T, 384)
            others = lean(ends, *ways[:, -1]).T.astype(float).tolist()
    return {
        "asked": asked,
        "word": word,
        "words": reading.words,
        "places": [
            reading.word_of.index(at) for at, one in enumerate(reading.words) if one == word
        ],
        "pieces": reading.pieces,
        "axes": axes,
        "leans": leans,
        "weights": pack(reading.weights),
        "gifts": pack(gifts(model, reading.hidden, reading.weights)),
        "added": added(model, reading.hidden, reading.weights, ways, silent).astype(float).tolist(),
        "lengths": [len(reading.pieces), reading.length],
        "roles": roles(model, reading.hidden, *inside) if inside else None,
        "whole": whole,
        "others": others,
    }


def roles(model: "MiniLM", hidden: np.ndarray, layer: int, head: int) -> list[Any]:
    """Return queries, keys and values of a head, (T, 32) each."""
    attention: Any = model.encoder.blocks[layer - 1].attention
    own = slice((head - 1) * PER_HEAD, head * PER_HEAD)
    found = []
    for part in (attention.W_q, attention.W_k, attention.W_v):
        W, b = part.weight.detach().numpy(), part.bias.detach().numpy()
        found.append((hidden[layer - 1] @ W[own].T + b[own]).astype(float).tolist())
    return found


def known(model: "MiniLM", word: str) -> np.ndarray:
    """Return the mean vectors of both senses of a word of ``KNOWN``, (2, 7, 384)."""
    return meaning_vectors(model, word).mean(axis=0) if word in MEANINGS else beside(model, word)


def senses_of(
    model: "MiniLM", word: str, senses: Sequence[str]
) -> tuple[list[str], np.ndarray | None]:
    """Return the names of two senses of a word, and their mean vectors, (2, 7, 384); None where one
    has no example.
    """
    if word in KNOWN and not any(examples(text) for text in senses):
        return list(KNOWN[word]), known(model, word)
    names = [next(iter(examples(text)), f"sense {i + 1}") for i, text in enumerate(senses)]
    ways = [_sense(model, word, text) for text in senses]
    return names, None if any(way is None for way in ways) else np.array(ways)


def _sense(model: "MiniLM", word: str, text: str) -> np.ndarray | None:
    """Return the mean vectors of a word in examples, (7, 384); None without any."""
    found = []
    for example in examples(text):
        for sentence in (example, BESIDE.format(word=word, example=example)):
            reading = Reading(model, sentence)
            if word in reading.words:
                found.append(reading.vectors(reading.words.index(word)))
                break
    return np.mean(found, axis=0) if found else None


def _tables(model: "MiniLM") -> list[tuple[str, np.ndarray]]:
    """Return the tables that a page needs; what is one number for each feature is a column, which
    keeps its numbers. The last has a row for each layer of each sense of the words of ``KNOWN``.
    """
    state = {name: x.detach().numpy() for name, x in model.state_dict().items()}
    state["positions.weight"] = (
        state["positions.weight"][:LONGEST] + state.pop("segments.weight")[0]
    )
    state["senses"] = np.concatenate([known(model, word).reshape(-1, 384) for word in KNOWN])
    return [(name, x.reshape(len(x), -1)) for name, x in state.items()]


def in_bytes(model: "MiniLM") -> tuple[dict[str, Any], bytes]:
    """Return the model as a page loads it: what is in it, and its bytes.

    The bytes are the table of pieces, then all other tables, each as ``to_bytes`` writes them, then
    all pieces as text.
    """
    (_, tokens), *rest = _tables(model)
    parts = [to_bytes([tokens]), to_bytes(x for _, x in rest)]
    vocabulary = model.tokenizer.get_vocab()
    pieces = "\n".join(sorted(vocabulary, key=vocabulary.__getitem__)).encode()
    about = {
        "pieces": tokens.shape,
        "shapes": [[name, *x.shape] for name, x in rest],
        "longest": LONGEST,
        "frame": BESIDE,
        "known": [[word, *names] for word, names in KNOWN.items()],
        "usual": quantize(usual()),
    }
    return about | {"ends": [len(parts[0]), len(parts[0] + parts[1])]}, b"".join((*parts, pieces))
