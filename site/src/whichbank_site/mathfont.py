"""The font of the formulas: STIX Two Math, out of the package ziamath, cut down to the characters of the book.

The font stands under the SIL Open Font License 1.1; its name table, which says so, is kept.
"""

import string
from functools import cache
from importlib.metadata import files
from io import BytesIO
from typing import Any

from fontTools import subset

NAME = "stix-two-math.woff2"
# What may stand in a formula beside letters and digits; a formula with another character fails the build.
_SIGNS = "!%&'()*+,-./:;<=>?@[]_{|}~^ \u00a0\u2005\u2009\u200a½×·±−≈≠≤≥∣∥…⋯′⋅←→∂∑√∞⊤ˆ"
_UNSEEN = "\n\u2061\u2063"  # function application and the invisible comma: for screen readers, not drawn
_GREEK = "".join(map(chr, range(0x3B1, 0x3CA))) + "ΓΔΘΛΣΦΨΩϵ"
_NAMES = [0, 1, 2, 4, 5, 6, 13, 14]  # copyright, names, license


@cache
def characters() -> frozenset[str]:
    """Return every character that a formula may hold."""
    return frozenset(string.ascii_letters + string.digits + _SIGNS + _UNSEEN + _GREEK)


@cache
def woff2() -> bytes:
    """Return the font, with the sizes and parts of which browsers build large brackets, roots and sums."""
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, name_IDs=_NAMES, notdef_outline=True)
    source = next(file for file in files("ziamath") or () if file.name == "STIXTwoMath-Regular.ttf")
    font = subset.load_font(str(source.locate()), options)
    font.recalcTimestamp = False  # the same bytes at each build
    _choose_forms(font)
    wanted = characters() | {_italic(letter) for letter in characters()}
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
