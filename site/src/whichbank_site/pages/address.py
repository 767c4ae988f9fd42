"""Where the site will stand on the web, and what follows from it: canonical addresses, the site
map, the 404 page.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from whichbank_site.pages.language import tr
from whichbank_site.pages.launch import repository

VARIABLE = "WHICHBANK_ADDRESS"
DOWNLOADS = "WHICHBANK_DOWNLOADS"
FILES = {
    "which-bank.zip": "the whole site, to unpack (zip)",
    "which-bank.pdf": "a book, to print (PDF)",
}
NOT_LISTED = ["index.html", "search.html", "genindex.html", "404.html"]


def address(environ: Mapping[str, str], root: Path) -> str | None:
    """Return the site's address on the web, such as ``"https://owner.github.io/name/"``; None where
    nothing tells.

    The variable WHICHBANK_ADDRESS counts before the checkout's repository; the publish workflow
    sets it.
    """
    given = environ.get(VARIABLE)
    if given:
        if urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).netloc:
            raise ValueError(
                f"{VARIABLE} must be an address such as https://example.org/course/; got {given!r}"
            )
        return given.rstrip("/") + "/"
    found = repository(environ, root)
    if found is None:
        return None
    owner, _, name = found[0].partition("/")
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def downloads(environ: Mapping[str, str], address: str | None) -> list[tuple[str, str]]:
    """Return what each file with the whole course is, and its full address, which also works from
    an unpacked copy.

    The publish workflow makes these files, and names them in the variable WHICHBANK_DOWNLOADS.
    """
    names = environ.get(DOWNLOADS, "").split()
    unknown = set(names) - set(FILES)
    if unknown:
        raise ValueError(
            f"{DOWNLOADS} may name {' and '.join(FILES)}; got {' '.join(sorted(unknown))}"
        )
    return [(FILES[name], address + name) for name in names] if address else []


def setup(app: Any) -> None:
    """Load the extensions that can do their work here: a site map needs an address, dates need
    git.
    """
    app.setup_extension("notfound.extension")
    if shutil.which("git"):
        app.setup_extension("sphinx_last_updated_by_git")
    if address(os.environ, Path(app.srcdir)):
        app.setup_extension("sphinx_sitemap")
    app.connect("config-inited", _configure, priority=400)  # before the extensions look
    app.connect("html-page-context", _canonical)
    app.connect("build-finished", _root)


def _configure(app: Any, config: Any) -> None:
    found = address(os.environ, Path(app.srcdir))
    config.notfound_urls_prefix = urlsplit(found or "/").path
    config.notfound_template = "404.html"
    config.notfound_context = {"title": tr("There is no such page")}
    config.html_context["downloads"] = downloads(os.environ, found)
    if shutil.which("git"):
        config.html_last_updated_fmt = "%d %B %Y"
        config.git_last_updated_timezone = "UTC"
        config.git_last_updated_metatags = False
        config.git_untracked_show_sourcelink = True
        # Where git does not know, no date is shown: that is no fault of the build.
        config.suppress_warnings += ["git.too_shallow", "git.subprocess_error"]
    if found:
        config.html_baseurl = found
        config.sitemap_url_scheme = "{link}"
        config.sitemap_excludes = NOT_LISTED
        config.sitemap_show_lastmod = bool(shutil.which("git"))


def _canonical(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Leave the canonical address out of the one page that is shown at many addresses."""
    if page == app.config.notfound_pagename:
        context["pageurl"] = None


def _root(app: Any, exception: Exception | None) -> None:
    """Welcome crawlers where they ask for it: at the root of a host and nowhere else."""
    found = app.config.html_baseurl
    if exception is None and app.builder.format == "html" and found and urlsplit(found).path == "/":
        Path(app.outdir, "robots.txt").write_text(
            f"User-agent: *\nAllow: /\n\nSitemap: {found}sitemap.xml\n"
        )
