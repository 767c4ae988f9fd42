"""Live figures: each a folder with a Python class and the ES module and the style sheet of its name
that draw it, in a notebook and on the static site.

All figures can be imported from here: ``from whichbank.figures import MixingTable``. ``kit`` has
what they share, and ``nets`` the small networks that a page computes itself.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from whichbank.figures.kit.figure import Figure

for _found in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_found.name}")
FIGURES = {kind.__module__.rpartition(".")[2]: kind for kind in Figure.__subclasses__()}
"""Every figure, by the name of its folder."""
globals().update({kind.__name__: kind for kind in FIGURES.values()})
__all__ = ["FIGURES", "Figure", *sorted(kind.__name__ for kind in FIGURES.values())]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # what a type checker cannot find out
