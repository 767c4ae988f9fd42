"""Twelve puzzles in which one writes an attention head by hand: their rows of cards, what is to come
out, and which mistake an answer makes.

A card has features: its letter, its place, an arrow that stands for its place. A head has three
tables over some of them: what a card asks, what it shows, and what it hands over. A free table is
the reader's; its cells are whole numbers at first, all 0. ``puzzles.toml`` has the puzzles.

Where a card is to look, and where a mistaken head looks, is a rule in words, see ``looked``.
"""

import math
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from whichbank.attention import attend
from whichbank.masks import causal_mask

SHARP = 8.0
"""What a score is multiplied by before the softmax: one point is enough to win."""

WITHIN = 0.1
"""How far a number that comes out may be from what is wanted."""

GROUPS = ("asks", "shows", "hands")
_ENTRY = re.compile(r"(\S[\w ]*?)>(\d+)=(-?\d+)")
Puzzle = dict[str, Any]


class Group(NamedTuple):
    """A free table: of which head, what for, its rows and columns, and where its cells begin."""

    head: int
    kind: str
    rows: list[str]
    columns: int
    start: int


class Verdict(NamedTuple):
    """Whether a head is right on all rows; if not, how many are right, a row that fails, and why."""

    right: int
    of: int
    row: str
    says: str


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("puzzles.toml").read_text(encoding="utf-8"))


@cache
def ladder() -> list[Puzzle]:
    """Return the puzzles, with their rules and smallest solutions as cells.

    Examples
    --------
    >>> [puzzle["name"] for puzzle in ladder()][:2], len(ladder())
    (['The one vowel', 'The first card'], 12)
    """
    return [_whole(puzzle) for puzzle in _file()["puzzle"]]


def _whole(puzzle: Puzzle) -> Puzzle:
    heads = [{"free": False, "given": "", **head} for head in puzzle["heads"]]
    for head in heads:
        head["given"] = written([head], head["given"]) if head["given"] else []
    whole = {"keep": "", "causal": False, "hours": 0, "asked": "", "over": []} | puzzle
    whole |= {"heads": heads, "mistakes": puzzle["mistakes"] + _file()["general"]}
    own = puzzle["smallest"].split("/")
    free = [head for head in heads if not head["given"]]
    whole["smallest"] = [
        x for head, text in zip(free, own, strict=True) for x in written([head], text)
    ]
    whole["rules"] = [
        [
            [says, found]
            for says, text in puzzle["rules"].get(group.kind, [])
            if (found := _entries(group, text)) is not None
        ]
        for group in groups(whole)
    ]
    return whole


def groups(puzzle: Puzzle) -> list[Group]:
    """Return the free tables of a puzzle, in the order of their cells."""
    found: list[Group] = []
    for i, head in enumerate(puzzle["heads"]):
        if head["given"]:
            continue
        for kind in GROUPS[: 3 if head["free"] else 2]:
            start = size(found[-1]) + found[-1].start if found else 0
            columns = len(head["outs"]) if kind == "hands" else head["channels"]
            found.append(Group(i, kind, head["rows"], columns, start))
    return found


def size(group: Group) -> int:
    """Return how many cells a table has."""
    return len(group.rows) * group.columns


def count(puzzle: Puzzle) -> int:
    """Return how many cells the free tables have together."""
    last = groups(puzzle)[-1]
    return last.start + size(last)


def _entries(group: Group, text: str) -> list[list[int]] | None:
    """Return the cells that a rule fills, as places in its table with their numbers; None where the
    table lacks one.
    """
    found = []
    for row, column, number in _ENTRY.findall(text):
        if row not in group.rows or int(column) > group.columns:
            return None
        found.append([group.rows.index(row) * group.columns + int(column) - 1, int(number)])
    return found


def written(heads: Sequence[Puzzle], text: str) -> list[int]:
    """Return the cells of a solution in words, one part for each of the heads that are not given.

    Examples
    --------
    >>> written(ladder()[0]["heads"], "asks: every>1=1; shows: vowel>1=1")
    [1, 0, 0, 0, 1, 0]
    """
    cells: list[int] = []
    for head, part in zip(heads, text.split("/"), strict=True):
        told = dict(one.split(":") for one in part.split(";") if ":" in one)
        told = {kind.strip(): entries for kind, entries in told.items()}
        for group in groups({"heads": [head | {"given": []}]}):
            own = [0] * size(group)
            for place, number in _entries(group, told.pop(group.kind, "")) or []:
                own[place] = number
            cells += own
        if told:
            raise ValueError(f"no such table: {told}")
    return cells


def feature(name: str, card: str, place: int, hours: int = 0) -> float:
    """Return a number that a card has: its letter, kind, number or place (from 1), or one of the two
    numbers of its arrow.

    Examples
    --------
    >>> feature("vowel", "e", 3), feature("number", "A3", 1), feature("right", "c", 2, hours=4)
    (1.0, 3.0, 1.0)
    """
    if name in ("up", "right"):
        angle = 2 * math.pi * (place - 1) / hours
        return round(math.cos(angle) if name == "up" else math.sin(angle), 12) + 0.0
    if name == "number":
        return float(re.sub(r"\D", "", card) or 0)
    if name in ("every", "place"):
        return float(place if name == "place" else 1)
    kinds = {"vowel": "ae", "consonant": "bc"}
    return float(card[0] in kinds.get(name, name))


@cache
def _rows(tokens: tuple[str, ...], lengths: tuple[int, ...], keep: str) -> tuple[str, ...]:
    every = (" ".join(cards) for n in lengths for cards in product(tokens, repeat=n))
    return tuple(row for row in every if re.search(keep, row))


def rows(puzzle: Puzzle) -> tuple[str, ...]:
    """Return all rows that the puzzle asks about: every one that its cards can make, first those that
    are as long as its own row.
    """
    n = len(puzzle["row"].split())
    lengths = sorted(puzzle["lengths"], key=lambda length: length != n)
    return _rows(tuple(puzzle["tokens"]), tuple(lengths), puzzle["keep"])


def asked(puzzle: Puzzle, cards: Sequence[str]) -> list[int]:
    """Return the places, from 0, out of which something definite is to come."""
    every = range(len(cards))
    if puzzle["asked"] in ("later", "last"):
        return list(every[1:] if puzzle["asked"] == "later" else every[-1:])
    return [t for t in every if re.search(puzzle["asked"], cards[t])]


def looked(rule: str, cards: Sequence[str], t: int, causal: bool) -> list[int]:
    """Return the places at which a card looks by a rule; none where the rule says nothing.

    Examples
    --------
    >>> looked("is vowel", ["b", "a", "e"], 0, causal=False), looked("step -1", ["b", "a"], 1, True)
    ([1, 2], [0])
    """
    n = len(cards)
    seen = list(range(t + 1 if causal else n))
    kind, _, arg = rule.partition(" ")
    if kind == "not":
        away = looked(arg, cards, t, causal)
        return [s for s in seen if s not in away]
    if kind in ("step", "steps"):
        return [t + int(k) for k in arg.split() if t + int(k) in seen]
    if kind == "turn":
        return [(t + int(arg)) % n]
    if kind == "flip":
        return [(int(arg) - t) % n]
    if kind in ("is", "first", "last"):
        found = [s for s in seen if feature(arg, cards[s], s + 1)]
        return found if kind == "is" else found[:1] if kind == "first" else found[-1:]
    if kind in ("most", "least"):
        sizes = [feature(arg, cards[s], s + 1) for s in seen]
        best = max(sizes) if kind == "most" else min(sizes)
        return [s for s in seen if sizes[s] == best]
    if kind in ("capital", "other"):
        capitals = [s for s in seen if cards[s][0].isupper()]
        return [s for s in capitals if (cards[s][0] == cards[t].upper()) == (kind == "capital")]
    if kind == "after":
        return [s + 1 for s in seen[:-1] if cards[s] == arg]
    if kind == "again":
        return [s + int(arg) for s in range(t) if cards[s] == cards[t] and s + int(arg) in seen]
    if kind in ("same", "before"):
        like = cards[t if kind == "same" else t - 1]
        return [s for s in seen if cards[s] == like]
    return seen if kind == "even" else []


def wanted(
    puzzle: Puzzle, cards: Sequence[str], t: int, rule: str, over: Sequence[Any]
) -> np.ndarray | None:
    """Return what comes out of a card that looks by a rule, and is handed these sums of features;
    None where the rule says nothing.
    """
    outs = puzzle["heads"][-1]["outs"]
    over = over or puzzle["over"] or [{name: 1} for name in outs]
    if rule == "nothing":
        return np.zeros(len(outs))
    places = looked(rule, cards, t, puzzle["causal"])
    if not places:
        return None
    handed = [
        [sum(v * feature(f, cards[s], s + 1) for f, v in one.items()) for one in over]
        for s in places
    ]
    return np.mean(handed, axis=0)


def heads(
    puzzle: Puzzle, cells: Sequence[float], row: str, first: np.ndarray | None = None
) -> list[dict[str, np.ndarray]]:
    """Return what each head of a puzzle does with a row: ``asks`` and ``shows`` (T, channels),
    ``scores`` and ``weights`` (T, T), and ``out`` (T, outs).

    A clock of eight hours tells eight places apart: a head with arrows sees no further back. Where
    ``first`` is given, (T, T), the first head looks so.
    """
    cards = row.split()
    done: list[dict[str, np.ndarray]] = []
    causal = causal_mask(len(cards)) if puzzle["causal"] else None
    notes: dict[str, np.ndarray] = {}
    at = 0
    for head in puzzle["heads"]:
        x = np.transpose(
            [
                notes.get(
                    name,
                    [feature(name, card, s + 1, puzzle["hours"]) for s, card in enumerate(cards)],
                )
                for name in head["rows"]
            ]
        )
        tables: list[np.ndarray] = []
        for columns in [head["channels"]] * 2 + [len(head["outs"])] * head["free"]:
            n = len(head["rows"]) * columns
            own = (head["given"] or cells[at:])[
                len(tables) * len(head["rows"]) * head["channels"] :
            ][:n]
            tables.append(np.reshape(np.array(own, dtype=float), (-1, columns)))
        at += 0 if head["given"] else sum(table.size for table in tables)
        values = (
            x @ tables[2]
            if head["free"]
            else np.array(
                [
                    [feature(name, card, s + 1) for name in head["outs"]]
                    for s, card in enumerate(cards)
                ]
            )
        )
        asks, shows = x @ tables[0], x @ tables[1]
        mask = causal
        if causal is not None and "up" in head["rows"]:
            mask = causal & ~np.tri(len(cards), k=-puzzle["hours"], dtype=bool)
        out, weights = attend(asks, shows, values, scale=SHARP, mask=mask, return_weights=True)
        if first is not None and not done:
            out, weights = first @ values, first
        done.append(
            {"asks": asks, "shows": shows, "scores": asks @ shows.T, "weights": weights, "out": out}
        )
        notes = {f"note {name}": out[:, i] for i, name in enumerate(head["outs"])}
    return done


def right(puzzle: Puzzle, cells: Sequence[float], row: str) -> list[bool]:
    """Return for each asked card whether the right thing comes out."""
    cards, out = row.split(), heads(puzzle, cells, row)[-1]["out"]
    return [
        _near(out[t], wanted(puzzle, cards, t, puzzle["look"], [])) for t in asked(puzzle, cards)
    ]


def _near(got: np.ndarray, target: np.ndarray | None) -> bool:
    return target is not None and bool((np.abs(got - target) <= WITHIN + 1e-9).all())


def judge(puzzle: Puzzle, cells: Sequence[float], row: str = "") -> Verdict:
    """Try a head on all rows of a puzzle. Where it fails, name the mistake that explains most of what
    is wrong, if it explains half of it.

    Examples
    --------
    >>> judge(ladder()[0], [1, 0, 0, 0, 0, 1]).says[:30]
    'It looks at the consonants, aw'
    """
    mistakes = puzzle["mistakes"]
    told = [0] * len(mistakes)
    first = [""] * len(mistakes)
    every = [row, *(one for one in rows(puzzle) if one != row)] if row else rows(puzzle)
    good, wrong, some, failed, plain = 0, 0, False, "", ""
    for one in every:
        cards, last = one.split(), heads(puzzle, cells, one)[-1]
        fine = True
        for t in asked(puzzle, cards):
            got, target = last["out"][t], wanted(puzzle, cards, t, puzzle["look"], [])
            even = wanted(puzzle, cards, t, "even", [])
            if _near(got, target):
                some |= not _near(got, even)
                continue
            goal = looked(puzzle["look"], cards, t, puzzle["causal"])
            shares = last["weights"][t][: t + 1 if puzzle["causal"] else None]
            if not failed:
                most = next(s for s, share in enumerate(shares) if share > max(shares) - 1e-6)
                plain = f"Card {t + 1} takes most from card {most + 1}, and should from card {goal[0] + 1}."
            wrong, fine, failed = wrong + 1, False, failed or one
            soft = max(shares[goal]) > max(max(shares) - 1e-9, min(shares) + 1e-9)
            for i, mistake in enumerate(mistakes):
                for rule in mistake.get("look", puzzle["look"]).split("|"):
                    found = (
                        soft
                        if rule == "soft"
                        else _near(got, _mistaken(puzzle, cards, t, rule, mistake))
                    )
                    if found:
                        told[i], first[i] = told[i] + 1, first[i] or one
                        break
        good += fine
    if not wrong:
        return Verdict(good, len(every), "", "")
    best = [
        0 if mistake.get("look") == "part" and not some else n
        for mistake, n in zip(mistakes, told, strict=True)
    ]
    i = best.index(max(best))
    named = 2 * best[i] >= wrong
    failed = first[i] if named else failed
    says = mistakes[i]["says"] if named else plain
    lucky = row and row != failed and all(right(puzzle, cells, row))
    return Verdict(
        good,
        len(every),
        failed,
        ("Right on your row, but not on this one. " if lucky else "") + says,
    )


def _mistaken(
    puzzle: Puzzle, cards: Sequence[str], t: int, rule: str, mistake: Puzzle
) -> np.ndarray | None:
    return wanted(puzzle, cards, t, "even" if rule == "part" else rule, mistake.get("over", []))
