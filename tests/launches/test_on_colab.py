"""One chapter in a fresh environment with Colab's versions, another one each day.

WHICHBANK_CHAPTERS chooses others: "05 09", or "all".
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.util import source_from_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from launches import colab  # noqa: E402
from launches.__main__ import chapters  # noqa: E402
from launches.checkout import copy_of_checkout  # noqa: E402
from launches.drawing import drawn  # noqa: E402
from launches.fresh import Unreachable  # noqa: E402
from tools.chromium import MISSING  # noqa: E402
from whichbank.figures.base import joined_source  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Colab is played on Linux, which it runs on")


def chosen() -> list[Path]:
    """Return the chapters of this run: those that were asked for, or the one whose turn it is today."""
    asked = os.environ.get("WHICHBANK_CHAPTERS", "").split()
    every = chapters([])
    return chapters(asked) if asked else [every[datetime.now(UTC).timetuple().tm_yday % len(every)]]


@contextmanager
def lent(kept: Path, packages: Path) -> Iterator[None]:
    """Lend an environment what Python compiled in the one before, and keep what it compiles for the next.

    The installer links the same sources into each; Python takes a compiled file only for a source of its time and size.
    """
    for file in kept.rglob("*.pyc"):
        target = packages / file.relative_to(kept)
        if target.parents[1].is_dir():
            target.parent.mkdir(exist_ok=True)
            with suppress(OSError):  # it is there, or cannot be linked
                os.link(file, target)
    yield
    for file in packages.rglob("*.pyc"):
        source = Path(source_from_cache(str(file)))
        if file.stat().st_nlink == 1 and source.exists() and source.stat().st_nlink > 1:
            target = kept / file.relative_to(packages)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            with suppress(OSError):
                os.link(file, target)


@pytest.fixture
def session(tmp_path, request) -> Iterator[colab.Colab]:
    """A new session; where packages cannot be fetched its test is skipped, and fails where it must not be (CI)."""
    try:
        made = colab.new_session(tmp_path / "session")
        made.fresh.install(["--dry-run", "--refresh-package", "gensim", "gensim"])  # the first cell will fetch it
    except Unreachable as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"packages cannot be fetched: {error}")
    with lent(request.config.cache.mkdir("colab"), made.fresh.packages):
        yield made
    shutil.rmtree(made.folder)  # pytest would keep it, and it is large


@pytest.mark.parametrize("chapter", chosen(), ids=lambda path: path.stem)
def test_a_chapter_alone_installs_what_is_missing_and_runs_and_shows_its_figures(chapter, session, tmp_path):
    wanted = colab.colabs_versions()
    assert {name: session.before[name] for name in wanted} == wanted | {"torch": session.before["torch"]}
    assert {"whichbank", "gensim", "sphinx", "jupyterlab"}.isdisjoint(session.before), "the environment is not fresh"

    repository = copy_of_checkout(tmp_path / "repository")
    ran = colab.run_chapter(repository / "book" / chapter.name, session, repository)
    after = session.fresh.freeze()
    assert {name: after.get(name) for name in session.before} == session.before, "the first cell changed what was there"
    assert {"whichbank", "gensim"} <= set(after)

    assert len(ran.figures()) >= 2, "a live figure and the quiz"
    for figure in ran.figures():
        assert figure.get("_model_module") == figure.get("_view_module") == "anywidget"
        module = figure["_anywidget_id"].split(".")[2]
        assert figure["_esm"] == joined_source(module), "the figure brings its own script, whole"
        assert figure["_css"]
    assert session.widgets_enabled(), "Colab was not asked to show widgets of other packages"
    seen = drawn(ran, session.fresh, tmp_path / "drawn")
    if seen is None and not os.environ.get("CI"):
        pytest.skip(f"all passed but the look at the figures: {MISSING}")
    assert seen == len(ran.figures()), "the front end of Colab's versions does not draw every figure"
