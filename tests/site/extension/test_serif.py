"""The prose's font is written beside the pages as its package has it; without a network there is
none, and the pages are made all the same.
"""

from types import SimpleNamespace

import pytest
from whichbank_site.pages import serif

FILES = [f"source-serif-4-latin-{weight}-{style}.woff2" for weight, style in serif.FACES]


@pytest.fixture
def app(tmp_path):
    return SimpleNamespace(
        outdir=tmp_path / "html",
        builder=SimpleNamespace(format="html"),
        config=SimpleNamespace(html_context={}),
    )


def test_each_face_is_the_packages_file_and_the_license_goes_with_it(app, monkeypatch):
    found = {f"files/{name}": name.encode() for name in FILES} | {"LICENSE": b"OFL"}
    monkeypatch.setattr(serif, "package", lambda *_: found)
    serif._write(app)
    folder = app.outdir / serif.FOLDER
    assert [(folder / name).read_bytes() for name in FILES] == [name.encode() for name in FILES]
    assert (folder / "LICENSE.txt").read_bytes() == b"OFL"
    faces = app.config.html_context["faces"]
    assert [file for _, file, _ in faces] == [f"{serif.FOLDER}/{name}" for name in FILES]
    assert [(face["weight"], face["style"]) for *_, face in faces] == serif.FACES


def test_without_a_network_no_page_asks_for_it(app, monkeypatch):
    def refuse(*_):
        raise OSError("no network")

    monkeypatch.setattr(serif, "package", refuse)
    serif._write(app)
    assert app.config.html_context["faces"] == []
