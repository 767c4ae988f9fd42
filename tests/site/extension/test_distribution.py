"""Third parties' files are taken only as they are known, and a build without a network does
without.
"""

import hashlib
import io
import json
import tarfile
import urllib.error

import pytest
from whichbank_site.practice import distribution
from whichbank_site.practice.distribution import (
    CORE,
    LOCK,
    VARIABLE,
    WrongFileError,
    fetched,
    package,
    python,
)

WHEEL = "numpy-0-py3-none-any.whl"


def digest(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder like a distribution, whose core files are made up, and so are their digests."""
    monkeypatch.setattr(distribution, "CORE", {name: digest(name.encode()) for name in CORE})
    for name in CORE:
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / WHEEL).write_bytes(b"wheel")
    lock = {"info": {}, "packages": {"numpy": {"file_name": WHEEL, "sha256": digest(b"wheel")}}}
    (tmp_path / LOCK).write_text(json.dumps(lock))
    return tmp_path


def test_a_folder_that_agrees_with_its_lock_is_taken(folder):
    files, source = python({VARIABLE: str(folder)}, folder)
    assert [*files] == [*CORE, LOCK, WHEEL]
    assert files[WHEEL] == b"wheel"
    assert VARIABLE in source


@pytest.mark.parametrize("name", [*CORE, WHEEL])
def test_a_file_with_another_digest_is_refused(folder, name):
    (folder / name).write_bytes(b"something else")
    with pytest.raises(WrongFileError, match=name):
        python({VARIABLE: str(folder)}, folder)


def test_a_folder_that_lacks_a_file_ends_the_build(folder):
    (folder / WHEEL).unlink()
    with pytest.raises(FileNotFoundError):
        python({VARIABLE: str(folder)}, folder)


def test_an_empty_name_asks_for_none(tmp_path):
    assert python({VARIABLE: ""}, tmp_path) == ({}, f"{VARIABLE} is empty")


def test_without_a_network_there_is_none(tmp_path, monkeypatch):
    def refuse(*_args, **_more):
        raise urllib.error.URLError("no such host")

    monkeypatch.setattr(distribution.urllib.request, "urlopen", refuse)
    files, why = python({}, tmp_path)
    assert files == {}
    assert "no network" in why


def test_what_is_fetched_is_checked_and_kept(tmp_path, monkeypatch):
    answers = [b"right"]
    monkeypatch.setattr(
        distribution.urllib.request, "urlopen", lambda *_args, **_more: io.BytesIO(answers.pop())
    )
    with pytest.raises(WrongFileError):
        fetched("https://example.org/a", digest(b"wrong"), tmp_path)
    answers.append(b"right")
    assert [fetched("https://example.org/a", digest(b"right"), tmp_path) for _ in range(2)] == [
        b"right"
    ] * 2


def test_a_package_is_read_without_its_outer_folder(tmp_path, monkeypatch):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        entry = tarfile.TarInfo("package/dist/a.js")
        entry.size = 2
        packed.addfile(entry, io.BytesIO(b"ok"))
    monkeypatch.setattr(
        distribution, "PACKAGES", {"a": ("https://example.org/a.tgz", digest(out.getvalue()))}
    )
    (tmp_path / digest(out.getvalue())).write_bytes(out.getvalue())
    assert package("a", tmp_path) == {"dist/a.js": b"ok"}
