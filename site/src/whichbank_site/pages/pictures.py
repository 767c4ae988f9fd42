"""Show a ``Picture`` on a page: its light and its dark version, each with its description."""

import hashlib
import re
from binascii import a2b_base64
from typing import Any, ClassVar

from docutils import nodes

_IMAGE = re.compile(r'<img (?=[^>]*_images/[0-9a-f]+-(\d+)x(\d+)\.png")')


def setup(app: Any) -> None:
    """Write the size of each picture into its tag, so that no text jumps when the picture
    arrives.
    """
    app.connect("html-page-context", _size, priority=950)


def file_name(png: bytes) -> str:
    """Return a name that tells a PNG's content and its size in pixels, which stands in bytes 16 to
    24 of the file.
    """
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    return f"{hashlib.sha256(png).hexdigest()[:20]}-{width}x{height}.png"


class PictureRenderer:
    """A renderer of myst-nb, found through the entry point ``myst_nb.mime_renderers``."""

    mime_priority_overrides: ClassVar[list[tuple[str, str, int]]] = []

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Return two image nodes for a picture of ours, and None for any other output."""
        metadata = data.output_metadata.get("image/png", {})
        if data.mime_type != "image/png" or "dark" not in metadata:
            return None
        images: list[nodes.Element] = []
        for theme, content in (("light", data.content), ("dark", metadata["dark"])):
            png = a2b_base64(content)
            uri = renderer.write_file([file_name(png)], png, overwrite=False, exists_ok=True)
            images.append(
                nodes.image(uri=uri, alt=metadata["alt"], classes=[f"only-{theme}"], loading="lazy")
            )
        return images


def _size(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = _IMAGE.sub(r'<img width="\1" height="\2" ', context["body"])
