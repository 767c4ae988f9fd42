"""What ``make bench`` measured: times and memory, with the machine that they were measured on."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


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
