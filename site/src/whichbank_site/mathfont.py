"""The font of the formulas: STIX Two Math, out of the package ziamath, cut down to the characters of the formulas.

The font stands under the SIL Open Font License 1.1; its name table, which says so, is kept.
"""

import html
import re
from collections.abc import Iterable
from importlib.metadata import files
from io import BytesIO
from typing import Any

from fontTools import subset

NAME = "stix-two-math.woff2"
_MATH, _TAG = re.compile("<math.*?</math>", re.DOTALL), re.compile("<[^>]*>")
_NAMES = [0, 1, 2, 4, 5, 6, 13, 14]  # copyright, names, license


def characters(page: str) -> set[str]:
    """Return every character of the formulas on a built page.

    >>> sorted(characters("p <math><mi>x</mi><mo>&lt;</mo></math> q"))
    ['<', 'x']
    """
    return set(html.unescape(_TAG.sub("", "".join(_MATH.findall(page)))))


def woff2(letters: Iterable[str]) -> bytes:
    """Return the font, with the sizes and parts of which browsers build large brackets, roots and sums."""
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, name_IDs=_NAMES, notdef_outline=True)
    source = next(file for file in files("ziamath") or () if file.name == "STIXTwoMath-Regular.ttf")
    font = subset.load_font(str(source.locate()), options)
    font.recalcTimestamp = False  # the same bytes at each build
    _choose_forms(font)
    wanted = {form for letter in letters for form in (letter, _italic(letter))}
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map(ord, wanted))
    cutter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def _choose_forms(font: Any) -> None:
    """Take the pointed v and w, which are no Greek letters, and the prime that is made to stand in a superscript."""
    names = font.getBestCmap()
    chosen = {code: f"{names[code]}.alt" for code in (0x1D463, 0x1D464)} | {ord("′"): f"{names[ord('′')]}.ssty"}
    for table in font["cmap"].tables:
        table.cmap.update({code: glyph for code, glyph in chosen.items() if code in table.cmap})


def _italic(letter: str) -> str:
    """Return the slanted letter that browsers draw for a variable of one letter."""
    if letter == "h":
        return "\u210e"  # Planck's constant stands where the alphabet has a gap
    for first, last, slanted in (("a", "z", 0x1D44E), ("A", "Z", 0x1D434), ("α", "ω", 0x1D6FC), ("Α", "Ω", 0x1D6E2)):
        if first <= letter <= last:
            return chr(slanted + ord(letter) - ord(first))
    return {"ϵ": "\U0001d716", "∂": "\U0001d715"}.get(letter, letter)
