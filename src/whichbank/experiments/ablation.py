"""Blocks without one of their parts, and what that costs: a stack that learns to spell, and recorded runs (note D11).

The stack learns on the pieces of ``whichbank.experiments.spelling``. Every variant gets the same text, the same
batches and the same number of steps.
"""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cache, partial
from itertools import product
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from whichbank._threads import one_torch_thread
from whichbank.experiments.spelling import LENGTH, letters, pieces, spelling_loss
from whichbank.masks import causal_mask
from whichbank.training import fit, warmup
from whichbank.transformer import Embedding, Encoder
from whichbank.transformer.block import NORMS

D_MODEL, N_HEADS, D_FF = 32, 4, 64
BATCH, RATE = 16, 0.008
SHALLOW, DEEP = 2, 12
"""How many blocks the recorded stacks have."""

STEPS, EVERY, WARM = {SHALLOW: 250, DEEP: 100}, 25, 40
"""How long the recorded stacks train, how often they are measured, and the steps of a warm-up."""

N_SEEDS = 5
_RECORD = Path(__file__).parent / "records/ablation.json"


@dataclass(frozen=True)
class Parts:
    """Which parts a block has.

    Attributes
    ----------
    attention : bool
        Whether a letter looks at the letters before it, or only at itself (with the same parameters).
    mlp : {"relu", "straight", "none"}
        The small network: with ReLU in it, without ReLU, or left out.
    skip : bool
        Whether what comes in is added to what each part makes.
    norm : {"pre", "post", "none"}
        Where layer normalization stands.

    Raises
    ------
    ValueError
        If mlp or norm is not one of those above.

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
        for name, value, known in (("mlp", self.mlp, ("relu", "straight", "none")), ("norm", self.norm, NORMS)):
            if value not in known:
                raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}; got {value!r}")

    def __str__(self) -> str:
        attention, mlp, skip, norm = astuple(self)
        return f"{'attention' if attention else '-'} · {mlp} · {'skip' if skip else '-'} · {norm}"


SWITCHES = tuple(Parts(*on) for on in product((True, False), ("relu", "none"), (True, False), ("pre", "post", "none")))
"""All settings of the four switches, the whole block first."""

RUNS = {
    SHALLOW: {str(parts): (parts, 0) for parts in (*SWITCHES, Parts(mlp="straight"))},
    DEEP: {
        str(parts): (parts, 0) for parts in (Parts(skip=skip, norm=norm) for skip in (True, False) for norm in NORMS)
    }
    | {"post, warmed up": (Parts(norm="post"), WARM)},
}
"""The recorded trainings: for each number of blocks the name of a run, its parts, and the steps of its warm-up."""


class Speller(nn.Module):
    """Guess the next letter: vectors of letters and places, blocks with the given parts, one score a letter.

    Parameters
    ----------
    parts : Parts
        What each block has.
    n_layers : int
        The number of blocks.

    Attributes
    ----------
    embedding : Embedding
        Letters to vectors.
    blocks : Encoder
        The blocks, under a mask.
    to_scores : nn.Linear
        Vectors to one score for each letter.

    Examples
    --------
    >>> ids, _ = pieces()
    >>> Speller(Parts(), n_layers=2)(ids[:3]).shape
    torch.Size([3, 32, 39])
    """

    def __init__(self, parts: Parts, n_layers: int) -> None:
        super().__init__()
        self.embedding = Embedding(len(letters()), D_MODEL, LENGTH)
        self.blocks = Encoder(
            n_layers,
            D_MODEL,
            N_HEADS,
            0 if parts.mlp == "none" else D_FF,
            norm=parts.norm,
            skip=parts.skip,
            activation="none" if parts.mlp == "straight" else "relu",
        )
        self.to_scores = nn.Linear(D_MODEL, len(letters()))
        mask = causal_mask(LENGTH, like=torch.empty(0)) if parts.attention else torch.eye(LENGTH, dtype=torch.bool)
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the scores of the next letter, shape (B, T, V), for letters of the shape (B, T)."""
        return self.to_scores(self.blocks(self.embedding(ids), mask=self.mask))


@torch.no_grad()
def held_out_loss(model: nn.Module) -> float:
    """Return the loss on 3200 letters of the last tenth of the text."""
    return spelling_loss(model, *pieces(held_out=True)).item()


def gradient_by_layer(model: Speller) -> np.ndarray:
    """Return how long the gradient of the loss is at the matrix W_o of each block, first block first."""
    ids, following = pieces()
    outputs = [block.attention.W_o.weight for block in model.blocks.blocks]
    gradients = torch.autograd.grad(spelling_loss(model, ids[:64], following[:64]), outputs)
    return np.array([gradient.double().norm().item() for gradient in gradients])


def new_speller(parts: Parts, n_layers: int, *, seed: int = 0) -> Speller:
    """Return an untrained stack; the seed decides on its first weights; torch's random numbers stay as they were."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        return Speller(parts, n_layers)


def train_speller(
    parts: Parts, n_layers: int, *, seed: int = 0, warm: int = 0, steps: int | None = None
) -> tuple[Speller, np.ndarray]:
    """Train a stack of blocks with the given parts: steps of 16 pieces, Adam at 0.008, whatever the parts are.

    Parameters
    ----------
    parts : Parts
        What each block has.
    n_layers : int
        The number of blocks.
    seed : int, default 0
        Decides on the first weights and the batches.
    warm : int, default 0
        How many steps the learning rate takes to climb to 0.008; 0 for none.
    steps : int, optional
        How many batches to learn from; as many as the recorded run with this number of blocks, or 250.

    Returns
    -------
    model : Speller
        The trained stack.
    loss : array
        The loss on held-out text before training and after every 25 steps.

    Raises
    ------
    ValueError
        If warm is negative, or steps is.
    """
    if warm < 0:
        raise ValueError(f"warm must not be negative; got {warm}")
    steps = STEPS.get(n_layers, STEPS[SHALLOW]) if steps is None else steps
    model = new_speller(parts, n_layers, seed=seed)
    with one_torch_thread():
        history = fit(
            model,
            spelling_loss,
            pieces(),
            steps=steps,
            batch_size=BATCH,
            lr=RATE,
            optimizer=partial(torch.optim.Adam, fused=True),
            schedule=warmup(warm) if warm else None,
            seed=seed,
            device="cpu",
            snapshot=held_out_loss,
            snapshot_at=range(0, steps + 1, EVERY),
            progress=False,
        )
    return model, np.array(history.snapshots)


def recorded_losses(n_layers: int) -> dict[str, np.ndarray]:
    """Return the recorded trainings: the held-out loss of each run of ``RUNS[n_layers]``.

    ``python -m whichbank.experiments.ablation`` makes them anew, in some minutes on one core.

    Parameters
    ----------
    n_layers : {2, 12}
        The number of blocks.

    Returns
    -------
    dict of str to array, shape (seeds, stops)
        For each run the loss before training and after every 25 steps, one row a seed.

    Raises
    ------
    ValueError
        If no runs with so many blocks were recorded.

    Examples
    --------
    >>> recorded_losses(2)[str(Parts())].shape
    (5, 11)
    """
    if n_layers not in RUNS:
        raise ValueError(f"n_layers must be one of {', '.join(map(str, RUNS))}; got {n_layers}")
    return {name: np.array(rows) for name, rows in _record()["loss"][str(n_layers)].items()}


def recorded_gradients() -> dict[str, np.ndarray]:
    """Return ``gradient_by_layer`` of 12 untrained blocks for all ``SWITCHES``: the geometric mean of 5 seeds."""
    return {name: np.array(row) for name, row in _record()["gradient"].items()}


@cache
def _record() -> dict:
    return json.loads(_RECORD.read_text(encoding="utf-8"))


def record_losses(n_layers: int, seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, list[list[float]]]:
    """Train every run of ``RUNS[n_layers]`` with every seed; return what ``recorded_losses`` reads."""
    seeds = tuple(seeds)
    return {
        name: [train_speller(parts, n_layers, seed=seed, warm=warm)[1].round(3).tolist() for seed in seeds]
        for name, (parts, warm) in RUNS[n_layers].items()
    }


def record_gradients(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, list[float]]:
    """Measure the gradients of all ``SWITCHES`` with every seed; return what ``recorded_gradients`` reads."""
    seeds = tuple(seeds)
    record = {}
    for parts in SWITCHES:
        rows = [gradient_by_layer(new_speller(parts, DEEP, seed=seed)) for seed in seeds]
        record[str(parts)] = [float(f"{x:.3g}") for x in np.exp(np.log(np.maximum(rows, 1e-300)).mean(axis=0))]
    return record


if __name__ == "__main__":
    made = {"loss": {str(n): record_losses(n) for n in RUNS}, "gradient": record_gradients()}
    text = json.dumps(made).replace(']], "', ']],\n"').replace('}, "', '},\n"')
    _RECORD.write_text(text + "\n", encoding="utf-8")
