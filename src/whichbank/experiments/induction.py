"""A list read twice: what one layer of attention cannot do, and two layers in a row can (induction
heads).

A list has ten different words. It is read once, and then a second time, beginning anywhere and
going around. On the second reading each next word is certain: find where the latest word came
before, and take the word that followed it. The models have attention only, one head a layer, no
feed-forward network.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from whichbank._arrays import one_of
from whichbank.experiments._model import SmallTransformer, next_token_loss
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded
from whichbank.masks import causal_mask

_WORDS = (
    "apple bank bread cake cat clock cup fish grass honey lake letter milk money moon phone "
    "piano river stone tea"
)
WORDS = tuple(_WORDS.split())
"""The words that lists are made of."""

N = 10
"""How many words a list has; both readings together have 20."""

LAYERS = (1, 2)
SIZES = {"d_model": 32, "n_heads": 1, "d_ff": 0}
STEPS, EVERY, N_LISTS = 800, 25, 25_600
RECIPE = Recipe(
    "induction", steps=STEPS, batch_size=64, lr=0.004, every=EVERY, lists=N_LISTS, **SIZES
)

_UNASKED = -100  # cross_entropy leaves this out: on the first reading nobody can know the next word


def lists(n: int, *, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Make n lists read twice: the ids of all words but the last, and of the words that follow, (n,
    2N - 1).

    On the first reading and at its end, where the next word cannot be known, following is -100.

    Examples
    --------
    >>> ids, following = lists(1)
    >>> " ".join(WORDS[i] for i in ids[0, :10])
    'money letter tea piano honey bank cup cat river milk'
    >>> " ".join(WORDS[i] for i in ids[0, 10:])
    'piano honey bank cup cat river milk money letter'
    """
    rng = np.random.default_rng((seed, N))
    once = rng.permuted(np.tile(np.arange(len(WORDS)), (n, 1)), axis=1)[:, :N]  # (B, N)
    around = (rng.integers(0, N, (n, 1)) + np.arange(N)) % N  # (B, N)
    # (B, 2N)
    both = torch.from_numpy(
        np.concatenate([once, np.take_along_axis(once, around, axis=1)], axis=1)
    )
    following = both[:, 1:].clone()
    following[:, :N] = _UNASKED
    return both[:, :-1], following


def untrained(n_layers: int, seed: int = 0) -> SmallTransformer:
    """Return a model before training, with 1 or 2 layers."""
    mask = causal_mask(2 * N - 1, like=torch.empty(0))
    return seeded(
        seed,
        SmallTransformer,
        len(WORDS),
        **SIZES,
        n_layers=one_of("n_layers", n_layers, LAYERS),
        mask=mask,
    )


@torch.no_grad()
def accuracy(model: nn.Module, ids: Tensor, following: Tensor) -> float:
    """Return the share of the asked words that get the highest score."""
    asked = following != _UNASKED
    return (model(ids).argmax(dim=-1) == following)[asked].double().mean().item()


@torch.no_grad()
def looks(model: SmallTransformer, ids: Tensor) -> Tensor:
    """Return the attention weights of each layer, shape (n_layers, B, T, T)."""
    return torch.cat(
        model.blocks.trace(model.embedding(ids), mask=model.mask).weights, dim=1
    ).transpose(0, 1)


def train(
    n_layers: int, *, seed: int = 0, steps: int = STEPS
) -> tuple[SmallTransformer, np.ndarray]:
    """Train a model of 1 or 2 layers on 64 lists a step, Adam at 0.004; return it and its accuracy
    on other lists.

    The accuracy is measured before training and after every 25 steps. The seed decides on the
    lists, the initial weights and the batches.
    """
    model, held_out = untrained(n_layers, seed), lists(500, seed=1000 + seed)
    data = lists(N_LISTS, seed=seed)
    history = RECIPE.fit(
        model,
        next_token_loss,
        data,
        seed=seed,
        steps=steps,
        measure=lambda model: accuracy(model, *held_out),
    )
    return model, np.array(history.snapshots)


def copied(weights: Tensor, ids: Tensor) -> tuple[float, float]:
    """Return the mean weight that each of two layers puts where a copy needs it.

    In the first layer, on the first reading, it is the weight on the word just before; in the
    second, on the second reading, the weight on the word after the same word's first place.
    weights, (2, B, T, T), come from ``looks``.
    """
    previous = weights[0][:, :N, :N].diagonal(-1, dim1=-2, dim2=-1).mean().item()
    # a list's last word has no follower to look at
    first, again = ids[:, None, : N - 1], ids[:, N:, None]
    after = (again == first) * weights[1][:, N:, 1:N]  # (B, T - N, N - 1)
    known = (again == first).any(dim=-1)
    return previous, after.sum(dim=-1)[known].mean().item()


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded runs: 1 and 2 layers, trained with 5 seeds.

    ``python -m whichbank.experiments.induction`` makes them again, in a minute or two on one core.

    For "1" and "2" layers: ``"right"``, the accuracy on other lists before training and after every
    25 steps, a row a seed. For "2" also ``"previous"`` and ``"induction"``, see ``copied``, one a
    seed; and of the first seed's model ``"words"``, one list of 19 words, and ``"looks"``, its
    attention weights, shape (2, 19, 19).

    Examples
    --------
    >>> recorded()["2"]["looks"].shape
    (2, 19, 19)
    """
    return RECIPE.recorded()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, Any]]:
    """Train both with every seed; return what ``recorded`` reads."""
    ids, _ = lists(500, seed=2000)

    def measure(n_layers: int, seed: int) -> dict[str, Any]:
        model, right = train(n_layers, seed=seed)
        found: dict[str, Any] = {"right": right.round(3).tolist()}
        if n_layers > 1:
            weights = looks(model, ids)
            previous, induction = copied(weights, ids)
            table = weights[:, 0].double().numpy().round(2).tolist()
            found |= {
                "previous": round(previous, 2),
                "induction": round(induction, 2),
                "looks": table,
            }
        return found

    runs = {str(n): repeat(measure, [n], seeds)[n] for n in LAYERS}
    return runs | {
        "2": runs["2"] | {"looks": runs["2"]["looks"][0], "words": [WORDS[i] for i in ids[0]]}
    }


if __name__ == "__main__":
    RECIPE.record(record())
