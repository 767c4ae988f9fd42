"""A tiny translator from English to Hindi: the course's transformer, its training, and a recorded
run (note E12).

The sentences are those of ``whichbank.corpora.hindi``. The decoder learns with the right words
before each word (teacher forcing), and is tested by writing on its own, each word after those that
it has written itself.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from whichbank._arrays import one_of
from whichbank.corpora.hindi import (
    NEVER_TOGETHER,
    ROLES,
    Pair,
    all_pairs,
    parallel_text,
    role_of,
    words_of,
)
from whichbank.corpora.senses.batches import padded
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.training import History
from whichbank.transformer import Transformer

PADDING, START, END = 0, 1, 2
"""Their ids in the Hindi vocabulary; padding has the id 0 in both."""

SIZES = {"d_model": 48, "n_heads": 2, "d_ff": 96, "n_layers": 1, "max_length": 10}
RECIPE = Recipe("translator", steps=300, batch_size=64, lr=0.004, **SIZES)


@cache
def english_words() -> tuple[str, ...]:
    """Return the English vocabulary: "padding", then the words of the grammar, sorted."""
    return ("padding", *words_of(pair.english for pair in all_pairs()))


@cache
def hindi_words() -> tuple[str, ...]:
    """Return the Hindi vocabulary: "padding", "start" and "end", then the words of the grammar,
    sorted.
    """
    return ("padding", "start", "end", *words_of(pair.hindi for pair in all_pairs()))


class Batch(NamedTuple):
    """Sentences as token ids, int64, the shorter ones padded.

    ``source``, (B, S), are places in ``english_words()``, and ``real``, (B, 1, S), is True where
    there is a word. ``target``, (B, T + 1), are places in ``hindi_words()``: start, the words, end,
    padding.
    """

    source: Tensor
    real: Tensor
    target: Tensor


def as_batch(pairs: Sequence[Pair]) -> Batch:
    """Turn sentences into token ids.

    Examples
    --------
    >>> from whichbank.corpora.hindi import translate_by_rule
    >>> batch = as_batch([translate_by_rule("boy", "sees", ("river", "bank"))])
    >>> [hindi_words()[i] for i in batch.target[0]]
    ['start', 'laṛkā', 'nadī', 'kā', 'kinārā', 'dekhtā', 'hai', 'end']
    """
    english, real = _numbered(english_words(), (pair.english for pair in pairs))
    hindi, _ = _numbered(hindi_words(), (("start", *pair.hindi, "end") for pair in pairs))
    return Batch(english, real, hindi)


def _numbered(words: tuple[str, ...], sentences: Iterable[Sequence[str]]) -> tuple[Tensor, Tensor]:
    places = {word: i for i, word in enumerate(words)}
    return padded([[places[word] for word in sentence] for sentence in sentences])


def untrained(seed: int = 0) -> Transformer:
    """Return a translator before training, its weights drawn with the seed."""
    return seeded(seed, Transformer, len(english_words()), len(hindi_words()), **SIZES)


def translation_loss(model: Transformer, source: Tensor, real: Tensor, target: Tensor) -> Tensor:
    """Return the mean of -log(probability of the next word), with the right words before it and
    padding left out.
    """
    scores = model(source, target[:, :-1], source_mask=real)  # (B, T, V)
    return cross_entropy(scores.flatten(0, 1), target[:, 1:].flatten(), ignore_index=PADDING)


def blind_loss(model: Transformer, source: Tensor, real: Tensor, target: Tensor) -> Tensor:
    """Return the same without cross-attention: a mask that is False everywhere lets no word look
    across.
    """
    return translation_loss(model, source, torch.zeros_like(real), target)


LOSSES: dict[str, Callable[..., Tensor]] = {
    "looks across": translation_loss,
    "does not": blind_loss,
}
"""The two recorded settings."""


def train(
    setting: str = "looks across", *, seed: int = 0, steps: int | None = None
) -> tuple[Transformer, History]:
    """Train a translator on 1000 sentences by a loss of ``LOSSES``: 300 steps of 64, Adam at
    0.004.
    """
    loss, model = LOSSES[one_of("setting", setting, LOSSES)], untrained(seed)
    return model, RECIPE.fit(
        model, loss, as_batch(parallel_text(seed=seed).train), seed=seed, steps=steps
    )


def translate(
    model: Transformer, sentences: Sequence[tuple[str, ...]], *, across: bool = True
) -> list[tuple[str, ...]]:
    """Let a translator write in Hindi up to the first end, each word after those that it has
    written itself.

    With across=False the cross-attention is closed.
    """
    source, real = _numbered(english_words(), sentences)
    written = model.generate(source, START, END, source_mask=real & across)[:, 1:].tolist()
    return [
        tuple(hindi_words()[i] for i in row[: row.index(END) if END in row else None])
        for row in written
    ]


def share_right(model: Transformer, pairs: Sequence[Pair], *, across: bool = True) -> float:
    """Return the share of sentences that are translated right, every word of them."""
    written = translate(model, [pair.english for pair in pairs], across=across)
    return sum(words == pair.hindi for words, pair in zip(written, pairs, strict=True)) / len(pairs)


@torch.no_grad()
def looks_across(model: Transformer, pair: Pair) -> np.ndarray:
    """Return the cross-attention weights, (L, H, T, S), while the right translation of a sentence
    is written.

    Row t holds where the decoder looks when it writes Hindi word t.
    """
    batch = as_batch([pair])
    _, writing = model.trace(batch.source, batch.target[:, :-1], source_mask=batch.real)
    return torch.cat(writing.cross_weights)[:, :, : len(pair.hindi)].numpy()


def alignment(model: Transformer, pairs: Sequence[Pair]) -> dict[str, np.ndarray]:
    """Return how often a Hindi word has its largest cross-attention weight on the word that it
    translates.

    It is a share for each layer and head, shape (L, H): of all words, and of the words of each role
    in ``corpora.hindi.ROLES``. Words without a source are not counted.
    """
    hits: dict[str, list[np.ndarray]] = {}
    for pair in pairs:
        best = looks_across(model, pair).argmax(axis=-1)  # (L, H, T)
        for t, s in enumerate(pair.source):
            if s >= 0:
                for role in ("all words", role_of(pair.english[s])):
                    hits.setdefault(role, []).append(best[:, :, t] == s)
    return {role: np.mean(hits[role], axis=0) for role in ("all words", *ROLES) if role in hits}


def recorded() -> dict[str, dict[str, np.ndarray]]:
    """Return the recorded run: both settings, trained with 5 seeds.

    ``python -m whichbank.experiments.translator`` makes it again, in a minute or two on one core.

    For each setting: ``"unseen"`` and ``"new_company"``, the shares of sentences translated right,
    one a seed; ``"loss"``, that of the last 50 steps, one a seed; ``"pairs"``, shape (seeds, 8),
    the share right for each pair of ``whichbank.corpora.hindi.NEVER_TOGETHER``; and where it looks
    across, for "all words" and each role, the shares of ``alignment``, shape (seeds, L, H).

    Examples
    --------
    >>> recorded()["looks across"]["unseen"].shape
    (5,)
    """
    return RECIPE.recorded()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, list]]:
    """Train both settings with every seed; return what ``recorded`` reads."""

    def measure(setting: str, seed: int) -> dict[str, Any]:
        model, history = train(setting, seed=seed)
        text, across = parallel_text(seed=seed), setting == "looks across"

        def share(pairs: Sequence[Pair]) -> float:
            return round(share_right(model, pairs, across=across), 4)

        found: dict[str, Any] = {
            name: share(getattr(text, name)) for name in ("unseen", "new_company")
        }
        found["loss"] = round(float(history.loss[-50:].mean()), 3)
        found["pairs"] = [
            share([p for p in text.new_company if {*pair} <= {*p.english}])
            for pair in NEVER_TOGETHER
        ]
        aligned = alignment(model, text.unseen) if across else {}
        return found | {role: shares.round(3).tolist() for role, shares in aligned.items()}

    return repeat(measure, LOSSES, seeds)


if __name__ == "__main__":
    RECIPE.record(record())
