"""Six readers of words with two senses, from a static table to learned attention, and their
recorded trainings.

All of them get the same word vectors and the same head; what differs is how the new vectors are
made (notes A15, C13).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank._arrays import one_of
from whichbank._threads import one_torch_thread
from whichbank.attention import attend
from whichbank.corpora import senses
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.text import Vocabulary

D_MODEL, D_HEAD = 16, 8
SENTENCES = 300
"""Generated sentences for each sense; a quarter of them is kept for the test."""

READERS = ("static", "mean", "mix", "scaled", "Q and K only", "learned")
"""What the new vectors are: the old ones, the plain mean, softmax(E Eᵀ) E, that with three scalars,
or attention whose matrices are trained, with the values raw or transformed."""

RECIPE = Recipe(
    "readers",
    steps=1000,
    batch_size=3150,
    lr=1.0,
    d_model=D_MODEL,
    d_head=D_HEAD,
    sentences=SENTENCES,
)


@cache
def sentences() -> tuple[list[senses.Example], list[senses.Example]]:
    """Return the generated sentences to train on, and those for the test."""
    return senses.split(senses.generated(SENTENCES, [*senses.WORDS, *senses.PHRASES]))


@cache
def vocabulary() -> Vocabulary:
    """Return the words of the training sentences."""
    return Vocabulary.of([example.words for example in sentences()[0]])


@cache
def word_vectors(seed: int = 0) -> Tensor:
    """Return static vectors by skip-gram on the training sentences: (V, 16), float32, each of
    length 2, rounded.
    """
    from gensim.models import Word2Vec

    texts = [list(example.words) for example in sentences()[0]]
    settings = {"vector_size": D_MODEL, "sg": 1, "window": 4, "epochs": 40, "min_count": 1}
    wv = Word2Vec(texts, **settings, seed=seed, workers=1).wv
    unit = np.stack([wv.get_vector(word, norm=True) for word in vocabulary().words])
    return torch.tensor(2 * unit, dtype=torch.float32).round(decimals=3)


class Reader(nn.Module):
    """New vectors for the words of a sentence, and a score for each sense of the word that is asked
    about.

    The kind is one of ``READERS``; the static vectors E, shape (V, D), are not trained. The head
    has a row for each of n senses, those of ``senses.SENSES`` if not given.
    """

    E: Tensor
    W_q: Tensor
    W_k: Tensor
    W_v: Tensor

    def __init__(self, kind: str, E: Tensor, n_senses: int = 2 * len(senses.SENSES)) -> None:
        super().__init__()
        D = E.shape[1]
        self.kind = one_of("kind", kind, READERS)
        self.register_buffer("E", E)
        self.abc = nn.Parameter(torch.ones(3)) if kind == "scaled" else None
        trained = {"Q and K only": "qk", "learned": "qkv"}.get(kind, "")
        for name in trained:
            self.register_parameter(f"W_{name}", nn.Parameter(torch.randn(D, D_HEAD) / D**0.5))
        self.head = nn.Linear(D_HEAD if kind == "learned" else D, n_senses, bias=False)

    def forward(self, ids: Tensor, mask: Tensor, at: Tensor) -> Tensor:
        """Return the scores of all senses for the words at the places ``at``, shape (B, senses)."""
        return self.head(self.new_vectors(ids, mask, at))

    def new_vectors(self, ids: Tensor, mask: Tensor, at: Tensor) -> Tensor:
        """Return the new vectors of the words at the places ``at``, shape (B, D), or (B, d) from
        transformed values.
        """
        if self.kind == "static":
            return cast("Tensor", self.E[ids[torch.arange(len(at)), at]])
        q, k, v, scale = self._asked(ids, at)
        return cast("Tensor", attend(q, k, v, mask=mask, scale=scale))[:, 0]

    def looks(self, ids: Tensor, mask: Tensor, at: Tensor) -> Tensor:
        """Return where the words at the places ``at`` look, shape (B, T); the static reader does
        not look.
        """
        q, k, v, scale = self._asked(ids, at)
        return cast("Tensor", attend(q, k, v, mask=mask, scale=scale, return_weights=True)[1])[:, 0]

    def _asked(self, ids: Tensor, at: Tensor) -> tuple[Tensor, Tensor, Tensor, float | None]:
        """Return the queries of the words at the places ``at``, the keys and values of all, and the
        scale.
        """
        x: Tensor = self.E[ids]  # (B, T, D)
        asks: Tensor = x[torch.arange(len(at)), at, None]  # (B, 1, D)
        scale = {"mean": 0.0, "mix": 1.0}.get(self.kind)
        q, k, v = asks, x, x
        if self.abc is not None:
            q, k, v = (factor * y for factor, y in zip(self.abc, (q, k, v), strict=True))
        elif scale is None:
            q, k, v = q @ self.W_q, k @ self.W_k, v @ self.W_v if self.kind == "learned" else v
        return q, k, v, scale


def loss(
    model: nn.Module, ids: Tensor, mask: Tensor, at: Tensor, choices: Tensor, sense: Tensor
) -> Tensor:
    """Return the mean of -log(probability of the right one of a word's two senses), in nats."""
    return cross_entropy(model(ids, mask, at).gather(1, choices), sense)


def train(kind: str, *, seed: int = 0, steps: int | None = None) -> tuple[Reader, float]:
    """Train a reader on all sentences at once, until the loss falls no further, or for 1000 steps
    of L-BFGS.

    Return it and its loss on the training sentences. The kind is one of ``READERS``; the seed
    decides on the word vectors and the first weights.
    """
    model = seeded(seed, Reader, kind, word_vectors(seed))
    whole = senses.as_batch(sentences()[0], vocabulary()).tensors
    steps = RECIPE.steps if steps is None else steps
    descend = torch.optim.LBFGS(
        model.parameters(),
        lr=RECIPE.lr,
        max_iter=steps,
        max_eval=2 * steps,
        tolerance_grad=1e-6,
        tolerance_change=1e-9,
        history_size=50,
        line_search_fn="strong_wolfe",
    )

    def value() -> Tensor:
        descend.zero_grad()
        found = loss(model, *whole)
        found.backward()
        return found

    with one_torch_thread():
        descend.step(value)
        return model, value().item()


@torch.no_grad()
def right(model: nn.Module, examples: Sequence[senses.Example]) -> np.ndarray:
    """Return for each example whether the reader prefers the right sense, shape (N,), bool."""
    asked = senses.as_batch(examples, vocabulary())
    two = model(asked.ids, asked.mask, asked.at).gather(1, asked.choices)
    return (two.argmax(dim=1) == asked.sense).numpy()


def share_right(model: nn.Module, examples: Sequence[senses.Example]) -> dict[str, float]:
    """Return the share of right answers about each word, about the four words and about the three
    idioms together.
    """
    found = right(model, examples)
    asked = np.array([example.word for example in examples])
    sets = {word: (word,) for word in senses.SENSES} | {
        "words": senses.WORDS,
        "idioms": tuple(senses.PHRASES),
    }
    return {
        name: round(float(found[np.isin(asked, some)].mean()), 4) for name, some in sets.items()
    }


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded trainings: every one of ``READERS``, with 5 seeds, each to the end of
    ``train``.

    ``python -m whichbank.experiments.readers`` makes them again, in some minutes on one core.

    For each reader "loss", its loss on the training sentences, and "angle", the ``angle`` between
    its banks, both of shape (seeds,); "test" and "by hand", the shares of ``share_right``, for each
    set of shape (seeds,).
    """
    return RECIPE.recorded()


@torch.no_grad()
def angle(model: Reader) -> float:
    """Return the angle between the mean new vectors of the test's money banks and river banks, in
    degrees.
    """
    banks = senses.as_batch(
        [example for example in sentences()[1] if example.word == "bank"], vocabulary()
    )
    new = model.new_vectors(banks.ids, banks.mask, banks.at)
    one, other = (new[banks.sense == sense].mean(dim=0).double() for sense in (0, 1))
    cosine = (one @ other / (one.norm() * other.norm())).clamp(-1, 1)
    return float(cosine.arccos().rad2deg())


def record(
    names: Iterable[str] = READERS, seeds: Iterable[int] = range(N_SEEDS)
) -> dict[str, dict[str, Any]]:
    """Train every reader with every seed; return what ``recorded`` reads."""
    _, test = sentences()
    by_hand = senses.handwritten(senses.SENSES)

    def measure(kind: str, seed: int) -> dict[str, Any]:
        model, value = train(kind, seed=seed)
        ends = {"test": share_right(model, test), "by hand": share_right(model, by_hand)}
        return {"loss": round(value, 4), "angle": round(angle(model), 1)} | ends

    runs = repeat(measure, names, seeds)
    return {
        kind: found | {name: _turned(found[name]) for name in ("test", "by hand")}
        for kind, found in runs.items()
    }


def _turned(runs: list[dict[str, float]]) -> dict[str, list[float]]:
    return {name: [run[name] for run in runs] for name in runs[0]}


if __name__ == "__main__":
    RECIPE.record(record())
