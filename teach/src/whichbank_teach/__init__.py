"""The instructor's side of the course: a class's work released, collected, graded and reported."""

from typing import Any


def configure(config: Any, file: str) -> None:
    """Set nbgrader's options for a class: its folder's ``nbgrader_config.py`` calls this."""
    from .classroom import nbgrader

    nbgrader.configure(config, file)
