"""A figure's module and the shared ones it imports can stand in one file, as a notebook's front end needs them."""

import re
from collections import Counter

import pytest

from whichbank.figures.base import HERE, joined_source

NAMES = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
MODULES = sorted(file.stem for file in HERE.glob("*.js") if file.with_suffix(".py").exists())


@pytest.mark.parametrize("name", MODULES)
def test_no_name_stands_twice_in_a_joined_module(name):
    twice = [found for found, count in Counter(NAMES.findall(joined_source(name))).items() if count > 1]
    assert twice == [], "a notebook refuses the module; on the site it would go unseen"


@pytest.mark.parametrize("name", MODULES)
def test_a_joined_module_imports_nothing(name):
    assert not re.search(r"^(import|export) (?!default|function|const|class)", joined_source(name), re.MULTILINE)
    assert joined_source(name).count("export default") == 1


# What a script needs to bring in code or data from elsewhere. VS Code asks its user before a widget may do so, and the
# page of a school may forbid it.
OUTSIDE = re.compile(
    r"""\bimport\s*\(|^\s*import\b|\bimportScripts\b|\beval\s*\(|\bnew\s+Function\b|\bfetch\s*\(|XMLHttpRequest|WebSocket
    |EventSource|sendBeacon|document\.(?:head|body|write)|createElement\(\s*["'`](?:script|link|iframe|img)
    |\b(?:require|requirejs|define)\s*\(|innerHTML|document\.cookie""",
    re.MULTILINE | re.VERBOSE,
)
NAMESPACE = "http://www.w3.org/2000/svg"  # a name; nothing is fetched from it


def outside(source: str) -> list[str]:
    """Return what in a script or a style sheet reaches for anything outside itself."""
    addresses = re.findall(r"""(?:https?:)?//[\w-]+\.[\w.-]+[^\s"'`)]*""", re.sub(r"^\s*//.*$", "", source, flags=re.M))
    return OUTSIDE.findall(source) + [address for address in addresses if address != NAMESPACE]


@pytest.mark.parametrize("name", MODULES)
def test_a_joined_module_brings_all_it_needs_and_asks_for_nothing(name):
    assert outside(joined_source(name)) == []


def test_the_figures_styles_bring_all_they_need():
    styles = (HERE / "figures.css").read_text(encoding="utf-8")
    assert outside(styles) == []
    assert not re.search(r"@import|url\((?!['\"]?(?:data:|#))", styles)


@pytest.mark.parametrize(
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
