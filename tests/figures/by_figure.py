"""The test module of each figure, by the figure's name: ``test_NAME.py`` tests the figure of the
module NAME.

It gives what the tests of all figures need. ``make`` makes one, with changes of its traits;
``OTHER`` are changes that lead away from its first state; ``BAD`` are changes that must be refused,
each with what the message says. In the browser, ``compare`` holds what the figure draws to what the
Python kernels say of its traits, and ``CASES`` has, for each function that the JavaScript module
exports, a list of (arguments, expected result) made by Python; ``FILE`` names that module where it
is not the figure's own.
"""

import importlib

from whichbank.figures import FIGURES

TESTS = {name: importlib.import_module(f"test_{name}") for name in FIGURES}
