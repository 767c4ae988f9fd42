"""The loom: each piece of a sentence is a thread that rises through the layers of a real model."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank.experiments.erasing import ends_of
from whichbank.experiments.probing import pack, unpack
from whichbank.experiments.weaving import weave, woven
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
from whichbank.figures.loom import _asking
from whichbank.plots import Picture, curves

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

N_LAYERS, N_HEADS = 6, 12
ERASED = 253
"""What becomes of a piece with each head erased in turn: see ``erasing.in_a_row``."""
LITTLE = 1e-6
"""What a word counts that does not lean, where a head is chosen."""


def _recorded(name: str) -> Callable[[], list[Any]]:
    return lambda: woven()[name]


def _mean_looks(pieces: list[list[str]], weights: list[str]) -> list[str]:
    return [
        pack(unpack(one, (N_LAYERS, N_HEADS, len(some), len(some))).mean(axis=1))
        for some, one in zip(pieces, weights, strict=True)
    ]


def _one_a_piece(rows: list[Any], pieces: list[list[str]]) -> list[Any]:
    if (got := list(map(len, rows))) != (want := list(map(len, pieces))):
        raise ValueError(f"must have one row for each of pieces, {want}; got {got}")
    return rows


def _one_an_inner_piece(covered_leans: list[Any], pieces: list[list[str]]) -> list[Any]:
    got = [np.shape(one)[:2] for one in covered_leans]
    if got != (want := [(len(some) - 2, len(some)) for some in pieces]):
        raise ValueError(f"must have a row for each inner piece and each piece, {want}; got {got}")
    return covered_leans


def _one_a_subject(erased: list[Any], pieces: list[list[str]], subjects: list[str]) -> list[Any]:
    if (got := list(map(len, erased))) != (
        want := [some.count(word) for some, word in zip(pieces, subjects, strict=True)]
    ):
        raise ValueError(f"must have one row for each place of the word, {want}; got {got}")
    return erased


def _in_the_model(silent: list[list[int]]) -> list[list[int]]:
    for layer, head in silent:
        if layer > N_LAYERS or head > N_HEADS:
            raise ValueError(
                f"must hold layers up to {N_LAYERS} and heads up to {N_HEADS}; got {layer}, {head}"
            )
    return sorted(silent)


def is_mark(piece: str) -> bool:
    """Whether a piece is no word: a mark of the model at both ends, or punctuation."""
    return re.fullmatch(r"\[.*\]|\W", piece) is not None


def _squares(pieces: list[list[str]]) -> list[tuple[int, ...]]:
    return [(N_LAYERS, len(some), len(some)) for some in pieces]


class Loom(Figure):
    """Sentences on a loom: threads rise through the layers of a real model, and ribbons run into a
    thread from the words that it takes from.

    A thread's color and sway are its lean to one of two meanings, a ribbon's width is what arrives,
    or the attention weight. Without arguments the figure shows ``weaving.SENTENCES``, as recorded;
    ``of`` makes it from a model, and ``Loom(sentence="a sentence of your own")`` asks the real one.
    A page of the site does that with 8 bits for each of the model's weights, which it loads when
    the reader asks.

    Parameters
    ----------
    sentences : sequence of str, optional
        The sentences to choose from.
    subjects : sequence of str, optional
        For each sentence, the word whose two meanings give the lean.
    axes : sequence of (str, str), optional
        For each sentence, the two meanings.
    pieces : sequence of sequence of str, optional
        For each sentence, its T pieces.
    leans : sequence of array, shape (T, 7), optional
        For each sentence, each piece's cosine to the first meaning minus that to the second, after
        layer 0, 1, …, 6.
    weights : sequence of str, optional
        For each sentence, the attention weights, shape (6, 12, T, T), as ``pack`` writes them.
    looks : sequence of str, optional
        The same, the mean over the heads, shape (6, T, T).
    gifts : sequence of str, optional
        For each sentence, which share of what arrives at a piece comes from which, shape (6, T, T),
        packed: see ``weaving.gifts``.
    added : sequence of array, shape (T, 6, 9), optional
        For each sentence, what each layer does to each piece: see ``weaving.added``.
    covered_leans : sequence of array, shape (T - 2, T, 7), optional
        For each sentence, the leans where the word of the second piece, the third, … the last but
        one is covered by [MASK].
    covered : sequence of str, optional
        The gifts there, shape (T - 2, 6, T, T), packed.
    erased : sequence of array, shape (n, 253), optional
        For each sentence, the leans of its word, at each of its n places, with each head erased in
        turn: see ``erasing.in_a_row``.
    sentence : int or str, default 0
        The sentence that is shown, or one of the reader's own.
    front : float, default 6
        How far the threads have risen, in layers, 0 to 6.
    piece : int, default -1
        The piece whose ribbons are drawn; -1, or one that is not there, is the word with two
        meanings, wherever it is.
    weighs : bool, default False
        Whether ribbons are as wide as attention weights, not as what arrives.
    layer : int, default 0
        The layer that is opened, 1 to 6; 0 is none.
    head : int, default 0
        The head of the opened layer that is shown alone, 1 to 12; 0 is the one that looks most at
        words that end up leaning.
    twelve : bool, default False
        Whether all heads of the opened layer are shown at once, unless one is named.
    inner : float, default 0
        How far the head that is shown alone is worked out, in steps, 0 to 5: products, ÷ √d,
        softmax, shares of the values, their sum. 0 is not at all.
    without : int, default 0
        The piece whose word is taken out; 0 is none.
    beside : bool, default False
        Whether the sentence that differs least, of those with the same word and meanings, stands
        beside it.
    plain : bool, default False
        Whether all buttons but one are folded away, as on a cover.
    asking : bool, default False
        Whether the model is asked: it then computes whatever is shown.
    own : str, optional
        A sentence of the reader's, in the place of the one that is shown.
    word : str, optional
        The word whose two senses give the lean: see ``_asking.chosen``.
    senses : sequence of str, optional
        Examples of each, with commas between them; nothing for those of the course.
    silent : sequence of (int, int), optional
        Heads that are erased, layer and head, from 1: they hand over their mean over texts. One of
        a recorded sentence is the one that is shown alone.
    files : str, optional
        Where the model is: an address on a page, "kernel" where Python has it.
    megabytes : float, optional
        How much a page loads.
    answer : dict, optional
        What Python answers, as ``_asking.answer`` tells.
    """

    later = ("gifts", "weights", "looks", "added", "covered_leans", "covered", "erased")

    sentences = List(Text(), _recorded("sentences"), least=1)
    subjects = List(Text(), _recorded("subjects"), length="sentences")
    axes = List(List(Text(), length=2), _recorded("axes"), length="sentences")
    pieces = List(List(Text(), least=1), _recorded("pieces"), length="sentences")
    leans = List(
        Table((None, N_LAYERS + 1)), _recorded("leans"), length="sentences", check=_one_a_piece
    )
    weights = Packed(
        lambda pieces: [(N_LAYERS, N_HEADS, len(some), len(some)) for some in pieces],
        _recorded("weights"),
        length="sentences",
    )
    looks = Packed(_squares, _mean_looks, length="sentences")
    gifts = Packed(_squares, _recorded("gifts"), length="sentences")
    added = List(
        Table((None, N_LAYERS, 9)), _recorded("added"), length="sentences", check=_one_a_piece
    )
    covered_leans = List(
        Table((None, None, N_LAYERS + 1)),
        _recorded("covered_leans"),
        length="sentences",
        check=_one_an_inner_piece,
    )
    covered = Packed(
        lambda pieces: [(len(some) - 2, N_LAYERS, len(some), len(some)) for some in pieces],
        _recorded("covered"),
        length="sentences",
    )
    erased = List(
        Table((None, ERASED)), _recorded("erased"), length="sentences", check=_one_a_subject
    )
    sentence = Index("sentences")
    front = Number(N_LAYERS, low=0, high=N_LAYERS)
    piece = Whole(-1, low=-1)
    weighs = Flag(False)
    layer = Whole(0, low=0, high=N_LAYERS)
    head = Whole(0, low=0, high=N_HEADS)
    twelve = Flag(False)
    inner = Number(0, low=0, high=5)
    without = Whole(0, low=0)
    beside = Flag(False)
    plain = Flag(False)
    asking = Flag(False)
    own = Text("")
    word = Text("")
    senses = List(Text(), ("", ""), length=2)
    silent = List(List(Whole(low=1), length=2), (), check=_in_the_model)
    files = Text("kernel")
    megabytes = Number(0, low=0)
    answer = Trait(None)

    _model: "MiniLM | None" = None

    def __init__(self, *args: Any, **traits: Any) -> None:
        own = isinstance(traits.get("sentence"), str)
        if own:
            traits |= {"own": traits.pop("sentence"), "asking": True}
        super().__init__(*args, **traits)
        asks = ("sentence", "own", "word", "senses", "without", "silent", "layer", "head", "inner")
        self.observe(self._ask, ["asking", *asks])
        if own:
            self._ask()

    @classmethod
    def of(cls, model: "MiniLM", sentences: Sequence[str], **state: Any) -> "Loom":
        """Weave sentences by a model, as ``weaving.weave`` does; ``state`` is where the figure
        starts.
        """
        figure = cls(**weave(model, sentences), **state)
        figure._model = model
        return figure

    @property
    def question(self) -> tuple[Any, ...]:
        """What the model is asked: what ``_asking.answer`` takes."""
        inside = [self.layer, self.head] if self.inner and self.layer and self.head else None
        text = self.own or self.sentences[self.sentence]
        return text, self.word, self.senses, self.without, self.silent, inside

    def _ask(self, change: Any = None) -> None:
        if not self.asking:
            return
        if self._model is None:
            from whichbank.pretrained import load_minilm

            self._model = load_minilm()
        self.answer = _asking.answer(self._model, *self.question)

    @property
    def shown(self) -> dict[str, Any]:
        """The sentence that is shown: the text, pieces, axes, leans, (T, 7), and weights and gifts,
        packed; as it is recorded, or as the model answers.
        """
        if self.asking and self.answer is not None:
            found = self.answer
            none = [[0.0] * (N_LAYERS + 1)] * len(found["pieces"])
            return found | {"text": found["asked"][0], "leans": found["leans"] or none}
        names = ("sentences", "subjects", "pieces", "axes", "leans", "weights", "gifts")
        found = {name: getattr(self, name)[self.sentence] for name in names}
        return found | {"text": found["sentences"], "word": found["subjects"]}

    @property
    def asked(self) -> list[int]:
        """The pieces whose ribbons are drawn: the one that asks, or the word with two meanings."""
        some, word = self.shown["pieces"], self.shown["word"]
        if 0 <= self.piece < len(some):
            return [self.piece]
        if places := self.shown.get("places"):
            return places
        return [t for t, one in enumerate(some) if one == word] or [1]

    @property
    def partner(self) -> int | None:
        """The sentence that stands beside the one that is shown, if there is one."""
        mine = Counter(self.pieces[self.sentence])

        def apart(i: int) -> int:
            its = Counter(self.pieces[i])
            return (mine - its).total() + (its - mine).total()

        def meant(i: int) -> tuple[str, list[str]]:
            return self.subjects[i], list(self.axes[i])

        alike = [
            i
            for i in range(len(self.sentences))
            if i != self.sentence and meant(i) == meant(self.sentence)
        ]
        return min(alike, key=apart) if alike and self.beside and not self.own else None

    @property
    def telling(self) -> int:
        """The head of the opened layer in which the piece that asks looks most at words that
        end up leaning; 0 where no layer is opened.
        """
        if not self.layer:
            return 0
        pieces, t = self.shown["pieces"], self.asked[-1]
        shape = (N_LAYERS, N_HEADS, len(pieces), len(pieces))
        worth = np.abs(np.array(self.shown["leans"])[:, N_LAYERS]) + LITTLE
        worth[[s for s, one in enumerate(pieces) if s == t or is_mark(one)]] = 0
        return (
            int((unpack(self.shown["weights"], shape)[self.layer - 1, :, t] @ worth).argmax()) + 1
        )

    @property
    def erasing(self) -> bool:
        """Whether the head that is shown alone is erased."""
        here = [self.layer, self.head]
        alone = here in self.silent if self.asking else self.silent == [here]
        return alone and self.layer > 0 and not self.inner

    @property
    def ends(self) -> np.ndarray | None:
        """The leans of the piece that asks after the last layer, with each head erased in turn, (72,);
        None where no head is erased, or others are, too.
        """
        if not self.erasing or len(self.silent) > 1:
            return None
        t = self.asked[-1]
        if self.asking and self.answer is not None:
            return np.array(self.answer["others"][t])
        return ends_of(self.erased[self.sentence][self._places().index(t)])

    def _places(self) -> list[int]:
        pieces, word = self.pieces[self.sentence], self.subjects[self.sentence]
        return [t for t, one in enumerate(pieces) if one == word]

    @property
    def ribbons(self) -> np.ndarray:
        """How wide the ribbons are, as shares, shape (6, T, T): into each piece from each."""
        shown = self.shown
        n = len(shown["pieces"])
        if self.taken and not self.asking:
            shape = (n - 2, N_LAYERS, n, n)
            return unpack(self.covered[self.sentence], shape)[self.taken - 1]
        if self.weighs:
            return unpack(shown["weights"], (N_LAYERS, N_HEADS, n, n)).mean(axis=1)
        return unpack(shown["gifts"], (N_LAYERS, n, n))

    @property
    def taken(self) -> int:
        """The piece whose word is taken out, if the sentence has it; else 0."""
        return self.without if self.without < len(self.shown["pieces"]) - 1 else 0

    @property
    def shown_leans(self) -> np.ndarray:
        """How each piece leans after each layer, shape (T, 7), with the word taken out or whole."""
        if self.taken and not self.asking:
            return np.array(self.covered_leans[self.sentence][self.taken - 1])
        leans = np.array(self.shown["leans"])
        if self.erasing and not self.asking:
            start = (self.layer - 1) * N_HEADS
            many = np.repeat(np.arange(N_LAYERS, 0, -1), N_HEADS)  # leans of each head
            at = 1 + int(many[: start + self.head - 1].sum())
            for t, row in zip(self._places(), self.erased[self.sentence], strict=True):
                leans[t, self.layer :] = row[at : at + N_LAYERS + 1 - self.layer]
        return leans

    def still(self) -> Picture:
        """Return the leans of the words that are asked, layer by layer."""
        shown, leans = self.shown, self.shown_leans
        lines = {f"{shown['pieces'][t]} ({t})": leans[t] for t in self.asked}
        first, second = shown["axes"]
        return curves(
            range(N_LAYERS + 1), lines, labels=("layer", f"lean: {first} above 0, {second} below")
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the lean of each piece of the sentence, layer by layer."""
        shown = self.shown
        first, second = shown["axes"]
        rows = [
            [name, *map(float, row)]
            for name, row in zip(shown["pieces"], self.shown_leans, strict=True)
        ]
        heads = ["piece", *(f"layer {layer}" for layer in range(N_LAYERS + 1))]
        return f"Lean in “{shown['text']}”: above 0 to {first}, below to {second}", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"sentence={self.shown['text']!r}"
        yield f"front={self.front:g}"
