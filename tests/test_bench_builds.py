"""The record of cold builds holds the times that the notebooks took, each way with the threads that it is given."""

import json
import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from bench import builds
from tools.notebooks import METADATA

SLEEP = 0.7


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> dict:
    """Two notebooks that wait: together they take as long as one, one after the other as long as both."""
    folder = tmp_path_factory.mktemp("book")
    paths = [folder / "left.ipynb", folder / "right.ipynb"]
    for path in paths:
        source = f"import os, time\ntime.sleep({SLEEP})\nprint({path.stem!r}, os.environ.get('OMP_NUM_THREADS'))"
        notebook = new_notebook(cells=[new_code_cell(source, id="wait")], metadata=METADATA)
        path.write_text(nbformat.writes(notebook), encoding="utf-8")
    caches = tmp_path_factory.mktemp("caches")
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv("OMP_NUM_THREADS", raising=False)
        patched.setattr("os.cpu_count", lambda: 2)
        start = time.perf_counter()
        found = builds.measure(paths, caches)
        return found | {"took": time.perf_counter() - start, "caches": caches}


def test_each_way_is_timed_and_the_ratio_is_theirs(measured):
    one = measured["execution"]
    assert one["serial_s"] > 2 * SLEEP
    assert one["parallel_s"] > SLEEP
    assert one["serial_s"] + one["parallel_s"] <= measured["took"] + 0.1
    assert one["ratio"] == pytest.approx(one["parallel_s"] / one["serial_s"], abs=0.05)


def test_each_way_runs_all_notebooks_with_its_own_threads(measured):
    for way, threads in (("serial", "None"), ("parallel", "1")):
        runs = [json.loads(file.read_text()) for file in (measured["caches"] / way).glob("executed/*/base.ipynb")]
        said = ["".join(run["cells"][0]["outputs"][0]["text"]) for run in runs]
        assert sorted(said) == [f"left {threads}\n", f"right {threads}\n"]


def test_the_recorded_build_side_by_side_takes_no_more_than_its_goal():
    made = json.loads((builds.HERE / "builds.json").read_text(encoding="utf-8"))
    assert made["execution"]["ratio"] <= made["goal"] == 0.6


def test_the_table_tells_the_times():
    one = {"serial_s": 200.0, "parallel_s": 112.0, "ratio": 0.56, "serial_cpu_s": 250.2, "parallel_cpu_s": 210.0}
    about = {"cpu": "a processor", "cores": 2, "load": 0.1, "date": "2026-01-02"}
    made = {"machine": about, "notebooks": 16, "goal": 0.6, "execution": one}
    row = "| executing the notebooks | 200 s | 112 s | 0.56 | 250 s, 210 s |"
    assert builds.table(made).splitlines()[-1] == row
    whole = builds.table(made | {"build": one}).splitlines()[-1]
    assert whole == row.replace("executing the notebooks", "the whole build")
