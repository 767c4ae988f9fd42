"""A process that an interrupt reaches, wherever the tests were started."""

import signal


def hear_interrupts() -> None:
    """Undo, in a new process, what a shell does to a job in the background: it makes it deaf to SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
