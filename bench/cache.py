"""The row about the key-value cache: how the time of one more token grows with the text, with it and without."""

import statistics
import time
from collections.abc import Iterator

import numpy as np
import torch

from whichbank.transformer import LanguageModel

LENGTHS = (32, 64, 128, 192, 256, 320, 384, 448, 496)
REPEATS = 11


def rows() -> Iterator[dict]:
    """Fit a line to the seconds per token for either way, and compare how steep they are."""
    torch.manual_seed(0)
    model = LanguageModel(n_vocab=1000, d_model=256, n_heads=8, d_ff=1024, n_layers=4, max_length=512).eval()
    ids = torch.randint(1000, (1, 512))
    with torch.no_grad():
        plain = [_reading_anew(model, ids, n) for n in LENGTHS]
        cached = [_reading_on(model, ids, n) for n in LENGTHS]
    slopes = [float(np.polyfit(LENGTHS, times, 1)[0]) for times in (cached, plain)]
    yield {
        "row": "key-value cache, growth of the time per token",
        "against": "no cache",
        "n": 512,
        "reach": 0.1,
        "ratio": max(slopes[0], 1e-9) / slopes[1],  # a flat line may come out falling
        "rounds": REPEATS,
        "lengths": list(LENGTHS),
        "ours_s": cached,
        "theirs_s": plain,
        "ours_slope": slopes[0],
        "theirs_slope": slopes[1],
    }


def _reading_anew(model: LanguageModel, ids: torch.Tensor, n: int) -> float:
    """Seconds for one token after n, when all n + 1 are read again."""
    return statistics.median(_seconds(lambda: model(ids[:, : n + 1])) for _ in range(REPEATS))


def _reading_on(model: LanguageModel, ids: torch.Tensor, n: int) -> float:
    """Seconds for one token after n, when the keys and values of those before it are kept."""
    cache = model.decoder.new_cache()
    model(ids[:, :n], cache=cache)
    return statistics.median(
        _seconds(lambda at=at: model(ids[:, at : at + 1], cache=cache)) for at in range(n, n + REPEATS)
    )


def _seconds(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
