"""Sentences on their way through a real model, recorded ones and the reader's: where words lean,
where heads look.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank.experiments.probing import follow, followed, unpack
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import (
    Flag,
    Index,
    List,
    Number,
    Packed,
    Table,
    Text,
    Trait,
    Whole,
)
from whichbank.figures.layers import _asking
from whichbank.plots import Picture, curves

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

N_LAYERS, N_HEADS = 6, 12


def _recorded(name: str) -> Callable[[], list[Any]]:
    return lambda: followed()[name]


def _one_a_name(paths: list[Any], names: list[list[str]]) -> list[Any]:
    if (got := list(map(len, paths))) != (want := list(map(len, names))):
        raise ValueError(f"must have one path for each of names, {want}; got {got}")
    return paths


def _words(pieces: Sequence[str]) -> int:
    """Count the words: each begins with a piece that has no ##; the marks at both ends are none."""
    return sum(not piece.startswith("##") for piece in pieces[1:-1])


def _one_a_word(pulls: list[Any], pieces: list[list[str]]) -> list[Any]:
    if (got := list(map(len, pulls))) != (want := list(map(_words, pieces))):
        raise ValueError(f"must have one row for each word of pieces, {want}; got {got}")
    return pulls


def _in_names_and_pieces(
    focus: list[Any], names: list[list[str]], pieces: list[list[str]]
) -> list[Any]:
    for pairs, some, cut in zip(focus, names, pieces, strict=True):
        for name, piece in pairs:
            if not (0 <= name < len(some) and 0 <= piece < len(cut)):
                raise ValueError(
                    f"must point into {len(some)} names and {len(cut)} pieces; got {name}, {piece}"
                )
    return focus


class ModelLayers(Figure):
    """Words on their way through the layers of a real model: how each leans, what pulls it, where
    one head looks.

    A word's lean is its cosine to the first meaning minus its cosine to the second; what pulls it
    is found by covering the other words, one at a time. Without arguments the figure shows
    ``probing.SENTENCES``, as recorded. Use ``of`` to make it from a model: the constructor takes
    what ``probing.follow`` returns. Then the figure also reads other sentences, and compares a word
    in them with itself beside examples of two senses. A page of the site does that with 8 bits for
    each of the model's weights, which it loads when the reader asks.

    Parameters
    ----------
    sentences : sequence of str, optional
        The sentences to choose from.
    axes : sequence of (str, str), optional
        For each sentence, the two meanings.
    pieces : sequence of sequence of str, optional
        For each sentence, its T pieces.
    names : sequence of sequence of str, optional
        For each sentence, the N words whose leans are drawn.
    paths : sequence of array, shape (N, 7, 2), optional
        For each sentence, the cosines of these words to both meanings after layer 0, 1, …, 6.
    focus : sequence of sequence of (int, int), optional
        For each sentence, the words with two meanings: each as its number in names and in pieces.
    pulls : sequence of array, shape (W, 7), optional
        For each sentence, what each of its W words does to the lean of the first word with two
        meanings.
    weights : sequence of str, optional
        For each sentence, the attention weights, shape (6, 12, T, T), as ``pack`` writes them.
    sentence : int, default 0
        The sentence that is shown.
    layer : int, default 1
        The layer that is shown, 0 to 6.
    head : int, default 1
        The head of that layer, 1 to 12.
    piece : int, default -1
        Which piece looks at the others; -1, or one that is not there, is the first word with two
        meanings.
    asking : bool, default False
        Whether the reader's own sentences are shown.
    own : sequence of str, optional
        Two sentences of the reader's; the second may be empty.
    word : str, optional
        The word in them that is asked about; if the first sentence lacks it, the longest, of both
        if it can be.
    senses : sequence of str, optional
        Examples of each of two senses, with commas between them: words, or sentences with the word.
    files : str, optional
        Where the model is: an address on a page, "kernel" where Python has it, nothing where
        neither has.
    megabytes : float, optional
        How much a page loads.
    answer : dict, optional
        What Python answers, as ``_asking.answer`` tells.
    """

    later = ("weights",)

    sentences = List(Text(), _recorded("sentences"), least=1)
    axes = List(List(Text(), length=2), _recorded("axes"), length="sentences")
    pieces = List(List(Text(), least=1), _recorded("pieces"), length="sentences")
    names = List(List(Text(), least=1), _recorded("names"), length="sentences")
    paths = List(
        Table((None, N_LAYERS + 1, 2)), _recorded("paths"), length="sentences", check=_one_a_name
    )
    focus = List(
        List(List(Whole(), length=2), least=1),
        _recorded("focus"),
        length="sentences",
        check=_in_names_and_pieces,
    )
    pulls = List(
        Table((None, N_LAYERS + 1)), _recorded("pulls"), length="sentences", check=_one_a_word
    )
    weights = Packed(
        lambda pieces: [(N_LAYERS, N_HEADS, len(some), len(some)) for some in pieces],
        _recorded("weights"),
        length="sentences",
    )
    sentence = Index("sentences")
    layer = Whole(1, low=0, high=N_LAYERS)
    head = Whole(1, low=1, high=N_HEADS)
    piece = Whole(-1, low=-1)
    asking = Flag(False)
    own = List(Text(), ("she sat on the bank and fished", "she sat on the bank's board"), length=2)
    word = Text("bank")
    senses = List(Text(), ("river, shore, stream", "money, loan, cash"), length=2)
    files = Text("")
    megabytes = Number(0, low=0)
    answer = Trait(None)

    _model: "MiniLM | None" = None

    @classmethod
    def of(
        cls,
        model: "MiniLM",
        sentences: Sequence[str],
        vectors: Mapping[str, np.ndarray] | None = None,
        **state: Any,
    ) -> "ModelLayers":
        """Follow sentences through a model, as ``probing.follow`` does; ``state`` is where the
        figure starts.

        Raises
        ------
        ValueError
            If a sentence has none of the words of ``probing.MEANINGS``.
        """
        figure = cls(**follow(model, sentences, vectors), files="kernel", **state)
        figure.use(model)
        return figure

    def use(self, model: "MiniLM") -> None:
        """Let a model answer from now on."""
        self._model = model
        self.observe(self._ask, ["asking", "own", "word", "senses"])
        self._ask()

    def _ask(self, change: Any = None) -> None:
        if self.asking and self._model is not None:
            self.answer = _asking.answer(self._model, self.own, self.word, self.senses)

    @property
    def shown(self) -> dict[str, Any]:
        """The sentence that is shown, as ``_asking.answer`` has it: the reader's, or a recorded
        one.
        """
        if self.asking and self.answer is not None:
            found = [_asking.examples(text) for text in self.senses]
            axes = [some[0] if some else f"sense {i + 1}" for i, some in enumerate(found)]
            lists = {name: self.answer[name] or [] for name in ("names", "path", "focus")}
            return self.answer | lists | {"axes": axes}
        parts = {
            "axes": self.axes,
            "pieces": self.pieces,
            "names": self.names,
            "path": self.paths,
            "focus": self.focus,
        }
        recorded = {
            name: part[self.sentence] for name, part in (parts | {"weights": self.weights}).items()
        }
        return recorded | {"pulls": [self.pulls[self.sentence]]}

    @property
    def leans(self) -> dict[str, float]:
        """For each word with two meanings, its cosine to the first meaning minus its cosine to the
        second.
        """
        shown = self.shown
        paths = {
            shown["names"][name]: shown["path"][name][self.layer] for name, _ in shown["focus"]
        }
        return {name: float(first - second) for name, (first, second) in paths.items()}

    @property
    def attention(self) -> np.ndarray | None:
        """The shown head's weights, shape (T, T), each off by 1/510 at most; None at layer 0, which
        has no heads.
        """
        if self.layer == 0:
            return None
        n = len(self.shown["pieces"])
        return unpack(self.shown["weights"], (N_LAYERS, N_HEADS, n, n))[
            self.layer - 1, self.head - 1
        ]

    def still(self) -> Picture:
        """Return the leans, layer by layer."""
        shown = self.shown
        leans = [np.subtract(*np.transpose(path)) for path in shown["path"]]
        lines = dict(zip(shown["names"], leans, strict=True))
        first, second = shown["axes"]
        return curves(
            range(N_LAYERS + 1), lines, labels=("layer", f"lean: {first} above 0, {second} below")
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the leans of all sentences, layer by layer."""
        rows = []
        for sentence, names, path, focus in zip(
            self.sentences, self.names, self.paths, self.focus, strict=True
        ):
            for name, _ in focus:
                rows.append(
                    [f"{names[name]} in “{sentence}”", *(float(x - y) for x, y in path[name])]
                )
        heads = ["word", *(f"layer {layer}" for layer in range(N_LAYERS + 1))]
        return "Cosine to the first meaning minus cosine to the second", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"own={self.own}" if self.asking else f"sentence={self.sentences[self.sentence]!r}"
        yield f"layer={self.layer}"
        yield f"head={self.head}"
        yield f"leans={ {name: round(value, 2) + 0.0 for name, value in self.leans.items()} }".replace(
            "{ ", "{"
        )
