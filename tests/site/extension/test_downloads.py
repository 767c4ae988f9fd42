"""The links to the zip and the book stand where the files do, and nowhere else."""

import pytest
from whichbank_site.pages.address import downloads

ADDRESS = "https://bank.example/course/"


def named(names: str) -> dict[str, str]:
    return {"WHICHBANK_DOWNLOADS": names}


def test_the_links_are_whole_addresses():
    found = downloads(named("which-bank.zip which-bank.pdf"), ADDRESS)
    assert [address for _, address in found] == [
        ADDRESS + "which-bank.zip",
        ADDRESS + "which-bank.pdf",
    ]


@pytest.mark.parametrize(("names", "address"), [("", ADDRESS), ("which-bank.zip", None)])
def test_without_files_or_an_address_there_are_no_links(names, address):
    assert downloads(named(names), address) == []


def test_an_unknown_file_is_refused():
    with pytest.raises(
        ValueError,
        match=r"may name which-bank.zip and which-bank.pdf; got "
        r"which-bank.exe",
    ):
        downloads(named("which-bank.exe"), ADDRESS)
