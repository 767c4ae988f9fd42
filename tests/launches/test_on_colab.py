"""One chapter in a fresh environment with Colab's versions, another one each day.

WHICHBANK_CHAPTERS chooses others: "05 09", or "all".
"""

import os
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from launches import colab
from launches.__main__ import Wrong, chapters, on_colab
from launches.checkout import copy_of_checkout
from launches.fresh import Unreachable
from tools.chromium import MISSING
from whichbank.figures import FIGURES

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Colab is played on Linux, which it runs on"
)


def chosen() -> list[Path]:
    """Return the chapters of this run: those that were asked for, or the one whose turn it is
    today.
    """
    asked = os.environ.get("WHICHBANK_CHAPTERS", "").split()
    every = chapters([])
    return chapters(asked) if asked else [every[datetime.now(UTC).timetuple().tm_yday % len(every)]]


@pytest.fixture
def session(request) -> Iterator[colab.Session]:
    """A new session; where packages cannot be fetched its test is skipped, and fails where it must
    not be (CI).

    It lies in the same place each time, so that Python finds what it has compiled before: uv links
    the same sources.
    """
    place = request.config.cache.mkdir(f"colab-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}")
    shutil.rmtree(place / "session", ignore_errors=True)
    try:
        made = colab.Session(place / "session")
        # the first cell will fetch it
        made.fresh.install("--dry-run", "--refresh-package", "gensim", "gensim")
    except Unreachable as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"packages cannot be fetched: {error}")
    made.fresh.variables["PYTHONPYCACHEPREFIX"] = str(place / "compiled")
    yield made
    shutil.rmtree(made.folder)  # it is large


@pytest.mark.parametrize("chapter", chosen(), ids=lambda path: path.stem)
def test_a_chapter_alone_installs_what_is_missing_and_runs_and_shows_its_figures(
    chapter, session, tmp_path
):
    wanted = colab.colabs_versions()
    assert {name: session.before[name] for name in wanted} == wanted | {
        "torch": session.before["torch"]
    }
    assert {"whichbank", "gensim", "sphinx", "jupyterlab"}.isdisjoint(session.before), (
        "the environment is not fresh"
    )

    repository = copy_of_checkout(tmp_path / "repository")
    try:
        ran, one = on_colab(repository / "book" / chapter.name, repository, session)
    except Wrong as error:
        if str(error) == MISSING and not os.environ.get("CI"):
            pytest.skip(f"all passed but the look at the figures: {MISSING}")
        raise
    assert {"whichbank", "gensim"} <= set(one["installed"])

    assert len(ran.figures()) >= 2, "a live figure and the quiz"
    for figure in ran.figures():
        assert figure.get("_model_module") == figure.get("_view_module") == "anywidget"
        module = figure["_anywidget_id"].split(".")[2]
        assert figure["_esm"] == FIGURES[module]._esm, "the figure brings its own script, whole"
        assert figure["_css"]
    assert one["figures_drawn"] == len(ran.figures()), (
        "the front end of Colab's versions does not draw every figure"
    )
