"""From nothing to a CSV and a feedback page in one command."""

import csv
import json

import pytest
from classes import needs_box, on_linux
from whichbank_teach import cli
from whichbank_teach.classroom import demo

pytestmark = on_linux


@needs_box
def test_quickstart(tmp_path, capsys):
    root = tmp_path / "my class"
    cli.main(["quickstart", str(root)])
    printed = capsys.readouterr().out
    steps = [line for line in printed.splitlines() if line.startswith("$ whichbank-teach ")]
    assert [line.split()[2] for line in steps] == [
        "collect",
        "grade",
        "feedback",
        "export",
        "summary",
    ]
    assert "Done in" in printed
    rows = list(csv.DictReader((root / "grades.csv").open(encoding="utf-8-sig", newline="")))
    assert [(row["student"], row["score"], row["status"]) for row in rows] == [
        ("student01", "5", "graded"),
        ("student02", "0", "graded"),
        ("student03", "3", "graded"),
        ("student04", "2", "graded"),
        ("student05", "", "not graded"),
        ("student06", "", "not handed in"),
    ]
    assert "ends in the middle" in rows[4]["note"]
    assert [row["exercise choosing.2 status"] for row in rows[1:4]] == [
        "mistake",
        "not attempted",
        "right",
    ]
    pages = sorted(root.glob("feedback/*/demo/demo.html"))
    assert len(pages) == 5
    page = pages[1].read_text(encoding="utf-8")
    assert "The table is transposed" in page
    assert "mixing gives (3, 2)" in page
    assert "IndexError" in pages[3].read_text(encoding="utf-8")
    assert (root / "summary" / "demo.png").stat().st_size > 2000


def test_the_demo_is_handed_in_messily(tmp_path):
    """One file is complete, one has lost every id and has a helper, one ends in the middle."""
    from whichbank_authoring.exercises import ALL
    from whichbank_teach.classroom.folder import Assignment, Settings
    from whichbank_teach.classroom.notebook import notebook

    released = notebook(
        Assignment("demo", demo.EXERCISES), [ALL[one] for one in demo.EXERCISES], Settings()
    )
    inbox = demo._inbox(json.dumps(released).encode())
    assert len(inbox) == 5
    messy = json.loads(inbox["student03/Copy of demo (2).ipynb"])
    assert not any(cell.get("id") or cell["metadata"] for cell in messy["cells"])
    with pytest.raises(json.JSONDecodeError):
        json.loads(inbox["student05/demo.ipynb"])
