"""A matplotlib picture that carries its description, and a version for dark pages."""

import base64
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

INKS = {
    "light": {
        "ink": "#1f1d1a",
        "paper": "#fbf8f1",
        "panel": "#f5f0e5",
        "soft": "#635d53",
        "gold": "#7e5300",
        "gold-pale": "#936300",
        "teal": "#005f5c",
        "teal-pale": "#177a74",
        "plum": "#763a74",
        "moss": "#556b1f",
        "slate": "#3f6390",
        "rust": "#9a4b22",
        "rose": "#a33f62",
        "stone": "#5c626a",
    },
    "dark": {
        "ink": "#ebe6da",
        "paper": "#0f1418",
        "panel": "#192026",
        "soft": "#a9a79d",
        "gold": "#e0aa3e",
        "gold-pale": "#f1d08c",
        "teal": "#3fbfb1",
        "teal-pale": "#98e0d5",
        "plum": "#d59ad2",
        "moss": "#aec768",
        "slate": "#8db4e2",
        "rust": "#e8976f",
        "rose": "#f193ab",
        "stone": "#b0b6bd",
    },
}
"""The course's inks, as ``figures/kit/kit.css`` has them: gold is money and the company, teal the
river and the fruit.
"""
INK = {theme: inks["ink"] for theme, inks in INKS.items()}
PAPER = {theme: inks["paper"] for theme, inks in INKS.items()}
WORD_COLORS = {
    theme: tuple(inks[name] for name in ("gold", "ink", "gold-pale", "teal", "teal-pale", "stone"))
    for theme, inks in INKS.items()
}
"""One color a word, see ``styles``."""
LINE_COLORS = {
    theme: tuple(inks[name] for name in ("slate", "rust", "moss", "plum", "rose", "stone"))
    for theme, inks in INKS.items()
}
"""One color a curve, or whatever else is only told apart and no word."""
MARKERS = ("o", "s", "^", "D", "v", "P")
"""One marker a word, so that color is never alone."""
COURSE_WORDS = ("money", "bank", "grows", "river", "flows")
"""Words that have the same color and marker in every picture: those of their place here."""
KIN = {"debt": 5, "phone": 0, "apple": 1, "fruit": 3, "orange": 3}
"""Words that stand for the same two meanings: the number that each has where it is free."""


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

    A word of the course always has the same number, its kin that of the same meaning, any other its
    position; or the next free number.

    Examples
    --------
    >>> styles(["river", "bank", "flows"])
    [3, 1, 4]
    >>> styles(["bank", "debt", "apple"])
    [1, 5, 2]
    """
    words = [word_of(label) for label in labels]
    numbers = {word: COURSE_WORDS.index(word) for word in words if word in COURSE_WORDS}
    for i, word in enumerate(words):
        if word not in numbers:
            turn = [(KIN.get(word, i) + step) % len(MARKERS) for step in range(len(MARKERS))]
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
        """Return the picture as PNG bytes: dark ink on light paper, or with theme="dark" light ink
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
