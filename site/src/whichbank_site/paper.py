"""A page on paper: its own style sheet, and light colors also where the reader has chosen dark ones."""

from typing import Any

_LIGHT = """{
  const root = document.documentElement;
  let theme;
  addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    for (const image of document.images) image.loading = "eager";
  });
  addEventListener("afterprint", () => root.dataset.theme = theme);
}"""


def setup(app: Any) -> None:
    """Add the style sheet ``book/_static/print.css`` and the script to every page."""
    app.add_css_file("print.css", media="print")
    app.add_js_file(None, body=_LIGHT)
