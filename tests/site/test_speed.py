"""A figure answers an input within one frame."""

import numpy as np
import pytest
from built import live_figures
from playwright.sync_api import CDPSession, Locator

FRAME = 16.0  # milliseconds, at 60 frames a second
EVENTS = 70
# A browser hands an input to the page at the start of a frame, and what the page does with it must be done before the
# frame ends. So the input is sent from requestAnimationFrame, which opens the frame, and the answer is complete in the
# next task, a message posted from there: it runs when the frame's scripts, style, layout and paint are done. Waiting
# for another requestAnimationFrame would measure the screen's clock, not the figure.
SEND = """(slider, i) => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  const [min, max, step] = [slider.min, slider.max, slider.step].map(Number);
  const stops = Math.max(1, Math.round((max - min) / step));
  const start = performance.now();
  slider.value = min + step * ((i * 7) % (stops + 1));
  slider.dispatchEvent(new Event("input", {bubbles: true}));
  channel.port1.onmessage = () => done(performance.now() - start);
  channel.port2.postMessage(null);
}))"""


@pytest.mark.browser
@pytest.mark.parametrize(("address", "name"), live_figures())
def test_an_input_is_answered_within_a_frame(address, name, new_page, measured):
    """The time that counts is the page's own: other programs on a busy machine stretch the clock, not the work.

    Both are printed. The page's time holds everything that its main thread does from one event to the next, the
    test's own questions included. Neighbors slow even that down by what they do to caches, and never speed it up:
    so each input is sent up to four times, and its quickest answer counts.
    """
    page = new_page(address)
    place = page.locator(f".wb-live[data-model={name}]").first
    place.locator(".wb-figure").wait_for()
    place.scroll_into_view_if_needed()
    sliders = place.locator("input[type=range]")
    if not sliders.count():
        pytest.skip("a figure without a slider")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    best = np.inf
    for _ in range(4):
        best = np.minimum(best, np.concatenate([measure(session, sliders.nth(i)) for i in range(sliders.count())]))
        own, clock = np.percentile(best, 95, axis=0)
        if own <= FRAME:
            break
    found = f"95th percentile {own:.1f} ms ({clock:.1f} ms by the clock)"
    measured(f"input to paint, {address} {name}: {found}, {len(best)} events")
    assert own <= FRAME


def measure(session: CDPSession, slider: Locator) -> np.ndarray:
    """Return for each event the main thread's time and the clock's, in ms; the first few, which warm up, left out."""
    times, before = [], busy(session)
    handle = slider.element_handle()
    for i in range(EVENTS):
        clock = handle.evaluate(SEND, i)
        after = busy(session)
        times.append((1000 * (after - before), clock))
        before = after
    return np.array(times[10:])


def busy(session: CDPSession) -> float:
    """Return the seconds that the page's main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
