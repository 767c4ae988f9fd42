"""Code is marked for its colors alone: what has the same color in both themes has the same mark."""

import re

import pytest
from built import BUILT
from whichbank_site.pages.coloring import ALIKE, PLAIN


@pytest.mark.parametrize("theme", ["", 'body[data-theme="dark"] '])
def test_what_shares_a_mark_looks_alike(theme):
    styles = (BUILT / "_static" / "pygments.css").read_text(encoding="utf-8")
    looks = dict(
        re.findall(
            rf"^{re.escape(theme)}\.highlight(?: \.(\w+))? \{{([^}}]*)\}}", styles, re.MULTILINE
        )
    )
    color = re.search(r"\bcolor: #\w+", looks[""])[0]
    assert {looks[name].strip() for name in PLAIN} == {color}
    for name, others in ALIKE.items():
        assert {looks[other] for other in others} == {looks[name]} != {looks[""]}


def test_no_page_marks_what_needs_none():
    pages = [page.read_text(encoding="utf-8") for page in BUILT.rglob("book/*.html")]
    assert all(any(f'<span class="{name}">' in page for page in pages) for name in ALIKE)
    needless = [*PLAIN, *(other for others in ALIKE.values() for other in others)]
    assert not [name for name in needless for page in pages if f'<span class="{name}">' in page]
