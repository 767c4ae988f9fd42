"""The model that writes: how it learns, and how it is measured beside n-grams."""

import math
from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank._threads import one_torch_thread
from whichbank.experiments.ngrams import NGrams
from whichbank.experiments.writer.news import LENGTH, encode, letters, news, windows
from whichbank.training import fit
from whichbank.transformer import LanguageModel

SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 256, "n_layers": 2, "max_length": LENGTH}
BATCH, RATE, WARM = 16, 0.008, 30
STEPS, EVERY = 3000, 100
"""How long a recorded run trains, and how often it is measured."""

N_SEEDS = 5


def writing_loss(model: nn.Module, rows: Tensor) -> Tensor:
    """Return the mean of -ln(share given to the letter that follows) over windows, shape (B, 65): nats a letter."""
    scores = model(rows[:, :-1])  # (B, T, V)
    return cross_entropy(scores.flatten(0, 1), rows[:, 1:].flatten())


@torch.no_grad()
def surprise(model: nn.Module, rows: Tensor) -> Tensor:
    """Return -ln(share given to the letter that follows) at each place of windows: (B, T + 1) numbers give (B, T)."""
    some = [cross_entropy(model(r[:, :-1]).mT, r[:, 1:], reduction="none") for r in rows.split(64)]
    return torch.cat(some)


def held_out_loss(model: nn.Module, part: str = "held out", every: int = 1) -> float:
    """Return the loss on a part of the news that is not read, in nats a letter.

    Parameters
    ----------
    model : nn.Module
        Takes token numbers, shape (B, T), and returns scores, shape (B, T, V).
    part : {"tune", "held out"}, default "held out"
        The part of the news.
    every : int, default 1
        Measure on every so many windows.

    Returns
    -------
    float
        The mean over the second halves of the windows, so that the model has 33 letters to look at or more.
    """
    return surprise(model, windows(part)[::every])[:, LENGTH // 2 :].mean().item()


@torch.no_grad()
def loss_by_context(model: nn.Module, contexts: Sequence[int]) -> np.ndarray:
    """Return the loss on the same held-out letters for several numbers of letters to look at.

    They are the letters of ``held_out_loss`` that have 64 letters before them: all but a few dozen at the two ends.

    Parameters
    ----------
    model : nn.Module
        As in ``held_out_loss``.
    contexts : sequence of int
        Numbers from 1 to 64.

    Returns
    -------
    array, shape of contexts
        Nats a letter.
    """
    rows = windows("held out", step=1)
    losses = []
    for n in contexts:
        parts = [cross_entropy(model(r[:, -n - 1 : -1])[:, -1], r[:, -1], reduction="none") for r in rows.split(512)]
        losses.append(torch.cat(parts).double().mean().item())
    return np.array(losses)


@cache
def count_letters(order: int) -> NGrams:
    """Return the n-grams of the news that are read, with the discounts that are best on the part for tuning."""
    return NGrams(encode(news()), order, len(letters())).tune(encode(news("tune")))


def ngram_loss(grams: NGrams, part: str = "held out") -> float:
    """Return the loss of n-grams on the same letters as ``held_out_loss``, with the whole text before them."""
    return float(_counted(grams, part).mean())


def side_by_side(model: nn.Module, grams: NGrams, part: str = "held out") -> tuple[np.ndarray, np.ndarray]:
    """Return the shares that a model and n-grams gave to each letter that came: the letters of ``held_out_loss``."""
    said = surprise(model, windows(part))[:, LENGTH // 2 :].double().numpy().ravel()
    return np.exp(-said), np.exp(-_counted(grams, part))


def _counted(grams: NGrams, part: str) -> np.ndarray:
    half = LENGTH // 2
    return grams.surprise(encode(news(part)))[half + 1 : half * (len(windows(part)) + 1) + 1]


def rate(step: int) -> float:
    """Return what the learning rate of a step is multiplied by: a climb, then half a cosine wave down to 0.1."""
    climbing = min(1.0, (step + 1) / WARM)
    return climbing * (0.55 + 0.45 * math.cos(math.pi * min(step / STEPS, 1)))


def new_writer(*, seed: int = 0) -> LanguageModel:
    """Return an untrained model; the seed decides on its first weights; torch's random numbers stay as they were."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        model = LanguageModel(len(letters()), **SIZES)
    for table in (model.embedding.tokens.weight, model.embedding.positions):
        table.data *= 0.1  # torch begins with vectors that are large beside what the blocks add to them
    return model


def train_writer(
    *,
    seed: int = 0,
    steps: int = STEPS,
    every: int = EVERY,
    measure: Callable[[nn.Module], float] = held_out_loss,
    progress: bool = False,
) -> tuple[LanguageModel, np.ndarray]:
    """Train a model on the news that are read.

    Parameters
    ----------
    seed : int, default 0
        Decides on the first weights and the batches.
    steps : int, default 3000
        How many batches of 16 windows to learn from. Fewer are the beginning of the recorded run.
    every : int, default 100
        After how many steps to measure.
    measure : function, default held_out_loss
        What to measure.
    progress : bool, default False
        Show a progress bar.

    Returns
    -------
    model : LanguageModel
        The trained model.
    loss : array
        What was measured before training, and after every so many steps.
    """
    model = new_writer(seed=seed)
    with one_torch_thread():
        history = fit(
            model,
            writing_loss,
            [windows(step=8)],
            steps=steps,
            batch_size=BATCH,
            lr=RATE,
            optimizer=partial(torch.optim.Adam, fused=True),
            schedule=rate,
            seed=seed,
            device="cpu",
            snapshot=measure,
            snapshot_at=range(0, steps + 1, every),
            progress=progress,
        )
    return model, np.array(history.snapshots)
