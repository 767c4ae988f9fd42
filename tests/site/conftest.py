"""A real browser on the built site, and what its tests share."""

import os
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from built import BUILT, PATIENCE, SIGN, UNCOVERED, all_here, watch
from engines import NAMES, Chromium, missing, served, tab
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tools.chromium import MISSING, chromium, installed
from tools.server import served as serving

expect.set_options(timeout=PATIENCE)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what was measured, also where every test passes, and where they ran in several
    processes.
    """
    reports = [report for found in terminalreporter.stats.values() for report in found]
    calls = [report for report in reports if getattr(report, "when", None) == "call"]
    lines = sorted(
        line for report in calls for name, line in report.user_properties if name == "measured"
    )
    if lines:
        terminalreporter.write_sep("=", "measured in the browser")
        for line in lines:
            terminalreporter.write_line(line)


PLACES = {"address", "page", "module", "name", "kind", "first", "trait", "file"}
"""The parameters of a test that are pages, or figures, or what one of them holds."""
STANDS_FOR_ALL = re.compile("mixing|Mixing")
"""Of pages and figures, the one that stands for the others."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what only ``make wide`` runs: of the pages and figures of a test all but one, for each of
    its other parameters.

    Where each of them can fail alone, the mark ``each`` keeps all.
    """
    alike: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if (call := getattr(item, "callspec", None)) and not item.get_closest_marker("each"):
            others = {name: value for name, value in call.params.items() if name not in PLACES}
            alike.setdefault((item.nodeid.partition("[")[0], repr(others)), []).append(item)
    for some in alike.values():
        first = next((item for item in some if STANDS_FOR_ALL.search(item.name)), some[0])
        for item in some:
            if item is not first:
                item.add_marker("wide")


@pytest.fixture
def measured(record_property: Callable[[str, str], None]) -> Callable[[str], None]:
    """Note a line for the end of the test report."""
    return lambda line: record_property("measured", line)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve the built site as ``make site`` does; its address, with a slash at the end."""
    if not (BUILT / "index.html").exists():
        pytest.fail(
            "The site is not built: run `make book` (or `python -m tools.book build`) first."
        )
    with serving(BUILT) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """An installed Chromium; without one, the tests are skipped, and fail where they must not be
    (CI).
    """
    path = installed()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with chromium(path) as running:
        yield running


@pytest.fixture(scope="session")
def watched() -> Iterator[str]:
    """Serve the built site with a list of each page's faults in the page; the address, with a slash
    at the end.
    """
    with served() as address:
        yield address


@pytest.fixture(scope="session", params=NAMES)
def engine(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The tab of each browser in turn; one that is not installed is skipped by its name."""
    if request.param == "chromium":
        yield Chromium(request.getfixturevalue("browser"))
    elif lacking := missing(request.param):
        pytest.skip(f"no {request.param}: {lacking} is not installed")
    else:
        with tab(request.param) as opened:
            yield opened


@pytest.fixture
def new_page(browser: Browser, site: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a fresh context: ``new_page("book/mixing.html", color_scheme="dark")``, or
    an empty one.

    What waits for the reader's guess is uncovered; with ``covered=True`` it waits.
    """
    contexts: list[BrowserContext] = []

    def open_page(address: str | None = None, covered: bool = False, **options: Any) -> Page:
        contexts.append(
            browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        )
        if not covered:
            contexts[-1].add_init_script(UNCOVERED)
        contexts[-1].add_init_script(f"addEventListener('load', () => {SIGN})")
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        page.faults, page.site = watch(page, site), site
        if address is not None:
            page.goto(site + address)
            if options.get("java_script_enabled", True):
                all_here(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    return next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")
