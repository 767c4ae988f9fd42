"""Try the launches in fresh environments and record what came out: ``python -m launches [place …] [--chapters 05 …]``.

Every chapter has a fresh environment of its own on Colab, as it has there. On Binder all chapters share one.
"""

import argparse
import importlib.metadata
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import nbformat

from launches import binder, colab, record
from launches.checkout import ROOT, copy_of_checkout
from launches.running import run

PLACES = ("colab", "binder", "jupyter")
JUPYTER = ("jupyterlab", "notebook", "anywidget", "ipywidgets", "ipykernel", "ipython")


def chapters(numbers: Iterable[str]) -> list[Path]:
    """Return the chapters with these numbers, or all."""
    every = sorted((ROOT / "book").glob("[0-9][0-9]_*.ipynb"))
    return [path for path in every if path.stem[:2] in set(numbers)] or every


def try_colab(paths: Iterable[Path], repository: Path, folder: Path) -> None:
    """Run each chapter in a fresh environment with Colab's versions; say what Colab has in another version."""
    for path in paths:
        number = path.stem[:2]
        with tempfile.TemporaryDirectory(dir=folder) as own:
            session = colab.new_session(Path(own))
            ran = colab.run_chapter(repository / "book" / path.name, session, repository)
            after = session.fresh.freeze()
            changed = [name for name, version in session.before.items() if after.get(name) != version]
            if changed or not session.widgets_enabled():
                sys.exit(f"Chapter {number} changes {changed}; widgets enabled: {session.widgets_enabled()}")
        one = record.outcome(ran, nbformat.read(path, as_version=4))
        one["installed"] = {name: version for name, version in sorted(after.items()) if name not in session.before}
        record.say("colab", number, one)
        wanted = colab.colabs_versions()
        others = {name: version for name, version in wanted.items() if session.before[name] != version}
        versions = {name: session.before[name] for name in wanted}
        record.write("colab", versions=versions, on_colab_itself=others, chapters={number: one})


def try_binder(paths: Iterable[Path], repository: Path, folder: Path) -> None:
    """Take Binder's installation steps once, and run each chapter in what comes of them."""
    steps = binder.plan(repository)
    fresh = binder.build(repository, folder / "binder")
    wrong = binder.wrong_versions(fresh, repository)
    if wrong:
        sys.exit(f"Binder's environment has other versions: {wrong}")
    about = {"build_pack": steps.pack, "repo2docker": importlib.metadata.version("jupyter-repo2docker")}
    for path in paths:
        number = path.stem[:2]
        with tempfile.TemporaryDirectory(dir=folder) as own:
            ran = run(repository / "book" / path.name, fresh, Path(own), fresh.environ())
        one = record.outcome(ran, nbformat.read(path, as_version=4))
        record.say("binder", number, one)
        record.write("binder", versions=binder.pinned(repository), chapters={number: one}, **about)


def try_jupyter() -> None:
    """Drive a figure in JupyterLab and in Notebook, in a real browser."""
    test = ROOT / "tests" / "site" / "test_lab.py"
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)], cwd=ROOT)
    if done.returncode:
        sys.exit("A figure could not be driven; the messages above say where.")
    record.write("jupyter", versions={name: importlib.metadata.version(name) for name in JUPYTER})


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m launches", description=__doc__.partition("\n")[0])
    parser.add_argument("places", nargs="*", metavar="place", help=f"{', '.join(PLACES)}; all of them by default")
    parser.add_argument("--chapters", nargs="*", default=[], metavar="number", help="such as 05; all by default")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.places) - set(PLACES))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(PLACES)}")
    places, paths = arguments.places or PLACES, chapters(arguments.chapters)
    with tempfile.TemporaryDirectory(prefix="launches-") as made:
        folder = Path(made)
        repository = copy_of_checkout(folder / "repository")
        if "colab" in places:
            try_colab(paths, repository, folder)
        if "binder" in places:
            try_binder(paths, repository, folder)
    if "jupyter" in places:
        try_jupyter()


if __name__ == "__main__":
    main()
