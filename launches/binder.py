"""Binder without Docker: what repo2docker makes of ``binder/``, and its installation steps in a
fresh environment.
"""

import subprocess
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from launches.fresh import Fresh, Unreachable

PLATFORM = "linux/amd64"


class Plan(NamedTuple):
    """What repo2docker would build: its build pack, its Python, where it found its files, its
    steps, and the recipe.

    ``installs`` are the scripts with which it installs the requirements, ``finishes`` the
    repository's own at the end.
    """

    pack: str
    python: str
    folder: str
    installs: list[str]
    finishes: list[str]
    dockerfile: str


def plan(repository: Path) -> Plan:
    """Let repo2docker detect how this checkout is to be built, and write the recipe."""
    from repo2docker.app import Repo2Docker

    app = Repo2Docker()
    with chdir(repository):
        packs = (kind(base_image=app.base_image) for kind in app.buildpacks)
        pack = next((one for one in packs if one.detect()), None)
        if pack is None:
            raise ValueError(f"no build pack of repo2docker claims {repository}")
        pack.platform = PLATFORM
        installs = [
            script for _, script in (*pack.get_preassemble_scripts(), *pack.get_assemble_scripts())
        ]
        recipe, finishes = pack.render({}), pack.get_post_build_scripts()
        return Plan(
            type(pack).__name__, pack.python_version, pack.binder_dir, installs, finishes, recipe
        )


def build(repository: Path, folder: Path) -> Fresh:
    """Take repo2docker's installation steps in a fresh environment, or raise Unreachable; nothing
    is taken along.
    """
    fresh, steps = Fresh(folder), plan(repository)
    environ = fresh.environ() | {
        "KERNEL_PYTHON_PREFIX": str(folder),
        "PIP_DEFAULT_TIMEOUT": "30",
        "PIP_RETRIES": "1",
    }
    for step in (*steps.installs, *(f"./{script}" for script in steps.finishes)):
        done = subprocess.run(
            ["bash", "-c", step], cwd=repository, env=environ, capture_output=True, text=True
        )
        if done.returncode:
            raise Unreachable(f"{step}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return fresh


def pinned(repository: Path) -> dict[str, str]:
    """Return the versions that ``binder/requirements.txt`` pins, by package."""
    lines = (repository / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return dict(
        line.split("==") for line in lines if "==" in line and not line.startswith(("#", "-"))
    )


def wrong_versions(fresh: Fresh, repository: Path) -> dict[str, str | None]:
    """Return what is installed of the pinned packages in another version than the pinned one."""
    there = fresh.freeze()
    return {
        name: there.get(name)
        for name, version in pinned(repository).items()
        if there.get(name) != version
    }
