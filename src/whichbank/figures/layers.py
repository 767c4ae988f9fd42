"""Sentences on their way through a real model: words on the plane of two meanings, and the heads of each layer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets as t

from whichbank.experiments.probing import MEANINGS, cosine, meaning_vectors, pack, unpack
from whichbank.figures.base import Figure
from whichbank.plots import Picture, plane

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

N_LAYERS, N_HEADS = 6, 12
_SMALL = frozenset(("a", "an", "and", "can", "have", "i", "just", "like", "she", "than", "the", "was", "while"))
"""Words that are left off the plane."""


class ModelLayers(Figure):
    """A slider goes through the layers of a real model; words move on a plane, a heatmap shows one attention head.

    A word's place on the plane is its cosine to the first meaning and its cosine to the second. Use ``of`` to make the
    figure from a model: the constructor takes what ``of`` has measured.

    Parameters
    ----------
    sentences : sequence of str
        The sentences to choose from.
    axes : sequence of (str, str)
        For each sentence, the two meanings.
    pieces : sequence of sequence of str
        For each sentence, its T pieces.
    names : sequence of sequence of str
        For each sentence, the W words on the plane.
    paths : sequence of array, shape (W, 7, 2)
        For each sentence, the places of these words after layer 0, 1, …, 6.
    focus : sequence of sequence of (int, int)
        For each sentence, the words with two meanings: each as its number in names and in pieces.
    weights : sequence of str
        For each sentence, the attention weights, shape (6, 12, T, T), as ``pack`` writes them.
    sentence : int, default 0
        The sentence that is shown.
    layer : int, default 0
        The layer that is shown, 0 to 6.
    head : int, default 1
        The head of that layer, 1 to 12.
    view : {"plane", "head"}, default "plane"
        What is drawn: the words on the plane, or the heatmap of the head.

    Raises
    ------
    traitlets.TraitError
        If lengths or shapes do not match, or a number is out of its range.
    """

    later = ("weights",)

    sentences = t.List(t.Unicode(), minlen=1).tag(sync=True)
    axes = t.List(t.List(t.Unicode(), minlen=2, maxlen=2)).tag(sync=True)
    pieces = t.List(t.List(t.Unicode(), minlen=1)).tag(sync=True)
    names = t.List(t.List(t.Unicode(), minlen=1)).tag(sync=True)
    paths = t.List().tag(sync=True)
    focus = t.List(t.List(t.List(t.Int(), minlen=2, maxlen=2), minlen=1)).tag(sync=True)
    weights = t.List(t.Unicode()).tag(sync=True)
    sentence = t.Int(0).tag(sync=True)
    layer = t.Int(0, min=0, max=N_LAYERS).tag(sync=True)
    head = t.Int(1, min=1, max=N_HEADS).tag(sync=True)
    view = t.Enum(("plane", "head"), default_value="plane").tag(sync=True)

    def __init__(
        self,
        sentences: Sequence[str],
        axes: Sequence[Sequence[str]],
        pieces: Sequence[Sequence[str]],
        names: Sequence[Sequence[str]],
        paths: Sequence[Any],
        focus: Sequence[Sequence[Sequence[int]]],
        weights: Sequence[str],
        sentence: int = 0,
        layer: int = 0,
        head: int = 1,
        view: str = "plane",
    ) -> None:
        given = {"axes": axes, "pieces": pieces, "names": names, "paths": paths, "focus": focus, "weights": weights}
        for name, values in given.items():
            if len(values) != len(sentences):
                raise t.TraitError(f"{name} must have one entry a sentence, {len(sentences)}; got {len(values)}")
        listed = {
            "axes": [list(pair) for pair in axes],
            "pieces": [list(some) for some in pieces],
            "names": [list(some) for some in names],
            "paths": [_path(path, len(some)) for path, some in zip(paths, names, strict=True)],
            "focus": [_places(*row) for row in zip(focus, names, pieces, strict=True)],
            "weights": [_packed(text, len(some)) for text, some in zip(weights, pieces, strict=True)],
        }
        super().__init__(sentences=list(sentences), **listed, sentence=sentence, layer=layer, head=head, view=view)

    @classmethod
    def of(
        cls,
        model: "MiniLM",
        sentences: Sequence[str],
        vectors: Mapping[str, np.ndarray] | None = None,
        **state: Any,
    ) -> "ModelLayers":
        """Follow sentences through a model; each has one of the words of ``probing.MEANINGS`` in it.

        Parameters
        ----------
        model : MiniLM
            The model.
        sentences : sequence of str
            The sentences.
        vectors : mapping of str to array, optional
            For a word, its vectors from ``probing.meaning_vectors``, where they have been computed already.
        **state
            Where the figure starts: sentence, layer, head, view.

        Returns
        -------
        ModelLayers
            The figure.

        Raises
        ------
        ValueError
            If a sentence has none of the words.
        """
        means = {word: found.mean(axis=0) for word, found in (vectors or {}).items()}  # (2, 7, D) each
        found = [_follow(model, sentence, means) for sentence in sentences]
        return cls(sentences, *zip(*found, strict=True), **state)

    @property
    def places(self) -> dict[str, np.ndarray]:
        """The words on the plane and their places after the shown layer, each of shape (2,)."""
        path = np.array(self.paths[self.sentence])
        return dict(zip(self.names[self.sentence], path[:, self.layer], strict=True))

    @property
    def leans(self) -> dict[str, float]:
        """For each word with two meanings, its cosine to the first meaning minus its cosine to the second."""
        places = self.places
        names = [self.names[self.sentence][name] for name, _ in self.focus[self.sentence]]
        return {name: float(places[name][0] - places[name][1]) for name in names}

    @property
    def attention(self) -> np.ndarray | None:
        """The shown head's weights, shape (T, T), each off by 1/510 at most; None at layer 0, which has no heads."""
        if self.layer == 0:
            return None
        n = len(self.pieces[self.sentence])
        return unpack(self.weights[self.sentence], (N_LAYERS, N_HEADS, n, n))[self.layer - 1, self.head - 1]

    def still(self) -> Picture:
        """Return the plane after the shown layer."""
        return plane(self.places, axes=tuple(self.axes[self.sentence]))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the leans of all sentences, layer by layer."""
        rows = []
        for sentence, names, path, focus in zip(self.sentences, self.names, self.paths, self.focus, strict=True):
            for name, _ in focus:
                rows.append([f"{names[name]} in “{sentence}”", *(float(x - y) for x, y in path[name])])
        heads = ["word", *(f"layer {layer}" for layer in range(N_LAYERS + 1))]
        return "Cosine to the first meaning minus cosine to the second", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"sentence={self.sentences[self.sentence]!r}"
        yield f"layer={self.layer}"
        yield f"head={self.head}"
        yield f"leans={ {name: round(value, 2) + 0.0 for name, value in self.leans.items()} }".replace("{ ", "{")

    @t.validate("sentence")
    def _check_sentence(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.sentences):
            raise t.TraitError(f"sentence must be between 0 and {len(self.sentences) - 1}; got {proposal['value']}")
        return proposal["value"]


def _follow(model: "MiniLM", sentence: str, means: dict[str, np.ndarray]) -> tuple[Any, ...]:
    """Return axes, pieces, names, paths, focus and packed weights of one sentence."""
    layers = model.layers(sentence)
    word = next((word for word in MEANINGS if word in layers.words), None)
    if word is None:
        raise ValueError(f"a sentence must have one of {', '.join(MEANINGS)} in it; got {sentence!r}")
    if word not in means:
        means[word] = meaning_vectors(model, word).mean(axis=0)  # (2, 7, D)
    names, paths, focus, seen = [], [], [], dict.fromkeys(layers.words, 0)
    for at, one in enumerate(layers.words):
        nth, seen[one] = seen[one], seen[one] + 1
        if not one[0].isalnum() or one in _SMALL:
            continue
        if one == word:
            focus.append((len(names), layers.word_of.index(at)))
        vectors = layers.word(one, nth)
        names.append(one if nth == 0 else f"{one} ({nth + 1})")
        paths.append(np.stack([cosine(vectors, mean) for mean in means[word]], axis=-1))
    return MEANINGS[word], layers.pieces, names, np.round(paths, 3), focus, pack(layers.weights)


def _path(path: Any, n: int) -> list[list[list[float]]]:
    numbers = np.asarray(path, dtype=float)
    if numbers.shape != (n, N_LAYERS + 1, 2) or not np.isfinite(numbers).all():
        raise t.TraitError(f"a path must be finite numbers of shape {(n, N_LAYERS + 1, 2)}; got shape {numbers.shape}")
    return numbers.tolist()


def _places(focus: Any, names: Sequence[str], pieces: Sequence[str]) -> list[list[int]]:
    for name, piece in focus:
        if not (0 <= name < len(names) and 0 <= piece < len(pieces)):
            raise t.TraitError(
                f"focus must point into {len(names)} names and {len(pieces)} pieces; got {name}, {piece}"
            )
    return [list(pair) for pair in focus]


def _packed(text: str, n: int) -> str:
    try:
        unpack(text, (N_LAYERS, N_HEADS, n, n))
    except ValueError as error:
        raise t.TraitError(f"weights: {error}") from None
    return text
