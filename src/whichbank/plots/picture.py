"""A matplotlib picture that carries its description, and a version for dark pages."""

import base64
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

INK = {"light": "#1f2328", "dark": "#dfe3e8"}
PAPER = {"light": "#ffffff", "dark": "#121212"}
WORD_COLORS = {
    "light": ("#005f9e", "#a8480a", "#00694d", "#8f3a74", "#6b5500", "#333f48"),
    "dark": ("#5ab4f0", "#f2a65a", "#4cc9a0", "#e394c6", "#e3cf57", "#c3ccd4"),
}
"""One color a word, see ``styles``; each has a contrast above 4.5 with its paper."""
MARKERS = ("o", "s", "^", "D", "v", "P")
"""One marker a word, so that color is never alone."""
COURSE_WORDS = ("money", "bank", "grows", "river", "flows")
"""Words that have the same color and marker in every picture: those of their place here."""


def word_of(label: str) -> str:
    """Return the word that a point's label is about, or the label itself if it names no word of the
    course.

    The label is a word, or the name of a new vector of it.

    Examples
    --------
    >>> [word_of(label) for label in ("bank", "bank′", "new bank", "bank beside river", "ice cream")]
    ['bank', 'bank', 'bank', 'bank', 'ice cream']
    """
    first = label.removeprefix("new ").split(" ")[0].removesuffix("′")
    return first if first in COURSE_WORDS else label


def styles(labels: Iterable[str]) -> list[int]:
    """Return the number of each label's color and marker.

    A word of the course always has the same number; any other has its position, or the next free
    number.

    Examples
    --------
    >>> styles(["river", "bank", "flows"])
    [3, 1, 4]
    >>> styles(["bank", "debt", "apple"])
    [1, 2, 3]
    """
    words = [word_of(label) for label in labels]
    numbers = {word: COURSE_WORDS.index(word) for word in words if word in COURSE_WORDS}
    for i, word in enumerate(words):
        if word not in numbers:
            turn = [(i + step) % len(MARKERS) for step in range(len(MARKERS))]
            numbers[word] = next((n for n in turn if n not in numbers.values()), turn[0])
    return [numbers[word] for word in words]


@dataclass(frozen=True)
class Picture:
    """A still picture: ``draw(figure, theme)`` draws on an empty matplotlib figure, for the theme
    "light" or "dark".

    ``alt`` tells what it shows, in words made from its data, and is its ``repr``; ``size`` is
    (width, height) in inches.
    """

    draw: Callable[[Any, str], None]
    alt: str
    size: tuple[float, float] = (6.0, 4.0)

    def png(self, theme: str = "light") -> bytes:
        """Return the picture as PNG bytes: dark ink on white paper, or with theme="dark" light ink
        on dark paper.
        """
        if theme not in INK:
            raise ValueError(f"theme must be 'light' or 'dark'; got {theme!r}")
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        with rc_context(_style(theme)):
            figure = Figure(figsize=self.size, layout="constrained")
            self.draw(figure, theme)
            file = io.BytesIO()
            figure.savefig(file, format="png", dpi=144, metadata={"Software": None})
        return file.getvalue()

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, **_: Any) -> tuple[Mapping[str, str], Mapping[str, Any]]:
        light, dark = (base64.b64encode(self.png(theme)).decode() for theme in ("light", "dark"))
        # The built page shows the picture that fits its theme; a notebook shows the light one.
        return {"text/plain": self.alt, "image/png": light}, {
            "image/png": {"alt": self.alt, "dark": dark}
        }


def _style(theme: str) -> Any:
    ink, paper = INK[theme], PAPER[theme]
    return {
        "figure.facecolor": paper,
        "savefig.facecolor": paper,
        "axes.facecolor": paper,
        "axes.edgecolor": ink,
        "axes.labelcolor": ink,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "text.color": ink,
        "xtick.color": ink,
        "ytick.color": ink,
        "grid.color": ink,
        "grid.alpha": 0.15,
        "font.size": 11,
        "legend.frameon": False,
    }
