"""What a browser is told so that it paints a page rightly the first time: its colors, and the font of its formulas."""

from typing import Any

from whichbank_site import mathfont

# The theme's script would set the colors when it comes at last, and have every element's style computed again; until
# then a reader whose system has gone from light to dark since the last visit would see the colors of that visit.
_COLORS = """{
  const { dataset } = document.documentElement;
  if ([dataset.mode, dataset.theme].includes("auto"))
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}"""

# Formulas would be set in another font first, and move what stands around them. A page opened from a folder may not ask
# for a font in this way.
_FONT = """if (location.protocol !== "file:") {
  const link = { rel: "preload", href: "%s", as: "font", type: "font/woff2", crossOrigin: "" };
  document.head.append(Object.assign(document.createElement("link"), link));
}"""


def setup(app: Any) -> None:
    """Add to the head of each page; after the live figures, so that the font is asked for first."""
    app.add_js_file(None, body=_COLORS)
    app.connect("html-page-context", _preload, priority=910)


def _preload(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "<math" in context.get("body", ""):
        address = context["pathto"](f"_static/{mathfont.NAME}", 1)
        context["metatags"] = f"<script>{_FONT % address}</script>{context.get('metatags', '')}"
