"""Take what students hand in, whatever they call it, and put it where it is graded."""

from .collecting import collect
from .report import FileReport, Report

__all__ = ["FileReport", "Report", "collect"]
