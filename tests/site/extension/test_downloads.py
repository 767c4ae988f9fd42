"""The links to the zip and the book stand where the files do, and nowhere else."""

from types import SimpleNamespace

import pytest
from whichbank_site import downloads


def links(monkeypatch, tmp_path, names: str, address: str = "https://bank.example/course") -> list[tuple[str, str]]:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setenv("WHICHBANK_DOWNLOADS", names)
    monkeypatch.setenv("WHICHBANK_ADDRESS", address)
    config = SimpleNamespace(html_context={})
    downloads._link(SimpleNamespace(srcdir=tmp_path), config)
    return config.html_context.get("downloads", [])


def test_the_links_are_whole_addresses(monkeypatch, tmp_path):
    found = dict(links(monkeypatch, tmp_path, "which-bank.zip which-bank.pdf"))
    assert sorted(found.values()) == [f"https://bank.example/course/which-bank.{kind}" for kind in ("pdf", "zip")]


@pytest.mark.parametrize(("names", "address"), [("", "https://bank.example/"), ("which-bank.zip", "")])
def test_without_files_or_an_address_there_are_no_links(names, address, monkeypatch, tmp_path):
    assert links(monkeypatch, tmp_path, names, address) == []


def test_an_unknown_file_is_refused(monkeypatch, tmp_path):
    with pytest.raises(ValueError, match=r"may name which-bank.zip and which-bank.pdf; got which-bank.exe"):
        links(monkeypatch, tmp_path, "which-bank.exe")
