"""The launch buttons point at the repository and branch that the site is built from, or are left
out.
"""

import subprocess
from pathlib import Path

import pytest
from whichbank_site.pages.launch import repository

ACTIONS = {"GITHUB_REPOSITORY": "owner/course", "GITHUB_REF_NAME": "lectures"}


def git(folder: Path, *command: str) -> None:
    name = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *name, *command], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path) -> Path:
    git(tmp_path, "init", "-b", "autumn")
    git(tmp_path, "commit", "--allow-empty", "-m", "Begin")
    return tmp_path


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        (ACTIONS, ("owner/course", "lectures")),
        (
            ACTIONS | {"GITHUB_HEAD_REF": "a-change", "GITHUB_REF_NAME": "7/merge"},
            ("owner/course", "a-change"),
        ),
        (ACTIONS | {"GITHUB_HEAD_REF": ""}, ("owner/course", "lectures")),
        ({"GITHUB_REPOSITORY": "owner/course"}, ("owner/course", "main")),
    ],
)
def test_in_actions_the_environment_tells(checkout, environ, expected):
    git(checkout, "remote", "add", "origin", "https://github.com/other/one.git")
    assert repository(environ, checkout) == expected


@pytest.mark.parametrize(
    ("remote", "name"),
    [
        ("https://github.com/owner/course", "owner/course"),
        ("https://github.com/owner/course/", "owner/course"),
        ("https://github.com/owner/course.git", "owner/course"),
        ("https://x-access-token:secret@github.com/owner/course.git", "owner/course"),
        ("https://someone@github.com/owner/a.course_2-b.git", "owner/a.course_2-b"),
        ("git@github.com:owner/course.git", "owner/course"),
        ("git@github.com:owner/course", "owner/course"),
        ("ssh://git@github.com/owner/course.git", "owner/course"),
        ("git@github.com-work:owner/course.git", None),
        ("https://gitlab.com/owner/course.git", None),
        ("https://notgithub.com/owner/course.git", None),
        ("https://example.org/github.com/owner/course", None),
        ("/srv/git/course.git", None),
    ],
)
def test_elsewhere_the_remote_tells(checkout, remote, name):
    git(checkout, "remote", "add", "origin", remote)
    assert repository({}, checkout) == (None if name is None else (name, "autumn"))


def test_a_detached_head_means_main(checkout):
    git(checkout, "remote", "add", "origin", "https://github.com/owner/course")
    git(checkout, "checkout", "--detach")
    assert repository({}, checkout) == ("owner/course", "main")


def test_without_a_remote_without_a_repository_and_without_git_nothing_is_said(
    checkout, tmp_path_factory, monkeypatch
):
    assert repository({}, checkout) is None
    elsewhere = tmp_path_factory.mktemp("no-repository")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(elsewhere.parent))
    assert repository({}, elsewhere) is None
    monkeypatch.setenv("PATH", "")
    assert repository({}, checkout) is None
