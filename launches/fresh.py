"""A fresh virtual environment: what is in it, and nothing of the one that the tests run in."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from packaging.utils import canonicalize_name
from uv import find_uv_bin

from tools.install import TORCH_INDEX, for_uv, pips_settings, reachable


class Unreachable(RuntimeError):
    """What an environment needs could not be fetched."""


class Fresh:
    """A virtual environment of its own in this folder, on the Python that runs this."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "bin"
        self.python = self.bin / "python"
        self.variables: dict[str, str] = {}  # more for its programs
        _uv(
            "venv",
            "--quiet",
            "--seed",
            "--no-python-downloads",
            "--python",
            sys.executable,
            str(folder),
        )

    def install(self, *requirements: str) -> None:
        """Install these requirements, or raise Unreachable; torch is the one that is installed
        here.
        """
        torch = version("torch")
        cpu = ["--index", TORCH_INDEX] if torch.endswith("+cpu") and reachable(TORCH_INDEX) else []
        wanted = [f"torch=={torch}" if one == "torch" else one for one in requirements]
        _uv("pip", "install", "--quiet", "--python", str(self.python), *cpu, *wanted)

    def freeze(self) -> dict[str, str]:
        """Return the version of every installed package by its name."""
        listed = json.loads(_uv("pip", "list", "--format=json", "--python", str(self.python)))
        return {canonicalize_name(one["name"]): one["version"] for one in listed}

    def environ(self) -> dict[str, str]:
        """Return the variables in which its programs run: its own come first, and no other Python
        is seen.
        """
        theirs = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "GITHUB_"))
        }
        path = os.pathsep.join((str(self.bin), os.environ["PATH"]))
        ours = {
            "PATH": path,
            "VIRTUAL_ENV": str(self.folder),
            "PYTHONNOUSERSITE": "1",
            "PYTHONUTF8": "1",
        }
        return theirs | ours | self.variables


def _uv(*command: str) -> str:
    environ = for_uv(pips_settings()) | os.environ
    done = subprocess.run([find_uv_bin(), *command], env=environ, capture_output=True, text=True)
    if done.returncode:
        raise Unreachable(done.stderr)
    return done.stdout
