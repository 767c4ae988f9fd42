"""Gradescope's export and the folders of Teams."""

import pytest
from handing_in import GOOD, answered, classroom, handed_out, put, source
from whichbank_teach.collect import collect

ROSTER = "id,first_name,last_name,email\nada,Ada,Lee,ada@example.org\nben,Ben,Öz,ben@example.org\n"
ABOUT = """\
submission_9001:
  :submitters:
  - :name: Ada Lee
    :sid: '1001'
    :email: ada@example.org
  :created_at: 2026-11-20 17:04:00.000000000 Z
submission_9002:
  :submitters:
  - :name: Ben Öz
    :sid: '1002'
    :email: BEN@example.org
  :created_at: 2026-11-21 09:00:00.000000000 Z
"""
FORGED = ABOUT.replace("Ada Lee", "Nobody").replace("ada@example.org", "ben@example.org")


@pytest.fixture
def room(tmp_path):
    return classroom(tmp_path / "class")


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("top", ["", "assignment_77_export/"])
def test_gradescopes_folders_are_known_by_its_own_file(room, listed, top, tmp_path):
    if listed:
        (room.root / "roster.csv").write_text(ROSTER, encoding="utf-8")
    inbox = tmp_path / "inbox"
    put(inbox, f"{top}submission_metadata.yml", ABOUT)
    for number in (9001, 9002):
        put(inbox, f"{top}submission_{number}/ps1.ipynb", answered(handed_out(room), **GOOD))
    # what a student hands in says nothing
    put(inbox, f"{top}submission_9002/submission_metadata.yml", FORGED)
    collect(room, "ps1", inbox)
    assert room.students("ps1") == (["ada", "ben"] if listed else ["Ada Lee", "Ben Öz"])
    stamp = room.collected(room.students("ps1")[0], "ps1").with_name("timestamp.txt")
    assert stamp.read_text(encoding="utf-8") == "2026-11-20 17:04:00 UTC\n"


@pytest.mark.parametrize(
    "about", ["submission_9001: 3\n", "[1, 2", "- a\n", ": : :\n", "submission_9001:\n  x: 1\n"]
)
def test_a_damaged_file_of_gradescopes_stops_nothing(room, about, tmp_path):
    (room.root / "roster.csv").write_text(ROSTER, encoding="utf-8")
    inbox = tmp_path / "inbox"
    put(inbox, "submission_metadata.yml", about)
    put(inbox, "submission_9001/ps1.ipynb", answered(handed_out(room), **GOOD))
    put(inbox, "ada/ps1.ipynb", answered(handed_out(room), **GOOD))
    collect(room, "ps1", inbox)
    assert room.students("ps1") == ["ada"]


@pytest.mark.parametrize("word", ["Version", "Versión", "version"])
def test_of_two_versions_in_teams_the_later_one_counts(room, word, tmp_path):
    (room.root / "roster.csv").write_text(ROSTER, encoding="utf-8")
    inbox = tmp_path / "inbox"
    for version in (1, 2, 10):
        text = f"def mix_all(weights, vectors):\n    return {version}"
        put(
            inbox,
            f"ps1/Ada Lee/{word} {version}/ps1.ipynb",
            answered(handed_out(room), ex_mixing_2=text),
        )
    collect(room, "ps1", inbox)
    assert source(room, "mixing.2", "ada").endswith("return 10")
