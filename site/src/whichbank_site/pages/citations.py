"""The list of references: its makers are named here, once."""

from typing import Any

from pybtex.plugin import find_plugin, register_plugin

BACKENDS = ("plaintext", "docutils")


def setup(app: Any) -> None:
    """Else pybtex looks through all installed packages for them, at each citation."""
    for name in BACKENDS:
        register_plugin("pybtex.backends", name, find_plugin("pybtex.backends", name), force=True)
