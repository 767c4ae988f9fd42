"""Check an answer to an exercise of the course: ``check("mixing.2", mix_all)``."""

from .checking import check, guidance
from .diagnosis import diagnose
from .hand import diagnose_hand
from .report import Report
from .table import Column, Entry

__all__ = ["Column", "Entry", "Report", "check", "diagnose", "diagnose_hand", "guidance"]
