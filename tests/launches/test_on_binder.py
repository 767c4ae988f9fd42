"""What repo2docker, the program behind Binder, makes of ``binder/``; the steps themselves are tried
each night.
"""

import sys
from pathlib import Path

import pytest

from launches import binder
from launches.fresh import Unreachable

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="repo2docker builds on Linux")


def test_repo2docker_takes_our_python_our_pins_and_our_script():
    plan = binder.plan(ROOT)
    assert (plan.pack, plan.folder) == ("PythonBuildPack", "binder")
    assert f"python-{plan.python}" == (ROOT / "binder" / "runtime.txt").read_text().strip()
    assert plan.installs == [
        '${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"'
    ]
    assert plan.finishes == ["binder/postBuild"]
    for step in ("src/binder/requirements.txt", *plan.installs, "RUN ./binder/postBuild"):
        assert step in plan.dockerfile
    copied, finished = (
        plan.dockerfile.index("COPY --chown=1000:1000 src/ "),
        plan.dockerfile.index("RUN ./binder/post"),
    )
    assert copied < finished, "postBuild installs the checkout, which must be there"


def test_a_folder_that_binder_cannot_build_is_refused(tmp_path):
    (tmp_path / "README.md").touch()
    with pytest.raises(ValueError, match="no build pack"):
        binder.plan(tmp_path)


def test_a_step_that_fails_is_told(tmp_path, monkeypatch):
    steps = binder.Plan("PythonBuildPack", "3.11", "binder", ["echo this broke; exit 3"], [], "")
    monkeypatch.setattr(binder, "plan", lambda repository: steps)
    with pytest.raises(Unreachable, match="this broke"):
        binder.build(tmp_path, tmp_path / "environment")


def test_another_version_than_the_pinned_one_is_seen(tmp_path):
    class Installed:
        def freeze(self) -> dict[str, str]:
            return binder.pinned(ROOT) | {"numpy": "1.0"}

    assert binder.wrong_versions(Installed(), ROOT) == {"numpy": "1.0"}
