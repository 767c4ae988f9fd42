"""Which bank was it, so many words ago? One recall task, four readers, and a recorded run of all of
them (note E3).

A sentence begins with a cue (money, river, blood or snow), goes on with news that has nothing to do
with it, and ends with "bank". Asked at its last word, the reader must name the cue. Guessing is
right one time in four.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank._arrays import one_of
from whichbank.corpora import lee_background
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.recurrent import influence
from whichbank.transformer import MultiHeadAttention

CUES = ("money", "river", "blood", "snow")
"""The first word of a sentence: each makes another bank of the last one."""

DISTANCES = (4, 8, 16, 32, 64, 128)
"""How many words after its cue "bank" comes in the recorded run."""

D_WORD, D_STATE = 16, 32
AJAR, OPEN = 1.0, 5.0
N_TRAIN, N_TEST = 4000, 400
KNOWN = 0.99
"""The share of right answers at which a reader has learned the task, and its training ends."""

EVERY = 10
"""After so many steps, and each time again, a reader in training is asked whether it has learned
the task.
"""

RECIPE = Recipe(
    "recall",
    steps=1000,
    every=EVERY,
    batch_size=64,
    lr=0.01,
    sizes=(D_WORD, D_STATE),
    sentences=(N_TRAIN, N_TEST, KNOWN),
)
SHOWN = 16
"""At how many words from the cue the record tells what a trained reader holds."""


def _lstm(forget: float) -> nn.LSTM:
    reader: Any = nn.LSTM(D_WORD, D_STATE, batch_first=True)
    with torch.no_grad():
        # the second of the four gates is the forget gate
        reader.bias_ih_l0[D_STATE : 2 * D_STATE] += forget
    return reader


READERS: dict[str, tuple[Callable[[], nn.Module], int]] = {
    "RNN": (lambda: nn.RNN(D_WORD, D_STATE, batch_first=True), D_STATE),
    "LSTM": (lambda: nn.LSTM(D_WORD, D_STATE, batch_first=True), D_STATE),
    "LSTM, ajar": (partial(_lstm, AJAR), D_STATE),
    "LSTM, open": (partial(_lstm, OPEN), D_STATE),
    "attention": (lambda: MultiHeadAttention(D_WORD, n_heads=1), D_WORD),
}
"""What reads a sentence, and the size of its output.

The forget gate starts near 0.5 in "LSTM", near σ(1) = 0.731 in "LSTM, ajar", the start that
Jozefowicz et al. (2015) recommend, and near σ(5) = 0.993 in "LSTM, open". RNN and LSTM are torch's
own, with the loop over the words in C++: the same networks as those of ``whichbank.recurrent``, as
the tests show.
"""


@dataclass(frozen=True)
class Recall:
    """The result of one training: how long it took, the share of held-out sentences whose cue it
    names, and gradients.

    ``steps``: after how many the cue was known; as many as were allowed where it never was.
    ``before`` and ``after`` training: the length of the gradient of the last output by the first
    word, see ``influence``.
    """

    steps: int
    accuracy: float
    before: float
    after: float


@cache
def vocabulary() -> tuple[str, ...]:
    """Return the words that the readers know: "other", the cues, "bank", and the news' 500 most
    frequent words.
    """
    return ("other", *CUES, "bank", *(word for word, _ in Counter(_news()).most_common(500)))


@cache
def _news() -> tuple[str, ...]:
    return tuple(word for item in lee_background() for word in item if word not in (*CUES, "bank"))


@cache
def _news_ids() -> np.ndarray:
    ids = {word: i for i, word in enumerate(vocabulary())}
    return np.array([ids.get(word, 0) for word in _news()])


def sentences(
    distance: int, n: int, *, seed: int = 0, held_out: bool = False
) -> tuple[Tensor, Tensor]:
    """Make n sentences: a cue, ``distance - 1`` words of running news, and "bank", ``distance``
    words after the cue.

    Return the ids in ``vocabulary``, shape (B, distance + 1), and the place of each cue in
    ``CUES``, shape (B,). The same seed gives the same sentences on every machine. With held_out the
    news comes from the last fifth of the text, which training never sees.

    Examples
    --------
    >>> ids, answers = sentences(4, 2)
    >>> ids.shape, [CUES[i] for i in answers] == [vocabulary()[row[0]] for row in ids]
    (torch.Size([2, 5]), True)
    """
    if not 1 <= distance <= 1000:
        raise ValueError(f"distance must be between 1 and 1000; got {distance}")
    if n < 0:
        raise ValueError(f"n must not be negative; got {n}")
    news, rng = _news_ids(), np.random.default_rng((seed, distance, held_out))
    split = len(news) * 4 // 5
    first, end = (split, len(news)) if held_out else (0, split)
    starts = rng.integers(first, end - distance, n)
    ids = news[starts[:, None] + np.arange(distance + 1)]  # (B, T)
    answers = rng.integers(0, len(CUES), n)
    ids[:, 0] = 1 + answers
    ids[:, -1] = 1 + len(CUES)
    return torch.from_numpy(ids), torch.from_numpy(answers)


class Recaller(nn.Module):
    """Word vectors, a reader of ``READERS``, and a linear map ``cue`` from its last output to one
    score a cue.

    ``vectors`` are learned with the rest; ``reader`` takes (B, T, D), and returns the output after
    each word, alone or first in a tuple.

    Examples
    --------
    >>> ids, _ = sentences(8, 3)
    >>> Recaller("attention")(ids).shape
    torch.Size([3, 4])
    """

    def __init__(self, reader: str) -> None:
        super().__init__()
        make, size = READERS[one_of("reader", reader, READERS)]
        self.vectors = nn.Embedding(len(vocabulary()), D_WORD)
        # vectors of about length 1 to begin with
        nn.init.normal_(self.vectors.weight, std=D_WORD**-0.5)
        self.reader = make()
        self.cue = nn.Linear(size, len(CUES))

    def forward(self, ids: Tensor) -> Tensor:
        """Return the scores of the cues, shape (B, 4), for sentences of the shape (B, T)."""
        out = self.reader(self.vectors(ids))
        out = out[0] if isinstance(out, tuple) else out  # (B, T, H)
        return self.cue(out[:, -1])


def first_word_influence(model: Recaller, ids: Tensor) -> float:
    """Return how strongly the first word moves the last output, in double precision."""
    twin = copy.deepcopy(model).double()
    return influence(twin.reader, twin.vectors(ids))[0].item()


def influence_so_far(model: Recaller, ids: Tensor) -> np.ndarray:
    """Return how strongly each word moves what is shown after each word, shape (T, T), in double
    precision.

    A row for the word just read, a column for the word that moves it: 0 where it is not read yet.
    The first number of the last row is ``first_word_influence``.

    Examples
    --------
    >>> found = influence_so_far(Recaller("RNN"), sentences(4, 3)[0])
    >>> found.shape, bool((np.triu(found, 1) == 0).all())
    ((5, 5), True)
    """
    twin = copy.deepcopy(model).double()
    x = twin.vectors(ids)
    rows = [influence(twin.reader, x[:, : t + 1]).numpy() for t in range(x.shape[1])]
    return np.array([np.pad(row, (0, len(rows) - len(row))) for row in rows])


def accuracy(model: Recaller, ids: Tensor, answers: Tensor) -> float:
    """Return the share of sentences whose cue has the highest score."""
    with torch.no_grad():
        return (model(ids).argmax(dim=1) == answers).double().mean().item()


class _KnownError(Exception):
    """The cue is known after so many steps: there is nothing more to learn."""


def train(
    reader: str, distance: int, *, seed: int = 0, steps: int | None = None
) -> tuple[Recaller, Recall]:
    """Train one of ``READERS`` at one distance until it knows the cue, for 1000 steps at most; test
    it.

    It learns from 4000 sentences, 64 a step, by Adam at 0.01. After every 10 steps it is asked
    about 400 others of the same news, and it stops when at least 99% of its answers are right. The
    test is on 400 of news that it has never seen. The seed decides on the sentences, the initial
    weights and the batches.
    """
    data = sentences(distance, N_TRAIN, seed=seed)
    asked = sentences(distance, N_TEST, seed=N_SEEDS + seed)
    test = sentences(distance, N_TEST, seed=seed, held_out=True)
    model = seeded(seed, Recaller, reader)
    before = first_word_influence(model, test[0][:50])
    taken = count(step=EVERY)

    def look(_: nn.Module) -> None:
        step = next(taken)
        if accuracy(model, *asked) >= KNOWN:
            raise _KnownError(step)

    most = RECIPE.steps if steps is None else steps
    try:
        RECIPE.fit(
            model, _loss, data, measure=look, steps=most, seed=seed, optimizer=torch.optim.Adam
        )
    except _KnownError as known:
        most = known.args[0]
    return model.eval(), Recall(
        most, accuracy(model, *test), before, first_word_influence(model, test[0][:50])
    )


def _loss(model: Recaller, ids: Tensor, answers: Tensor) -> Tensor:
    return cross_entropy(model(ids), answers)


def held(model: Recaller) -> np.ndarray:
    """Return the share that each word has in what moves the reader after each word, shape (17, 17).

    On average over 50 held-out sentences in which the cue is ``SHOWN`` words away:
    ``influence_so_far``, each row divided by its sum.
    """
    found = influence_so_far(model, sentences(SHOWN, 50, held_out=True)[0])
    return found / found.sum(axis=1, keepdims=True)


def recorded() -> dict[str, dict[str, np.ndarray]]:
    """Return the recorded run: every reader of ``READERS``, trained at all ``DISTANCES`` with 5
    seeds.

    ``python -m whichbank.experiments.recall`` makes it again, in about a quarter of an hour on one
    core. For each reader: the fields of ``Recall``, each an array of the shape (distances, seeds),
    and ``held``, what it holds when it is trained at the distance ``SHOWN``, the mean over the
    seeds.

    Examples
    --------
    >>> recorded()["RNN"]["accuracy"].shape
    (6, 5)
    """
    return RECIPE.recorded()


def measure(reader: str, seed: int, distance: int) -> dict[str, Any]:
    """Train once; return what the record keeps of it, rounded."""
    model, found = train(reader, distance, seed=seed)
    digits = {"accuracy": 4, "before": 3, "after": 3}
    kept = {kind: float(f"{getattr(found, kind):.{n}g}") for kind, n in digits.items()}
    return {"steps": found.steps, **kept, **({"held": held(model)} if distance == SHOWN else {})}


def record(readers: Iterable[str] = tuple(READERS), seeds: Iterable[int] = range(N_SEEDS)) -> dict:
    """Train every reader at every distance with every seed; return what ``recorded`` reads."""
    readers, seeds = tuple(readers), tuple(seeds)
    return joined(
        [repeat(partial(measure, distance=distance), readers, seeds) for distance in DISTANCES]
    )


def joined(runs: list[dict[str, dict[str, list]]]) -> dict[str, dict[str, list]]:
    """Return for each reader its runs of all distances; of what it holds, the mean over the
    seeds.
    """
    found = {
        reader: {kind: [run[reader][kind] for run in runs] for kind in runs[0][reader]}
        for reader in runs[0]
    }
    for reader, kinds in found.items():
        mean = np.mean(runs[DISTANCES.index(SHOWN)][reader]["held"], axis=0)
        kinds["held"] = [[float(f"{share:.3g}") for share in row] for row in mean]
    return found


if __name__ == "__main__":
    RECIPE.record(record())
