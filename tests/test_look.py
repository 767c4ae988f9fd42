"""Looking at the site: what has changed is found where it stands, and what has only moved is none
of it.
"""

import sys

import pytest
from PIL import Image

from tools import look
from tools.chromium import installed

PAGE = """<!doctype html><meta charset="utf-8"><title>Small</title>
<style>body {{ font: 16px/1.57 sans-serif }} p, math {{ margin-block: 0.83em }}</style>
<div class="content"><article><section><h1>Small</h1><p>{first}</p><p>A line that stays, wherever it stands.</p>
<math display="block"><msqrt><mi>d</mi></msqrt></math><section><h2>Below</h2><p>{last}</p></section></section>
</article></div>"""
LONG = (
    "The first paragraph was short, and it has grown by a sentence that takes another line or "
    "two of the page."
)


@pytest.fixture
def build(tmp_path):
    """Build a site of one small page."""

    def made(name, **texts):
        site = tmp_path / name
        (site / "book").mkdir(parents=True)
        (site / "index.html").write_text("")
        (site / "book" / "small.html").write_text(
            PAGE.format(**{"first": "First.", "last": "Last."} | texts)
        )
        return site

    return made


@pytest.mark.wide
@pytest.mark.browser
@pytest.mark.skipif(not installed(), reason="needs an installed Chromium")
def test_a_changed_block_is_found_and_no_other(build, tmp_path, monkeypatch):
    monkeypatch.setattr(look, "sheets", lambda parts, **_: drawn.extend(parts) or [])
    old, same, longer = build("old"), build("same"), build("longer", first=LONG)
    for site, expected in ((same, []), (longer, ["Small"])):
        drawn: list[look.Block] = []
        look.look(site, tmp_path / "look", [], [390], ["light"], old)
        assert [one.name for one in drawn] == expected
    # the body has a margin of 8 px at each side
    assert drawn[0].picture.width == 2 * 374 + look.GAP


@pytest.mark.browser
@pytest.mark.skipif(not installed(), reason="needs an installed Chromium")
def test_a_page_is_drawn_whole_and_its_formulas_large(build, tmp_path):
    target = tmp_path / "look"
    assert look.look(build("site"), target, [], [390], ["light"], None) == 2
    assert sorted(one.name for one in target.iterdir()) == [
        "index.html",
        "small-390-light-01.png",
        "small-390-light-formulas-01.png",
    ]
    with Image.open(target / "small-390-light-formulas-01.png") as picture:
        drawn = picture.crop((0, look.LABEL, *picture.size)).convert("L")
    assert drawn.getpixel((drawn.width - 1, drawn.height - 1)) == 255
    # one of 16 px has letters of 12 px
    assert drawn.point(lambda level: level < 90 and 255).getbbox()[3] > 25


def test_what_was_put_before_a_block_does_not_make_it_new():
    colors = "red", "green", "blue", "white"
    red, green, blue, white = (
        look.Block(Image.new("RGB", (40, 40), color), color) for color in colors
    )
    assert list(look.changes([red, green, blue], [red, white, green, blue])) == [([], [white])]
    assert list(look.changes([red, green, blue], [red, blue])) == [([green], [])]
    assert list(look.changes([red, green], [red, white])) == [([green], [white])]
    assert [one.picture.size for one in look.compared([red], [red, white])] == [(80 + look.GAP, 40)]


def test_sheets_hold_every_line_of_a_long_page_once():
    parts = [
        look.Block(Image.new("RGB", (390, height), "white")) for height in (500, 900, 3000, 20)
    ]
    white = sum(
        sheet.convert("L").histogram()[255] for sheet in look.sheets(parts, down=True, named=False)
    )
    assert white == 390 * 4420


def test_it_says_when_nothing_is_built(tmp_path, monkeypatch):
    monkeypatch.setattr(look, "SITE", tmp_path / "html")
    monkeypatch.setattr(sys, "argv", ["look"])
    with pytest.raises(SystemExit, match="run `make book` first"):
        look.main()
