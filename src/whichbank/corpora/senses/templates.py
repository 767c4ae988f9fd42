"""Clauses with slots: how to fill them, and how to tell whether they could have made a sentence."""

import random
import re
import tomllib
from functools import cache
from pathlib import Path

SLOT = re.compile(r"\{(\w+)\}")
FOLDER = Path(__file__).parent


@cache
def templates() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Return for each word and sense its clauses, and those that follow them and mislead."""
    return {word: senses for word, senses in _file().items() if word != "slots"}


def fill(clause: str, rng: random.Random) -> str:
    """Put a random word or phrase into each slot of a clause."""
    return SLOT.sub(lambda slot: rng.choice(_file()["slots"][slot[1]]), clause)


def could_make(sentence: str) -> bool:
    """Return whether the templates could have made a lower-case sentence: one clause, or two that
    are joined.

    Examples
    --------
    >>> could_make("the bank approved a loan while she was fishing in the lake")
    True
    >>> could_make("the bank approved our loan at last")
    False
    """
    return _any_sentence().fullmatch(sentence) is not None


@cache
def _file() -> dict:
    return tomllib.loads((FOLDER / "templates.toml").read_text(encoding="utf-8"))


@cache
def _any_sentence() -> re.Pattern[str]:
    slots = {
        name: f"(?:{'|'.join(map(re.escape, words))})" for name, words in _file()["slots"].items()
    }
    clauses = [
        c
        for senses in templates().values()
        for kind in senses.values()
        for group in kind.values()
        for c in group
    ]
    one = f"(?:{'|'.join(SLOT.sub(lambda slot: slots[slot[1]], clause) for clause in clauses)})"
    return re.compile(f"{one}(?: {slots['join']} {one})?")
