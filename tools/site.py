"""Build the book, and serve it on this machine: ``python tools/site.py build|serve``.

A build is whole or not at all: when nothing it reads has changed since the last one that succeeded, it is skipped;
otherwise every page is written anew, and only notebooks whose code or whose package changed are executed again.
"""

import argparse
import functools
import hashlib
import http.server
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
SITE = BUILD / "html"
CACHE = BUILD / ".jupyter_cache"
READ_BY_PAGES = ("_config.yml", "_toc.yml", "requirements.txt", "pyproject.toml", "book", "src", "tools/site.py")
READ_BY_NOTEBOOKS = ("requirements.txt", "pyproject.toml", "src")
NOT_RUN_BY_NOTEBOOKS = ("*.js", "*.css", "static_site/*")


def digest(paths: Iterable[str], *, without: tuple[str, ...] = (), extra: str = "") -> str:
    """Return one digest of the contents of all files below these paths of the checkout."""
    total = hashlib.sha256(extra.encode())
    for path in sorted(file for top in paths for file in _files(ROOT / top)):
        if not any(path.match(pattern) for pattern in without):
            total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def build() -> None:
    """Build the site into ``_build/html``; end the program with Sphinx's own words if that fails."""
    from whichbank.static_site.launch import repository

    BUILD.mkdir(exist_ok=True)
    pages = digest(READ_BY_PAGES, extra=repr(repository(os.environ, ROOT)))
    if _same(BUILD / "pages.digest", pages) and (SITE / "index.html").exists():
        print("Nothing has changed since the last build.", flush=True)
        return
    notebooks = digest(READ_BY_NOTEBOOKS, without=NOT_RUN_BY_NOTEBOOKS)
    if not _same(BUILD / "notebooks.digest", notebooks):
        shutil.rmtree(CACHE, ignore_errors=True)
        (BUILD / "notebooks.digest").write_text(notebooks)
    (BUILD / "pages.digest").unlink(missing_ok=True)
    for old in (SITE, BUILD / ".doctrees"):
        shutil.rmtree(old, ignore_errors=True)
    start = time.monotonic()
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(ROOT), "--all", "-W", "--keep-going"]
    done = subprocess.run([*command, "--path-output", str(ROOT)], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"The book could not be built (exit status {done.returncode}); the messages above say why.")
    (BUILD / "pages.digest").write_text(pages)
    print(f"Built in {time.monotonic() - start:.0f} s.", flush=True)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve files quietly, and never let a browser keep an old one."""

    # A module is refused under another type, and Windows may have one of its own in mind.
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a line for each file would hide the address."""


class Server(http.server.ThreadingHTTPServer):
    """A server that does not complain when a browser leaves a page before it is there."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(port: int) -> http.server.ThreadingHTTPServer:
    """Return a server for the built site on 127.0.0.1; port 0 takes any free one."""
    return Server(("127.0.0.1", port), functools.partial(Handler, directory=str(SITE)))


def serve(port: int) -> None:
    """Serve the site until Ctrl-C; a port that is taken gives way to a free one."""
    try:
        running = server(port)
    except OSError:
        running = server(0)
    print(f"The site is at http://127.0.0.1:{running.server_port}/ (Ctrl-C ends it)", flush=True)
    with running:
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print("\nGood-bye.")


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    hidden = ("__pycache__", ".ipynb_checkpoints")
    return [
        file
        for file in path.rglob("*")
        if file.is_file() and not any(part in hidden or part.endswith(".egg-info") for part in file.parts)
    ]


def _same(file: Path, text: str) -> bool:
    return file.exists() and file.read_text() == text


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("build", "serve"))
    parser.add_argument("--port", type=int, default=8000, help="where to serve (default 8000)")
    arguments = parser.parse_args()
    build()
    if arguments.what == "serve":
        serve(arguments.port)


if __name__ == "__main__":
    main()
