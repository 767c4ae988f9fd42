"""Sentences as the figure ``Loom`` draws them: each piece a thread through the layers of a real
model, with what it looks at, what really arrives, and which of two meanings it leans to.

``python -m whichbank.experiments.weaving`` makes the record anew.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._packing import pack
from whichbank.corpora import TWO_APPLES
from whichbank.experiments.erasing import in_a_row, usual, without_each
from whichbank.experiments.probing import MEANINGS, lean, meaning_vectors

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

FILE = Path(__file__).parent / "records/weaving.json"

SENTENCES = (
    f"{TWO_APPLES} pie",
    TWO_APPLES,
    "The bank lent us money for a house on the bank of the river",
    "She bought apple juice",
    "She bought apple shares",
)
"""Three sentences with a word that has two meanings, twice, of which the second is that of the notes;
and two that differ in one word.
"""

PARTS = (
    "sentences",
    "subjects",
    "axes",
    "pieces",
    "leans",
    "weights",
    "gifts",
    "added",
    "covered_leans",
    "covered",
    "erased",
)


def gifts(model: "MiniLM", vectors: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return which share of what arrives at each piece comes from which, shape (6, T, T).

    A weight is not yet an influence: what a piece gives is its value vector, which may be short.
    What arrives from it is the sum over the heads of weight times W_O's part times value vector;
    its length, divided by the sum of these lengths over all givers, is the share (Kobayashi et al.
    2020).

    Parameters
    ----------
    model : MiniLM
        The model.
    vectors : array, shape (7, T, 384)
        The pieces' vectors after each layer, as ``model.layers`` returns them.
    weights : array, shape (6, 12, T, T)
        The attention weights of each layer and head.
    """
    shares = []
    for block, x, w in zip(model.encoder.blocks, vectors, weights, strict=False):
        attention: Any = block.attention
        W_v, b_v, W_o = (
            one.detach().numpy()
            for one in (attention.W_v.weight, attention.W_v.bias, attention.W_o.weight)
        )
        heads, d = len(w), len(W_v) // len(w)
        values = (x @ W_v.T + b_v).reshape(len(x), heads, d)  # (T, H, d)
        given = np.einsum("shd,ehd->hse", values, W_o.reshape(len(W_o), heads, d))  # (H, T, D)
        length = np.linalg.norm(np.einsum("hts,hse->tse", w, given), axis=-1)  # (T, T)
        whole = length.sum(axis=-1, keepdims=True)
        shares.append(length / np.where(whole > 0, whole, 1))  # nothing arrives if all are silent
    return np.array(shares)


def added(
    model: "MiniLM",
    vectors: np.ndarray,
    weights: np.ndarray,
    senses: np.ndarray | None = None,
    erased: Sequence[Sequence[int]] = (),
) -> np.ndarray:
    """Return what each layer does to each piece, shape (T, 6, 9).

    These are the lengths of what comes in, of what attention adds, of their sum, of it after the
    norm, of what the small network adds, of that sum, and of it after the norm; then the leans of
    both additions, to the vectors of ``senses`` after the layer, or 0.

    Parameters
    ----------
    model, vectors, weights
        See ``gifts``.
    senses : array, shape (2, 7, 384), optional
        The mean vectors of two meanings.
    erased : sequence of (int, int), optional
        Heads that found ``erasing.usual`` instead: layer and head, from 1.
    """
    import torch

    rows = []
    blocks: Any = model.encoder.blocks
    for layer, (block, x, w) in enumerate(zip(blocks, vectors, weights, strict=False), start=1):
        came = torch.tensor(x)
        with torch.no_grad():
            values = block.attention.W_v(came).reshape(len(x), len(w), -1).transpose(0, 1)
            mixed = (torch.tensor(w) @ values).transpose(0, 1)  # (T, H, d)
            for head in (h - 1 for one, h in erased if one == layer):
                mixed[:, head] = torch.tensor(usual()[layer - 1, head])
            found = block.attention.W_o(mixed.flatten(1))
            normed = block.norm_attention(came + found)
            fed = block.feed_forward(normed)
            last = block.norm_feed_forward(normed + fed)
        way = [came, found, came + found, normed, fed, normed + fed, last]
        row = [step.norm(dim=-1).numpy() for step in way]
        for step in (found, fed):
            both = (
                np.zeros(len(x)) if senses is None else lean(step.numpy(), *senses[:, layer, None])
            )
            row.append(both)
        rows.append(np.stack(row, axis=-1))  # (T, 9)
    return np.stack(rows, axis=1)


def weave(model: "MiniLM", sentences: Sequence[str]) -> dict[str, list[Any]]:
    """Follow sentences through a model, each piece of them.

    Each must have a word of ``probing.MEANINGS`` in it, or there is a ValueError. The result has an
    entry for each sentence, as ``figures.Loom`` describes them: ``PARTS``.
    """
    means: dict[str, np.ndarray] = {}
    found = []
    for sentence in sentences:
        layers = model.layers(sentence)
        word = next((word for word in MEANINGS if word in layers.words), None)
        if word is None:
            raise ValueError(
                f"a sentence must have one of {', '.join(MEANINGS)} in it; got {sentence!r}"
            )
        if word not in means:
            means[word] = meaning_vectors(model, word).mean(axis=0)  # (2, 7, 384)
        first, second = means[word][:, :, None]  # (7, 1, 384) each
        hidden, looked = _covered(model, layers.pieces, layers.word_of)
        parts = (
            sentence,
            word,
            list(MEANINGS[word]),
            list(layers.pieces),
            _three_digits(lean(layers.vectors, first, second).T),
            pack(layers.weights),
            pack(gifts(model, layers.vectors, layers.weights)),
            _three_digits(added(model, layers.vectors, layers.weights, means[word])),
            [_three_digits(lean(one, first, second).T) for one in hidden],
            pack(np.array([gifts(model, *one) for one in zip(hidden, looked, strict=True)])),
            _erased(model, layers.pieces, layers.vectors, word, means[word]),
        )
        found.append(dict(zip(PARTS, parts, strict=True)))
    return {name: [one[name] for one in found] for name in PARTS}


def _covered(
    model: "MiniLM", pieces: Sequence[str], word_of: Sequence[int | None]
) -> tuple[np.ndarray, np.ndarray]:
    """Return vectors, (T - 2, 7, T, 384), and weights, (T - 2, 6, 12, T, T), with the word of each
    piece covered by [MASK] in turn; the marks at both ends stay.
    """
    import torch

    ids = torch.tensor([model.tokenizer.token_to_id(piece) for piece in pieces])
    some = ids.repeat(len(pieces) - 2, 1)
    for row, at in enumerate(word_of[1:-1]):
        some[row, [t for t, of in enumerate(word_of) if of == at]] = int(
            model.tokenizer.token_to_id("[MASK]") or 0
        )
    with torch.no_grad():
        trace = model.trace(some)
    return torch.stack(trace.hidden, dim=1).numpy(), torch.stack(trace.weights, dim=1).numpy()


def _erased(
    model: "MiniLM", pieces: Sequence[str], vectors: np.ndarray, word: str, senses: np.ndarray
) -> list[list[float]]:
    """Return what becomes of the word with each head erased in turn, ``in_a_row``, wherever it is:
    (n, 253).
    """
    hidden = without_each(model, [int(model.tokenizer.token_to_id(piece) or 0) for piece in pieces])
    places = [t for t, piece in enumerate(pieces) if piece == word]
    rows = [
        in_a_row(lean(vectors[-1, t], *senses[:, -1]), lean(hidden[:, :, t], *senses))
        for t in places
    ]
    return (np.round(np.array(rows, dtype=float), 4) + 0.0).tolist()


def _three_digits(leans: np.ndarray) -> list[Any]:
    return (np.round(leans.astype(float), 3) + 0.0).tolist()


@cache
def woven(few: int | None = None) -> dict[str, list[Any]]:
    """Return what ``weave`` gave for ``SENTENCES``, or for a few of them from the first on, for
    where there are no weights; not to be changed.
    """
    whole = json.loads(FILE.read_text(encoding="utf-8"))["woven"]
    return {name: part[:few] for name, part in whole.items()}


def _main() -> None:
    from whichbank.experiments._run import machine, text_of
    from whichbank.pretrained import load_minilm

    made = {"machine": machine(), "woven": weave(load_minilm(), SENTENCES)}
    FILE.write_text(text_of(made), encoding="utf-8")


if __name__ == "__main__":
    _main()
