"""The first cell of every chapter: what it does on Colab, and that it does nothing elsewhere."""

import importlib.util
import io
import json
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from IPython.core.inputtransformer2 import TransformerManager

SOURCE = (Path(__file__).parents[2] / "tools" / "setup_cell.ipy").read_text(encoding="utf-8")


def run(monkeypatch, *, missing, path="", answers=()):
    """Run the cell as IPython would; return the magics it called, with {names} filled in."""
    magics, asked = [], iter(answers)
    sessions = io.BytesIO(json.dumps([{"path": path, "name": "mixing.ipynb"}]).encode())
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if missing else real(name))
    monkeypatch.setattr(
        urllib.request, "urlopen", lambda address, timeout: magics.append(address) or sessions
    )
    space = {"input": lambda prompt: next(asked)}

    def magic(name, line):
        magics.append(
            f"{name} {line}".format(**{k: v for k, v in space.items() if isinstance(v, str)})
        )

    space["get_ipython"] = lambda: SimpleNamespace(run_line_magic=magic)
    exec(TransformerManager().transform_cell(SOURCE), space)
    return magics


def test_does_nothing_where_the_package_is_installed(monkeypatch):
    assert run(monkeypatch, missing=False) == []


@pytest.mark.parametrize(
    ("path", "answers", "wanted"),
    [
        (
            "fileId=https%3A%2F%2Fgithub.com%2Fada%2Fcourse%2Fblob%2Fmain%2Fbook%2F05_mixing.ipynb",
            (),
            "ada/course@main",
        ),
        (
            "fileId=https%3A//github.com/ada/course/blob/autumn/2026/book/mixing.ipynb",
            (),
            "ada/course@autumn/2026",
        ),
        ("fileId=1aBcD", ("ada/fork",), "ada/fork@main"),
    ],
    ids=["opened from GitHub", "branch with a slash", "a copy in Drive asks"],
)
def test_on_colab_installs_from_the_repository_it_was_opened_from(
    monkeypatch, path, answers, wanted
):
    monkeypatch.setenv("COLAB_JUPYTER_IP", "172.28.0.2")
    address, freeze, install = run(monkeypatch, missing=True, path=path, answers=answers)
    assert address == "http://172.28.0.2:9000/api/sessions"
    assert freeze == "pip list --format=freeze > installed.txt"
    assert install == (
        'pip install --quiet --constraint installed.txt "whichbank @ '
        f'git+https://github.com/{wanted}"'
    )
