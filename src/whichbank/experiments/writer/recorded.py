"""Recorded trainings of the writer, and one's weights: ``python -m whichbank.experiments.writer.recorded``."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from whichbank.experiments.writer.training import N_SEEDS, loss_by_context, new_writer, train_writer
from whichbank.transformer import LanguageModel

CONTEXTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64)
"""How many letters the recorded model may look at."""

RECORD, WEIGHTS = (Path(__file__).parents[1] / "records" / name for name in ("writer.json", "writer.npz"))


def recorded_losses() -> np.ndarray:
    """Return the loss on held-out text of 5 trainings before training and after every 100 steps.

    Returns
    -------
    array, shape (5, 31)
        One row a seed, nats a letter.

    Examples
    --------
    >>> recorded_losses().shape
    (5, 31)
    """
    return np.array(_record()["loss"])


def recorded_contexts() -> dict[int, float]:
    """Return the loss of the model of seed 0 on held-out text, by how many letters it may look at."""
    return {int(n): loss for n, loss in _record()["context"].items()}


def recorded_writer() -> LanguageModel:
    """Return the trained model of seed 0: its weights were recorded in half precision.

    Returns
    -------
    LanguageModel
        In evaluation mode.
    """
    model = new_writer()
    with np.load(WEIGHTS) as stored:
        model.load_state_dict({name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files})
    return model.eval()


@cache
def _record() -> dict:
    return json.loads(RECORD.read_text(encoding="utf-8"))


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, Any]:
    """Train with every seed; return what is recorded, and store the weights of seed 0."""
    losses, context = [], {}
    for seed in seeds:
        model, loss = train_writer(seed=seed)
        losses.append(loss.round(3).tolist())
        if seed == 0:
            np.savez_compressed(WEIGHTS, **{k: v.numpy().astype(np.float16) for k, v in model.state_dict().items()})
            context = dict(zip(CONTEXTS, loss_by_context(model, CONTEXTS).round(3).tolist(), strict=True))
    return {"loss": losses, "context": context}


if __name__ == "__main__":
    RECORD.write_text(json.dumps(record()).replace("], [", "],\n[") + "\n", encoding="utf-8")
