"""Byte-pair encoding: sub-words learned from a corpus by merging, again and again, the most
frequent pair.

Here the units are characters, as in the paper; a merge never reaches across the end of a word.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from whichbank._arrays import need_count

_Pair = tuple[str, str]


@dataclass(frozen=True)
class BytePairs:
    """What a training leaves: the alphabet, and the merges in the order in which they were learned.

    ``alphabet`` holds the characters of the corpus in the order of their code points. ``merges``
    are pairs, what is joined to what, the most frequent first; ``counts`` tells how often each was
    there when it was merged.
    """

    alphabet: tuple[str, ...]
    merges: tuple[_Pair, ...]
    counts: tuple[int, ...]

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every sub-word that can come out: the alphabet, then one for each merge."""
        return tuple(
            dict.fromkeys([*self.alphabet, *(left + right for left, right in self.merges)])
        )

    @cached_property
    def ranks(self) -> dict[_Pair, int]:
        """The place of each merge."""
        return {pair: rank for rank, pair in reversed(list(enumerate(self.merges)))}

    def steps(self, word: str) -> Iterator[list[str]]:
        """Yield a word as characters, and again after each merge that joins something in it.

        Of all neighboring pairs, the one that was learned first is merged, everywhere in the word.

        Examples
        --------
        >>> list(train_bpe(["low", "low", "lower"], merges=2).steps("slow"))
        [['s', 'l', 'o', 'w'], ['s', 'lo', 'w'], ['s', 'low']]
        """
        if not isinstance(word, str):
            raise TypeError(f"word must be a string; got {type(word).__name__}")
        parts = list(word)
        yield list(parts)
        while len(parts) > 1:
            pair = min(pairwise(parts), key=lambda pair: self.ranks.get(pair, len(self.merges)))
            if pair not in self.ranks:
                return
            parts = _merge(parts, pair)
            yield list(parts)

    def encode_word(self, word: str, merges: int | None = None) -> list[str]:
        """Split one word into sub-words; joined, they are the word.

        Parameters
        ----------
        word : str
            The word; a character that the alphabet lacks stays alone, so that nothing is lost.
        merges : int, optional
            Use the first merges only: 0 gives characters. All of them if not given.
        """
        *_, parts = (self if merges is None else self.first(merges)).steps(word)
        return parts

    def encode(self, words: Iterable[str], merges: int | None = None) -> list[str]:
        """Split words into sub-words, one word after the other; parameters as for ``encode_word``.

        Examples
        --------
        >>> train_bpe(["low", "low", "lower"], merges=2).encode(["lower", "slow"])
        ['low', 'e', 'r', 's', 'low']
        """
        if isinstance(words, str):
            raise TypeError(f"words must be a list of words; got the string {words[:30]!r}")
        learned, known = (self if merges is None else self.first(merges)), {}
        for word in (words := list(words)):
            if word not in known:
                known[word] = learned.encode_word(word)
        return [part for word in words for part in known[word]]

    def first(self, merges: int) -> "BytePairs":
        """Return the same with the first merges only."""
        need_count("merges", merges)
        return BytePairs(self.alphabet, self.merges[:merges], self.counts[:merges])


def train_bpe(words: Iterable[str], merges: int) -> BytePairs:
    """Learn which characters to join, and in which order.

    Count every pair of neighbors inside the words of the corpus; join the most frequent pair
    everywhere; repeat. Of pairs that are equally frequent, the one whose left part entered the
    vocabulary first is taken, then the one whose right part did.

    Parameters
    ----------
    words : iterable of str
        The corpus, word by word; a word counts as often as it comes.
    merges : int
        How many pairs to join; fewer if no pair is left.

    Examples
    --------
    >>> train_bpe(["low", "low", "lower", "new", "newer"], merges=3).merges
    (('l', 'o'), ('lo', 'w'), ('e', 'r'))

    Notes
    -----
    Sennrich, Haddow and Birch 2016, algorithm 1, without its sign for the end of a word. The
    ``tokenizers`` library learns the same merges in the same order.
    """
    if isinstance(words, str):
        raise TypeError(f"words must be a list of words; got the string {words[:30]!r}")
    need_count("merges", merges)
    corpus = _Corpus(words)
    alphabet = tuple(corpus.order)
    learned: list[tuple[Any, int]] = []
    while len(learned) < merges and (best := corpus.most_frequent()):
        learned.append((best, corpus.counts[best]))
        corpus.merge(best)
    return BytePairs(
        alphabet, tuple(pair for pair, _ in learned), tuple(count for _, count in learned)
    )


class _Corpus:
    """The different words as parts, the count of every pair, and the words that have it."""

    def __init__(self, words: Iterable[str]) -> None:
        counted = Counter(words)
        for word in counted:
            if not isinstance(word, str):
                raise TypeError(f"every word must be a string; got {type(word).__name__}")
        self.parts = [list(word) for word in counted]
        self.times = list(counted.values())
        self.order = {
            part: place for place, part in enumerate(sorted({c for word in counted for c in word}))
        }
        self.counts: Counter[_Pair] = Counter()
        self.places: defaultdict[_Pair, set[int]] = defaultdict(set)
        for number in range(len(self.parts)):
            self._count(number, 1)
        self.queue = [self._entry(pair) for pair in self.counts]
        heapq.heapify(self.queue)

    def _count(self, number: int, sign: int) -> set[_Pair]:
        """Add the pairs of one word to the counts, or take them out; return them."""
        pairs = list(pairwise(self.parts[number]))
        for pair in pairs:
            self.counts[pair] += sign * self.times[number]
            self.places[pair].add(number)
        return set(pairs)

    def _entry(self, pair: _Pair) -> tuple[int, int, int, _Pair]:
        return -self.counts[pair], self.order[pair[0]], self.order[pair[1]], pair

    def most_frequent(self) -> _Pair | None:
        """Return the pair to merge. An entry of the queue whose count has fallen since is put back
        where it belongs.
        """
        while self.queue:
            count, _, _, pair = heapq.heappop(self.queue)
            if -count == self.counts[pair] > 0:
                return pair
            if self.counts[pair] > 0:
                heapq.heappush(self.queue, self._entry(pair))
        return None

    def merge(self, pair: _Pair) -> None:
        """Join a pair everywhere, and recount the pairs of the words that it changes."""
        joined = "".join(pair)
        self.order.setdefault(joined, len(self.order))
        changed: set[_Pair] = set()
        for number in self.places.pop(pair):
            self._count(number, -1)
            self.parts[number] = _merge(self.parts[number], pair)
            changed |= self._count(number, 1)
        for one in changed:
            if joined in one:  # the counts of all other pairs have not grown
                heapq.heappush(self.queue, self._entry(one))


def _merge(parts: list[str], pair: _Pair) -> list[str]:
    """Join a pair everywhere, from left to right."""
    joined, at = [], 0
    while at < len(parts):
        both = at + 1 < len(parts) and (parts[at], parts[at + 1]) == pair
        joined.append(parts[at] + parts[at + 1] if both else parts[at])
        at += 2 if both else 1
    return joined
