"""A small language model that reads the news letter by letter and writes on, measured against
n-grams.

The text is ``news.printed()``: what is read, what is tuned on, and what is held out. The recorded
run has five trainings, and the weights of the first.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank.experiments._model import next_token_loss
from whichbank.experiments._run import N_SEEDS, RECORDS, Recipe, seeded
from whichbank.experiments.news import printed
from whichbank.experiments.ngrams import NGrams
from whichbank.transformer import LanguageModel

LENGTH = 64
"""The longest text that the model reads, in letters."""

SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 256, "n_layers": 2, "max_length": LENGTH}
STEPS, EVERY, WARM = 3000, 100, 30
"""How long a recorded run trains, how often it is measured, and the steps in which the learning
rate climbs.
"""

CONTEXTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64)
"""How many letters the recorded model may look at."""

WEIGHTS = RECORDS / "writer.npz"
RECIPE = Recipe("writer", steps=STEPS, batch_size=16, lr=0.008, every=EVERY, warm=WARM, **SIZES)


def pieces(part: str = "read", step: int = LENGTH // 2) -> tuple[Tensor, Tensor]:
    """Cut a part of the news into overlapping pieces of 64 letters; return their ids and the
    letters that follow.

    With steps of 32, each letter from the 34th on is once in the second half of a piece, as one to
    guess with 33 letters before it or more.
    """
    return printed().pieces(part, LENGTH, step)


@torch.no_grad()
def surprise(model: nn.Module, ids: Tensor, following: Tensor) -> Tensor:
    """Return -ln(probability of the letter that follows) at each place of pieces, shape (B, T)."""
    pairs = zip(ids.split(64), following.split(64), strict=True)
    return torch.cat(
        [cross_entropy(model(one).mT, next_one, reduction="none") for one, next_one in pairs]
    )


def held_out_loss(model: nn.Module, part: str = "held out", every: int = 1) -> float:
    """Return a model's loss on a part of the news that is not read, "tune" or "held out", in nats a
    letter.

    It is the mean over the second halves of the pieces, or of every so many pieces; there the model
    has at least 33 letters to look at. The model takes token ids, (B, T), and returns logits, (B,
    T, V).
    """
    return surprise(model, *(x[::every] for x in pieces(part)))[:, LENGTH // 2 :].mean().item()


@torch.no_grad()
def loss_by_context(model: nn.Module, contexts: Sequence[int]) -> np.ndarray:
    """Return the loss on the same held-out letters, in nats, for several numbers of letters (1 to
    64) to look at.

    They are the letters of ``held_out_loss`` that have 64 letters before them: all but a few dozen
    at the two ends.
    """
    ids, following = (x.split(512) for x in pieces("held out", step=1))
    losses = []
    for n in contexts:
        pairs = zip(ids, following, strict=True)
        parts = [
            cross_entropy(model(x[:, -n:])[:, -1], y[:, -1], reduction="none") for x, y in pairs
        ]
        losses.append(torch.cat(parts).double().mean().item())
    return np.array(losses)


@cache
def count_letters(order: int) -> NGrams:
    """Return the n-grams of the news that are read, with the discounts that are best on the part
    for tuning.
    """
    news = printed()
    return NGrams(news.encode(news.part()), order, len(news.letters)).tune(
        news.encode(news.part("tune"))
    )


def ngram_loss(grams: NGrams, part: str = "held out") -> float:
    """Return the loss of n-grams on the same letters as ``held_out_loss``, with the whole text
    before them.
    """
    return float(_counted(grams, part).mean())


def side_by_side(
    model: nn.Module, grams: NGrams, part: str = "held out"
) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities that a model and n-grams give to each letter of
    ``held_out_loss``.
    """
    ours = surprise(model, *pieces(part))[:, LENGTH // 2 :].double().numpy().ravel()
    return np.exp(-ours), np.exp(-_counted(grams, part))


def _counted(grams: NGrams, part: str) -> np.ndarray:
    half = LENGTH // 2
    return grams.surprise(printed().encode(printed().part(part)))[
        half + 1 : half * (len(pieces(part)[0]) + 1) + 1
    ]


def rate(step: int) -> float:
    """Return what the learning rate of a step is multiplied by: a climb, then half a cosine wave
    down to 0.1.
    """
    climbing = min(1.0, (step + 1) / WARM)
    return climbing * (0.55 + 0.45 * math.cos(math.pi * min(step / STEPS, 1)))


def untrained(*, seed: int = 0) -> LanguageModel:
    """Return a model before training, its weights drawn with the seed."""
    model = seeded(seed, LanguageModel, len(printed().letters), **SIZES)
    for table in (model.embedding.tokens.weight, model.embedding.positions):
        # torch begins with vectors that are large compared to what the blocks add to them
        table.data *= 0.1
    return model


def train(
    *, seed: int = 0, steps: int = STEPS, measure: Callable[[nn.Module], float] = held_out_loss
) -> tuple[LanguageModel, np.ndarray]:
    """Train a model on the news; return it, and what was measured before training and after every
    100 steps.

    A step takes 16 pieces; fewer steps are the beginning of the recorded run. The seed decides on
    the initial weights and the batches.
    """
    model, data = untrained(seed=seed), pieces(step=8)
    history = RECIPE.fit(
        model, next_token_loss, data, seed=seed, steps=steps, measure=measure, schedule=rate
    )
    return model, np.array(history.snapshots)


def recorded() -> dict[str, Any]:
    """Return the recorded run: 5 trainings.

    ``python -m whichbank.experiments.writer`` makes it again.

    "loss": on held-out text before training and after every 100 steps, in nats a letter, shape (5,
    31); "context": the loss of the model of seed 0, by how many letters it may look at.

    Examples
    --------
    >>> recorded()["loss"].shape
    (5, 31)
    """
    found = RECIPE.recorded()
    return found | {"context": {int(n): loss for n, loss in found["context"].items()}}


def recorded_model() -> LanguageModel:
    """Return the trained model of seed 0 in evaluation mode: its weights were recorded in half
    precision.
    """
    model = untrained()
    with np.load(WEIGHTS) as stored:
        model.load_state_dict(
            {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files}
        )
    return model.eval()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, Any]:
    """Train with every seed; return what ``recorded`` reads, and store the weights of seed 0."""
    losses, context = [], {}
    for seed in seeds:
        model, loss = train(seed=seed)
        losses.append(loss.round(3).tolist())
        if seed == 0:
            np.savez_compressed(
                WEIGHTS, **{k: v.numpy().astype(np.float16) for k, v in model.state_dict().items()}
            )
            context = dict(
                zip(CONTEXTS, loss_by_context(model, CONTEXTS).round(3).tolist(), strict=True)
            )
    return {"loss": losses, "context": context}


if __name__ == "__main__":
    RECIPE.record(record())
