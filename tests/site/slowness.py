"""How slow this machine is just now."""

from collections.abc import Callable
from typing import Any

import numpy as np
from moves import open_moves
from playwright.sync_api import ElementHandle, Page

# How fast a machine is: the milliseconds for writing a table of 256 colored cells anew, where the
# limits of test_speed.py were measured. On one that is slower just now all limits are as much wider, three
# times at most; and chance may add a part.
YARDSTICK = 11.0
SLOWEST = 3.0
TABLE = "<table>" + 16 * ("<tr>" + 16 * "<td>00</td>" + "</tr>") + "</table>"
REWRITE = """(table, i) => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  table.querySelectorAll("td").forEach((cell, n) => {
    cell.firstChild.data = String(10 + ((i + n) * 7) % 90);
    cell.style.backgroundColor = `rgb(${(i * 31 + n) % 256} 128 128)`;
  });
  channel.port1.onmessage = () => done();
  channel.port2.postMessage(null);
}))"""
NOTHING = (
    "(place, [j]) => { const found = moves.find(place)[j]; return new Promise((done) => "
    "done(found?.kind)); }"
)


class MainThread:
    """What scripts cost the main thread of a page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._busy = 0.0

    def spend(self, place: ElementHandle, script: str, given: Any) -> tuple[float, Any]:
        """Return the ms that the thread has worked since it was last asked, this script at the end;
        what came of it.
        """
        found = place.evaluate(script, given)
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        before, self._busy = (
            self._busy,
            next(m["value"] for m in metrics if m["name"] == "TaskDuration"),
        )
        return 1000 * (self._busy - before), found

    def asking(self, place: ElementHandle) -> float:
        """Return the ms of a question that changes nothing, the cheapest of some."""
        return min(self.spend(place, NOTHING, [0, 0])[0] for _ in range(4))


def slowness_now(new_page: Callable[..., Page]) -> float:
    """Return how many times slower than there this machine is just now, by the middle of many
    times.
    """
    page = new_page()
    page.set_content(TABLE)
    open_moves(page.locator("body"))
    thread, table = MainThread(page), page.query_selector("table")
    asking = thread.asking(table)
    found = float(np.median([thread.spend(table, REWRITE, i)[0] - asking for i in range(30)]))
    page.close()
    return min(SLOWEST, max(1.0, found / YARDSTICK))
