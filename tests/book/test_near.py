"""A cell tagged "near" may be off by one in a number's last digit, one tagged "near-3" by three;
nothing else may.
"""

import subprocess
import sys
from pathlib import Path

import nbformat
from collected import for_each
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tools.nbval_near import snapped

STORED = "loss 0.125, -1.50e-04 of 12 words\n"


@for_each(
    "got, same",
    [
        (STORED, True),
        ("loss 0.126, -1.51e-04 of 12 words\n", True),
        ("loss 0.124, -1.49e-04 of 12 words\n", True),
        ("loss 0.127, -1.50e-04 of 12 words\n", False),
        ("loss 0.125, 1.50e-04 of 12 words\n", False),
        ("loss 0.125, -1.52e-04 of 12 words\n", False),
        ("loss 0.1250, -1.50e-04 of 12 words\n", False),
        ("loss 0.125, -1.50e-04 of 13 words\n", False),
        ("loss 0.125 of 12 words\n", False),
        ("gain 0.125, -1.50e-04 of 12 words\n", False),
    ],
)
def test_only_the_last_digit_is_free(got, same):
    assert (snapped(got, STORED) == STORED) == same


def test_nbval_compares_tagged_cells_so_and_others_as_they_are(tmp_path):
    """The third is a wrong formula, and the fourth lacks the tag."""
    cells = []
    for source, tags in [
        ("print(f'{1 / 3 + 6e-4:.3f}')", ["near"]),
        ("1 / 3 + 1e-17", ["near"]),
        ("print(f'{1 / 3 * 1.01:.3f}')", ["near"]),
        ("print(f'{1 / 3 + 6e-4:.3f}')", []),
        ("print(f'{1 / 3 + 3e-3:.3f}')", ["near-3"]),
        ("print(f'{1 / 3 + 4e-3:.3f}')", ["near-3"]),
    ]:
        stored = new_output("stream", text="0.333\n")
        if not source.startswith("print"):
            stored = new_output(
                "execute_result", {"text/plain": "0.3333333333333333"}, execution_count=1
            )
        cells.append(
            new_code_cell(source, metadata={"tags": tags}, outputs=[stored], execution_count=1)
        )
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    (tmp_path / "one.ipynb").write_text(
        nbformat.writes(new_notebook(cells=cells, metadata=kernel)), encoding="utf-8"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tools.nbval_near",
        "--nbval",
        "-q",
        "-rA",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    found = [
        line.split()[0]
        for line in done.stdout.splitlines()
        if line.startswith(("PASSED", "FAILED"))
    ]
    assert sorted(found) == ["FAILED"] * 3 + ["PASSED"] * 3, done.stdout
    for cell in (2, 3, 5):
        assert f"Cell {cell}" in done.stdout
