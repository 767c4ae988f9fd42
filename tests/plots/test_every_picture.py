"""What holds for every picture: both themes are drawn, and data that do not fit are refused by name."""

import inspect
import re

import numpy as np
import pytest

from whichbank import plots

CURVE = {"labels": ("share", "cosine")}
MAP = {"labels": ("number", "place"), "what": "x"}
COLUMNS = {
    "reads": [("tokens", "01"), ("attention", "08")],
    "writes": [("tokens", "01"), ("across", "12"), ("scores", "")],
}
POINTS = {"apple": (0.6, 0.6), "orange": (1.0, 0.1), "phone": (0.1, 1.0)}
EXAMPLES = {
    "across": [plots.across([[0.9, 0.1, 0.0], [0.2, 0.1, 0.7]], ["a", "b"], ["x", "y", "z"])],
    "bars": [plots.bars({"x": {"a": 1, "b": -2}, "y": {"a": 3, "b": 4}}, unit="m")],
    "chips": [plots.chips([[["Apple"]], [["A", "pple"], ["m", "ak"]]], ["words", "parts"], unknown=["ak"])],
    "corner": [plots.corner([[0.6, 0.6], [0.5, 0.9]], ("first", "second"))],
    "curves": [plots.curves([0, 1], {"a": [0, 1], "b": [1, 0]}, expected={"a": [0, 0.9]}, **CURVE)],
    "field": [plots.field(np.zeros(shape), marks={"here": (0, 0)}, **MAP) for shape in [(1, 1), (1, 80), (40, 3)]],
    "heatmap": [plots.heatmap(np.eye(2), ["a", "b"])],
    "looks": [plots.looks(np.eye(3), ["the", "reserve", "bank"])],
    "machine": [
        plots.machine(COLUMNS),
        plots.machine(COLUMNS, blocks={"reads": (0, 1)}, across=("reads", "writes", 2)),
    ],
    "plane": [plots.plane(POINTS, circles={"orange": 0.4}, moved={"phone": (0, 0)}, hull=list(POINTS))],
    "powers": [plots.powers({"a": ([1, 10], [2, 200])}, labels=("tokens", "seconds"), fits={"a": (2, 2)})],
    "results": [plots.results({"a": {"x": [0.5, 0.7], "y": [1.0]}, "b": {"x": [0.2], "y": [0.4, 0.4]}})],
    "runs": [
        plots.runs([1, 2, 3], {"a": np.ones((4, 3))}, level=("guess", 0.5), **CURVE),
        plots.runs([1, 2], {"a": np.ones((2, 2))}, level=dict.fromkeys("abcde", 1.0), **CURVE),
    ],
    "steps": [plots.steps([0.7, 0.3], {"money": (2, 0), "bank": (1, 1)}, new="new money")],
}
REFUSED = [
    ("across", ([[0.5], [0.5]], ["a"], ["x", "y"]), {}, "weights must have the shape (1, 2); got (2, 1)"),
    ("bars", ({"x": {"a": 1}, "y": {"b": 1}},), {"unit": "m"}, "every group must have the same bars"),
    ("chips", ([], []), {}, "lines must be some, with a name each or none; got 0"),
    ("chips", ([[["a"]], [["b"]]], ["one"]), {}, "lines must be some, with a name each or none; got 2 and 1 names"),
    ("corner", ([0.1, 0.2], ("a", "b")), {}, "shares must have the shape (n, 2); got (2,)"),
    ("corner", ([[0.1, 0.2, 0.3]], ("a", "b")), {}, "got (1, 3)"),
    ("corner", ([[0.1, 1.2]], ("a", "b")), {}, "shares must lie between 0 and 1"),
    ("corner", ([[0.1, np.nan]], ("a", "b")), {}, "shares must lie between 0 and 1"),
    ("curves", ([0, 1, 2], {"taste": [0, 1]}), CURVE, "'taste' must have 3 values; got 2"),
    ("curves", ([0, 1], {"a": [0, 1]}), CURVE | {"expected": {"b": [0, 1]}}, "must name measured curves; got 'b'"),
    ("curves", ([0, 1], {"a": [0, 1]}), CURVE | {"expected": {"a": [0]}}, "'a' must have 2 values; got 1"),
    ("curves", ([1], {"a": [1]}), CURVE | {"log": "z"}, "log must be '', 'x', 'y' or 'xy'; got 'z'"),
    *(
        ("field", (bad,), MAP, "values must be a table of finite numbers")
        for bad in (np.zeros(3), np.zeros((0, 3)), np.full((2, 2), np.nan))
    ),
    ("heatmap", ([[1, 2]], ["a", "b"]), {}, "table must have the shape (2, 2); got (1, 2)"),
    ("looks", ([[0.5, 0.5]], ["a", "b"]), {}, "table must have the shape (2, 2); got (1, 2)"),
    ("machine", ({},), {}, "columns must be some"),
    ("machine", (COLUMNS,), {"blocks": {"reads": (0, 2)}}, "'reads' must be a column with a box 2"),
    ("machine", (COLUMNS,), {"blocks": {"sings": (0, 0)}}, "'sings' must be a column"),
    ("machine", (COLUMNS,), {"across": ("reads", "writes", 3)}, "'writes' must be a column with a box 3"),
    ("plane", (POINTS,), {"circles": {"pear": 1.0}}, "no vector for 'pear'"),
    ("plane", (POINTS,), {"moved": {"pear": (0, 0)}}, "no vector for 'pear'"),
    ("plane", (POINTS,), {"hull": ["pear"]}, "no vector for 'pear'"),
    ("plane", ({"a": (1, 2, 3)},), {}, "the vector of 'a' must have two numbers; got shape (3,)"),
    ("powers", ({"a": ([1], [0])},), {"labels": ("x", "y")}, "'a' must have as many x as y, all positive"),
    ("results", ({},), {}, "every model must have the same sets"),
    ("results", ({"a": {"x": [1.0]}, "b": {"y": [1.0]}},), {}, "every model must have the same sets"),
    ("runs", ([1, 2], {}), CURVE, "measured must hold at least one curve"),
    *(
        ("runs", ([1, 2], {"a": bad}), CURVE, "'a' must have the shape (R, 2)")
        for bad in ([1, 2], [[1, 2, 3]], np.empty((0, 2)))
    ),
    ("steps", ([1.0], POINTS), {}, "there must be one weight for each vector; got 1 and 3"),
]


def test_every_picture_has_an_example_and_a_refusal():
    functions = {name for name, value in vars(plots).items() if inspect.isfunction(value)}
    assert functions == set(EXAMPLES) == {name for name, *_ in REFUSED}


@pytest.mark.parametrize("name", EXAMPLES)
def test_both_themes_are_drawn(name):
    for picture in EXAMPLES[name]:
        light, dark = picture.png("light"), picture.png("dark")
        assert light[:4] == dark[:4] == b"\x89PNG"
        assert light != dark


@pytest.mark.parametrize(("name", "args", "options", "told"), REFUSED)
def test_data_that_do_not_fit_are_refused(name, args, options, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        getattr(plots, name)(*args, **options)
