"""What the models of ``circuit`` say about a list, with a change made in them: as the page computes
it.
"""

import base64
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from whichbank.experiments.circuit import KEPT, LAYERS, SIZES, recorded_model, untrained
from whichbank.experiments.cuts import after_earlier, noted, reading_notes, saying, swapped_notes
from whichbank.experiments.twice import SIZE, UNASKED, WORDS
from whichbank.figures.nets.quantized import from_bytes, to_bytes
from whichbank.figures.nets.random import uniforms
from whichbank.transformer import LanguageModel
from whichbank.transformer.circuits import contributions, weigh_glance
from whichbank.transformer.hooks import (
    Changes,
    every_word,
    fix_pattern,
    previous_word,
    replace_head,
    run_with,
    together,
)

TASKS = ("cut", "look", "move", "apart", "build")
INSTEAD = ("mean", "zero")
PATTERNS = ("learned", "previous", "even")
MADE = ("previous", "induction", "both")
HEADS = SIZES["n_heads"]

N_ASKED, N_MET = 40, 60
"""How many other lists are asked about, and how many give the means over texts."""

SEED_ASKED, SEED_MET = 4001, 4002

PARTS = ("embedding", *(f"blocks.{i}.heads.{h}" for i in (0, 1) for h in (0, 1)), "biases")


class Question(NamedTuple):
    """All that an answer depends on: the traits of these names."""

    task: str
    layers: int
    seed: int
    words: tuple[int, ...]
    begin: int
    head: int
    instead: str
    pattern: str
    pair: tuple[int, int]
    at: int
    made: str


# Models and lists


@cache
def packed_weights() -> str:
    """Return the weights of all models, of 1 and then of 2 layers, with 8 bits a number."""
    models = [recorded_model(n, seed) for n in LAYERS for seed in KEPT]
    tables = [np.atleast_2d(x.numpy()) for one in models for x in one.state_dict().values()]
    return base64.b64encode(to_bytes(tables)).decode()


@lru_cache(maxsize=2)
def unpacked(weights: str) -> dict[tuple[int, int], LanguageModel]:
    """Return the models by their layers and seed; ValueError if the text holds others."""
    models = {(n, seed): untrained(n, seed) for n in LAYERS for seed in KEPT}
    states = [one.state_dict() for one in models.values()]
    shapes: Any = [(1, *x.shape)[-2:] for state in states for x in state.values()]
    tables = iter(from_bytes(base64.b64decode(weights, validate=True), shapes))
    for model, state in zip(models.values(), states, strict=True):
        model.load_state_dict(
            {name: torch.from_numpy(next(tables)).reshape(x.shape) for name, x in state.items()}
        )
        model.double().eval()
    return models


def read_twice(words: Any, begins: Any) -> tuple[Tensor, Tensor]:
    """Return the ids of lists that are read twice, and of the words that follow, (B, 2N), as
    ``twice.lists`` does.
    """
    once, begins = np.asarray(words), np.asarray(begins)
    size = once.shape[1]
    around = (begins[:, None] + np.arange(size + 1)) % size
    again = np.take_along_axis(once, around, axis=1)
    following = np.full((len(once), 2 * size), UNASKED)
    following[:, size:] = np.where(again[:, :-1] == once[:, -1:], UNASKED, again[:, 1:])
    ids = np.concatenate([once, again[:, :-1]], axis=1)
    return torch.from_numpy(ids), torch.from_numpy(following)


@cache
def lists(n: int, size: int, seed: int) -> tuple[Tensor, Tensor]:
    """Return n lists that a page draws too: the ids, and of the words that follow."""
    drawn = uniforms(seed, n * (len(WORDS) + 1)).reshape(n, -1)
    words = np.argsort(drawn[:, :-1], axis=1, kind="stable")[:, :size]
    return read_twice(words, (drawn[:, -1] * size).astype(int))


class Met(NamedTuple):
    """What a model does with the lists that give the means."""

    roles: tuple[int, ...]
    """In each layer the head that does the work: the one that looks most at the word before; in the
    second layer, at the word after the same word's first place.
    """
    notes: Tensor
    """What each head of the first layer writes on average after each word, (H, 20, D)."""
    length: float
    """How long on average what the main head of the last layer writes is."""


@cache
def met(model: LanguageModel) -> Met:
    """Return what a model does with lists of ``SIZE`` words."""
    ids, _ = lists(N_MET, SIZE, SEED_MET)
    trace = run_with(model, ids)[1]
    wanted = after_earlier(ids)[:, None].double()
    first = trace["blocks.0.attention.weights"]
    roles = [int(first.diagonal(-1, dim1=-2, dim2=-1).mean(dim=(0, 2)).argmax())]
    last = f"blocks.{model.decoder.n_layers - 1}.attention"
    if model.decoder.n_layers > 1:
        roles.append(int((trace[f"{last}.weights"] * wanted).sum(dim=(0, 2, 3)).argmax()))
    heads = trace["blocks.0.attention.heads"][:, :, 1:].transpose(0, 1)  # (H, B, T - 1, D)
    notes = [heads[:, ids[:, :-1] == word].mean(dim=1) for word in range(len(WORDS))]
    length = trace[f"{last}.heads"][:, roles[-1]].norm(dim=-1).mean().item()
    return Met(tuple(roles), torch.stack(notes, dim=1), length)


@cache
def means(model: LanguageModel, size: int) -> Tensor:
    """Return what each head writes at each place, its mean over texts, (L, H, T, D)."""
    trace = run_with(model, lists(N_MET, size, SEED_MET)[0])[1]
    return torch.stack(
        [trace[f"blocks.{i}.attention.heads"].mean(dim=0) for i in range(model.decoder.n_layers)]
    )


# Changes


def erased(model: LanguageModel, head: int, size: int, instead: str) -> Changes:
    """Cut a head, counted from the first layer on."""
    layer, h = divmod(head, HEADS)
    return replace_head(layer, h, means(model, size)[layer][h] if instead == "mean" else 0.0)


def looking(head: int, pattern: str, size: int) -> Changes:
    """Fix where a head looks."""
    if pattern == "learned":
        return {}
    made = (previous_word if pattern == "previous" else every_word)(2 * size).double()
    return fix_pattern(*divmod(head, HEADS), made / made.sum(dim=-1, keepdim=True))


def others_silent(model: LanguageModel, made: str, size: int, *, also: bool) -> Changes:
    """Cut what is made by hand, or leaves others to do it: the heads of a layer in which it stands, of
    the first one only where both are made.
    """
    back, copying = met(model).roles
    heads = {"previous": [], "induction": [3 - copying], "both": [1 - back, 3 - copying]}[made]
    if also:
        heads = [*heads, *([back] * (made != "induction")), *([2 + copying] * (made != "previous"))]
    return together(*(erased(model, head, size, "mean") for head in heads))


def heads_by_hand(model: LanguageModel, made: str, ids: Tensor) -> Changes:
    """Put heads made by hand in the place of trained ones; what else could do their work is
    silent.
    """
    known = met(model)
    back, copying = known.roles
    table = known.notes[back]
    changes = others_silent(model, made, ids.shape[1] // 2, also=False)
    if made != "induction":
        changes = together(changes, replace_head(0, back, noted(table, ids)))
    if made != "previous":
        notes = run_with(model, ids, changes)[1]["blocks.0.attention.heads"][:, back]
        say = saying(model, reading_notes(table, notes, ids), ids, known.length)
        changes = together(changes, replace_head(1, copying, say.detach()))
    return changes


def changes_of(model: LanguageModel, head: int, ids: Tensor, asked: Question) -> Changes:
    """Return what a task changes."""
    size = ids.shape[1] // 2
    if asked.task == "cut":
        return erased(model, head, size, asked.instead)
    if asked.task == "look":
        return looking(head, asked.pattern, size)
    if asked.task == "move":
        return swapped_notes(model, head, ids, asked.pair)
    return heads_by_hand(model, asked.made, ids) if asked.task == "build" else {}


# Answers


class Answer(NamedTuple):
    """What is said about the list, as learned and with the change; N words a reading."""

    said: np.ndarray
    """The likeliest word after each word of the second reading, (2, N)."""
    chance: np.ndarray
    """How likely the right word is, (2, N); -1 where nobody can know it."""
    weights: np.ndarray
    """Where each word looks in each head, (2, heads, 2N, 2N)."""
    roles: tuple[int, ...]
    """As in ``Met``; empty but for ``build``."""
    parts: np.ndarray
    """What each of ``PARTS`` adds to the logit of the right word, (6,); empty but for ``apart``."""
    glances: np.ndarray
    """Of each head the four numbers of ``Glance``, (4, 4); empty but for ``apart``."""


@lru_cache(maxsize=64)
@torch.no_grad()
def answer_to(weights: str, asked: Question) -> Answer:
    """Run a model on the list, as it is and changed."""
    model = unpacked(weights)[asked.layers, asked.seed]
    size = len(asked.words)
    ids, following = read_twice([asked.words], [asked.begin])
    changes = changes_of(model, asked.head, ids, asked)
    runs = [run_with(model, ids), run_with(model, ids, changes)]
    known = following[0, size:]
    chance = [
        logits[0, size:].softmax(dim=-1)[range(size), known.clamp(min=0)] for logits, _ in runs
    ]
    chances = torch.where(known == UNASKED, -1.0, torch.stack(chance))
    names = [f"blocks.{i}.attention.weights" for i in range(asked.layers)]
    looks = [torch.cat([trace[name][0] for name in names]) for _, trace in runs]
    parts: Any = []
    glances: Any = []
    if asked.task == "apart":
        place, right = size + asked.at, int(known[asked.at])
        found = contributions(model, runs[0][1])
        parts = [found[name][0, place, right].item() for name in PARTS]
        key = int(after_earlier(ids)[0, place].argmax())
        for head in range(HEADS * asked.layers):
            layer, h = divmod(head, HEADS)
            mean = means(model, size)[layer][h] if asked.instead == "mean" else 0.0
            where: Any = {"query": place, "key": key, "answer": right, "instead": mean}
            glances.append([one.item() for one in weigh_glance(model, ids, layer, h, **where)])
    return Answer(
        torch.stack([logits[0, size:].argmax(dim=-1) for logits, _ in runs]).numpy(),
        chances.numpy(),
        torch.stack(looks).numpy(),
        met(model).roles if asked.task == "build" else (),
        np.array(parts),
        np.array(glances),
    )


def same_role(
    models: dict[tuple[int, int], LanguageModel], asked: Question, head: int
) -> list[int]:
    """Return the head that plays a head's part in the model of each seed."""
    layer, h = divmod(head, HEADS)
    roles = [met(models[asked.layers, seed]).roles[layer] for seed in KEPT]
    main = roles[asked.seed] == h
    return [HEADS * layer + (one if main else 1 - one) for one in roles]


def rows_of(asked: Question) -> list[str]:
    """Return what is measured on other lists, a name a row."""
    if asked.task in ("cut", "apart"):
        return ["nothing cut", *head_names(asked.layers)]
    if asked.task == "look":
        return ["as learned", "one word back", "evenly"]
    if asked.task == "move":
        return head_names(1)
    return ["trained", "cut", "by hand"]


def head_names(layers: int) -> list[str]:
    """Return the names of the heads, from the first layer on."""
    return [f"layer {i + 1}, head {h + 1}" for i in range(layers) for h in range(HEADS)]


@lru_cache(maxsize=64)
@torch.no_grad()
def shares_right(weights: str, asked: Question) -> np.ndarray:
    """Return what share of the words of other lists of the same length is said right, a row for each of
    ``rows_of``, a column for each seed; for ``move`` the share of lists whose answer moved.
    """
    models, size = unpacked(weights), len(asked.words)
    ids, following = lists(N_ASKED, size, SEED_ASKED)
    table = []
    for row in range(len(rows_of(asked))):
        heads = same_role(models, asked, row if asked.task == "move" else max(row - 1, 0))
        if asked.task == "look":
            heads = same_role(models, asked, asked.head)
        table.append(
            [
                _share(models[asked.layers, seed], ids, following, asked, row, heads[seed])
                for seed in KEPT
            ]
        )
    return np.array(table)


def _share(
    model: LanguageModel, ids: Tensor, following: Tensor, asked: Question, row: int, head: int
) -> float:
    size = ids.shape[1] // 2
    if asked.task == "move":
        one, other = asked.pair
        logits, _ = run_with(model, ids, swapped_notes(model, head, ids, asked.pair))
        at = (ids[:, size:] == ids[:, one : one + 1]).long().argmax(dim=1) + size
        said = logits[torch.arange(len(ids)), at].argmax(dim=-1)
        return (said == ids[:, other + 1]).double().mean().item()
    changes: Changes = {}
    if asked.task in ("cut", "apart") and row:
        changes = erased(model, head, size, asked.instead)
    elif asked.task == "look":
        changes = looking(head, PATTERNS[row], size)
    elif asked.task == "build" and row == 1:
        changes = others_silent(model, asked.made, size, also=True)
    elif asked.task == "build" and row == 2:
        changes = heads_by_hand(model, asked.made, ids)
    known = following != UNASKED
    logits, _ = run_with(model, ids, changes)
    return (logits.argmax(dim=-1) == following)[known].double().mean().item()


def spelled(ids: Iterable[int]) -> list[str]:
    """Return words by their ids; the dot that stands around lists is one."""
    return [WORDS[i] if i < len(WORDS) else "·" for i in ids]
