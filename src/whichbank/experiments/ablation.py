"""Blocks without one of their parts, and what that costs: a stack that learns to spell, and
recorded runs (note D11).

The stack learns on the ``pieces`` of the news, 32 letters each. Every variant gets the same text,
the same batches and the same number of steps.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from itertools import product
from typing import Any

import numpy as np
import torch
from torch import nn

from whichbank._arrays import one_of
from whichbank.experiments._model import SmallTransformer, next_token_loss
from whichbank.experiments._run import N_SEEDS, Recipe, seeded
from whichbank.experiments.news import LENGTH, lowercase, pieces
from whichbank.masks import causal_mask
from whichbank.training import warmup
from whichbank.transformer.block import NORMS

D_MODEL, N_HEADS, D_FF = 32, 4, 64
SHALLOW, DEEP = 2, 12
"""How many blocks the recorded stacks have."""

STEPS, EVERY, WARM = {SHALLOW: 250, DEEP: 100}, 25, 40
"""How long the recorded stacks train, how often they are measured, and the steps of a warm-up."""

RATE, LOW_RATE = 0.008, 0.002
"""The learning rate of every run, and of the one that shows what a lower rate does for
post-norm.
"""

RECIPE = Recipe(
    "ablation",
    steps=STEPS[SHALLOW],
    steps_deep=STEPS[DEEP],
    batch_size=16,
    lr=RATE,
    lr_low=LOW_RATE,
    every=EVERY,
    warm=WARM,
    layers=(SHALLOW, DEEP),
    sizes=(D_MODEL, N_HEADS, D_FF),
)


@dataclass(frozen=True)
class Parts:
    """Which parts a block has.

    Without attention a letter looks only at itself, with the same parameters. The small network has
    a ReLU in it, none ("straight"), or is left out. With skip, what comes in is added to what each
    part makes. Layer normalization comes first ("pre"), last ("post"), or not at all.

    Examples
    --------
    >>> Parts()
    Parts(attention=True, mlp='relu', skip=True, norm='pre')
    >>> str(Parts(skip=False))
    'attention · relu · - · pre'
    """

    attention: bool = True
    mlp: str = "relu"
    skip: bool = True
    norm: str = "pre"

    def __post_init__(self) -> None:
        one_of("mlp", self.mlp, ("relu", "straight", "none"))
        one_of("norm", self.norm, NORMS)

    def __str__(self) -> str:
        attention, mlp, skip, norm = astuple(self)
        return f"{'attention' if attention else '-'} · {mlp} · {'skip' if skip else '-'} · {norm}"


SWITCHES = tuple(
    Parts(*on)
    for on in product((True, False), ("relu", "none"), (True, False), ("pre", "post", "none"))
)
"""All settings of the four switches, the whole block first."""

RUNS: dict[int, dict[str, tuple[Parts, dict[str, Any]]]] = {
    SHALLOW: {str(parts): (parts, {}) for parts in (*SWITCHES, Parts(mlp="straight"))},
    DEEP: {
        str(parts): (parts, {})
        for parts in (Parts(skip=skip, norm=norm) for skip in (True, False) for norm in NORMS)
    }
    | {
        "post, warmed up": (Parts(norm="post"), {"warm": WARM}),
        "post, low rate": (Parts(norm="post"), {"lr": LOW_RATE}),
    },
}
"""The recorded trainings: for each number of blocks the name of a run, its parts, and other options
of ``train``.
"""


def untrained(parts: Parts, n_layers: int = DEEP, *, seed: int = 0) -> SmallTransformer:
    """Return a stack of blocks with the given parts before training, its weights drawn with the
    seed.

    Examples
    --------
    >>> untrained(Parts(), n_layers=2)(pieces()[0][:3]).shape
    torch.Size([3, 32, 39])
    """
    mask = (
        causal_mask(LENGTH, like=torch.empty(0))
        if parts.attention
        else torch.eye(LENGTH, dtype=torch.bool)
    )
    d_ff, activation = (
        0 if parts.mlp == "none" else D_FF,
        "none" if parts.mlp == "straight" else "relu",
    )
    sizes = len(lowercase().letters), D_MODEL, N_HEADS, d_ff, n_layers, mask
    return seeded(
        seed, SmallTransformer, *sizes, norm=parts.norm, skip=parts.skip, activation=activation
    )


@torch.no_grad()
def held_out_loss(model: nn.Module) -> float:
    """Return the loss on 3200 letters of the last tenth of the text."""
    return next_token_loss(model, *pieces(held_out=True)).item()


def gradient_by_layer(model: SmallTransformer) -> np.ndarray:
    """Return the norm of the loss's gradient at the matrix W_o of each block, first block first."""
    ids, following = pieces()
    outputs = [block.attention.W_o.weight for block in model.blocks.blocks]
    gradients = torch.autograd.grad(next_token_loss(model, ids[:64], following[:64]), outputs)
    return np.array([gradient.double().norm().item() for gradient in gradients])


def train(
    parts: Parts,
    n_layers: int,
    *,
    seed: int = 0,
    warm: int = 0,
    steps: int | None = None,
    **options: Any,
) -> tuple[SmallTransformer, np.ndarray]:
    """Train a stack of blocks on 16 pieces a step, Adam at 0.008; return it and its held-out
    losses.

    The losses are those before training and after every 25 steps. The learning rate climbs to 0.008
    in ``warm`` steps, 0 for none. There are as many steps as in the recorded run with this number
    of blocks, or 250. The seed decides on the initial weights and the batches; options are other
    arguments of ``whichbank.training.fit``, such as another ``lr``.
    """
    if warm < 0:
        raise ValueError(f"warm must not be negative; got {warm}")
    steps = STEPS.get(n_layers, STEPS[SHALLOW]) if steps is None else steps
    model = untrained(parts, n_layers, seed=seed)
    options |= {"schedule": warmup(warm) if warm else None, "measure": held_out_loss}
    history = RECIPE.fit(model, next_token_loss, pieces(), seed=seed, steps=steps, **options)
    return model, np.array(history.snapshots)


def recorded(n_layers: int) -> dict[str, np.ndarray]:
    """Return the recorded held-out losses of each run of ``RUNS[n_layers]``, shape (seeds, stops).

    ``python -m whichbank.experiments.ablation`` makes them again, in some minutes on one core. The
    first stop is before training, the others follow every 25 steps.

    Examples
    --------
    >>> recorded(2)[str(Parts())].shape
    (5, 11)
    """
    return RECIPE.recorded()["loss"][str(one_of("n_layers", n_layers, RUNS))]


def recorded_gradients() -> dict[str, np.ndarray]:
    """Return ``gradient_by_layer`` of 12 untrained blocks for all ``SWITCHES``: the geometric mean
    of 5 seeds.
    """
    return RECIPE.recorded()["gradient"]


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, Any]]:
    """Train all ``RUNS`` and measure the gradients of all ``SWITCHES`` with every seed."""
    seeds = tuple(seeds)
    made: dict[str, dict[str, Any]] = {"loss": {}, "gradient": {}}
    for n, runs in RUNS.items():
        made["loss"][str(n)] = {
            name: [train(parts, n, seed=seed, **options)[1].round(3).tolist() for seed in seeds]
            for name, (parts, options) in runs.items()
        }
    for parts in SWITCHES:
        rows = [gradient_by_layer(untrained(parts, DEEP, seed=seed)) for seed in seeds]
        means = np.exp(np.log(np.maximum(rows, 1e-300)).mean(axis=0))
        made["gradient"][str(parts)] = [float(f"{x:.3g}") for x in means]
    return made


if __name__ == "__main__":
    RECIPE.record(record())
