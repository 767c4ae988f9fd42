"""Counting and joining pairs of tokens, right and wrong: what the references of chapter tokens are made
of.

Each switch is a mistake that learners make.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np

Word = list[str]
Pair = tuple[str, str]


def _counted(words: list[Word], *, once_a_word: bool) -> Counter[Pair]:
    found = [list(pairwise(word)) for word in words]
    return Counter(pair for pairs in found for pair in (set(pairs) if once_a_word else pairs))


def _joined(word: Word, pair: Pair) -> Word:
    parts: Word = []
    for part in word:
        if parts and (parts[-1], part) == pair:
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def learned(
    sentence: str,
    *,
    lower_case: bool,
    across_words: bool,
    other_tie: bool,
    old_counts: bool,
    once_a_word: bool,
    different_ones: bool,
    spaces_counted: bool,
) -> list[int]:
    """Learn three merges: how often the first pair stands there, and the number of tokens after
    each.
    """
    words = [list(word) for word in (sentence.lower() if lower_case else sentence).split()]
    spaces = len(words) - 1 if spaces_counted else 0
    if across_words:
        words = [[letter for word in words for letter in word]]
    known = sorted({letter for word in words for letter in word})
    answer: list[int] = []
    old: Counter = Counter()
    for _ in range(3):
        counts = old if old_counts and old else _counted(words, once_a_word=once_a_word)
        most = [pair for pair in counts if counts[pair] == max(counts.values())]
        best = (max if other_tie else min)(
            most, key=lambda pair: (known.index(pair[0]), known.index(pair[1]))
        )
        if not answer:
            answer.append(counts[best])
        words = [_joined(word, best) for word in words]
        old = Counter({pair: count for pair, count in counts.items() if pair != best})
        known.append("".join(best))
        answer.append(len(known) if different_ones else sum(map(len, words)) + spaces)
    return answer


def pairs(
    sentences: np.ndarray, *, rows_joined: bool, spaces_skipped: bool, spaces_kept: bool, apart: bool, once_a_row: bool,
    run_once: bool, equal_skipped: bool,
) -> list[tuple[int, int]]:  # fmt: skip
    """All pairs of neighbors, row by row, inside the words."""
    rows = [sentences.ravel()] if rows_joined else list(sentences)
    if spaces_skipped:
        rows = [row[row != 0] for row in rows]
    found = [list(pairwise(row.tolist()))[:: 2 if apart else 1] for row in rows]
    if run_once:
        found = [
            [pair for i, pair in enumerate(pairs) if i == 0 or pairs[i - 1] != pair]
            for pairs in found
        ]
    if equal_skipped:
        found = [[pair for pair in pairs if pair[0] != pair[1]] for pairs in found]
    if once_a_row:
        found = [list(dict.fromkeys(pairs)) for pairs in found]
    return [pair for pairs in found for pair in pairs if spaces_kept or 0 not in pair]


def winner(times: Counter, key: Callable | None) -> tuple[int, int, int]:
    """The most frequent pair: of several the one with the smallest key, or the one that was seen
    first.
    """
    most = [pair for pair in times if times[pair] == max(times.values())]
    return (*(min(most, key=key) if key else most[0]), times[most[0]]) if most else (0, 0, 0)


def merged(
    tokens: list[int] | np.ndarray,
    pair: tuple[int, int],
    new: int,
    *,
    first_only: bool,
    from_right: bool,
    overlapping: bool,
    right_kept: bool,
    last_lost: bool,
) -> list[int]:
    """The tokens with a pair joined, as a loop over places does it."""
    if from_right:
        tokens, pair = tokens[::-1], pair[::-1]
    found, i, merges = [], 0, 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair and not (first_only and merges):
            found += [new, pair[1]] if right_kept else [new]
            i += 1 if overlapping and tuple(tokens[i + 1 : i + 3]) == pair else 2
            merges += 1
        else:
            found += [] if last_lost and i == len(tokens) - 1 > 0 else [tokens[i]]
            i += 1
    return found[::-1] if from_right else found
