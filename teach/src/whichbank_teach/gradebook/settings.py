"""How nbgrader is set up for a class: our steps in place of those that would run a student's notebook."""

from typing import Any

_HERE = "whichbank_teach.gradebook"


def configure(c: Any) -> None:
    """Set the options of nbgrader that grading in the box needs. Calling it twice is the same as once.

    A class folder's ``nbgrader_config.py`` calls it, so that nbgrader's own commands do what ours do.

    Parameters
    ----------
    c : traitlets.config.Config
        The configuration, as ``get_config()`` gives it.
    """
    c.OverwriteCells.add_missing_cells = True
    c.Exporter.optimistic_validation = True  # a notebook is validated once all steps are done, not after each
    # No CheckCellMetadata: collect has put the work into a pristine notebook, and each check takes as long as a grade.
    c.Autograde.sanitize_preprocessors = [
        "nbgrader.preprocessors.ClearOutput",
        "nbgrader.preprocessors.DeduplicateIds",
        "nbgrader.preprocessors.OverwriteKernelspec",
        f"{_HERE}.marks.RestoreCells",
    ]
    c.Autograde.autograde_preprocessors = [
        f"{_HERE}.marks.FillMarks",
        f"{_HERE}.marks.SaveMarks",
        "nbgrader.preprocessors.AssignLatePenalties",
    ]
    c.GenerateFeedback.preprocessors = [f"{_HERE}.feedback.GetMarks"]
    c.GenerateFeedback.exporter_class = f"{_HERE}.feedback.FeedbackExporter"
    c.ExportApp.plugin_class = f"{_HERE}.export.OwnExport"
