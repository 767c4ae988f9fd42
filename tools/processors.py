"""Run pytest as other processors would, side by side: ``python -m tools.processors tests/kernels``,
with any arguments.

NumPy, OpenBLAS, MKL, oneDNN and ATen each pick their code by the processor, and each can be told to
pick another; sums and products then come out with the last bits that they have there. Without
arguments the test files run that are marked ``numbers``: those that compare what was computed
elsewhere, or in another way.
"""

import os
import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

from tools.affected import ROOT
from tools.execution import ENVIRONMENT

LIBRARIES = (
    "OPENBLAS_CORETYPE",
    "ATEN_CPU_CAPABILITY",
    "MKL_ENABLE_INSTRUCTIONS",
    "ONEDNN_MAX_CPU_ISA",
)
KINDS = {
    "SSE": ("Nehalem", "default", "SSE4_2", "SSE41"),
    "AVX": ("Sandybridge", "default", "AVX", "AVX"),
    "AVX2": ("Haswell", "avx2", "AVX2", "AVX2"),
    "AVX-512": ("SkylakeX", "avx512", "AVX512", "AVX512_CORE"),
}


def processors(machine: str, found: list[str]) -> dict[str, dict[str, str]]:
    """Return the environment of each kind of processor that a machine can be, from its type and
    NumPy's extensions.

    What every x86 processor of today has is not among the extensions. Another machine can only be
    what it is.
    """
    if machine.lower() not in ("x86_64", "amd64"):
        return {machine: {}}
    wide = [name for name in found if name.startswith(("AVX512", "X86_V4"))]
    kinds = {name: dict(zip(LIBRARIES, values, strict=True)) for name, values in KINDS.items()}
    for name, off in (("SSE", found), ("AVX", found), ("AVX2", wide)):
        kinds[name]["NPY_DISABLE_CPU_FEATURES"] = ",".join(off)
    if not wide:
        del kinds["AVX-512"]
    return kinds


def marked() -> list[str]:
    """Return the test files that are marked ``numbers``; to let pytest look for them would import
    all others too.
    """
    mark = re.compile(r"^(pytestmark = |@)pytest\.mark\.numbers$", re.MULTILINE)
    return [
        str(file)
        for folder in ("tests", "teach/tests")
        for file in sorted(ROOT.glob(f"{folder}/**/test_*.py"))
        if mark.search(file.read_text("utf-8"))
    ]


def main() -> None:
    """Run the tests as each kind, as many at a time as there are cores; print the output of those
    that failed.
    """
    chosen = sys.argv[1:] or ["-m", "numbers", *marked()]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    kinds = processors(
        platform.machine(), np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    )

    def run(kind: str) -> subprocess.CompletedProcess[str]:
        environ = os.environ | ENVIRONMENT | kinds[kind]
        return subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, encoding="utf-8", check=False
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(run, kind): kind for kind in kinds}
        done = {}
        for one in as_completed(runs):
            kind, done[kind] = runs[one], one.result().returncode
            output = one.result().stdout + one.result().stderr
            print(f"as {kind}: {output if done[kind] else output.splitlines()[-1]}", flush=True)
    if any(done.values()):
        sys.exit(f"Failed as {', '.join(kind for kind in kinds if done[kind])}.")


if __name__ == "__main__":
    main()
