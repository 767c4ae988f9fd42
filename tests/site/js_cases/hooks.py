"""Cases for hooks.js: patterns, and changes of a value by its name, a head and words."""

from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.transformer.hooks import (
    every_word,
    first_word,
    fix_pattern,
    patch,
    previous_word,
    replace_head,
)

H, T, D = 2, 3, 4
HEADS, WEIGHTS, STREAM = "blocks.1.attention.heads", "blocks.1.attention.weights", "blocks.0"


def pattern_cases(make: Any) -> list[tuple[list, Any]]:
    rows = [(n, make(n).double()) for n in (1, 2, 7)]
    return [([n], flat(x / x.sum(dim=-1, keepdim=True))) for n, x in rows]


def changed_cases() -> list[tuple[list, Any]]:
    draw = np.random.default_rng(1)
    heads, weights, stream = (
        torch.from_numpy(draw.normal(size=(1, *shape))) for shape in ((H, T, D), (H, T, T), (T, D))
    )
    vectors, table = draw.normal(size=(T, D)), draw.normal(size=(T, T))
    others = [torch.from_numpy(draw.normal(size=x.shape)) for x in (heads, stream)]
    made = [
        (HEADS, heads, [], {}),
        (HEADS, heads, [{"name": STREAM, "put": 0}], {}),
        (HEADS, heads, [{"name": HEADS, "head": 1, "put": 0}], replace_head(1, 1, 0.0)),
        (
            HEADS,
            heads,
            [{"name": HEADS, "head": 0, "put": flat(vectors).tolist()}],
            replace_head(1, 0, vectors),
        ),
        (
            WEIGHTS,
            weights,
            [{"name": WEIGHTS, "head": 1, "put": flat(table).tolist()}],
            fix_pattern(1, 1, table),
        ),
        (
            STREAM,
            stream,
            [{"name": STREAM, "at": [2], "put": flat(others[1]).tolist()}],
            patch(STREAM, 2, others[1]),
        ),
        (
            HEADS,
            heads,
            [{"name": HEADS, "at": [0], "put": flat(others[0]).tolist()}],
            patch(HEADS, 0, others[0]),
        ),
    ]
    return [
        ([name, flat(value), changes, H, T], flat(wanted[name](value) if name in wanted else value))
        for name, value, changes, wanted in made
    ]


def named(name: str, head: int, put: Any, **more: Any) -> dict[str, Any]:
    return {"name": f"blocks.{name}", "head": head, "put": put, **more}


CASES = {
    ("nets/hooks.js", "changed"): changed_cases,
    ("nets/hooks.js", "replaceHead"): lambda: [
        ([1, 0, [0.5, 2.0]], named("1.attention.heads", 0, [0.5, 2.0]))
    ],
    ("nets/hooks.js", "fixPattern"): lambda: [
        ([0, 1, [1.0, 0.0]], named("0.attention.weights", 1, [1.0, 0.0]))
    ],
    ("nets/hooks.js", "patch"): lambda: [
        (
            ["blocks.0.attention.heads", [1, 2], [3.0], 1],
            named("0.attention.heads", 1, [3.0], at=[1, 2]),
        )
    ],
    ("nets/hooks.js", "previousWord"): lambda: pattern_cases(previous_word),
    ("nets/hooks.js", "everyWord"): lambda: pattern_cases(every_word),
    ("nets/hooks.js", "firstWord"): lambda: pattern_cases(first_word),
}
