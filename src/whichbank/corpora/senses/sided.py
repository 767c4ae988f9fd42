"""Sentences of two clauses with "while" between them, each about a word with two senses."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from whichbank.corpora.senses.batches import padded
from whichbank.corpora.senses.corpus import LONGEST, SENSES, WORDS, handwritten
from whichbank.corpora.senses.templates import fill, templates
from whichbank.text import Vocabulary, tokenize

JOIN = "while"
MEANINGS = tuple((word, sense) for word in WORDS for sense in SENSES[word])
"""The eight answers: each word with each of its senses."""

QUESTIONS = ("first", "before", "after", "second")
"""What is asked: the first word about itself, "while" about both sides, the second word about
itself.
"""

N_TRAIN, N_TEST = 4000, 1000


@dataclass(frozen=True)
class TwoSided:
    """Two clauses in lower case, joined by "while".

    ``places`` are those of the first word with two senses, of "while", and of the second word with
    two senses; ``meanings`` is what the two words mean, as places in ``MEANINGS``.
    """

    words: tuple[str, ...]
    places: tuple[int, int, int]
    meanings: tuple[int, int]

    @property
    def answers(self) -> tuple[int, int, int, int]:
        """The right answers to ``QUESTIONS``."""
        first, second = self.meanings
        return first, first, second, second

    @property
    def questions(self) -> list[tuple[int, str, str]]:
        """The place of the word that is asked, the question, and the right answer in words."""
        first, join, second = self.places
        asked = (first, "means"), (join, "before it"), (join, "after it"), (second, "means")
        return [(*one, named(answer)) for one, answer in zip(asked, self.answers, strict=True)]

    def __str__(self) -> str:
        return " ".join(self.words)


def named(meaning: int) -> str:
    """Return a meaning in words.

    Examples
    --------
    >>> named(0)
    'bank (money)'
    """
    return "{} ({})".format(*MEANINGS[meaning])


def two_sided(n: int, seed: int = 0) -> list[TwoSided]:
    """Make n distinct sentences of two clauses, each about one of the eight meanings, drawn at
    random.

    None has more than 18 words; the same seed gives the same sentences on every machine.

    Examples
    --------
    >>> one = two_sided(1)[0]
    >>> one.words[one.places[1]]
    'while'
    """
    if n < 0:
        raise ValueError(f"n must not be negative; got {n}")
    draw, seen = random.Random(seed), set()
    made: list[TwoSided] = []
    while len(made) < n:
        meanings = draw.randrange(len(MEANINGS)), draw.randrange(len(MEANINGS))
        before, after = [_clause(*MEANINGS[meaning], draw).split() for meaning in meanings]
        one = _joined(before, after, meanings)
        if len(one.words) <= LONGEST and one.words not in seen:
            seen.add(one.words)
            made.append(one)
    return made


def from_words(sentence: str, first: str, second: str) -> TwoSided:
    """Read a sentence of your own, with words that the readers know, and the right senses of its
    two words.

    It has two clauses joined by "while", each with a word with two senses.

    Examples
    --------
    >>> from_words("Apple hired workers while I ate an apple.", "company", "fruit").places
    (0, 3, 7)
    """
    words = tokenize(sentence)
    if unknown := [word for word in words if word not in vocabulary().numbers]:
        raise ValueError(f"the readers do not know {', '.join(unknown)}")
    if words.count(JOIN) != 1:
        raise ValueError(f"a sentence must have one {JOIN!r} in it; got {sentence!r}")
    cut = words.index(JOIN)
    sides = words[:cut], words[cut + 1 :]
    found = [
        [(w, s) for w in side if (w, s) in MEANINGS]
        for side, s in zip(sides, (first, second), strict=True)
    ]
    if not all(found):
        raise ValueError(
            f"no word means {first!r} before {JOIN!r}, or {second!r} after it; got {sentence!r}"
        )
    return _joined(*sides, (MEANINGS.index(found[0][0]), MEANINGS.index(found[1][0])))


def _clause(word: str, sense: str, draw: random.Random) -> str:
    return fill(draw.choice(templates()[word][sense]["clauses"]), draw)


def _joined(first: Iterable[str], second: Iterable[str], meanings: tuple[int, int]) -> TwoSided:
    first, second = list(first), list(second)
    words = [*first, JOIN, *second]
    here, there = (MEANINGS[meaning][0] for meaning in meanings)
    places = first.index(here), len(first), len(first) + 1 + second.index(there)
    return TwoSided(tuple(words), places, meanings)


@cache
def sentences() -> tuple[list[TwoSided], list[TwoSided]]:
    """Return the 4000 sentences to train on and the 1000 to test with."""
    made = two_sided(N_TRAIN + N_TEST)
    return made[:N_TRAIN], made[N_TRAIN:]


@cache
def vocabulary() -> Vocabulary:
    """Return the words that the readers know."""
    return Vocabulary.of(one.words for part in sentences() for one in part)


def by_hand(n: int = 500, seed: int = 0) -> list[TwoSided]:
    """Join random pairs of handwritten sentences, up to 18 words; words that the readers do not
    know are left out.
    """
    known, draw = vocabulary().numbers, random.Random(seed)
    made: list[TwoSided] = []
    pages = [
        ([w for w in e.words if w in known], MEANINGS.index((e.word, e.name)))
        for e in handwritten()
    ]
    while len(made) < n:
        (first, before), (second, after) = draw.choice(pages), draw.choice(pages)
        if len(first) + 1 + len(second) <= LONGEST:
            made.append(_joined(first, second, (before, after)))
    return made


def as_tensors(some: Iterable[TwoSided]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Turn N sentences into token ids, (N, 18), 0 where a sentence has ended, and a mask, (N, 1,
    18): *may attend*.

    With them come the places of the three words that are asked, (N, 3), and the right answers to
    ``QUESTIONS``, (N, 4).
    """
    some = list(some)
    ids, mask = padded([vocabulary().encode(one.words) for one in some], LONGEST)
    places, answers = ([getattr(one, name) for one in some] for name in ("places", "answers"))
    return ids, mask, torch.tensor(places), torch.tensor(answers)
