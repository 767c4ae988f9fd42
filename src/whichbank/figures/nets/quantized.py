"""Tables of numbers in few characters or bytes, for a page to carry: 12 bits a number, or 8 to 16
and a step a row.
"""

import base64
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np


def quantize(table: Any) -> str:
    """Write a table of numbers in few characters: each as a whole number of steps, in 12 bits.

    A step is the largest absolute value divided by 2047, so that no number is off by more than
    1/4094 of the largest.

    Parameters
    ----------
    table : array
        Finite numbers.

    Returns
    -------
    str
        The step, a space, and the whole numbers plus 2048 as base64, two of them in three bytes,
        the higher bits first.

    Raises
    ------
    ValueError
        If a number is not finite.

    Examples
    --------
    >>> quantize([[1.23456, -2]])
    '0.00097704 zwAB'
    >>> dequantize(quantize([[1.23456, -2]]), 2).round(3)
    array([[ 1.235, -2.   ]])
    """
    numbers = np.asarray(table, dtype=float).ravel()
    largest = np.abs(numbers).max(initial=0)
    if not np.isfinite(largest):
        raise ValueError(f"numbers must be finite; got {largest}")
    step = f"{largest / 2047 or 1:.6g}"
    whole = np.round(numbers / float(step)).astype(int) + 2048
    bits = (whole[:, None] >> np.arange(11, -1, -1)) & 1  # (numbers, 12)
    return f"{step} {base64.b64encode(np.packbits(bits.astype(np.uint8)).tobytes()).decode()}"


def dequantize(packed: str, columns: int) -> np.ndarray:
    """Read a table that ``quantize`` wrote.

    Parameters
    ----------
    packed : str
        What it returned.
    columns : int
        How many numbers a row has.

    Returns
    -------
    array, shape (rows, columns), float64

    Raises
    ------
    ValueError
        If the text cannot be read, or does not fill its rows.
    """
    step, text = packed.split(" ")
    bits = np.unpackbits(np.frombuffer(base64.b64decode(text, validate=True), np.uint8))
    whole = bits[: len(bits) // 12 * 12].reshape(-1, 12) @ (1 << np.arange(11, -1, -1))
    return ((whole - 2048) * float(step)).reshape(-1, columns)


def to_bytes(tables: Iterable[Any], bits: int = 8) -> bytes:
    """Write tables with 8 bits a number, or a few more: each a whole number of steps, with a step
    for each row.

    A step is the row's largest absolute value divided by 127, in float32, so that no number is off
    by more than 1/254 of it; each further bit halves that. A table of one column keeps its numbers
    as float32 does.

    Parameters
    ----------
    tables : iterable of array, shape (n, m)
        Finite numbers.
    bits : int, default 8
        Bits a number, 8 to 16.

    Returns
    -------
    bytes
        All steps, float32, then the upper 8 bits of all whole numbers, int8, row after row, then
        their other bits, the higher first, eight to the byte.

    Examples
    --------
    >>> data = to_bytes([[[1.27, -0.5], [0.0, 0.0]]])
    >>> from_bytes(data, [(2, 2)])[0].round(3)
    array([[ 1.27, -0.5 ],
           [ 0.  ,  0.  ]], dtype=float32)
    """
    found: list[np.ndarray] = [np.asarray(table, dtype=np.float64) for table in tables]
    steps = [(np.abs(table).max(axis=1) / (2 ** (bits - 1) - 1)).astype("<f4") for table in found]
    divisors = [np.where(step == 0, 1, step.astype(np.float64))[:, None] for step in steps]
    whole = [
        np.round(table / by).astype(int).ravel() for table, by in zip(found, divisors, strict=True)
    ]
    upper, lower = np.divmod(np.concatenate(whole), 1 << (bits - 8))
    rest = np.packbits(((lower[:, None] >> np.arange(bits - 9, -1, -1)) & 1).astype(np.uint8))
    return b"".join(part.tobytes() for part in (*steps, upper.astype(np.int8), rest))


def from_bytes(data: bytes, shapes: Sequence[tuple[int, int]], bits: int = 8) -> list[np.ndarray]:
    """Read the tables that ``to_bytes`` wrote, float32, of these shapes; ValueError if it holds
    others.
    """
    rows, cells, more = sum(n for n, _ in shapes), sum(n * m for n, m in shapes), bits - 8
    if len(data) != (size := 4 * rows + cells + -(-cells * more // 8)):
        raise ValueError(
            f"must hold {size} bytes for {rows} rows and {cells} numbers; got {len(data)}"
        )
    steps, upper = (
        np.frombuffer(data, "<f4", rows),
        np.frombuffer(data, np.int8, cells, offset=4 * rows),
    )
    rest = np.unpackbits(np.frombuffer(data, np.uint8, offset=4 * rows + cells))[
        : cells * more
    ].reshape(cells, more)
    numbers = (upper.astype(int) * (1 << more) + rest @ (1 << np.arange(more - 1, -1, -1))).astype(
        np.float32
    )
    tables, row, at = [], 0, 0
    for n, m in shapes:
        tables.append(numbers[at : at + n * m].reshape(n, m) * steps[row : row + n, None])
        row, at = row + n, at + n * m
    return tables
