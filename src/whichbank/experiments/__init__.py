"""What one chapter trains or measures: each module is one experiment, and ``records`` holds its
runs.

Import a module and call its functions: ``peeking.train("open")``, ``peeking.recorded()``. They
share one recipe (``_run``), one small model (``_model``) and one text (``news``).
"""
