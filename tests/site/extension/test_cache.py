"""A picture is drawn once for as long as nothing that it depends on has changed."""

from types import SimpleNamespace

from pybtex import plugin
from whichbank_site.pages import citations
from whichbank_site.pages.cache import cached


def test_a_picture_is_drawn_once(tmp_path):
    drawn = []
    app = SimpleNamespace(doctreedir=str(tmp_path / "read"))
    draw = lambda: drawn.append("once") or b"picture"  # noqa: E731
    assert [cached(app, "a figure", draw) for _ in range(2)] == [b"picture", b"picture"]
    assert cached(app, "another", lambda: b"other") == b"other"
    assert drawn == ["once"]


def test_a_citation_does_not_look_through_all_packages(monkeypatch):
    citations.setup(SimpleNamespace(connect=lambda *arguments: None))
    monkeypatch.setattr(plugin, "entry_points", None)
    for name in citations.BACKENDS:
        assert plugin.find_plugin("pybtex.backends", name).__name__ == "Backend"
