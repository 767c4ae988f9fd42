"""For each class of live figure, what it must show when its traits are these: told by the Python kernels.

One module a figure, named as the figure's own module; the tests fail and say so where one is missing.
"""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

from drawn import Drawn

COMPARERS: dict[str, Callable[[Any, Drawn], None]] = {}
for found in pkgutil.iter_modules(__path__):
    COMPARERS |= importlib.import_module(f"{__name__}.{found.name}").COMPARERS
