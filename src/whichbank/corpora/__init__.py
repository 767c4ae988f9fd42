"""The words the course works on: the notes' sentences and tables, generated corpora, and real text."""

import random
from dataclasses import dataclass
from functools import cache

import numpy as np

APPLE_SENTENCES = (
    "An apple a day keeps the doctor away",
    "Apple is healthy",
    "Apple is better than the orange",
    "Apple makes great phones",
)
"""Note A1: three sentences about taste, one about technology."""

TWO_APPLES = "Apple launched a new phone while I was eating an apple"
"""Note A1: one word twice, with two meanings."""

APPLE_ORANGE = "Apple launched a new phone while I was eating an orange"
"""Note B8: the company, with a fruit nearby."""

BANK_SENTENCES = ("money bank grows", "river bank flows")
"""Note A2: one word, two meanings."""

SERVER_SENTENCES = ("Server, can I have the check?", "Looks like I just crashed the server")
"""Note E13: one word, two meanings."""

PLANE_AXES = ("finance", "nature")
PLANE = {
    "money": (2.0, 0.0),
    "grows": (1.0, 0.0),
    "bank": (1.0, 1.0),
    "flows": (0.0, 1.0),
    "river": (0.0, 2.0),
}
"""Two-dimensional vectors on PLANE_AXES, small enough to check every product on paper. The notes give none."""


@dataclass(frozen=True)
class HandTable:
    """A table of mixing weights chosen by hand.

    Attributes
    ----------
    words : tuple of str
        The words of the sentence, one for each row and column.
    weights : array, shape (T, T), float64
        Row t holds the shares of which the new vector of word t is mixed.
    version : str
        ``"A"`` or ``"C"``, as note A or note C writes it; ``"mended"`` with every row summing to 1.
    """

    words: tuple[str, ...]
    weights: np.ndarray
    version: str


_MONEY = ((0.7, 0.2, 0.1), (0.25, 0.7, 0.05), (0.1, 0.2, 0.7))
_HAND_WEIGHTS = {
    ("money bank grows", "A"): _MONEY,
    ("money bank grows", "C"): _MONEY,
    ("money bank grows", "mended"): _MONEY,
    ("river bank flows", "A"): ((0.8, 0.1, 0.05), (0.25, 0.78, 0.02), (0.4, 0.01, 0.02)),
    ("river bank flows", "C"): ((0.8, 0.15, 0.05), (0.28, 0.78, 0.02), (0.4, 0.01, 0.59)),
    ("river bank flows", "mended"): ((0.8, 0.15, 0.05), (0.2, 0.78, 0.02), (0.4, 0.01, 0.59)),
}


def hand_table(sentence: str, version: str = "mended") -> HandTable:
    """Return the notes' hand-made mixing weights for one of the two bank sentences.

    Parameters
    ----------
    sentence : {"money bank grows", "river bank flows"}
        The sentence. All three rows of the first sum to 1 as the notes write them; those of the second do not.
    version : {"A", "C", "mended"}, default "mended"
        As note A (A5) or note C (C3) writes it, or with every row summing to 1: note C's rows for river and flows,
        and 0.20 for its 0.28 in the row of bank.

    Returns
    -------
    HandTable
        The words and a fresh (3, 3) float64 array of weights.

    Raises
    ------
    ValueError
        If there is no such sentence or version.

    Examples
    --------
    >>> hand_table("money bank grows").weights[1]
    array([0.25, 0.7 , 0.05])
    >>> hand_table("river bank flows", "A").weights.sum(axis=1).round(2)
    array([0.95, 1.05, 0.43])
    """
    if sentence not in BANK_SENTENCES:
        raise ValueError(f"sentence must be one of {', '.join(map(repr, BANK_SENTENCES))}; got {sentence!r}")
    if version not in ("A", "C", "mended"):
        raise ValueError(f"version must be 'A', 'C' or 'mended'; got {version!r}")
    return HandTable(tuple(sentence.split()), np.array(_HAND_WEIGHTS[sentence, version]), version)


def plane_vectors(words: str | tuple[str, ...] | list[str]) -> np.ndarray:
    """Return the two-dimensional vectors of PLANE for the words of a sentence.

    Parameters
    ----------
    words : str or sequence of str
        A sentence (split at spaces) or its words; each must be in PLANE.

    Returns
    -------
    array, shape (T, 2), float64
        One row a word; the columns are PLANE_AXES. No words give shape (0, 2).

    Raises
    ------
    ValueError
        If a word has no vector.

    Examples
    --------
    >>> plane_vectors("money bank grows")
    array([[2., 0.],
           [1., 1.],
           [1., 0.]])
    """
    words = words.split() if isinstance(words, str) else list(words)
    unknown = [word for word in words if word not in PLANE]
    if unknown:
        raise ValueError(f"no vector for {', '.join(map(repr, unknown))}; PLANE has {', '.join(PLANE)}")
    return np.array([PLANE[word] for word in words], dtype=float).reshape(-1, 2)


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
    """Generate sentences about apple, a given share of them about the fruit and the rest about technology.

    Each reads like "she peeled a ripe apple after lunch" or "we launched a smart apple with software".

    Parameters
    ----------
    share : float
        Share of sentences about fruit, from 0 to 1. Exactly ``round(share * n)`` sentences are about fruit.
    n : int, default 400
        Number of sentences.
    seed : int, default 0
        The same seed gives the same sentences on every machine. A larger share with the same seed turns some
        technology sentences into fruit sentences and leaves all others as they are.

    Returns
    -------
    list of list of str
        The sentences as words.

    Raises
    ------
    ValueError
        If share is outside [0, 1] (or NaN), or n is negative.

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
    return [about_fruit if i in fruit else about_tech for i, (about_fruit, about_tech) in enumerate(pairs)]


def neighbor_sentences(n: int = 800, seed: int = 0) -> list[list[str]]:
    """Generate sentences about words with one meaning: FRUIT_NAMES and TECH_NAMES in turn, never apple.

    Parameters
    ----------
    n : int, default 800
        Number of sentences; every second one is about fruit.
    seed : int, default 0
        The same seed gives the same sentences on every machine.

    Returns
    -------
    list of list of str
        The sentences as words, built like those of ``apple_sentences``.

    Raises
    ------
    ValueError
        If n is negative.

    Examples
    --------
    >>> fruit, technology = neighbor_sentences(2)
    >>> any(word in TECH_NAMES for word in technology)
    True
    """
    rng = _seeded(n, seed)
    topics = ((_FRUIT, FRUIT_NAMES), (_TECH, TECH_NAMES))
    return [_sentence(frame, rng.choice(names), rng) for i in range(n) for frame, names in [topics[i % 2]]]


def _sentence(frame: tuple[tuple[str, ...], ...], name: str, rng: random.Random) -> list[str]:
    verb, adjective, end = map(rng.choice, frame)
    return f"{rng.choice(_WHO)} {verb} a {adjective} {name} {end}".split()


def _seeded(n: int, seed: int) -> random.Random:
    if n < 0:
        raise ValueError(f"n must not be negative; got {n!r}")
    return random.Random(seed)


@cache
def lee_background() -> tuple[tuple[str, ...], ...]:
    """Return the 300 news items of the Lee background corpus, which ships inside the gensim wheel.

    Returns
    -------
    tuple of tuple of str
        One tuple of lower-case words for each news item.

    Notes
    -----
    Lee, Pincombe and Welsh 2005; the Australian Broadcasting Corporation's news of 2000 and 2001.
    """
    from gensim.test.utils import datapath

    from whichbank.text import tokenize

    with open(datapath("lee_background.cor"), encoding="utf-8") as file:
        return tuple(tuple(tokenize(line)) for line in file)


@cache
def lee_items() -> tuple[str, ...]:
    """Return the 300 news items of the Lee background corpus as they were printed, capitals and full stops and all.

    Returns
    -------
    tuple of str
        One string for each news item, without the white space around it.

    Notes
    -----
    As ``lee_background``.
    """
    from gensim.test.utils import datapath

    with open(datapath("lee_background.cor"), encoding="utf-8") as file:
        return tuple(" ".join(line.split()) for line in file)


@cache
def wikipedia_sample() -> tuple[tuple[str, ...], ...]:
    """Return 106 articles of the English Wikipedia, which ship inside the gensim wheel.

    Reading them takes some seconds the first time, and no time after that.

    Returns
    -------
    tuple of tuple of str
        One tuple of lower-case words for each article, without its markup: about 453,000 words in all.

    Notes
    -----
    The articles, the words and their order are those of ``gensim.corpora.WikiCorpus``, which reads the dump with
    processes of its own; one process is enough here. Text by the authors of Wikipedia, CC BY-SA.
    """
    import bz2

    from gensim.corpora.wikicorpus import ARTICLE_MIN_WORDS, IGNORED_NAMESPACES, extract_pages, process_article
    from gensim.test.utils import datapath

    other_pages = tuple(f"{name}:" for name in IGNORED_NAMESPACES)
    with bz2.open(datapath("enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2")) as file:
        pages = extract_pages(file, filter_namespaces=("0",))
        articles = [process_article((text, title, page)) for title, text, page in pages if text]
    return tuple(
        tuple(words)
        for words, title, _ in articles
        if len(words) >= ARTICLE_MIN_WORDS and not title.startswith(other_pages)
    )
