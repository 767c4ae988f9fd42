"""A server of files for tools and tests."""

import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve files quietly, and never let a browser keep an old one; to every origin, as GitHub Pages
    does.
    """

    # A module is refused under another type, and Windows may have one of its own in mind.
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript"
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")  # a frame of another site has none
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: a line for each file would hide the address."""


class Server(http.server.ThreadingHTTPServer):
    """A server that does not complain when a browser leaves a page before it is there."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(site: Path, port: int = 0) -> Server:
    """Return a server for a built site on 127.0.0.1; port 0 takes any free one."""
    return Server(("127.0.0.1", port), functools.partial(Handler, directory=str(site)))


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a built site while this lasts; yield its address."""
    with server(site) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()
