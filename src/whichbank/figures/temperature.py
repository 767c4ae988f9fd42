"""The next letter at a temperature: the weights it is drawn with, and what a model writes at that setting."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np

from whichbank.figures._traits import Choice, Index, List, Number, Table, Text, Whole
from whichbank.figures.base import Figure
from whichbank.plots import Picture, heatmap
from whichbank.sampling import next_token_probabilities

SHOWN = 10
"""How many letters the figure shows, the likeliest first."""

NAMES = {" ": "space", "\n": "end of item"}


def _up_to_all(top_ks: list[int], tokens: list[str]) -> list[int]:
    if top_ks[-1] != len(tokens):
        raise ValueError(f"must end with all {len(tokens)} letters; got {top_ks}")
    return top_ks


def _settings(temperatures: list[float], top_ks: list[int]) -> int:
    return len(temperatures) * len(top_ks)


class Temperature(Figure):
    """Sliders for temperature and top-k: the likeliest next letters, and the text that a model writes with them.

    Parameters
    ----------
    beginnings : sequence of str, length B
        The beginnings of the texts.
    tokens : sequence of str, length V
        The letters.
    scores : array, shape (B, V)
        The scores of the letter after each beginning.
    temperatures : sequence of float, length N
        The stops of the first slider; rising, not negative.
    top_ks : sequence of int, length M
        The stops of the second slider; rising. The last is V, all letters.
    texts : sequence of B sequences of N · M str
        What was written from each beginning: the first temperature with every top_k, then the next.
    invented : sequence of B sequences of N · M sequences of int
        Where invented words begin and end in each text, one pair after the other.
    beginning : int, default 0
        Which beginning is shown.
    temperature : float, optional
        The temperature that is set; 1, or the last stop.
    top_k : int, optional
        How many letters can be drawn; all without it.

    Examples
    --------
    >>> fig = Temperature(["a"], ["b", "c"], [[2.0, 1.0]], [0, 1], [1, 2], [["abb", "abb", "abb", "abc"]], [[[]] * 4])
    >>> fig
    Temperature(beginning='a', temperature=1, top_k=2)
    >>> fig.text, fig.weights.round(2)
    ('abc', array([0.73, 0.27]))
    """

    beginnings = List(Text(), least=1)
    tokens = List(Text(), least=2)
    scores = Table(("beginnings", "tokens"))
    temperatures = List(Number(low=0), least=2, rising=True)
    top_ks = List(Whole(low=1), least=2, rising=True, check=_up_to_all)
    texts = List(List(Text(), length=_settings), length="beginnings")
    invented = List(List(List(Whole(low=0)), length=_settings), length="beginnings")
    beginning = Index("beginnings")
    temperature = Choice("temperatures", lambda temperatures: 1.0 if 1.0 in temperatures else temperatures[-1])
    top_k = Choice("top_ks", lambda top_ks: top_ks[-1])

    @classmethod
    def of(
        cls, model: Any, beginnings: Sequence[str], temperatures: Sequence[float], top_ks: Sequence[int], **traits: Any
    ) -> Self:
        """Let a model write from every beginning at every setting, and make the figure of it.

        Parameters
        ----------
        model : LanguageModel
            From ``whichbank.experiments.writer``.
        beginnings, temperatures, top_ks
            As in the class.
        **traits
            Other traits by name.
        """
        from whichbank.experiments.news import invented, printed
        from whichbank.experiments.writer import write_on

        written = [write_on(model, beginning, temperatures, top_ks) for beginning in beginnings]
        texts = [texts for _, texts in written]
        places = [[np.ravel(invented(text)[0]).astype(int) for text in some] for some in texts]
        scores = np.array([scores for scores, _ in written]).round(3)
        return cls(beginnings, list(printed().letters), scores, temperatures, top_ks, texts, places, **traits)

    @property
    def setting(self) -> int:
        """The place of the setting among the texts of a beginning."""
        return self.temperatures.index(self.temperature) * len(self.top_ks) + self.top_ks.index(self.top_k)

    @property
    def text(self) -> str:
        """What was written at this setting, with its beginning."""
        return self.texts[self.beginning][self.setting]

    @property
    def weights(self) -> np.ndarray:
        """The share of each letter, shape (V,), by ``next_token_probabilities``."""
        scores = np.array(self.scores[self.beginning])
        return next_token_probabilities(scores, temperature=self.temperature, top_k=self.top_k)

    @property
    def likeliest(self) -> list[int]:
        """The places of the letters with the largest scores, the largest first."""
        scores = -np.array(self.scores[self.beginning])
        return np.argsort(scores, kind="stable")[:SHOWN].tolist()

    def still(self) -> Picture:
        """Return the shares of the likeliest letters at every temperature."""
        scores = np.array(self.scores[self.beginning])
        rows = [
            next_token_probabilities(scores, temperature=x, top_k=self.top_k)[self.likeliest] for x in self.temperatures
        ]
        letters = [name(self.tokens[i]) for i in self.likeliest]
        labels: Any = {
            "row_label": "temperature",
            "column_label": f"next letter after {self.beginnings[self.beginning]!r}",
        }
        return heatmap(rows, [f"{x:g}" for x in self.temperatures], letters, limits=(0, 1), **labels)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the text at each temperature."""
        at = self.top_ks.index(self.top_k)
        texts = self.texts[self.beginning][at :: len(self.top_ks)]
        rows = [[f"{x:g}", " ".join(text.split())] for x, text in zip(self.temperatures, texts, strict=True)]
        return f"What the model writes with its {self.top_k} likeliest letters", ["temperature", "text"], rows

    def _summary(self) -> Iterable[str]:
        yield f"beginning={self.beginnings[self.beginning]!r}"
        yield f"temperature={self.temperature:g}"
        yield f"top_k={self.top_k}"


def name(token: str) -> str:
    """Return the name of a letter: itself, or a word for what cannot be seen."""
    return NAMES.get(token, token)


def entropy(weights: np.ndarray) -> float:
    """Return the entropy of weights in nats: 0 where one weight has everything, ln n where n are equal.

    Examples
    --------
    >>> round(entropy(np.array([0.5, 0.5, 0.0])), 3)
    0.693
    """
    positive = weights[weights > 0]
    return float(-(positive * np.log(positive)).sum()) + 0.0
