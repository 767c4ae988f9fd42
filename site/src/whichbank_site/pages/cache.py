"""What one build makes and the next takes as it is, where making it takes longer than writing the
pages.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any


def cached(app: Any, what: str, draw: Callable[[], bytes]) -> bytes:
    """Return the file of this text's name, drawn now or by an earlier build.

    The text names all that the file depends on, beside the package: a build empties the folder when
    that has changed.
    """
    file = Path(app.doctreedir, "drawn", hashlib.sha256(what.encode()).hexdigest())
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(draw())
    return file.read_bytes()
