"""Frames: one line of JSON that says what follows and how long it is, then that many bytes.

What follows is arrays in the safetensors format. Nothing in a frame can be executed or unpickled.
"""

import json
from typing import Any, TypeVar

import numpy as np
from safetensors.numpy import load, save

Bytes = TypeVar("Bytes", bytes, bytearray)
HEADER = 4096
"""The longest first line of a frame, in bytes."""


class FrameError(ValueError):
    """What came is no frame, or one that is too large."""


def frame(body: bytes = b"", **header: Any) -> bytes:
    """Write a frame: its header, and its body."""
    line = json.dumps({**header, "size": len(body)}).encode("ascii") + b"\n"
    if len(line) > HEADER:
        raise FrameError(f"a header may have {HEADER} bytes; got {len(line)}")
    return line + body


def split(data: Bytes) -> tuple[dict[str, Any], Bytes, Bytes] | None:
    """Cut the first frame off some bytes: (header, body, rest), or None if it is not complete yet.

    Raises FrameError if the bytes cannot become a frame.
    """
    end = data.find(b"\n", 0, HEADER)
    if end < 0:
        if len(data) >= HEADER:
            raise FrameError("the first line of a frame has no end")
        return None
    try:
        header = json.loads(data[:end])
        size = header["size"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FrameError(
            f"the first line of a frame is not readable: {type(error).__name__}"
        ) from None
    if (
        not isinstance(header, dict)
        or not isinstance(size, int)
        or isinstance(size, bool)
        or size < 0
    ):
        raise FrameError("the first line of a frame gives no size")
    if len(data) < end + 1 + size:
        return None
    return header, data[end + 1 : end + 1 + size], data[end + 1 + size :]


def pack(arrays: dict[str, np.ndarray], **texts: Any) -> bytes:
    """Write arrays, and plain data under names, as one safetensors body."""
    notes = {
        name: np.frombuffer(json.dumps(data).encode("ascii"), np.uint8)
        for name, data in texts.items()
    }
    return save({name: np.array(array, order="C") for name, array in {**arrays, **notes}.items()})


def unpack(body: bytes) -> dict[str, np.ndarray]:
    """Read the arrays of a body; FrameError if it is no safetensors data, or of a type that NumPy
    does not have.
    """
    try:
        return load(body)
    except Exception as error:  # the library's own error, or NumPy's about a type or a shape
        raise FrameError(f"these are no arrays: {type(error).__name__}") from None


def text(array: np.ndarray | None, limit: int) -> Any:
    """Read plain data that ``pack`` wrote; FrameError if it is not there, longer than the limit, or
    no JSON.
    """
    if array is None or array.dtype != np.uint8 or array.ndim != 1 or array.size > limit:
        raise FrameError("the notes of a frame are missing or too long")
    try:
        return json.loads(array.tobytes())
    except (ValueError, RecursionError) as error:
        raise FrameError(f"the notes of a frame are not readable: {type(error).__name__}") from None
