"""The list of references, as a screen reader expects it: docutils gives its items a role that is deprecated."""

from typing import Any

from pybtex.plugin import find_plugin, register_plugin

BACKENDS = ("plaintext", "docutils")


def setup(app: Any) -> None:
    """Change the role when a page's body is written."""
    app.connect("html-page-context", _mend)
    for name in BACKENDS:  # else pybtex looks through all installed packages for them, at each citation
        register_plugin("pybtex.backends", name, find_plugin("pybtex.backends", name), force=True)


def _mend(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')
