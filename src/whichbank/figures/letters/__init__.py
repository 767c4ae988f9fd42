"""Write with the letter model of chapter writer: a needle that falls on the bar of the next letter,
three futures, where the last letter looks, and new words.
"""

import base64
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whichbank.figures.kit.bundle import program
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Flag, Index, List, Number, Text, Trait, Whole
from whichbank.figures.nets.quantized import from_bytes, to_bytes
from whichbank.figures.nets.random import uniforms
from whichbank.plots import Picture, heatmap
from whichbank.sampling import next_token_probabilities

if TYPE_CHECKING:
    from whichbank.transformer import LanguageModel

LONGEST = 400
"""The longest text, in letters."""

SHOWN = 7
"""How many letters the figure offers, the likeliest first."""

BRANCHES, AHEAD = 3, 12
"""How many futures the figure shows, and how many letters of each after the first."""

FIRST = 3
"""Of the streams of random numbers, one a seed."""

NAMES = {" ": "space", "\n": "end of item"}

BITS = 9
"""Of a weight: with 8 the logits would be twice as far from the model's, with 10 a page would load
149 kB.
"""

SIZES = ("n_vocab", "d_model", "n_heads", "d_ff", "n_layers", "max_length")


@lru_cache(maxsize=2)
def names_of_heads(layers: int, heads: int) -> list[str]:
    """Return the names of the heads, from the first layer on."""
    return [f"layer {i + 1}, head {h + 1}" for i in range(layers) for h in range(heads)]


def filled(sizes: tuple[int, ...], weights: str) -> "LanguageModel":
    """Return the model with the weights that a figure holds."""
    import torch

    from whichbank.transformer import LanguageModel

    given: Any = dict(zip(SIZES, sizes, strict=True))
    model = LanguageModel(**given).eval()
    shapes = {name: tuple(x.shape) for name, x in model.state_dict().items()}
    flat: Any = [(1, *shape)[-2:] for shape in shapes.values()]
    tables = zip(shapes.items(), from_bytes(base64.b64decode(weights), flat, BITS), strict=True)
    model.load_state_dict({name: torch.from_numpy(x.reshape(shape)) for (name, shape), x in tables})
    return model


def weights_fit(weights: str, shapes: list[Any]) -> str:
    """Return the weights, if their tables have these shapes."""
    from_bytes(base64.b64decode(weights, validate=True), [(n, m) for _, n, m in shapes], BITS)
    return weights


def _of_letters(text: str, letters: str) -> str:
    if strange := sorted(set(text) - set(letters)):
        raise ValueError(f"must be of letters that the model knows; got {''.join(strange)!r}")
    if len(text) > LONGEST:
        raise ValueError(f"must have at most {LONGEST} letters; got {len(text)}")
    return text


class LetterWriter(Figure):
    """Write letter by letter with a language model: draw the next letter, or choose it.

    Use ``of`` to make the figure from a model.

    Parameters
    ----------
    letters : str
        The V letters that the model knows.
    sizes : sequence of int
        n_vocab, d_model, n_heads, d_ff, n_layers and max_length of the ``LanguageModel``.
    shapes : sequence of (str, int, int)
        The name, rows and columns of each of its tables.
    weights : str
        The tables, written by ``to_bytes``, as base64.
    beginnings : sequence of str
        Beginnings to choose from.
    words : str, optional
        The words that the model has read, in lower case, with a space between them. Others that it
        writes are new.
    engine : str, optional
        The program that computes on the page, in a worker.
    text : str, optional
        What is written so far, at most 400 letters; the first beginning. An empty text counts as
        the end of an item.
    begun : int, optional
        How many letters of it are the beginning.
    temperature : float, default 0.8
        Of the draw, 0 to 2.
    top_k : int, optional
        How many letters can be drawn; all without it.
    seed : int, default 0
        Decides on the draws, 0 to 9.
    head : int, default 0
        Which head is shown: those of the first layer, then those of the next.
    cached : bool, default True
        Whether the page keeps the keys and values of what it has read.
    """

    later = ("weights", "words", "engine")

    letters = Text()
    sizes = List(Whole(low=1), length=len(SIZES))
    shapes = List(List(Trait(), length=3))
    weights = Text(check=weights_fit)
    beginnings = List(Text(), least=1)
    words = Text("")
    engine = Text(lambda: program("nets/scribe.js"))
    text = Text(lambda beginnings: beginnings[0], check=_of_letters)
    begun = Whole(lambda text: len(text), low=0)
    temperature = Number(0.8, low=0, high=2)
    top_k = Whole(lambda letters: len(letters), low=1, high="letters")
    seed = Whole(0, low=0, high=9)
    head = Index(lambda sizes: sizes[2] * sizes[4])
    cached = Flag(True)

    @classmethod
    def of(
        cls,
        model: "LanguageModel",
        letters: str,
        beginnings: Sequence[str],
        words: Iterable[str] = (),
        **state: Any,
    ) -> Self:
        """Make the figure from a model, with 9 bits for each of its weights.

        Parameters
        ----------
        model : LanguageModel
            With GELU and a norm before each part, as is the default.
        letters : str
            What its tokens are.
        beginnings : sequence of str
            Beginnings to choose from.
        words : iterable of str, optional
            The words that it has read, in lower case.
        **state
            Where the figure starts.
        """
        block = model.decoder.blocks[0]
        d_ff, room = block.feed_forward.W_1.out_features, model.embedding.positions.shape[0]
        layers, heads = model.decoder.n_layers, block.attention.n_heads
        sizes = [len(letters), model.decoder.d_model, heads, d_ff, layers, room]
        tables = [x.detach().numpy() for x in model.state_dict().values()]
        weights = base64.b64encode(to_bytes((np.atleast_2d(x) for x in tables), BITS)).decode()
        shapes = [
            [name, *(1, *x.shape)[-2:]] for name, x in zip(model.state_dict(), tables, strict=True)
        ]
        return cls(
            letters, sizes, shapes, weights, list(beginnings), " ".join(sorted(words)), **state
        )

    @property
    def seen(self) -> str:
        """The letters that the model reads: all, or where they are too many, from half of its room
        up to all of it.

        When it has read as many as it has room for, it forgets the first half and goes on.
        """
        room = self.sizes[5]
        text = self.text or "\n"
        half = room // 2
        return (
            text
            if len(text) <= room
            else text[-(half + (len(text) - room - 1) % (room - half + 1)) :]
        )

    def _read(self) -> tuple[np.ndarray, np.ndarray]:
        return _reading(
            tuple(self.sizes), self.weights, tuple(self.letters.index(sign) for sign in self.seen)
        )

    @property
    def logits(self) -> np.ndarray:
        """The logits of the next letter, shape (V,), float64, by the model with 9 bits a weight."""
        return self._read()[0]

    @property
    def probabilities(self) -> np.ndarray:
        """The probabilities that the next letter is drawn with, shape (V,)."""
        return next_token_probabilities(self.logits, temperature=self.temperature, top_k=self.top_k)

    @property
    def needle(self) -> float:
        """Where the needle falls on the bar, from 0 to 1: the seed and the length of the text decide
        on it.
        """
        return float(uniforms(1000003 * (self.seed + FIRST) + len(self.text), 1)[0])

    @property
    def drawn(self) -> str:
        """The letter that is drawn next: the one that the needle points at."""
        return self.letters[pointed(self.probabilities, self.needle)]

    @property
    def likeliest(self) -> list[int]:
        """The places of the letters with the largest logits, the largest first."""
        return np.argsort(-self.logits, kind="stable")[:SHOWN].tolist()

    @property
    def looks(self) -> np.ndarray:
        """Where the last letter looks in the head that is shown, shape (S,), over the letters that
        the model reads.
        """
        return self._read()[1][self.head]

    @property
    def invented(self) -> list[tuple[int, int]]:
        """Where words begin and end that are new to the model and that it wrote, at least in part.

        Nothing is new where no words are given, and no word counts that the text's end may have cut
        off.
        """
        from whichbank.experiments.news import invented

        if not self.words:
            return []
        return [
            span
            for span in invented(self.text, frozenset(self.words.split()))[0]
            if span[1] > self.begun
        ]

    @property
    def branches(self) -> list[str]:
        """The letters at which the shown futures begin, the likeliest first: the one that is drawn, and
        the likeliest others.
        """
        first = self.letters.index(self.drawn)
        others = [i for i in self.likeliest if i != first][: BRANCHES - 1]
        order = np.argsort(-self.logits, kind="stable").tolist()
        return [self.letters[i] for i in sorted([first, *others], key=order.index)]

    @property
    def futures(self) -> list[str]:
        """How the text would go on after each of these letters, with the needles to come."""
        n = len(self.text)
        some = (type(self)(**(self.state() | {"text": self.text + one})) for one in self.branches)
        return [fig.write(AHEAD)[n:] for fig in some]

    def write(self, n: int) -> str:
        """Draw n letters, as far as there is room; return the text, and leave the figure as it
        is.
        """
        other = type(self)(**self.state())
        for _ in range(min(n, LONGEST - len(self.text))):
            other.text += other.drawn
        return other.text

    def still(self) -> Picture:
        """Return where the last letter looks in each head."""
        rows = names_of_heads(self.sizes[4], self.sizes[2])
        last = self.seen[-16:]
        looked = self._read()[1][:, -len(last) :]
        return heatmap(
            looked, rows, [name(sign) for sign in last], row_label="head", column_label="looks at"
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the likeliest next letters and their probabilities."""
        rows = [[name(self.letters[i]), float(self.probabilities[i])] for i in self.likeliest]
        return (
            f"The likeliest letters after “{self.text[-20:].strip()}”",
            ["next letter", "probability"],
            rows,
        )

    def _summary(self) -> Iterable[str]:
        yield f"text={self.text!r}"
        yield f"temperature={self.temperature:g}"
        yield f"top_k={self.top_k}"


@lru_cache(maxsize=32)
def _reading(
    sizes: tuple[int, ...], weights: str, ids: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    import torch

    model = filled(sizes, weights)
    with torch.no_grad():
        some = torch.tensor([ids])
        looks = torch.cat([x[0, :, -1] for x in model.trace(some).weights])
        return model(some)[0, -1].double().numpy(), looks.numpy()


def pointed(probabilities: np.ndarray, at: float) -> int:
    """Return at which token a needle points, on a bar of total 1 along which the probabilities lie, the
    largest first.

    Examples
    --------
    >>> [pointed(np.array([0.2, 0.7, 0.1]), at) for at in (0.69, 0.71, 0.95)]
    [1, 0, 2]
    """
    order = np.argsort(-probabilities, kind="stable")
    order = order[probabilities[order] > 0]
    place = np.searchsorted(np.cumsum(probabilities[order]), at, side="right")
    return int(order[min(int(place), len(order) - 1)])


def name(letter: str) -> str:
    """Return the name of a letter: itself, or a word for what cannot be seen."""
    return NAMES.get(letter, letter)


def entropy(weights: np.ndarray) -> float:
    """Return the entropy of weights in nats: 0 where one weight has everything, ln n where n are
    equal.

    Examples
    --------
    >>> round(entropy(np.array([0.5, 0.5, 0.0])), 3)
    0.693
    """
    positive = weights[weights > 0]
    return float(-(positive * np.log(positive)).sum()) + 0.0
