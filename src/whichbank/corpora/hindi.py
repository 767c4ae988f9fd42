"""A tiny grammar of English and Hindi: sentences in both, and which word translates which.

Hindi is written in Latin letters with the signs of ``whichbank.corpora.idioms``: a line for a long
vowel, a dot below for a tongue that curls back, a tilde for a vowel through the nose; c as in
church, ch the same with breath, ś as in ship, ṅ as in bank.

Hindi puts the verb last, "in" and "on" behind their noun, and has no "the". A verb agrees with who
acts, an adjective with its noun. English has one word for the bank of a river and of a city; Hindi
has two.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

WHO = {
    "boy": ("laṛkā", "m"),
    "girl": ("laṛkī", "f"),
    "man": ("ādmī", "m"),
    "woman": ("aurat", "f"),
    "farmer": ("kisān", "m"),
    "daughter": ("beṭī", "f"),
}
"""Who acts: the Hindi noun and its gender."""

DOES = {"sees": "dekh", "buys": "kharīd", "sells": "bec", "wants": "cāh", "shows": "dikhā"}
"""What is done: the stem of the Hindi verb, to which tā hai is added if who acts is of gender m,
and tī hai if of gender f.
"""

WHAT = {
    "apple": ("seb", "m"),
    "banana": ("kelā", "m"),
    "house": ("ghar", "m"),
    "phone": ("fon", "m"),
    "book": ("kitāb", "f"),
    "car": ("gāṛī", "f"),
    "chair": ("kursī", "f"),
    "hat": ("ṭopī", "f"),
}
"""What it is done to: the Hindi noun and its gender."""

KIND = {
    "big": ("baṛā", "baṛī"),
    "small": ("choṭā", "choṭī"),
    "new": ("nayā", "naī"),
    "old": ("purānā", "purānī"),
    "black": ("kālā", "kālī"),
    "red": ("lāl", "lāl"),
}
"""Adjectives: the Hindi form for a noun of gender m and of gender f."""

WHERE = {
    "garden": ("in", "bagīce", "mẽ"),
    "market": ("in", "bāzār", "mẽ"),
    "village": ("in", "gā̃v", "mẽ"),
    "room": ("in", "kamre", "mẽ"),
    "bridge": ("on", "pul", "par"),
    "roof": ("on", "chat", "par"),
    "road": ("on", "saṛak", "par"),
}
"""Places: the English preposition, the Hindi noun in the form that it has before a postposition,
and that one.
"""

BANKS = {
    "river": ("nadī", "kinārā"),
    "canal": ("nahar", "kinārā"),
    "city": ("śahar", "baiṅk"),
    "village": ("gā̃v", "baiṅk"),
}
"""Whose bank: the Hindi noun, and the Hindi word for this kind of bank. Both are of gender m: with
kā between.
"""

NEVER_TOGETHER = (
    ("black", "apple"), ("big", "book"), ("new", "hat"), ("small", "phone"),
    ("farmer", "wants"), ("girl", "sells"), ("woman", "shows"), ("man", "buys"),
)  # fmt: skip
"""Pairs of words that no training sentence brings together, though each of them occurs with
others.
"""


ROLES: dict[str, tuple[str, ...]] = {
    "who acts": tuple(WHO),
    "verb": tuple(DOES),
    "thing": tuple(WHAT),
    "adjective": tuple(KIND),
    "in, on": ("in", "on"),
    "place": tuple(WHERE),
    "whose bank": ("river", "canal", "city"),
    "bank": ("bank",),
}
"""What an English word does in its sentence. A village is counted as a place, also where it has a
bank.
"""


def role_of(word: str) -> str:
    """Return the role of an English word other than "the", a key of ``ROLES``.

    Examples
    --------
    >>> role_of("bank"), role_of("on")
    ('bank', 'in, on')
    """
    return next(role for role, words in ROLES.items() if word in words)


@dataclass(frozen=True)
class Pair:
    """A sentence in both languages, as words.

    ``source`` holds for each Hindi word the place of the English word that it translates; −1 for kā
    and hai, which translate none.
    """

    english: tuple[str, ...]
    hindi: tuple[str, ...]
    source: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' '.join(self.english)} → {' '.join(self.hindi)}"


def translate_by_rule(who: str, does: str, what: tuple[str, ...], where: str | None = None) -> Pair:
    """Make one sentence in both languages, from a word each of ``WHO`` and ``DOES``, what, and
    maybe one of ``WHERE``.

    ``what`` is a word of ``WHAT``, with or without one of ``KIND`` before it; or one of ``BANKS``
    and "bank".

    Examples
    --------
    >>> print(translate_by_rule("girl", "buys", ("red", "apple"), "market"))
    the girl buys the red apple in the market → laṛkī bāzār mẽ lāl seb kharīdtī hai
    >>> print(translate_by_rule("boy", "sees", ("river", "bank")))
    the boy sees the river bank → laṛkā nadī kā kinārā dekhtā hai
    """
    noun, gender = WHO[who]
    english = ["the", who, does, "the", *what]
    hindi = [(noun, 1)]
    if where is not None:
        preposition, place, postposition = WHERE[where]
        at = len(english)
        english += [preposition, "the", where]
        hindi += [(place, at + 2), (postposition, at)]
    if what[-1] == "bank":
        owner, bank = BANKS[what[0]]
        hindi += [(owner, 4), ("kā", -1), (bank, 5)]
    else:
        thing, its_gender = WHAT[what[-1]]
        hindi += [(KIND[kind][its_gender == "f"], 4) for kind in what[:-1]]
        hindi.append((thing, 3 + len(what)))
    hindi += [(DOES[does] + ("tī" if gender == "f" else "tā"), 2), ("hai", -1)]
    words, source = zip(*hindi, strict=True)
    return Pair(tuple(english), words, source)


@cache
def all_pairs() -> tuple[Pair, ...]:
    """Return every sentence of the grammar, 14,400 of them."""
    things = [(*kind, what) for kind in [(), *((kind,) for kind in KIND)] for what in WHAT]
    things += [(owner, "bank") for owner in BANKS]
    return tuple(
        translate_by_rule(*choice) for choice in product(WHO, DOES, things, [None, *WHERE])
    )


@cache
def meanings() -> dict[str, str]:
    """Return the English of each Hindi word.

    Examples
    --------
    >>> meanings()["kinārā"], meanings()["kā"], meanings()["hai"]
    ('bank', '’s', 'is')
    """
    found = {
        word: pair.english[place]
        for pair in all_pairs()
        for word, place in zip(pair.hindi, pair.source, strict=True)
        if place >= 0
    }
    return found | {"kā": "’s", "hai": "is"}


def is_new_company(pair: Pair) -> bool:
    """Return whether a sentence brings two words of ``NEVER_TOGETHER`` together.

    Examples
    --------
    >>> is_new_company(translate_by_rule("boy", "sees", ("black", "apple")))
    True
    >>> is_new_company(translate_by_rule("boy", "sees", ("black", "hat")))
    False
    """
    return any(one in pair.english and other in pair.english for one, other in NEVER_TOGETHER)


@dataclass(frozen=True)
class Parallel:
    """Sentences in both languages, for training and for two tests.

    ``train`` and ``unseen`` have no pair of ``NEVER_TOGETHER`` in them; each sentence of
    ``new_company`` has one: two words that were never seen in one sentence.
    """

    train: tuple[Pair, ...]
    unseen: tuple[Pair, ...]
    new_company: tuple[Pair, ...]


def parallel_text(n_train: int = 1000, n_test: int = 300, *, seed: int = 0) -> Parallel:
    """Draw sentences of the grammar without drawing one twice, the same on every machine.

    Examples
    --------
    >>> text = parallel_text(100, 10)
    >>> len(text.train), len(text.unseen), len(text.new_company)
    (100, 10, 10)
    """
    order = np.random.default_rng(seed).permutation(len(all_pairs()))
    shuffled = [all_pairs()[i] for i in order]
    seen = [pair for pair in shuffled if not is_new_company(pair)]
    new = [pair for pair in shuffled if is_new_company(pair)]
    if min(n_train, n_test) < 0 or n_train + n_test > len(seen) or n_test > len(new):
        raise ValueError(
            f"n_train + n_test must be at most {len(seen)}, n_test {len(new)}; got {n_train} and "
            f"{n_test}"
        )
    return Parallel(
        tuple(seen[:n_train]), tuple(seen[n_train : n_train + n_test]), tuple(new[:n_test])
    )


def words_of(sentences: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words of sentences, each once and sorted."""
    return tuple(sorted({word for sentence in sentences for word in sentence}))
