"""The puzzles: right answers pass on all rows, wrong ones fail with the mistake that they make, and
the browser says the same.
"""

from itertools import product
from typing import Any

import numpy as np
from collected import for_each
from drawn import Drawn, assert_drawn
from puzzle_answers import ANSWERS, LADDER, cells_of

from whichbank.experiments import _puzzles
from whichbank.figures import WriteHead

FILE = "ladder"
RIGHT = [(int(n), text) for n, told in ANSWERS.items() for text in told["right"]]
WRONG = [(int(n), text, says) for n, told in ANSWERS.items() for text, says in told["wrong"]]


def make(**changes):
    """The figure as it opens."""
    return WriteHead(**changes)


def judge(number: int, cells: list[int]) -> _puzzles.Verdict:
    puzzle = LADDER[number - 1]
    return _puzzles.judge(puzzle, cells, puzzle["row"])


@for_each("number, text", RIGHT)
def test_a_right_answer_is_right_on_all_rows(number, text):
    found = judge(number, cells_of(number, text))
    assert found == (found.of, found.of, "", "")


@for_each("number, text, says", WRONG)
def test_a_wrong_answer_is_told_its_mistake_with_a_row_that_shows_it(number, text, says):
    cells, puzzle = cells_of(number, text), LADDER[number - 1]
    found = judge(number, cells)
    assert found.says.startswith(says)
    assert not all(_puzzles.right(puzzle, cells, found.row))


@for_each("number", range(1, 13))
def test_a_puzzle_has_its_answers_and_a_smallest_one_within_par(number):
    puzzle, told = LADDER[number - 1], ANSWERS[str(number)]
    assert len(told["right"]) >= 2
    assert len(told["wrong"]) >= 6
    assert cells_of(number, told["right"][0]) == puzzle["smallest"] or number == 6
    used = [sum(x != 0 for x in cells_of(number, text)) for text in told["right"]]
    smallest = sum(x != 0 for x in puzzle["smallest"])
    assert judge(number, puzzle["smallest"]).row == ""
    assert smallest <= min(used)
    assert puzzle["par"] == smallest
    assert puzzle["row"] in _puzzles.rows(puzzle)


@for_each("number", range(1, 13))
def test_every_rule_in_words_fills_something_of_its_own(number):
    groups = _puzzles.groups(LADDER[number - 1])
    for group, rules in zip(groups, LADDER[number - 1]["rules"], strict=True):
        assert rules, group
        assert len({str(cells) for _, cells in rules}) == len(rules)
        assert all(cells for _, cells in rules)


@for_each("number", range(2, 13))
def test_rules_in_words_alone_solve_no_puzzle_but_the_first(number):
    puzzle = LADDER[number - 1]
    groups = _puzzles.groups(puzzle)
    for picked in product(*([[], *(cells for _, cells in rules)] for rules in puzzle["rules"])):
        cells = [0] * _puzzles.count(puzzle)
        for group, filled in zip(groups, picked, strict=True):
            for i, x in filled:
                cells[group.start + i] = x
        own = all(_puzzles.right(puzzle, cells, puzzle["row"]))
        assert not own or judge(number, cells).row, picked


def test_rows_are_all_that_the_cards_can_make():
    assert len(_puzzles.rows(LADDER[1])) == 3**2 + 3**3 + 3**4 + 3**5
    for row in _puzzles.rows(LADDER[11]):  # what followed the last letter is never in doubt
        *before, last = row.split()
        found = {after for card, after in zip(before, row.split()[1:], strict=True) if card == last}
        assert len(found) == 1


def test_a_card_that_may_not_look_ahead_does_not():
    for puzzle in LADDER:
        if puzzle["causal"]:
            cells = np.random.default_rng(0).integers(-6, 7, _puzzles.count(puzzle))
            for head in _puzzles.heads(puzzle, cells, puzzle["row"]):
                assert not np.triu(head["weights"], 1).any()


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the cell, the table the shares, and the read-out how right the head is."""
    assert_drawn([text for _, text in drawn.sliders], [np.round(fig.written[fig.cell])], "slider")
    last = fig.heads[-1]["weights"]
    assert_drawn(drawn.tables[0], 100 * last, "shares")
    assert drawn.text.count("✗") == fig.right.count(False)
    said, verdict = drawn.said[0], fig.verdict
    if fig.hinted:
        assert said == fig.now["hint"]
    elif fig.shown == "smallest":
        used = sum(x != 0 for x in fig.now["smallest"])
        assert said.startswith(f"The smallest solution that we know: {used} number")
    elif fig.shown == "trained":
        assert f"{fig.now['runs'].count(1)} of the {len(fig.now['runs'])} runs" in said
    elif not fig.tried:
        assert said.startswith(f"Right at {sum(fig.right)} of {len(fig.right)} cards of this row.")
    elif verdict.row:
        wrong = verdict.of - verdict.right
        assert said == f"Wrong on {wrong} of {verdict.of} rows. {verdict.says}"
    else:
        assert said.startswith(f"Right on all {verdict.of} rows, with {fig.used} number")


def some_rows(puzzle: Any) -> list[list[str]]:
    return [
        row.split() for row in _puzzles.rows(puzzle)[:: max(1, len(_puzzles.rows(puzzle)) // 8)]
    ]


EVERY = [(puzzle, cards) for puzzle in LADDER for cards in some_rows(puzzle)]
RULES = sorted(
    {
        rule
        for puzzle in LADDER
        for told in [puzzle["look"], *(one.get("look", "even") for one in puzzle["mistakes"])]
        for rule in told.split("|")
    }
)
TRIES = [(n, text) for n, text, _ in WRONG] + RIGHT


def random_cells(puzzle: Any) -> list[float]:
    draw = np.random.default_rng(_puzzles.count(puzzle))
    return draw.integers(-3, 4, _puzzles.count(puzzle)).tolist()


CASES = {
    "rowsOf": lambda: [([puzzle], list(_puzzles.rows(puzzle))) for puzzle in LADDER],
    "askedOf": lambda: [
        ([puzzle, cards], _puzzles.asked(puzzle, cards)) for puzzle, cards in EVERY
    ],
    "lookedAt": lambda: [
        ([rule, cards, t, causal], _puzzles.looked(rule, cards, t, causal))
        for _, cards in EVERY[::3]
        for rule in RULES
        for t in range(len(cards))
        for causal in (True, False)
    ],
    "wantedOf": lambda: [
        ([puzzle, cards, t], _puzzles.wanted(puzzle, cards, t, puzzle["look"], []))
        for puzzle, cards in EVERY
        for t in _puzzles.asked(puzzle, cards)
    ],
    "headsOf": lambda: (
        [
            ([puzzle, cells, " ".join(cards)], _puzzles.heads(puzzle, cells, " ".join(cards)))
            for puzzle, cards in EVERY
            for cells in (random_cells(puzzle), puzzle["smallest"])
        ]
        + [
            (
                [puzzle, puzzle["smallest"], row, first],
                _puzzles.heads(puzzle, puzzle["smallest"], row, first),
            )
            for puzzle, row in [(LADDER[11], "* a b c a b c a b c a b")]  # longer than its clock
            for first in (None, np.tri(12) / np.arange(1, 13)[:, None])
        ]
    ),
    "rightOf": lambda: [
        ([puzzle, cells, row], _puzzles.right(puzzle, cells, row))
        for n, text in TRIES
        for puzzle, cells in [(LADDER[n - 1], cells_of(n, text))]
        for row in _puzzles.rows(puzzle)[:3]
    ],
    "judged": lambda: [
        (
            [LADDER[n - 1], cells_of(n, text), LADDER[n - 1]["row"]],
            judge(n, cells_of(n, text))._asdict(),
        )
        for n, text in TRIES
    ],
}
OTHER = {
    "puzzle": 2,
    "cells": [1, 0, 0, 0, 0, 0, 1, 0, 0, 0],
    "row": "a b c",
    "card": 1,
    "cell": 6,
    "tried": True,
    "shown": "trained",
}
BAD = [
    ({"puzzle": 13}, "puzzle must be between 1 and 12; got 13"),
    ({"cells": [0, 1]}, "cells must have 6 entries; got 2"),
    ({"cells": [7, 0, 0, 0, 0, 0]}, "cells[0] must be between -6 and 6; got 7"),
    ({"row": "a e"}, "row must be a row of puzzle 1; got 'a e'"),
    ({"card": 4}, "card must be between 0 and 3; got 4"),
    ({"cell": 6}, "cell must be between 0 and 5; got 6"),
    ({"shown": "par"}, "shown must be one of yours, smallest, trained; got 'par'"),
    ({"ladder": []}, "ladder must have 12 entries; got 0"),
]
