"""Train skip-gram with negative sampling in blocks, with NumPy or torch, on one thread or
several.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from whichbank._arrays import Array, need_count
from whichbank._threads import one_torch_thread
from whichbank.word2vec.blocks import block_loss, cut, gradients, window_weights, with_noise
from whichbank.word2vec.corpus import Corpus, Settings, draw_words, noise_distribution
from whichbank.word2vec.pairs import AfterEpoch
from whichbank.word2vec.vectors import WordVectors, first_tables, subtract_rows


def train_skipgram_blocks(
    sentences: Iterable[Sequence[str]],
    *,
    block: int = 32,
    noise: int = 32,
    blocks: int = 12,
    workers: int = 1,
    device: Any = None,
    parts: int = 1,
    after_epoch: AfterEpoch | None = None,
    **options: Any,
) -> WordVectors:
    """Train skip-gram with negative sampling in blocks: the loss of ``train_skipgram`` in a form
    that is fast.

    The losses that the result keeps are those of a prediction in the first blocks of each epoch.

    Parameters
    ----------
    sentences : iterable of sequences of str
        The corpus, split into words.
    block, noise : int, default 32
        T words and M noise words make one table of scores. Far fewer noise words than words make it
        unstable.
    blocks : int, default 12
        Blocks a step; their gradients are added up.
    workers : int, default 1
        Threads that work on the same two tables without waiting for each other, as gensim's do.
        With more than one, the last digits change from run to run.
    device : torch device or str, optional
        Trains with torch on it ("cpu", "cuda", "mps"). None trains with NumPy.
    parts : int, default 1
        How often ``after_epoch`` is called in each epoch.
    after_epoch : callable, optional
        As for ``train_skipgram``.
    **options
        The fields of ``Settings``: vector_size, window, negative (at least 1), sample, ...

    Notes
    -----
    Mikolov et al. 2013, "Distributed representations", equation 4; noise words shared by a batch as
    in Ji et al. 2016, "Parallelizing word2vec in shared and distributed memory"; threads without
    locks as in Recht et al. 2011, "Hogwild".
    """
    settings = Settings(**options)
    for name, value in (
        ("block", block),
        ("noise", noise),
        ("blocks", blocks),
        ("workers", workers),
        ("parts", parts),
    ):
        need_count(name, value, 1)
    need_count("negative", settings.negative, 1)
    corpus = Corpus.of(sentences, settings.min_count)
    rng = np.random.default_rng(settings.seed)
    run = _Run(settings, *first_tables(len(corpus.vocabulary), settings.vector_size, rng), device)
    probabilities = noise_distribution(corpus.vocabulary.counts, settings.ns_exponent)
    losses: list[float] = []
    with _one_thread_each(device), ThreadPoolExecutor(workers) as pool:
        for epoch in range(settings.epochs):
            ids, texts = cut(*corpus.subsampled(settings.sample, rng), block, rng)
            data = _Blocks(
                run, ids, texts, draw_words(probabilities, (len(ids), noise), rng), blocks
            )
            for numbers in np.array_split(np.arange(len(data.steps)), parts):
                shares = [numbers[first::workers] for first in range(workers)]
                list(pool.map(partial(run.steps, data, epoch), shares))
                if numbers[-1:] == len(data.steps) - 1:
                    losses.append(run.loss(data))
                if after_epoch:
                    after_epoch(
                        epoch + 1, WordVectors(corpus.vocabulary, *run.tables(), tuple(losses))
                    )
    return WordVectors(corpus.vocabulary, *run.tables(), tuple(losses))


class _Blocks:
    """The blocks of one epoch, as arrays of the library that trains."""

    def __init__(
        self, run: "_Run", ids: np.ndarray, texts: np.ndarray, negatives: np.ndarray, blocks: int
    ) -> None:
        self.ids, self.texts = run.array(ids), run.array(texts)  # (N, T)
        self.keys = run.array(np.concatenate([ids, negatives], axis=1))  # (N, T + M)
        self.steps = [slice(start, start + blocks) for start in range(0, len(ids), blocks)]
        one_text = (texts[:, :1] == texts).all(axis=1) & (texts[:, 0] >= 0)
        self.plain = [bool(one_text[step].all()) for step in self.steps]
        self.noise = negatives.shape[1]


class _Run:
    """The two tables while they are trained."""

    def __init__(self, settings: Settings, v: np.ndarray, u: np.ndarray, device: Any) -> None:
        self.settings, self.device = settings, device
        self.v, self.u = self.array(v), self.array(u)
        self.xp = array_namespace(self.v)

    def array(self, x: np.ndarray) -> Array:
        if self.device is None:
            return x
        import torch

        return torch.from_numpy(x).to(self.device)

    def tables(self) -> tuple[np.ndarray, np.ndarray]:
        if self.device is None:
            return self.v.copy(), self.u.copy()
        return self.v.cpu().numpy().copy(), self.u.cpu().numpy().copy()

    def weights(self, texts: Array, noise: int) -> tuple[Array, Array]:
        return with_noise(
            window_weights(texts, self.settings.window, self.v.dtype), self.settings.negative, noise
        )

    def steps(self, data: _Blocks, epoch: int, numbers: np.ndarray) -> None:
        """Take one worker's steps of an epoch, in their order."""
        # (T, T + M): most blocks are one text
        plain = self.weights(self.xp.zeros_like(data.ids[0]), data.noise)
        for number in numbers.tolist():
            step = data.steps[number]
            weights, labels = (
                plain if data.plain[number] else self.weights(data.texts[step], data.noise)
            )
            alpha = self.settings.alpha_at(
                (epoch + number / len(data.steps)) / self.settings.epochs
            )
            ids, keys = data.ids[step], data.keys[step]
            # (b, T, D), (b, T + M, D)
            given, key_vectors = self._take(self.v, ids), self._take(self.u, keys)
            d_given, d_keys = gradients(
                self.xp, given, key_vectors, alpha * weights, alpha * labels
            )
            subtract_rows(self.v, ids, d_given)
            subtract_rows(self.u, keys, d_keys)

    def _take(self, table: Array, rows: Array) -> Array:
        # half the time of table[rows]
        flat = self.xp.take(table, self.xp.reshape(rows, (-1,)), axis=0)
        return self.xp.reshape(flat, (*rows.shape, table.shape[1]))

    def loss(self, data: _Blocks, blocks: int = 64) -> float:
        """Return the mean loss of a prediction in the first blocks."""
        weights, labels = self.weights(data.texts[:blocks], data.noise)
        losses = block_loss(self.v[data.ids[:blocks]], self.u[data.keys[:blocks]], weights, labels)
        return float(self.xp.sum(losses)) / max(float(self.xp.sum(labels)), 1.0)


def _one_thread_each(device: Any) -> AbstractContextManager:
    """Let each product use one thread: they are too small to be split, and the workers share the
    cores.
    """
    if device is not None:
        return one_torch_thread()
    from threadpoolctl import threadpool_limits

    return threadpool_limits(limits=1, user_api="blas")
