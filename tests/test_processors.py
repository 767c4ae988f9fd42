"""The tests as other processors would run them."""

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from tools.processors import KINDS, ROOT, marked, processors

FOUND = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
HERE = processors(platform.machine(), FOUND)


def test_a_machine_can_be_each_kind_up_to_its_own():
    assert list(processors("x86_64", ["X86_V3", "X86_V4", "AVX512_ICL"])) == list(KINDS)
    assert list(processors("AMD64", ["AVX", "FMA3", "AVX2"])) == ["SSE", "AVX", "AVX2"]
    assert processors("arm64", ["ASIMD"]) == {"arm64": {}}
    kinds = processors("x86_64", ["X86_V3", "X86_V4"])
    off = [kind.get("NPY_DISABLE_CPU_FEATURES") for kind in kinds.values()]
    assert off == ["X86_V3,X86_V4", "X86_V3,X86_V4", "X86_V4", None]


@pytest.mark.wide
@pytest.mark.skipif(
    "AVX2" not in HERE, reason=f"a processor of the kind {platform.machine()} can be no other"
)
@pytest.mark.parametrize("kind", HERE)
def test_the_libraries_listen(kind):
    tell = """
import numpy, threadpoolctl, torch
print(next(library["architecture"] for library in threadpoolctl.threadpool_info() if "architecture" in library))
print(torch.backends.cpu.get_cpu_capability().lower(), *numpy.show_config("dicts")["SIMD Extensions"].get("found", []))
"""
    done = subprocess.run(
        [sys.executable, "-c", tell], env=os.environ | HERE[kind], capture_output=True, text=True
    )
    core, torchs, *found = done.stdout.split()
    off = HERE[kind].get("NPY_DISABLE_CPU_FEATURES", "").split(",")
    assert (core, torchs) == KINDS[kind][:2]
    assert found == [name for name in FOUND if name not in off]


def test_marked_files_are_those_that_pytest_finds():
    names = {os.path.relpath(file, ROOT) for file in marked()}
    assert "tests/authoring/test_table.py" in names
    assert "tests/test_processors.py" not in names


@pytest.mark.wide
def test_one_kind_that_fails_fails_all(tmp_path):
    first = next(iter(HERE))
    core = HERE[first].get("OPENBLAS_CORETYPE", os.environ.get("OPENBLAS_CORETYPE"))
    (tmp_path / "test_it.py").write_text(
        f"import os\ndef test_it():\n    assert os.environ.get('OPENBLAS_CORETYPE') != {core!r}, "
        "'seen'\n"
    )
    command = [sys.executable, "-m", "tools.processors", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (1, f"Failed as {first}.")
    assert done.stdout.count("1 passed") == len(HERE) - 1
    assert "AssertionError: seen" in done.stdout
