"""Right answers of the puzzles."""

import tomllib
from pathlib import Path

from whichbank.experiments import _puzzles

ANSWERS = tomllib.loads(Path(__file__).with_name("puzzle_answers.toml").read_text(encoding="utf-8"))
LADDER = _puzzles.ladder()


def cells_of(number: int, text: str) -> list[int]:
    puzzle = LADDER[number - 1]
    return _puzzles.written([head for head in puzzle["heads"] if not head["given"]], text)
