"""Names and brackets have the color of plain code in both themes, so that they need no mark."""

import re

import pytest
from built import BUILT
from whichbank_site.plain import PLAIN


@pytest.mark.parametrize("theme", ["", 'body[data-theme="dark"] '])
def test_what_gets_no_mark_has_the_color_of_plain_code(theme):
    styles = (BUILT / "_static" / "pygments.css").read_text(encoding="utf-8")
    rule = re.compile(rf"^{re.escape(theme)}\.highlight(?: \.(\w+))? \{{[^}}]*\bcolor: (#\w+)", re.MULTILINE)
    colors = dict(rule.findall(styles))
    assert {colors[name] for name in PLAIN} == {colors[""]}
    assert colors["k"] != colors[""]


def test_no_page_marks_it():
    pages = [page.read_text(encoding="utf-8") for page in BUILT.rglob("book/*.html")]
    assert any('<span class="k">' in page for page in pages)
    assert not [name for name in PLAIN for page in pages if f'<span class="{name}">' in page]
