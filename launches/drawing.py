"""Whether a chapter's figures are drawn, by the front end that belongs to its environment, in a
real browser.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import TimeoutError

from launches.fresh import Fresh
from launches.running import Ran
from tools.chromium import chromium, installed

FIGURE = ".output .wb-figure:visible, .output .wb-quiz:visible"
# a figure holds at least one of these
DRAWN = ":is(svg, button, input, [role=slider], [role=img], td)"


def drawn(ran: Ran, fresh: Fresh, folder: Path) -> int | None:
    """Open a chapter that ran in the classic Notebook of its environment, and count the figures
    that are drawn there.

    Notebook 6 with ipywidgets 7 and anywidget 0.9 is the front end of Colab's versions; nothing
    else can read them. A figure on the page that is not empty counts; None if no Chromium is
    installed. The folder is its own.
    """
    path = installed()
    if path is None:
        return None
    folder.mkdir()
    nbformat.write(ran.notebook, folder / "chapter.ipynb")
    wanted = len(ran.figures())
    with _notebook(fresh, folder) as address, chromium(path) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        foreign: list[str] = []
        ours = (address.partition("notebooks/")[0], "data:", "blob:", "about:")
        page.on(
            "request", lambda request: request.url.startswith(ours) or foreign.append(request.url)
        )
        page.goto(address)
        figures = page.locator(FIGURE).filter(has=page.locator(DRAWN))
        try:
            figures.nth(wanted - 1).wait_for(timeout=60_000)
        except TimeoutError:
            return figures.count()
        if foreign:
            raise RuntimeError(f"a figure asks other hosts: {foreign}")
        return figures.count()


@contextmanager
def _notebook(fresh: Fresh, folder: Path) -> Iterator[str]:
    """Serve the folder with the environment's own Notebook; yield the chapter's address."""
    environ = fresh.environ() | {
        f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "RUNTIME", "DATA")
    }
    subprocess.run(
        [fresh.bin / "jupyter", "trust", "chapter.ipynb"],
        cwd=folder,
        env=environ,
        check=True,
        capture_output=True,
    )
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--NotebookApp.port_retries=200"]
    log = folder / "log"
    with log.open("w") as out:
        command = [fresh.bin / "jupyter", "notebook", *options]
        running = subprocess.Popen(
            command, cwd=folder, env=environ, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        for _ in range(300):
            found = re.search(r"(http://127\.0\.0\.1:\d+/)\?token=(\w+)", log.read_text())
            if found or running.poll() is not None:
                break
            time.sleep(0.2)
        if not found:
            raise RuntimeError(f"Notebook did not start:\n{log.read_text()[-2000:]}")
        yield f"{found[1]}notebooks/chapter.ipynb?token={found[2]}"
    finally:
        running.terminate()
        running.wait(30)
