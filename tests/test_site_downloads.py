"""The links to the zip and the book stand where the files do, and nowhere else."""

from types import SimpleNamespace

import pytest
from whichbank_site import downloads


def footer(monkeypatch, tmp_path, names: str, address: str = "https://bank.example/course") -> str:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setenv("WHICHBANK_DOWNLOADS", names)
    monkeypatch.setenv("WHICHBANK_ADDRESS", address)
    config = SimpleNamespace(html_theme_options={"extra_footer": "Text."})
    downloads._link(SimpleNamespace(srcdir=tmp_path), config)
    return config.html_theme_options["extra_footer"]


def test_the_links_are_whole_addresses(monkeypatch, tmp_path):
    text = footer(monkeypatch, tmp_path, "which-bank.zip which-bank.pdf")
    assert '<a href="https://bank.example/course/which-bank.zip">' in text
    assert '<a href="https://bank.example/course/which-bank.pdf">' in text


@pytest.mark.parametrize(("names", "address"), [("", "https://bank.example/"), ("which-bank.zip", "")])
def test_without_files_or_an_address_there_are_no_links(names, address, monkeypatch, tmp_path):
    assert footer(monkeypatch, tmp_path, names, address) == "Text."


def test_an_unknown_file_is_refused(monkeypatch, tmp_path):
    with pytest.raises(ValueError, match=r"may name which-bank.zip and which-bank.pdf; got which-bank.exe"):
        footer(monkeypatch, tmp_path, "which-bank.exe")
