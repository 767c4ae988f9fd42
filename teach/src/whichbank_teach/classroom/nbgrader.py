"""nbgrader in a class's folder: set up by its own configuration, with our steps where it would run
a notebook.
"""

import contextlib
import os
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from traitlets.config import Config

_OURS = "whichbank_teach.grading"
_STEPS = "nbgrader.preprocessors"


def configure(config: Config, file: str | Path) -> None:
    """Set nbgrader's options for a class: called by the ``nbgrader_config.py`` in its folder, and
    by our commands.

    nbgrader's own commands then do what ours do. The file is the configuration, whose folder is the
    class's.
    """
    config.CourseDirectory.root = str(Path(file).absolute().parent)
    # The notebooks hold no solution to clear; nbgrader would clear the stubs.
    generate = ("LockCells", "ClearOutput", "CheckCellMetadata", "ComputeChecksums", "SaveCells")
    config.GenerateAssignment.preprocessors = [f"{_STEPS}.{name}" for name in generate]
    config.OverwriteCells.add_missing_cells = True
    # a notebook is validated once all steps are done, not after each
    config.Exporter.optimistic_validation = True
    # No CheckCellMetadata: collect has put the work into a pristine notebook, and each check takes
    # as long as a grade.
    sanitize = ("ClearOutput", "DeduplicateIds", "OverwriteKernelspec", "OverwriteCells")
    config.Autograde.sanitize_preprocessors = [f"{_STEPS}.{name}" for name in sanitize]
    config.Autograde.autograde_preprocessors = [
        f"{_OURS}.steps.FillMarks",
        f"{_OURS}.steps.SaveMarks",
        f"{_STEPS}.AssignLatePenalties",
    ]
    config.GenerateFeedback.preprocessors = [f"{_OURS}.feedback.GetMarks"]
    config.GenerateFeedback.exporter_class = f"{_OURS}.feedback.FeedbackExporter"
    config.ExportApp.plugin_class = f"{_OURS}.export.OwnExport"


def class_folder(step: Any) -> Path:
    """Return the class folder that a preprocessor or exporter of nbgrader works in: ``configure``
    has set it.
    """
    return Path(step.config.CourseDirectory.root)


def class_config(root: Path) -> Config:
    """Return the configuration that nbgrader reads in a class folder."""
    config = Config()
    configure(config, root / "nbgrader_config.py")
    return config


@contextlib.contextmanager
def one_engine() -> Iterator[None]:
    """Let nbgrader open the gradebook by one engine, which knows its questions after the first
    time. It makes a new one nine times for each student, and each learns them again.
    """
    from nbgrader import api

    before, api.create_engine = api.create_engine, cache(api.create_engine)
    try:
        yield
    finally:
        api.create_engine = before


@contextlib.contextmanager
def tools_on_path() -> Iterator[None]:
    """Put this environment's programs first on PATH: nbgrader calls ``alembic`` by its name
    alone.
    """
    before = os.environ.get("PATH", os.defpath)
    places = dict.fromkeys([str(Path(sys.executable).parent), sysconfig.get_path("scripts")])
    os.environ["PATH"] = os.pathsep.join([*places, before])
    try:
        yield
    finally:
        os.environ["PATH"] = before
