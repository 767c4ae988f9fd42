"""The real model's files: made once, named by their checksums, and left out where the weights cannot be had."""

import hashlib
import json
from types import SimpleNamespace

import numpy as np
import pytest
from whichbank_site import real_model

from whichbank import pretrained
from whichbank.experiments.probing import pack
from whichbank.figures import ModelLayers


@pytest.fixture
def app(tmp_path):
    return SimpleNamespace(
        outdir=str(tmp_path / "out"), doctreedir=str(tmp_path / "read"), builder=SimpleNamespace(format="html")
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
    weights = pack(np.ones((6, 12, 1, 1)))
    return ModelLayers(["a"], [["x", "y"]], [["a"]], [["a"]], [np.ones((1, 7, 2))], [[(0, 0)]], [weights])


def test_it_is_cut_into_parts_named_by_their_checksums_and_made_once(app, small):
    for _ in range(2):
        real_model._write(app, None)
    folder = real_model.Path(app.outdir, real_model.FOLDER)
    name, size = app.real_model
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert all(hashlib.sha256(data).hexdigest().startswith(one.partition(".")[0]) for one, data in files.items())
    listed = json.loads(files[name])
    assert b"".join(files[part] for part in listed["parts"]) == small.data
    assert [len(files[part]) for part in listed["parts"]] == [200_000, 200_000, 100_000]
    assert (listed["bytes"], size, listed["about"]) == (500_000, 500_000, {"ends": [1, 2]})
    assert "onmessage" in listed["program"]
    assert small.made == [1]
    context = {"pathto": lambda path, _: f"../{path}"}
    assert real_model.traits(app, context, figure()) == {"files": f"../_static/model/{name}", "megabytes": 0.5}
    assert real_model.traits(app, context, SimpleNamespace()) == {}


@pytest.mark.parametrize("error", [ConnectionError("no network"), ImportError("no hub"), ValueError("another file")])
def test_without_the_weights_the_site_is_built_and_the_build_says_so(error, app, monkeypatch, caplog):
    def missing():
        raise error

    monkeypatch.setattr(pretrained, "load_minilm", missing)
    said = []
    monkeypatch.setattr(real_model._log, "info", lambda text, *given: said.append(text % given))
    real_model._write(app, None)
    assert not real_model.Path(app.outdir).exists()
    assert said == [f"the real model: none, its figure shows what is recorded ({error})"]
    assert real_model.traits(app, {"pathto": None}, figure()) == {"files": "", "megabytes": 0.0}
