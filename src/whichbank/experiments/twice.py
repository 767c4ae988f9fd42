"""The lists that the models of ``circuit`` read twice, and how right they are about them."""

import numpy as np
import torch
from torch import Tensor, nn

from whichbank.experiments.induction import WORDS
from whichbank.transformer.hooks import Changes, run_with

REST = len(WORDS)
"""The id of the dot that stands before and after a list in training."""

PLACES = 32
SEEN, UNSEEN = range(5, 11), (4, 12, 14, 16)
"""How many words the lists have in training, and how many others have."""

SIZE, LONG = 8, 14
"""The lengths at which every cut is measured: one that was seen, and one that was not."""

N_ASKED, SEED_ASKED = 300, 2000
"""How many lists the models are asked about, and the seed of these lists."""

UNASKED = -100  # cross_entropy leaves this out


def lists(n: int, size: int, *, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Make n lists of 3 to 16 words, read twice: the ids of their words, and of the words that
    follow, both (n, 2 · size).

    Following is -100 on the first reading, where nobody can know it, and where the list's last word
    comes again, which nothing has followed yet.

    Examples
    --------
    >>> ids, following = lists(1, 4, seed=1)
    >>> [WORDS[i] for i in ids[0]]
    ['cat', 'lake', 'stone', 'milk', 'stone', 'milk', 'cat', 'lake']
    >>> [WORDS[i] if i >= 0 else "-" for i in following[0]]
    ['-', '-', '-', '-', 'milk', '-', 'lake', 'stone']
    """
    if not 3 <= size <= PLACES // 2:
        raise ValueError(f"size must be between 3 and {PLACES // 2}; got {size}")
    rng = np.random.default_rng((seed, size))
    words = np.tile(np.arange(len(WORDS)), (n, 1))
    once = rng.permuted(words, axis=1)[:, :size]  # (B, N)
    around = (rng.integers(0, size, (n, 1)) + np.arange(size + 1)) % size  # (B, N + 1)
    again = np.take_along_axis(once, around, axis=1)
    following = np.full((n, 2 * size), UNASKED)
    following[:, size:] = np.where(again[:, :-1] == once[:, -1:], UNASKED, again[:, 1:])
    ids = np.concatenate([once, again[:, :-1]], axis=1)  # (B, 2N)
    return torch.from_numpy(ids), torch.from_numpy(following)


def texts(n: int, *, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Make n texts of 32 places to learn from: a list of 5 to 10 words, read twice, that begins
    anywhere, and dots around it.
    """
    rng = np.random.default_rng((seed, PLACES))
    ids = torch.full((n, PLACES), REST)
    following = torch.full((n, PLACES), UNASKED)
    sizes = rng.choice(np.array(SEEN), n)
    for size in SEEN:
        rows = torch.from_numpy(np.flatnonzero(sizes == size))
        begins = torch.from_numpy(rng.integers(0, PLACES - 2 * size + 1, (len(rows), 1)))
        places = begins + torch.arange(2 * size)  # (B, 2N)
        ids[rows[:, None], places], following[rows[:, None], places] = lists(
            len(rows), size, seed=seed
        )
    return ids, following


def asked(size: int = SIZE) -> tuple[Tensor, Tensor]:
    """Return the lists that the models are asked about; no model has learned from them."""
    return lists(N_ASKED, size, seed=SEED_ASKED)


def share_right(logits: Tensor, following: Tensor) -> float:
    """Return the share of the asked words that get the highest score."""
    asked = following != UNASKED
    return (logits.argmax(dim=-1) == following)[asked].double().mean().item()


def accuracy(
    model: nn.Module, ids: Tensor, following: Tensor, changes: Changes | None = None
) -> float:
    """Return ``share_right`` of a model, some of whose values may be changed as in
    ``run_with``.
    """
    return share_right(run_with(model, ids, changes)[0], following)
