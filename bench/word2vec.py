"""The rows about skip-gram with negative sampling: ours against gensim, on gensim's Wikipedia
sample.
"""

import statistics
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from gensim.models import KeyedVectors, Word2Vec
from gensim.test.utils import datapath

from bench.measure import ratio
from whichbank.corpora import wikipedia_sample
from whichbank.word2vec import train_skipgram_blocks

OPTIONS = {"vector_size": 100, "window": 5, "negative": 5, "sample": 1e-3, "min_count": 5}
WORKERS = 2
GENSIM = f"gensim, {WORKERS} workers"
# gensim cuts off what is longer than 10,000 words; shorter pieces also share its workers better
PIECE = 1000


def rows(epochs: int = 20, rounds: int = 7) -> Iterator[dict]:
    """Train in turn, each time with the next seed; yield the time, and how well the vectors do on
    WordSim-353.
    """
    articles = wikipedia_sample()
    pieces = [
        list(words[at : at + PIECE]) for words in articles for at in range(0, len(words), PIECE)
    ]
    n_words = epochs * sum(map(len, articles))
    theirs = _Trainings(
        lambda seed: Word2Vec(pieces, sg=1, epochs=epochs, workers=WORKERS, seed=seed, **OPTIONS).wv  # type: ignore[arg-type]
    )
    for library, device, workers, reach in (
        ("torch", "cpu", WORKERS, 1 / 1.5),
        ("NumPy", None, WORKERS, 1.0),
    ):
        ours = _Trainings(_ours(articles, device, workers, epochs))
        measured = ratio(ours, theirs, rounds)
        speed = {
            "ours_words_per_second": n_words / measured["ours_s"],
            "theirs_words_per_second": n_words / measured["theirs_s"],
        }
        about = {"against": GENSIM, "n": None}
        name = f"skip-gram, {library}, {workers} threads"
        yield {"row": f"{name}, time", **about, "reach": reach, **measured, **speed}
        found, spread = ours.spearman(), theirs.spearman()
        yield {
            "row": f"{name}, lowest Spearman of gensim's over ours",
            **about,
            "reach": 1.0,
            "ratio": min(spread) / statistics.median(found),
            "ours_spearman": found,
            "theirs_spearman": spread,
        }


class _Trainings:
    """A training that is called again and again with the next seed, and the vectors that it
    left.
    """

    def __init__(self, train: Callable[[int], KeyedVectors]) -> None:
        self.train, self.seeds, self.left = train, count(), {}

    def __call__(self) -> None:
        seed = next(self.seeds) % 5
        self.left[seed] = self.train(seed)

    def spearman(self) -> list[float]:
        """Return the correlation with WordSim-353 of each of five seeds, the smallest first."""
        pairs = datapath("wordsim353.tsv")
        return sorted(
            float(vectors.evaluate_word_pairs(pairs)[1].statistic) for vectors in self.left.values()
        )


def _ours(
    articles: Any, device: str | None, workers: int, epochs: int
) -> Callable[[int], KeyedVectors]:
    def train(seed: int) -> KeyedVectors:
        vectors = train_skipgram_blocks(
            articles, device=device, workers=workers, epochs=epochs, seed=seed, **OPTIONS
        )
        return vectors.to_keyed_vectors()

    return train
