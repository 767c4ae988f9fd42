"""Live figures: each a Python class and the ES module of its name that draws it, in a notebook and
on the static site.

All figures of the modules in this folder can be imported from here: ``from whichbank.figures import
MixingTable``.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from whichbank.figures.base import Figure

for _found in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_found.name}")
FIGURES = {kind.__module__.rpartition(".")[2]: kind for kind in Figure.__subclasses__()}
"""Every figure, by the name of its module."""
globals().update({kind.__name__: kind for kind in FIGURES.values()})
__all__ = ["FIGURES", "Figure", *sorted(kind.__name__ for kind in FIGURES.values())]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # what a type checker cannot find out
