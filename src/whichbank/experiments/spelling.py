"""Guessing the next letter: the news of the Lee corpus, letter by letter, in pieces of 32, and the loss of a guess."""

from functools import cache

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from whichbank.corpora import lee_background

LENGTH = 32
"""How many letters a piece has."""


@cache
def letters() -> str:
    """Return the letters and signs of the text, sorted."""
    return "".join(sorted(set(_text())))


@cache
def _text() -> str:
    return " ".join(" ".join(item) for item in lee_background())


@cache
def pieces(*, held_out: bool = False) -> tuple[Tensor, Tensor]:
    """Cut the text into pieces, and say what follows each letter.

    Parameters
    ----------
    held_out : bool, default False
        Take 100 pieces of the last tenth of the text, which training never sees, in place of the rest.

    Returns
    -------
    ids, following : tensor, shape (N, 32), int64
        Places in ``letters()``; following is ids, one letter on.

    Examples
    --------
    >>> ids, following = pieces()
    >>> "".join(letters()[i] for i in ids[0])
    'hundreds of people have been for'
    >>> "".join(letters()[i] for i in following[0])
    'undreds of people have been forc'
    """
    places = {letter: i for i, letter in enumerate(letters())}
    numbers = torch.tensor([places[letter] for letter in _text()])
    split = len(numbers) * 9 // 10
    part = numbers[split:] if held_out else numbers[:split]
    rows = part[: (len(part) - 1) // LENGTH * LENGTH + 1].unfold(0, LENGTH + 1, LENGTH)  # (N, 33)
    rows = rows[:100] if held_out else rows
    return rows[:, :-1].contiguous(), rows[:, 1:].contiguous()


def spelling_loss(model: nn.Module, ids: Tensor, following: Tensor) -> Tensor:
    """Return the mean of -log(share given to the letter that follows), in nats."""
    return cross_entropy(model(ids).flatten(0, 1), following.flatten())
