"""The circuit lab: heads of a small trained model are cut, steered, patched, taken apart and built by
hand, on a list of words that it reads twice.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.experiments._puzzles import count
from whichbank.experiments.circuit import KEPT, LAYERS
from whichbank.experiments.twice import WORDS
from whichbank.figures.circuit.lab import (
    HEADS,
    INSTEAD,
    MADE,
    PATTERNS,
    PUZZLE,
    TASKS,
    Answer,
    Question,
    answer_to,
    head_names,
    packed_weights,
    rows_of,
    shares_right,
    spelled,
    unpacked,
)
from whichbank.figures.kit.bundle import program
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Flag, Index, List, Number, Text, Whole
from whichbank.plots import Picture, bars, looks

FIRST = ("cat", "apple", "milk", "honey", "stone", "lake", "piano", "cup")
LEAST, MOST = 4, 14
"""How many words a list has."""
MOST_CELL = 6


def _layers(layers: int, task: str) -> int:
    if task not in ("cut", "look") and layers != 2:
        raise ValueError(f"must be 2 for the task {task}; got {layers}")
    return layers


def _head(head: int, task: str) -> int:
    if task == "move" and head >= HEADS:
        raise ValueError(f"must be in the first layer for the task move; got {head}")
    return head


def _list(words: list[int]) -> list[int]:
    if not LEAST <= len(words) <= MOST:
        raise ValueError(f"must have from {LEAST} to {MOST} entries; got {len(words)}")
    return words


def _cells(cells: list[float]) -> list[float]:
    if len(cells) not in (0, count(PUZZLE)):
        raise ValueError(f"must have {count(PUZZLE)} entries, or none; got {len(cells)}")
    return cells


def _weights(weights: str) -> str:
    unpacked(weights)
    return weights


class CircuitLab(Figure):
    """Cut heads out of a small trained model that reads a list of words twice, and see what it still
    gets right.

    Parameters
    ----------
    task : str, default "cut"
        What the reader does: ``"cut"`` a head, ``"look"`` at its pattern and fix it, ``"move"`` two
        notes, take a logit ``"apart"``, or ``"build"`` heads by hand.
    layers : int, default 2
        Of the model: 1 or 2; the tasks move, apart and build need 2.
    seed : int, default 0
        Which of three trainings: 0, 1 or 2. On the page it is model 1, 2 or 3.
    head : int, default 1
        Which head: 0 and 1 are those of the first layer, 2 and 3 those of the second.
    words : sequence of int, optional
        The list: from 4 to 14 different places in ``WORDS``.
    begin : int, default 3
        The place at which the second reading begins; it goes around.
    instead : str, default "mean"
        What a head writes that is cut: its ``"mean"`` over texts, or ``"zero"``.
    pattern : str, default "previous"
        Of the task look: as ``"learned"``, the ``"previous"`` word, or all words before, ``"even"``.
    pair : (int, int), default (1, 5)
        Of the task move: the places of two words on the first reading, two apart or more, neither of them
        the last one. Where the list is too short for them, they count as (0, 2).
    at : int, default 2
        Which word of the second reading asks.
    made : str, default "both"
        Of the task build: ``"previous"``, ``"induction"`` or ``"both"`` heads.
    also : int, default -1
        Of the task cut: a second head that is cut at once; -1, or what is no other head of the
        model, is none.
    cells : sequence of float, optional
        Of the task build: the tables of puzzle 12 by which the heads look; without them they look as
        ours do.
    guess : sequence of int, optional
        Places that the reader has marked: of words on the second reading that will be said wrong, for
        the task move of the word on the first reading that will be said.
    done : bool, optional
        Whether the result is shown: where there is no guess, from the start.
    weights : str, optional
        The weights of all six models, 8 bits a number.
    engine : str, optional
        The program that computes on the page, in a worker.

    Examples
    --------
    >>> fig = CircuitLab(done=True)
    >>> fig
    CircuitLab(task='cut', layers=2, seed=0, head='layer 1, head 2', right=[7, 2])
    >>> fig.rows[2], fig.shares[2].round(1)
    ('looks one back', array([0.2, 0.1, 0.3]))
    """

    later = ("weights", "engine")

    task = Choice(TASKS)
    layers = Choice(LAYERS, 2, check=_layers)
    seed = Choice(KEPT)
    head = Index(lambda layers: HEADS * layers, 1, check=_head)
    words = List(
        Index(len(WORDS)), [WORDS.index(word) for word in FIRST], distinct=True, check=_list
    )
    begin = Whole(3, low=0, high=MOST - 1)
    instead = Choice(INSTEAD)
    pattern = Choice(PATTERNS, "previous")
    pair = List(Whole(low=0, high=MOST - 1), (1, 5), length=2)
    at = Whole(2, low=0, high=MOST - 1)
    made = Choice(MADE, "both")
    also = Whole(-1, low=-1, high=2 * HEADS - 1)
    cells = List(Number(low=-MOST_CELL, high=MOST_CELL), (), check=_cells)
    guess = List(Whole(low=0, high=MOST - 1), (), distinct=True)
    done = Flag(lambda task: task not in ("cut", "move"))
    weights = Text(packed_weights, check=_weights)
    engine = Text(lambda: program("circuit/worker.js"))

    @property
    def once(self) -> list[str]:
        """The list, as it is read first."""
        return spelled(self.words)

    @property
    def again(self) -> list[str]:
        """The list, as it is read again."""
        n = len(self.words)
        return spelled(self.words[(self.begin + i) % n] for i in range(n))

    @property
    def place(self) -> int:
        """Which word of the second reading asks: not the one that nothing has followed yet."""
        n = len(self.words)
        at = self.at % n
        return at if (self.begin + at) % n != n - 1 else (at + 1) % n

    @property
    def swapped(self) -> tuple[int, int]:
        """The two places whose notes are swapped."""
        one, other = self.pair
        fits = max(one, other) < len(self.words) - 1 and abs(one - other) > 1
        return (one, other) if fits else (0, 2)

    @property
    def second(self) -> int:
        """The second head that is cut, -1 for none."""
        other = self.also != self.head and self.also < HEADS * self.layers
        return self.also if self.task == "cut" and other else -1

    @property
    def question(self) -> Question:
        """All that the answer depends on."""
        return Question(
            self.task, self.layers, self.seed, tuple(self.words), self.begin % len(self.words),
            self.head, self.instead, self.pattern, self.swapped, self.place, self.made,
            self.second, tuple(self.cells),
        )  # fmt: skip

    @property
    def answer(self) -> Answer:
        """What the model says about the list, as learned and changed, by ``hooks.run_with``."""
        return answer_to(self.weights, self.question)

    @property
    def known(self) -> np.ndarray:
        """Which words of the second reading can be followed by a known word, (N,)."""
        return self.answer.chance[0] >= 0

    @property
    def right(self) -> np.ndarray:
        """Whether each word of the second reading is followed by the right one, as learned and changed,
        (2, N); nothing is right where nobody can know it.
        """
        wanted = [
            self.words[(self.begin + i + 1) % len(self.words)] for i in range(len(self.words))
        ]
        return (self.answer.said == wanted) & self.known

    @property
    def foreseen(self) -> int:
        """At how many places of the second reading the reader marked what is wrong, and only that."""
        marked = np.isin(np.arange(len(self.words)), self.guess)
        return int((marked != self.right[1])[self.known].sum())

    @property
    def rows(self) -> list[str]:
        """What is measured on other lists, a name for each row of ``shares``."""
        return rows_of(self.question, self.answer.roles)

    @property
    def shares(self) -> np.ndarray:
        """The share of 40 other lists' words that is said right, a row for each change, a column for
        each of the three models; for the task move the share of lists whose answer moved.
        """
        return shares_right(self.weights, self.question)

    @property
    def parts(self) -> dict[str, float]:
        """What each part adds to the logit of the right word, for the task apart: they sum to it."""
        names = ["the word and its place", *head_names(2), "biases"]
        return dict(zip(names, self.answer.parts.tolist(), strict=False))

    def still(self) -> Picture:
        """Return where the words look in the chosen head, or the shares that are right."""
        if self.task == "look":
            weights = self.answer.weights[1, self.head]
            return looks(weights, [*self.once, *(f"{word} again" for word in self.again)])
        groups = {
            f"model {seed + 1}": dict(zip(self.rows, self.shares[:, seed].tolist(), strict=True))
            for seed in KEPT
        }
        return bars(groups, unit="share right", ranked=False)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what follows each word of the second reading."""
        n = len(self.words)
        said, chance = [spelled(row) for row in self.answer.said], self.answer.chance
        right = [
            WORDS[self.words[(self.begin + i + 1) % n]] if self.known[i] else "–" for i in range(n)
        ]
        rows = [
            [word, right[i], said[0][i], _share(chance[0, i]), said[1][i], _share(chance[1, i])]
            for i, word in enumerate(self.again)
        ]
        heads = ["word", "next", "as learned", "sure", "changed", "sure"]
        return "What the model says after each word of the second reading", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"task={self.task!r}"
        yield f"layers={self.layers}"
        yield f"seed={self.seed}"
        yield f"head={head_names(self.layers)[self.head]!r}"
        yield f"right={self.right.sum(axis=1).tolist()}"


def _share(chance: float) -> str:
    return f"{chance:.2f}" if chance >= 0 else "–"
