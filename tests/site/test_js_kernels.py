"""The arithmetic of the live figures is the kernels' arithmetic: the same cases in Python and in
the browser.
"""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from by_figure import TESTS
from javascript import LOAD, leaves, listed
from js_cases import CASES as SHARED
from playwright.sync_api import Browser, Page
from rounding import room

from whichbank.figures.kit.bundle import ROOMS, bundle

# Scores reach 1e8, where 1e6 meet a temperature of 0.01, and exp makes of their rounding a relative
# one.
ROOM = room(32, size=1e8)
FIGURE_CASES = [
    (f"{figure}/{getattr(test, 'FILE', figure)}.js", getattr(test, "CASES", {}))
    for figure, test in TESTS.items()
]
CASES = SHARED | {
    (file, name): make for file, cases in FIGURE_CASES for name, make in cases.items()
}
EXPORT = re.compile(r"^export (?:function|const|class) (\w+)", re.MULTILINE)


IMPORT = re.compile(r"^import \{([^}]*)\} from", re.MULTILINE)


def used(name: str, source: str) -> bool:
    """Whether a module calls or reads by index what it exports."""
    calls = len(re.findall(rf"(?<![.\w]){name}[(\[]", source))
    return calls > source.count(f"function {name}(")


def test_every_exported_function_is_used_or_has_cases():
    """In ``nets/``, and in a module of which one function has cases, all functions have."""
    files = [*ROOMS.glob("*/*.js"), *ROOMS.parents[2].glob("site/src/**/*.js")]
    sources = {file: file.read_text(encoding="utf-8") for file in files}
    imported = {
        name.split()[0]
        for source in sources.values()
        for names in IMPORT.findall(source)
        for name in names.split(",")
        if name.strip()
    }
    exported = {
        (file.relative_to(ROOMS).as_posix(), name): name in imported or used(name, source)
        for file, source in sources.items()
        if file.is_relative_to(ROOMS)
        for name in EXPORT.findall(source)
    }
    strict = {file for file, _ in CASES}
    strict |= {file for file, _ in exported if file.startswith("nets/")} - {"nets/worker.js"}
    assert {one for one, needed in exported.items() if not needed} - set(CASES) == set()
    assert {one for one in exported if one[0] in strict} == set(CASES), (
        "add cases to the figure's test, or to tests/site/js_cases/"
    )


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(site + "search.html")
    page.evaluate(LOAD, {module: bundle(module) for module, _ in CASES})
    yield page
    page.close()


@pytest.mark.each
@pytest.mark.browser
@pytest.mark.parametrize(("module", "name"), sorted(CASES), ids=map("-".join, sorted(CASES)))
def test_javascript_agrees_with_python(module, name, page, measured):
    cases = CASES[module, name]()
    results = page.evaluate(
        "([module, name, cases]) => cases.map((args) => loaded[module][name](...args))",
        [module, name, [[listed(arg) for arg in args] for args, _ in cases]],
    )
    worst = 0.0
    for (args, expected), result in zip(cases, results, strict=True):
        given = [arg for arg in args if not isinstance(arg, str)]
        for wanted, got in zip(leaves(expected), leaves(result), strict=True):
            assert got.shape == wanted.shape, f"{name}{tuple(args)}"
            # NaN would pass for a small difference
            assert np.isfinite([got, wanted]).all(), f"{name}{tuple(args)}"
            # A number that cancels out of far larger ones is held to their last digits, not to its
            # own.
            sizes = [np.abs(x[np.isfinite(x)]).max(initial=0) for arg in given for x in leaves(arg)]
            allowed = (
                ROOM * np.abs(wanted) + room(8, max(sizes, default=0.0)) + np.finfo(float).tiny
            )
            worst = max(worst, float((np.abs(got - wanted) / allowed).max(initial=0)))
    measured(
        f"JavaScript against Python, {module} {name}: {worst:.1e} of what is allowed, "
        f"{len(cases)} cases"
    )
    assert worst <= 1
