"""Masks that can be switched on and off, and words that can be dragged: who may look at whom, and what that changes."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import attend
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.masks import causal_mask, combine_masks
from whichbank.plots import Picture, heatmap

PADDING = "pad"
"""How a place without a word is shown; its vector is (0, 0)."""

CHANGED = 1e-9
"""A new vector has changed when one of its numbers has by more than this."""


class MaskToggles(Figure):
    """Parameter-free attention under masks: hide later words, hide the padding, drag words to other places.

    A token has a number: words come first, in the order of ``words``, padding after them. It keeps it wherever it
    stands.

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
        New vectors to compare with, one a token by its number. The controls write those that stood before the last
        step; if left out, those of the figure's first state.

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, order is no permutation of the tokens, or picked is no token.

    Examples
    --------
    >>> fig = MaskToggles(["river", "bank"], [[0, 2], [1, 1]], padding=1, hide_future=True, picked=1)
    >>> fig
    MaskToggles(order='river bank pad', future='hidden', padding='seen', picked='bank', new=[0.5, 1.5])
    >>> fig.move(1, to=0)
    >>> fig.changed
    ['bank', 'river']
    """

    words = t.List(t.Unicode(), minlen=1).tag(sync=True)
    vectors = Table().tag(sync=True)
    padding = t.Int(2, min=0, max=4).tag(sync=True)
    order = t.List(t.Int()).tag(sync=True)
    hide_future = t.Bool(False).tag(sync=True)
    hide_padding = t.Bool(False).tag(sync=True)
    picked = t.Int(0).tag(sync=True)
    axes = t.List(t.Unicode(), minlen=2, maxlen=2).tag(sync=True)
    before = Table().tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        padding: int = 2,
        order: Sequence[int] | None = None,
        hide_future: bool = False,
        hide_padding: bool = False,
        picked: int = 0,
        axes: Sequence[str] = ("finance", "nature"),
        before: Any = None,
    ) -> None:
        n = len(words) + padding
        super().__init__(
            words=list(words),
            vectors=vectors,
            padding=padding,
            order=list(range(n)) if order is None else [int(token) for token in order],
            hide_future=hide_future,
            hide_padding=hide_padding,
            picked=picked,
            axes=list(axes),
            before=np.zeros((n, 2)) if before is None else before,
        )
        if before is None:
            self.before = self.new

    @property
    def tokens(self) -> list[str]:
        """The names of the tokens from first place to last."""
        return [self._name(token) for token in self.order]

    @property
    def mask(self) -> np.ndarray:
        """Who may look at whom, boolean, shape (T, T), by the course's masks: True means *may attend*."""
        T = len(self.order)
        is_word = np.array(self.order) < len(self.words)
        shown = combine_masks(
            causal_mask(T) if self.hide_future else None, is_word[None, :] if self.hide_padding else None
        )
        return np.ones((T, T), dtype=bool) if shown is None else np.broadcast_to(shown, (T, T))

    @property
    def weights(self) -> np.ndarray:
        """The weights, shape (T, T), rows and columns in the tokens' order, by the kernel ``attend``."""
        return self._attend()[1]

    @property
    def new(self) -> np.ndarray:
        """The new vectors, shape (T, 2), one a token by its number."""
        return self._attend()[0][np.argsort(self.order)]

    @property
    def changed(self) -> list[str]:
        """The words whose new vector is another one than in ``before``, in the order of their places."""
        moved = np.abs(self.new - np.array(self.before)).max(axis=1) > CHANGED
        return [self._name(token) for token in self.order if token < len(self.words) and moved[token]]

    def move(self, token: int, to: int) -> None:
        """Put a token, by its number, in another place, counted from 0; what stood there makes room."""
        rest = [other for other in self.order if other != token]
        self._act(order=[*rest[:to], token, *rest[to:]])

    def hide(self, *, future: bool | None = None, padding: bool | None = None) -> None:
        """Switch masks on or off; None leaves one as it is."""
        given = {"hide_future": future, "hide_padding": padding}
        self._act(**{name: value for name, value in given.items() if value is not None})

    def start_again(self) -> None:
        """Put every token back in its first place, and hide nothing."""
        self.order, self.hide_future, self.hide_padding = list(range(len(self.order))), False, False
        self.before = self.new

    def still(self) -> Picture:
        """Return the table of weights."""
        labels = {"row_label": "this token's new vector", "column_label": "is made of"}
        return heatmap(self.weights, self.tokens, limits=(0, 1), **labels)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights and the new vectors."""
        heads = [
            "new vector of",
            *(f"weight of {name}" for name in self.tokens),
            *(f"new {axis}" for axis in self.axes),
        ]
        new = self.new[self.order]
        rows = [
            [name, *map(float, w), *map(float, v)] for name, w, v in zip(self.tokens, self.weights, new, strict=True)
        ]
        return "Weights under the masks, and the new vectors", heads, rows

    def _attend(self) -> tuple[np.ndarray, np.ndarray]:
        vectors = np.vstack([self.vectors, np.zeros((self.padding, 2))])
        x = vectors[self.order]  # (T, 2)
        return attend(x, x, x, mask=self.mask, scale=1.0, return_weights=True)

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
        yield f"new={[round(float(x), 2) + 0.0 for x in self.new[self.picked]]}"

    @t.validate("words")
    def _check_words(self, proposal: Any) -> list[str]:
        words = proposal["value"]
        if len(set(words)) < len(words) or PADDING in words or "" in words:
            raise t.TraitError(f"words must be different from each other and from {PADDING!r}; got {words}")
        return words

    @t.validate("vectors")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        return need_shape("vectors", proposal["value"], (len(self.words), 2))

    @t.validate("before")
    def _check_before(self, proposal: Any) -> list[list[float]]:
        return need_shape("before", proposal["value"], (len(self.words) + self.padding, 2))

    @t.validate("order")
    def _check_order(self, proposal: Any) -> list[int]:
        n = len(self.words) + self.padding
        if sorted(proposal["value"]) != list(range(n)):
            raise t.TraitError(f"order must hold each number from 0 to {n - 1} once; got {proposal['value']}")
        return proposal["value"]

    @t.validate("picked")
    def _check_picked(self, proposal: Any) -> int:
        n = len(self.words) + self.padding
        if not 0 <= proposal["value"] < n:
            raise t.TraitError(f"picked must be between 0 and {n - 1}; got {proposal['value']}")
        return proposal["value"]
