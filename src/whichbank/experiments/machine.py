"""The whole machine in one file, from a text to its next letter, with NumPy alone.

It is the model of chapter writer, and all that the course has built on the way: embedding, heads,
attention with a causal mask, layer norm, the MLP, the residual stream, and the draw. Nothing here
comes from the other modules of the package but the letters and the trained weights; a test holds
its logits to those of ``whichbank.transformer.LanguageModel``.

``python -m whichbank.experiments.machine "The bank said "`` writes on.

Shape letters: T letters of the text, D numbers of a vector, H heads of d numbers each, V letters of
the alphabet.
"""

import math
import sys
from collections.abc import Iterator, Mapping

import numpy as np

Weights = Mapping[str, np.ndarray]

N_HEADS, N_LAYERS = 4, 2
EPS = 1e-5  # keeps layer norm from dividing by zero


def softmax(scores: np.ndarray) -> np.ndarray:
    """Turn scores into positive weights that sum to 1 in each row, shape (..., S).

    The largest score of each row is subtracted first: no exponential grows too large.

    >>> softmax(np.array([0.0, np.log(3)])).round(2)
    array([0.25, 0.75])
    """
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def linear(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Multiply vectors by a matrix and add a bias, if there is one: (T, n) becomes (T, m)."""
    bias = weights.get(f"{name}.bias", np.zeros(1))
    return x @ weights[f"{name}.weight"].T + bias


def layer_norm(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Give each vector the mean 0 and the variance 1, then its learned gain and shift, (T, D)."""
    away = x - x.mean(axis=-1, keepdims=True)
    scaled = away / np.sqrt((away**2).mean(axis=-1, keepdims=True) + EPS)
    return weights[f"{name}.weight"] * scaled + weights[f"{name}.bias"]


def split_heads(x: np.ndarray) -> np.ndarray:
    """Cut each vector into one part for each head: (T, D) becomes (H, T, d).

    >>> split_heads(np.arange(8.0).reshape(1, 8)).shape
    (4, 1, 2)
    """
    return x.reshape(len(x), N_HEADS, -1).swapaxes(0, 1)


def merge_heads(x: np.ndarray) -> np.ndarray:
    """Lay the heads' parts side by side again: (H, T, d) becomes (T, D)."""
    return x.swapaxes(0, 1).reshape(x.shape[1], -1)


def causal_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Mix the values by how well each query fits the keys up to its own place, (H, T, d).

    softmax(q kᵀ / √d) v, where what comes later has the score -∞ and so the weight 0.
    """
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])  # (H, T, T)
    may_attend = np.tri(scores.shape[-1], dtype=bool)
    return softmax(np.where(may_attend, scores, -np.inf)) @ v  # (H, T, d)


def attention(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Let each letter ask, be asked, and give: all heads at once, then W_o, (T, D)."""
    q, k, v = (split_heads(linear(weights, f"{name}.W_{part}", x)) for part in "qkv")
    return linear(weights, f"{name}.W_o", merge_heads(causal_attention(q, k, v)))


def gelu(x: np.ndarray) -> np.ndarray:
    """Let positive numbers through and hold negative ones back, with a soft bend.

    >>> gelu(np.array([-3.0, 0.0, 3.0])).round(3) + 0.0
    array([-0.004,  0.   ,  2.996])
    """
    return x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2


def mlp(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Let each vector think for itself: wider, bent, and back, (T, D)."""
    return linear(weights, f"{name}.W_2", gelu(linear(weights, f"{name}.W_1", x)))


def block(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    """Add what attention finds to the residual stream, and then what the MLP makes of it, (T, D)."""
    x = x + attention(
        weights, f"{name}.attention", layer_norm(weights, f"{name}.norm_attention", x)
    )
    return x + mlp(
        weights, f"{name}.feed_forward", layer_norm(weights, f"{name}.norm_feed_forward", x)
    )


def logits(weights: Weights, ids: np.ndarray) -> np.ndarray:
    """Score each letter of the alphabet to follow each letter of a text: (T,) becomes (T, V)."""
    positions = weights["embedding.positions"]
    if not 1 <= len(ids) <= len(positions):
        raise ValueError(f"a text must have 1 to {len(positions)} letters; got {len(ids)}")
    x = weights["embedding.tokens.weight"][ids] + positions[: len(ids)]  # (T, D)
    for layer in range(N_LAYERS):
        x = block(weights, f"decoder.blocks.{layer}", x)
    return linear(weights, "to_scores", layer_norm(weights, "decoder.final_norm", x))


def draw(scores: np.ndarray, temperature: float, random: np.random.Generator) -> int:
    """Draw the next letter from its scores, (V,): the lower the temperature, the likelier the best.

    At 0 the best is certain.
    """
    if temperature == 0:
        return int(scores.argmax())
    return int(random.choice(len(scores), p=softmax(scores / temperature)))


def write(
    weights: Weights, ids: list[int], n: int, *, temperature: float = 0.7, seed: int = 0
) -> Iterator[int]:
    """Write n letters on, one after the other; each is read again with all before it.

    Of a long text the model reads the last letters, as many as it has positions.
    """
    random, room = np.random.default_rng(seed), len(weights["embedding.positions"])
    ids = list(ids)
    for _ in range(n):
        ids.append(draw(logits(weights, np.array(ids[-room:]))[-1], temperature, random))
        yield ids[-1]


def trained() -> tuple[Weights, str]:
    """Return the weights of chapter writer's model, and its alphabet in the order of its ids."""
    from whichbank.experiments.news import printed
    from whichbank.experiments.writer import WEIGHTS

    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}, printed().letters


def main() -> None:
    """Write 200 letters after the text that the command line gives."""
    weights, letters = trained()
    text = " ".join(sys.argv[1:]) or "The bank said "
    if unknown := sorted(set(text) - set(letters)):
        sys.exit(f"The model does not know {', '.join(unknown)}. It knows {letters!r}.")
    print(text, end="", flush=True)
    for chosen in write(weights, [letters.index(letter) for letter in text], 200):
        print(letters[chosen], end="", flush=True)
    print()


if __name__ == "__main__":
    main()
