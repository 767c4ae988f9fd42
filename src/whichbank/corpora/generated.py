"""Sentences about apple, fruit and technology, made from frames, with a known share of each
topic.
"""

import random

_WHO = ("he", "she", "they", "we", "everyone")
_FRUIT = (
    ("ate", "peeled", "washed", "sliced", "shared"),
    ("ripe", "sweet", "fresh", "juicy"),
    ("from the garden", "after lunch", "for breakfast", "with honey"),
)
_TECH = (
    ("launched", "charged", "updated", "unlocked", "repaired"),
    ("fast", "smart", "digital", "wireless"),
    ("from the lab", "in the office", "for games", "with software"),
)
FRUIT_NAMES = ("orange", "banana", "pear")
TECH_NAMES = ("phone", "laptop", "tablet")
FRUIT_WORDS = (*_FRUIT[0], *_FRUIT[1], "garden", "lunch", "breakfast", "honey")
TECH_WORDS = (*_TECH[0], *_TECH[1], "lab", "office", "games", "software")
"""The words of the generated sentences that belong to one topic only."""


def apple_sentences(share: float, n: int = 400, seed: int = 0) -> list[list[str]]:
    """Generate n sentences about apple, as words: ``round(share * n)`` about the fruit, the rest
    about technology.

    Each reads like "she peeled a ripe apple after lunch" or "we launched a smart apple with
    software". The same seed gives the same sentences on every machine. A larger share with the same
    seed turns some technology sentences into fruit sentences and leaves all others as they are.

    Examples
    --------
    >>> corpus = apple_sentences(share=0.75, n=4)
    >>> sum(any(word in FRUIT_WORDS for word in sentence) for sentence in corpus)
    3
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be between 0 and 1; got {share!r}")
    rng = _seeded(n, seed)
    pairs = [(_sentence(_FRUIT, "apple", rng), _sentence(_TECH, "apple", rng)) for _ in range(n)]
    fruit = set(rng.sample(range(n), n)[: round(share * n)])
    return [
        about_fruit if i in fruit else about_tech
        for i, (about_fruit, about_tech) in enumerate(pairs)
    ]


def neighbor_sentences(n: int = 800, seed: int = 0) -> list[list[str]]:
    """Generate n sentences about FRUIT_NAMES and TECH_NAMES in turn, built like those of
    ``apple_sentences``.

    Examples
    --------
    >>> fruit, technology = neighbor_sentences(2)
    >>> any(word in TECH_NAMES for word in technology)
    True
    """
    rng = _seeded(n, seed)
    topics = ((_FRUIT, FRUIT_NAMES), (_TECH, TECH_NAMES))
    return [
        _sentence(frame, rng.choice(names), rng)
        for i in range(n)
        for frame, names in [topics[i % 2]]
    ]


def _sentence(frame: tuple[tuple[str, ...], ...], name: str, rng: random.Random) -> list[str]:
    verb, adjective, end = map(rng.choice, frame)
    return f"{rng.choice(_WHO)} {verb} a {adjective} {name} {end}".split()


def _seeded(n: int, seed: int) -> random.Random:
    if n < 0:
        raise ValueError(f"n must not be negative; got {n!r}")
    return random.Random(seed)
