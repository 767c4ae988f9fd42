"""Heads that training writes: the torch model is the reader's head, and the record is what it gives."""

import numpy as np
import pytest
import torch
from collected import for_each

from whichbank.experiments import puzzles
from whichbank.experiments._puzzles import asked, count, heads, judge, ladder, rows, wanted
from whichbank.experiments._run import N_SEEDS


@for_each("number", range(1, 13))
def test_the_model_is_the_head_that_a_reader_writes(number):
    puzzle = ladder()[number - 1]
    some = rows(puzzle)[:: len(rows(puzzle)) // 5]
    model = puzzles.Heads(puzzle)
    cells = np.random.default_rng(number).integers(-2, 3, count(puzzle))
    torch.nn.utils.vector_to_parameters(
        torch.tensor(cells, dtype=torch.float32), model.parameters()
    )
    assert model.cells() == cells.tolist()
    features, seen, target, which = puzzles.examples(puzzle, some)
    with torch.no_grad():
        out = model(features, seen)
    for b, row in enumerate(some):
        found = heads(puzzle, cells, row)[-1]["out"]
        np.testing.assert_allclose(out[b, : len(found)], found, atol=1e-4)
        assert which[b].nonzero().ravel().tolist() == asked(puzzle, row.split())
        for t in asked(puzzle, row.split()):
            np.testing.assert_allclose(
                target[b, t], wanted(puzzle, row.split(), t, puzzle["look"], []), atol=1e-6
            )


def test_the_record_is_whole_and_its_cells_are_as_right_as_it_says():
    record = puzzles.recorded()
    assert list(record) == [str(n) for n in range(1, 13)]
    for number, kinds in record.items():
        puzzle = ladder()[int(number) - 1]
        assert kinds["right"].shape == kinds["used"].shape == (N_SEEDS,)
        found, best = judge(puzzle, kinds["cells"]), kinds["right"].argmax()
        assert found.right / found.of == pytest.approx(kinds["right"][best], abs=5e-4)
        assert (abs(kinds["cells"]) >= puzzles.USED).sum() == kinds["used"][best]


@pytest.mark.numbers
def test_the_record_is_what_training_gives():
    record = puzzles.recorded()
    for number in (1, 9):
        found = puzzles.measure(number, 0)
        assert found["right"] == record[str(number)]["right"][0]


def test_what_the_page_says_of_the_record():
    record = puzzles.recorded()
    smallest = [sum(x != 0 for x in puzzle["smallest"]) for puzzle in ladder()]
    for kinds, few in zip(record.values(), smallest, strict=True):
        assert kinds["used"].min() > few, "training uses more cells than are needed"
    share = np.mean([np.mean(kinds["used"]) / len(kinds["cells"]) for kinds in record.values()])
    assert share > 0.8, "nearly every cell is in use"
