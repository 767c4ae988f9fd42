"""A figure answers an input within one frame, and a slow computer's within three."""

import itertools
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from built import built_pages, different, models
from moves import open_moves
from playwright.sync_api import ElementHandle
from slowness import MainThread, slowness_now

# Milliseconds for one input, by how much slower than this computer the page runs: a frame at 60
# frames a second, and three of them, which still feel immediate.
LIMITS = {1: 16.0, 6: 50.0}
# The figures that take longer on a computer six times slower: the milliseconds that they took in
# whole runs of all tests while the machine was slow (a third less in a quiet hour), and what takes
# them. More than 96 would say nothing: there the limit at full speed holds them.
SLOWER = {
    "dragging": (
        75,
        "a dragged vector moves a plane and four tables, and another sentence shows others",
    ),
    "heads": (
        95,
        "another sentence shows two other tables and up to five pictures, and writes "
        "three paragraphs",
    ),
    "trainer": (
        75,
        "another sentence shows other words and arcs, and the training goes on drawing",
    ),
    "pond": (75, "a stone more is a wave over 13,824 places, and shows another table"),
}
CHANCE = 1.25
MOVES = 24  # of all the controls of a figure together, two of each at least
ROUNDS, STRICT = 24, 1  # in the first round nothing is left to chance
# A browser hands an input to the page at the start of a frame, and what the page does with it must
# be done before the frame ends. So the input is sent from requestAnimationFrame, which opens the
# frame, and the answer is complete in the next task, a message posted from there: it runs when the
# frame's scripts, style, layout and paint are done. Waiting for another requestAnimationFrame would
# measure the screen's clock, not the figure.
MOVE = """(place, [j, i]) => {
  const found = moves.find(place)[j];
  return found && new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    moves.move(found, i);
    channel.port1.onmessage = () => done(found.kind);
    channel.port2.postMessage(null);
  }));
}"""
FIGURE_PAGES = [page for page in built_pages() if models(page)]


@pytest.mark.browser
@pytest.mark.timed
@pytest.mark.parametrize("address", FIGURE_PAGES)
def test_an_input_is_answered_within_a_frame_and_soon_on_a_slow_computer(
    address, new_page, measured
):
    """Every control of every figure that differs in more than words: sliders, buttons, choices,
    fields, handles.

    What counts is the time that the page's main thread runs, from the event until the picture is
    painted; the wait for the frame to open is not in it, nor the cheapest case of the test's own
    two questions. Other programs stretch the clock, not this time; yet they slow even the work by
    what they do to caches, and never speed it up. So each input is sent up to 24 times, its
    quickest answer counts, and of all inputs of a figure the 95th percentile. If that is too long,
    the machine may be slow just now: as much as it is at writing a plain table anew, limits are
    wider.

    A computer that is six times slower needs six times this time. The browser can slow itself down
    (``Emulation.setCPUThrottlingRate``), but it does so by interrupting the main thread with an
    idle loop at intervals of its own: a loop of 29 ms then takes 173 to 220 ms and one of 6 ms
    anything from 31 to 50, the test's questions included. The product says the same without that
    chance. Where more than 50 ms are left, SLOWER says so and why.
    """
    page = new_page(address)
    thread = MainThread(page)
    slow = []
    for name, model in different(address).items():
        place = page.locator(f".wb-live[data-model={name}]").first
        place.locator(".wb-figure").wait_for()
        place.scroll_into_view_if_needed()
        kinds = open_moves(place)
        kind = Path(model["module"]).name.partition(".")[0]
        limits = LIMITS | ({6: SLOWER[kind][0]} if kind in SLOWER else {})
        wanted = min(limit / rate for rate, limit in limits.items())
        moves = max(2, MOVES // len(kinds))
        own, count, slowness = percentile(
            thread, place.element_handle(), moves, wanted, lambda: slowness_now(new_page)
        )
        line = f"{address} {kind} ({name})"
        measured(
            f"input to paint, {line}: {own:.1f} ms, {6 * own:.0f} ms six times slower, of "
            f"{count} inputs, on a machine {slowness:.2f} times slower"
        )
        allowed = {rate: CHANCE * slowness * limit for rate, limit in limits.items()}
        slow += [
            f"{line}: {own * rate:.1f} ms at {rate}x"
            for rate, limit in allowed.items()
            if own * rate > limit
        ]
    assert slow == []
    assert page.faults == []


def percentile(
    thread: MainThread,
    place: ElementHandle,
    moves: int,
    wanted: float,
    slowness_now: Callable[[], float],
) -> tuple[float, int, float]:
    """Return the 95th percentile of the inputs of a figure, each at its best, in ms; their number;
    the slowness.

    More rounds are made until it is as wanted; after some, until it is what chance and a slow
    machine make of that.
    """
    best: dict[tuple[int, str, int], float] = defaultdict(lambda: np.inf)
    slowness = 1.0
    for turn in range(ROUNDS):
        asking = thread.asking(place)
        for i in range(moves):
            for j in itertools.count():  # a move may bring other controls
                spent, kind = thread.spend(place, MOVE, [j, i])
                if kind is None:
                    break
                best[j, kind, i] = min(best[j, kind, i], spent - asking)
        own = float(np.percentile(list(best.values()), 95))
        if own <= (wanted if turn < STRICT else CHANCE * slowness * wanted):
            break
        if turn == STRICT:
            slowness = slowness_now()
    return own, len(best), slowness
