"""Files beside the book are no part of it: where one comes or goes, no page need be read again."""

from pathlib import Path
from typing import Any

BOOK = "book/"


def setup(app: Any) -> None:
    """Correct the patterns of what is left out, after the table of contents has added to them."""
    app.connect("config-inited", _forget, priority=950)


def _forget(app: Any, config: Any) -> None:
    """Drop the files that ``include_patterns`` leaves out in any case, and put the rest in an order
    of its own.

    The table of contents leaves out each text that it does not name, wherever it stands, in the
    order of the disk; and Sphinx reads all pages again when this list changes.
    """
    others = {name for name in config.exclude_patterns if not name.startswith(BOOK)}
    beside = {name for name in others if Path(app.srcdir, name).is_file()}
    config.exclude_patterns = sorted(set(config.exclude_patterns) - beside)
