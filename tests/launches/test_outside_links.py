"""The weekly look at the links that lead out of the book: a dead one is named, launches are left
alone.
"""

import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest
import yaml
from small_book import ROOT, small_book


class Handler(http.server.BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:
        self.send_response(200 if self.path == "/there" else 404)
        self.end_headers()

    do_GET = do_HEAD

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def web() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def follow(book: Path) -> tuple[int, str]:
    """Follow the links of a book as ``make links`` does; return the status, and what was printed,
    in one color.
    """
    command = [
        "jupyter-book",
        "build",
        ".",
        "--builder",
        "linkcheck",
        "--path-output",
        "_build/links",
    ]
    done = forked.jupyter_book(command, cwd=book)
    return done.returncode, re.sub(r"\x1b\[[\d;]*m", "", done.stdout)


def test_a_dead_link_is_named_and_a_living_one_is_not(web, tmp_path):
    text = (
        f"# Links\n\n[living]({web}/there), [dead]({web}/gone), "
        "[Colab](https://colab.research.google.com/github/a/b)\n"
    )
    book = small_book(tmp_path / "book", [], page=text)
    status, printed = follow(book)
    assert status != 0
    assert sorted(re.findall(r"book/page: line +(\d+)\) (\S+) +(\S+)", printed)) == [
        ("3", "-ignored-", "https://colab.research.google.com/github/a/b"),
        ("3", "broken", f"{web}/gone"),
        ("3", "ok", f"{web}/there"),
    ]

    (book / "book" / "page.md").write_text(f"# Links\n\n[living]({web}/there)\n")
    assert follow(book)[0] == 0


def test_only_launches_are_left_alone():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    left = re.compile("|".join(config["sphinx"]["config"]["linkcheck_ignore"]))
    for address in (
        "https://github.com/jupyterhub/nbgitpuller",
        "https://doi.org/10.1162/tacl",
        "https://github.com/",
    ):
        assert not left.match(address)
    for address in (
        "https://colab.research.google.com/github/ada/course/blob/main/book/mixing.ipynb",
        "https://mybinder.org/v2/gh/ada/course/main?urlpath=lab",
        "https://codespaces.new/ada/course?ref=main",
        "https://github.com/ada/course/edit/main/book/intro.md",
    ):
        assert left.match(address)


def test_the_book_itself_has_links_to_follow():
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(ROOT / "book").glob("*.*")
        if path.is_file()
    )
    assert re.search(r"\]\(https://", text)
