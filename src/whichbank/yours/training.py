"""A small writer, trained on a reader's own text: forward on the reader's functions, backward by the
course's slopes.
"""

import math
from collections.abc import Iterator

import numpy as np

from whichbank.yours.boxes import Functions
from whichbank.yours.letters import IN_A_BLOCK, Letters
from whichbank.yours.machine import Machine

D_MODEL, N_HEADS, D_FF, N_LAYERS, ROOM = 48, 4, 192, 2, 32
EPS = 1e-5
MOST_LETTERS = 200
EVERY = 10  # steps from one look at the held-out letters to the next
Weights = dict[str, np.ndarray]


def train(
    functions: Functions | None,
    text: str,
    *,
    steps: int = 600,
    batch_size: int = 8,
    lr: float = 0.008,
    seed: int = 0,
    device: str | None = None,
) -> "TextTraining":
    """Train a small writer on a text.

    Parameters
    ----------
    functions : mapping of callables, optional
        The reader's functions by the names of their boxes, as in ``BOXES``; the course's for the
        others. The loss is that of ``batch_loss``, and the slope of the last table that of
        ``step``; the other slopes are the course's.
    text : str
        At least 34 letters, of at most 200 kinds. If it is long enough, its last tenth is held out,
        and the rest is what it learns from.
    steps : int, default 600
        How many batches it learns from.
    batch_size : int, default 8
        How many pieces of 32 letters a batch has.
    lr : float, default 0.008
        The learning rate at its height: it climbs for 30 steps, and falls to a tenth by the end.
    seed : int, default 0
        Decides on the first weights and the batches.
    device : str, optional
        Where torch's tensors are handed to the reader's functions, such as "cuda".

    Examples
    --------
    >>> training = train(None, "money bank, river bank, " * 20, steps=60)
    >>> losses = [loss for step, loss in training]
    >>> losses[-1] < 0.5 < 2 < losses[0]
    True
    >>> "".join(training.model.write("money", 5, temperature=0))
    ' bank'
    """
    if len(text) < ROOM + 2:
        raise ValueError(f"text must have at least {ROOM + 2} letters; got {len(text)}")
    if len(set(text)) > MOST_LETTERS:
        raise ValueError(
            f"text must have at most {MOST_LETTERS} kinds of letters; got {len(set(text))}"
        )
    if steps < 1 or batch_size < 1 or not 0 < lr < math.inf:
        raise ValueError(
            f"steps, batch_size and lr must be positive; got {steps}, {batch_size} and {lr}"
        )
    return TextTraining(Machine(functions, device), text, steps, batch_size, lr, seed)


class TextTraining:
    """A training that goes a step whenever it is asked for one.

    It yields pairs: how many steps are done, and the loss of the last batch, in nats a letter.

    Attributes
    ----------
    model : Letters
        The writer, as far as it is trained.
    held_out : int
        How many letters at the end of the text it does not learn from.
    there : float or None
        The loss on them, after the first step and after every ten; None if there are none.
    """

    def __init__(
        self, machine: Machine, text: str, steps: int, batch_size: int, lr: float, seed: int
    ) -> None:
        self._machine, self._steps, self._batch_size, self._lr = machine, steps, batch_size, lr
        self._random = np.random.default_rng(seed)
        alphabet = "".join(sorted(set(text)))
        self._weights = untrained(len(alphabet), self._random)
        self.model = Letters(machine, self._weights, alphabet, N_HEADS)
        ids = self.model.ids(text)
        tenth = len(text) // 10
        self.held_out = tenth if tenth > ROOM else 0
        self.there: float | None = None
        self._ids, self._ahead = np.split(ids, [len(ids) - self.held_out])

    def _look(self) -> float | None:
        """Return the loss on at most so many held-out pieces as a batch has."""
        if not self.held_out:
            return None
        last = len(self._ahead) - ROOM - 1
        starts = np.linspace(0, last, min(self._batch_size, last // ROOM + 1)).astype(int)
        rows = self._ahead[starts[:, None] + np.arange(ROOM + 1)]
        return slope(self._machine, self._weights, rows[:, :-1], rows[:, 1:])[0]

    def __iter__(self) -> Iterator[tuple[int, float]]:
        mean = {name: np.zeros_like(x) for name, x in self._weights.items()}
        square = {name: np.zeros_like(x) for name, x in self._weights.items()}
        for step in range(1, self._steps + 1):
            starts = self._random.integers(0, len(self._ids) - ROOM, self._batch_size)
            rows = self._ids[starts[:, None] + np.arange(ROOM + 1)]
            loss, slopes = slope(self._machine, self._weights, rows[:, :-1], rows[:, 1:])
            fallen = 0.55 + 0.45 * math.cos(math.pi * step / self._steps)
            rate = self._lr * min(1.0, step / 30) * fallen
            for name, g in slopes.items():  # Adam
                mean[name] += 0.1 * (g - mean[name])
                square[name] += 0.001 * (g * g - square[name])
                size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
                self._weights[name] -= rate * mean[name] / (1 - 0.9**step) / size
            if step == 1 or step % EVERY == 0:
                self.there = self._look()
            yield step, loss


def untrained(n_vocab: int, random: np.random.Generator) -> Weights:
    """Return weights as they are before training, float32, as ``language_model`` takes them."""

    def drawn(*shape: int) -> np.ndarray:
        return random.uniform(-1, 1, shape) / math.sqrt(shape[-2])

    L, D, F = N_LAYERS, D_MODEL, D_FF
    found = {
        "tokens": 0.1 * random.standard_normal((n_vocab, D)),
        "positions": 0.1 * random.standard_normal((ROOM, D)),
        "norms": np.tile(np.array([1.0, 0.0, 1.0, 0.0])[:, None], (L, 1, D)),
        "W_qkv": drawn(L, D, 3 * D),
        "b_qkv": np.zeros((L, 3 * D)),
        "W_o": drawn(L, D, D),
        "b_o": np.zeros((L, D)),
        "W_1": drawn(L, D, F),
        "b_1": np.zeros((L, F)),
        "W_2": drawn(L, F, D),
        "b_2": np.zeros((L, D)),
        "last_norm": np.stack([np.ones(D), np.zeros(D)]),
        "W_out": drawn(D, n_vocab),
    }
    return {name: x.astype(np.float32) for name, x in found.items()}


def slope(
    machine: Machine, weights: Weights, ids: np.ndarray, following: np.ndarray
) -> tuple[float, Weights]:
    """Return the loss of a batch, and its slope for each of the weights.

    Parameters
    ----------
    machine : Machine
        The functions of the forward pass.
    weights : mapping of arrays
        As ``language_model`` takes them.
    ids, following : whole numbers, shape (B, T)
        Letters, and those that follow them.
    """
    (B, T), n_layers = ids.shape, len(weights["norms"])
    x = weights["tokens"][ids] + weights["positions"][:T]  # (B, T, D)
    kept = []
    for i in range(n_layers):
        one = {name: weights[name][i] for name in IN_A_BLOCK}
        x, state = _forward(machine, one, x)
        kept.append((one, state))
    gain, shift = weights["last_norm"]
    new = machine.layer_norm(x, gain, shift, EPS).reshape(B * T, -1)
    right = np.eye(len(weights["tokens"]), dtype=x.dtype)[following.ravel()]  # (B T, V)
    head = weights["W_out"]
    scores = new @ head
    loss = float(machine.batch_loss(scores, right))

    slopes = {name: np.zeros_like(w) for name, w in weights.items()}
    slopes["W_out"] = head - machine.step(head, new, right, 1.0)
    d_new = ((machine.softmax(scores) - right) / len(new)) @ head.T
    d_x, slopes["last_norm"][:] = _norm_back(x, gain, d_new.reshape(x.shape))
    for i in reversed(range(n_layers)):
        d_x, own = _backward(machine, *kept[i], d_x)
        for name, g in own.items():
            slopes[name][i] = g
    np.add.at(slopes["tokens"], ids, d_x)
    slopes["positions"][:T] = d_x.sum(axis=0)
    return loss, slopes


State = tuple[np.ndarray, ...]


def _forward(machine: Machine, w: Weights, x: np.ndarray) -> tuple[np.ndarray, State]:
    """Take a batch through a block; the heads of all texts look side by side."""
    B, T, D = x.shape
    y = machine.layer_norm(x, w["norms"][0], w["norms"][1], EPS)
    parts = np.split(y @ w["W_qkv"] + w["b_qkv"], 3, axis=2)
    q, k, v = (_heads(part).reshape(B * N_HEADS, T, -1) for part in parts)
    heads = machine.causal_attention(q, k, v).reshape(B, N_HEADS, T, -1)
    merged = machine.merge_heads(heads.swapaxes(0, 1).reshape(N_HEADS, B * T, -1))
    found = merged.reshape(B, T, D)
    middle = x + found @ w["W_o"] + w["b_o"]
    z = machine.layer_norm(middle, w["norms"][2], w["norms"][3], EPS)
    wide = z @ w["W_1"] + w["b_1"]
    bent = machine.gelu(wide)
    return middle + bent @ w["W_2"] + w["b_2"], (x, y, q, k, v, found, middle, z, wide, bent)


def _heads(x: np.ndarray) -> np.ndarray:
    B, T, _ = x.shape
    return x.reshape(B, T, N_HEADS, -1).swapaxes(1, 2)  # (B, H, T, d)


def _backward(
    machine: Machine, w: Weights, state: State, d_out: np.ndarray
) -> tuple[np.ndarray, Weights]:
    """Return the slope for what came into a block, and for its weights."""
    x, y, q, k, v, found, middle, z, wide, bent = state
    own: Weights = {}
    d_bent, own["W_2"], own["b_2"] = _linear_back(bent, w["W_2"], d_out)
    bell = np.exp(-wide * wide / 2) / math.sqrt(2 * math.pi)
    below = np.divide(bent, wide, out=np.full_like(wide, 0.5), where=wide != 0)  # Φ(x)
    d_z, own["W_1"], own["b_1"] = _linear_back(z, w["W_1"], d_bent * (below + wide * bell))
    d_middle, second = _norm_back(middle, w["norms"][2], d_z)
    d_middle = d_middle + d_out

    d_found, own["W_o"], own["b_o"] = _linear_back(found, w["W_o"], d_middle)
    d_heads = _heads(d_found).reshape(v.shape)
    scale = 1 / math.sqrt(q.shape[-1])
    earlier = np.tri(q.shape[1], dtype=bool)
    scores = np.where(earlier, q @ k.swapaxes(1, 2) * scale, -1e9).astype(x.dtype)
    p = machine.softmax(scores)
    d_p = d_heads @ v.swapaxes(1, 2)
    d_s = p * (d_p - (d_p * p).sum(axis=-1, keepdims=True)) * scale
    slopes = d_s @ k, d_s.swapaxes(1, 2) @ q, p.swapaxes(1, 2) @ d_heads
    B, T, D = x.shape
    d_qkv = np.concatenate(
        [g.reshape(B, N_HEADS, T, -1).swapaxes(1, 2).reshape(B, T, D) for g in slopes], axis=2
    )
    d_y, own["W_qkv"], own["b_qkv"] = _linear_back(y, w["W_qkv"], d_qkv)
    d_x, first = _norm_back(x, w["norms"][0], d_y)
    own["norms"] = np.concatenate([first, second])
    return d_x + d_middle, own


def _linear_back(
    x: np.ndarray, W: np.ndarray, d_out: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the slopes for x, the matrix and the bias of x W + b."""
    flat = d_out.reshape(-1, d_out.shape[-1])
    return d_out @ W.T, x.reshape(-1, x.shape[-1]).T @ flat, flat.sum(axis=0)


def _norm_back(x: np.ndarray, gain: np.ndarray, d_out: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the slopes for x, and for gain and shift, (2, D), of layer normalization."""
    away = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((away**2).mean(axis=-1, keepdims=True) + EPS)
    scaled, d = away / size, d_out * gain
    along = (d * scaled).mean(axis=-1, keepdims=True)
    d_x = (d - d.mean(axis=-1, keepdims=True) - scaled * along) / size
    axes = tuple(range(x.ndim - 1))
    return d_x, np.stack([(d_out * scaled).sum(axis=axes), d_out.sum(axis=axes)])
