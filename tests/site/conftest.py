"""A real browser on the built site, and what its tests share."""

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from built import BUILT, PATIENCE, UNCOVERED, all_here, watch
from engines import NAMES, NEEDS, Chromium, missing, served, tab
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tools import book
from tools.chromium import MISSING, chromium, installed

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave a third of their tests to the other browsers; WHICHBANK_ENGINES names those that do
    all, as at night.
    """
    thorough = os.environ.get("WHICHBANK_ENGINES", "").split()
    some = [
        item for item in items if not getattr(getattr(item, "module", None), "EVERY_ENGINE", False)
    ]
    asked = [(item, getattr(item, "callspec", None)) for item in some]
    for first, name in enumerate(sorted(set(NEEDS) - set(thorough))):
        its = [item for item, call in asked if call and call.params.get("engine") == name]
        left = set(its) - set(its[first::3])
        config.hook.pytest_deselected(items=sorted(left, key=lambda item: item.nodeid))
        items[:] = [item for item in items if item not in left]


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
    with book.server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


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
    """Open a page in a fresh context: ``new_page("book/05_mixing.html", color_scheme="dark")``, or
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
