"""The places of the figures: what was measured once is kept, and no build needs a Chromium."""

import json

from tools import heights

PAGE = '<html><head></head><script type="application/json" id="wb-models">{}</script></html>'


def test_the_style_tells_each_height_from_the_width_on_at_which_it_changes():
    found = heights.style([{"figure-1": 500}, {"figure-1": 500}, {"figure-1": 480}])
    assert found == (
        "[data-model=figure-1]{--wb-high:500px}@media(min-width:390px){[data-model=figure-1]{--wb-high:480px}}"
    )


def test_a_page_is_measured_once_and_again_when_its_figures_change(tmp_path, monkeypatch):
    asked = []

    def measured(site, pages):
        asked.extend(pages)
        return {page: [{"figure-1": 300}] for page in pages}

    monkeypatch.setattr(heights, "measured", measured)
    page, record = tmp_path / "book" / "a.html", tmp_path / "heights.json"
    page.parent.mkdir()
    for text, count in ((PAGE, 1), (PAGE, 1), (PAGE.replace("{}", '{"new": 1}'), 2)):
        page.write_text(text)
        heights.reserve(tmp_path, record)
        assert "<style>[data-model=figure-1]{--wb-high:300px}</style></head>" in page.read_text()
        assert len(asked) == count
    assert len(json.loads(record.read_text())) == 1


def test_without_a_chromium_the_record_tells_the_heights(tmp_path, monkeypatch):
    monkeypatch.setattr(heights, "installed", lambda: None)
    monkeypatch.setattr(heights, "RECORD", tmp_path / "record.json")
    heights.RECORD.write_text('{"book/a.html": [{"figure-1": 300}]}')
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.html").write_text(PAGE)
    heights.reserve(tmp_path, tmp_path / "heights.json")
    page = (tmp_path / "book" / "a.html").read_text()
    assert "<style>[data-model=figure-1]{--wb-high:300px}</style></head>" in page
