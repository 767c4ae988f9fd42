"""Sentences of different lengths as one table of ids."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from whichbank.corpora.senses.corpus import SENSES, Example
from whichbank.text import Vocabulary


@dataclass(frozen=True)
class Batch:
    """N sentences as tensors: ids (N, T), 0 where a sentence has ended, and a mask (N, 1, T), *may
    attend*.

    ``at``, (N,), is the place of the word with two senses, and ``choices``, (N, 2), its two senses
    among all senses of all words; ``sense``, (N,), tells which of the two it is, 0 or 1. All are
    int64, the mask is boolean.
    """

    ids: Tensor
    mask: Tensor
    at: Tensor
    choices: Tensor
    sense: Tensor

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """The five tensors in their order."""
        return self.ids, self.mask, self.at, self.choices, self.sense


def padded(
    rows: Sequence[Sequence[int] | np.ndarray], length: int | None = None
) -> tuple[Tensor, Tensor]:
    """Pad rows of ids with zeros, to the longest or a given length; return them and the mask (N, 1,
    T).
    """
    lengths = np.array([len(row) for row in rows])
    ids = np.zeros((len(rows), length or lengths.max()), dtype=np.int64)
    mask = np.arange(ids.shape[1]) < lengths[:, None]  # (N, T)
    ids[mask] = np.concatenate(rows)
    return torch.from_numpy(ids), torch.from_numpy(mask)[:, None]


def as_batch(examples: Sequence[Example], vocabulary: Vocabulary) -> Batch:
    """Turn examples into token ids, padded to the longest sentence.

    A word outside the vocabulary is left out of its sentence; the words with two senses must be in
    it.

    Examples
    --------
    >>> vocabulary = Vocabulary.of([["the", "bank", "flooded"]])
    >>> batch = as_batch([Example(("that", "bank", "flooded"), 1, 1), Example(("bank",), 0, 0)], vocabulary)
    >>> batch.ids.tolist(), batch.at.tolist()
    ([[1, 2], [1, 0]], [0, 0])
    """
    if not examples:
        raise ValueError("examples must hold at least one sentence; got none")
    if unknown := {e.word for e in examples if e.word not in vocabulary.numbers}:
        raise ValueError(
            "the vocabulary must hold the words with two senses; it lacks "
            f"{', '.join(sorted(unknown))}"
        )
    ids, mask = padded([vocabulary.encode(e.words) for e in examples])
    first = {word: 2 * i for i, word in enumerate(SENSES)}
    return Batch(
        ids=ids,
        mask=mask,
        at=torch.tensor([len(vocabulary.encode(e.words[: e.at])) for e in examples]),
        choices=torch.tensor([[first[e.word], first[e.word] + 1] for e in examples]),
        sense=torch.tensor([e.sense for e in examples]),
    )
