"""Build the book, and serve it on this machine: ``python -m tools.book build|serve``.

``--language hi`` builds the pages of this language, too, as a build does of itself for each that
``_config.yml`` offers in ``languages``.

A build is whole or not at all. When nothing it reads has changed since the last one that succeeded,
it is skipped. Else notebooks whose code or whose package changed are executed, side by side; the
pages that changed are read, or all pages if something changed that every page depends on; and all
pages are written. A build that fails leaves no site. Jupyter Book alone would build each time, by
the files' times, and run one notebook after the other; a failed page would stay.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import yaml

from tools import edition, execution, heights, inputs
from tools.notebooks import notebooks
from tools.server import server

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
SITE = BUILD / "html"
CACHE = BUILD / ".jupyter_cache"
READ = BUILD / ".doctrees"  # what Sphinx keeps of the pages that it has read
IMAGES = BUILD / "jupyter_execute"
BUILDERS = ("tools/book.py", "tools/edition.py", "tools/execution.py", "tools/heights.py")
READ_BY_EVERY_PAGE = (
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "pyproject.toml",
    "src",
    "site/src",
    *BUILDERS,
)
READ_BY_PAGES = (*READ_BY_EVERY_PAGE, "book", "bench/classroom.md", "bench/study.md", "locale")
COPIED = ("*.js", "*.css")
WITHOUT = " without the real model"
SOURCE = "en"


def digest(paths: Iterable[str], *, without: tuple[str, ...] = (), extra: str = "") -> str:
    """Return one digest of the contents of all files below these paths of the checkout."""
    total = hashlib.sha256(extra.encode())
    for path in sorted(file for top in paths for file in _files(ROOT / top)):
        if not any(path.match(pattern) for pattern in without):
            total.update(
                path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0"
            )
    return total.hexdigest()


def build() -> None:
    """Build the site into ``_build/html``; end the program with the builder's own words if that
    fails.
    """
    from whichbank_site.pages.address import address
    from whichbank_site.pages.assets import MADE
    from whichbank_site.pages.launch import repository
    from whichbank_site.practice import coding, distribution

    BUILD.mkdir(exist_ok=True)
    downloads = os.environ.get("WHICHBANK_DOWNLOADS")
    place = repr((repository(os.environ, ROOT), address(os.environ, ROOT), downloads))
    files, source = distribution.python(os.environ, coding.cache(SITE))
    offer = source if files else f"none ({source}): exercises by hand there, code in a notebook"
    print(f"Python on the pages: {offer}.", flush=True)
    pages = digest(
        READ_BY_PAGES,
        extra=place + _last_commit() + repr([hashlib.sha256(f).digest() for f in files.values()]),
    )
    if _is_built(pages):
        print("Nothing has changed since the last build.", flush=True)
        return
    start = time.monotonic()
    weights = _weights()
    _execute(weights)
    (BUILD / "pages.digest").unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    read = _forget_changed_pages(place)
    print("Sphinx reads and writes the pages: some 30 s if all are new.", flush=True)
    command = [
        str(Path(sys.executable).with_name("jupyter-book")),
        "build",
        str(ROOT),
        "-W",
        "--keep-going",
    ]
    options = {"cwd": ROOT, "env": os.environ | execution.ENVIRONMENT | {MADE: "1"}, "check": False}
    done = subprocess.run([*command, "--path-output", str(ROOT)], **options)
    if done.returncode:
        shutil.rmtree(SITE, ignore_errors=True)
        sys.exit(
            f"The book could not be built (exit status {done.returncode}); the messages above "
            "say why."
        )
    heights.reserve(SITE, BUILD / "heights.json")
    (BUILD / "read.json").write_text(json.dumps(read))
    (BUILD / "pages.digest").write_text(pages if weights else pages + WITHOUT)
    print(f"Built in {time.monotonic() - start:.0f} s.", flush=True)


def editions(more: Iterable[str] = ()) -> None:
    """Build the pages of other languages, those that are offered and more."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    offered = config["sphinx"]["config"].get("languages", [SOURCE])
    for code in dict.fromkeys((*offered, *more)):
        if code != SOURCE:
            edition.build(code, dict(os.environ))


def _is_built(pages: str) -> bool:
    """Return whether the last build read the same, and, if it lacked the weights of the real model,
    they still lack.
    """
    if not (SITE / "index.html").exists():
        return False
    if _same(BUILD / "pages.digest", pages + WITHOUT):
        from whichbank import published

        return not published.on_this_machine()
    return _same(BUILD / "pages.digest", pages)


def _weights() -> bool:
    """Return whether the weights of the real model can be had; say what becomes of its chapter if
    not.

    What is published has them: on CI their lack ends the program.
    """
    from whichbank import published

    why = published.missing()
    if not why:
        return True
    if os.environ.get("CI"):
        sys.exit(f"The book could not be built: {why}")
    # whatever else would ask for them need not try the network again
    os.environ["HF_HUB_OFFLINE"] = "1"
    print(
        f"The real model: none ({why}): chapter real shows what is stored, its figure what is "
        "recorded.",
        flush=True,
    )
    return False


def _last_commit() -> str:
    """Return the last commit that changed a page: pages tell when they were last changed."""
    command = ["git", "log", "-1", "--format=%H", "--", "book"]
    try:
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip()
    except FileNotFoundError:
        return ""


def pages(site: Path) -> list[str]:
    """Name the pages of a built site.

    The first address and those of earlier editions only lead on, and the page for a lost address
    looks for its style sheet where the published site has it: they are left out, and so is the page
    that shows a phone one question.
    """
    from whichbank_site.pages.chapters import FORMER

    left_out = {"index.html", "404.html", "poll.html", *(f"book/{name}.html" for name in FORMER)}
    # those of other languages are in folders of their own
    files = (*site.glob("*.html"), *site.glob("book/*.html"))
    return sorted({file.relative_to(site).as_posix() for file in files} - left_out)


def _execute(weights: bool) -> None:
    """Execute the chapters' notebooks that have no run in the cache; the builder then finds them
    all there.
    """
    try:
        execution.execute(notebooks(ROOT), CACHE, weights=weights)
    except execution.Failed as failed:
        sys.exit(f"The book could not be built: {failed}")


def _forget_changed_pages(place: str) -> dict[str, str]:
    """Leave of what Sphinx has read only pages that it need not read again; return the digests of
    what it reads now.

    Sphinx itself compares times, which a copied or restored file may carry over from before. The
    pages in Markdown are read each time: they take no time, and some list what is in the chapters.
    """
    pages = sorted(path for path in (ROOT / "book").glob("*.*") if path.suffix in (".md", ".ipynb"))
    extra = repr((place, [path.name for path in pages]))
    ran = {path: inputs.digest(path, ROOT) for path in pages if path.suffix == ".ipynb"}
    now = {path.name: digest([f"book/{path.name}"], extra=ran.get(path, "")) for path in pages}
    now["*"] = digest([*READ_BY_EVERY_PAGE, "book/references.bib"], without=COPIED, extra=extra)
    record = BUILD / "read.json"
    before = json.loads(record.read_text()) if record.exists() else {}
    record.unlink(missing_ok=True)
    if before.get("*") != now["*"]:
        shutil.rmtree(READ, ignore_errors=True)
        shutil.rmtree(IMAGES, ignore_errors=True)
    for path in pages:
        if path.suffix == ".md" or before.get(path.name) != now[path.name]:
            (READ / "book" / f"{path.stem}.doctree").unlink(missing_ok=True)
    return now


def serve(port: int) -> None:
    """Serve the site until Ctrl-C; a port that is taken gives way to a free one."""
    try:
        running = server(SITE, port)
    except OSError:
        running = server(SITE)
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
        if file.is_file()
        and not any(part in hidden or part.endswith(".egg-info") for part in file.parts)
    ]


def _same(file: Path, text: str) -> bool:
    return file.exists() and file.read_text() == text


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("build", "serve"))
    parser.add_argument("--language", action="append", default=[], help="another one, such as hi")
    parser.add_argument("--port", type=int, default=8000, help="where to serve (default 8000)")
    arguments = parser.parse_args()
    build()
    editions(arguments.language)
    if arguments.what == "serve":
        serve(arguments.port)


if __name__ == "__main__":
    main()
