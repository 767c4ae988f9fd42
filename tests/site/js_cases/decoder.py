"""Cases for decoder.js: small language models with random weights, with a feed-forward network and
without, read whole and on from a cache, as they are and with some of their values changed.
"""

from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.transformer import LanguageModel
from whichbank.transformer.circuits import contributions
from whichbank.transformer.hooks import (
    fix_pattern,
    patch,
    previous_word,
    replace_head,
    run_with,
    together,
    written,
)

SIZES = {"d_model": 8, "n_heads": 2, "d_ff": 12, "n_layers": 2, "max_length": 9}


def tables(model: LanguageModel) -> dict[str, np.ndarray]:
    """Return the model's tables as decoder.js takes them: flat, linear maps (in, out)."""
    named = model.state_dict().items()
    turned = {
        name: x.T if x.ndim > 1 and not name.startswith("embedding") else x for name, x in named
    }
    return {name: flat(x.double()) for name, x in turned.items()}


def model_of(d_ff: int = 12) -> LanguageModel:
    torch.manual_seed(3)
    model = LanguageModel(7, **SIZES | {"d_ff": d_ff}).double().eval()
    for x in model.parameters():
        x.data += torch.randn_like(x) * 0.1  # norms and biases are no longer 1 and 0
    return model


def reading_cases() -> list[tuple[list, Any]]:
    cases, model = [], model_of()
    for before, ids in (([], [3]), ([], [0, 6, 2, 2, 5]), ([1, 4, 4], [2]), ([5, 0], [6, 3, 1, 1])):
        cache = model.decoder.new_cache()
        with torch.no_grad():
            if before:
                model(torch.tensor([before]), cache=cache)
            stored = {"length": len(before)}
            for name in "kv":
                kept = [getattr(own, name) for own, _ in cache.blocks]
                stored[name] = [
                    [] if x is None else flat(x[0].swapaxes(0, 1)).tolist() for x in kept
                ]
            logits = model(torch.tensor([ids]), cache=cache)[0, -1]
            weights = model.trace(torch.tensor([before + ids])).weights
        looks = np.concatenate([x[0, :, -1].numpy() for x in weights])
        cases.append(
            ([tables(model), 2, ids, stored], {"logits": flat(logits), "weights": flat(looks)})
        )
    ids, [_, (python, browser), *_] = [0, 6, 2, 2, 5], changes(model, [0, 6, 2, 2, 5])
    logits, trace = run_with(model, torch.tensor([ids]), python)
    looks = [trace[f"blocks.{i}.attention.weights"][0, :, -1] for i in range(2)]
    empty = {"length": 0, "k": [[], []], "v": [[], []]}
    wanted = {"logits": flat(logits[0, -1]), "weights": flat(torch.cat(looks))}
    return [*cases, ([tables(model), 2, ids, empty, browser], wanted)]


def changes(model: LanguageModel, ids: list[int]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Return changes as Python makes them, each with the same as a page does."""
    T = len(ids)
    draw = np.random.default_rng(1)
    vectors = draw.normal(size=(T, SIZES["d_model"]))
    _, other = run_with(model, torch.tensor([ids[::-1]]))
    names = [f"blocks.{i}.attention.{part}" for i, part in ((0, "heads"), (1, "weights"))]
    put = [flat(x).tolist() for x in (vectors, previous_word(T), other["blocks.0"][0])]
    erased = {"name": names[0], "head": 1, "put": 0.0}
    return [
        ({}, []),
        (
            together(replace_head(0, 1, 0.0), fix_pattern(1, 0, previous_word(T))),
            [erased, {"name": names[1], "head": 0, "put": put[1]}],
        ),
        (replace_head(0, 1, vectors), [erased | {"put": put[0]}]),
        (patch("blocks.0", 1, other["blocks.0"]), [{"name": "blocks.0", "at": [1], "put": put[2]}]),
    ]


def running_cases() -> list[tuple[list, Any]]:
    cases = []
    for model in (model_of(), model_of(d_ff=0)):
        ids = [0, 6, 2, 2, 5]
        for python, browser in changes(model, ids):
            logits, trace = run_with(model, torch.tensor([ids]), python)
            found = {
                name: flat(x[0].swapaxes(0, 1) if name.endswith("values") else x[0])
                for name, x in trace.items()
            }
            cases.append(
                ([tables(model), 2, ids, browser], {"logits": flat(logits), "trace": found})
            )
    return cases


def contribution_cases() -> list[tuple[list, Any]]:
    """Of the runs in which no sum of parts was changed."""
    cases = []
    for model in (model_of(), model_of(d_ff=0)):
        ids = [0, 6, 2, 2, 5]
        for python, _ in changes(model, ids)[:3]:
            logits, trace = run_with(model, torch.tensor([ids]), python)
            parts = {name: flat(x[0]) for name, x in contributions(model, trace).items()}
            np.testing.assert_allclose(sum(parts.values()), flat(logits), atol=1e-12)
            cases.append(
                ([tables(model), 2, {name: flat(x[0]) for name, x in trace.items()}], parts)
            )
    return cases


def writing_cases() -> list[tuple[list, Any]]:
    attention = model_of().decoder.blocks[0].attention
    found = torch.from_numpy(np.random.default_rng(2).normal(size=(1, 2, 3, 4)))
    W_o = attention.W_o.weight.detach()
    with torch.no_grad():
        wanted = written(attention, found)[0]
    return [([flat(found[0].swapaxes(0, 1)), flat(W_o.T), 3, 8, 2], flat(wanted))]


def loss_cases() -> list[tuple[list, Any]]:
    model, ids, wanted = model_of(), [0, 6, 2, 2, 5], [6, 2, 2, 5, 1]
    cases = []
    for python, browser in changes(model, ids)[:3]:
        logits, _ = run_with(model, torch.tensor([ids]), python)
        losses = torch.nn.functional.cross_entropy(
            logits[0], torch.tensor(wanted), reduction="none"
        )
        cases.append(([tables(model), 2, ids, wanted, browser], flat(losses)))
    return cases


def cutting_cases() -> list[tuple[list, Any]]:
    """Of the four heads, each by what is usual at each place, longer than the text, and by zeros."""
    model, T = model_of(), 5
    usual = torch.from_numpy(np.random.default_rng(4).normal(size=(2, 9, 8)))
    cases = []
    for head in range(4):
        layer, h = divmod(head, 2)
        found = usual[layer, :T].unflatten(-1, (2, -1)).transpose(0, 1)[None]
        with torch.no_grad():
            mean = written(model.decoder.blocks[layer].attention, found)[0, h]
        name = f"blocks.{layer}.attention.heads"
        given = [tables(model), 2, head, T]
        cases.append(([*given, None], [{"name": name, "head": h, "put": 0}]))
        put = [{"name": name, "head": h, "put": flat(mean).tolist()}]
        cases.append(([*given, [flat(x).tolist() for x in usual]], put))
    return cases


CASES = {
    ("nets/decoder.js", "letterLosses"): loss_cases,
    ("nets/decoder.js", "withoutHead"): cutting_cases,
    ("nets/decoder.js", "readLetters"): reading_cases,
    ("nets/decoder.js", "written"): writing_cases,
    ("nets/decoder.js", "runWith"): running_cases,
    ("nets/decoder.js", "contributions"): contribution_cases,
}
