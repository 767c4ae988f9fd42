"""Cases for every function that a shared front-end module exports, made by the Python kernels, a
module each.

``CASES[module, function]`` makes a list of (arguments, expected result). What only draws has none,
and the cases of a figure's own module stand in the figure's test.
"""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

CASES: dict[tuple[str, str], Callable[[], list[tuple[list, Any]]]] = {}
for found in pkgutil.iter_modules(__path__):
    CASES |= importlib.import_module(f"{__name__}.{found.name}").CASES
