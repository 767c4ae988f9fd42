"""The list of references, as a screen reader expects it: docutils gives its items a role that is deprecated."""

from typing import Any


def setup(app: Any) -> None:
    """Change the role when a page's body is written."""
    app.connect("html-page-context", _mend)


def _mend(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')
