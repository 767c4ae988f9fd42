"""The bill of a model that writes for many people: the memory of their caches, and the time for a
token.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from whichbank.figures.cost import duration, size
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Whole
from whichbank.plots import Picture, bars

LAYERS, WIDTH, HEADS, WEIGHTS = 96, 12_288, 96, 175e9
"""The sizes of GPT-3, of Brown et al. (2020)."""
BYTES = 2
"""What a number takes."""
FETCHED, MULTIPLIED = 3e12, 500e12
"""Bytes and multiplications a second, roughly of a large GPU of the year 2023."""
MOST_PEOPLE, MOST_TOKENS = 2**10, 2**17


class CacheBill(Figure):
    """Sliders for the people and for the tokens that each has read, and how many sets of keys and
    values the heads share; bars on one scale for the time that one token of each takes: to fetch the
    weights, then the caches, and meanwhile to multiply; and the tokens of one second, of those that
    could be multiplied.

    The model has the sizes of GPT-3. For a token of each it fetches all weights once and each
    cache once, and multiplies with each weight, and with each key and value, once a person.

    Parameters
    ----------
    people : int, default 1
        For how many it writes at once, 1 to 1,024.
    tokens : int, default 2048
        How many tokens each of them has in the cache, 1 to 131,072.
    sets : {"96", "8", "1"}, default "96"
        How many sets of keys and values its 96 heads have.

    Examples
    --------
    >>> CacheBill(people=36)
    CacheBill(people=36, tokens=2048, sets='96', caches='350 GB', token='230 ms')
    """

    people = Whole(1, low=1, high=MOST_PEOPLE)
    tokens = Whole(2048, low=1, high=MOST_TOKENS)
    sets = Choice(("96", "8", "1"))

    @property
    def caches(self) -> float:
        """The bytes of all caches: a key and a value for each person, token, layer and set."""
        return self.people * self.tokens * token_bytes(int(self.sets))

    @property
    def fetching(self) -> float:
        """Seconds to fetch all weights and caches."""
        return (WEIGHTS * BYTES + self.caches) / FETCHED

    @property
    def multiplying(self) -> float:
        """Seconds to multiply, for one token of each person."""
        return self.people * (WEIGHTS + 2 * self.tokens * LAYERS * WIDTH) / MULTIPLIED

    @property
    def seconds(self) -> float:
        """How long one token of each person takes: both are done at once."""
        return max(self.fetching, self.multiplying)

    def still(self) -> Picture:
        """Return the bars of one token of each."""
        weights = WEIGHTS * BYTES / FETCHED
        parts = {"fetch weights": weights, "fetch caches": self.fetching - weights}
        return bars({"one token of each": parts | {"multiply": self.multiplying}}, unit="seconds")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the bytes of a token, and of one person's cache at three lengths."""
        lengths = (1, 2048, 100_000)
        rows = [
            [str(sets), *(size(n * token_bytes(sets)) for n in lengths)] for sets in (HEADS, 8, 1)
        ]
        heads = ["sets of keys and values", *(f"{n:,} tokens" for n in lengths)]
        return "One person’s cache", [heads[0], "1 token", *heads[2:]], rows

    def _summary(self) -> Iterable[str]:
        yield f"people={self.people}"
        yield f"tokens={self.tokens}"
        yield f"sets={self.sets!r}"
        yield f"caches={size(self.caches)!r}"
        yield f"token={duration(self.seconds)!r}"


def token_bytes(sets: int) -> float:
    """Return the bytes of a token in one person's cache."""
    return 2 * LAYERS * WIDTH * BYTES * sets / HEADS
