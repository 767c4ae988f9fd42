"""What holds for every figure: its traits suffice and are guarded, and its module stands alone."""

import inspect
import json
import re
from pathlib import Path

import pytest
from by_figure import TESTS
from collected import for_each
from traitlets import TraitError

from whichbank.figures import FIGURES
from whichbank.figures.kit.bundle import ROOMS, style_sheet

BAD = [(name, changes, told) for name, test in TESTS.items() for changes, told in test.BAD]
STATES = [(name, changes) for name, test in TESTS.items() for changes in ({}, test.OTHER)]
every_figure = for_each("name", FIGURES)
every_state = for_each("name, changes", STATES)
every_mistake = for_each("name, changes, told", BAD)


def test_every_module_of_javascript_that_draws_a_figure_has_its_class():
    drawing = {
        file.relative_to(ROOMS).as_posix()
        for file in ROOMS.rglob("*.js")
        if "export default" in file.read_text(encoding="utf-8")
    }
    assert drawing == {f"{name}/{name}.js" for name in FIGURES}


@every_state
def test_traits_are_the_only_state(name, changes):
    fig = TESTS[name].make(**changes)
    copy = FIGURES[name](**json.loads(json.dumps(fig.state())))
    assert copy.state() == fig.state()
    assert repr(copy) == repr(fig)
    assert fig.model_id not in repr(fig)
    assert copy.fallback() == fig.fallback()


@every_state
def test_its_picture_has_a_description_and_its_table_has_heads(name, changes):
    fig = TESTS[name].make(**changes)
    picture = fig.still()
    assert picture is None or picture.alt == repr(picture) != ""
    caption, heads, rows = fig.table()
    assert caption
    assert rows
    assert {len(row) for row in rows} == {len(heads)}


@every_figure
def test_another_state_can_be_set(name):
    fig, other = TESTS[name].make(), TESTS[name].make(**TESTS[name].OTHER)
    assert other.state() != fig.state()
    with fig.hold_trait_notifications():
        for trait, value in other.state().items():
            setattr(fig, trait, value)
    assert fig.state() == other.state()


@every_mistake
def test_what_a_trait_may_not_hold_is_refused_by_its_name(name, changes, told):
    with pytest.raises(TraitError, match=re.escape(told)):
        FIGURES[name](**(TESTS[name].make().state() | changes))


@for_each("name, changes, told", [one for one in BAD if len(one[1]) == 1])
def test_a_refused_change_leaves_the_figure_as_it_was(name, changes, told):
    fig = TESTS[name].make()
    before = json.dumps(fig.state())
    [(trait, value)] = changes.items()
    with pytest.raises(TraitError, match=re.escape(told)):
        setattr(fig, trait, value)
    assert json.dumps(fig.state()) == before


@every_figure
def test_its_parameters_are_its_traits_and_are_documented(name):
    kind = FIGURES[name]
    assert list(inspect.signature(kind).parameters) == kind.own_traits()
    documented = re.findall(r"^    ([\w, ]+) : ", str(kind.__doc__), re.MULTILINE)
    assert sorted(", ".join(documented).split(", ")) == sorted(kind.own_traits())
    assert set(kind.later) <= set(kind.own_traits())


@every_figure
# a notebook refuses such a module; on the site it goes unseen
def test_its_joined_module_declares_no_name_twice(name):
    names = re.findall(
        r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)",
        FIGURES[name]._esm,
        re.MULTILINE,
    )
    assert sorted(names) == sorted(set(names))


@every_figure
def test_its_joined_module_imports_nothing(name):
    source = FIGURES[name]._esm
    assert not re.search(r"^(import|export) (?!default|function|const|class)", source, re.MULTILINE)
    assert source.count("export default") == 1
    assert source.endswith(
        (ROOMS / name / f"{name}.js").read_text(encoding="utf-8").rpartition("export default")[2]
    )


# What a script needs to bring in code or data from elsewhere. VS Code asks its user before a widget
# may do so, and the page of a school may forbid it.
OUTSIDE = re.compile(
    r"""\bimport\s*\(|^\s*import\b|\bimportScripts\b|\beval\s*\(|\bnew\s+Function\b|\bfetch\s*\(|XMLHttpRequest|WebSocket
    |EventSource|sendBeacon|document\.(?:head|body|write)|createElement\(\s*["'`](?:script|link|iframe|img)
    |\b(?:require|requirejs|define)\s*\(|innerHTML|document\.cookie""",
    re.MULTILINE | re.VERBOSE,
)
ROOT = Path(__file__).parents[2]
# what the page itself calls by classes
PAGE = [*ROOT.glob("book/_static/*.css"), *ROOT.glob("site/src/whichbank_site/**/*.js")]
NAMESPACE = "http://www.w3.org/2000/svg"  # a name; nothing is fetched from it


def outside(source: str) -> list[str]:
    """Return what in a script or a style sheet reaches for anything outside itself."""
    addresses = re.findall(
        r"""(?:https?:)?//[\w-]+\.[\w.-]+[^\s"'`)]*""", re.sub(r"^\s*//.*$", "", source, flags=re.M)
    )
    return OUTSIDE.findall(source) + [address for address in addresses if address != NAMESPACE]


@every_figure
def test_its_joined_module_brings_all_it_needs_and_asks_for_nothing(name):
    assert outside(FIGURES[name]._esm) == []


def classes(source: str) -> set[str]:
    return set(re.findall(r"(?<!-)\bwb-[\w-]+", source))


@every_figure
def test_its_styles_bring_all_that_it_needs_and_no_other_figures_rules(name):
    styles = FIGURES[name]._css
    assert outside(styles) == []
    assert not re.search(r"@import|url\((?!['\"]?(?:data:|#))", styles)
    sheets = {other: classes(style_sheet(other)) for other in FIGURES}
    of_others = set().union(*(sheets[other] for other in FIGURES if other != name))
    assert classes(FIGURES[name]._esm) & of_others - classes(styles) == set()
    assert sheets[name] & {f"wb-{other}" for other in FIGURES} <= {f"wb-{name}"}


@every_figure
# on the site the style sheets of all figures meet
def test_its_rules_touch_no_other_figure(name):
    shared = classes(style_sheet("kit"))
    used = {other: classes(kind._esm) for other, kind in FIGURES.items() if other != name}
    used["the page"] = set().union(*(classes(file.read_text(encoding="utf-8")) for file in PAGE))
    sheet = re.sub(r"/\*.*?\*/", "", style_sheet(name), flags=re.DOTALL)
    sheet = re.sub(
        r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet
    )  # its steps touch nothing
    for rule in re.findall(r"([^{};]+)\{", sheet):
        own = classes(rule) - shared
        touched = [other for other, theirs in used.items() if own <= theirs]
        scoped = f".wb-{name}" in rule or rule.strip().startswith("@")
        assert scoped or touched == [], rule.strip()


def test_the_pages_rules_touch_no_figure():
    shared = classes(style_sheet("kit"))
    used = {name: classes(kind._esm) for name, kind in FIGURES.items()}
    for file in ROOT.glob("book/_static/*.css"):
        sheet = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for rule in re.findall(r"([^{};]+)\{", sheet):
            for selector in rule.split(","):
                own = classes(selector) - shared
                meant = {name for name in used if f"wb-{name}" in own}
                touched = {name for name, theirs in used.items() if own and own <= theirs} - meant
                assert touched == set(), selector.strip()


@for_each(
    "line",
    [
        'import d3 from "https://cdn.example.org/d3.js";',
        'const d3 = await import("./d3.js");',
        'const rows = await fetch("data.json");',
        "document.head.append(style);",
        'const tag = document.createElement("script");',
        'eval("1");',
        'const address = "//cdn.example.org/d3.js";',
        "el.innerHTML = text;",
    ],
)
def test_a_module_that_reaches_outside_is_seen(line):
    assert outside(f"function draw() {{}}\n{line}\n")
