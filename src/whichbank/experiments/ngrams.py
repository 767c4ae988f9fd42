"""Guessing the next token by counting what followed the same tokens before: n-grams, the yardstick
of chapter writer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

DISCOUNTS = tuple(round(0.1 * i, 1) for i in range(1, 10))


class NGrams:
    """Counts of a text's n-grams, smoothed so that nothing gets the probability 0.

    An n-gram is n tokens in a row. Where its first n − 1 tokens, the context, were seen ``total``
    times in the text, and followed by ``kinds`` different tokens, interpolated Kneser–Ney smoothing
    gives

    ``P(token | context) = (max(count - d, 0) + d · kinds · P(token | shorter context)) / total``:

    every count gives up the discount d, and the shorter context distributes it. In the shorter
    contexts a token counts once for each different token before them, not once for each occurrence.
    An unseen context says nothing: the shorter one takes its place. Before the first comes 1 / V
    for every token.

    Parameters
    ----------
    ids : integer array, shape (N,)
        The text as token ids.
    order : int
        n: 1 looks at nothing (unigram), 3 at the two tokens before (trigram).
    n_vocab : int
        V, the number of tokens.
    discounts : float or sequence of float, default 0.75
        d, between 0 and 1: one for all lengths of context, or one for each, the shortest first.

    Examples
    --------
    >>> text = [0, 1, 0, 1, 0, 2]
    >>> NGrams(text, order=2, n_vocab=3, discounts=0.5).weights([0]).round(3)
    array([0.111, 0.611, 0.278])

    Notes
    -----
    Kneser and Ney 1995, interpolated as by Chen and Goodman 1999, with one discount for each length
    of context.
    """

    def __init__(
        self,
        ids: Sequence[int] | np.ndarray,
        order: int,
        n_vocab: int,
        *,
        discounts: float | Sequence[float] = 0.75,
    ) -> None:
        self.order, self.n_vocab = order, n_vocab
        ids = self._checked(ids)
        if order < 1 or len(ids) < order:
            raise ValueError(
                f"order must be between 1 and the {len(ids)} tokens of the text; got {order}"
            )
        if n_vocab**order >= 2**62:
            raise ValueError(f"{n_vocab} tokens make too many {order}-grams to be numbered")
        self._levels: list[_Level] = []
        grams, counts = np.unique(self._codes(ids, order), return_counts=True)
        for n in range(order, 0, -1):
            self._levels.insert(0, _Level(n_vocab, grams, counts))
            # by how many tokens before
            grams, counts = np.unique(grams % n_vocab ** (n - 1), return_counts=True)
        self.discounts = discounts

    @property
    def discounts(self) -> tuple[float, ...]:
        """The discount of each length of context, the shortest first; may be set, as in the
        constructor.
        """
        return self._discounts

    @discounts.setter
    def discounts(self, value: float | Sequence[float]) -> None:
        several = tuple(float(d) for d in np.ravel(value))
        several = several * self.order if len(several) == 1 else several
        if len(several) != self.order or not all(0 <= d <= 1 for d in several):
            raise ValueError(
                f"discounts must be one number or {self.order} from 0 to 1; got {value}"
            )
        self._discounts = several

    def weights(self, context: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return the probabilities of all tokens after a context, shape (V,); its last n − 1 tokens
        count.
        """
        context = self._checked(context)[-(self.order - 1) or len(context) :]
        weights = np.full(self.n_vocab, 1 / self.n_vocab)
        for n in range(1, min(self.order, len(context) + 1) + 1):
            last = context[len(context) - n + 1 :]
            start = int(self._codes(last, n - 1)[0]) if n > 1 else 0
            codes = start * self.n_vocab + np.arange(self.n_vocab)
            weights = self._levels[n - 1].look_up(codes).refine(weights, self._discounts[n - 1])
        return weights

    def surprise(self, ids: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return ``-ln P`` of each token of a text, given up to n − 1 tokens before it; the mean is
        the loss.
        """
        ids = self._checked(ids)
        found = [
            level.look_up(self._codes(ids, n))
            for n, level in enumerate(self._levels[: len(ids)], start=1)
        ]
        return -np.log(self._chances(found, self._discounts, len(ids)))

    def tune(
        self, ids: Sequence[int] | np.ndarray, choices: Sequence[float] = DISCOUNTS
    ) -> "NGrams":
        """Set the discounts to those of the choices that are best together on a text that was not
        counted.

        One at a time is changed, the longest context's first, again and again until no change makes
        it better. A shorter context counts only as far as the longer ones give up, so its best
        discount depends on theirs.
        """
        ids = self._checked(ids)
        found = [
            level.look_up(self._codes(ids, n))
            for n, level in enumerate(self._levels[: len(ids)], start=1)
        ]

        def loss(discounts: list[float]) -> float:
            return -np.log(self._chances(found, discounts, len(ids))).mean()

        best, before = [max(choices)] * self.order, None
        while best != before:
            before = list(best)
            for i in reversed(range(len(found))):
                # The present one comes first: an equal one does not replace it, so that this ends.
                tried = [best[i], *choices]
                best[i] = min(tried, key=lambda d: loss([*best[:i], d, *best[i + 1 :]]))
        self.discounts = best
        return self

    def _chances(
        self, found: "list[_Found]", discounts: Sequence[float], length: int
    ) -> np.ndarray:
        """The probability of each token of a text of which all n-grams were looked up."""
        chances = np.full(length, 1 / self.n_vocab)
        for n, (grams, discount) in enumerate(zip(found, discounts, strict=False), start=1):
            chances[n - 1 :] = grams.refine(chances[n - 1 :], discount)
        return chances

    def _codes(self, ids: np.ndarray, n: int) -> np.ndarray:
        """One number for every n tokens in a row: their ids as digits in base V."""
        digits = np.lib.stride_tricks.sliding_window_view(ids, n)
        return digits @ (self.n_vocab ** np.arange(n - 1, -1, -1, dtype=np.int64))

    def _checked(self, ids: Sequence[int] | np.ndarray) -> np.ndarray:
        ids = np.asarray(ids, dtype=np.int64)
        if ids.ndim != 1 or (len(ids) and not 0 <= ids.min() <= ids.max() < self.n_vocab):
            raise ValueError(
                f"the text must be token ids from 0 to {self.n_vocab - 1} in a row; got {ids}"
            )
        return ids


@dataclass(frozen=True)
class _Level:
    """The n-grams of one length, sorted, and how much each counts."""

    n_vocab: int
    grams: np.ndarray
    counts: np.ndarray

    @cached_property
    def contexts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The different contexts, sorted; how much they count, and how many kinds of token follow
        each.
        """
        contexts, starts, kinds = np.unique(
            self.grams // self.n_vocab, return_index=True, return_counts=True
        )
        return contexts, np.add.reduceat(self.counts, starts), kinds

    def look_up(self, codes: np.ndarray) -> "_Found":
        """Find n-grams and their contexts."""
        at = _find(self.grams, codes)
        counts = np.where(self.grams[at] == codes, self.counts[at], 0)
        contexts, totals, kinds = self.contexts
        at = _find(contexts, codes // self.n_vocab)
        return _Found(counts, kinds[at], totals[at], contexts[at] == codes // self.n_vocab)


@dataclass(frozen=True)
class _Found:
    """What is known of some n-grams, whatever the discount: their counts, and their contexts'."""

    counts: np.ndarray
    kinds: np.ndarray
    totals: np.ndarray
    known: np.ndarray

    def refine(self, shorter: np.ndarray, discount: float) -> np.ndarray:
        """Return the probabilities, given those by the shorter context."""
        seen = (
            np.maximum(self.counts - discount, 0) + discount * self.kinds * shorter
        ) / self.totals
        return np.where(self.known, seen, shorter)


def _find(table: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    return np.minimum(np.searchsorted(table, wanted), len(table) - 1)
