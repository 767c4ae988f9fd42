"""Where the launch, source and edit buttons point: the repository and branch that the site is built from."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_GITHUB = re.compile(r"^(?:https://(?:[^@/]+@)?|git@|ssh://git@)github\.com[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")


def repository(environ: Mapping[str, str], root: Path) -> tuple[str, str] | None:
    """Return the GitHub repository and branch of this checkout, so that a fork needs no edit.

    Parameters
    ----------
    environ : mapping
        The environment: GitHub Actions sets GITHUB_REPOSITORY and GITHUB_REF_NAME (and GITHUB_HEAD_REF for a pull
        request).
    root : Path
        The checkout, asked for its git remote where the environment says nothing.

    Returns
    -------
    (str, str) or None
        ``("owner/name", "branch")``; None where neither tells.
    """
    if environ.get("GITHUB_REPOSITORY"):
        branch = environ.get("GITHUB_HEAD_REF") or environ.get("GITHUB_REF_NAME") or "main"
        return environ["GITHUB_REPOSITORY"], branch
    found = _GITHUB.match(_git(root, "remote", "get-url", "origin"))
    if found is None:
        return None
    branch = _git(root, "rev-parse", "--abbrev-ref", "HEAD")
    return found[1], branch if branch not in ("", "HEAD") else "main"


def draw_logos_late(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Let the style sheet draw the menu's logos: a browser fetches a background only when the menu opens.

    Parameters
    ----------
    app, page, template, doctree
        What Sphinx hands to every listener of ``html-page-context``; not used.
    context : dict
        The page's template variables; the icons in its ``header_buttons`` are changed.
    """
    for group in context.get("header_buttons", []):
        for button in group.get("buttons", []):
            logo = Path(button.get("icon", ""))
            if logo.parent.name == "images":
                button["icon"] = f"fas wb-logo {logo.stem}"


def setup(app: Any) -> None:
    """Set the theme's options before the theme reads them, and mend the buttons that it makes of them."""
    app.connect("config-inited", _set_theme_options)
    app.connect("html-page-context", draw_logos_late, priority=600)


def _git(root: Path, *command: str) -> str:
    try:
        done = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _set_theme_options(app: Any, config: Any) -> None:
    found = repository(os.environ, Path(app.srcdir))
    hub = config.html_theme_options.pop("launch_buttons", {}).get("jupyterhub_url")
    if found is None:
        return
    name, branch = found
    config.html_theme_options |= {
        "repository_url": f"https://github.com/{name}",
        "repository_branch": branch,
        "path_to_docs": "",
        "use_repository_button": True,
        "use_edit_page_button": True,
        "use_issues_button": True,
        "launch_buttons": {
            "binderhub_url": "https://mybinder.org",
            "colab_url": "https://colab.research.google.com",
            "notebook_interface": "jupyterlab",
        }
        | ({"jupyterhub_url": hub} if hub else {}),
    }
