"""What the tests of the pool run in other processes. It imports nothing, so that those start
quickly.
"""

import os
import signal


def twice(task):
    return 2 * task


def odd_ones_fail(task):
    if task % 2:
        raise ValueError(f"{task} is odd")
    return task


def three_dies(task):
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def tells_its_threads(task):
    return os.environ["OMP_NUM_THREADS"], signal.getsignal(signal.SIGINT) == signal.SIG_IGN
