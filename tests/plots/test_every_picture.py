"""Every picture: both themes are drawn, its words tell what it shows, and data that do not fit are
refused by name.
"""

import inspect
import re

import numpy as np
import pytest
from collected import for_each
from matplotlib.figure import Figure

from whichbank import plots
from whichbank.positions import sinusoidal

CURVE = {"labels": ("share", "cosine")}
MAP = {"labels": ("number", "place"), "what": "x"}
COLUMNS = {
    "reads": ["tokens", ("attention", "2, 1")],
    "writes": ["tokens", "across", "scores"],
}
LINES = [[["Apple makes"]], [["Apple"], ["makes"]], [["A", "pple"], ["m", "ak", "es"]]]
ACROSS = [[0.9, 0.1, 0.0], [0.2, 0.1, 0.7]], ["a", "b"], ["x", "y", "z"]
JOBS = ("first", "second")
SHARES = [[0.6, 0.6], [0.5, 0.9], [0.9, 0.5], [0.51, 0.51], [0.2, 0.9]]
LOOKS = np.random.default_rng(0).dirichlet([0.3] * 6, size=6)
CLEAR = {
    "static": {"bank": [0.5], "all": [0.5]},
    "mix": {"bank": [0.9, 0.8], "all": [0.6]},
    "learned": {"bank": [0.88, 0.9], "all": [0.95, 0.99]},
}
POINTS = {"apple": (0.6, 0.6), "orange": (1.0, 0.1), "phone": (0.1, 1.0)}
EXAMPLES = {
    "across": [plots.across(*ACROSS)],
    "arcs": [
        plots.arcs(["a", "b"], below=np.eye(2)),
        plots.arcs(["a", "b"], above=[[0, 0], [1, 0]], below=[[0, 0], [0, 0]]),
    ],
    "bars": [plots.bars({"x": {"a": 1, "b": -2}, "y": {"a": 3, "b": 4}}, unit="m")],
    "chips": [plots.chips(LINES, ["sentence", "words", "parts"], unknown=["ak"])],
    "corner": [plots.corner(np.random.default_rng(0).uniform(0, 1, (50_000, 2)), JOBS)],
    "curves": [plots.curves([0, 1], {"a": [0, 1], "b": [1, 0]}, expected={"a": [0, 0.9]}, **CURVE)],
    "field": [
        plots.field(np.zeros(shape), marks={"here": (0, 0)}, **MAP)
        for shape in [(1, 1), (1, 80), (40, 3)]
    ],
    "heatmap": [plots.heatmap(np.eye(2), ["a", "b"])],
    "looks": [plots.looks(np.eye(3), ["the", "reserve", "bank"]), plots.looks(np.eye(32, k=1))],
    "machine": [
        plots.machine(COLUMNS),
        plots.machine(COLUMNS, blocks={"reads": (0, 1)}, across=("reads", "writes", 2)),
    ],
    "plane": [
        plots.plane(POINTS, circles={"orange": 0.4}, moved={"phone": (0, 0)}, hull=list(POINTS))
    ],
    "powers": [
        plots.powers({"a": ([1, 10], [2, 200])}, labels=("tokens", "seconds"), fits={"a": (2, 2)})
    ],
    "results": [
        plots.results({"a": {"x": [0.5, 0.7], "y": [1.0]}, "b": {"x": [0.2], "y": [0.4, 0.4]}})
    ],
    "runs": [
        plots.runs([1, 2, 3], {"a": np.ones((4, 3))}, level=("guess", 0.5), **CURVE),
        plots.runs([1, 2], {"a": np.ones((2, 2))}, level=dict.fromkeys("abcde", 1.0), **CURVE),
    ],
    "steps": [plots.steps([0.7, 0.3], {"money": (2, 0), "bank": (1, 1)}, new="new money")],
}
REFUSED = [
    ("arcs", (["a"],), {"above": np.eye(2)}, "above must have the shape (1, 1); got (2, 2)"),
    (
        "across",
        ([[0.5], [0.5]], ["a"], ["x", "y"]),
        {},
        "weights must have the shape (1, 2); got (2, 1)",
    ),
    (
        "bars",
        ({"x": {"a": 1}, "y": {"b": 1}},),
        {"unit": "m"},
        "every group must have the same bars",
    ),
    ("chips", ([], []), {}, "lines must be some, with a name each or none; got 0"),
    (
        "chips",
        ([[["a"]], [["b"]]], ["one"]),
        {},
        "lines must be some, with a name each or none; got 2 and 1 names",
    ),
    ("corner", ([0.1, 0.2], JOBS), {}, "shares must have the shape (n, 2); got (2,)"),
    ("corner", ([[0.1, 0.2, 0.3]], JOBS), {}, "got (1, 3)"),
    ("corner", ([[0.1, 1.2]], JOBS), {}, "shares must lie between 0 and 1"),
    ("corner", ([[0.1, np.nan]], JOBS), {}, "shares must lie between 0 and 1"),
    ("curves", ([0, 1, 2], {"taste": [0, 1]}), CURVE, "'taste' must have 3 values; got 2"),
    (
        "curves",
        ([0, 1], {"a": [0, 1]}),
        CURVE | {"expected": {"b": [0, 1]}},
        "must name measured curves; got 'b'",
    ),
    (
        "curves",
        ([0, 1], {"a": [0, 1]}),
        CURVE | {"expected": {"a": [0]}},
        "'a' must have 2 values; got 1",
    ),
    (
        "curves",
        ([1], {"a": [1]}),
        CURVE | {"log": "z"},
        "log must be '', 'x', 'y' or 'xy'; got 'z'",
    ),
    *(
        ("field", (bad,), MAP, "values must be a table of finite numbers")
        for bad in (np.zeros(3), np.zeros((0, 3)), np.full((2, 2), np.nan))
    ),
    ("heatmap", ([[1, 2]], ["a", "b"]), {}, "table must have the shape (2, 2); got (1, 2)"),
    ("looks", ([[0.5, 0.5]], ["a", "b"]), {}, "table must have the shape (2, 2); got (1, 2)"),
    ("looks", ([[0.5, 0.5]],), {}, "weights must have the shape (1, 1); got (1, 2)"),
    ("machine", ({},), {}, "columns must be some"),
    ("machine", (COLUMNS,), {"blocks": {"reads": (0, 2)}}, "'reads' must be a column with a box 2"),
    ("machine", (COLUMNS,), {"blocks": {"sings": (0, 0)}}, "'sings' must be a column"),
    (
        "machine",
        (COLUMNS,),
        {"across": ("reads", "writes", 3)},
        "'writes' must be a column with a box 3",
    ),
    ("plane", (POINTS,), {"circles": {"pear": 1.0}}, "no vector for 'pear'"),
    ("plane", (POINTS,), {"moved": {"pear": (0, 0)}}, "no vector for 'pear'"),
    ("plane", (POINTS,), {"hull": ["pear"]}, "no vector for 'pear'"),
    ("plane", ({"a": (1, 2, 3)},), {}, "the vector of 'a' must have two numbers; got shape (3,)"),
    (
        "powers",
        ({"a": ([1], [0])},),
        {"labels": ("x", "y")},
        "'a' must have as many x as y, all positive",
    ),
    ("results", ({},), {}, "every model must have the same sets"),
    (
        "results",
        ({"a": {"x": [1.0]}, "b": {"y": [1.0]}},),
        {},
        "every model must have the same sets",
    ),
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


@for_each("name", EXAMPLES, parts=4)
def test_both_themes_are_drawn(name):
    for picture in EXAMPLES[name]:
        light, dark = picture.png("light"), picture.png("dark")
        assert light[:4] == dark[:4] == b"\x89PNG"
        assert light != dark


@for_each("name, args, options, told", REFUSED)
def test_data_that_do_not_fit_are_refused(name, args, options, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        getattr(plots, name)(*args, **options)


def run_of(last, **levels):
    return plots.runs([1, 2], {"a": [[3, last]]}, level=levels, **CURVE)


WRITTEN = "Heatmap of 2 written words over 3 read words."
TURNS = int((np.diff(np.sign(np.sin(np.arange(1, 64)))) != 0).sum())
PAIR = {"b": [[0.5, 0.7], [0.9, 0.8]]}
WORDS = [
    (
        plots.arcs(
            ["a", "b", "c"], below=np.eye(3, k=-1), above=[[0, 0, 1], [0, 0.04, 0], [0, 0, 1]]
        ),
        "Arrows between a, b, c. Below: b looks most at a, c looks most at b. "
        "Above: a looks most at c, c looks most at itself.",
    ),
    (plots.across(*ACROSS), f"{WRITTEN} a looks most at x. b looks most at z."),
    (plots.across(*ACROSS, told=["b"]), f"{WRITTEN} b looks most at z."),
    (
        plots.chips(LINES, ["sentence", "words", "parts"]),
        "Tokens. sentence, 1: Apple makes. words, 2: Apple makes. parts, 5: A·pple m·ak·es.",
    ),
    (plots.chips(LINES[2:]), "Tokens. 5: A·pple m·ak·es."),
    (plots.corner(SHARES, JOBS), "...above 0.5 in 2 of 5 settings."),
    (plots.corner(SHARES, JOBS, need=0.55), "...above 0.55 in 1 of 5 settings."),
    *(
        (plots.curves([0, 1, 2], {"taste": values}, **CURVE), f"...taste {shape}....")
        for values, shape in [
            ([0, 1, 2], "rises"),
            ([2, 1, 0], "falls"),
            ([0, 2, 1], "goes up and down"),
            ([0, 2, 1.7], "goes up and down"),
            ([1, 1, 2], "rises on the whole"),
            ([3, 1, 1.1], "falls on the whole"),
            ([1, 1, 1], "hardly changes"),
        ]
    ),
    (
        plots.curves([0, 1, 2], {"flat": [1, 0.9, 0.97], "steep": [4, 2, 0]}, **CURVE),
        "...flat hardly changes, steep falls.",
    ),
    (
        plots.curves([0, 1, 2], {"flat": [1, 0.9, 0.97], "steep": [4, 2, 1]}, log="y", **CURVE),
        "...flat goes up and down, steep falls.",
    ),
    (
        plots.field(sinusoidal(np.arange(64.0), 32), **MAP),
        f"...first column the sign changes {TURNS} times, along the last 0 times...",
    ),
    (
        plots.field(
            np.zeros((2, 5)),
            labels=("east", ""),
            what="water",
            extent=(0, 5, 0, 1),
            marks={"a": (1, 0.5)},
        ),
        "Map of water: 2 × 5 numbers, east across. a at (1, 0.5).",
    ),
    (
        plots.looks(
            [[0.1, 0.8, 0.1], [0.3, 0.4, 0.3], [0.34, 0.33, 0.33]], ["the", "reserve", "bank"]
        ),
        "Heatmap of attention weights. the looks most at reserve. reserve looks most at itself. "
        "bank has no clear favorite.",
    ),
    (plots.looks([[1.0]], ["bank"]), "...bank looks most at itself."),
    (plots.looks(np.eye(5)), "...5 of 5 places look most at themselves."),
    (plots.looks(np.eye(9, k=-2)), "...7 of 9 places look most 2 places back."),
    (plots.looks(LOOKS + 1e-6, list("abcdef")), repr(plots.looks(LOOKS, list("abcdef")))),
    (
        plots.machine(
            COLUMNS, blocks={"reads": (1, 1), "writes": (1, 2)}, across=("reads", "writes", 1)
        ),
        "Machine, from bottom to top. reads: tokens, attention (2, 1); several times: "
        "attention. writes: tokens, across, scores; several times: across, scores. "
        "An arrow leads from the top of reads to across of writes.",
    ),
    (
        plots.plane(POINTS, circles={"orange": 0.4, "phone": 0.25}),
        f"{plots.plane(POINTS).alt} Circles: radius 0.4 around orange, radius 0.25 around phone.",
    ),
    (plots.results(CLEAR), "...bank: no clear best. all: best is learned."),
    (plots.results({"learned": {"bank": [0.9]}}), "...bank: best is learned."),
    (
        plots.runs([1, 2], {"a": [[0.5, 0.9]], **PAIR}, **CURVE),
        "...At the right end, a is highest.",
    ),
    (plots.runs([1, 2], {"a": [[0.5, 0.78]], **PAIR}, **CURVE), "...At the right end, none leads."),
    (run_of(1.5, high=2, low=1), "...At the right end, a is below high of the lines low, high."),
    (run_of(2.5, high=2), "...a is below none of the lines high."),
]


@for_each("picture, words", WORDS)
def test_the_words_tell_what_the_picture_shows(picture, words):
    assert re.fullmatch(".*".join(map(re.escape, words.split("..."))), repr(picture), re.DOTALL)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (plots.chips(LINES), plots.chips(LINES, unknown=["es"])),
        (
            plots.curves([1, 4], {"a": [1, 100]}, **CURVE),
            plots.curves([1, 4], {"a": [1, 100]}, log="xy", **CURVE),
        ),
        (plots.plane(POINTS, circles={"phone": 0.25}), plots.plane(POINTS, circles={"phone": 0.4})),
    ],
    ids=["unknown token", "axes in factors", "circle"],
)
def test_another_option_is_another_picture(one, other):
    assert one.png() != other.png()


def test_many_points_make_no_large_file():
    (picture,) = EXAMPLES["corner"]
    assert len(picture.png()) < 120_000


def test_the_table_of_results_has_words_without_numbers():
    assert not any(character.isdigit() for character in repr(plots.results(CLEAR)))


def test_chips_keep_the_width_of_a_text_and_a_long_line_goes_on_below():
    assert len({plots.chips([line]).size[0] for line in LINES}) == 1
    short, long = (plots.chips([[["bank"]] * n]) for n in (7, 8))
    assert long.size[0] == short.size[0]
    assert long.size[1] > short.size[1]


def test_no_line_covers_the_dashed_one():
    figure = Figure()
    plots.curves([0, 1], {"a": [0, 1], "b": [1, 0]}, expected={"a": [0, 1]}, **CURVE).draw(
        figure, "light"
    )
    styles = {line.get_label(): line.get_linestyle() for line in figure.axes[0].lines}
    assert styles == {"a": "None", "a, expected": "--", "b": "-"}
