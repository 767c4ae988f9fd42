"""Tables of numbers in few characters, for the traits that a page carries: 12 bits a number."""

import base64
from typing import Any

import numpy as np


def quantize(table: Any) -> str:
    """Write a table of numbers in few characters: each as a whole number of steps, in 12 bits.

    A step is the largest absolute value divided by 2047, so that no number is off by more than 1/4094 of the largest.

    Parameters
    ----------
    table : array
        Finite numbers.

    Returns
    -------
    str
        The step, a space, and the whole numbers plus 2048 as base64, two of them in three bytes, the higher bits first.

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
