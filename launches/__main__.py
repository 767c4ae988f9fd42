"""Try the launches in fresh environments and record what came out:
``python -m launches [place …] [--chapters mixing …]``.

Every chapter has a fresh environment of its own on Colab, as it has there. On Binder all chapters
share one.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
from nbclient.exceptions import CellExecutionError, DeadKernelError

from launches import binder, colab, record
from launches.checkout import ROOT, copy_of_checkout
from launches.drawing import drawn
from launches.fresh import Fresh
from launches.running import run
from tools.chromium import MISSING
from tools.notebooks import notebooks

PLACES = ("colab", "binder", "jupyter")
JUPYTER = ("jupyterlab", "notebook", "anywidget", "ipywidgets", "ipykernel", "ipython")


class Wrong(RuntimeError):
    """A chapter ran, and yet not as it should."""


def chapters(names: Iterable[str]) -> list[Path]:
    """Return the chapters with these names, or all."""
    return [path for path in notebooks() if path.stem in set(names)] or notebooks()


def on_colab(chapter: Path, repository: Path, session: colab.Session) -> dict[str, Any]:
    """Run a chapter of a repository in a new session, look at its figures, and return what the
    record keeps of it.
    """
    ran = session.run(chapter, repository)
    after, seen = session.fresh.freeze(), drawn(ran, session.fresh, session.folder / "drawn")
    changed = [name for name, version in session.before.items() if after.get(name) != version]
    if changed:
        raise Wrong(f"its first cell changes {', '.join(changed)}")
    if not session.widgets_enabled():
        raise Wrong("it does not ask Colab to show widgets of other packages")
    if seen is None:
        raise Wrong(MISSING)
    one = record.outcome(ran, nbformat.read(chapter, as_version=4)) | {"figures_drawn": seen}
    one["installed"] = {
        name: version for name, version in sorted(after.items()) if name not in session.before
    }
    return one


def try_colab(path: Path, repository: Path, folder: Path) -> None:
    """Run a chapter in a fresh environment with Colab's versions, and record what came out."""
    session, name = colab.Session(folder), path.stem
    one = on_colab(repository / "book" / path.name, repository, session)
    record.say("colab", name, one)
    wanted = colab.colabs_versions()
    others = {name: version for name, version in wanted.items() if session.before[name] != version}
    versions = {name: session.before[name] for name in wanted}
    record.write("colab", versions=versions, on_colab_itself=others, chapters={name: one})
    if one["figures_drawn"] < one["figures"]:
        raise Wrong(f"{one['figures_drawn']} of its {one['figures']} figures are drawn")


def try_binder(path: Path, repository: Path, folder: Path, fresh: Fresh) -> None:
    """Run a chapter in the environment that Binder's steps have made, and record what came out."""
    name, chapter = path.stem, repository / "book" / path.name
    one = record.outcome(
        run(chapter, fresh, folder, fresh.environ()), nbformat.read(chapter, as_version=4)
    )
    record.say("binder", name, one)
    about = {
        "build_pack": binder.plan(repository).pack,
        "repo2docker": version("jupyter-repo2docker"),
    }
    record.write("binder", versions=binder.pinned(repository), chapters={name: one}, **about)


def try_each(
    place: str, paths: Iterable[Path], folder: Path, attempt: Callable[[Path, Path], None]
) -> list[str]:
    """Try each chapter in a folder of its own; name those that failed, after saying why."""
    failed = []
    for path in paths:
        try:
            with tempfile.TemporaryDirectory(dir=folder) as own:
                attempt(path, Path(own))
        except (Wrong, CellExecutionError, DeadKernelError) as error:
            print(f"{place} {path.stem}: {error}", file=sys.stderr, flush=True)
            failed.append(f"{place} {path.stem}")
    return failed


def try_jupyter() -> None:
    """Drive a figure in JupyterLab and in Notebook, in a real browser."""
    test = ROOT / "tests" / "site" / "test_lab.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)], cwd=ROOT
    )
    if done.returncode:
        sys.exit("A figure could not be driven; the messages above say where.")
    record.write("jupyter", versions={name: version(name) for name in JUPYTER})


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m launches", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "places", nargs="*", metavar="place", help=f"{', '.join(PLACES)}; all of them by default"
    )
    parser.add_argument(
        "--chapters", nargs="*", default=[], metavar="name", help="such as mixing; all by default"
    )
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.places) - set(PLACES))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(PLACES)}")
    places, paths = arguments.places or PLACES, chapters(arguments.chapters)
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="launches-") as made:
        folder = Path(made)
        repository = copy_of_checkout(folder / "repository")
        if "colab" in places:
            failed += try_each(
                "colab", paths, folder, lambda path, own: try_colab(path, repository, own)
            )
        if "binder" in places:
            fresh = binder.build(repository, folder / "binder")
            if wrong := binder.wrong_versions(fresh, repository):
                sys.exit(f"Binder's environment has other versions: {wrong}")
            failed += try_each(
                "binder", paths, folder, lambda path, own: try_binder(path, repository, own, fresh)
            )
    if "jupyter" in places:
        try_jupyter()
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
