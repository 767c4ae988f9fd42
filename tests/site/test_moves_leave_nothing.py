"""A figure that is moved for an hour leaves nothing behind."""

import pytest
from built import built_pages, different, models
from moves import open_moves
from playwright.sync_api import CDPSession, Locator

MOVES = 1000  # of each figure, its controls in turn
# more of each after the moves, at most
ROOM = {"Nodes": 250, "JSEventListeners": 50, "JSHeapUsedSize": 250_000}
# a busy machine compiles code late, and keeps that once; what leaks at each move leaks each time
TRIES = 3
# what the browser itself still holds, for a frame that it has not painted, goes later; a leak stays
ROUNDS = 20
# A figure may keep what it has drawn once, so the same moves are made before the count begins.
PLAY = """async (place, count) => {
  for (let i = 0, painted = 0; i < count; ) {
    for (const found of moves.find(place)) {
      const shown = found.control.isConnected && !found.control.closest(".wb-away"); // a move may take away others
      if (shown && i < count) moves.move(found, i++);
    }
    if (i < painted + 40) continue;
    await new Promise(requestAnimationFrame); // now and then all is laid out and painted
    painted = i;
  }
}"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"
FIGURE_PAGES = [page for page in built_pages() if models(page)]


@pytest.mark.browser
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_a_thousand_moves_leave_nothing_behind(address, new_page, measured):
    """After the garbage is collected, there are no more elements, no more listeners, and no fuller
    heap than before.

    What is kept at each move counts a thousand times: one element, one listener, or 250 bytes are
    too many. The room is for what a figure shows at the end and did not at the beginning, and for
    what the browser learns of the code.
    """
    # little to paint between the moves
    page = new_page(address, viewport={"width": 640, "height": 400})
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    grown = []
    for name in different(address):
        place = page.locator(f".wb-live[data-model={name}]").first
        place.locator(".wb-figure").wait_for()
        open_moves(place)
        place.evaluate(PLAY, 200)
        for _ in range(TRIES):
            more = growth(session, place)
            if within(more):
                break
        line = ", ".join(f"{count:+.0f} {what}" for what, count in more.items())
        measured(f"kept after {MOVES} moves, {address} {name}: {line}")
        if not within(more):
            grown.append(f"{name}: {line}")
    assert grown == []
    assert page.faults == []


def kept(session: CDPSession) -> dict[str, float]:
    """Return what is left in the page when the garbage is collected."""
    session.send("Runtime.evaluate", {"expression": PAINTED, "awaitPromise": True})
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def growth(session: CDPSession, place: Locator) -> dict[str, float]:
    """Move a figure a thousand times; return how much more there is of each, when what goes has
    gone.
    """
    before = kept(session)
    place.evaluate(PLAY, MOVES)
    for _ in range(ROUNDS):
        after = kept(session)
        more = {what: after[what] - before[what] for what in ROOM}
        if within(more):
            break
    return more


def within(more: dict[str, float]) -> bool:
    """Whether no more is left than there is room for."""
    return all(more[what] <= room for what, room in ROOM.items())
