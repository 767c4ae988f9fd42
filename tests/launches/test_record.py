"""The committed record: it names every chapter, and it was made with what is committed."""

import json
from pathlib import Path

import nbformat
import pytest
from small_book import ROOT
from whichbank_site.pages.templates import text

from launches import binder, colab, record
from launches.__main__ import Wrong, chapters, try_each
from launches.running import VIEW, Ran

CHAPTERS = [path.stem for path in chapters([])]


def told(tried: dict, every: list[str]) -> list[str]:
    """Return the lines that the page of this record holds."""
    return text(
        "launch-record", tried=tried, chapters=[{"name": name} for name in every]
    ).splitlines()


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "FILE", tmp_path / "launches.json")
    return record.FILE


def test_what_was_tried_was_tried_with_the_versions_of_today():
    tried = record.read()
    assert set(tried) <= {"colab", "binder", "jupyter"}
    for place in {"colab", "binder"} & set(tried):
        assert set(tried[place]["chapters"]) <= set(CHAPTERS)
        for one in tried[place]["chapters"].values():
            assert one["figures_with_state"] == one["figures"] >= 2
            assert place != "colab" or one["figures_drawn"] == one["figures"]
            assert place != "colab" or {"whichbank", "gensim"} <= set(one["installed"])
    if "colab" in tried:
        differing = set(tried["colab"]["on_colab_itself"])
        wanted = colab.colabs_versions()
        assert differing <= {"torch"}
        assert tried["colab"]["versions"] | {name: wanted[name] for name in differing} == wanted
    if "binder" in tried:
        assert tried["binder"]["versions"] == binder.pinned(ROOT), (
            "run `make launches PLACES=binder`"
        )


def test_the_page_tells_all_that_the_record_holds_and_what_it_lacks():
    shown = "\n".join(told(record.read(), CHAPTERS))
    for entry in record.read().values():
        assert entry["date"] in shown
        for name, version in entry["versions"].items():
            assert f"{name} {version}" in shown
        for number in entry.get("chapters", {}):
            assert f"| {number} | " in shown
    assert told({}, CHAPTERS) == []


def test_the_page_names_the_chapters_that_were_not_tried(file):
    one = {
        "cells": 3,
        "seconds": 1,
        "figures": 2,
        "figures_drawn": 2,
        "prints_other_text": [],
        "installed": {},
    }
    record.write("colab", versions={"notebook": "6"}, on_colab_itself={}, chapters={"mixing": one})
    assert "Not tried with these versions: tokens, company." in told(
        record.read(), ["tokens", "company", "mixing"]
    )
    assert not any("Not tried" in line for line in told(record.read(), ["mixing"]))


def test_the_links_name_repository_and_branch():
    shown = text("launch-links", repository=("ada/course", "autumn/2026"))
    assert (
        "https://HUB/hub/user-redirect/git-pull?repo=https%3A//github.com/ada/course&branch=autumn/2026&urlpath="
        in shown
    )
    assert "git+https://github.com/ada/course@autumn/2026" in shown
    assert "https://codespaces.new/ada/course?ref=autumn%2F2026" in shown


def test_a_chapter_tried_alone_joins_the_others_unless_the_versions_are_new(file):
    record.write("colab", versions={"numpy": "2"}, chapters={"mixing": {"cells": 1}})
    record.write("colab", versions={"numpy": "2"}, chapters={"tokens": {"cells": 2}})
    assert list(json.loads(file.read_text())["colab"]["chapters"]) == ["mixing", "tokens"]
    record.write("colab", versions={"numpy": "3"}, chapters={"company": {"cells": 3}})
    assert list(record.read()["colab"]["chapters"]) == ["company"]


def notebook(text: str, state: dict, *, shown: bool = True) -> nbformat.NotebookNode:
    """A figure's cell and a cell that prints; a stored notebook has no views."""
    data = {VIEW: {"model_id": "a"}} if shown else {}
    figure = nbformat.v4.new_output(
        "display_data", data | {"text/plain": "Figure(" + "long" * len(text)}
    )
    print_ = nbformat.v4.new_output("stream", name="stdout", text=text)
    cells = [
        nbformat.v4.new_code_cell(id=name, outputs=[one])
        for name, one in (("fig", figure), ("print", print_))
    ]
    widgets = {"application/vnd.jupyter.widget-state+json": {"state": state}}
    return nbformat.v4.new_notebook(cells=cells, metadata={"widgets": widgets})


def test_a_figure_without_its_script_and_another_text_are_seen():
    stored = notebook("1.0", {}, shown=False)
    whole = record.outcome(
        Ran(notebook("1.0", {"a": {"state": {"_esm": "export default {}"}}}), 1.2), stored
    )
    assert (whole["figures"], whole["figures_with_state"], whole["prints_other_text"]) == (1, 1, [])
    bar = record.outcome(
        Ran(notebook("1.0", {"a": {"state": {"_model_module": "@jupyter-widgets/controls"}}}), 1.2),
        stored,
    )
    assert bar["figures"] == 0, "a progress bar is no figure"
    poor = record.outcome(Ran(notebook("1.25", {}), 1.2), stored)
    assert (poor["figures"], poor["figures_with_state"], poor["prints_other_text"]) == (
        1,
        0,
        ["print"],
    )


def test_a_chapter_that_fails_does_not_stop_the_next(tmp_path, capsys):
    tried = []

    def attempt(path: Path, own: Path) -> None:
        tried.append(path.stem)
        assert own.is_dir()
        if path.stem == "tokens":
            raise Wrong("no figure is drawn")

    assert try_each("colab", [Path("tokens.ipynb"), Path("company.ipynb")], tmp_path, attempt) == [
        "colab tokens"
    ]
    assert tried == ["tokens", "company"]
    assert "colab tokens: no figure is drawn" in capsys.readouterr().err
