"""Sentences about words with two senses, generated or written by hand."""

import random
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whichbank.corpora.senses.templates import FOLDER, fill, templates

WORDS = ("bank", "apple", "server", "trump")
"""The words with two senses."""

PHRASES = {"cake": "a piece of cake", "leg": "break a leg", "cat": "let the cat out of the bag"}
"""Phrases that are meant as a whole or word by word, under the word where the reading is taken."""

SENSES = {word: tuple(senses) for word, senses in templates().items()}
"""The two senses of each word, and the two readings of each idiom."""

LONGEST = 18
"""No generated sentence has more words: a batch is as wide as its longest sentence."""


@dataclass(frozen=True)
class Example:
    """A sentence in lower case, the place of its word with two senses, and its sense, 0 or 1: a
    place in ``SENSES``.
    """

    words: tuple[str, ...]
    at: int
    sense: int

    @property
    def word(self) -> str:
        """The word with two senses."""
        return self.words[self.at]

    @property
    def name(self) -> str:
        """The name of its sense."""
        return SENSES[self.word][self.sense]

    def __str__(self) -> str:
        return " ".join(self.words)


def generated(n: int, words: Iterable[str] = WORDS, seed: int = 0) -> list[Example]:
    """Generate distinct sentences from the templates: n for each sense of each word, of WORDS, of
    PHRASES, or of both.

    About a third have one clause about the word. In a third, a clause that fits one of its two
    senses, the right one or the wrong one, follows it; in a third, a clause about another word
    comes before or after it. None has more than LONGEST words. The same seed gives the same
    sentences on every machine.

    Examples
    --------
    >>> examples = generated(2)
    >>> [(example.word, example.name) for example in examples[:4]]
    [('bank', 'money'), ('bank', 'money'), ('bank', 'river'), ('bank', 'river')]
    """
    words = list(words)
    if n < 1:
        raise ValueError(f"n must be positive; got {n!r}")
    if unknown := [word for word in words if word not in SENSES]:
        raise ValueError(
            f"no templates for {', '.join(map(repr, unknown))}; there are some for "
            f"{', '.join(SENSES)}"
        )
    rng = random.Random(seed)
    examples, seen = [], set()
    for word in words:
        for sense in (0, 1):
            for i in range(n):
                for attempt in range(200):
                    sentence = _sentence(word, sense, (i + attempt) % 3, words, rng)
                    if sentence not in seen and len(sentence.split()) <= LONGEST:
                        break
                else:
                    raise ValueError(
                        f"the templates of {word!r} do not make {n} different sentences; got {i}"
                    )
                seen.add(sentence)
                examples.append(_example(sentence, word, sense))
    return examples


def split(examples: Sequence[Example], share: float = 0.25) -> tuple[list[Example], list[Example]]:
    """Split generated examples into a set to train on and a set to test with, which gets this share
    of each sense.

    Examples
    --------
    >>> train, test = split(generated(60))
    >>> len(train), len(test)
    (360, 120)
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be between 0 and 1; got {share!r}")
    kinds: dict[tuple[str, int], list[Example]] = {}
    for example in examples:
        kinds.setdefault((example.word, example.sense), []).append(example)
    cut = {kind: round(share * len(found)) for kind, found in kinds.items()}
    train = [example for kind, found in kinds.items() for example in found[cut[kind] :]]
    return train, [example for kind, found in kinds.items() for example in found[: cut[kind]]]


def handwritten(words: Iterable[str] = WORDS) -> list[Example]:
    """Return the sentences that were written by hand, and that no template makes.

    There are eight for each sense of a word, and four for each reading of an idiom.

    Examples
    --------
    >>> print(handwritten(["bank"])[0])
    my bank wants to know why i spend so much money
    """
    written = tomllib.loads((FOLDER / "handwritten.toml").read_text(encoding="utf-8"))
    words = list(words)
    if unknown := [word for word in words if word not in written]:
        raise ValueError(
            f"no sentences for {', '.join(map(repr, unknown))}; there are some for "
            f"{', '.join(written)}"
        )
    return [
        _example(sentence, word, sense)
        for word in words
        for sense, name in enumerate(SENSES[word])
        for sentence in written[word][name]
    ]


def _sentence(word: str, sense: int, kind: int, words: Sequence[str], rng: random.Random) -> str:
    found = templates()[word][SENSES[word][sense]]
    parts = [rng.choice(found["clauses"])]
    if kind == 1:
        parts.append(rng.choice(templates()[word][rng.choice(SENSES[word])]["beside"]))
    elif kind == 2 and len(words) > 1:
        other = rng.choice([w for w in words if w != word])
        parts.append(rng.choice(templates()[other][rng.choice(SENSES[other])]["clauses"]))
        rng.shuffle(parts)
    return fill(" {join} ".join(parts), rng)


def _example(sentence: str, word: str, sense: int) -> Example:
    words = tuple(sentence.split())
    return Example(words, words.index(word), sense)
