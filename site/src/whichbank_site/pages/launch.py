"""Where the launch and source menus lead: the repository and branch that the site is built from."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from whichbank_site.pages.language import tr

_GITHUB = re.compile(
    r"^(?:https://(?:[^@/]+@)?|git@|ssh://git@)github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$"
)


def repository(environ: Mapping[str, str], root: Path) -> tuple[str, str] | None:
    """Return this checkout's GitHub repository and branch, such as ``("owner/name", "main")``, or
    None.

    GitHub Actions sets GITHUB_REPOSITORY and GITHUB_REF_NAME, and GITHUB_HEAD_REF for a pull
    request. Elsewhere the git remote is asked, so that a fork needs no edit.
    """
    if environ.get("GITHUB_REPOSITORY"):
        branch = environ.get("GITHUB_HEAD_REF") or environ.get("GITHUB_REF_NAME") or "main"
        return environ["GITHUB_REPOSITORY"], branch
    found = _GITHUB.match(_git(root, "remote", "get-url", "origin"))
    if found is None:
        return None
    branch = _git(root, "rev-parse", "--abbrev-ref", "HEAD")
    return found[1], branch if branch not in ("", "HEAD") else "main"


def colab(name: str, branch: str, path: str) -> str:
    """Return the link that opens a notebook of this repository in Colab."""
    return f"https://colab.research.google.com/github/{name}/blob/{branch}/{path}"


def binder(name: str, branch: str, path: str) -> str:
    """Return the link that opens a notebook of this repository on Binder."""
    return f"https://mybinder.org/v2/gh/{name}/{branch}?urlpath=lab/tree/{path}"


def hub(address: str, name: str, branch: str, path: str) -> str:
    """Return the nbgitpuller link that copies the course to a JupyterHub and opens a notebook
    there.

    Examples
    --------
    >>> hub("https://hub.example.org", "ada/course", "main", "book/mixing.ipynb")[:67]
    'https://hub.example.org/hub/user-redirect/git-pull?repo=https%3A//g'
    """
    opened = f"lab/tree/{name.rpartition('/')[2]}/{path}"
    query = {"repo": f"https://github.com/{name}", "branch": branch, "urlpath": opened}
    return f"{address.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(query, quote_via=quote, safe='/')}"


def setup(app: Any) -> None:
    """Find the repository before the pages are read, and hand each page its links."""
    app.add_config_value("jupyterhub_url", "", "html", str)
    app.add_config_value("repository", None, "env")
    app.connect("config-inited", _find)
    app.connect("html-page-context", _links)


def _git(root: Path, *command: str) -> str:
    try:
        done = subprocess.run(
            ["git", *command], cwd=root, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _find(app: Any, config: Any) -> None:
    config.repository = repository(os.environ, Path(app.srcdir))


def _links(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if app.config.repository is None or not doctree:
        return
    here: tuple[str, str] = app.config.repository
    name, branch = here
    path = app.env.doc2path(page, base=False)
    github = f"https://github.com/{name}"
    report = urlencode(
        {"title": f"On the page {page}", "body": "What is wrong, and where?"}, quote_via=quote
    )
    context["source_links"] = [
        (tr("Repository"), github),
        (tr("Edit this page"), f"{github}/edit/{branch}/{path}"),
        (tr("Report a mistake"), f"{github}/issues/new?{report}"),
    ]
    if path.endswith(".ipynb"):
        context["launch_links"] = [("Colab", colab(*here, path)), ("Binder", binder(*here, path))]
        if app.config.jupyterhub_url:
            context["launch_links"].append(
                ("JupyterHub", hub(app.config.jupyterhub_url, *here, path))
            )
