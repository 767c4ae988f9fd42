"""What the figure of a training computes in Python: readers of chapter learning, with random numbers that
a page draws too.

The same comes out of ``nets/readers.js`` and ``nets/learner.js``, which are held to torch's slopes
and to its Adam.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from whichbank._arrays import Array
from whichbank.figures.nets.random import normals, uniforms

D_HEAD, BATCH, EVERY = 8, 64, 5
"""The size of queries, keys and learned values; sentences in a step; steps between two
measurements.
"""


def shuffled(seed: int, epoch: int, count: int) -> np.ndarray:
    """Return the numbers below count in the order of an epoch."""
    return np.argsort(uniforms(1000003 * (seed + 1) + epoch, count), kind="stable")


def batch_of(seed: int, step: int, count: int) -> np.ndarray:
    """Return the sentences of a step, from 0: the next of the epoch, fewer at its end."""
    epoch, at = divmod(step, math.ceil(count / BATCH))
    return shuffled(seed, epoch, count)[at * BATCH : (at + 1) * BATCH]


def new_reader(kind: str, seed: int, D: int, d: int, senses: int) -> dict[str, np.ndarray]:
    """Return what a reader learns, before it has: flat tables by their names in
    ``experiments.readers.Reader``.

    ``W_q``, ``W_k`` and ``W_v`` have the shape (D, d), as far as the kind has them, and ``head``
    (senses, d), or (senses, D) where the values are not learned. The three numbers of "scaled",
    ``abc``, begin at 1.
    """
    names = {"Q and K only": ["W_q", "W_k"], "learned": ["W_q", "W_k", "W_v"]}.get(kind, [])
    width = d if kind == "learned" else D
    drawn = normals(seed, len(names) * D * d + senses * width)
    tables = {
        name: drawn[i * D * d : (i + 1) * D * d] / math.sqrt(D) for i, name in enumerate(names)
    }
    scales = {"abc": np.ones(3)} if kind == "scaled" else {}
    return tables | scales | {"head": drawn[len(names) * D * d :] / math.sqrt(3 * width)}


def new_vectors(seed: int, count: int, E: np.ndarray) -> np.ndarray:
    """Return random vectors for words that E, shape (V, D), lacks, shape (count, D), about as long
    as those it has.
    """
    D = E.shape[1]
    return np.sqrt(np.mean(E**2)) * normals(1000003 * (seed + 1) - 1, count * D).reshape(count, D)


@dataclass
class Training:
    """A training of ``experiments.readers.Reader`` in float64 that goes on step by step.

    ``loss`` holds [step, mean loss of the steps since the measurement before], ``test`` and
    ``hand`` hold [step, share of right answers], one for each measurement.
    """

    kind: str
    rate: float
    seed: int
    E: Array  # (V, D)
    # tensors of the sentences to learn from, of the test, and of those written by hand
    parts: Sequence[Any]
    senses: int
    step: int = 0
    loss: list[list[float]] = field(default_factory=list)
    test: list[list[float]] = field(default_factory=list)
    hand: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        import torch

        from whichbank.experiments.readers import Reader

        E = torch.as_tensor(self.E, dtype=torch.float64)
        self.model = Reader(self.kind, E.float(), self.senses).double()
        self.model.E = E  # as it is, not rounded to float32
        start = new_reader(self.kind, self.seed, E.shape[1], D_HEAD, self.senses)
        start["head.weight"] = start.pop("head")
        with torch.no_grad():
            for name, x in self.model.named_parameters():
                x.copy_(torch.from_numpy(start[name]).reshape(x.shape))
        self._adam = torch.optim.Adam(self.model.parameters(), lr=self.rate)
        self._measure()

    def until(self, step: int) -> "Training":
        """Go on until a step."""
        from whichbank.experiments.readers import loss

        n = len(self.parts[0][0]) if self.parts[0] else 0
        losses = []
        while n and self.step < step:
            rows = batch_of(self.seed, self.step, n)
            value = loss(self.model, *(x[rows] for x in self.parts[0]))
            self._adam.zero_grad()
            value.backward()
            self._adam.step()
            self.step += 1
            losses.append(value.item())
            if self.step % EVERY == 0:
                self.loss.append([self.step, float(np.mean(losses[-EVERY:]))])
                self._measure()
        return self

    def read(self, ids: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Return where each word of a sentence looks, (T, T), and the scores of all senses there,
        (T, senses).
        """
        import torch

        T = len(ids)
        at, all_ids = torch.arange(T), torch.tensor(ids).expand(T, -1)
        mask = torch.ones(T, 1, T, dtype=torch.bool)
        with torch.no_grad():
            scores = self.model(all_ids, mask, at)
            weights = self.model.looks(all_ids, mask, at)
        return weights.numpy(), scores.numpy()

    def _measure(self) -> None:
        for found, (ids, mask, at, choices, sense) in zip(
            (self.test, self.hand), self.parts[1:], strict=False
        ):
            good = self.model(ids, mask, at).detach().gather(1, choices).argmax(dim=1) == sense
            found.append([self.step, good.double().mean().item()])
