"""What plays the network on Colab: a copy of the checkout in GitHub's place, and Colab's address
for sessions.
"""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from launches import checkout, colab

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Colab is played on Linux, which it runs on"
)


@pytest.fixture
def small(tmp_path, monkeypatch) -> Path:
    """A checkout with one file committed and changed, one new, one deleted, and one that git
    ignores.
    """
    root = tmp_path / "checkout"
    root.mkdir()
    for name, text in {"kept.txt": "old", "gone.txt": "old", ".gitignore": "built/\n"}.items():
        (root / name).write_text(text)
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", *command], cwd=root, check=True)
    (root / "kept.txt").write_text("new")
    (root / "gone.txt").unlink()
    (root / "book").mkdir()
    (root / "book" / "added.txt").write_text("new")
    (root / "built").mkdir()
    (root / "built" / "page.html").write_text("new")
    monkeypatch.setattr(checkout, "ROOT", root)
    return root


def test_the_copy_holds_the_files_as_they_are_now_and_is_fetched_in_place_of_github(
    small, tmp_path
):
    copy = checkout.copy_of_checkout(tmp_path / "copy")
    clone = tmp_path / "clone"
    address = f"https://github.com/{checkout.REPOSITORY}"
    command = ["git", "clone", "-q", "--branch", checkout.BRANCH, address, str(clone)]
    subprocess.run(command, env=os.environ | checkout.in_place_of_github(copy), check=True)
    names = [
        path
        for path in clone.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(clone).parts
    ]
    assert {path.relative_to(clone).as_posix(): path.read_text() for path in names} == {
        "kept.txt": "new",
        "book/added.txt": "new",
        ".gitignore": "built/\n",
    }


def test_colabs_address_tells_what_was_opened():
    with colab.sessions("fileId=https%3A%2F%2Fgithub.com%2Fa%2Fb") as ip:
        with urllib.request.urlopen(f"http://{ip}:9000/api/sessions", timeout=10) as answer:
            assert json.load(answer)[0]["path"] == "fileId=https%3A%2F%2Fgithub.com%2Fa%2Fb"
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://{ip}:9000/other", timeout=10)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://{ip}:9000/api/sessions", timeout=10)


def test_colabs_versions_are_those_of_the_list():
    versions = colab.colabs_versions()
    assert versions["ipython"] == "7.34.0"
    assert versions["torch"] == "2.11.0"
    assert len(versions) == 15
