"""Erase the heads of a real model, one after the other: which words lose their side? With two
controls: random changes of the same size, and random heads, more and more of them.

A head that looks at *money* may be of no use: a weight is a hypothesis, and an intervention tests
it. To erase a head, put a constant in the place of what it finds: zeros, or its mean over texts. A
model never meets zeros there, and what a head hands over is much alike in all texts, so that zeros
take away more than what the head has found out here. The mean takes away only that.

``python -m whichbank.experiments.erasing`` makes the record anew, in some minutes on one core.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank.corpora import (
    APPLE_ORANGE,
    APPLE_SENTENCES,
    BANK_SENTENCES,
    SERVER_SENTENCES,
    TWO_APPLES,
)
from whichbank.experiments.probing import (
    EVERYDAY,
    MEANINGS,
    beside,
    lean,
    sentence_pairs,
)

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

FILE = Path(__file__).parent / "records/erasing.npz"

LAYERS, HEADS, PER_HEAD = 6, 12, 32
CLEAR = 0.02
"""A lean of less is no clear side."""
STEP = 1e-4
"""A recorded lean is a whole number of these."""
ORDERS = 20
"""In so many random orders the heads were erased, more and more of them."""
MANY = (1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64, 72)
"""So many at once."""

OTHERS = (
    *(f"{TWO_APPLES} pie", TWO_APPLES, APPLE_ORANGE, *APPLE_SENTENCES),
    *("She bought apple juice", "She bought apple shares"),
    "The bank lent us money for a house on the bank of the river",
    *(*BANK_SENTENCES, *SERVER_SENTENCES),
    *("She played a trump and won the trick", "Trump won the election"),
)
"""The sentences of chapter real and of the figure ``Loom``, next to the pairs and the everyday
words."""


@contextmanager
def silenced(
    model: "MiniLM", heads: Iterable[Sequence[int]], instead: np.ndarray | None = None
) -> Iterator[None]:
    """Let heads find the same for every word meanwhile: nothing, or ``instead``, (6, 12, 32).

    A head is its layer and its number there, from 1.
    """
    hooks = []
    for layer, head in heads:
        attention: Any = model.encoder.blocks[layer - 1].attention
        d = attention.W_o.in_features // attention.n_heads
        value = 0.0 if instead is None else instead[layer - 1, head - 1]

        def quiet(
            _: Any, given: Any, own: slice = slice((head - 1) * d, head * d), value: Any = value
        ) -> Any:
            mixed = given[0].clone()
            mixed[..., own] = mixed.new_tensor(value)
            return (mixed,)

        hooks.append(attention.W_o.register_forward_pre_hook(quiet))
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def without_each(
    model: "MiniLM", ids: Sequence[int], instead: np.ndarray | None = None
) -> np.ndarray:
    """Return the vectors of T pieces, given by their ids, with each head erased in turn: (72, 7, T,
    384).

    ``instead`` is as in ``silenced``; by default it is the mean over texts, ``usual()``.
    """
    import torch

    value = usual() if instead is None else instead
    copies = torch.tensor([list(ids)]).repeat(LAYERS * HEADS, 1)  # (72, T)
    hooks = []
    for layer, block in enumerate(model.encoder.blocks):
        W_o: Any = block.attention.W_o

        def quiet(_: Any, given: Any, layer: int = layer) -> Any:
            mixed = given[0].clone()  # (72, T, 384)
            for head in range(HEADS):
                own = slice(head * PER_HEAD, (head + 1) * PER_HEAD)
                mixed[layer * HEADS + head, :, own] = mixed.new_tensor(value[layer, head])
            return (mixed,)

        hooks.append(W_o.register_forward_pre_hook(quiet))
    try:
        with torch.no_grad():
            hidden = torch.stack(model.trace(copies).hidden, dim=1)
    finally:
        for hook in hooks:
            hook.remove()
    return hidden.numpy()


def ends_without_each(
    model: "MiniLM", sentence: str, word: str, senses: np.ndarray, instead: np.ndarray | None = None
) -> np.ndarray:
    """Return how a word leans after the last layer with each head erased in turn: (6, 12).

    Parameters
    ----------
    model : MiniLM
        The model.
    sentence, word : str
        The word is asked about where it comes first; it is one piece.
    senses : array, shape (2, 7, 384)
        The mean vectors of its two meanings, in the whole model.
    instead : array, shape (6, 12, 32), optional
        What an erased head finds: see ``without_each``.
    """
    layers = model.layers(sentence)
    at = layers.word_of.index(layers.words.index(word))
    ids = [int(model.tokenizer.token_to_id(piece) or 0) for piece in layers.pieces]
    ends = without_each(model, ids, instead)[:, -1, at]
    return lean(ends, *senses[:, -1]).reshape(LAYERS, HEADS)


def ends_of(leans: Sequence[float] | np.ndarray) -> np.ndarray:
    """Return the leans after the last layer, (72,), of what ``in_a_row`` made."""
    last = np.cumsum(np.repeat(np.arange(LAYERS, 0, -1), HEADS))
    return np.asarray(leans)[last]


def in_a_row(whole: float | np.ndarray, leans: np.ndarray) -> np.ndarray:
    """Return what becomes of a piece with each head erased in turn as one row, (253,).

    First its lean after the last layer with no head erased, then of its leans, (72, 7), those that
    erasing can change: for each head those after its own layer, …, the last.

    Examples
    --------
    >>> in_a_row(0.0, np.zeros((72, 7))).shape
    (253,)
    """
    return np.concatenate([[whole], *(row[1 + h // HEADS :] for h, row in enumerate(leans))])


def asked() -> list[tuple[str, str, int]]:
    """Return the words whose leans are measured: the word, its sentence, and which one it is there.

    First the 80 of the pairs, then the 24 of the everyday words, then those of ``OTHERS``.
    """
    pairs = [(word, one, 0) for word in MEANINGS for pair in sentence_pairs(word) for one in pair]
    everyday = [(word, one, 0) for word, both in EVERYDAY.items() for _, one, _ in both]
    others = [
        (word, one, nth)
        for one in OTHERS
        for word in MEANINGS
        for nth in range([part.strip(",.?") for part in one.lower().split()].count(word))
    ]
    return pairs + everyday + others


N_PAIRS, N_EVERYDAY = 20 * len(MEANINGS), 2 * len(EVERYDAY)


class Bench:
    """All sentences, ready to run with changes; the leans are after layer 6, and the ruler is that of
    the whole model."""

    def __init__(self, model: "MiniLM") -> None:
        import torch

        self.model, words = model, asked()
        self.ids, self.mask = model.tokenize([sentence for _, sentence, _ in words])
        places = []
        for word, sentence, nth in words:
            layers = model.layers(sentence)
            at = [i for i, one in enumerate(layers.words) if one == word][nth]
            places.append(layers.word_of.index(at))  # none is cut into pieces
        self.places = torch.tensor(places)
        whole = self.vectors()
        pairs = whole[:N_PAIRS].reshape(len(MEANINGS), -1, 2, whole.shape[-1])
        own = dict(zip(MEANINGS, pairs, strict=True))
        self.ways = [  # a pair does not help to judge itself
            np.delete(own[word], i, axis=0).mean(axis=0)
            for word in MEANINGS
            for i in np.repeat(np.arange(10), 2)
        ]
        self.ways += [way for word in EVERYDAY for way in [beside(model, word)[:, -1]] * 2]
        self.ways += [own[word].mean(axis=0) for word, _, _ in words[len(self.ways) :]]
        self.usual = self._usual()

    def vectors(self) -> np.ndarray:
        """Return the words' vectors after the last layer, (123, 384)."""
        import torch

        with torch.no_grad():
            hidden = self.model(self.ids, self.mask)
        return hidden[torch.arange(len(hidden)), self.places].numpy()

    def leans(self) -> np.ndarray:
        """Return the words' leans after the last layer, (123,)."""
        return lean(self.vectors(), *np.array(self.ways).transpose(1, 0, 2))

    def without(self, heads: Iterable[Sequence[int]], instead: np.ndarray | None) -> np.ndarray:
        """Return the leans with heads erased."""
        with silenced(self.model, heads, instead):
            return self.leans()

    def pushed(self, layer: int, head: int, draw: np.random.Generator) -> np.ndarray:
        """Return the leans where each piece's vector gets, in place of the change that erasing makes
        at its head, a random one of the same length."""
        import torch

        attention: Any = self.model.encoder.blocks[layer - 1].attention
        own = slice((head - 1) * PER_HEAD, head * PER_HEAD)
        W = attention.W_o.weight[:, own].detach()
        usual = torch.tensor(self.usual[layer - 1, head - 1], dtype=W.dtype)

        def push(_: Any, given: Any, out: Any) -> Any:
            change = (usual - given[0][..., own]) @ W.T
            way = torch.tensor(draw.normal(size=change.shape), dtype=change.dtype)
            way *= change.norm(dim=-1, keepdim=True) / way.norm(dim=-1, keepdim=True)
            return out + way

        hook = attention.W_o.register_forward_hook(push)
        try:
            return self.leans()
        finally:
            hook.remove()

    def _usual(self) -> np.ndarray:
        """Return what each head finds on average over all pieces of the 80 sentences, (6, 12, 32)."""
        import torch

        heard: list[Any] = []
        hooks = [
            block.attention.W_o.register_forward_pre_hook(lambda _, given: heard.append(given[0]))
            for block in self.model.encoder.blocks
        ]
        self.vectors()
        for hook in hooks:
            hook.remove()
        real = self.mask[:, 0].clone()
        real[N_PAIRS:] = False
        means = torch.stack([mixed[real].mean(dim=0) for mixed in heard])
        return means.reshape(LAYERS, HEADS, PER_HEAD).numpy()


def every_head() -> list[tuple[int, int]]:
    """Return all heads: layer and number, from 1."""
    return [(layer, head) for layer in range(1, LAYERS + 1) for head in range(1, HEADS + 1)]


def record(model: "MiniLM", done: Callable[[], Any] = lambda: None) -> dict[str, np.ndarray]:
    """Erase heads; return what ``recorded`` and ``usual`` read."""
    bench, heads = Bench(model), every_head()
    draw = np.random.default_rng(0)
    whole = bench.leans()
    found: dict[str, list[np.ndarray]] = {"mean": [], "zero": [], "random": []}
    for head in heads:
        found["mean"].append(bench.without([head], bench.usual))
        found["zero"].append(bench.without([head], None))
        found["random"].append(bench.pushed(*head, draw))
        done()
    lost = np.zeros((ORDERS, len(whole)), dtype=int)  # 0: never
    right = np.zeros((ORDERS, len(MANY)), dtype=int)
    side = np.tile([1, -1], N_PAIRS // 2)
    for i in range(ORDERS):
        order = draw.permutation(len(heads))
        for j, many in enumerate(MANY):
            leans = bench.without([heads[k] for k in order[:many]], bench.usual)
            # with all heads erased the two of a pair are one vector, up to rounding
            right[i, j] = (np.round(leans[:N_PAIRS] * side, 5) > 0).sum()
            gone = np.sign(np.round(leans, 5)) != np.sign(whole)
            lost[i] = np.where((lost[i] == 0) & gone, many, lost[i])
        done()
    both: dict[str, np.ndarray] = {
        "whole": whole,
        **{name: np.array(rows) for name, rows in found.items()},
    }
    return {
        "usual": bench.usual.astype(np.float32),
        **{name: np.round(one / STEP).astype(np.int16) for name, one in both.items()},
        "lost": lost.astype(np.int8),
        "right": right.astype(np.int8),
    }


@cache
def _read() -> dict[str, np.ndarray]:
    with np.load(FILE) as stored:
        return dict(stored)


def usual() -> np.ndarray:
    """Return what each head finds on average, (6, 12, 32): over all pieces of the 80 sentences of
    the pairs; as recorded, not to be changed.
    """
    return _read()["usual"]


def recorded() -> dict[str, np.ndarray]:
    """Return what erasing did to the words of ``asked``, N of them.

    "whole": their leans after layer 6, (N,). "mean", "zero": with each head erased, (72, N), by its
    mean over texts and by zeros. "random": with each piece pushed as far as erasing the head by its
    mean pushes it, in random directions, (72, N). "lost": how many heads, in random orders, cost a
    word its side, (20, N), in the steps of ``MANY``; 0 is never. "right": how many of the 80
    sentences of the pairs were right after each of these steps, (20, 12).

    Examples
    --------
    >>> recorded()["mean"].shape
    (72, 123)
    """
    found = dict(_read())
    del found["usual"]
    leans = ("whole", "mean", "zero", "random")
    return {name: one * STEP if name in leans else one for name, one in found.items()}


def flips(whole: np.ndarray, without: np.ndarray) -> np.ndarray:
    """Return which words that lean clearly lose their side, (72, N)."""
    return (np.abs(whole) >= CLEAR) & (np.sign(without) != np.sign(whole))


def _main() -> None:
    from tqdm.auto import tqdm

    from whichbank.experiments._run import machine, text_of
    from whichbank.pretrained import load_minilm

    with tqdm(total=LAYERS * HEADS + ORDERS) as bar:
        made = record(load_minilm(), bar.update)
    np.savez_compressed(FILE, allow_pickle=False, **made)
    FILE.with_suffix(".json").write_text(text_of({"machine": machine()}), encoding="utf-8")


if __name__ == "__main__":
    _main()
