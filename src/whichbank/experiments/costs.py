"""What ``make bench`` measured: times and memory, with the machine that they were measured on."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "records/costs.json"


def measurements(part: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the machine, and the recorded rows of one part of the measurements, such as "lengths"
    or "cache".

    The machine is its processor, cores, threads, versions, the load when it began, and the date.
    Each row is one measurement: ``row`` names it, ``n`` is the length, ``ours_s`` and ``theirs_s``
    are seconds, ``ours_bytes`` and ``theirs_bytes`` bytes. A part that was not recorded raises a
    ValueError that lists those that were.

    Examples
    --------
    >>> machine, rows = measurements("attention")
    >>> sorted(rows[0])[:3]
    ['against', 'cpu_ratio', 'n']
    """
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    if part not in recorded:
        raise ValueError(f"nothing was recorded under {part!r}; there are {', '.join(recorded)}")
    return recorded[part]["machine"], recorded[part]["rows"]


def fit_power(
    lengths: Sequence[float] | np.ndarray, costs: Sequence[float] | np.ndarray
) -> tuple[float, float]:
    """Fit ``cost = factor · length ** slope`` to two or more positive lengths and costs; return
    factor and slope.

    It is the line of least squares through the logarithms.

    Examples
    --------
    >>> factor, slope = fit_power([10, 20, 40], [3, 12, 48])
    >>> round(factor, 6), round(slope, 6)
    (0.03, 2.0)
    """
    if len(lengths) != len(costs) or len(lengths) < 2:
        raise ValueError(
            f"there must be two points or more; got {len(lengths)} lengths and {len(costs)} costs"
        )
    if min(*lengths, *costs) <= 0:
        raise ValueError(f"lengths and costs must be positive; got {min(*lengths, *costs)}")
    slope, intercept = np.polyfit(np.log(lengths), np.log(costs), 1)
    return float(np.exp(intercept)), float(slope)
