"""What the models of ``circuit`` say about a list, with a change made in them: as the page computes
it.
"""

import base64
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from whichbank.experiments._puzzles import heads, ladder
from whichbank.experiments.circuit import KEPT, LAYERS, SIZES, recorded_model, untrained
from whichbank.experiments.cuts import after_earlier, reading_notes, saying, swapped_notes
from whichbank.experiments.twice import SIZE, UNASKED, WORDS
from whichbank.figures.letters import names_of_heads
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
    also: int
    cells: tuple[float, ...]


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


class Profile(NamedTuple):
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
def profile(model: LanguageModel) -> Profile:
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
    return Profile(tuple(roles), torch.stack(notes, dim=1), length)


@cache
def means(model: LanguageModel, size: int) -> Tensor:
    """Return what each head writes at each place, its mean over texts, (L, H, T, D)."""
    trace = run_with(model, lists(N_MET, size, SEED_MET)[0])[1]
    return torch.stack(
        [trace[f"blocks.{i}.attention.heads"].mean(dim=0) for i in range(model.decoder.n_layers)]
    )


# Changes


def ablated(model: LanguageModel, head: int, size: int, instead: str) -> Changes:
    """Cut a head, counted from the first layer on."""
    layer, h = divmod(head, HEADS)
    return replace_head(layer, h, means(model, size)[layer][h] if instead == "mean" else 0.0)


def steered(head: int, pattern: str, size: int) -> Changes:
    """Fix where a head looks."""
    if pattern == "learned":
        return {}
    made = (previous_word if pattern == "previous" else every_word)(2 * size).double()
    return fix_pattern(*divmod(head, HEADS), made / made.sum(dim=-1, keepdim=True))


def others_ablated(model: LanguageModel, made: str, size: int, *, also: bool) -> Changes:
    """Cut what is made by hand, or leaves others to do it: the heads of a layer in which it stands, of
    the first one only where both are made.
    """
    previous, induction = profile(model).roles
    heads = {"previous": [], "induction": [3 - induction], "both": [1 - previous, 3 - induction]}[
        made
    ]
    if also:
        heads = [
            *heads,
            *([previous] * (made != "induction")),
            *([2 + induction] * (made != "previous")),
        ]
    return together(*(ablated(model, head, size, "mean") for head in heads))


PUZZLE = ladder()[11]
"""The two heads that a reader writes: their tables look here, too."""


@lru_cache(maxsize=1024)
def _looks_by_tables(
    cells: tuple[float, ...], ids: tuple[int, ...], first: bytes
) -> tuple[np.ndarray, np.ndarray]:
    words, own = list(dict.fromkeys(ids)), None
    if first:
        own = np.eye(len(ids) + 1)
        own[1:, 1:] = np.frombuffer(first).reshape(len(ids), -1)
    looks = np.zeros((2, len(ids), len(ids)))
    for word in words:
        mine = [t for t, one in enumerate(ids) if one == word]
        rest = [one for one in words if one != word]
        for letter in "abc":
            others = "abc".replace(letter, "")
            names = {one: others[i % 2] for i, one in enumerate(rest)} | {word: letter}
            row = " ".join(["*", *(names[one] for one in ids)])
            for look, head in zip(looks, heads(PUZZLE, cells, row, own), strict=True):
                look[mine] += head["weights"][1:, 1:][mine] / 3
    return looks[0], looks[1]


def looks_by_tables(
    cells: Sequence[float], ids: Tensor, first: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Return where two heads look that a reader wrote for puzzle 12, (B, T, T) each.

    Their tables know three letters, and a list has more words. So the word that looks is called a,
    b and c in turn, each other word one of the two other letters, and the mean is taken. Before the
    list stands the card that begins a row; what is looked at there is left out. ``first``, (B, T,
    T), is where the first head looks, if not where its table says.
    """
    given = [b"" if first is None else first[i].double().numpy().tobytes() for i in range(len(ids))]
    found = [
        _looks_by_tables(tuple(cells), tuple(row), own)
        for row, own in zip(ids.tolist(), given, strict=True)
    ]
    one, two = (torch.from_numpy(np.array(looks)) for looks in zip(*found, strict=True))
    return one, two


def heads_by_hand(
    model: LanguageModel, made: str, ids: Tensor, cells: Sequence[float] = ()
) -> tuple[Changes, dict[int, Tensor]]:
    """Put heads made by hand in the place of trained ones; what else could do their work is silent.

    Return the changes, and where the heads look that are made by hand, (B, T, T), by their number.
    With ``cells`` they look where the tables of puzzle 12 say.
    """
    known = profile(model)
    previous, induction = known.roles
    table = known.notes[previous]
    changes = others_ablated(model, made, ids.shape[1] // 2, also=False)
    looks: dict[int, Tensor] = {}
    trace = run_with(model, ids, changes)[1]
    trained = trace["blocks.0.attention.weights"][:, previous] if made == "induction" else None
    one, two = looks_by_tables(cells, ids, trained) if cells else (None, None)
    if made != "induction":
        if one is None:
            one = previous_word(ids.shape[1]).double().repeat(len(ids), 1, 1)
            one[:, 0] = 0  # nothing has come before
        looks[previous] = one
        nowhere = 1 - one.sum(dim=-1, keepdim=True)
        notes = one @ table[ids] + nowhere * table.mean(dim=0)
        changes = together(changes, replace_head(0, previous, notes))
    if made != "previous":
        if two is None:
            notes = run_with(model, ids, changes)[1]["blocks.0.attention.heads"][:, previous]
            two = reading_notes(table, notes, ids).detach()
        looks[HEADS + induction] = two
        say = saying(model, two, ids, known.length)
        changes = together(changes, replace_head(1, induction, say.detach()))
    return changes, looks


def all_ablated(model: LanguageModel, some: Iterable[int], size: int, instead: str) -> Changes:
    """Cut some heads at once."""
    return together(*(ablated(model, head, size, instead) for head in some))


def changes_of(
    model: LanguageModel, asked: Question, ids: Tensor
) -> tuple[Changes, dict[int, Tensor]]:
    """Return what a task changes, and where the heads look that are made by hand."""
    size = ids.shape[1] // 2
    if asked.task == "build":
        return heads_by_hand(model, asked.made, ids, asked.cells)
    changes: Changes = {}
    if asked.task == "cut":
        changes = all_ablated(
            model, [asked.head] + [asked.also] * (asked.also >= 0), size, asked.instead
        )
    elif asked.task == "look":
        changes = steered(asked.head, asked.pattern, size)
    elif asked.task == "move":
        changes = swapped_notes(model, asked.head, ids, asked.pair)
    return changes, {}


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
    """As in ``Profile``."""
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
    changes, by_hand = changes_of(model, asked, ids)
    runs = [run_with(model, ids), run_with(model, ids, changes)]
    known = following[0, size:]
    chance = [
        logits[0, size:].softmax(dim=-1)[range(size), known.clamp(min=0)] for logits, _ in runs
    ]
    chances = torch.where(known == UNASKED, -1.0, torch.stack(chance))
    names = [f"blocks.{i}.attention.weights" for i in range(asked.layers)]
    looks = [torch.cat([trace[name][0] for name in names]) for _, trace in runs]
    for head, look in by_hand.items():
        looks[1][head] = look[0]
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
        profile(model).roles,
        np.array(parts),
        np.array(glances),
    )


def same_role(
    models: dict[tuple[int, int], LanguageModel], asked: Question, head: int
) -> list[int]:
    """Return the head that plays a head's part in the model of each seed."""
    layer, h = divmod(head, HEADS)
    roles = [profile(models[asked.layers, seed]).roles[layer] for seed in KEPT]
    main = roles[asked.seed] == h
    return [HEADS * layer + (one if main else 1 - one) for one in roles]


def cuts_of(asked: Question) -> list[list[int]]:
    """Return which heads are cut in each row of shares: none, then each alone; where two are cut at
    once, these two alone, both, and the other two.
    """
    every = range(HEADS * asked.layers)
    if asked.task != "cut" or asked.also < 0:
        return [[], *([head] for head in every)]
    both = [asked.head, asked.also]
    rest = [head for head in every if head not in both]
    return [[], [both[0]], [both[1]], both, *([rest] if rest else [])]


JOBS = ("looks one back", "finds the note")


def rows_of(asked: Question, roles: Sequence[int]) -> list[str]:
    """Return what is measured on other lists, a name a row: a cut by its job, since each model may have
    another head for it.
    """
    names = [
        JOBS[layer] if main == h else f"other, layer {layer + 1}"
        for layer, main in enumerate(roles)
        for h in range(HEADS)
    ]
    if asked.task in ("cut", "apart"):
        one = [names[some[0]] if some else "nothing cut" for some in cuts_of(asked)]
        return one if asked.also < 0 else [*one[:3], "both", "the other two"][: len(one)]
    if asked.task == "look":
        return ["as learned", "one word back", "evenly"]
    if asked.task == "move":
        return names[:HEADS]
    return ["trained", "cut", "by hand"]


def head_names(layers: int) -> list[str]:
    """Return the names of the heads, from the first layer on."""
    return names_of_heads(layers, HEADS)


@lru_cache(maxsize=64)
@torch.no_grad()
def shares_right(weights: str, asked: Question) -> np.ndarray:
    """Return what share of the words of other lists of the same length is said right, a row for each of
    ``rows_of``, a column for each seed; for ``move`` the share of lists whose answer moved.
    """
    models, size = unpacked(weights), len(asked.words)
    ids, following = lists(N_ASKED, size, SEED_ASKED)
    table = [
        [_share(models, seed, ids, following, asked, row) for seed in KEPT]
        for row in range(len(rows_of(asked, profile(models[asked.layers, asked.seed]).roles)))
    ]
    return np.array(table)


def _share(
    models: dict[tuple[int, int], LanguageModel],
    seed: int,
    ids: Tensor,
    following: Tensor,
    asked: Question,
    row: int,
) -> float:
    model, size = models[asked.layers, seed], ids.shape[1] // 2
    if asked.task == "move":
        one, other = asked.pair
        head = same_role(models, asked, row)[seed]
        logits, _ = run_with(model, ids, swapped_notes(model, head, ids, asked.pair))
        at = (ids[:, size:] == ids[:, one : one + 1]).long().argmax(dim=1) + size
        said = logits[torch.arange(len(ids)), at].argmax(dim=-1)
        return (said == ids[:, other + 1]).double().mean().item()
    changes: Changes = {}
    if asked.task in ("cut", "apart"):
        some = [same_role(models, asked, head)[seed] for head in cuts_of(asked)[row]]
        changes = all_ablated(model, some, size, asked.instead)
    elif asked.task == "look":
        changes = steered(same_role(models, asked, asked.head)[seed], PATTERNS[row], size)
    elif asked.task == "build" and row == 1:
        changes = others_ablated(model, asked.made, size, also=True)
    elif asked.task == "build" and row == 2:
        changes, _ = heads_by_hand(model, asked.made, ids, asked.cells)
    known = following != UNASKED
    logits, _ = run_with(model, ids, changes)
    return (logits.argmax(dim=-1) == following)[known].double().mean().item()


def spelled(ids: Iterable[int]) -> list[str]:
    """Return words by their ids; the dot that stands around lists is one."""
    return [WORDS[i] if i < len(WORDS) else "·" for i in ids]
