"""Other right ways of writing the exercises of chapter tokens."""

from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import torch

from whichbank.bpe import train_bpe


def by_package():
    words = ["Ana", "has", "an", "ananas"]
    learned = train_bpe(words, 3)
    return [learned.counts[0], *(len(learned.encode(words, k)) for k in (1, 2, 3))]


def next_by_table(sentences):
    size = sentences.max() + 1
    times = np.zeros((size, size))
    for row in sentences:
        np.add.at(times, (row[:-1], row[1:]), 1)
    times[0] = times[:, 0] = 0
    left, right = np.unravel_index(times.argmax(), times.shape)  # of equal ones the first
    return [left, right, times.max()]


def next_by_words(sentences):
    times = Counter()
    for row in sentences.tolist():
        for word in " ".join(map(str, row)).split(" 0"):
            times.update(pairwise(int(token) for token in word.split() if token != "0"))
    if not times:
        return np.zeros(3)
    most = max(times.values())
    return (*min(pair for pair, count in times.items() if count == most), most)


def next_by_sorting(sentences):
    times = defaultdict(int)
    for row in sentences:
        for left, right in pairwise(row):
            if left and right:
                times[int(left), int(right)] += 1
    ranked = sorted(times, key=lambda pair: (-times[pair], pair))
    return (
        torch.tensor([*ranked[0], times[ranked[0]]])
        if ranked
        else torch.zeros(3, dtype=torch.int64)
    )


def next_by_unique(sentences):
    pairs = np.stack([sentences[:, :-1].ravel(), sentences[:, 1:].ravel()], axis=1)
    pairs = pairs[(pairs != 0).all(axis=1)]
    if len(pairs) == 0:
        return [0.0, 0.0, 0.0]
    different, times = np.unique(pairs, axis=0, return_counts=True)  # sorted by left, then right
    best = times.argmax()
    return [*different[best], times[best]]


def apply_by_loop(tokens, merges, size):
    tokens = list(tokens)
    for row, (left, right) in enumerate(merges):
        i = 0
        while i < len(tokens) - 1:
            if tokens[i] == left and tokens[i + 1] == right:
                tokens[i : i + 2] = [size + 1 + row]
            i += 1
    return np.array(tokens)


def apply_by_stack(tokens, merges, size):
    for row, pair in enumerate(merges.tolist(), start=int(size) + 1):
        stack = []
        for token in tokens:
            if stack and [stack[-1], token] == pair:
                stack[-1] = row
            else:
                stack.append(token)
        tokens = stack
    return [float(token) for token in tokens]


def apply_by_text(tokens, merges, size):
    text = "".join(chr(1000 + token) for token in tokens.tolist())
    for row, (left, right) in enumerate(merges.tolist()):
        text = text.replace(chr(1000 + left) + chr(1000 + right), chr(1001 + size.item() + row))
    return torch.tensor([ord(letter) - 1000 for letter in text])


def apply_by_words(tokens, merges, size):
    """Word by word: of all pairs that are there, the one that was learned first."""
    rank = {tuple(pair): i for i, pair in reversed(list(enumerate(merges.tolist())))}
    found, word = [], []
    for token in [*tokens.tolist(), 0]:
        if token:
            word.append(token)
            continue
        while known := [pair for pair in pairwise(word) if pair in rank]:
            first = min(known, key=rank.__getitem__)
            word = apply_by_stack(word, np.array([first]), size + rank[first])
            word = [int(part) for part in word]
        found += [*word, 0]
        word = []
    return found[:-1]


RIGHT_WAYS = {
    "tokens.1": [
        [3, 11, 9, 8],
        by_package(),
        np.array([[3.0], [11.0], [9.0], [8.0]]),
        torch.tensor([3, 11, 9, 8]),
    ],
    "tokens.2": [next_by_table, next_by_words, next_by_sorting, next_by_unique],
    "tokens.3": [apply_by_loop, apply_by_stack, apply_by_text, apply_by_words],
}
