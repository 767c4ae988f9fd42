"""Cases for readers.js: random numbers as in Python, and what torch makes of the same readers and
their slopes.
"""

from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.corpora.senses.batches import padded
from whichbank.experiments import readers
from whichbank.figures.trainer import _learning

D, SENSES = 16, 14
KINDS = readers.READERS[1:]  # the static one looks at nothing


def order_cases() -> list[tuple[list, Any]]:
    some = [(seed, epoch, count) for seed in (0, 3) for epoch in (0, 1, 90) for count in (1, 2, 70)]
    return [([*one], _learning.shuffled(*one)) for one in some]


def batch_cases() -> list[tuple[list, Any]]:
    """The first, a middle and the last batch of an epoch, and sentences that fill no batch."""
    some = [
        (seed, step, count) for seed in (0, 3) for step in (0, 1, 2, 3) for count in (5, 64, 130)
    ]
    return [([*one], _learning.batch_of(*one)) for one in some]


def start_cases() -> list[tuple[list, Any]]:
    return [
        ([kind, seed, D, 8, SENSES], _learning.new_reader(kind, seed, D, 8, SENSES))
        for kind in KINDS
        for seed in (0, 5)
    ]


def vector_cases() -> list[tuple[list, Any]]:
    E = np.random.default_rng(4).normal(size=(9, D))
    some = [(seed, count) for seed in (0, 9) for count in (0, 1, 5)]
    return [
        ([seed, count, flat(E), D], flat(_learning.new_vectors(seed, count, E)))
        for seed, count in some
    ]


def sentences() -> tuple[Any, ...]:
    """Random vectors for 30 words, and six sentences of 1 to 12 of them: as tensors, and as the
    page joins them.
    """
    draw = np.random.default_rng(8)
    lengths = [3, 1, 12, 5, 5, 7]
    E = torch.from_numpy(draw.normal(size=(30, D)))
    rows = [draw.integers(30, size=n) for n in lengths]
    at, sense = np.array([draw.integers(n) for n in lengths]), draw.integers(2, size=6)
    first = 2 * draw.integers(SENSES // 2, size=6)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    ids, mask = padded(rows)
    tensors = (ids, mask, *map(torch.from_numpy, (at, np.stack([first, first + 1], axis=1), sense)))
    return (
        E,
        tensors,
        [flat(E[np.concatenate(rows)]), starts, starts[:-1] + at],
        [first, sense],
        mask,
    )


def made(kind: str, E: torch.Tensor) -> tuple[Any, dict[str, np.ndarray]]:
    model = _learning.Training(kind, 0.01, 3, E, [], SENSES).model
    tables = {
        name.removesuffix(".weight"): flat(x.detach()) for name, x in model.named_parameters()
    }
    return model, tables


def reading_cases() -> list[tuple[list, Any]]:
    E, (ids, mask, at, _, _), joined, _, _ = sentences()
    cases = []
    for kind in KINDS:
        model, tables = made(kind, E)
        model.E = E
        with torch.no_grad():
            new, looks, scores = (
                model.new_vectors(ids, mask, at),
                model.looks(ids, mask, at),
                model(ids, mask, at),
            )
            q, k, v, scale = model._asked(ids, at)
        real = mask[:, 0]
        wanted = {
            "asks": flat(E[ids[torch.arange(6), at]]),
            "q": flat(q),
            "k": flat(k[real]),
            "v": flat(v[real]),
        }
        wanted |= {
            "d": q.shape[-1],
            "width": v.shape[-1],
            "scale": q.shape[-1] ** -0.5 if scale is None else scale,
        }
        wanted |= {
            "weights": flat(looks[real]),
            "out": flat(new),
            "senses": SENSES,
            "scores": flat(scores),
        }
        cases.append(([kind, tables, *joined, D], wanted))
    return cases


def slope_cases() -> list[tuple[list, Any]]:
    E, tensors, joined, right, _ = sentences()
    cases = []
    for kind in KINDS:
        model, tables = made(kind, E)
        value = readers.loss(model, *tensors)
        value.backward()
        slopes = {
            name.removesuffix(".weight"): flat(x.grad) for name, x in model.named_parameters()
        }
        cases.append(([kind, tables, *joined, *right, D], slopes | {"loss": value.item()}))
    return cases


CASES = {
    ("nets/readers.js", "shuffled"): order_cases,
    ("nets/readers.js", "batchOf"): batch_cases,
    ("nets/readers.js", "newReader"): start_cases,
    ("nets/readers.js", "newVectors"): vector_cases,
    ("nets/readers.js", "readAll"): reading_cases,
    ("nets/readers.js", "readingSlopes"): slope_cases,
}
