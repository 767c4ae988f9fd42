"""The figure of a block's parts: what it is made of, what it shows, and what it does not take."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from collected import for_each
from drawn import Drawn, assert_drawn, assert_near

from whichbank.experiments.ablation import SWITCHES
from whichbank.figures import BlockSwitches
from whichbank.figures.switches import SETTINGS

MEAN = [[3.0, 2.0 + i / 100] for i in range(24)]
GRADIENTS = [[10.0**-i, 0.5, 0.25] for i in range(24)]


def make(**changes):
    """24 settings, two stops, three blocks."""
    traits = {"steps": [25, 50], **dict.fromkeys(("mean", "lowest", "highest"), MEAN)}
    return BlockSwitches(**(traits | {"gradients": GRADIENTS, "runs": [5] * 24} | changes))


def switched(setting):
    """The four switches of a setting, by their names."""
    return dict(zip(("attention", "mlp", "skip", "norm"), setting, strict=True))


def test_rows_are_the_recorded_settings():
    assert [(p.attention, p.mlp == "relu", p.skip, p.norm) for p in SWITCHES] == list(SETTINGS)


@for_each("row, setting", list(enumerate(SETTINGS)))
def test_row_of_the_switches(row, setting):
    assert make(**switched(setting)).row == row


@pytest.mark.parametrize(
    ("changes", "formula"),
    [
        ({}, ["x = x + attention(norm(x))", "x = x + mlp(norm(x))"]),
        ({"norm": "post"}, ["x = norm(x + attention(x))", "x = norm(x + mlp(x))"]),
        ({"norm": "none", "mlp": False}, ["x = x + attention(x)"]),
        ({"skip": False, "attention": False}, ["x = self_only(norm(x))", "x = mlp(norm(x))"]),
        ({"skip": False, "norm": "post", "mlp": False}, ["x = norm(attention(x))"]),
    ],
)
def test_formula(changes, formula):
    assert make(**changes).formula == formula


def test_repr_table_and_picture():
    fig = make(skip=False)
    assert repr(fig) == "BlockSwitches(attention=True, mlp=True, skip=False, norm='pre', loss=2.0)"
    caption, heads, rows = fig.table()
    assert "after 50 steps" in caption
    assert rows[3] == ["attention on, MLP on, skip off, norm pre", "2.03", "1e-03", "2e-01"]
    assert len(rows) == 24
    assert len(heads) == len(rows[0])
    assert repr(fig.still()).startswith(
        "Curves of loss on held-out text over steps of training, from 25 to 50."
    )


def test_is_made_of_trainings_of_different_number():
    losses = [[[3.0, 2.0], [3.0, 2.5]], *([[[3.0, 2.25]]] * 23)]
    fig = BlockSwitches.of([25, 50], losses, GRADIENTS, norm="none")
    assert fig.runs == [2] + [1] * 23
    np.testing.assert_allclose(
        [fig.lowest[0][1], fig.mean[0][1], fig.highest[0][1]], [2.0, 2.25, 2.5]
    )


def changed(fig: Any) -> str:
    """Name the curve of a block by the one part that is not as in the whole one."""
    off = {"no attention": not fig.attention, "no MLP": not fig.mlp, "no skip": not fig.skip}
    off |= {"norm after": fig.norm == "post", "no norm": fig.norm == "none"}
    names = [name for name, there in off.items() if there]
    return names[0] if len(names) == 1 else "this" if names else "whole"


def struck(fig: Any) -> Iterator[str]:
    """Return the lines of the code with what is struck through and what is new."""
    for name in ("attention", "mlp"):
        called = name if name == "mlp" or fig.attention else "attention self_only"
        line = f"x + {called}(norm(x))"
        yield (
            f"x = norm({line})"
            if fig.norm == "post" and (name != "mlp" or fig.mlp)
            else f"x = {line}"
        )


ENDING = re.compile(r"(.+) (\d\.\d+)(?:, (wins|a tie))?")


def compare(fig: Any, drawn: Drawn) -> None:
    """Both charts show the chosen block and the whole one, and the read-out tells its lines and its
    numbers.
    """
    learned, pulls = drawn.charts
    gradients = np.maximum(np.array(fig.gradients), 1e-6)
    rows, words = {changed(fig): fig.row, "whole": 0}, {}
    for chart, table, bend in ((learned, np.array(fig.mean), float), (pulls, gradients, np.log10)):
        across = fig.steps if chart is learned else range(1, table.shape[1] + 1)
        for name in chart["curves"]:
            points = np.array(chart["curves"][name])
            if chart is learned:
                name, ending, word = ENDING.fullmatch(name).groups()
                words[name] = word
                assert_drawn([ending], [table[rows[name]][-1]], f"end of {name}")
            assert_near(points[:, 0], list(across), f"places of {name}", room=0.02 * max(across))
            want = table[rows[name]]
            got, want = (
                (points[:, 1], want) if bend is float else (np.log10(points[:, 1]), np.log10(want))
            )
            assert_near(got, want, f"{name}", room=0.02 if bend is float else 0.05)
        assert (set(words) if chart is learned else set(chart["curves"])) == set(rows)
    said, end = drawn.said[0], [table[fig.row][-1] for table in (fig.mean, fig.lowest, fig.highest)]
    apart = end[1] > fig.highest[0][-1] or end[2] < fig.lowest[0][-1]
    won = {name: word for name, word in words.items() if word}
    if fig.row == 0:
        assert won == {}
    else:
        first = min(rows, key=lambda name: fig.mean[rows[name]][-1])
        assert won == ({first: "wins"} if apart else {changed(fig): "a tie"})
    best, others = fig.mean[0][-1], [row[-1] for row in fig.mean[1:]]
    if fig.chart == "loss" and fig.row == 0:
        worse = [loss - best for loss in others if loss > best]
        assert_drawn([re.search(r"loss is ([\d.]+)\.", said)[1]], [best], "loss")
        told = re.search(
            r"Of (\d+) other blocks, (\d+) are worse, by up to ([\d.]+)[.;]",
            said,
        ).groups()
        assert_drawn(told, [len(others), len(worse), max([0, *worse])], "others")
        assert ("better" in said) == (min(others) < best)
    elif fig.chart == "loss":
        numbers = [end[0], abs(end[0] - best) if apart else best]
        assert_drawn(re.findall(r"\d+\.\d+", said), numbers, "read-out")
        assert (said.endswith("in every run."), said.endswith("to tell them apart.")) == (
            apart,
            not apart,
        )
    else:
        first, last = gradients[fig.row][[0, -1]]
        assert said.startswith("Before training, the gradient ")
        assert ("dies out" in said) == (first < last / 100)
    assert "".join(struck(fig)) in drawn.text
    losses = np.column_stack(
        [np.array(table)[:, -1] for table in (fig.mean, fig.lowest, fig.highest)]
    )
    assert_drawn([row[:3] for row in drawn.tables[0]], losses, "table")
    assert ("self only" in drawn.text) != fig.attention
    halves = 2 if fig.mlp else 1
    assert drawn.text.count("old + new") == (halves if fig.skip else 0)
    assert drawn.text.count("new only") == (0 if fig.skip else halves)


FILE = "rows"
CASES = {
    "blockLines": lambda: [([*on], make(**switched(on)).formula) for on in SETTINGS],
    "settingRow": lambda: [([*on], i) for i, on in enumerate(SETTINGS)],
}


OTHER = {"attention": False, "norm": "post", "chart": "gradient"}
BAD = [
    ({"steps": [50, 25]}, "steps must rise; got [50, 25]"),
    ({"mean": MEAN[1:]}, "mean must have the shape (24, 2); got (23, 2)"),
    ({"gradients": [[0.0, 1.0]] * 24}, "gradients must hold positive numbers; got 0"),
    ({"gradients": [[0.1, 1.0]] * 23}, "gradients must have the shape (24, 2); got (23, 2)"),
    ({"runs": [5] * 23}, "runs must have 24 entries; got 23"),
    ({"chart": "both"}, "chart must be one of loss, gradient; got 'both'"),
    ({"norm": "both"}, "norm must be one of pre, post, none; got 'both'"),
]
