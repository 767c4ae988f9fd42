"""One wide head or several, on a task that takes two points of view: readers, and recorded runs
(notes B2, D11, E11).

Two clauses are joined by "while"; each has a word with two senses. Each of these two words is asked
what it means itself: one point of view is enough. "while" is asked what the word before it means
and what the word after it means: that takes two. All readers with the same number of numbers a word
have the same number of parameters.
"""

import copy
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank.corpora.senses.corpus import LONGEST
from whichbank.corpora.senses.sided import (
    MEANINGS,
    TwoSided,
    as_tensors,
    by_hand,
    named,
    sentences,
    vocabulary,
)
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.positions import sinusoidal
from whichbank.training import History
from whichbank.transformer import Embedding, FeedForward, MultiHeadAttention

D_MODEL = 32
STEPS, LONG, EVERY = 500, 800, 100
"""How long a reader trains, how long the recorded ones go on, and how often these are measured."""

RUNS = {
    "one wide head": {"n_heads": 1},
    "2 heads": {"n_heads": 2},
    "4 heads": {"n_heads": 4},
    "8 heads": {"n_heads": 8},
    "2 heads, added": {"n_heads": 2, "added": True},
    "4 heads, added": {"n_heads": 4, "added": True},
    "8 heads, added": {"n_heads": 8, "added": True},
    "one wide head, network": {"n_heads": 1, "network": True},
}
"""The recorded trainings: what each reader is made of."""

RECIPE = Recipe(
    "sides",
    steps=LONG,
    batch_size=64,
    lr=0.01,
    every=EVERY,
    measured_at=STEPS,
    d_model=D_MODEL,
    runs=RUNS,
)


class AddedHeads(MultiHeadAttention):
    """Heads that are added up instead of laid side by side; one matrix d → D follows them.

    It is ``MultiHeadAttention`` with the blocks of ``W_o`` tied together: every head must use the
    same one.
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.W_o = nn.Linear(self.d_head, d_model)

    def _merge(self, x: Tensor) -> Tensor:
        return x.sum(dim=-3)  # (B, T, d)


class Reader(nn.Module):
    """Word vectors with waves for their places, one layer of attention, and a score for each
    meaning and question.

    H = n_heads; 1 is one head as wide as all others together. ``added`` adds the heads up instead
    of laying them side by side. ``network`` adds to what comes out of attention what a
    ``FeedForward`` makes of it: more parameters, and it bends. ``own``, ``before`` and ``after``
    map what comes out at a word, (B, D), to a score for each meaning: of the word itself, of the
    word before "while", and of the word after it.
    """

    def __init__(self, n_heads: int, *, added: bool = False, network: bool = False) -> None:
        super().__init__()
        places = sinusoidal(torch.arange(float(LONGEST)), D_MODEL)
        self.embedding = Embedding(len(vocabulary()), D_MODEL, LONGEST, positions=places)
        self.attention = (AddedHeads if added else MultiHeadAttention)(D_MODEL, n_heads)
        self.network = FeedForward(D_MODEL, 2 * D_MODEL) if network else None
        self.own, self.before, self.after = (nn.Linear(D_MODEL, len(MEANINGS)) for _ in range(3))

    def forward(self, ids: Tensor, mask: Tensor, places: Tensor) -> Tensor:
        """Return the scores of all meanings for the four ``QUESTIONS``, shape (B, 4, 8)."""
        new = self.attention(self.embedding(ids), mask=mask)  # (B, T, D)
        if self.network is not None:
            new = new + self.network(new)
        # (B, D) each
        first, join, second = new[torch.arange(len(ids))[:, None], places].unbind(dim=1)
        return torch.stack(
            [self.own(first), self.before(join), self.after(join), self.own(second)], dim=1
        )


def answer_loss(
    model: nn.Module, ids: Tensor, mask: Tensor, places: Tensor, answers: Tensor
) -> Tensor:
    """Return the mean of -log(share given to the right meaning) over all four questions, in
    nats.
    """
    return cross_entropy(model(ids, mask, places).flatten(0, 1), answers.flatten())


def train(n_heads: int, *, seed: int = 0, steps: int = STEPS, **kind: bool) -> Reader:
    """Train a reader: 4000 sentences, steps of 64, Adam at 0.01, whatever its heads are; ``kind``
    is as in ``Reader``.

    The seed decides on the first weights and the batches.
    """
    return _train({"n_heads": n_heads, **kind}, seed, steps=steps)[0]


def _train(kind: dict[str, Any], seed: int, **options: Any) -> tuple[Reader, History]:
    model = seeded(seed, Reader, **kind)
    return model, RECIPE.fit(model, answer_loss, as_tensors(sentences()[0]), seed=seed, **options)


@torch.no_grad()
def accuracy(model: Reader, some: Sequence[TwoSided]) -> dict[str, float]:
    """Return how often a reader is right, as shares.

    "own": of the words with two senses that say right what they mean; "before", "after": of the
    sentences in which "while" says it right of one side; "both": of both sides.
    """
    ids, mask, places, answers = as_tensors(some)
    right = (model(ids, mask, places).argmax(dim=-1) == answers).double()  # (N, 4)
    first, before, after, second = right.unbind(dim=1)
    shares = {"own": (first + second) / 2, "before": before, "after": after, "both": before * after}
    return {name: share.mean().item() for name, share in shares.items()}


@torch.no_grad()
def side_shares(model: Reader, some: Sequence[TwoSided]) -> np.ndarray:
    """Return how much of its weight each head of "while" gives to the words before and after
    itself, shape (H, 2).

    It is the mean over all sentences; what is left goes to "while" itself.
    """
    ids, mask, places, _ = as_tensors(some)
    # (N, H, T, T)
    _, weights = model.attention(model.embedding(ids), mask=mask, return_weights=True)
    join = places[:, 1]
    rows = weights[torch.arange(len(ids)), :, join]  # (N, H, T)
    place = torch.arange(LONGEST)
    parts = (place < join[:, None], place > join[:, None])
    return (
        torch.stack([(rows * part[:, None]).sum(dim=-1).mean(dim=0) for part in parts], dim=-1)
        .double()
        .numpy()
    )


def without_head(model: Reader, head: int) -> Reader:
    """Return a copy of a reader in which nothing that one head, counted from 0, has found goes on.

    The rows of W_o that belong to the head are zeros, so the heads must lie side by side.
    """
    copied = copy.deepcopy(model)
    d = copied.attention.d_head
    with torch.no_grad():
        copied.attention.W_o.weight[:, head * d : (head + 1) * d] = 0  # torch keeps W_o turned over
    return copied


@torch.no_grad()
def read(model: Reader, one: TwoSided) -> tuple[np.ndarray, list[tuple[str, int]]]:
    """Let a reader read one sentence of T words: return where each word looks in each head, (H, T,
    T), and the answers.

    For each of ``QUESTIONS`` these are the likeliest meaning, and how sure the reader is, in
    percent.
    """
    ids, mask, places, _ = as_tensors([one])
    T = len(one.words)
    _, weights = model.attention(model.embedding(ids), mask=mask, return_weights=True)
    shares = model(ids, mask, places).softmax(dim=-1)[0]  # (4, 8)
    answers = [(named(int(row.argmax())), round(100 * row.max().item())) for row in shares]
    return weights[0, :, :T, :T].double().numpy(), answers


def recorded() -> dict[str, dict[str, np.ndarray]]:
    """Return the recorded trainings: every reader of ``RUNS``, trained with 5 seeds, and what it
    came to.

    ``python -m whichbank.experiments.sides`` makes them again, in some minutes on one core.

    For each reader, after 500 steps: "own", "before", "after" and "both" of ``accuracy`` on the
    test, shape (seeds,); "by hand", the share of both sides on sentences written by hand; "sides",
    the ``side_shares``, shape (seeds, H, 2); "leans", the least and the most that a head gives to
    the words before "while", over the meanings of the word there, shape (seeds, H, 2); "without",
    the shares "before" and "after" that are left without each head, shape (seeds, H, 2), for heads
    that lie side by side. And "curve": "both" after 100, 200, …, 800 steps, shape (seeds, 8).

    Examples
    --------
    >>> recorded()["2 heads"]["sides"].shape
    (5, 2, 2)
    """
    return RECIPE.recorded()


def record(
    names: Iterable[str] = tuple(RUNS), seeds: Iterable[int] = range(N_SEEDS)
) -> dict[str, dict[str, list]]:
    """Train every reader with every seed; return what ``recorded`` reads."""

    def measure(name: str, seed: int) -> dict[str, Any]:
        history = _train(RUNS[name], seed, measure=_measure)[1]
        found = dict(zip(history.snapshot_steps, history.snapshots, strict=True))
        return found[STEPS] | {
            "curve": [found[step]["both"] for step in range(EVERY, LONG + 1, EVERY)]
        }

    return repeat(measure, names, seeds)


def _measure(model: Reader) -> dict[str, Any]:
    _, test = sentences()
    right = {kind: round(share, 3) for kind, share in accuracy(model, test).items()}
    right["by hand"] = round(accuracy(model, by_hand())["both"], 3)
    shares = [
        side_shares(model, [one for one in test if one.meanings[0] == m])[:, 0]
        for m in range(len(MEANINGS))
    ]
    found = right | {
        "sides": side_shares(model, test).round(3).tolist(),
        "leans": np.stack([np.min(shares, axis=0), np.max(shares, axis=0)], axis=1)
        .round(3)
        .tolist(),
    }
    if not isinstance(model.attention, AddedHeads):
        left = [
            accuracy(without_head(model, head), test) for head in range(model.attention.n_heads)
        ]
        found["without"] = [[round(one["before"], 3), round(one["after"], 3)] for one in left]
    return found


if __name__ == "__main__":
    RECIPE.record(record())
