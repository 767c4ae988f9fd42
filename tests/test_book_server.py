"""The site is served on this machine alone, and as it is now."""

import mimetypes
import urllib.request

from tools import book
from tools.server import served, server


def test_the_server_takes_a_free_port_of_this_machine_and_lets_no_browser_keep_a_file(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(mimetypes.types_map, ".js", "text/plain")  # as Windows may have it
    (tmp_path / "figure.js").write_text("export default {};")
    with server(tmp_path) as alone:
        assert alone.server_address[0] == "127.0.0.1"
    with served(tmp_path) as address, urllib.request.urlopen(f"{address}figure.js") as answer:
        assert answer.headers["Content-Type"] == "text/javascript"
        assert answer.headers["Cache-Control"] == "no-cache"


def test_the_pages_of_a_site_are_all_but_two(tmp_path):
    for page in ("index.html", "404.html", "search.html", "book/intro.html", "_static/notes.html"):
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).touch()
    assert book.pages(tmp_path) == ["book/intro.html", "search.html"]
