"""Two more chances for the readers of ``readers`` on sentences that a person wrote: a training of small
steps, measured on its way, and word vectors of a real model, which know every word.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

import torch
from torch import Tensor

from whichbank._arrays import one_of
from whichbank.corpora import senses
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.experiments.readers import D_HEAD, READERS, Reader, loss, sentences, word_vectors
from whichbank.experiments.readers import vocabulary as trained_words
from whichbank.text import Vocabulary

VECTORS = ("templates", "MiniLM")
"""Where the word vectors come from: skip-gram on the training sentences, or the static vectors of
all-MiniLM-L6-v2.
"""
MIXING = READERS[1:]
"""The readers that look at other words; the static one is right half of the time whatever it
learns."""

RECIPE = Recipe("chances", steps=800, batch_size=64, lr=0.01, every=100, d_model=384, d_head=D_HEAD)


@cache
def real_vectors() -> tuple[Vocabulary, Tensor]:
    """Return all words of the sentences, those written by hand included, and their static vectors
    from MiniLM: (V, 384), float32, each of length 2.

    A word of several pieces gets the mean of theirs; the mean of all words is taken away.
    """
    from whichbank.pretrained import load_minilm

    model = load_minilm()
    written = sorted({word for example in senses.handwritten() for word in example.words})
    words = Vocabulary.of([[*trained_words().words, *written]])
    pieces = [model.tokenize([word])[0][0, 1:-1] for word in words.words]
    with torch.no_grad():
        means = torch.stack([model.tokens(one).mean(dim=0) for one in pieces])  # (V, 384)
    return words, 2 * torch.nn.functional.normalize(means - means.mean(dim=0))


def train(
    kind: str, vectors: str = "templates", *, seed: int = 0, steps: int | None = None
) -> list[tuple[float, float]]:
    """Train a reader by small steps of Adam; return how often it is right on the test of the four
    words, and on the sentences written by hand, before training and after every 100 steps.

    The kind is one of ``MIXING``, the vectors are of ``VECTORS``. The seed decides on the first
    weights and on the batches, and on the vectors from templates.
    """
    one_of("kind", kind, MIXING)
    if one_of("vectors", vectors, VECTORS) == "MiniLM":
        words, E = real_vectors()
    else:
        words, E = trained_words(), word_vectors(seed)
    made, test = sentences()
    asked = [example for example in test if example.word in senses.WORDS]
    parts = [senses.as_batch(part, words) for part in (asked, senses.handwritten())]

    def measure(model: Any) -> tuple[float, float]:
        test_share, own_share = (_share(model, part) for part in parts)
        return test_share, own_share

    history = RECIPE.fit(
        seeded(seed, Reader, kind, E),
        loss,
        senses.as_batch(made, words).tensors,
        steps=steps,
        measure=measure,
        seed=seed,
    )
    return history.snapshots


def _share(model: Reader, batch: senses.Batch) -> float:
    two = model(batch.ids, batch.mask, batch.at).gather(1, batch.choices)
    return round((two.argmax(dim=1) == batch.sense).double().mean().item(), 4)


def recorded() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the recorded trainings: for each of ``VECTORS`` and each of ``MIXING`` the shares of
    right answers on the "test" and "by hand", of shape (seeds, 9), before training and after every
    100 steps.

    ``python -m whichbank.experiments.chances`` makes them again, in some minutes on one core.
    """
    return RECIPE.recorded()


def record(
    vectors: Sequence[str] = VECTORS,
    kinds: Iterable[str] = MIXING,
    seeds: Iterable[int] = range(N_SEEDS),
    steps: int | None = None,
) -> dict[str, dict[str, Any]]:
    """Train every reader with every seed on each kind of vectors; return what ``recorded`` reads."""
    kinds, seeds = tuple(kinds), tuple(seeds)

    def both(name: str, kind: str, seed: int) -> dict[str, Any]:
        test, by_hand = zip(*train(kind, name, seed=seed, steps=steps), strict=True)
        return {"test": list(test), "by hand": list(by_hand)}

    return {name: repeat(partial(both, name), kinds, seeds) for name in vectors}


if __name__ == "__main__":
    RECIPE.record(record())
