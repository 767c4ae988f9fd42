"""The picture that stands beside a page's address where it is shared."""

import io
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib
from PIL import Image, ImageDraw, ImageFont

from whichbank.plots.picture import INKS

SIZE = (1200, 630)
SUBTITLE = "An interactive course on self-attention"
_PAPER, _INK, _SOFT, _FINANCE, _NATURE = (
    INKS["light"][name] for name in ("paper", "ink", "soft", "gold", "teal")
)
_MARGIN = 72


def card(title: str, text: str) -> bytes:
    """Return a PNG of 1200 by 630 pixels: the course's two sentences, a page's title in two lines,
    its text in four.
    """
    image = Image.new("RGB", SIZE, _PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 24, SIZE[1] // 2), fill=INKS["dark"]["gold"])
    draw.rectangle((0, SIZE[1] // 2, 24, SIZE[1]), fill=INKS["dark"]["teal"])
    top = 64.0
    for words in (("money", "bank", "grows"), ("river", "bank", "flows")):
        x = float(_MARGIN)
        for word in words:
            color = _INK if word == "bank" else _FINANCE if words[0] == "money" else _NATURE
            draw.text((x, top), word, font=_font(30, word == "bank"), fill=color)
            x += draw.textlength(word + " ", font=_font(30, word == "bank"))
        top += 44
    lines = wrap(title, 26, max_lines=2, placeholder=" …")
    draw.multiline_text(
        (_MARGIN, top + 40), "\n".join(lines), font=_font(62, True), fill=_INK, spacing=18
    )
    top += 64 + 81 * len(lines)
    lines = wrap(text, 56, max_lines=4, placeholder=" …")
    draw.multiline_text((_MARGIN, top), "\n".join(lines), font=_font(32), fill=_SOFT, spacing=10)
    draw.text((_MARGIN, SIZE[1] - 72), "Which Bank?", font=_font(30, True), fill=_INK)
    after = _MARGIN + draw.textlength("Which Bank?  ", font=_font(30, True))
    draw.text((after, SIZE[1] - 72), SUBTITLE, font=_font(30), fill=_SOFT)
    out = io.BytesIO()
    image.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _font(size: int, bold: bool = False) -> Any:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name), size)
