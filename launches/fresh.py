"""A fresh virtual environment: what is in it, and nothing of the one that the tests run in."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from uv import find_uv_bin


class Unreachable(RuntimeError):
    """What an environment needs could not be fetched."""


class Fresh:
    """A virtual environment of its own, on the Python that runs this.

    Parameters
    ----------
    folder : Path
        Where it goes.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        _run([find_uv_bin(), "venv", "-q", "--seed", "--no-python-downloads", "--python", sys.executable, str(folder)])
        self.packages = next((folder / "lib").glob("python*/site-packages"))

    def take_along(self, name: str) -> None:
        """Bring a package and all it needs from the environment of this process, as they are installed there.

        The files are linked, or copied where the file system cannot link: torch is too large to fetch for each try.
        Headers, most of its files, stay behind: nothing is compiled against them.
        """
        for one in _with_needs(name):
            for file in importlib.metadata.distribution(one).files or ():
                if ".." in file.parts or "include" in file.parts:
                    continue
                source, target = Path(file.locate()), self.packages / file
                if not source.is_file() or target.exists():
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                try:
                    os.link(source, target)
                except OSError:
                    shutil.copy2(source, target)

    def install(self, requirements: Iterable[str]) -> None:
        """Install these requirements; raise Unreachable where they cannot be fetched."""
        command = [find_uv_bin(), "pip", "install", "-q", "--python", str(self.python), *requirements]
        try:
            _run(command)
        except subprocess.CalledProcessError as error:
            raise Unreachable(error.stderr) from error

    def freeze(self) -> dict[str, str]:
        """Return the version of every installed package by its name."""
        command = [find_uv_bin(), "pip", "list", "--format=json", "--python", str(self.python)]
        return {canonicalize_name(one["name"]): one["version"] for one in json.loads(_run(command))}

    def environ(self) -> dict[str, str]:
        """Return the variables in which its programs run: its own come first, and no other Python is seen."""
        theirs = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GITHUB_"))}
        path = os.pathsep.join((str(self.bin), os.environ["PATH"]))
        return theirs | {"PATH": path, "VIRTUAL_ENV": str(self.folder), "PYTHONNOUSERSITE": "1", "PYTHONUTF8": "1"}


def _with_needs(name: str) -> set[str]:
    """Return the names of a package and of everything that it needs here, itself and through others."""
    found, waiting = set(), [name]
    while waiting:
        one = canonicalize_name(waiting.pop())
        if one not in found:
            found.add(one)
            needs = map(Requirement, importlib.metadata.requires(one) or ())
            waiting += [need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    return found


def _run(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
