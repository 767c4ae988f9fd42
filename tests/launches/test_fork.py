"""The site as somebody else's fork builds it, on a branch of theirs: every button and every link
points there.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from small_book import ROOT, build, small_book

FORK, BRANCH = "someone/fork", "autumn"
CHAPTERS = ("tokens", "mixing")
# Of our links these name a repository that is not the course's own.
OTHERS = re.compile(r"https://github\.com/(jupyterhub|jupyter|containers|executablebooks)/")
PLACES = re.compile(
    r"github\.com|colab\.research\.google\.com|mybinder\.org|codespaces\.new|github\.io|git-pull"
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, str]:
    """The fork's pages, by their name."""
    names = ["intro.md", *(f"{name}.ipynb" for name in CHAPTERS), "exercises.md", "status.md"]
    hub = {"jupyterhub_url": "https://hub.example.org"}
    book = small_book(tmp_path_factory.mktemp("fork") / "book", names, hub)
    built = build(
        book, {"GITHUB_REPOSITORY": FORK, "GITHUB_REF_NAME": BRANCH, "GITHUB_HEAD_REF": ""}
    )
    return {path.stem: path.read_text(encoding="utf-8") for path in (built / "book").glob("*.html")}


def links(page: str) -> Iterator[str]:
    """Yield every address on a page that leads to a place where a repository is named, in a tag or
    in text.
    """
    soup = BeautifulSoup(page, "html.parser")
    for tag in soup.find_all(True):
        for name in ("href", "src", "content", "action"):
            if PLACES.search(str(tag.get(name, ""))):
                yield tag[name]
    written = re.findall(r"https://\S+", soup.get_text())
    yield from (
        one for one in written if PLACES.search(one) and "{repository}" not in one
    )  # the setup cell fills it in


@pytest.mark.wide
def test_every_link_that_names_a_repository_names_the_fork(pages):
    assert set(pages) >= {"intro", "exercises", "status", *CHAPTERS}
    for name, page in pages.items():
        found = [link for link in links(page) if not OTHERS.match(link)]
        assert len(found) >= 4, name
        for link in found:
            assert "someone/fork" in unquote(link) or "someone.github.io/fork" in link, (
                f"{name}: {link}"
            )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_launches_and_is_edited_on_the_forks_branch(pages, chapter):
    found = set(links(pages[chapter]))
    at = f"book/{chapter}.ipynb"
    assert f"https://colab.research.google.com/github/{FORK}/blob/{BRANCH}/{at}" in found
    assert f"https://mybinder.org/v2/gh/{FORK}/{BRANCH}?urlpath=lab/tree/{at}" in found
    assert f"https://github.com/{FORK}/edit/{BRANCH}/{at}" in found
    assert f"https://github.com/{FORK}" in found
    assert any(link.startswith(f"https://github.com/{FORK}/issues/new?") for link in found)
    pull = next(
        link
        for link in found
        if link.startswith("https://hub.example.org/hub/user-redirect/git-pull?")
    )
    opened = parse_qs(urlsplit(pull).query)
    assert (opened["repo"], opened["branch"]) == ([f"https://github.com/{FORK}"], [BRANCH])
    assert opened["urlpath"] == [f"lab/tree/fork/{at}"]


def test_the_list_of_exercises_launches_each_chapter_from_the_fork(pages):
    found = set(links(pages["exercises"]))
    for chapter in CHAPTERS:
        at = f"book/{chapter}.ipynb"
        assert f"https://colab.research.google.com/github/{FORK}/blob/{BRANCH}/{at}" in found
        assert f"https://mybinder.org/v2/gh/{FORK}/{BRANCH}?urlpath=lab/tree/{at}" in found


def test_the_link_for_a_hub_copies_the_fork_and_opens_a_chapter_of_it(pages):
    link = urlsplit(
        next(link for link in links(pages["status"]) if link.startswith("https://HUB/"))
    )
    assert (link.netloc, link.path) == ("HUB", "/hub/user-redirect/git-pull")
    opened = parse_qs(link.query)
    assert opened == {
        "repo": [f"https://github.com/{FORK}"],
        "branch": [BRANCH],
        "urlpath": ["lab/tree/fork/book/mixing.ipynb"],
    }
    assert (ROOT / "book" / "mixing.ipynb").exists()
    assert (
        f"git+https://github.com/{FORK}@{BRANCH}"
        in BeautifulSoup(pages["status"], "html.parser").get_text()
    )
    assert f"https://codespaces.new/{FORK}?ref={BRANCH}" in set(links(pages["status"]))


def test_nothing_in_the_sources_names_an_owner_of_the_course():
    """No file that a fork would have to edit has a link to a repository."""
    files = [
        ROOT / "README.md",
        ROOT / "_config.yml",
        ROOT / "_toc.yml",
        ROOT / "pyproject.toml",
        ROOT / "CITATION.cff",
    ]
    files += [
        path
        for top in ("book", "src", "binder", ".devcontainer", ".github")
        for path in (ROOT / top).rglob("*")
    ]
    known = re.compile(rf"{OTHERS.pattern}|https://github\.com/(\{{|OWNER|ada/|\[|/|$|\W)")
    for path in files:
        if path.is_file() and path.suffix in (
            ".md",
            ".yml",
            ".yaml",
            ".py",
            ".toml",
            ".cff",
            ".json",
            ".ipynb",
            ".js",
        ):
            for one in re.findall(r"https://github\.com/\S*", path.read_text(encoding="utf-8")):
                assert known.match(one), f"{path.relative_to(ROOT)}: {one}"
