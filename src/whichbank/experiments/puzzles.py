"""Twelve heads written by training: the puzzles that a reader solves by hand, with tables of the same
sizes.

A run begins with small random cells and learns from half of a puzzle's rows. Then its cells are
rounded to two decimals, and the rounded head is tried on all rows, as the reader's is.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from whichbank.experiments._puzzles import (
    SHARP,
    Puzzle,
    asked,
    feature,
    groups,
    judge,
    ladder,
    rows,
    wanted,
)
from whichbank.experiments._run import N_SEEDS, Recipe, repeat, seeded

STEPS, SCALE = 1000, 0.3
USED = 0.1
"""The size from which a cell counts as one that training uses."""

RECIPE = Recipe("puzzles", steps=STEPS, batch_size=64, lr=0.05, scale=SCALE, sharp=SHARP)


class Heads(nn.Module):
    """The heads of a puzzle, one after the other: the given ones as they are, the free ones with
    random cells.

    Examples
    --------
    >>> model = Heads(ladder()[0])
    >>> [table.shape for table in model.free]
    [torch.Size([3, 1]), torch.Size([3, 1])]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.free = nn.ParameterList(
            SCALE * torch.randn(len(group.rows), group.columns) for group in groups(puzzle)
        )

    def forward(self, features: Tensor, seen: Tensor) -> Tensor:
        """Return what comes out, (B, T, outs), of features (B, T, F), in the order of ``names``, and
        of which card sees which, (B, T, T).
        """
        known = dict(zip(names(self.puzzle), features.unbind(dim=-1), strict=True))
        free = iter(self.free)
        for head in self.puzzle["heads"]:
            x = torch.stack([known[name] for name in head["rows"]], dim=-1)
            if head["given"]:
                given = torch.tensor(head["given"], dtype=x.dtype)
                asks, shows = given.reshape(2, len(head["rows"]), -1)
            else:
                asks, shows = next(free), next(free)
            values = (
                x @ next(free)
                if head["free"]
                else torch.stack([known[name] for name in head["outs"]], dim=-1)
            )
            scores = SHARP * (x @ asks) @ (x @ shows).mT
            out = scores.masked_fill(~seen, -1e9).softmax(dim=-1) @ values
            known |= {f"note {name}": out[..., i] for i, name in enumerate(head["outs"])}
        return out

    def cells(self) -> list[float]:
        """Return the free cells, rounded to two decimals."""
        return [round(float(x), 2) + 0.0 for table in self.free for x in table.detach().ravel()]


def names(puzzle: Puzzle) -> list[str]:
    """Return the features that the heads of a puzzle read and hand over, notes aside."""
    every = [
        name
        for head in puzzle["heads"]
        for name in [*head["rows"], *([] if head["free"] else head["outs"])]
    ]
    return [name for name in dict.fromkeys(every) if not name.startswith("note ")]


def examples(puzzle: Puzzle, some: Iterable[str]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return rows for training: features (B, T, F), which card sees which (B, T, T), what is to come
    out (B, T, outs), and which cards are asked (B, T).
    """
    given = [row.split() for row in some]
    n, outs = max(map(len, given)), len(puzzle["heads"][-1]["outs"])
    features = torch.zeros(len(given), n, len(names(puzzle)))
    seen = torch.eye(n, dtype=torch.bool).repeat(len(given), 1, 1)
    target, which = torch.zeros(len(given), n, outs), torch.zeros(len(given), n, dtype=torch.bool)
    for b, cards in enumerate(given):
        for t, card in enumerate(cards):
            features[b, t] = torch.tensor(
                [feature(name, card, t + 1, puzzle["hours"]) for name in names(puzzle)]
            )
            seen[b, t, : t + 1 if puzzle["causal"] else len(cards)] = True
        for t in asked(puzzle, cards):
            which[b, t] = True
            target[b, t] = torch.tensor(wanted(puzzle, cards, t, puzzle["look"], []))
    return features, seen, target, which


def loss(model: nn.Module, features: Tensor, seen: Tensor, target: Tensor, which: Tensor) -> Tensor:
    """Return the mean squared distance from what is to come out of the asked cards."""
    return ((model(features, seen) - target)[which] ** 2).mean()


def train(number: int, *, seed: int = 0, steps: int = STEPS) -> Heads:
    """Train the heads of puzzle ``number`` (from 1) on half of its rows, 64 a step, Adam at 0.05.

    The seed decides on the rows, the initial cells and the batches.
    """
    puzzle = ladder()[number - 1]
    every = np.random.default_rng(seed).permutation(rows(puzzle))
    model = seeded(seed, Heads, puzzle)
    data = examples(puzzle, every[: len(every) // 2])
    RECIPE.fit(model, loss, data, seed=seed, steps=steps)
    return model


def measure(number: int, seed: int) -> dict[str, Any]:
    """Train once; return the cells, the share of all rows on which they are right, and how many of
    them it uses.
    """
    cells = train(number, seed=seed).cells()
    found = judge(ladder()[number - 1], cells)
    return {
        "cells": cells,
        "right": round(found.right / found.of, 3),
        "used": sum(abs(cell) >= USED for cell in cells),
    }


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded runs of each puzzle, by its number: 5 seeds.

    ``python -m whichbank.experiments.puzzles`` makes them again, in some minutes on one core. For
    each: ``right``, the share of rows on which the head is right; ``used``, how many cells are at
    least ``USED`` in size; and ``cells`` of the run that is right on most rows, the first of equals.

    Examples
    --------
    >>> recorded()["1"]["right"].shape
    (5,)
    """
    return RECIPE.recorded()


def record(seeds: Iterable[int] = range(N_SEEDS)) -> dict[str, dict[str, Any]]:
    """Train the heads of every puzzle with every seed; return what ``recorded`` reads."""
    seeds, found = tuple(seeds), {}
    for number in range(1, len(ladder()) + 1):
        runs = repeat(measure, [number], seeds)[number]
        best = runs["right"].index(max(runs["right"]))
        found[str(number)] = runs | {"cells": runs["cells"][best]}
    return found


if __name__ == "__main__":
    RECIPE.record(record())
