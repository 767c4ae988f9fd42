"""Which class folder a step of nbgrader works in."""

from pathlib import Path
from typing import Any


def class_folder(step: Any) -> Path:
    """Return the class folder of a preprocessor or exporter of nbgrader.

    Parameters
    ----------
    step : traitlets.config.Configurable
        A step, whose parents lead to nbgrader's converter or application.

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        If none of its parents knows the folder.
    """
    while step is not None:
        folder = getattr(step, "coursedir", None)
        if folder is not None:
            return Path(folder.root)
        step = getattr(step, "parent", None)
    raise ValueError("this step of nbgrader does not know its class folder: start nbgrader in the class folder")
