"""Find an installed Chromium, and open it as the tools and the tests need it.

Playwright itself knows only the browsers that it downloads, and Google's and Microsoft's in their
usual places.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The first is a Chromium without windows alone: the tests need none, and it opens pages in half the
# time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = (
    "No Chromium is installed: `apt-get install chromium`, or install Google Chrome, and run again."
)


def installed() -> str | None:
    """Return the path of the first Chromium that is found."""
    return next(filter(None, map(shutil.which, NAMES)), None) or next(
        (p for p in PLACES if Path(p).exists()), None
    )


@contextmanager
def chromium(path: str) -> "Iterator[Browser]":
    """Start this browser, and close it at the end."""
    from playwright.sync_api import sync_playwright  # the site is built without it

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()
