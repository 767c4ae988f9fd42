"""The letter model of chapter writer, on the reader's functions."""

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from whichbank.yours.boxes import Functions
from whichbank.yours.machine import Machine

LETTERS = "\n \"$&'(),-./0123456789:;<>?ABCDEFGHIJKLMNOPQRSTUVWXYZ[]abcdefghijklmnopqrstuvwxyz"
"""The letters that the model of chapter writer knows, in the order of its ids."""

N_HEADS = 4
RECORD = Path(__file__).parents[1] / "experiments" / "records" / "writer.npz"
Weights = Mapping[str, np.ndarray]


def letters(
    functions: Functions | None = None,
    *,
    weights: Weights | bytes | None = None,
    device: str | None = None,
) -> "Letters":
    """Make the letter model of chapter writer from the reader's functions.

    Parameters
    ----------
    functions : mapping of callables, optional
        The reader's functions by the names of their boxes, as in ``BOXES``; the course's for the
        others.
    weights : mapping of arrays, or bytes, optional
        The trained weights by their names in ``whichbank.transformer.LanguageModel``, or the file
        ``writer.npz``, as a page has fetched it; without it, the file is read from the package.
    device : str, optional
        Where torch's tensors are handed to the reader's functions, such as "cuda".

    Raises
    ------
    ValueError
        If a name is no box's.
    TypeError
        If a function is none.

    Examples
    --------
    >>> model = letters({"softmax": lambda s: np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)})
    >>> "".join(model.write("The bank said ", 9, temperature=0))
    'the contr'
    """
    return Letters(Machine(functions, device), trained(weights), LETTERS, N_HEADS)


def trained(weights: Weights | bytes | None = None) -> dict[str, np.ndarray]:
    """Return the weights of the letter model as ``language_model`` takes them, after the number of
    heads, in its order.

    They are those of the package, or as in ``letters``.
    """
    if weights is None or isinstance(weights, bytes):
        with np.load(RECORD if weights is None else io.BytesIO(weights)) as stored:
            weights = {name: stored[name] for name in stored.files}
    return laid_out(weights)


class Letters:
    """A model that reads letters and writes on.

    Parameters
    ----------
    machine : Machine
        Its functions.
    weights : mapping of arrays
        What ``language_model`` takes after the number of heads, in its order.
    alphabet : str
        The letters that it knows.
    n_heads : int
        How many heads a block has.

    Attributes
    ----------
    machine : Machine
        Its functions; ``machine.theirs`` has the names of those that are the reader's.
    letters : str
        The V letters that it knows.
    room : int
        How many letters it can look at.
    """

    def __init__(self, machine: Machine, weights: Weights, alphabet: str, n_heads: int) -> None:
        self.machine, self.letters = machine, alphabet
        self._n_heads, self._weights = n_heads, weights
        self.room = len(self._weights["positions"])

    def ids(self, text: str) -> np.ndarray:
        """Return the numbers of letters, (T,); an error names those that the model does not
        know.
        """
        if unknown := sorted(set(text) - set(self.letters)):
            raise ValueError(
                f"the model knows the letters {self.letters!r}; got {''.join(unknown)!r}"
            )
        return np.array([self.letters.index(letter) for letter in text], dtype=np.int64)

    def logits(self, tokens: str | Sequence[int] | np.ndarray) -> np.ndarray:
        """Score each letter to follow each letter of a text.

        Parameters
        ----------
        tokens : str, or whole numbers, shape (T,)
            The text, of 1 to ``room`` letters, or their numbers.

        Returns
        -------
        array, shape (T, V)

        Raises
        ------
        BoxError
            If a box raises, or gives what the machine cannot use.
        """
        ids = self.ids(tokens) if isinstance(tokens, str) else np.asarray(tokens)
        if not 1 <= len(ids) <= self.room:
            raise ValueError(f"a text must have 1 to {self.room} letters; got {len(ids)}")
        return self.machine.language_model(ids, self._n_heads, *self._weights.values())

    def seen(self, ids: Sequence[int]) -> Sequence[int]:
        """Return the letters that are read of a text: all, or the last ones.

        When the room is full, the model forgets the first half of what it has read, and goes on.
        """
        half = self.room // 2
        if len(ids) <= self.room:
            return ids
        return ids[-(half + (len(ids) - self.room - 1) % (self.room - half + 1)) :]

    def write(
        self,
        prompt: str,
        n: int,
        *,
        seed: int = 0,
        temperature: float = 0.7,
        k: int | None = None,
        cache: bool | None = None,
    ) -> Iterator[str]:
        """Write n letters on, and hand out each when it is computed.

        Parameters
        ----------
        prompt : str
            The text to go on from; empty, it is the end of a news item.
        n : int
            How many letters.
        seed : int, default 0
            Decides on the draws.
        temperature : float, default 0.7
            Below 1 likely letters become likelier; at 0 the best is certain.
        k : int, optional
            Only the k best letters can be drawn; all without it.
        cache : bool, optional
            Keep what each layer has found for the letters before, and compute only the new one.
            By default where it changes nothing: where no letter's vector hangs on a later one, and
            the block is the course's.

        Raises
        ------
        BoxError
            If a box raises, or gives what the machine cannot use.
        """
        if not 0 <= temperature < np.inf:
            raise ValueError(f"temperature must be 0 or a positive number; got {temperature!r}")
        ids = self.ids(prompt or "\n").tolist()
        return self._written(ids, n, seed, temperature, k or len(self.letters), cache)

    def _written(
        self, ids: list[int], n: int, seed: int, temperature: float, k: int, cache: bool | None
    ) -> Iterator[str]:
        random = np.random.default_rng(seed)
        kept = Kept(self) if (self.keeps() if cache is None else cache) else None
        for _ in range(n):
            seen = self.seen(ids)
            scores = self.logits(seen)[-1] if kept is None else kept.scores(seen)
            weights = self.machine.next_token_weights(
                scores[None], temperature or 1.0, k if temperature else 1
            )[0]
            sums = np.cumsum(weights)
            drawn = int(np.searchsorted(sums, random.random() * sums[-1], side="right"))
            ids.append(min(drawn, len(self.letters) - 1))
            yield self.letters[ids[-1]]

    def keeps(self) -> bool:
        """Return whether the vectors of a text stay as they are when it goes on, so that they can
        be kept.
        """
        if {"block", "stack", "language_model"} & self.machine.theirs:
            return False
        ids = np.arange(6) * 7 % len(self.letters)
        return bool(np.allclose(self.logits(ids)[:-1], self.logits(ids[:-1]), atol=1e-6))


class Kept:
    """What each layer has made of the letters before: their queries, keys and values."""

    def __init__(self, model: Letters) -> None:
        self.machine, self.n_heads, self.weights = model.machine, model._n_heads, model._weights
        self.ids: list[int] = []
        self.layers: list[np.ndarray] = []

    def scores(self, ids: Sequence[int]) -> np.ndarray:
        """Return the scores of the letter that follows a text, (V,)."""
        if list(ids[: len(self.ids)]) != self.ids or len(ids) == len(self.ids):
            self.ids, self.layers = [], []
        new = np.array(ids[len(self.ids) :])
        machine, w, n = self.machine, self.weights, len(new)
        x = w["tokens"][new] + w["positions"][len(self.ids) : len(ids)]
        self.ids = list(ids)
        for i in range(len(w["W_qkv"])):
            one = {name: w[name][i] for name in IN_A_BLOCK}
            y = machine.layer_norm(x, one["norms"][0], one["norms"][1], 1e-5)
            found = y @ one["W_qkv"] + one["b_qkv"]  # (n, 3 D)
            if i < len(self.layers):
                found = self.layers[i] = np.concatenate([self.layers[i], found])
            else:
                self.layers.append(found)
            parts = [machine.split_heads(p, self.n_heads) for p in np.split(found, 3, axis=1)]
            heads = machine.causal_attention(*parts)[:, -n:]
            x = x + machine.merge_heads(heads) @ one["W_o"] + one["b_o"]
            y = machine.layer_norm(x, one["norms"][2], one["norms"][3], 1e-5)
            x = x + machine.gelu(y @ one["W_1"] + one["b_1"]) @ one["W_2"] + one["b_2"]
        last = machine.layer_norm(x[-1:], w["last_norm"][0], w["last_norm"][1], 1e-5)
        return (last @ w["W_out"])[0]


IN_A_BLOCK = ("norms", "W_qkv", "b_qkv", "W_o", "b_o", "W_1", "b_1", "W_2", "b_2")


def laid_out(weights: Weights) -> dict[str, np.ndarray]:
    """Lay the weights of a ``LanguageModel`` as ``language_model`` takes them, in its order.

    The first axis of what a block needs counts the blocks; matrices are turned, so that a vector
    stands at their left.
    """
    given = {name: np.asarray(x, dtype=np.float64) for name, x in weights.items()}
    blocks = sorted({name.split(".")[2] for name in given if ".blocks." in name}, key=int)

    def each(*names: str, axis: int = 0, turned: bool = False) -> np.ndarray:
        rows = [[given[f"decoder.blocks.{i}.{name}"] for name in names] for i in blocks]
        return np.stack([np.concatenate([x.T if turned else x for x in row], axis) for row in rows])

    heads = [f"attention.W_{part}" for part in "qkv"]
    norms = each(
        *(
            f"norm_{of}.{kind}"
            for of in ("attention", "feed_forward")
            for kind in ("weight", "bias")
        )
    )
    return {
        "tokens": given["embedding.tokens.weight"],
        "positions": given["embedding.positions"],
        "norms": norms.reshape(len(blocks), 4, -1),
        "W_qkv": each(*(f"{name}.weight" for name in heads), axis=1, turned=True),
        "b_qkv": each(*(f"{name}.bias" for name in heads)),
        "W_o": each("attention.W_o.weight", turned=True),
        "b_o": each("attention.W_o.bias"),
        "W_1": each("feed_forward.W_1.weight", turned=True),
        "b_1": each("feed_forward.W_1.bias"),
        "W_2": each("feed_forward.W_2.weight", turned=True),
        "b_2": each("feed_forward.W_2.bias"),
        "last_norm": np.stack(
            [given["decoder.final_norm.weight"], given["decoder.final_norm.bias"]]
        ),
        "W_out": given["to_scores.weight"].T,
    }
