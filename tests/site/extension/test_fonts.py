"""The fonts that come with the site draw every character of its pages, as the whole fonts do, and little more."""

import re
from io import BytesIO
from pathlib import Path

import pymupdf_fonts
import pytest
from fontTools.ttLib import TTFont
from PIL import ImageFont, features
from whichbank_site import fonts
from whichbank_site.formulas import to_mathml

from whichbank.corpora import idioms

FORMULAS = [r"\sqrt{v_h} \le \alpha \cdot W^\top", r"f'(x) = \partial x \approx \tfrac{1}{2} \lVert q \rVert"]


def test_the_font_draws_every_character_of_the_formulas():
    letters = fonts.of_formulas("text ∞ ".join(to_mathml(tex, display=False) for tex in FORMULAS))
    assert letters > {"v", "W", "α", "⊤", "≈"}
    assert "∞" not in letters
    cut = fonts.math(letters)
    font = TTFont(BytesIO(cut))
    drawn = {chr(code) for code in font.getBestCmap()}
    assert drawn >= letters - set("\n\u2061\u2063")
    assert {"𝑣", "ℎ", "𝑊", "𝛼"} <= drawn
    assert "∞" not in drawn
    assert "MATH" in font
    assert "Open Font License" in font["name"].getDebugName(13)
    assert len(cut) < 32_000


WORDS = re.compile("[\u0900-\u097f][\u0900-\u097f ]*")
WRITTEN = [path.read_text(encoding="utf-8") for path in (Path(idioms.__file__), *Path("book").glob("*.ipynb"))]
HINDI = sorted({words.strip() for text in WRITTEN for words in WORDS.findall(text)})


def drawer(font: bytes) -> ImageFont.FreeTypeFont:
    """Return what draws with a font as browsers do: by HarfBuzz and FreeType, without instructions for pixels."""
    source, plain = TTFont(BytesIO(font)), BytesIO()
    for table in {"fpgm", "prep", "cvt "} & set(source.keys()):
        del source[table]
    source.flavor = None
    source.save(plain)
    return ImageFont.truetype(BytesIO(plain.getvalue()), 200, layout_engine=ImageFont.Layout.RAQM)


def unlike(one: ImageFont.FreeTypeFont, other: ImageFont.FreeTypeFont) -> dict[str, float]:
    """Return the part of the ink that differs, for words of which it is more than a hundredth.

    Parts of letters may lie a pixel of 200 elsewhere (0.5% at most); a letter of the longest phrase is 3% of its ink.
    """
    found = {}
    for words in HINDI:
        mine, its = one.getmask(words), other.getmask(words)
        if mine.size == its.size:
            found[words] = sum(abs(a - b) for a, b in zip(mine, its, strict=True)) / sum(its)
        else:
            found[words] = 1.0
    return {words: part for words, part in found.items() if part > 0.01}


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow of this system does not shape scripts")
def test_the_font_joins_the_letters_of_hindi_as_the_whole_font_does():
    whole = drawer(pymupdf_fonts.myfont("figo"))
    cut = fonts.hindi(fonts.of_hindi("".join(HINDI)))
    assert unlike(drawer(cut), whole) == {}
    without = unlike(drawer(fonts.hindi(fonts.of_hindi("".join(HINDI)) - {"ठ"})), whole)
    assert [words for words in HINDI if without.get(words, 0) > 0.05] == [words for words in HINDI if "ठ" in words]
    font = TTFont(BytesIO(cut))
    assert not {"A", "ñ"} & {chr(code) for code in font.getBestCmap()}
    assert "Fira" not in "".join(font["name"].getDebugName(number) for number in (1, 4, 6))  # a reserved name
    assert "Open Font License" in font["name"].getDebugName(13)
    assert len(cut) < 24_000


def test_a_font_is_the_same_at_each_build():
    assert fonts.math("ab√") == fonts.math("ab√")
    assert fonts.hindi("नदी") == fonts.hindi("नदी")
