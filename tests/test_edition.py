"""What was built in another language becomes a part of the site."""

import os
import subprocess
from pathlib import Path

import pytest
from whichbank_site.pages import catalogs

from tools import edition


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_html", ".html").replace("_js", ".js")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def test_what_both_have_is_fetched_once_and_what_one_lacks_is_led_to(tmp_path):
    out, site = tmp_path / "out", tmp_path / "site"
    page = (
        '<a href="thirty.html#one">1</a> <a href="cost.html#two">2</a> <a href="lost.html">3</a> '
        '<script src="../_static/same_js?v=1"></script> <script src="../_static/other_js"></script> '
        '"file":"../_static/same_js"'
    ).replace("_js", ".js")
    top = '<a href="book/cost.html">4</a><script src="_static/same.js"></script>'
    write(
        out, book__thirty_html=page, book__intro_html="first", search_html=top, _static__same_js="1"
    )
    write(out, _static__other_js="German")
    write(
        site, book__thirty_html="", book__cost_html="", _static__same_js="1", _static__other_js=""
    )
    edition.finish(out, site, "de", ["book/thirty"])
    home = site / "de"
    found = {file.relative_to(home).as_posix() for file in home.rglob("*") if file.is_file()}
    assert found == {"book/thirty.html", "search.html", "index.html", "_static/other.js"}
    assert (home / "book/thirty.html").read_text() == (
        '<a href="thirty.html#one">1</a> <a href="../../book/cost.html#two" hreflang="en">2</a> '
        '<a href="lost.html">3</a> <script src="../../_static/same.js?v=1"></script> '
        '<script src="../_static/other.js"></script> "file":"../../_static/same.js"'
    )
    assert (home / "search.html").read_text() == (
        '<a href="../book/cost.html" hreflang="en">4</a><script src="../_static/same.js"></script>'
    )


@pytest.mark.parametrize("given", ["https://example.org/course", "https://example.org/course/"])
def test_an_edition_has_its_address_below_the_site_s(given, tmp_path, monkeypatch):
    told = {}

    def run(command, env, **_):
        told.update(env)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(edition, "BUILD", tmp_path)
    monkeypatch.setattr(catalogs, "pages", lambda locale, code: {"book/thirty": 1.0})
    monkeypatch.setattr(
        catalogs, "checked", lambda locale, code, made: made.mkdir(parents=True, exist_ok=True)
    )
    monkeypatch.setattr(subprocess, "run", run)
    assert not edition.build("de", os.environ | {"WHICHBANK_ADDRESS": given})
    assert told["WHICHBANK_ADDRESS"] == "https://example.org/course/de/"
