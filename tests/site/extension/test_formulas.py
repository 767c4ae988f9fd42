"""Formulas become MathML when the site is built: right, spaced as TeX spaces them."""

from xml.etree import ElementTree

import pytest
from collected import for_each
from whichbank_site.pages.formulas import to_mathml


def tags(tex: str) -> list[str]:
    return [part.tag for part in ElementTree.fromstring(to_mathml(tex, display=False)).iter()]


def signs(tex: str) -> list[tuple[str, str]]:
    found = ElementTree.fromstring(to_mathml(tex, display=False)).iter("mo")
    return [(mo.text, mo.get("form", "")) for mo in found if mo.get("form")]


@pytest.mark.parametrize(
    ("tex", "tag"),
    [
        (r"\frac{a}{b}", "mfrac"),
        (r"\sqrt d", "msqrt"),
        (r"\hat v", "mover"),
        (r"\begin{pmatrix}1\\2\end{pmatrix}", "mtable"),
    ],
)
def test_a_formula_is_markup_and_not_its_source(tex, tag):
    made = to_mathml(tex, display=True)
    assert tag in tags(tex)
    assert "\\" not in made
    assert 'display="block"' in made


@pytest.mark.parametrize("tex", [r"\wrong{a}", r"\frac{a", "a^b^c", r"\begin{aligned} a", "½ + 1"])
def test_wrong_tex_is_an_error_that_names_the_formula(tex):
    with pytest.raises(ValueError, match="in the formula"):
        to_mathml(tex, display=False)


@for_each(
    "tex, wanted",
    [
        ("a - b", [("−", "infix")]),
        ("-1", [("−", "prefix")]),
        ("a = -1", [("=", "infix"), ("−", "prefix")]),
        (r"\sigma(-x)", [("−", "prefix")]),
        ("(1, -1)", [("−", "prefix")]),
        ("(a) - b", [("−", "infix")]),
        (r"\lVert a \rVert - b", [("−", "infix")]),
        ("e' + b", [("+", "infix")]),
        (r"a = {}", [("=", "infix")]),
    ],
)
def test_a_sign_stands_before_one_thing_or_between_two(tex, wanted):
    assert signs(tex) == wanted


@pytest.mark.parametrize(
    ("tex", "spaces"),
    [
        (r"\log x", 1),
        (r"\log(x)", 0),
        (r"\sin a \sin b", 3),
        (r"a + \sin b", 1),
        (r"\sum_j \exp(s)", 0),
        (r"Z_1 \dots Z_H", 2),
    ],
)
def test_names_of_functions_and_dots_keep_their_distance(tex, spaces):
    assert tags(tex).count("mspace") == spaces


def test_a_relation_that_begins_a_formula_in_the_text_has_no_room_before_it():
    cases = [(tex, display) for tex in ("= (0, 2)", "a = 2", "-1") for display in (False, True)]
    made = [ElementTree.fromstring(to_mathml(tex, display=display)) for tex, display in cases]
    rooms = [next(math.iter("mo")).get("lspace") for math in made]
    assert rooms == ["0", None, None, None, None, None]


def test_a_hat_is_an_accent_and_no_power():
    assert [
        mo.text for mo in ElementTree.fromstring(to_mathml(r"\hat v", display=False)).iter("mo")
    ] == ["ˆ"]


def test_spaces_go_into_rows_alone():
    """A subscript has two children; a third would make it invalid."""
    for part in ElementTree.fromstring(
        to_mathml(r"x_{\dots} + \log_2 x + W^{\max}", display=False)
    ).iter():
        if part.tag in ("msub", "msup"):
            assert len(part) == 2
