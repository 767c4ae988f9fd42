"""Measure every row, print the table, record it for ``whichbank.experiments.costs``:
``python -m bench.run [part …]``.

A part is a module of this folder with a function ``rows()``, or a function of ``parts``. Parts that
are not named keep their old rows.
"""

import json
import os
import sys
from importlib import import_module

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before NumPy and torch start their threads

PARTS = (
    "imports",
    "attention",
    "heads",
    "waiting",
    "cache",
    "minilm",
    "lengths",
    "bpe",
    "lab",
    "word2vec",
)


def main(parts: list[str]) -> None:
    """Measure the parts that are named, or all."""
    from bench.measure import machine
    from bench.parts import ROWS
    from whichbank.experiments.costs import FILE

    unknown = sorted(set(parts) - set(PARTS))
    if unknown:
        sys.exit(f"There is no part {', '.join(unknown)}; there are {', '.join(PARTS)}.")
    results = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for part in parts or PARTS:
        about = machine()
        print(f"\n{part}, on {about['cpu']}, {about['cores']} cores, torch {about['torch_threads']} threads, "
              f"BLAS {about['blas_threads']} threads, load {about['load']}")  # fmt: skip
        measured = []
        for row in (ROWS[part] if part in ROWS else import_module(f"bench.{part}").rows)():
            measured.append(_rounded(row))
            print(line(measured[-1]), flush=True)
        results[part] = {"machine": about, "rows": measured}
        FILE.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def line(row: dict) -> str:
    """Write one row of the table."""
    size = "" if row["n"] is None else f"n {row['n']}"
    cpu = f"{row['cpu_ratio']:6.2f}" if "cpu_ratio" in row else " " * 6
    return (
        f"{row['row']:38} {size:7} {row['ratio']:7.3f} × {row['against']:34} processor time "
        f"{cpu}  {verdict(row)}"
    )


def verdict(row: dict) -> str:
    """Say whether the row reaches its goal."""
    if row["reach"] is None:
        return "no goal"
    return f"{'met' if row['ratio'] <= row['reach'] else 'not met'} (at most {row['reach']:.3g})"


def _rounded(row: dict) -> dict:
    def short(value: object) -> object:
        if isinstance(value, list):
            return [short(one) for one in value]
        return float(f"{value:.4g}") if isinstance(value, float) else value

    return {name: short(value) for name, value in row.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
