"""How long each chapter is for a newcomer: ``python -m tools.length``.

Words are those that a reader reads: a chapter's Markdown without what is folded, without formulas.
Minutes are what its main road takes, all before its quiz, with the words of its guesses and of what
answers them; those of its exercises are added up from the exercises themselves. Screens are those
of a phone, with every result still covered; they are measured on the built site.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize
from whichbank_site.pages.describe import WORDS_A_MINUTE

from tools.book import SITE
from tools.chromium import MISSING, chromium, installed
from tools.look import FONTS, SETTLED, VISIT
from tools.notebooks import notebooks
from tools.server import served
from whichbank.figures import FIGURES

LINES_A_MINUTE = 20  # 3 seconds for a line of code: it has about eight words and numbers
GUESS = 0.75  # minutes: to think, and to compare; some take a pencil
FIGURE = 2.0  # minutes: a live figure comes with two or three things to try
PHONE: ViewportSize = {"width": 390, "height": 844}

PREDICTIONS = Path(__file__).parents[1] / "src" / "whichbank" / "predictions"
_GUESS = re.compile(r"^Predict\(\"([\w.-]+)\"\)", re.MULTILINE)
_FENCE = re.compile(r"^```\{live\}.*\n((?:.+\n)?)```", re.MULTILINE)
_EFFORT = re.compile(r"^\*Difficulty \d of 5, about (\d+) minutes\.\*", re.MULTILINE)
_LIVE = re.compile(
    rf"\b({'|'.join({kind.__name__ for kind in FIGURES.values()} - {'Predict', 'Quiz'})})(\.of)?\("
)
_END = re.compile(r"^## (?:Optional|Check yourself)", re.MULTILINE)
_UNREAD = re.compile(
    r"<details.*?</details>|```.*?```|\$\$.*?\$\$|\$[^$]*\$|<[^>]*>|\{[\w:-]+\}|\]\([^)]*\)", re.S
)


@dataclass(frozen=True)
class Length:
    """How long a chapter is."""

    words: int  # of all its Markdown, exercises too
    minutes: float  # of its main road
    exercises: int  # minutes, as each of them says


def length(cells: list[dict[str, Any]]) -> Length:
    """Return how long a chapter is, by its notebook's cells."""
    words = exercises = 0
    minutes, ended = 0.0, False
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            before, *after = _END.split(source, maxsplit=1)
            read = [_words(part) for part in (before, *after)]
            words += sum(read)
            minutes += 0 if ended else read[0] / WORDS_A_MINUTE
            ended |= bool(after)
            exercises += sum(map(int, _EFFORT.findall(source)))
        elif not ended:
            minutes += sum(map(guess, _GUESS.findall(source)))
            shown = any(one["output_type"] == "execute_result" for one in cell["outputs"])
            minutes += FIGURE * (shown and bool(_LIVE.search(source)))
            if not {"hide-input", "remove-input", "hide-cell"} & set(
                cell["metadata"].get("tags", [])
            ):
                lines = sum(bool(line.strip()) for line in source.splitlines())
                minutes += lines / LINES_A_MINUTE
    return Length(words, minutes, exercises)


def page(text: str) -> float:
    """Return how many minutes a page without cells takes: its words, its guesses, its figures."""
    live = _FENCE.findall(text)
    guesses = [one for source in live for one in _GUESS.findall(source)]
    figures = FIGURE * (len(live) - len(guesses))
    return _words(text) / WORDS_A_MINUTE + sum(map(guess, guesses)) + figures


def guess(name: str) -> float:
    """Return how many minutes a guess takes: to read it and its answer, and to think."""
    return GUESS + _asked()[name] / WORDS_A_MINUTE


@cache
def _asked() -> dict[str, float]:
    """Return the words of each guess and of what answers it, on average over its choices."""
    found = {}
    for path in sorted(PREDICTIONS.glob("*.toml")):
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["prediction"]:
            read = [one["question"], one.get("reason_from", ""), one["result"]]
            read += one.get("options", []) + one.get("items", [])
            mistakes = one.get("mistakes", [])
            whys = [*one.get("why", []), *(mistake["why"] for mistake in mistakes)]
            choices = len(whys) + bool(mistakes)  # the right one is no mistake
            found[one["id"]] = sum(map(_words, read)) + sum(map(_words, whys)) / max(choices, 1)
    return found


def _words(text: str) -> int:
    return len(re.findall(r"\S*\w\S*", _UNREAD.sub(" ", text)))


def screens(built: Path, names: list[str]) -> dict[str, float]:
    """Return how many screens of a phone each chapter of a built site is high."""
    if not (path := installed()):
        raise SystemExit(MISSING)
    found = {}
    with served(built) as base, chromium(path) as browser:
        for name in names:
            page = browser.new_page(viewport=PHONE)
            page.goto(f"{base}book/{name}.html")
            page.wait_for_function(f"({FONTS})()")
            page.evaluate(VISIT)
            page.wait_for_function(SETTLED)
            found[name] = page.evaluate(f"document.body.scrollHeight / {PHONE['height']}")
            page.close()
    return found


def main() -> None:
    """Print a line for each chapter."""
    chapters = {
        path.stem: length(json.loads(path.read_text(encoding="utf-8"))["cells"])
        for path in notebooks()
    }
    high = screens(SITE, list(chapters))
    print(f"{'chapter':<12}{'words':>7}{'minutes':>9}{'exercises':>11}{'screens':>9}")
    for name, one in chapters.items():
        print(f"{name:<12}{one.words:>7}{one.minutes:>9.1f}{one.exercises:>11}{high[name]:>9.1f}")


if __name__ == "__main__":
    main()
