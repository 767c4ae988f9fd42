"""A figure answers an input within one frame, and a slow computer's within three."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from built import built_pages, models
from moves import open_moves
from playwright.sync_api import CDPSession, ElementHandle

# Milliseconds for one input, by how much slower than this computer the page runs: a frame at 60 frames a second, and
# three of them, which still feel immediate.
LIMITS = {1: 16.0, 6: 50.0}
# The figures that take longer on a computer six times slower: the milliseconds that were measured, and what takes them.
SLOWER = {
    "dragging": (57, "a dragged vector moves a plane and two tables, and another sentence shows others"),
    "heads": (75, "another sentence shows two other tables and up to five pictures, and writes three paragraphs"),
    "layers": (62, "another sentence or view shows another picture or table, and writes what it tells anew"),
    "learned": (75, "another sentence shows two other tables of up to 256 cells each"),
    "pond": (65, "a stone more is a wave over 13,824 places, and shows another table"),
}
# How fast a machine is: the milliseconds for writing a table of 256 colored cells anew, where the numbers above were
# measured. On one that is slower just now all limits are as much wider, three times at most; and chance may add a part.
YARDSTICK = 11.0
SLOWEST = 3.0
CHANCE = 1.25
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
MOVES, ROUNDS = 24, 12  # moves of all the controls of a figure together, two of each at least
# A browser hands an input to the page at the start of a frame, and what the page does with it must be done before the
# frame ends. So the input is sent from requestAnimationFrame, which opens the frame, and the answer is complete in the
# next task, a message posted from there: it runs when the frame's scripts, style, layout and paint are done. Waiting
# for another requestAnimationFrame would measure the screen's clock, not the figure.
SEND = """(place, i) => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  moves.move(place.next, i);
  channel.port1.onmessage = () => done();
  channel.port2.postMessage(null);
}))"""
NOTHING = "(place, i) => new Promise((done) => done())"
CHOOSE = "(place, j) => { place.next = moves.find(place)[j]; return place.next?.kind; }"
FIGURE_PAGES = [page for page in built_pages() if models(page)]


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_an_input_is_answered_within_a_frame_and_soon_on_a_slow_computer(address, new_page, measured):
    """Every control of every figure: sliders, buttons, choices, fields, handles.

    What counts is the time that the page's main thread runs, from the event until the picture is painted; the wait for
    the frame to open is not in it, nor the cheapest case of the test's own two questions. Other programs stretch the
    clock, not this time; yet they slow even the work by what they do to caches, and never speed it up. So each input
    is sent up to twelve times, its quickest answer counts, and of all inputs of a figure the 95th percentile. A machine
    that is slow just now at writing a plain table anew has limits that are wider by as much.

    A computer that is six times slower needs six times this time. The browser can slow itself down
    (``Emulation.setCPUThrottlingRate``), but it does so by interrupting the main thread with an idle loop at intervals
    of its own: a loop of 29 ms then takes 173 to 220 ms and one of 6 ms anything from 31 to 50, the test's questions
    included. The product says the same without that chance. Where more than 50 ms are left, SLOWER says so and why.
    """
    page = new_page(address)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    slow = []
    slowness = min(SLOWEST, max(1.0, yardstick(new_page) / YARDSTICK))
    for name, model in models(address).items():
        place = page.locator(f".wb-live[data-model={name}]").first
        place.locator(".wb-figure").wait_for()
        place.scroll_into_view_if_needed()
        kinds = open_moves(place)
        kind = Path(model["module"]).name.partition(".")[0]
        limits = LIMITS | ({6: SLOWER[kind][0]} if kind in SLOWER else {})
        enough = slowness * min(limit / rate for rate, limit in limits.items())
        limits = {rate: CHANCE * slowness * limit for rate, limit in limits.items()}
        allowed = min(limit / rate for rate, limit in limits.items())
        own, count = percentile(session, place.element_handle(), max(2, MOVES // len(kinds)), enough, allowed)
        line = f"{address} {kind} ({name})"
        measured(
            f"input to paint, {line}: {own:.1f} ms, {6 * own:.0f} ms six times slower, of {count} inputs, "
            f"on a machine {slowness:.2f} times slower"
        )
        slow += [f"{line}: {own * rate:.1f} ms at {rate}x" for rate, limit in limits.items() if own * rate > limit]
    assert slow == []
    assert page.faults == []


def percentile(
    session: CDPSession, place: ElementHandle, moves: int, enough: float, allowed: float
) -> tuple[float, int]:
    """Return the 95th percentile of the inputs of a figure, each at its best, in ms; and how many inputs there were.

    More rounds are made until it is enough, and after some until it is allowed.
    """
    best: dict[tuple[int, str, int], float] = defaultdict(lambda: np.inf)
    for turn in range(ROUNDS):
        wanted = enough if turn < ROUNDS / 3 else allowed
        asking = min(spend(session, place, NOTHING, 0) for _ in range(8))
        for i in range(moves):
            j = 0
            while (kind := place.evaluate(CHOOSE, j)) is not None:  # a move may bring other controls
                key = (j, kind, i)
                best[key] = min(best[key], spend(session, place, SEND, i) - asking)
                j += 1
        own = float(np.percentile(list(best.values()), 95))
        if own <= wanted:
            break
    return own, len(best)


def yardstick(new_page) -> float:
    """Return the ms in which this machine writes a plain table anew, in the middle of many times."""
    page = new_page()
    page.set_content(TABLE)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    table = page.query_selector("table")
    asking = min(spend(session, table, NOTHING, 0) for _ in range(8))
    found = float(np.median([spend(session, table, REWRITE, i) - asking for i in range(30)]))
    page.close()
    return found


def spend(session: CDPSession, place: ElementHandle, script: str, i: int) -> float:
    """Return the ms that the page's main thread works while this script runs in it."""
    before = busy(session)
    place.evaluate(script, i)
    return 1000 * (busy(session) - before)


def busy(session: CDPSession) -> float:
    """Return the seconds that the page's main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
