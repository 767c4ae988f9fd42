"""The circuit lab: what its models do when heads are cut, moved, weighed and built, as it says."""

import re
from base64 import b64encode
from itertools import product
from typing import Any

import numpy as np
from collected import for_each
from drawn import Drawn, assert_drawn
from puzzle_answers import ANSWERS, cells_of

from whichbank.experiments import _puzzles
from whichbank.experiments.circuit import KEPT, recorded, recorded_model
from whichbank.experiments.cuts import roles
from whichbank.experiments.twice import LONG, SIZE, WORDS
from whichbank.figures import CircuitLab
from whichbank.figures.circuit.lab import (
    MADE,
    PUZZLE,
    cuts_of,
    lists,
    looks_by_tables,
    read_twice,
    unpacked,
)
from whichbank.figures.nets.quantized import to_bytes
from whichbank.transformer.hooks import run_with

ROLES = [roles(recorded_model(2, seed)) for seed in KEPT]


def make(**changes):
    return CircuitLab(**changes)


def shares(task, size, **more):
    """Each row of shares, with the heads of the first model in the order previous, other, induction,
    other.
    """
    back, copying = ROLES[0]
    words = [(7 * i + 3) % len(WORDS) for i in range(size)]
    found = make(task=task, words=words, **more).shares
    if task not in ("cut", "move"):
        return found
    heads = [back, 1 - back, *([2 + copying, 3 - copying] if task == "cut" else [])]
    return found[[0, *(1 + h for h in heads)]] if task == "cut" else found[heads]


@for_each("size", [SIZE, LONG])
def test_the_chapters_claims_hold_with_the_figures_weights_in_all_three_trainings(size):
    nothing, back, other, copying, last = shares("cut", size)
    assert (nothing > 0.98).all()
    assert (back < 0.45).all()
    assert (np.minimum(other, last) > 0.97).all()
    assert ((copying < 0.92) & (copying > back + 0.15)).all()
    learned, previous, even = shares("look", size, head=ROLES[0][0])
    assert (np.minimum(learned, previous) > 0.98).all()
    assert (even < 0.6).all()
    assert (shares("move", size) == [[1] * 3, [0] * 3]).all() or (
        np.abs(shares("move", size) - [[1] * 3, [0] * 3]) < 0.1
    ).all()
    for made in ("previous", "induction", "both"):
        trained, cut, by_hand = shares("build", size, made=made)
        assert (np.minimum(trained, by_hand) > 0.95).all()
        assert (cut < 0.45).all()
    assert (make(layers=1).shares[0] < 0.3).all()


def test_two_cuts_at_once_break_what_each_alone_does_not():
    """In each training the other head of layer 2 covers for the one that finds notes."""
    copying = 2 + ROLES[0][1]
    for one, also in ((copying, 5 - copying), (5 - copying, copying)):
        fig = make(head=one, also=also)
        assert fig.rows[3:] == ["both", "the other two"]
        found = dict(zip([(), (one,), (also,), "both", "rest"], fig.shares, strict=True))
        assert (found[5 - copying,] > 0.97).all()
        assert (found[copying,] > 0.4).all()
        assert (found["both"] < 0.15).all()
    assert make(head=2, also=2).second == make(layers=1, also=2).second == -1
    assert make(layers=1, head=0, also=1).rows[3:] == ["both"]


RIGHT = [cells_of(12, text) for text in ANSWERS["12"]["right"]]
WRONG = [cells_of(12, text) for text, _ in ANSWERS["12"]["wrong"]]


def test_a_readers_two_heads_do_the_work_of_the_trained_ones_if_they_solve_the_puzzle():
    """In three trainings, on lists as long as they come; and no wrong ones do."""
    words = [(7 * i + 3) % len(WORDS) for i in range(LONG)]
    for cells in RIGHT:
        for made in MADE:
            assert (make(task="build", made=made, cells=cells).shares[2] > 0.95).all(), made
        assert (make(task="build", cells=cells, words=words).shares[2] > 0.95).all()
    for cells in WRONG:
        assert (make(task="build", cells=cells).shares[2] < 0.2).all()


def test_a_readers_heads_look_one_word_back_and_then_at_what_came_after():
    ids, _ = lists(3, 14, 7)
    for cells in RIGHT:
        one, two = looks_by_tables(cells, ids)
        assert one.diagonal(-1, 1, 2).min() > 0.85
        for row, look in zip(ids.tolist(), two, strict=True):
            after = [row.index(word) + 1 for word in row[14:]]
            assert all(look[14 + i, s] > 0.85 for i, s in enumerate(after))
        assert one.triu(1).sum() == two.triu(1).sum() == 0


@for_each("made", MADE)
def test_the_ribbons_of_heads_made_by_hand_are_their_own(made):
    fig = make(task="build", made=made)
    back, copying = ROLES[0][0], 2 + ROLES[0][1]
    learned, now = fig.answer.weights
    hand = {"previous": [back], "induction": [copying], "both": [back, copying]}[made]
    for head in hand:
        assert np.abs(now[head] - learned[head]).max() > 0.005
    if back in hand:
        assert (now[back].diagonal(-1) == 1).all()


def test_its_lists_tell_what_the_record_tells():
    """It asks about 40 lists, the record about 300: some 0.05 apart, at most 0.1."""
    names = [
        "nothing",
        *(f"{n}, mean" for n in ("previous", "other in layer 1", "induction", "other in layer 2")),
    ]
    cuts = recorded()["2"]["cuts"]
    wanted = np.array([cuts[name][: len(KEPT), 0] for name in names])
    np.testing.assert_allclose(shares("cut", SIZE), wanted, atol=0.1)


def test_a_swapped_note_moves_the_answer_of_both_words():
    fig = make(task="move", words=range(8), begin=2, pair=(1, 5), head=ROLES[0][0])
    said = dict(zip(fig.again, fig.answer.said[1].tolist(), strict=True))
    assert (said[WORDS[1]], said[WORDS[5]]) == (6, 2)
    assert fig.right.sum(axis=1).tolist() == [7, 5]


@for_each("seed", KEPT)
def test_parts_sum_to_the_logit(seed):
    fig = make(task="apart", seed=seed)
    n = len(fig.words)
    ids, following = read_twice([fig.words], [fig.begin])
    logits, _ = run_with(unpacked(fig.weights)[2, seed], ids)
    right = logits[0, n + fig.place, following[0, n + fig.place]].item()
    np.testing.assert_allclose(sum(fig.parts.values()), right)


def test_a_big_weight_may_do_nothing_and_a_head_without_one_much():
    words = [4, 1, 12, 7, 0, 15, 9, 18]
    fig = make(task="apart", seed=2, words=words)
    weight, _, handed, lost = fig.answer.glances[2 + 1 - ROLES[2][1]]
    assert (weight > 0.95, handed > 5, abs(lost) < 0.5) == (True, True, True)
    back = ROLES[0][0]
    fig = make(task="apart", seed=0)
    weight, _, _, lost = fig.answer.glances[back]
    assert (weight < 0.05, lost > 5) == (True, True)
    assert abs(fig.parts[f"layer 1, head {back + 1}"]) < 0.5


def test_where_it_cannot_know_nothing_counts():
    fig = make(words=[3, 1, 2, 0], begin=1, done=True, guess=[2])
    assert fig.again == [WORDS[i] for i in (1, 2, 0, 3)]
    assert fig.known.tolist() == [True, True, False, True]
    assert fig.foreseen == fig.right[1].sum()
    assert make(task="apart", words=[3, 1, 2, 0], begin=1, at=6).place == 3
    assert make(task="move", words=[3, 1, 2, 0]).swapped == (0, 2)


def compare(fig: Any, drawn: Drawn) -> None:
    """The tables have what the models say and measure, the sentence counts what is right."""
    assert drawn.sliders == [["Words", str(len(fig.words))]]
    said = drawn.said[0]
    if "on its way" in said or "could not be loaded" in said:
        return
    *others, listed = drawn.tables
    shown = fig.done or fig.task not in ("cut", "move")
    _, _, rows = fig.table()
    assert listed == [[*row[1:4], *(row[4:] if shown else ["–", "–"])] for row in rows], (
        "what is said"
    )
    assert_drawn(others[-1], seen(fig, others[-1], shown=shown), "shares of other lists")
    if fig.task == "apart":
        adds, looks = [row[0] for row in others[0]], [row[1:] for row in others[0][1:5]]
        assert_drawn(adds, [*fig.parts.values(), sum(fig.parts.values())], "parts of the logit")
        assert_drawn(looks, fig.answer.glances, "looks of the heads")
    before, now = fig.right.sum(axis=1)
    if fig.task in ("cut", "look", "build") and shown:
        assert re.search(rf"\b{now} of {fig.known.sum()} are right", said)
        assert (fig.task == "look" and fig.pattern == "learned") or re.search(
            rf"\b{before}\b", said
        )
    if fig.task == "cut" and fig.done:
        marked = np.flatnonzero(fig.known)[np.isin(np.flatnonzero(fig.known), fig.guess)]
        foreseen = f"You foresaw {fig.foreseen} of {fig.known.sum()}"
        assert (foreseen if len(marked) else "You tapped none") in said
        assert ("You foresaw" in said) == bool(len(marked))


def seen(fig: Any, drawn: list, *, shown: bool) -> np.ndarray:
    """What stands in the table: of single cuts the one that is made, and those that were made before."""
    found = 100 * fig.shares
    if fig.task != "cut" or fig.second >= 0:
        return found * shown
    for row in range(len(found)):
        if not (shown and row in (0, 1 + fig.head)) and set(drawn[row]) == {"0"}:
            found[row] = 0
    return found


def questions() -> list[CircuitLab]:
    """Each task, in each training, on a short list and on a long one."""
    other = {"words": [*range(9, 20), 1, 0, 3], "begin": 9, "instead": "zero", "pattern": "even"}
    other |= {"pair": (9, 3), "at": 11}
    short = {
        "words": [4, 9, 2, 1],
        "begin": 2,
        "head": 0,
        "pattern": "previous",
        "made": "induction",
    }
    figs = [
        make(task=task, seed=seed, **[{}, other, short][seed])
        for task, seed in product(("cut", "look", "move", "apart", "build"), KEPT)
    ]
    figs += [make(task="build", seed=1, made=made, cells=RIGHT[1]) for made in MADE]
    figs += [make(task="build", cells=WRONG[0]), make(head=2, also=3)]
    figs += [make(layers=1), make(layers=1, also=0), make(task="look", layers=1, pattern="even")]
    return [*figs, make(head=2)]


def answer_cases() -> list[tuple[list, Any]]:
    return [
        (
            [fig.weights, fig.question._asdict()],
            {
                name: np.asarray(value).reshape(len(value), -1) if name == "weights" else value
                for name, value in fig.answer._asdict().items()
            },
        )
        for fig in questions()
    ]


def share_cases() -> list[tuple[list, Any]]:
    return [
        ([fig.weights, fig.question._asdict(), row, seed], fig.shares[row, seed])
        for fig in questions()
        for row, seed in product(range(len(fig.rows)), KEPT)
    ]


FILE = "lab"
CASES = {
    "answerOf": answer_cases,
    "shareOf": share_cases,
    "cutsOf": lambda: [([fig.question._asdict()], cuts_of(fig.question)) for fig in questions()],
    "looksByTables": lambda: [
        ([cells, ids[0].tolist(), None], [x[0].flatten() for x in looks_by_tables(cells, ids)])
        for cells in (RIGHT[1], WRONG[3])
        for ids in [lists(1, 5, 1)[0]]
    ],
    "rowCount": lambda: [([fig.question._asdict()], len(fig.rows)) for fig in questions()],
}
OTHER = {
    "head": 2,
    "seed": 1,
    "done": True,
    "guess": [2, 5],
    "words": [5, 3, 1, 2, 7, 9],
    "begin": 4,
    "also": 3,
}
BAD = [
    ({"task": "push"}, "task must be one of cut, look, move, apart, build; got 'push'"),
    ({"layers": 1, "task": "build"}, "layers must be 2 for the task build; got 1"),
    ({"layers": 3}, "layers must be one of 1, 2; got 3"),
    ({"seed": 3}, "seed must be one of 0, 1, 2; got 3"),
    ({"head": 4}, "head must be between 0 and 3; got 4"),
    ({"head": 2, "task": "move"}, "head must be in the first layer for the task move; got 2"),
    ({"words": [1, 2, 3]}, "words must have from 4 to 14 entries; got 3"),
    ({"words": [1, 2, 3, 1]}, "words must be different from each other; got [1, 2, 3, 1]"),
    ({"words": [1, 2, 3, 20]}, "words[3] must be between 0 and 19; got 20"),
    ({"begin": 14}, "begin must be between 0 and 13; got 14"),
    ({"instead": "one"}, "instead must be one of mean, zero; got 'one'"),
    ({"pattern": "next"}, "pattern must be one of learned, previous, even; got 'next'"),
    ({"pair": [1]}, "pair must have 2 entries; got 1"),
    ({"at": -1}, "at must be between 0 and 13; got -1"),
    ({"made": "none"}, "made must be one of previous, induction, both; got 'none'"),
    ({"also": 4}, "also must be between -1 and 3; got 4"),
    ({"cells": [1, 2]}, f"cells must have {_puzzles.count(PUZZLE)} entries, or none; got 2"),
    ({"guess": [1, 1]}, "guess must be different from each other; got [1, 1]"),
    ({"done": 1}, "done must be True or False; got 1"),
    ({"weights": b64encode(to_bytes([np.ones((2, 2))])).decode()}, "weights must hold"),
]
