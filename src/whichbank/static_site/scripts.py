"""The theme's scripts, so that none holds up a page; and what the theme brings along and no page asks for."""

import shutil
from pathlib import Path
from typing import Any

_NOT_ASKED_FOR = ("scripts/fontawesome.js*", "vendor/fontawesome", "scripts/*.map", "styles/*.map")


def setup(app: Any) -> None:
    """Let scripts wait for the page."""
    app.connect("html-page-context", _defer, priority=980)
    app.connect("build-finished", _clear, priority=950)


def _defer(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    scripts = []
    for script in context.get("script_files", []):
        body = script.attributes.get("body") or ""
        if body.startswith("DOCUMENTATION_OPTIONS."):
            continue  # it would have to come after a script that now waits; what it sets is read by nothing here
        if script.filename and page == "search":  # there the theme's template goes on with scripts that do not wait
            script.attributes.pop("defer", None)
        elif script.filename:
            script.attributes["defer"] = "defer"
        scripts.append(script)
    context["script_files"] = scripts


def _clear(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    for pattern in _NOT_ASKED_FOR:
        for path in Path(app.outdir, "_static").glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
