"""What ``make bench`` measured: times and memory, with the machine that they were measured on."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "records/costs.json"


def measurements(part: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the recorded rows of one part of the measurements, and the machine.

    Parameters
    ----------
    part : str
        Such as "lengths" or "cache": a module of the folder ``bench``.

    Returns
    -------
    machine : dict
        Processor, cores, threads, versions, the load when it began, and the date.
    rows : list of dict
        One measurement each: ``row`` names it, ``n`` is the length, ``ours_s`` and ``theirs_s`` are seconds,
        ``ours_bytes`` and ``theirs_bytes`` bytes.

    Raises
    ------
    ValueError
        If nothing was recorded under that name; the message lists what was.

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


def fit_power(lengths: Sequence[float] | np.ndarray, costs: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """Fit ``cost = factor · length ** slope``: a straight line where both axes count in factors.

    Parameters
    ----------
    lengths, costs : sequence of float
        At least two positive numbers each.

    Returns
    -------
    factor, slope : float
        The line of least squares through the logarithms.

    Raises
    ------
    ValueError
        If there are fewer than two points, not as many lengths as costs, or a number is not positive.

    Examples
    --------
    >>> factor, slope = fit_power([10, 20, 40], [3, 12, 48])
    >>> round(factor, 6), round(slope, 6)
    (0.03, 2.0)
    """
    if len(lengths) != len(costs) or len(lengths) < 2:
        raise ValueError(f"there must be two points or more; got {len(lengths)} lengths and {len(costs)} costs")
    if min(*lengths, *costs) <= 0:
        raise ValueError(f"lengths and costs must be positive; got {min(*lengths, *costs)}")
    x, y = np.log(np.asarray(lengths, dtype=float)), np.log(np.asarray(costs, dtype=float))
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())
    return float(np.exp(y.mean() - slope * x.mean())), slope
