"""How a check keeps an answer within bounds: its time, what it prints, what it asks for."""

import contextlib
import signal
import sys
import threading
import time

import pytest

from whichbank.exercises import check, limits


@pytest.fixture(params=["a timer", "tracing"])
def limited(request, monkeypatch):
    """A limit of half a second, by a timer and as in a browser, where there is none."""
    monkeypatch.setattr(limits.within_bounds.__wrapped__, "__defaults__", (0.5,))
    if request.param == "tracing":
        monkeypatch.setattr(sys, "platform", "emscripten")


@pytest.mark.usefixtures("limited")
def test_a_loop_without_an_end_is_stopped_and_its_line_is_told():
    def mend(weights):
        while True:
            with contextlib.suppress(Exception):
                weights = weights + 1

    tracer, timer = sys.gettrace(), signal.getitimer(signal.ITIMER_REAL)
    report = check("mixing.3", mend)
    assert report.status == "timed out"
    assert "seconds, in line" in report.message
    assert "of mend: " in report.message
    assert "a loop that never ends?" in report.message
    assert (sys.gettrace(), signal.getitimer(signal.ITIMER_REAL)) == (tracer, timer)


@pytest.mark.usefixtures("limited")
def test_an_import_is_not_stopped(tmp_path, monkeypatch):
    slow = "import time\nend = time.monotonic() + 1.5\nwhile time.monotonic() < end: pass"
    (tmp_path / "a_slow_library.py").write_text(slow)
    monkeypatch.syspath_prepend(tmp_path)

    def mend(weights):
        import a_slow_library  # noqa: F401

        return 1 / 0

    assert check("mixing.3", mend).status == "raised"


@pytest.mark.usefixtures("limited")
def test_what_an_import_takes_and_waiting_do_not_count(tmp_path, monkeypatch):
    """An optimizer of torch's imports for ten seconds when it is first made."""
    slow = "import time\nend = time.thread_time() + 1\nwhile time.thread_time() < end: pass"
    (tmp_path / "a_slow_library.py").write_text(slow)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_slow_library", raising=False)

    naps = [] if sys.platform == "emscripten" else [0.7]  # a browser knows but the time

    def mend(weights):
        import a_slow_library  # noqa: F401

        while naps:
            time.sleep(naps.pop())
        return weights / weights.sum(axis=-1, keepdims=True)

    assert check("mixing.3", mend).status == "mistake"


@pytest.mark.usefixtures("limited")
def test_who_sleeps_for_ever_is_woken():
    def mend(weights):
        while True:
            time.sleep(0.1)

    assert check("mixing.3", mend).status == "timed out"


def test_in_a_thread_there_is_no_timer_and_a_limit_all_the_same(monkeypatch):
    monkeypatch.setattr(limits.within_bounds.__wrapped__, "__defaults__", (0.3,))

    def mend(weights):
        while True:
            pass

    found = []
    thread = threading.Thread(target=lambda: found.append(check("mixing.3", mend)))
    thread.start()
    thread.join(30)
    assert found[0].status == "timed out"


def test_an_interrupt_leaves_a_short_trace():
    def mend(weights):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        check("mixing.3", mend)
    assert caught.value.__suppress_context__
    assert "interrupted, in line 2 of mend: raise KeyboardInterrupt" in str(caught.value)
    assert len(caught.traceback) == 2  # this line, and that of check


def test_ten_printed_lines_are_kept(capsys):
    def mend(weights):
        for row in weights:
            print("the row", row, "\nand more")

    check("mixing.3", mend)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[:2] == ["the row [0.8  0.1  0.05] ", "and more"]
    assert lines[-1] == "(Only the first lines that your function prints are shown.)"
    check("mixing.3", lambda weights: print("once") if weights.shape == (1, 1) else weights)
    assert set(capsys.readouterr().out.splitlines()) == {"once"}


def test_input_is_refused(monkeypatch):
    def asked(*_):
        raise AssertionError("somebody is asked")

    monkeypatch.setattr("builtins.input", asked)
    report = check("mixing.3", lambda weights: float(input("which row? ")))
    assert report.status == "raised"
    assert "input() is refused in a check" in report.message
    assert input is asked
