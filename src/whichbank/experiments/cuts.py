"""Which head does what in a model of ``circuit``, heads that are made by hand, and what is left when
one is cut out.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from whichbank.experiments.twice import LONG, N_ASKED, SIZE, UNASKED, WORDS, accuracy, asked, lists
from whichbank.transformer import LanguageModel
from whichbank.transformer.circuits import contributions, weigh_glance
from whichbank.transformer.hooks import (
    Changes,
    fix_pattern,
    patch,
    previous_word,
    replace_head,
    run_with,
    together,
)


def after_earlier(ids: Tensor) -> Tensor:
    """Return, for each word that has come before, the place after it: a pattern, (B, T, T), with a 1
    there, and zeros in the row of a word that is new.

    Examples
    --------
    >>> after_earlier(torch.tensor([[7, 5, 7]]))[0].int().tolist()
    [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    """
    same = (ids[:, :, None] == ids[:, None, :]).tril(-1)  # (B, T, T)
    return same.roll(1, dims=2).float() * (same.any(dim=2, keepdim=True))


def looks(model: nn.Module, ids: Tensor) -> tuple[Tensor, Tensor]:
    """Return how much each head looks at the word before, and, where a word has come before, at the
    one after it: two tables, (n_layers, H), of mean weights.
    """
    trace = run_with(model, ids)[1]
    weights = torch.stack([w for name, w in trace.items() if name.endswith(".weights")])
    back = weights.diagonal(-1, dim1=-2, dim2=-1).mean(dim=(1, 3))  # (L, H)
    wanted = after_earlier(ids)[:, None]  # (B, 1, T, T)
    copying = (weights * wanted).sum(dim=(1, 3, 4)) / wanted.sum()
    return back, copying


def roles(model: nn.Module) -> tuple[int, int]:
    """Return which head of the first layer looks most at the word before, and which of the second
    most at the word after the same word's first place.
    """
    back, copying = looks(model, lists(N_ASKED, SIZE, seed=3000)[0])
    return int(back[0].argmax()), int(copying[1].argmax())


# Heads that are made by hand


def notes(model: nn.Module, head: int) -> Tensor:
    """Return what a head of the first layer writes on average after each word: a table of notes, a
    row a word, (20, D).
    """
    ids = lists(1000, SIZE, seed=3001)[0]
    heads = run_with(model, ids)[1]["blocks.0.attention.heads"][:, head, 1:]  # (B, T - 1, D)
    return torch.stack([heads[ids[:, :-1] == word].mean(dim=0) for word in range(len(WORDS))])


def noted(table: Tensor, ids: Tensor) -> Tensor:
    """Return what a head that only knows a table of notes writes: after each word its row, (B, T,
    D).
    """
    rows = table[ids].roll(1, dims=1)
    rows[:, 0] = table.mean(dim=0)
    return rows


def reading_notes(table: Tensor, written: Tensor, ids: Tensor, sharpness: float = 10.0) -> Tensor:
    """Return the pattern of a head that looks for the present word's row of a table among the notes
    that were written, both without their mean: (B, T, T).
    """
    middle = table.mean(dim=0)
    fit = nn.functional.cosine_similarity(
        (table[ids] - middle)[:, :, None], (written - middle)[:, None], dim=-1
    )  # (B, T, T)
    later = torch.ones_like(fit[0], dtype=torch.bool).triu(1)
    return (sharpness * fit).masked_fill(later, -torch.inf).softmax(dim=-1)


def saying(model: LanguageModel, pattern: Tensor, ids: Tensor, length: float) -> Tensor:
    """Return what a head writes that says each word that it looks at: the word's own row of
    ``to_scores``, of one length, (B, T, D).
    """
    rows = nn.functional.normalize(model.to_scores.weight - model.to_scores.weight.mean(dim=0))
    return length * pattern @ rows[ids]


# Cuts


def mean_output(model: nn.Module, layer: int, size: int) -> Tensor:
    """Return what each head of a layer writes at each place, its mean over lists that are not
    asked about: (H, T, D).
    """
    trace = run_with(model, lists(N_ASKED, size, seed=3002)[0])[1]
    return trace[f"blocks.{layer}.attention.heads"].mean(dim=0)


def changes(model: LanguageModel, size: int = SIZE) -> dict[str, Changes]:
    """Return the changes that are measured in a model of two layers, by their names, for
    the lists of ``asked(size)``.

    "previous" is the head of the first layer that looks most at the word before, "induction" the
    head of the second that looks most at the word after the same word; "other" is the other head of
    that layer: the same cut, made elsewhere.
    """
    ids, _ = asked(size)
    back, copying = roles(model)
    heads = {
        "previous": (0, back),
        "other in layer 1": (0, 1 - back),
        "induction": (1, copying),
        "other in layer 2": (1, 1 - copying),
    }
    means = [mean_output(model, layer, size) for layer in (0, 1)]
    made: dict[str, Changes] = {"nothing": {}}
    for name, (layer, head) in heads.items():
        made[f"{name}, zero"] = replace_head(layer, head, 0.0)
        made[f"{name}, mean"] = replace_head(layer, head, means[layer][head])
    silent = made["other in layer 2, mean"]
    made["both in layer 1, mean"] = together(made["previous, mean"], made["other in layer 1, mean"])
    made["both in layer 2, mean"] = together(made["induction, mean"], silent)

    table = notes(model, back)
    by_hand = noted(table, ids)
    trained = run_with(model, ids)[1]["blocks.1.attention.heads"][:, copying]
    length = trained.norm(dim=-1).mean().item()
    say = saying(model, reading_notes(table, by_hand, ids), ids, length)
    made["previous, pattern by hand"] = fix_pattern(0, back, previous_word(2 * size))
    made["previous, by hand"] = replace_head(0, back, by_hand)
    made["induction, pattern by hand"] = together(
        fix_pattern(1, copying, after_earlier(ids)), silent
    )
    made["induction, by hand"] = together(replace_head(1, copying, say), silent)
    made["both by hand"] = together(
        made["previous, by hand"], made["induction, by hand"], made["other in layer 1, mean"]
    )
    return made


def swapped_notes(
    model: LanguageModel, head: int, ids: Tensor, pair: tuple[int, int]
) -> dict[str, Any]:
    """Swap the notes that a head of the first layer writes after two words, by the run of a text that
    has them in each other's place.
    """
    one, other = pair
    swapped = ids.clone()
    swapped[:, [one, other]] = ids[:, [other, one]]
    name = "blocks.0.attention.heads"
    source = run_with(model, swapped)[1][name][:, head]

    def change(heads: Tensor) -> Tensor:
        heads = heads.clone()
        for at in (one + 1, other + 1):
            heads[:, head] = patch(name, at, source)[name](heads[:, head])
        return heads

    return {name: change}


def moved_notes(model: LanguageModel, head: int, size: int = SIZE) -> tuple[float, float]:
    """Swap two notes, and see whether the answer moves with them (activation patching).

    A second text has two words of the list in each other's place. From its run, what a head of the
    first layer writes at the places after these two is put into the run of the first text: there
    the notes of the two words are now swapped, and nothing else is. Return the share of texts that
    say, after the first of the two, the word that had followed it, and the share that say the word
    that had followed the other: 1 and 0 if nothing moves, 0 and 1 if the answer follows the note.
    """
    ids, _ = lists(N_ASKED, size, seed=2001)
    ids = ids[:, :size]
    one, other = 1, size - 3  # two places that are no neighbors
    question = torch.cat([ids, ids[:, one : one + 1]], dim=1)
    change = swapped_notes(model, head, question, (one, other))
    said = run_with(model, question, change)[0][:, -1].argmax(dim=-1)
    before, moved = (said == ids[:, at + 1] for at in (one, other))
    return before.double().mean().item(), moved.double().mean().item()


def glances(model: LanguageModel, size: int = SIZE) -> np.ndarray:
    """Weigh how the two heads of the second layer look at the answer: the induction head, then the
    other, a row of five numbers each, (2, 5).

    The means over lists, at the third word of the second reading: the four numbers of ``Glance``,
    and its effect once more where the other of the two is erased already. To be erased is to write
    the mean over texts.
    """
    ids, following = asked(size)
    query = size + 2
    known = following[:, query] != UNASKED
    ids, answer = ids[known], following[known, query]
    means, first = mean_output(model, 1, size), roles(model)[1]
    rows = []
    for head in (first, 1 - first):
        where: Any = {"query": query, "answer": answer, "instead": means[head]}
        where["key"] = after_earlier(ids)[:, query].argmax(dim=1)
        gone = replace_head(1, 1 - head, means[1 - head])
        glance = weigh_glance(model, ids, 1, head, **where)
        alone = weigh_glance(model, ids, 1, head, changes=gone, **where).effect
        rows.append([one.mean().item() for one in (*glance, alone)])
    return np.array(rows)


def direct(model: LanguageModel, size: int = SIZE) -> dict[str, float]:
    """Return what each part adds to the logit of the answer itself, above what it adds to a word on
    average: the mean over all that is asked, by the names of ``contributions``.
    """
    ids, following = asked(size)
    known = following != UNASKED
    parts = contributions(model, run_with(model, ids)[1])
    return {
        name: (part.gather(2, following.clamp(min=0)[..., None])[..., 0] - part.mean(dim=-1))[known]
        .mean()
        .item()
        for name, part in parts.items()
    }


def measure(model: LanguageModel, sizes: Sequence[int] = (SIZE, LONG)) -> dict[str, Any]:
    """Return what is recorded of a model of two layers, by the names of ``recorded``."""
    back, copying = looks(model, lists(N_ASKED, SIZE, seed=3000)[0])
    head = roles(model)[0]
    shares: dict[str, list[float]] = {}
    for size in sizes:
        for name, change in changes(model, size).items():
            shares.setdefault(name, []).append(round(accuracy(model, *asked(size), change), 3))
    return {
        "back": back.double().numpy().round(2).tolist(),
        "copying": copying.double().numpy().round(2).tolist(),
        "roles": list(roles(model)),
        "moved": np.round([moved_notes(model, one) for one in (head, 1 - head)], 3).tolist(),
        "glances": glances(model).round(2).tolist(),
        "direct": {name: round(one, 2) for name, one in direct(model).items()},
        "cuts": shares,
    }
