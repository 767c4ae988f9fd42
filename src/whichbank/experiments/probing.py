"""Looking into a trained model: sentences in pairs, which of two meanings a vector leans to, and
recorded outputs.
"""

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._arrays import one_of
from whichbank._packing import pack as pack
from whichbank._packing import unpack as unpack
from whichbank.corpora import (
    APPLE_ORANGE,
    APPLE_SENTENCES,
    BANK_SENTENCES,
    SERVER_SENTENCES,
    TWO_APPLES,
)

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

FILE = Path(__file__).parent / "records/probing.npz"
FOLLOWED = FILE.with_suffix(".json")
_WRITTEN, _EVERYDAY = (
    tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
    for name in ("pairs.toml", "everyday.toml")
)

MEANINGS = {word: tuple(found["senses"]) for word, found in _WRITTEN.items()}
"""The two meanings of each word, in the order of its pairs."""

EVERYDAY = {
    word: tuple(zip(found["senses"], found["sentences"], found["examples"], strict=True))
    for word, found in _EVERYDAY.items()
}
"""Twelve everyday words: for each of its two meanings a name, a sentence, and three examples."""

BESIDE = "This is the {word} and the {example}."
"""The sentence in which an everyday word stands beside an example of one of its meanings."""


SENTENCES = (
    *(APPLE_ORANGE, TWO_APPLES, APPLE_SENTENCES[2], *BANK_SENTENCES, *SERVER_SENTENCES),
    *("She played a trump and won the trick", "Trump won the election"),
)
"""The sentences whose attention weights chapter heads looks at."""


def sentence_pairs(word: str) -> tuple[tuple[str, str], ...]:
    """Return ten pairs of sentences, one for each meaning in ``MEANINGS[word]``.

    In both sentences of a pair the word is in the same place: only the other words tell the two
    apart.

    Examples
    --------
    >>> MEANINGS["apple"]
    ('fruit', 'company')
    >>> sentence_pairs("apple")[1]
    ('An apple fell on his head.', 'The Apple event starts at ten.')
    """
    return tuple(
        (first, second) for first, second in _WRITTEN[one_of("word", word, _WRITTEN)]["pairs"]
    )


def meaning_vectors(model: "MiniLM", word: str) -> np.ndarray:
    """Return the vectors of a word in all of its sentence pairs, layer by layer: (pairs, 2, L + 1,
    D), float32.
    """
    return np.array(
        [[model.layers(sentence).word(word) for sentence in pair] for pair in sentence_pairs(word)]
    )


def beside(model: "MiniLM", word: str) -> np.ndarray:
    """Return the mean vectors of a word of ``EVERYDAY`` beside three examples of each meaning: (2,
    L + 1, D), float32.
    """
    sentences = [
        [BESIDE.format(word=word, example=one) for one in examples]
        for _, _, examples in EVERYDAY[one_of("word", word, EVERYDAY)]
    ]
    found = [[model.layers(sentence).word(word) for sentence in some] for some in sentences]
    return np.mean(found, axis=1)


def everyday(model: "MiniLM") -> dict[str, np.ndarray]:
    """Return how each word of ``EVERYDAY`` leans in its two sentences, layer by layer: (2, L + 1).

    Above 0 it is to the first meaning, as ``beside`` finds them.
    """
    found = {}
    for word, both in EVERYDAY.items():
        first, second = beside(model, word)
        leans = [lean(model.layers(one).word(word), first, second) for _, one, _ in both]
        found[word] = np.array(leans)
    return found


def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the cosine of the angle between vectors along the last axis; none may have length 0.

    Examples
    --------
    >>> cosine(np.array([3.0, 4.0]), np.array([1.0, 0.0])).round(2)
    np.float64(0.6)
    """
    return (a * b).sum(axis=-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))


def lean(vectors: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the cosine of vectors to a first direction minus that to a second: above 0 where the
    first is nearer.

    All have the shape (..., D), with vectors along the last axis, none of length 0; the other axes
    broadcast.

    Examples
    --------
    >>> lean(np.array([3.0, 4.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0])).round(2)
    np.float64(-0.2)
    """
    sizes = [np.shape(x)[-1:] for x in (vectors, first, second)]
    if len(set(sizes)) != 1 or sizes[0] == ():
        raise ValueError(f"vectors, first and second must share their last dimension; got {sizes}")
    return cosine(vectors, first) - cosine(vectors, second)


def leave_pair_out(vectors: np.ndarray) -> np.ndarray:
    """Return the lean of each vector to the first meaning, (P, 2, ...), measured by the other pairs
    alone.

    The vectors have the shape (P, 2, ..., D): at least 2 pairs; the second axis is the meaning. A
    vector is compared with the means of both meanings. Neither its own pair's vectors nor,
    therefore, itself are in these means.

    Examples
    --------
    >>> pairs = np.array([[[1.0, 0.1], [0.2, 1.0]], [[1.0, 0.0], [0.0, 1.0]]])
    >>> leave_pair_out(pairs).round(1)
    array([[ 0.9, -0.8],
           [ 0.8, -0.9]])
    """
    vectors = np.asarray(vectors)
    if vectors.ndim < 3 or vectors.shape[1] != 2 or len(vectors) < 2:
        raise ValueError(
            f"vectors must have the shape (P, 2, ..., D) with P at least 2; got {vectors.shape}"
        )
    leans = []
    for i, pair in enumerate(vectors):
        first, second = np.delete(vectors, i, axis=0).mean(axis=0)
        leans.append(lean(pair, first, second))
    return np.array(leans)


def count_right(leans: np.ndarray) -> np.ndarray:
    """Count the leans, (P, 2, ...), to the right side, out of 2 P; a lean of 0 decides nothing and
    counts half.

    Examples
    --------
    >>> count_right(np.array([[0.5, -0.5], [0.1, 0.2], [0.0, 0.0]]))
    np.float64(4.0)
    """
    leans = np.asarray(leans)
    return ((np.sign(leans[:, 0]) + 1) / 2 + (1 - np.sign(leans[:, 1])) / 2).sum(axis=0)


def pulls(model: "MiniLM", sentence: str, word: str) -> np.ndarray:
    """Return how the lean of a word of ``MEANINGS`` changes with each word of its sentence: (W, L +
    1), 0 for the word itself.

    A row is the lean after each layer, minus the lean with that other word covered by [MASK]. The
    word's first place is asked about; no place of it is ever covered.
    """
    import torch

    layers = model.layers(sentence)
    words = layers.words
    own = [[t for t, of in enumerate(layers.word_of) if of == at] for at in range(len(words))]
    ids = torch.tensor(model.tokenizer.encode(sentence).ids)
    covered = ids.repeat(len(words), 1)  # (W, T)
    for i, one in enumerate(words):
        if one != word:
            covered[i, own[i]] = int(model.tokenizer.token_to_id("[MASK]") or 0)
    with torch.no_grad():
        hidden = torch.stack(model.trace(covered).hidden).numpy()  # (L + 1, W, T, D)
    at = words.index(word)
    ways = meaning_vectors(model, word).mean(axis=0)[:, :, None]  # (2, L + 1, 1, D)
    leans = lean(hidden[:, :, own[at]].mean(axis=2), *ways)  # (L + 1, W)
    return (leans[:, [at]] - leans).T


def follow(model: "MiniLM", sentences: Sequence[str]) -> dict[str, list[Any]]:
    """Follow sentences through a model: ``sentences``, ``pieces``, and ``weights`` as ``pack`` writes
    them, (6, 12, T, T), an entry for each.
    """
    found = [model.layers(sentence) for sentence in sentences]
    return {
        "sentences": list(sentences),
        "pieces": [list(layers.pieces) for layers in found],
        "weights": [pack(layers.weights) for layers in found],
    }


@cache
def followed() -> dict[str, list[Any]]:
    """Return what ``follow`` gave for ``SENTENCES``, for where there are no weights; not to be
    changed.

    ``python -m whichbank.experiments.probing`` makes it; a test makes it again and compares.
    """
    return json.loads(FOLLOWED.read_text(encoding="utf-8"))["followed"]


def reference_outputs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return recorded outputs of BERT in the library transformers, with the weights of
    all-MiniLM-L6-v2.

    ``python -m whichbank.experiments.probing`` makes them; a test makes them again and compares.
    For each bank sentence: the vectors of its five pieces after the last layer, (5, 384), and all
    attention weights, (6, 12, 5, 5), float32.
    """
    with np.load(FILE) as stored:
        return {
            one: (stored[f"{one}: vectors"], stored[f"{one}: weights"]) for one in BANK_SENTENCES
        }


def record() -> dict[str, Any]:
    """Run the reference implementation, which is there for the tests alone; return what
    ``reference_outputs`` reads.
    """
    import torch
    from safetensors.torch import load
    from transformers import BertConfig, BertModel

    from whichbank.pretrained import load_minilm
    from whichbank.published import WEIGHTS, read_published

    sizes: Any = {
        "hidden_size": 384,
        "num_hidden_layers": 6,
        "num_attention_heads": 12,
        "intermediate_size": 1536,
    }
    sizes |= {"layer_norm_eps": 1e-12, "attn_implementation": "eager"}
    model = BertModel(BertConfig(**sizes)).eval()
    model.load_state_dict(load(read_published(WEIGHTS)), strict=False)
    outputs = {}
    for sentence in BANK_SENTENCES:
        ids, _ = load_minilm().tokenize([sentence])
        with torch.no_grad():
            given = model(ids, output_attentions=True)
        outputs[f"{sentence}: vectors"] = given.last_hidden_state[0].numpy()
        outputs[f"{sentence}: weights"] = torch.cat(given.attentions).numpy()
    return outputs


def _main() -> None:
    from whichbank.experiments._run import machine, text_of
    from whichbank.pretrained import load_minilm

    np.savez_compressed(FILE, **record())
    made = {"machine": machine(), "followed": follow(load_minilm(), SENTENCES)}
    FOLLOWED.write_text(text_of(made), encoding="utf-8")


if __name__ == "__main__":
    _main()
