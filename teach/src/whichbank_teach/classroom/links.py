"""Links that open an assignment: nbgitpuller on a JupyterHub, Colab, Binder."""

import re
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from .folder import ClassroomError, Settings

_SHORT = re.compile(r"[\w.-]+/[\w.-]+")


@dataclass(frozen=True)
class Links:
    """Links to one notebook; a link that cannot be made is empty, and ``notes`` say what it
    takes.
    """

    nbgitpuller: str = ""
    colab: str = ""
    binder: str = ""
    notes: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Return the links as a list ready to paste; empty without any."""
        named = (("JupyterHub", self.nbgitpuller), ("Colab", self.colab), ("Binder", self.binder))
        return "\n".join(f"- [Open in {name}](<{link}>)" for name, link in named if link)


def links(settings: Settings, path: str) -> Links:
    """Form the links to a notebook inside ``release/``; ClassroomError if the repository or the hub
    is no address.

    Examples
    --------
    >>> links(Settings(repository="ada/class", branch="main"), "ps1/ps1.ipynb").colab
    'https://colab.research.google.com/github/ada/class/blob/main/ps1/ps1.ipynb'
    """
    if not settings.repository:
        return Links(
            notes=(
                "No links: set repository in [release] to where the students find the notebooks.",
            )
        )
    address = repository_address(settings.repository)
    host, name = (
        urlsplit(address).netloc.lower(),
        urlsplit(address).path.strip("/").removesuffix(".git"),
    )
    path = "/".join(
        part for part in (*settings.folder.split("/"), *path.split("/")) if part not in ("", ".")
    )
    if ".." in path.split("/"):
        raise ClassroomError(
            f"folder in [release] must lie inside the repository; got {settings.folder!r}."
        )
    branch, notes = settings.branch or "main", []
    hub = colab = binder = ""
    if settings.hub:
        parts = urlsplit(settings.hub)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ClassroomError(
                "hub in [release] must be an address such as https://hub.example.org, not "
                f"{parts.geturl()!r}."
            )
        query = {
            "repo": address,
            "branch": branch,
            "urlpath": f"lab/tree/{name.rpartition('/')[2]}/{path}",
        }
        hub = f"{settings.hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(query, quote_via=quote)}"
    else:
        notes.append("No link for a JupyterHub: set hub in [release] to its address.")
    if host == "github.com":
        colab = (
            f"https://colab.research.google.com/github/{name}/blob/{quote(branch)}/{quote(path)}"
        )
        kind, place = "gh", name
    elif host == "gitlab.com":
        kind, place = "gl", quote(name, safe="")
    else:
        kind, place = "git", quote(address, safe="")
    if host != "github.com":
        notes.append("No link for Colab: it opens notebooks of GitHub alone.")
    opened = urlencode({"urlpath": f"lab/tree/{path}"}, quote_via=quote)
    binder = f"https://mybinder.org/v2/{kind}/{place}/{quote(branch, safe='')}?{opened}"
    if kind == "git":
        notes.append(
            "Binder needs the number of a commit in place of the branch for this repository."
        )
    return Links(hub, colab, binder, tuple(notes))


def repository_address(repository: str) -> str:
    """Return the https address of a repository given as "owner/name" on GitHub, or as an address.

    Examples
    --------
    >>> repository_address("git@github.com:ada/class.git")
    'https://github.com/ada/class'
    """
    text = repository.strip()
    ssh = re.fullmatch(r"(?:ssh://)?git@([\w.-]+)[:/](.+)", text)
    if ssh:
        text = f"https://{ssh[1]}/{ssh[2]}"
    elif _SHORT.fullmatch(text):
        text = f"https://github.com/{text}"
    parts = urlsplit(text)
    path = parts.path.rstrip("/").removesuffix(".git")
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not re.fullmatch(r"(/(?!\.+(/|$))[\w.~-]+){2,}", path)
    ):
        raise ClassroomError(
            "repository must be owner/name on GitHub or an address of a repository; got "
            f"{repository!r}."
        )
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{path}"
