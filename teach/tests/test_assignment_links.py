"""The links to an assignment lead where they should, read back piece by piece."""

from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from whichbank_teach.classroom.folder import ClassroomError, Settings
from whichbank_teach.classroom.links import Links, links, repository_address

PATH = "ps1/ps1.ipynb"
HUB = "https://hub.example.org"


def made(repository="ada/class", path=PATH, **more):
    return links(Settings(repository=repository, **more), path)


def query(link):
    return {
        name: values[0]
        for name, values in parse_qs(urlsplit(link).query, strict_parsing=True).items()
    }


@pytest.mark.parametrize("hub", [HUB, f"{HUB}/", "http://localhost:8000/teaching"])
def test_nbgitpuller_gets_the_address_branch_and_file(hub):
    link = made(hub=hub).nbgitpuller
    assert link.startswith(f"{hub.rstrip('/')}/hub/user-redirect/git-pull?")
    assert query(link) == {
        "repo": "https://github.com/ada/class",
        "branch": "main",
        "urlpath": "lab/tree/class/ps1/ps1.ipynb",
    }


NASTY = [
    {},
    {"branch": "autumn/2026"},
    {"branch": "a b"},
    {"branch": "fix#1&x=2?y+%20"},
    {"folder": "week 3/über & unter"},
    {"folder": "/a//b/./"},
    {"folder": "100%#?"},
    {"folder": "'quoted\"<>"},
]


@pytest.mark.parametrize("more", NASTY, ids=str)
def test_no_sign_in_a_name_breaks_a_link(more):
    found = made(hub=HUB, **more)
    branch = more.get("branch", "main")
    folder = "/".join(part for part in more.get("folder", "").split("/") if part not in ("", "."))
    path = f"{folder}/{PATH}" if folder else PATH
    colab, binder = urlsplit(found.colab), urlsplit(found.binder)
    assert (colab.scheme, colab.netloc, binder.netloc) == (
        "https",
        "colab.research.google.com",
        "mybinder.org",
    )
    assert (colab.query, colab.fragment, binder.fragment) == ("", "", "")
    assert unquote(colab.path) == f"/github/ada/class/blob/{branch}/{path}"
    owner, name, ref = binder.path.removeprefix("/v2/gh/").split("/")
    assert (owner, name, unquote(ref)) == ("ada", "class", branch)
    assert query(found.binder) == {"urlpath": f"lab/tree/{path}"}
    assert query(found.nbgitpuller)["urlpath"] == f"lab/tree/class/{path}"
    assert query(found.nbgitpuller)["branch"] == branch
    for link in (found.colab, found.binder, found.nbgitpuller):
        assert link.isascii()
        assert "+" not in link  # not everybody reads it as a blank
        assert not set(link) & set(" \"'<>")


def test_the_list_to_paste_names_every_link():
    found = made(hub=HUB)
    assert found.notes == ()
    assert found.markdown().splitlines() == [
        f"- [Open in JupyterHub](<{found.nbgitpuller}>)",
        f"- [Open in Colab](<{found.colab}>)",
        f"- [Open in Binder](<{found.binder}>)",
    ]


def test_what_cannot_be_linked_has_a_note():
    assert links(Settings(), PATH) == Links(
        notes=("No links: set repository in [release] to where the students find the notebooks.",)
    )
    assert made().notes == ("No link for a JupyterHub: set hub in [release] to its address.",)
    assert Links().markdown() == ""


def test_gitlab_has_binder_and_no_colab():
    found = made("https://gitlab.com/group/sub/class.git", hub=HUB)
    assert found.colab == ""
    assert urlsplit(found.binder).path == "/v2/gl/group%2Fsub%2Fclass/main"
    assert query(found.nbgitpuller)["repo"] == "https://gitlab.com/group/sub/class"
    assert query(found.nbgitpuller)["urlpath"] == "lab/tree/class/ps1/ps1.ipynb"
    assert found.notes == ("No link for Colab: it opens notebooks of GitHub alone.",)


def test_another_server_is_told_of_binders_commit():
    found = made("https://git.example.org:8443/group/class", hub=HUB)
    assert (
        unquote(urlsplit(found.binder).path)
        == "/v2/git/https://git.example.org:8443/group/class/main"
    )
    assert any("commit" in note for note in found.notes)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("ada/class", "https://github.com/ada/class"),
        (" ada/a.class_2-b ", "https://github.com/ada/a.class_2-b"),
        ("https://github.com/ada/class/", "https://github.com/ada/class"),
        ("https://github.com/ada/class.git", "https://github.com/ada/class"),
        ("git@github.com:ada/class.git", "https://github.com/ada/class"),
        ("ssh://git@github.com/ada/class", "https://github.com/ada/class"),
        ("https://ada:password@github.com/ada/class", "https://github.com/ada/class"),
        ("http://git.example.org/x/y", "http://git.example.org/x/y"),
    ],
)
def test_a_repository_may_be_named_in_many_ways_and_gives_no_password_away(given, address):
    assert repository_address(given) == address


@pytest.mark.parametrize(
    "given",
    [
        "class",
        "a/b/c",
        "https://github.com/ada",
        "javascript:alert(1)",
        "file:///etc/x/y",
        "ada/cl ass",
        "../x",
        "a/b?c",
    ],
)
def test_what_is_no_repository_is_refused(given):
    with pytest.raises(ClassroomError, match="repository must be owner/name"):
        made(given)


@pytest.mark.parametrize("hub", ["hub.example.org", "javascript:alert(1)", "ftp://x", "https://"])
def test_what_is_no_hub_is_refused(hub):
    with pytest.raises(ClassroomError, match=r"hub in .release. must be an address"):
        made(hub=hub)


def test_a_folder_outside_the_repository_is_refused():
    with pytest.raises(ClassroomError, match=r"folder in .release. must lie inside"):
        made(folder="../private")
