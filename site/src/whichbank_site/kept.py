"""What one build makes and the next takes as it is, where making it takes longer than writing the pages."""

import hashlib
import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any


def kept(app: Any, what: str, draw: Callable[[], bytes]) -> bytes:
    """Return the picture of this text's name, drawn now or by an earlier build.

    Parameters
    ----------
    app : Sphinx
        Its folder of read pages keeps the pictures; the build empties it whenever the package has changed.
    what : str
        All that the picture depends on, beside the package.
    draw : callable
        Called without arguments where the picture is not there.
    """
    file = _folder(app) / hashlib.sha256(what.encode()).hexdigest()
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(draw())
    return file.read_bytes()


class Remembered:
    """Many short texts, each made of another, in one file: formulas, colored code, stems of words.

    A build keeps those that it has used.

    Parameters
    ----------
    app : Sphinx
        Its folder of read pages keeps the file, as above.
    name : str
        The file's name.
    """

    def __init__(self, app: Any, name: str) -> None:
        self._file = _folder(app) / f"{name}.json"
        self._used: dict[str, str] = {}
        app.connect("build-finished", self._keep)

    def __call__(self, what: str, make: Callable[[], str]) -> str:
        """Return the text made of this one, now or by an earlier build."""
        if what not in self._used:
            self._used[what] = self._before[what] if what in self._before else make()
        return self._used[what]

    @cached_property
    def _before(self) -> dict[str, str]:
        return json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else {}

    def _keep(self, app: Any, exception: Exception | None) -> None:
        if exception is None and self._used:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(self._used), encoding="utf-8")


def _folder(app: Any) -> Path:
    return Path(app.doctreedir) / "drawn"
