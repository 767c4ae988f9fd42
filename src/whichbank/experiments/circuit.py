"""Two heads in a row that copy: the circuit of a list that is read twice, recorded with its weights
so that it can be cut (``cuts``).

A list of different words is read once, and then again, beginning anywhere and going around, as in
``induction``. Here it may have 5 to 10 words and begin at any of 32 places, so that a model can
count on neither; afterwards it is asked about lists of other lengths. The models have two heads a
layer, attention only.

A head that looks one word back, and one in the next layer that looks for its note: Elhage et al.
2021 found the two in models of two layers and showed by their weights and by ablations that they
copy; Olsson et al. 2022 call the second an induction head. That such heads do most of what large
models learn from their context is argued there, from six kinds of evidence, and was shown by
ablation in small attention-only models alone.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from whichbank._arrays import one_of
from whichbank.experiments._run import N_SEEDS, RECORDS, Recipe, repeat, seeded
from whichbank.experiments.cuts import measure
from whichbank.experiments.twice import (
    LONG,
    PLACES,
    SEEN,
    SIZE,
    UNSEEN,
    WORDS,
    accuracy,
    asked,
    share_right,
    texts,
)
from whichbank.transformer import LanguageModel

LAYERS = (1, 2)
SIZES = {"d_model": 32, "n_heads": 2, "d_ff": 0, "max_length": PLACES}
STEPS, EVERY, N_TEXTS = 1600, 50, 51_200
RECIPE = Recipe(
    "circuit",
    steps=STEPS,
    batch_size=64,
    lr=0.008,
    every=EVERY,
    texts=N_TEXTS,
    words=(min(SEEN), max(SEEN)),
    **SIZES,
)
WEIGHTS = RECORDS / "circuit.npz"
KEPT = range(3)
"""The seeds whose weights are kept."""


def untrained(n_layers: int, seed: int = 0) -> LanguageModel:
    """Return a model before training, with 1 or 2 layers of two heads."""
    layers = one_of("n_layers", n_layers, LAYERS)
    return seeded(seed, LanguageModel, len(WORDS) + 1, **SIZES, n_layers=layers)


def loss(model: nn.Module, ids: Tensor, following: Tensor) -> Tensor:
    """Return the mean of -ln(probability of the word that follows) where it is asked, in nats."""
    return cross_entropy(model(ids).mT, following)


def train(n_layers: int, *, seed: int = 0, steps: int = STEPS) -> tuple[LanguageModel, np.ndarray]:
    """Train a model of 1 or 2 layers on 64 texts a step, Adam at 0.008; return it and its accuracy
    on other texts.

    The accuracy is measured before training and after every 50 steps. The seed decides on the
    texts, the initial weights and the batches.
    """
    model, held_out = untrained(n_layers, seed), texts(300, seed=1000 + seed)
    history = RECIPE.fit(
        model,
        loss,
        texts(N_TEXTS, seed=seed),
        seed=seed,
        steps=steps,
        measure=lambda model: share_right(model(held_out[0]), held_out[1]),
    )
    return model, np.array(history.snapshots)


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded runs: 1 and 2 layers, trained with 5 seeds.

    ``python -m whichbank.experiments.circuit`` makes them again, in some minutes on one core, and
    prints them.

    For "1" and "2" layers: ``"right"``, the accuracy on other texts before training and after every
    50 steps, a row a seed; ``"lengths"``, that on lists of ``SIZE`` words and of each number in
    ``UNSEEN``. For "2" also what the functions of ``cuts`` with these names give: ``"back"`` and
    ``"copying"`` (``looks``), (5, 2, 2); ``"roles"``, (5, 2); ``"moved"`` (``moved_notes``) of the
    head that looks back and of the other one, (5, 2, 2); ``"glances"``, (5, 2, 5); ``"direct"``, a
    number a seed for each part; and ``"cuts"``, for each name of ``changes`` the accuracy on lists
    of ``SIZE`` and of ``LONG`` words, (5, 2).

    Examples
    --------
    >>> recorded()["2"]["cuts"]["previous, mean"].shape
    (5, 2)
    """
    return RECIPE.recorded()


def recorded_model(n_layers: int = 2, seed: int = 0) -> LanguageModel:
    """Return a trained model in evaluation mode, of 1 or 2 layers and a seed of ``KEPT``: its
    weights were recorded in half precision.
    """
    model = untrained(n_layers, one_of("seed", seed, KEPT))
    with np.load(WEIGHTS) as stored:
        numbers = torch.from_numpy(stored[f"{n_layers}.{seed}"].astype(np.float32))
    vector_to_parameters(numbers, model.parameters())
    return model.eval()


def halved(model: LanguageModel) -> np.ndarray:
    """Round the weights of a model to half precision, in place, and return them end to end."""
    numbers = parameters_to_vector(model.parameters()).detach().half()
    vector_to_parameters(numbers.float(), model.parameters())
    return numbers.numpy()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, Any]]:
    """Train both with every seed; return what ``recorded`` reads, and store the weights of the
    first three.
    """
    weights: dict[str, np.ndarray] = {}

    def run(n_layers: int, seed: int) -> dict[str, Any]:
        model, right = train(n_layers, seed=seed)
        kept = halved(model)
        if seed in KEPT:
            weights[f"{n_layers}.{seed}"] = kept
        lengths = [accuracy(model, *asked(size)) for size in (SIZE, *UNSEEN)]
        found = {"right": right.round(3).tolist(), "lengths": np.round(lengths, 3).tolist()}
        return found | (measure(model) if n_layers > 1 else {})

    runs: dict[str, dict[str, Any]] = {str(n): repeat(run, [n], seeds)[n] for n in LAYERS}
    for kind in ("cuts", "direct"):
        found = runs["2"][kind]
        runs["2"][kind] = {name: [one[name] for one in found] for name in found[0]}
    np.savez_compressed(WEIGHTS, allow_pickle=False, **weights)
    return runs


def told(runs: dict[str, dict[str, Any]]) -> str:
    """Write the numbers of a record as a table: a row a measure, a column a seed."""
    rows = [f"share right of lists of {SIZE} words, then of {', '.join(map(str, UNSEEN))}"]
    rows += [f"{n} layers: {one}" for n, run in runs.items() for one in run["lengths"]]
    rows += [f"share right after a cut, lists of {SIZE} and of {LONG} words"]
    for name, shares in runs["2"]["cuts"].items():
        rows += [f"{name:28}" + "   ".join(f"{a:.2f} {b:.2f}" for a, b in shares)]
    for kind in ("roles", "back", "copying", "moved", "glances", "direct"):
        found = runs["2"][kind]
        pairs = found.items() if isinstance(found, dict) else [("", found)]
        rows += [f"{kind} {name}: " + "   ".join(map(str, row)) for name, row in pairs]
    return "\n".join(rows)


if __name__ == "__main__":
    made = record()
    RECIPE.record(made)
    print(told(made))
