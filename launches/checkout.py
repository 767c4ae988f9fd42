"""A copy of this checkout as a repository of its own, which plays the one on GitHub."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# nobody's: a launch must work from any fork and any branch
REPOSITORY, BRANCH = "someone/fork", "autumn/2026"


def copy_of_checkout(folder: Path) -> Path:
    """Commit the files of this checkout, as they are now, to a new repository; return its folder.

    It has one commit on the branch ``BRANCH``, and nothing that git ignores. The folder must not
    exist.
    """
    listed = _git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # a deleted file is still listed
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    _git(folder, "init", "-q", "-b", BRANCH)
    _git(folder, "add", "-A")
    _git(
        folder,
        "-c",
        "user.name=nobody",
        "-c",
        "user.email=nobody@example.org",
        "commit",
        "-q",
        "-m",
        "All",
    )
    return folder


def in_place_of_github(folder: Path) -> dict[str, str]:
    """Return the environment in which git fetches this repository when it is asked for
    ``REPOSITORY`` on GitHub.
    """
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{folder.resolve().as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": f"https://github.com/{REPOSITORY}",
        "GIT_TERMINAL_PROMPT": "0",
    }


def _git(folder: Path, *command: str) -> str:
    # A hook that runs these tests says where its own repository is; here that must not be heard.
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        ["git", *command], cwd=folder, env=environ, capture_output=True, text=True, check=True
    ).stdout
