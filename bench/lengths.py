"""The rows about length: time and memory of the loop, the whole table, blocks, and torch's fused
attention.

Each size runs in a process of its own, so that its peak memory is its own:
``python -m bench.lengths streaming 1024``. The last rows say how long a text one head can read
before a limit on memory ends it.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch

from whichbank.attention import attend
from whichbank.loop import attend_loop
from whichbank.streaming import attend_streaming

HEADS, D = 8, 64
LIMIT = 4 << 30
SIZES = {
    "loop": (32, 64, 128),
    "matrix": (64, 128, 256, 512, 1024, 2048, 4096, 8192),
    "streaming": (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384),
    "fused": (32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384),
}
NAMES = {
    "loop": "attend_loop",
    "matrix": "attend, whole table",
    "streaming": "attend_streaming",
    "fused": "fused",
}
FUSED = "torch's fused attention"
LONGEST = 65536


def rows() -> Iterator[dict]:
    """Measure every form at every length, then look for the longest text within the limit."""
    for device in ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]:
        fused = {n: _child("fused", n, device) for n in SIZES["fused"]}
        for form in ("loop", "matrix", "streaming") if device == "cpu" else ("matrix", "streaming"):
            for n in SIZES[form]:
                found = _child(form, n, device)
                yield {
                    "row": f"{NAMES[form]} by length, {device}",
                    "against": FUSED,
                    "n": n,
                    "reach": None,
                    "ratio": found["seconds"] / fused[n]["seconds"],
                    "ours_s": found["seconds"],
                    "theirs_s": fused[n]["seconds"],
                    "ours_bytes": found["bytes"],
                    "theirs_bytes": fused[n]["bytes"],
                }
    reached = {form: _longest(form) for form in ("matrix", "streaming", "fused")}
    for form in ("matrix", "streaming"):
        yield {
            "row": f"{NAMES[form]}, longest text of one head",
            "against": FUSED,
            "n": reached[form],
            "reach": None,
            "ratio": reached[form] / reached["fused"],
            "limit_bytes": LIMIT,
            "longest_tried": LONGEST,
        }


def _longest(form: str) -> int:
    """Return the longest text, doubled from 1024 on, that one head reads within the limit."""
    n = 1024
    while 2 * n <= LONGEST and _child(form, 2 * n, "cpu", limited=True):
        n *= 2
    return n


def _child(form: str, n: int, device: str, *, limited: bool = False) -> dict:
    """Measure one size in a process of its own; an empty answer where it ran out of memory."""
    command = [
        sys.executable,
        "-m",
        "bench.lengths",
        form,
        str(n),
        device,
        *(["limited"] if limited else []),
    ]
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode and not limited:
        raise RuntimeError(done.stderr)
    return {} if done.returncode else json.loads(done.stdout)


def _measure(form: str, n: int, device: str, limited: bool) -> dict:
    heads = 1 if limited else HEADS
    draw = np.random.default_rng(0)
    arrays = [draw.standard_normal((heads, n, D), dtype=np.float32) for _ in range(3)]
    given = (
        arrays
        if form != "fused" and device == "cpu"
        else [torch.from_numpy(x).to(device) for x in arrays]
    )
    call = _form(form, given)
    _warm_up(form)
    if limited:
        resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT))
        call()
        return {"n": n}
    before = _memory(device, reset=True)
    times = [_seconds(call, device)]
    peak = _memory(device) - before - heads * n * D * 4  # less the result
    while len(times) < 7 and sum(times) < 4:
        times.append(_seconds(call, device))
    return {"seconds": statistics.median(times[1:] or times), "bytes": max(peak, 0)}


def _form(form: str, given: list) -> Callable[[], object]:
    if form == "loop":
        return lambda: [attend_loop(*(x[h] for x in given)) for h in range(len(given[0]))]
    if form == "matrix":
        return lambda: attend(*given, return_weights=True)[0]
    if form == "streaming":
        return lambda: attend_streaming(*given)
    return lambda: torch.nn.functional.scaled_dot_product_attention(*(x[None] for x in given))


def _warm_up(form: str) -> None:
    """Load what the first call loads, so that it does not count as the call's own memory."""
    small = [np.ones((2, 8, D), dtype=np.float32) for _ in range(3)]
    _form(form, [torch.from_numpy(x) for x in small] if form == "fused" else small)()


def _seconds(call: Callable[[], object], device: str) -> float:
    start = time.perf_counter()
    call()
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter() - start


def _memory(device: str, *, reset: bool = False) -> int:
    """The peak of this process so far in bytes, or, when it is reset, what it holds now."""
    if device == "cuda":
        if reset:
            torch.cuda.reset_peak_memory_stats()
        return torch.cuda.max_memory_allocated()
    if reset:
        Path("/proc/self/clear_refs").write_text("5")  # the peak is reset
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.split("VmRSS:" if reset else "VmHWM:")[1].split()[0])


if __name__ == "__main__":
    print(
        json.dumps(
            _measure(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:] == ["limited"])
        )
    )
