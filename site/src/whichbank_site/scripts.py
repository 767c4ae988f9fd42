"""The theme's scripts, which come when a page is seen; and what the theme brings along and no page asks for."""

import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

_NOT_ASKED_FOR = (
    "scripts/fontawesome.js*",
    "scripts/bootstrap.js*",
    "vendor/fontawesome",
    "scripts/*.map",
    "styles/*.map",
)
# The theme lets the keyboard reach what scrolls: it measures every code cell, output and table at once, and again after
# each change, and so has the whole page laid out. The page's own script measures each one when it is laid out anyway.
_THEMES_SCRIPT = "scripts/pydata-sphinx-theme.js"
_MEASURES_ALL = re.compile(
    r'function (\w)\(\)\{const e=\(\)=>\{document\.querySelectorAll\(\["pre",[^{}]*\{[^{}]*\}\)\},.*?\),e\(\)\}'
)
_MEASURES_EACH = """addEventListener("DOMContentLoaded", () => {
  const sized = new ResizeObserver((found) => found
    .map(({target}) => [target, target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight])
    .forEach(([target, scrolls]) => { if (scrolls !== (target.tabIndex === 0)) target.tabIndex = scrolls ? 0 : -1; }));
  const scrollers = "pre, .cell_output > .output, .pst-scrollable-table-container";
  for (const target of document.querySelectorAll(scrollers)) sized.observe(target);
});"""

# A phone on a slow line shows a page sooner when it has less to fetch before. Menus, copy buttons and the like come
# after: a script of this type is not fetched, and has gone when the real one in its place has run. A page that is not
# painted, such as one in a tab behind another, has its scripts two seconds after it is loaded.
LATER = "wb-later"
_BRINGS_LATER = """addEventListener("DOMContentLoaded", () => {
  let brought = false;
  const bring = () => {
    if (brought) return;
    brought = true;
    for (const held of document.querySelectorAll('script[type="%s"]')) {
      const [script, gone] = [document.createElement("script"), () => held.remove()];
      held.after(Object.assign(script, { src: held.src, async: false, onload: gone, onerror: gone }));
    }
  };
  new PerformanceObserver(bring).observe({ type: "paint", buffered: true });
  addEventListener("load", () => setTimeout(bring, 2000));
});"""


def setup(app: Any) -> None:
    """Let scripts wait for the page."""
    app.add_js_file(None, body=_MEASURES_EACH)
    app.add_js_file(None, body=_BRINGS_LATER % LATER)
    app.add_js_file("header.js")
    app.connect("html-page-context", _wait, priority=980)
    app.connect("build-finished", _mend, priority=850)
    app.connect("build-finished", _clear, priority=950)


def _wait(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    scripts = []
    for script in context.get("script_files", []):
        body = script.attributes.get("body") or ""
        if body.startswith("DOCUMENTATION_OPTIONS."):
            continue  # it would have to come after a script that now waits; what it sets is read by nothing here
        if script.filename:  # the pages share it
            script.attributes.pop("defer", None)
            script.attributes["type"] = LATER
        if page == "search":  # there the theme's template goes on with scripts that do not wait
            script.attributes.pop("type", None)
        scripts.append(script)
    context["script_files"] = scripts


def without_measuring(script: str) -> str:
    """Return the theme's script without the function that lays out the whole page.

    Raises
    ------
    sphinx.errors.ExtensionError
        If the script does not hold that function once: the theme has another version than this was written for.

    Examples
    --------
    >>> each = 'document.querySelectorAll(["pre","p"].join()).forEach(e=>{e.a=1})'
    >>> without_measuring(f"a();function I(){{const e=()=>{{{each}}},t=_(e),e()}}b()")
    'a();function I(){}b()'
    """
    mended, count = _MEASURES_ALL.subn(r"function \1(){}", script)
    if count != 1:
        raise ExtensionError(f"{_THEMES_SCRIPT} measures what scrolls in another way now: see scripts.py")
    return mended


def _mend(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    script = Path(app.outdir, "_static", _THEMES_SCRIPT)
    text = script.read_text(encoding="utf-8")
    if "scrollWidth" in text:  # else it is what the last build left
        script.write_text(without_measuring(text), encoding="utf-8")


def _clear(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    for pattern in _NOT_ASKED_FOR:
        for path in Path(app.outdir, "_static").glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
