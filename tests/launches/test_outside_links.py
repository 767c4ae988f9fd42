"""The weekly look at the links that lead out of the book: a dead one is named, launches are left alone."""

import http.server
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import forked
import pytest
from small_book import ROOT, small_book

sys.path.insert(0, str(ROOT))

from tools.links import LAUNCHES, follow


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


def test_a_dead_link_is_named_and_a_living_one_is_not(web, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tools.links.subprocess.run", forked.jupyter_book)
    text = (
        f"# Links\n\n[living]({web}/there), [dead]({web}/gone), [Colab](https://colab.research.google.com/github/a/b)\n"
    )
    book = small_book(tmp_path / "book", [], page=text)
    assert follow(book) == 1
    said = capsys.readouterr().out
    assert f"[broken] {web}/gone" in said
    assert "page.md:3" in said
    assert "there" not in said
    assert "colab" not in said

    (book / "book" / "page.md").write_text(f"# Links\n\n[living]({web}/there)\n")
    assert follow(book) == 0


def test_only_launches_are_left_alone():
    left = re.compile("|".join(LAUNCHES))
    for address in ("https://github.com/jupyterhub/nbgitpuller", "https://doi.org/10.1162/tacl", "https://github.com/"):
        assert not left.match(address)
    for address in (
        "https://colab.research.google.com/github/ada/course/blob/main/book/05_mixing.ipynb",
        "https://mybinder.org/v2/gh/ada/course/main?urlpath=lab",
        "https://codespaces.new/ada/course?ref=main",
        "https://github.com/ada/course/edit/main/book/intro.md",
    ):
        assert left.match(address)


def test_the_book_itself_has_links_to_follow():
    text = "".join(path.read_text(encoding="utf-8") for path in Path(ROOT / "book").glob("*.*") if path.is_file())
    assert re.search(r"\]\(https://", text)
