"""Byte-pair encoding with a slider: the tokens of a text regroup as merges are applied."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from whichbank.bpe import BytePairs
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Index, List, Text, Whole
from whichbank.plots import Picture, chips

PAIRS = 5
"""How many pairs are listed."""


class _Merge(Text):
    """Two tokens that are joined: a pair, kept as a text with a space between them."""

    def take(self, value: Any) -> str:
        return super().take(value if isinstance(value, str) else " ".join(value))


def _with_words(texts: list[str]) -> list[str]:
    if not all(text.split() for text in texts):
        raise ValueError(f"must have a word each; got {texts}")
    return texts


def _made_in_order(merges: list[str], alphabet: str) -> list[str]:
    made = set(alphabet)
    for merge in merges:
        parts = merge.split(" ")
        if len(parts) != 2 or not set(parts) <= made:
            raise ValueError(f"must join two tokens that are there already; got {merge!r}")
        made.add("".join(parts))
    return merges


class MergeSlider(Figure):
    """A slider sets how many learned merges are applied to a text; its tokens are chips that
    regroup.

    Parameters
    ----------
    names : sequence of str
        What the reader chooses a text by.
    texts : sequence of str
        The texts. A space separates words, a line's end separates lines.
    alphabet : str
        The characters that have a number.
    merges : sequence of str or of pairs of str
        What is joined to what, in the order in which it was learned; as text the two parts are
        separated by a space.
    counts : sequence of int
        How often each pair stood in the corpus when it was merged.
    stops : sequence of int, optional
        The numbers of merges at which the slider stops, rising; every number where left out.
    shown : int, default 0
        The text that is shown.
    applied : int, default 0
        How many merges are applied: one of ``stops``.
    own : str, optional
        The reader's own text, which is shown in the place of the others unless it is empty.
    source : str, optional
        What the merges were learned from; the first text if not given.

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

    names = List(Text(), length="texts")
    texts = List(Text(), least=1, check=_with_words)
    alphabet = Text()
    merges = List(_Merge(), check=_made_in_order)
    counts = List(Whole(), length="merges")
    stops = List(
        Whole(low=0, high="merges"), lambda merges: range(len(merges) + 1), least=1, rising=True
    )
    shown = Index("texts")
    applied = Choice("stops")
    own = Text("")
    source = Text("")

    @classmethod
    def of(cls, learned: BytePairs, texts: Mapping[str, str], **options: Any) -> "MergeSlider":
        """Return the figure of a trained byte-pair encoding and of some named texts; options are
        stops and the rest.
        """
        return cls(
            list(texts),
            list(texts.values()),
            "".join(learned.alphabet),
            learned.merges,
            learned.counts,
            **options,
        )

    @property
    def learned(self) -> BytePairs:
        """The encoding with all its merges."""
        return BytePairs(
            tuple(self.alphabet), tuple(_pair(merge) for merge in self.merges), tuple(self.counts)
        )

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self.own if self.own.strip() else self.texts[self.shown]

    @property
    def pairs(self) -> list[tuple[str, str, int]]:
        """The most frequent pairs of tokens that are neighbors inside a word of the text, and how
        often each occurs.

        Of equally frequent ones that comes first which ``train_bpe`` would merge first.
        """
        order = {token: i for i, token in enumerate(self.learned.vocabulary)}
        found = (pair for line in self.tokens for word in line for pair in pairwise(word))
        counts = Counter(pair for pair in found if {*pair} <= order.keys())
        most = sorted(counts.items(), key=lambda one: (-one[1], order[one[0][0]], order[one[0][1]]))
        return [(*pair, count) for pair, count in most[:PAIRS]]

    @property
    def rules(self) -> list[tuple[str, str, int]]:
        """The next merges that join tokens of the text, each with its number in the order of
        learning.
        """
        sizes = (_size(self._cut(i)) for i in range(self.applied, len(self.merges) + 1))
        joining = (i for i, (a, b) in enumerate(pairwise(sizes), self.applied + 1) if b < a)
        return [(*_pair(self.merges[i - 1]), i) for i in islice(joining, PAIRS)]

    @property
    def tokens(self) -> list[list[list[str]]]:
        """The tokens of the shown text: for each line, for each word."""
        return self._cut(self.applied)

    @property
    def unknown(self) -> list[str]:
        """The characters of the shown text that have no number, in the order of their code
        points.
        """
        return sorted(set("".join(self.text.split())) - set(self.alphabet))

    def still(self) -> Picture:
        """Return the chips of this moment."""
        return chips(self.tokens, unknown=self.unknown)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what the shown text costs at each stop."""
        heads = [
            "merges",
            "different tokens",
            "tokens of the text",
            "tokens per word",
            "last merge",
        ]
        words, rows = len(self.text.split()), []
        for stop in self.stops:
            count = _size(self._cut(stop))
            last = self.merges[stop - 1].replace(" ", " + ") if stop else "none"
            rows.append(
                [str(stop), len(self.learned.first(stop).vocabulary), count, count / words, last]
            )
        return f"Tokens of {self._name}", heads, rows

    def _summary(self) -> Iterable[str]:
        count = _size(self.tokens)
        yield f"text={self._name!r}"
        yield f"applied={self.applied}"
        yield f"tokens={count}"
        yield f"per_word={count / len(self.text.split()):.1f}"

    @property
    def _name(self) -> str:
        return self.own if self.own.strip() else self.names[self.shown]

    def _cut(self, merges: int) -> list[list[list[str]]]:
        first = self.learned.first(merges)
        lines = self.text.split("\n")
        return [[first.encode_word(word) for word in line.split()] for line in lines]


def _pair(merge: str) -> tuple[str, str]:
    left, right = merge.split(" ")
    return left, right


def _size(lines: list[list[list[str]]]) -> int:
    return sum(len(word) for line in lines for word in line)
