"""Byte-pair encoding with a slider: the tokens of a text regroup as merges are applied."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import traitlets as t

from whichbank.bpe import BytePairs
from whichbank.figures.base import Figure
from whichbank.plots import Picture, chips


class MergeSlider(Figure):
    """A slider sets how many learned merges are applied to a text; its tokens are chips that regroup.

    Parameters
    ----------
    names : sequence of str
        What the reader chooses a text by.
    texts : sequence of str
        The texts. A space separates words, a line's end separates lines.
    alphabet : str
        The characters that have a number.
    merges : sequence of str or of pairs of str
        What is joined to what, in the order in which it was learned; as text the two parts are separated by a space.
    counts : sequence of int
        How often each pair stood in the corpus when it was merged.
    stops : sequence of int, optional
        The numbers of merges at which the slider stops, rising; every number where left out.
    shown : int, default 0
        The text that is shown.
    applied : int, default 0
        How many merges are applied: one of ``stops``.

    Raises
    ------
    traitlets.TraitError
        If lengths do not match, a part of a merge was not made before it, stops do not rise from 0 to the number of
        merges at most, or shown or applied is out of range.

    Examples
    --------
    >>> from whichbank.bpe import train_bpe
    >>> fig = MergeSlider.of(train_bpe(["low", "low", "lower"], 2), {"a new word": "slower"})
    >>> fig.applied = 1
    >>> fig
    MergeSlider(text='a new word', applied=1, tokens=5, per_word=5.0)
    >>> fig.tokens
    [[['s', 'lo', 'w', 'e', 'r']]]
    >>> fig.unknown
    ['s']
    """

    names = t.List(t.Unicode(), minlen=1).tag(sync=True)
    texts = t.List(t.Unicode(), minlen=1).tag(sync=True)
    alphabet = t.Unicode().tag(sync=True)
    merges = t.List(t.Unicode()).tag(sync=True)
    counts = t.List(t.Int()).tag(sync=True)
    stops = t.List(t.Int(), minlen=1).tag(sync=True)
    shown = t.Int(0).tag(sync=True)
    applied = t.Int(0).tag(sync=True)

    def __init__(
        self,
        names: Sequence[str],
        texts: Sequence[str],
        alphabet: str,
        merges: Iterable[str | tuple[str, str]],
        counts: Iterable[int],
        stops: Iterable[int] = (),
        shown: int = 0,
        applied: int = 0,
    ) -> None:
        joined = [merge if isinstance(merge, str) else " ".join(merge) for merge in merges]
        super().__init__(
            names=list(names),
            texts=list(texts),
            alphabet=alphabet,
            merges=joined,
            counts=list(counts),
            stops=list(stops) or list(range(len(joined) + 1)),
            shown=shown,
            applied=applied,
        )

    @classmethod
    def of(cls, learned: BytePairs, texts: Mapping[str, str], **options: Any) -> "MergeSlider":
        """Return the figure of a trained byte-pair encoding and of some named texts; options are stops and the rest."""
        return cls(
            list(texts), list(texts.values()), "".join(learned.alphabet), learned.merges, learned.counts, **options
        )

    @property
    def learned(self) -> BytePairs:
        """The encoding with all its merges."""
        return BytePairs(tuple(self.alphabet), tuple(_pair(merge) for merge in self.merges), tuple(self.counts))

    @property
    def tokens(self) -> list[list[list[str]]]:
        """The tokens of the shown text: for each line, for each word."""
        return self._cut(self.applied)

    @property
    def unknown(self) -> list[str]:
        """The characters of the shown text that have no number, in the order of their code points."""
        return sorted(set("".join(self.texts[self.shown].split())) - set(self.alphabet))

    def still(self) -> Picture:
        """Return the chips of this moment."""
        return chips(self.tokens, unknown=self.unknown)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what the shown text costs at each stop."""
        heads = ["merges", "different tokens", "tokens of the text", "tokens per word", "last merge"]
        words, rows = len(self.texts[self.shown].split()), []
        for stop in self.stops:
            count = _size(self._cut(stop))
            last = self.merges[stop - 1].replace(" ", " + ") if stop else "none"
            rows.append([str(stop), len(self.learned.first(stop).vocabulary), count, count / words, last])
        return f"Tokens of {self.names[self.shown]}", heads, rows

    def _summary(self) -> Iterable[str]:
        count = _size(self.tokens)
        yield f"text={self.names[self.shown]!r}"
        yield f"applied={self.applied}"
        yield f"tokens={count}"
        yield f"per_word={count / len(self.texts[self.shown].split()):.1f}"

    def _cut(self, merges: int) -> list[list[list[str]]]:
        first = self.learned.first(merges)
        lines = self.texts[self.shown].split("\n")
        return [[first.encode_word(word) for word in line.split()] for line in lines]

    @t.validate("names")
    def _check_names(self, proposal: Any) -> list[str]:
        if len(proposal["value"]) != len(self.texts):
            raise t.TraitError(f"names must name each of the {len(self.texts)} texts; got {len(proposal['value'])}")
        return proposal["value"]

    @t.validate("texts")
    def _check_texts(self, proposal: Any) -> list[str]:
        if any(not text.split() for text in proposal["value"]):
            raise t.TraitError("texts must have a word each; got an empty one")
        return proposal["value"]

    @t.validate("merges")
    def _check_merges(self, proposal: Any) -> list[str]:
        made = set(self.alphabet)
        for merge in proposal["value"]:
            parts = merge.split(" ")
            if len(parts) != 2 or not set(parts) <= made:
                raise t.TraitError(f"merges must join two tokens that are there already; got {merge!r}")
            made.add("".join(parts))
        return proposal["value"]

    @t.validate("counts")
    def _check_counts(self, proposal: Any) -> list[int]:
        if len(proposal["value"]) != len(self.merges):
            raise t.TraitError(
                f"counts must be one for each of {len(self.merges)} merges; got {len(proposal['value'])}"
            )
        return proposal["value"]

    @t.validate("stops")
    def _check_stops(self, proposal: Any) -> list[int]:
        stops = proposal["value"]
        if stops[0] < 0 or stops[-1] > len(self.merges) or any(a >= b for a, b in pairwise(stops)):
            raise t.TraitError(f"stops must rise, from 0 to {len(self.merges)}; got {stops}")
        return stops

    @t.validate("shown")
    def _check_shown(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.texts):
            raise t.TraitError(f"shown must be between 0 and {len(self.texts) - 1}; got {proposal['value']}")
        return proposal["value"]

    @t.validate("applied")
    def _check_applied(self, proposal: Any) -> int:
        if proposal["value"] not in self.stops:
            raise t.TraitError(f"applied must be one of {self.stops}; got {proposal['value']}")
        return proposal["value"]


def _pair(merge: str) -> tuple[str, str]:
    left, right = merge.split(" ")
    return left, right


def _size(lines: list[list[list[str]]]) -> int:
    return sum(len(word) for line in lines for word in line)
