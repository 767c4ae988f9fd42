"""The fonts that the site brings along, each cut down to the characters of its pages.

Formulas are in STIX Two Math, out of the package ziamath; Hindi is in FiraGO, out of the package
pymupdf-fonts. Both have the SIL Open Font License 1.1; their name tables, which say so, are kept.
"""

import html
import re
from collections.abc import Iterable
from importlib.metadata import files
from io import BytesIO

import pymupdf_fonts
from fontTools import subset
from fontTools.ttLib import TTFont

_MATH, _TAG, _HINDI = (
    re.compile("<math.*?</math>", re.DOTALL),
    re.compile("<[^>]*>"),
    re.compile("[\u0900-\u097f]"),
)
_JOINS = ["half", "cjct", "pres", "abvm", "blwm"]  # what the course's Hindi needs
_NAMES = [0, 1, 2, 4, 5, 6, 13, 14]  # copyright, names, license
# What browsers draw and the text does not have: a root, a hat that fits its letter, a space of
# another kind.
_DRAWN = {"<msqrt": "√", "<mroot": "√", "ˆ": "\u0302", "\xa0": " "}


def of_formulas(page: str) -> set[str]:
    """Return every character that the formulas on a built page are drawn with.

    >>> sorted(of_formulas("p <math><msqrt><mi>x</mi></msqrt><mo>&lt;</mo></math> q"))
    ['<', 'x', '√']
    """
    formulas = "".join(_MATH.findall(page))
    drawn = "".join(signs for cause, signs in _DRAWN.items() if cause in formulas)
    return {*drawn, *html.unescape(_TAG.sub("", formulas))}


def of_hindi(page: str) -> set[str]:
    """Return every character of a built page that Hindi is written in.

    >>> sorted(of_hindi('<span lang="hi">नदी</span>'))
    ['द', 'न', 'ी']
    """
    return set(_HINDI.findall(page))


def whole_math() -> TTFont:
    """Return the whole font that the formulas' own is cut from."""
    source = next(file for file in files("ziamath") or () if file.name == "STIXTwoMath-Regular.ttf")
    font = TTFont(source.locate(), recalcTimestamp=False)  # the same bytes at each build
    _choose_forms(font)
    return font


def math(letters: Iterable[str]) -> bytes:
    """Return the formulas' font, with the sizes and parts of which browsers build large brackets,
    roots and sums.
    """
    forms = (form for letter in letters for form in (letter, _italic(letter)))
    return _cut(whole_math(), forms, layout_features=[])


def whole_hindi() -> TTFont:
    """Return the whole font that the Hindi words' own are cut from."""
    return TTFont(BytesIO(pymupdf_fonts.myfont("figo")), recalcTimestamp=False)


def hindi(letters: Iterable[str]) -> bytes:
    """Return the font of the Hindi words, with what joins their letters.

    Its license keeps the name Fira for the font as it was made, so what is cut from it has another.
    """
    font = whole_hindi()
    for number in (1, 4, 6):
        font["name"].setName("WhichBankHindi", number, 3, 1, 0x409)
    font["name"].names = [name for name in font["name"].names if name.platformID == 3]
    return _cut(font, [*letters, " "], layout_features=_JOINS)


def _cut(font: TTFont, letters: Iterable[str], layout_features: list[str]) -> bytes:
    options = subset.Options(
        flavor="woff2",
        layout_features=layout_features,
        hinting=False,
        name_IDs=_NAMES,
        notdef_outline=True,
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map(ord, letters))
    cutter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def _choose_forms(font: TTFont) -> None:
    """Take the pointed v and w, which are no Greek letters, and the prime that is made to stand in
    a superscript.
    """
    names = font.getBestCmap()
    chosen = {code: f"{names[code]}.alt" for code in (0x1D463, 0x1D464)} | {
        ord("′"): f"{names[ord('′')]}.ssty"
    }
    for table in font["cmap"].tables:
        table.cmap.update({code: glyph for code, glyph in chosen.items() if code in table.cmap})


def _italic(letter: str) -> str:
    """Return the slanted letter that browsers draw for a variable of one letter."""
    if letter == "h":
        return "\u210e"  # Planck's constant stands where the alphabet has a gap
    for first, last, slanted in (
        ("a", "z", 0x1D44E),
        ("A", "Z", 0x1D434),
        ("α", "ω", 0x1D6FC),
        ("Α", "Ω", 0x1D6E2),
    ):
        if first <= letter <= last:
            return chr(slanted + ord(letter) - ord(first))
    return {"ϵ": "\U0001d716", "∂": "\U0001d715"}.get(letter, letter)
