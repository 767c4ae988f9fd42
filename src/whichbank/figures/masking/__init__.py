"""Masks that can be switched on and off, and words that can be dragged: who may look at whom, and
what that changes.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import attend
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Flag, Index, List, Table, Text, Whole
from whichbank.masks import causal_mask, combine_masks
from whichbank.plots import Picture, heatmap

PADDING = "pad"
"""How a place without a word is shown; its vector is (0, 0)."""

CHANGED = 1e-9
"""A new vector has changed when one of its numbers has by more than this."""


def _no_padding(words: list[str]) -> list[str]:
    if PADDING in words or "" in words:
        raise ValueError(f"must be different from {PADDING!r} and not empty; got {words}")
    return words


def _each_once(order: list[int], words: list[str], padding: int) -> list[int]:
    n = len(words) + padding
    if sorted(order) != list(range(n)):
        raise ValueError(f"must hold each number from 0 to {n - 1} once; got {order}")
    return order


def _mask(words: list[str], order: list[int], hide_future: bool, hide_padding: bool) -> np.ndarray:
    T = len(order)
    is_word = np.array(order) < len(words)
    shown = combine_masks(
        causal_mask(T) if hide_future else None, is_word[None, :] if hide_padding else None
    )
    return np.ones((T, T), dtype=bool) if shown is None else np.broadcast_to(shown, (T, T))


def _attended(
    vectors: Any, padding: int, order: list[int], mask: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    x = np.vstack([vectors, np.zeros((padding, 2))])[order]  # (T, 2)
    return attend(x, x, x, mask=mask, scale=1.0, return_weights=True)


def _first_vectors(
    words: list[str],
    vectors: Any,
    padding: int,
    order: list[int],
    hide_future: bool,
    hide_padding: bool,
) -> np.ndarray:
    mask = _mask(words, order, hide_future, hide_padding)
    return _attended(vectors, padding, order, mask)[0][np.argsort(order)]


class MaskToggles(Figure):
    """Parameter-free attention under masks: hide later words, hide the padding, drag words to other
    places.

    A token has a number: words come first, in the order of ``words``, padding after them. It keeps
    it wherever it stands.

    Parameters
    ----------
    words : sequence of str
        The words, each once.
    vectors : array, shape (number of words, 2)
        A vector for each word.
    padding : int, default 2
        How many places without a word there are.
    order : sequence of int, optional
        The tokens' numbers from first place to last; as they are numbered if left out.
    hide_future : bool, default False
        Whether a token may not look at later ones: the causal mask.
    hide_padding : bool, default False
        Whether padding may not be looked at: the padding mask.
    picked : int, default 0
        The number of the token that the buttons move and the read-out tells of.
    axes : (str, str), default ("finance", "nature")
        What the two numbers of a vector measure.
    before : array, shape (number of tokens, 2), optional
        New vectors to compare with, one a token by its number. The controls write those before the
        last step; if left out, those of the figure's first state.

    Examples
    --------
    >>> fig = MaskToggles(["river", "bank"], [[0, 2], [1, 1]], padding=1, hide_future=True, picked=1)
    >>> fig
    MaskToggles(order='river bank pad', future='hidden', padding='seen', picked='bank', new=[0.5, 1.5])
    >>> fig.move(1, to=0)
    >>> fig.changed
    ['bank', 'river']
    """

    words = List(Text(), least=1, distinct=True, check=_no_padding)
    vectors = Table(("words", 2))
    padding = Whole(2, low=0, high=4)
    order = List(Whole(), lambda words, padding: range(len(words) + padding), check=_each_once)
    hide_future = Flag(False)
    hide_padding = Flag(False)
    picked = Index(lambda words, padding: len(words) + padding)
    axes = List(Text(), ("finance", "nature"), length=2)
    before = Table((lambda words, padding: len(words) + padding, 2), _first_vectors)

    @property
    def tokens(self) -> list[str]:
        """The names of the tokens from first place to last."""
        return [self._name(token) for token in self.order]

    @property
    def mask(self) -> np.ndarray:
        """Who may look at whom, boolean, shape (T, T), by the course's masks: True means *may
        attend*.
        """
        return self._with_traits(_mask)

    @property
    def weights(self) -> np.ndarray:
        """The weights, shape (T, T), rows and columns in the tokens' order, by the kernel
        ``attend``.
        """
        return self._with_traits(_attended)[1]

    @property
    def new(self) -> np.ndarray:
        """The new vectors, shape (T, 2), one a token by its number."""
        return self._with_traits(_attended)[0][np.argsort(self.order)]

    @property
    def changed(self) -> list[str]:
        """The words whose new vector is another one than in ``before``, in the order of their
        places.
        """
        moved = np.abs(self.new - np.array(self.before)).max(axis=1) > CHANGED
        return [
            self._name(token) for token in self.order if token < len(self.words) and moved[token]
        ]

    def move(self, token: int, to: int) -> None:
        """Put a token, by its number, in another place, counted from 0; what stood there makes
        room.
        """
        rest = [other for other in self.order if other != token]
        self._act(order=[*rest[:to], token, *rest[to:]])

    def hide(self, *, future: bool | None = None, padding: bool | None = None) -> None:
        """Switch masks on or off; None leaves one as it is."""
        given = {"hide_future": future, "hide_padding": padding}
        self._act(**{name: value for name, value in given.items() if value is not None})

    def start_again(self, *, future: bool = False) -> None:
        """Put every token back in its first place, and hide nothing, or later words only."""
        self.order, self.hide_future, self.hide_padding = (
            list(range(len(self.order))),
            future,
            False,
        )
        self.before = self.new

    def still(self) -> Picture:
        """Return the table of weights."""
        labels: Any = {"row_label": "this token's new vector", "column_label": "is made of"}
        return heatmap(self.weights, self.tokens, limits=(0, 1), **labels)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights and the new vectors."""
        heads = [
            *(f"weight of {name}" for name in self.tokens),
            *(f"new {axis}" for axis in self.axes),
        ]
        rows = labeled(self.tokens, self.weights, self.new[self.order])
        return "Weights under the masks, and the new vectors", ["new vector of", *heads], rows

    def _act(self, **traits: Any) -> None:
        before = self.new
        for name, value in traits.items():
            setattr(self, name, value)
        self.before = before

    def _name(self, token: int) -> str:
        return self.words[token] if token < len(self.words) else PADDING

    def _summary(self) -> Iterable[str]:
        yield f"order={' '.join(self.tokens)!r}"
        yield f"future={'hidden' if self.hide_future else 'seen'!r}"
        yield f"padding={'hidden' if self.hide_padding else 'seen'!r}"
        yield f"picked={self._name(self.picked)!r}"
        yield f"new={rounded(self.new[self.picked])}"
