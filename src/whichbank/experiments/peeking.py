"""A model that learns to write with the future in view, and one that does not: two masks, and a
recorded run (D11).

The text is the news of the Lee corpus in lower case, cut into ``pieces`` of 32 letters. At each of
the 32 places a model guesses the next letter. The two differ in one table: which places may be
looked at.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from whichbank._arrays import one_of
from whichbank.attention import softmax
from whichbank.experiments._model import SmallTransformer, next_token_loss
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.experiments.news import LENGTH, lowercase, pieces
from whichbank.masks import causal_mask

SIZES = {"d_model": 48, "n_heads": 4, "d_ff": 96, "n_layers": 2}
STEPS, EVERY = 400, 25
RECIPE = Recipe("peeking", steps=STEPS, batch_size=32, lr=0.006, every=EVERY, **SIZES)
BEGINNINGS = ("the police ", "a man was ", "in sydney ")
"""How the recorded samples begin."""

MASKS = {
    "masked": causal_mask(LENGTH, like=torch.empty(0)),
    "open": torch.ones(LENGTH, LENGTH, dtype=torch.bool),
}
"""Who may look at whom in the two recorded settings, shape (32, 32): the places before, or all
places.
"""


reading_loss = next_token_loss
"""The loss as it is trained: the mean over all places of whole pieces, guessed at once."""


def untrained(setting: str, seed: int = 0) -> SmallTransformer:
    """Return a model before training, with a mask of ``MASKS``."""
    mask = MASKS[one_of("setting", setting, MASKS)]
    return seeded(seed, SmallTransformer, len(lowercase().letters), **SIZES, mask=mask)


@torch.no_grad()
def writing_loss(model: SmallTransformer, ids: Tensor, following: Tensor) -> float:
    """Return the loss as it is when the model writes: at each place, only the letters up to it are
    there.
    """
    losses = [
        cross_entropy(model(ids[:, : t + 1])[:, -1], following[:, t]) for t in range(ids.shape[1])
    ]
    return torch.stack(losses).mean().item()


@torch.no_grad()
def write_on(
    model: SmallTransformer, beginning: str, *, temperature: float = 0.7, seed: int = 0
) -> str:
    """Let a model write on from the beginning until its 32 places are full, a letter at a time.

    The beginning is made of ``lowercase().letters``. A temperature below 1 makes likely letters
    likelier; the seed is for the letters that are drawn.
    """
    news = lowercase()
    if not 0 < len(beginning) <= LENGTH or not set(beginning) <= set(news.letters):
        raise ValueError(
            f"beginning must be 1 to {LENGTH} of the signs {news.letters!r}; got {beginning!r}"
        )
    random = torch.Generator().manual_seed(seed)
    ids = torch.from_numpy(news.encode(beginning))[None]
    while ids.shape[1] < LENGTH:
        probabilities = softmax(model(ids)[:, -1], temperature=temperature)  # (1, V)
        ids = torch.cat([ids, torch.multinomial(probabilities, 1, generator=random)], dim=1)
    return news.decode(ids[0])


def train(
    setting: str, *, seed: int = 0, steps: int = STEPS
) -> tuple[SmallTransformer, np.ndarray]:
    """Train one model of ``MASKS`` on 32 pieces a step, Adam at 0.006; return it and its held-out
    reading losses.

    The losses are those before training and after every 25 steps.
    """
    model, held_out = untrained(setting, seed), pieces(held_out=True)
    history = RECIPE.fit(
        model,
        reading_loss,
        pieces(),
        seed=seed,
        steps=steps,
        measure=lambda model: reading_loss(model, *held_out).item(),
    )
    return model, np.array(history.snapshots)


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded run: both settings, trained with 5 seeds.

    ``python -m whichbank.experiments.peeking`` makes it again, in a minute or two on one core.

    For each setting: ``"reading"``, the loss on held-out text before training and after every 25
    steps, a row a seed; ``"writing"``, the loss when it writes, one a seed; and ``"samples"``, what
    the first seed's model makes of ``BEGINNINGS``.

    Examples
    --------
    >>> recorded()["open"]["writing"].shape
    (5,)
    """
    return RECIPE.recorded()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, list]]:
    """Train both settings with every seed; return what ``recorded`` reads."""

    def measure(setting: str, seed: int) -> dict[str, Any]:
        model, loss = train(setting, seed=seed)
        return {
            "reading": loss.round(3).tolist(),
            "writing": round(writing_loss(model, *pieces(held_out=True)), 3),
            "samples": [write_on(model, beginning) for beginning in BEGINNINGS],
        }

    runs = repeat(measure, MASKS, seeds)
    return {setting: kinds | {"samples": kinds["samples"][0]} for setting, kinds in runs.items()}


if __name__ == "__main__":
    RECIPE.record(record())
