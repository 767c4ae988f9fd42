"""Files of progress that a class hands over, and how often an interval holds the truth."""

import json
from pathlib import Path

import numpy as np
from whichbank_teach.learning import course

ITEMS = course.items()
PAGES = list(dict.fromkeys(one.page for one in ITEMS.values()))
BEGAN = 29_000_000  # a minute in 2025
DAY = 1440


def hand_over(folder: Path, name: str, items: dict, **more) -> None:
    text = {"format": "which-bank progress", "version": 6, "pages": PAGES, "items": items} | more
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")


def covers(make, truth: float, rounds: int, rng: np.random.Generator) -> float:
    found = [make(rng) for _ in range(rounds)]
    return float(np.mean([one.low <= truth <= one.high for one in found]))
