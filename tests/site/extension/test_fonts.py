"""The site's fonts hold little more than its pages need; ``test_same_pictures.py`` compares what
they draw.
"""

from io import BytesIO

from fontTools.ttLib import TTFont
from whichbank_site.pages import fonts
from whichbank_site.pages.formulas import to_mathml

FORMULAS = [
    r"\sqrt{v_h} \le \alpha \cdot W^\top",
    r"f'(x) = \partial x \approx \tfrac{1}{2} "
    r"\lVert q \rVert",
]


def test_the_font_has_every_character_of_the_formulas_and_what_is_drawn_without_one():
    letters = fonts.of_formulas("text ∞ ".join(to_mathml(tex, display=False) for tex in FORMULAS))
    assert letters > {"v", "W", "α", "⊤", "≈", "√"}
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


def test_the_font_of_hindi_has_its_letters_and_another_name():
    cut = fonts.hindi("नदी")
    font = TTFont(BytesIO(cut))
    assert {*"नदी"} <= {chr(code) for code in font.getBestCmap()}
    assert not {"A", "ñ"} & {chr(code) for code in font.getBestCmap()}
    # a reserved name
    assert "Fira" not in "".join(font["name"].getDebugName(number) for number in (1, 4, 6))
    assert "Open Font License" in font["name"].getDebugName(13)
    assert len(cut) < 24_000


def test_a_font_is_the_same_at_each_build():
    assert fonts.math("ab√") == fonts.math("ab√")
    assert fonts.hindi("नदी") == fonts.hindi("नदी")
