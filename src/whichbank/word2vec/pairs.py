"""CBOW and skip-gram as the equations write them: batches of predictions, one word each. Made to be
read.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from whichbank._arrays import need_count
from whichbank.word2vec.corpus import (
    Corpus,
    Settings,
    batches,
    contexts,
    draw_words,
    noise_distribution,
)
from whichbank.word2vec.losses import full_softmax, mean_of_context, negative_sampling
from whichbank.word2vec.vectors import WordVectors, first_tables, subtract_rows

Examples = tuple[np.ndarray, np.ndarray, np.ndarray]
"""The given words (N, C), where there is one (N, C), and the word to predict (N,)."""

AfterEpoch = Callable[[int, WordVectors], Any]
"""Called with the number of the finished epoch, from 1, and a copy of the vectors."""


def train_cbow(
    sentences: Iterable[Sequence[str]],
    *,
    batch: int = 64,
    after_epoch: AfterEpoch | None = None,
    **options: Any,
) -> WordVectors:
    """Predict each word from the mean of the 2m words around it (notes D1 to D3).

    The result's v holds the vectors of the context words, and u those of the center words.

    Parameters
    ----------
    sentences : iterable of sequences of str
        The corpus, split into words.
    batch : int, default 64
        Predictions a step; their gradients are added up.
    after_epoch : callable, optional
        Called as ``after_epoch(epoch, vectors)`` after each epoch.
    **options
        The fields of ``Settings``: vector_size, window, negative, sample, ...

    Examples
    --------
    >>> sentences = [["money", "bank", "grows"], ["river", "bank", "flows"]]
    >>> train_cbow(sentences, vector_size=4, min_count=1, sample=0).v.shape
    (5, 4)

    Notes
    -----
    Mikolov et al. 2013, "Efficient estimation", section 3.1. The window always has its full width.
    """
    return _train(_cbow_examples, sentences, batch, after_epoch, Settings(**options))


def train_skipgram(
    sentences: Iterable[Sequence[str]],
    *,
    batch: int = 256,
    after_epoch: AfterEpoch | None = None,
    **options: Any,
) -> WordVectors:
    """Predict each of the 2m words around a word from that word (note D4): CBOW the other way
    round.

    The result's v holds the vectors of the center words, and u those of the context words.

    Parameters
    ----------
    sentences, batch, after_epoch, **options
        As for ``train_cbow``; the default batch is 256 predictions.

    Examples
    --------
    >>> sentences = [["money", "bank", "grows"], ["river", "bank", "flows"]]
    >>> train_skipgram(sentences, vector_size=4, min_count=1, sample=0, negative=0)
    WordVectors(5 words, 4 features)

    Notes
    -----
    Mikolov et al. 2013, "Distributed representations", section 2. ``train_skipgram_blocks`` is the
    fast form.
    """
    return _train(_skipgram_examples, sentences, batch, after_epoch, Settings(**options))


def _cbow_examples(words: np.ndarray, sentences: np.ndarray, window: int) -> Examples:
    neighbors, mask = contexts(words, sentences, window)
    some = mask.any(axis=1)  # a sentence of one word predicts nothing
    return neighbors[some], mask[some], words[some]


def _skipgram_examples(words: np.ndarray, sentences: np.ndarray, window: int) -> Examples:
    neighbors, mask = contexts(words, sentences, window)
    center, _ = np.nonzero(mask)
    given = words[center][:, None]
    return given, np.ones_like(given, dtype=bool), neighbors[mask]


def _train(
    examples: Callable[..., Examples],
    sentences: Iterable[Sequence[str]],
    batch: int,
    after_epoch: AfterEpoch | None,
    settings: Settings,
) -> WordVectors:
    need_count("batch", batch, 1)
    corpus = Corpus.of(sentences, settings.min_count)
    rng = np.random.default_rng(settings.seed)
    v, u = first_tables(len(corpus.vocabulary), settings.vector_size, rng)
    noise = noise_distribution(corpus.vocabulary.counts, settings.ns_exponent)
    losses: list[float] = []
    for epoch in range(settings.epochs):
        given, mask, predicted = examples(*corpus.subsampled(settings.sample, rng), settings.window)
        total = 0.0
        for done, rows in enumerate(batches(len(given), batch, rng)):
            alpha = settings.alpha_at((epoch + done * batch / len(given)) / settings.epochs)
            negatives = draw_words(noise, (len(rows), settings.negative), rng)
            total += _step(v, u, given[rows], mask[rows], predicted[rows], negatives, alpha)
        losses.append(total / max(len(given), 1))
        if after_epoch:
            after_epoch(
                epoch + 1, WordVectors(corpus.vocabulary, v.copy(), u.copy(), tuple(losses))
            )
    return WordVectors(corpus.vocabulary, v, u, tuple(losses))


def _step(
    v: np.ndarray,
    u: np.ndarray,
    given: np.ndarray,
    mask: np.ndarray,
    predicted: np.ndarray,
    negatives: np.ndarray,
    alpha: float,
) -> float:
    """Move the rows of a few predictions against their gradients; return the sum of their
    losses.
    """
    h = mean_of_context(v[given], mask)  # (N, D)
    if negatives.shape[1] == 0:
        loss, d_h, d_u = full_softmax(h, u, predicted)
        u -= alpha * d_u
    else:
        loss, d_h, d_positive, d_negative = negative_sampling(h, u[predicted], u[negatives])
        subtract_rows(u, predicted, alpha * d_positive)
        subtract_rows(u, negatives, alpha * d_negative)
    weights = mask / mask.sum(axis=1, keepdims=True)  # of each given word in the mean
    subtract_rows(v, given, alpha * weights[:, :, None].astype(h.dtype) * d_h[:, None, :])
    return float(loss.sum())
