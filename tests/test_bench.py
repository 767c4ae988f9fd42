"""The measurements: what the results file holds, and the tool that fills it."""

import json
import time
from importlib import import_module
from inspect import isgeneratorfunction
from pathlib import Path

import numpy as np
import pytest

from bench.measure import extra_memory, machine, ratio
from bench.parts import ROWS
from bench.run import PARTS, line, verdict
from whichbank.experiments.costs import FILE, measurements

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def results() -> dict:
    return json.loads(FILE.read_text(encoding="utf-8"))


def test_every_part_was_measured_and_says_where(results):
    assert {"imports", "attention"} <= set(results) <= set(PARTS)
    for part in results.values():
        assert {"cpu", "cores", "torch_threads", "blas_threads", "load", "date"} <= set(
            part["machine"]
        )
        assert part["rows"]


def test_every_part_has_its_rows():
    for part in PARTS:
        assert isgeneratorfunction(
            ROWS[part] if part in ROWS else import_module(f"bench.{part}").rows
        )
    assert set(ROWS) < set(PARTS)


def test_every_row_is_a_ratio_with_its_goal(results):
    for part in results.values():
        for row in part["rows"]:
            assert {"row", "against", "n", "reach", "ratio"} <= set(row)
            assert row["ratio"] > 0
            assert row.get("rounds", 7) >= 7
            assert verdict(row).split(" (")[0] in ("met", "not met", "no goal")
            assert row["row"] in line(row)


def test_every_goal_that_is_missed_is_explained(results):
    text = (ROOT / "bench" / "README.md").read_text(encoding="utf-8")
    for part in results.values():
        for row in part["rows"]:
            if verdict(row).startswith("not"):
                assert f"**{row['row']}**" in text, row["row"]


def test_a_ratio_is_ours_over_theirs(monkeypatch):
    now = 0.0

    def spend(seconds):
        nonlocal now
        now += seconds

    for clock in ("perf_counter", "process_time"):
        monkeypatch.setattr(time, clock, lambda: now)
    found = ratio(lambda: spend(0.004), lambda: spend(0.001), rounds=7)
    assert (found["ratio"], found["cpu_ratio"]) == pytest.approx((4, 4))
    assert (found["ours_s"], found["theirs_s"]) == pytest.approx((0.004, 0.001))


def test_extra_memory_leaves_the_result_out():
    found = extra_memory(lambda: (np.ones(1 << 20) + np.ones(1 << 20))[: 1 << 19].copy())
    assert 12 << 20 <= found < 13 << 20  # two arrays of 8 MiB at the peak, less a result of 4


def test_the_machine_has_no_name_of_its_own():
    about = json.dumps(machine())
    assert {"cpu", "cores", "torch_threads", "blas_threads", "load", "date"} <= set(
        json.loads(about)
    )
    assert str(ROOT) not in about
    assert str(Path.home()) not in about


def test_what_was_recorded_is_found_by_its_part(results):
    machine_, rows = measurements("attention")
    assert machine_ == results["attention"]["machine"]
    assert rows == results["attention"]["rows"]
    with pytest.raises(ValueError, match="nothing was recorded under 'speed'; there are "):
        measurements("speed")
