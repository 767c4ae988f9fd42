"""Cut a head out of the letter model of chapter writer, on a text of the reader's: what each letter
costs with the head and without it.
"""

import base64
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whichbank.figures.kit.bundle import program
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Flag, Index, List, Number, Text, Trait, Whole
from whichbank.figures.letters import (
    SIZES,
    LetterWriter,
    filled,
    name,
    names_of_heads,
    weights_fit,
)
from whichbank.figures.nets.quantized import from_bytes, to_bytes
from whichbank.plots import Picture, bars

if TYPE_CHECKING:
    from whichbank.transformer import LanguageModel
    from whichbank.transformer.hooks import Changes

INSTEAD = ("mean", "zero")
LEAST = 2
"""How many letters a text has at least; its most is what the model has room for."""


def _text(text: str, letters: str, sizes: list[int]) -> str:
    if strange := sorted(set(text) - set(letters)):
        raise ValueError(f"must be of letters that the model knows; got {''.join(strange)!r}")
    if not LEAST <= len(text) <= sizes[5]:
        raise ValueError(f"must have from {LEAST} to {sizes[5]} letters; got {len(text)}")
    return text


def _usual(usual: str, sizes: list[int]) -> str:
    usually_found(usual, tuple(sizes))
    return usual


class LetterLosses(Figure):
    """Cut a head out of a model that guesses letters, and see which of them it guesses worse.

    Use ``of`` to make the figure from a model.

    Parameters
    ----------
    letters, sizes, shapes, weights : as of LetterWriter
        The model, with the letters that it knows.
    usual : str
        What the heads find on average at each place, as ``to_bytes`` writes it, base64.
    others : sequence of sequence of float
        The loss on other texts: with nothing cut and with each head cut, by the mean, and the same
        by zeros.
    text : str
        What is read, at most as long as the model has room; before it stands the end of an item.
    head : int, default 0
        Which head is cut: those of the first layer, then those of the next.
    instead : str, default "mean"
        What it writes then: its ``"mean"`` over texts, or ``"zero"``.
    guess : int, default -1
        The place of the letter that the reader has tapped; -1 is none.
    done : bool, default False
        Whether the cut is shown.
    engine : str, optional
        The program that computes on the page, in a worker.
    """

    later = ("weights", "usual", "engine")

    letters = Text()
    sizes = List(Whole(low=1), length=len(SIZES))
    shapes = List(List(Trait(), length=3))
    weights = Text(check=weights_fit)
    usual = Text(check=_usual)
    others = List(
        List(Number(low=0), length=lambda sizes: 1 + sizes[2] * sizes[4]), length=len(INSTEAD)
    )
    text = Text(check=_text)
    head = Index(lambda sizes: sizes[2] * sizes[4])
    instead = Choice(INSTEAD)
    guess = Whole(-1, low=-1, high=lambda sizes: sizes[5] - 1)
    done = Flag(False)
    engine = Text(lambda: program("nets/scribe.js"))

    @classmethod
    def of(
        cls,
        model: "LanguageModel",
        letters: str,
        text: str,
        met: Any,
        asked: Any,
        **state: Any,
    ) -> Self:
        """Make the figure from a model, with 9 bits for each of its weights.

        Parameters
        ----------
        model : LanguageModel
            With GELU and a norm before each part, as is the default.
        letters : str
            What its tokens are.
        text : str
            What is read at first.
        met : tensor, shape (B, T)
            Texts that give the means of its heads, as ids; T is all that it has room for.
        asked : tensor, shape (B, T)
            Other texts, on which the same cuts are made.
        **state
            Where the figure starts.
        """
        told = LetterWriter.of(model, letters, [text]).state()
        same = {one: told[one] for one in ("letters", "sizes", "shapes", "weights")}
        found = _found_on_average(model, met).numpy()  # (L, T, D)
        usual = base64.b64encode(to_bytes(found)).decode()
        sizes = tuple(told["sizes"])
        own = filled(sizes, told["weights"])
        others = [
            [
                round(_losses(own, asked, asked[:, 1:], change).mean().item(), 4)
                for change in ({}, *_cuts(own, sizes, usual, asked.shape[1], one))
            ]
            for one in INSTEAD
        ]
        return cls(**same, usual=usual, others=others, text=text, **state)

    @property
    def losses(self) -> np.ndarray:
        """What each letter costs in nats, with nothing cut and with each head cut in turn, (1 + heads,
        T).
        """
        ids = [self.letters.index(one) for one in f"\n{self.text}"]
        return _reading(tuple(self.sizes), self.weights, self.usual, tuple(ids), self.instead)

    @property
    def more(self) -> np.ndarray:
        """What a letter costs more with each head cut, on average: in this text, and in others, (2,
        heads).
        """
        both = np.array([self.losses.mean(axis=1), self.others[INSTEAD.index(self.instead)]])
        return both[:, 1:] - both[:, :1]

    @property
    def rank(self) -> int:
        """How many letters lose more than the one that the reader has tapped."""
        lost = self.losses[1 + self.head] - self.losses[0]
        return int((lost > lost[self.guess]).sum())

    def still(self) -> Picture:
        """Return what a letter costs more with each head cut, in this text and in others."""
        rows = names_of_heads(self.sizes[4], self.sizes[2])
        groups = {
            told: dict(zip(rows, lost.tolist(), strict=True))
            for told, lost in zip(("this text", "other texts"), self.more, strict=True)
        }
        return bars(groups, unit="nats a letter more", ranked=False)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what each letter costs, with the head and without it."""
        before, now = self.losses[[0, 1 + self.head]].tolist()
        rows = [[name(one), *pair] for one, *pair in zip(self.text, before, now, strict=True)]
        head = names_of_heads(self.sizes[4], self.sizes[2])[self.head]
        return "What each letter costs, in nats", ["letter", "as learned", f"without {head}"], rows

    def _summary(self) -> Iterable[str]:
        yield f"text={self.text!r}"
        yield f"head={names_of_heads(self.sizes[4], self.sizes[2])[self.head]!r}"
        yield f"instead={self.instead!r}"


def _found_on_average(model: "LanguageModel", met: Any) -> Any:
    """Return what the heads of each layer find on average at each place, side by side, (L, T, D)."""
    import torch

    from whichbank.transformer.hooks import run_with

    trace = run_with(model, met)[1]
    layers = []
    for i in range(model.decoder.n_layers):
        weights, values = (trace[f"blocks.{i}.attention.{part}"] for part in ("weights", "values"))
        layers.append((weights @ values).mean(dim=0).transpose(0, 1).flatten(1))
    return torch.stack(layers)


def usually_found(usual: str, sizes: tuple[int, ...]) -> list[np.ndarray]:
    """Return what the heads of each layer find on average at each place, (T, D) a layer; ValueError if
    the text holds something else.
    """
    shapes = [(sizes[5], sizes[1])] * sizes[4]
    return from_bytes(base64.b64decode(usual, validate=True), shapes)


def _cuts(
    model: "LanguageModel", sizes: tuple[int, ...], usual: str, n: int, instead: str
) -> list["Changes"]:
    """Return the cut of each head in a text of n letters."""
    import torch

    from whichbank.transformer.hooks import replace_head, written

    H = sizes[2]
    made: list[Changes] = []
    for i, found in enumerate(usually_found(usual, sizes)):
        split = torch.from_numpy(found[:n]).unflatten(-1, (H, -1)).transpose(0, 1)[None]
        attention: Any = model.decoder.blocks[i].attention
        with torch.no_grad():
            heads = written(attention, split)[0]  # (H, n, D)
        made += [replace_head(i, h, heads[h] if instead == "mean" else 0.0) for h in range(H)]
    return made


def _losses(model: "LanguageModel", ids: Any, wanted: Any, changes: "Changes") -> Any:
    """Return what each of the wanted letters costs, those that follow ids, (B, T)."""
    from torch.nn.functional import cross_entropy

    from whichbank.transformer.hooks import run_with

    scores, _ = run_with(model, ids, changes)
    return cross_entropy(scores[:, : wanted.shape[1]].mT, wanted, reduction="none")


@lru_cache(maxsize=32)
def _reading(
    sizes: tuple[int, ...], weights: str, usual: str, ids: tuple[int, ...], instead: str
) -> np.ndarray:
    import torch

    model, some = filled(sizes, weights), torch.tensor([ids])
    given, wanted = some[:, :-1], some[:, 1:]
    cuts = _cuts(model, sizes, usual, given.shape[1], instead)
    with torch.no_grad():
        rows = [_losses(model, given, wanted, change)[0] for change in ({}, *cuts)]
    return torch.stack(rows).double().numpy()
