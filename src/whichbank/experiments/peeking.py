"""A model that learns to write with the future in view, and one that does not: two masks, and a recorded run (D11).

The text is the news of the Lee corpus, letter by letter, as in ``whichbank.experiments.spelling``. At each of 32 places
a model guesses the next letter. The two differ in one table: which places may be looked at.
"""

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank._threads import one_torch_thread
from whichbank.attention import softmax
from whichbank.experiments.spelling import LENGTH, letters, pieces
from whichbank.masks import causal_mask
from whichbank.training import fit
from whichbank.transformer import Embedding, Encoder

D_MODEL, N_HEADS, D_FF, N_LAYERS = 48, 4, 96, 2
STEPS, EVERY, BATCH, RATE = 400, 25, 32, 0.006
N_SEEDS = 5
BEGINNINGS = ("the police ", "a man was ", "in sydney ")
"""How the recorded samples begin."""
_RECORD = Path(__file__).parent / "records/peeking.json"

MASKS = {"masked": causal_mask(LENGTH, like=torch.empty(0)), "open": torch.ones(LENGTH, LENGTH, dtype=torch.bool)}
"""Who may look at whom in the two recorded settings, shape (32, 32): the places before, or all places."""


class Writer(nn.Module):
    """Guess the next letter at every place: vectors of letters and places, two blocks, one score a letter.

    Parameters
    ----------
    mask : boolean tensor, shape (T, T)
        True where the letter of a row may look at the letter of a column.

    Attributes
    ----------
    embedding : Embedding
        Letters to vectors.
    blocks : Encoder
        The blocks.
    to_scores : nn.Linear
        Vectors to one score for each letter.

    Examples
    --------
    >>> ids, _ = pieces()
    >>> Writer(MASKS["masked"])(ids[:3]).shape
    torch.Size([3, 32, 39])
    """

    def __init__(self, mask: Tensor) -> None:
        super().__init__()
        self.embedding = Embedding(len(letters()), D_MODEL, len(mask))
        self.blocks = Encoder(N_LAYERS, D_MODEL, N_HEADS, D_FF)
        self.to_scores = nn.Linear(D_MODEL, len(letters()))
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the scores of the next letter, shape (B, T, V), for letters of the shape (B, T)."""
        n = ids.shape[1]
        return self.to_scores(self.blocks(self.embedding(ids), mask=self.mask[:n, :n]))


def reading_loss(model: Writer, ids: Tensor, following: Tensor) -> Tensor:
    """Return the loss as it is trained: the mean over all places of whole pieces, guessed at once."""
    return cross_entropy(model(ids).flatten(0, 1), following.flatten())


@torch.no_grad()
def writing_loss(model: Writer, ids: Tensor, following: Tensor) -> float:
    """Return the loss as it is when the model writes: at each place, only the letters up to it are there."""
    losses = [cross_entropy(model(ids[:, : t + 1])[:, -1], following[:, t]) for t in range(ids.shape[1])]
    return torch.stack(losses).mean().item()


@torch.no_grad()
def write_on(model: Writer, beginning: str, *, temperature: float = 0.7, seed: int = 0) -> str:
    """Let a model write until its 32 places are full, a letter at a time.

    Parameters
    ----------
    model : Writer
        A trained model.
    beginning : str
        The first letters, of those in ``letters()``.
    temperature : float, default 0.7
        Below 1 likely letters become likelier.
    seed : int, default 0
        Decides on what is drawn.

    Returns
    -------
    str
        Beginning and continuation.

    Raises
    ------
    ValueError
        If beginning is empty, too long, or has a sign that the model does not know.
    """
    if not 0 < len(beginning) <= LENGTH or not set(beginning) <= set(letters()):
        raise ValueError(f"beginning must be 1 to {LENGTH} of the signs {letters()!r}; got {beginning!r}")
    random = torch.Generator().manual_seed(seed)
    ids = torch.tensor([[letters().index(sign) for sign in beginning]])
    while ids.shape[1] < LENGTH:
        shares = softmax(model(ids)[:, -1], temperature=temperature)  # (1, V)
        ids = torch.cat([ids, torch.multinomial(shares, 1, generator=random)], dim=1)
    return "".join(letters()[i] for i in ids[0])


def train_writer(setting: str, *, seed: int = 0, steps: int = STEPS) -> tuple[Writer, np.ndarray]:
    """Train one model: steps of 32 pieces, Adam at 0.006, whatever it may look at.

    Parameters
    ----------
    setting : {"masked", "open"}
        A name of ``MASKS``.
    seed : int, default 0
        Decides on the first weights and the batches.
    steps : int, default 400
        How many batches to learn from.

    Returns
    -------
    model : Writer
        The trained model.
    loss : array
        The reading loss on held-out text before training and after every 25 steps.

    Raises
    ------
    ValueError
        If there is no such setting.
    """
    if setting not in MASKS:
        raise ValueError(f"setting must be one of {', '.join(map(repr, MASKS))}; got {setting!r}")
    held_out = pieces(held_out=True)
    with one_torch_thread(), torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        model = Writer(MASKS[setting])
        history = fit(
            model,
            reading_loss,
            pieces(),
            steps=steps,
            batch_size=BATCH,
            lr=RATE,
            optimizer=partial(torch.optim.Adam, fused=True),
            seed=seed,
            device="cpu",
            snapshot=lambda model: reading_loss(model, *held_out).item(),
            snapshot_at=range(0, steps + 1, EVERY),
            progress=False,
        )
    return model, np.array(history.snapshots)


def recorded_writers() -> dict[str, dict[str, list]]:
    """Return the recorded run: both settings, trained with 5 seeds.

    ``python -m whichbank.experiments.peeking`` makes it anew, in a minute or two on one core.

    Returns
    -------
    dict
        For each setting: ``"reading"``, the loss on held-out text before training and after every 25 steps, a row
        a seed; ``"writing"``, the loss when it writes, one a seed; and ``"samples"``, what the first seed's model
        makes of ``BEGINNINGS``.

    Examples
    --------
    >>> len(recorded_writers()["open"]["writing"])
    5
    """
    return json.loads(_RECORD.read_text(encoding="utf-8"))


def record_writers(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, list]]:
    """Train both settings with every seed; return what ``recorded_writers`` reads."""
    record: dict[str, dict[str, list]] = {}
    for setting in MASKS:
        found = record[setting] = {"reading": [], "writing": [], "samples": []}
        for seed in seeds:
            model, loss = train_writer(setting, seed=seed)
            found["reading"].append(loss.round(3).tolist())
            found["writing"].append(round(writing_loss(model, *pieces(held_out=True)), 3))
            found["samples"] = found["samples"] or [write_on(model, beginning) for beginning in BEGINNINGS]
    return record


if __name__ == "__main__":
    _RECORD.write_text(json.dumps(record_writers(), indent=1) + "\n", encoding="utf-8")
