"""Wrong answers as learners write them, and what a check must see in each.

``WRONG_WAYS`` has for each exercise pairs of an answer and what is expected: the name of a mistake,
or two joined by +; with a ? behind it where no name will do as well; a text with a space in it,
which the message must hold while no mistake is named; or nothing, where it is enough to be rejected
without a false name.
"""

import importlib
import pkgutil

WRONG_WAYS: dict[str, list] = {}
for found in pkgutil.iter_modules(__path__):
    for number, ways in getattr(
        importlib.import_module(f"{__name__}.{found.name}"), "WRONG_WAYS", {}
    ).items():
        WRONG_WAYS.setdefault(number, []).extend(ways)
