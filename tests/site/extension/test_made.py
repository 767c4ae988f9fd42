"""What a build that is not made by ``make`` says."""

import logging
from types import SimpleNamespace

import pytest
from whichbank_site.pages import assets
from whichbank_site.practice import coding, distribution


@pytest.mark.parametrize("made", [True, False])
def test_a_build_without_make_says_what_it_lacks(made, monkeypatch, caplog):
    monkeypatch.setattr(assets.os, "environ", {assets.MADE: "1"} if made else {})
    with caplog.at_level(logging.INFO):
        assets._say(SimpleNamespace(builder=SimpleNamespace(format="html")), None)
    assert ("Built without make" in caplog.text) != made


def test_a_build_without_python_says_why(monkeypatch, caplog):
    monkeypatch.setattr(distribution, "python", lambda *_: ({}, "no network"))
    with caplog.at_level(logging.INFO):
        coding._find(SimpleNamespace(outdir="site"), SimpleNamespace(python=None))
    assert "Python on the pages: none (no network)" in caplog.text
