"""Show a ``Picture`` on a page: its light and its dark version, each with its description."""

import hashlib
from binascii import a2b_base64
from typing import Any, ClassVar

from docutils import nodes


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
            name = f"{hashlib.sha256(png).hexdigest()[:20]}.png"
            uri = renderer.write_file([name], png, overwrite=False, exists_ok=True)
            images.append(nodes.image(uri=uri, alt=metadata["alt"], classes=[f"only-{theme}"], loading="lazy"))
        return images
