"""What word2vec reads: the settings named as in the paper, rarer frequent words, noise words,
windows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from whichbank._arrays import need_count, need_number
from whichbank.text import Vocabulary


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The options of every training, named as in the papers and in gensim.

    Attributes
    ----------
    vector_size : int
        D, the features of a word.
    window : int
        m, the words to the left and to the right that count as context.
    negative : int
        K, the noise words for each prediction; 0 predicts among all V words with the full softmax.
    sample : float
        Frequent words are left out at random: a word with the frequency f is kept with probability
        √(sample / f) + sample / f. 0 keeps every word.
    ns_exponent : float
        A noise word is drawn with a probability that grows as its count to this power: 3/4 in the
        paper.
    min_count : int
        A word that is rarer than this gets no vector.
    epochs : int
        How often the corpus is read.
    alpha, min_alpha : float
        The size of the first and of the last step; it falls in a straight line.
    seed : int
        The same seed gives the same numbers.
    """

    vector_size: int = 100
    window: int = 5
    negative: int = 5
    sample: float = 1e-3
    ns_exponent: float = 0.75
    min_count: int = 5
    epochs: int = 5
    alpha: float = 0.025
    min_alpha: float = 0.0001
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (
            ("vector_size", 1),
            ("window", 1),
            ("negative", 0),
            ("epochs", 0),
            ("seed", 0),
        ):
            need_count(name, getattr(self, name), least)
        for name in ("sample", "ns_exponent", "alpha", "min_alpha"):
            need_number(name, getattr(self, name), least=0)

    def alpha_at(self, done: float) -> float:
        """Return the size of a step when this part of the training, from 0 to 1, is done."""
        return self.alpha + (self.min_alpha - self.alpha) * done


@dataclass(frozen=True)
class Corpus:
    """Sentences as ids: the words of all sentences in one row, (n,), and the sentence that each
    comes from, (n,).

    A word that has no id in the vocabulary is gone.
    """

    vocabulary: Vocabulary
    words: np.ndarray
    sentences: np.ndarray

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], min_count: int) -> "Corpus":
        """Turn the words of sentences into ids."""
        sentences = list(sentences)
        vocabulary = Vocabulary.of(sentences, min_count)
        rows = [vocabulary.encode(sentence) for sentence in sentences]
        return cls(
            vocabulary,
            np.concatenate(rows),
            np.repeat(np.arange(len(rows)), [len(row) for row in rows]),
        )

    def subsampled(self, sample: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Leave frequent words out at random; return the words that stay, and their sentences."""
        kept = (
            rng.random(len(self.words))
            < keep_probability(self.vocabulary.counts, sample)[self.words]
        )
        return self.words[kept], self.sentences[kept]


def keep_probability(counts: Sequence[int], sample: float) -> np.ndarray:
    """Return how likely each word is kept: √(sample / f) + sample / f, at most 1, for its frequency
    f.

    Notes
    -----
    The formula of the program published with Mikolov et al. 2013, "Distributed representations",
    and of gensim. It keeps a little more than the paper's equation 5, √(sample / f).

    Examples
    --------
    >>> keep_probability([990, 10], sample=0.1).round(2)
    array([0.42, 1.  ])
    """
    if sample == 0:
        return np.ones(len(counts))
    ratio = sample * sum(counts) / np.asarray(counts, dtype=float)
    return np.minimum(np.sqrt(ratio) + ratio, 1)


def noise_distribution(counts: Sequence[int], ns_exponent: float = 0.75) -> np.ndarray:
    """Return the probability of each word as a noise word: its count to the power 3/4, made to sum
    to 1.

    Examples
    --------
    >>> noise_distribution([16, 1]).round(3)
    array([0.889, 0.111])
    """
    powers = np.asarray(counts, dtype=float) ** ns_exponent
    return powers / powers.sum()


def draw_words(
    probabilities: np.ndarray, shape: tuple[int, ...], rng: np.random.Generator
) -> np.ndarray:
    """Draw words with these probabilities."""
    edges = np.cumsum(probabilities)
    return np.searchsorted(edges, rng.random(shape) * edges[-1], side="right").clip(
        max=len(edges) - 1
    )


def contexts(
    words: np.ndarray, sentences: np.ndarray, window: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the 2m neighbors of each word, o−m … o−1, o+1 … o+m, (n, 2m), and where they are
    words, (n, 2m), bool.

    Elsewhere neighbors holds 0. words and sentences, (n,), are the words, and the sentence of each:
    no context reaches into another sentence.

    Examples
    --------
    >>> neighbors, mask = contexts(np.array([7, 8, 9]), np.array([0, 0, 0]), window=1)
    >>> neighbors.tolist(), mask.tolist()
    ([[0, 8], [7, 9], [8, 0]], [[False, True], [True, True], [True, False]])
    """
    offsets = np.concatenate([np.arange(-window, 0), np.arange(1, window + 1)])
    places = np.arange(len(words))[:, None] + offsets  # (n, 2m)
    inside = (places >= 0) & (places < len(words))
    places = np.where(inside, places, 0)
    mask = inside & (sentences[places] == sentences[:, None]) if len(words) else inside
    return np.where(mask, words[places] if len(words) else 0, 0), mask


def batches(n: int, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield the numbers 0 … n − 1 in a random order, ``size`` at a time."""
    order = rng.permutation(n)
    for start in range(0, n, size):
        yield order[start : start + size]
