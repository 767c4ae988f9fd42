"""The exercise of chapter block in which its parts are put together."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import numbers
from ._parts import gelu, normalized, tanh_gelu
from ._softmax import softmax


def _attention(
    y: np.ndarray, n_heads: Any, W_qkv: np.ndarray, b_qkv: Any, bugs: frozenset[str]
) -> np.ndarray:
    words, width = y.shape
    made = y @ W_qkv + b_qkv
    if "keys_first" in bugs:
        made = np.hstack([made[:, width : 2 * width], made[:, :width], made[:, 2 * width :]])
    d = width // n_heads
    if "reshaped" in bugs:
        q, k, v = (part.reshape(n_heads, words, d) for part in np.split(made, 3, axis=1))
    else:
        cut = (part.reshape(words, n_heads, d) for part in np.split(made, 3, axis=1))
        q, k, v = (np.einsum("thd->htd", part) for part in cut)
    scores = np.einsum("htd,hsd->hts", q, k)
    if "by_width" in bugs:
        scores = scores / np.sqrt(width)
    elif "no_scale" not in bugs:
        scores = scores / np.sqrt(q.shape[2])
    if "not_masked" not in bugs:
        scores = np.where(np.tri(words), scores, -np.inf)
    found = softmax(scores) @ v  # (H, T, d)
    if "not_merged" in bugs:
        return found.reshape(words, width)
    return np.einsum("htd->thd", found).reshape(words, width)


def block(
    x: np.ndarray,
    n_heads: Any,
    norms: np.ndarray,
    W_qkv: np.ndarray,
    b_qkv: Any,
    W_o: np.ndarray,
    b_o: Any,
    W_1: np.ndarray,
    b_1: Any,
    W_2: np.ndarray,
    b_2: Any,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    """The new vectors of all words."""
    if "no_bias" in bugs:
        b_qkv = b_o = b_1 = b_2 = 0
    before = x if "no_norm" in bugs or "post_norm" in bugs else normalized(x, norms[0], norms[1])
    middle = _attention(before, n_heads, W_qkv, b_qkv, bugs) @ W_o + b_o
    if "no_skip" not in bugs:
        middle = x + middle
    if "post_norm" in bugs:
        middle = normalized(middle, norms[0], norms[1])
    second = norms[:2] if "one_norm" in bugs else norms[2:]
    seen = x if "side_by_side" in bugs else middle
    if "no_norm" not in bugs and "post_norm" not in bugs:
        seen = normalized(seen, second[0], second[1])
    wide = seen @ W_1 + b_1
    if "relu" in bugs:
        bent = np.maximum(wide, 0)
    elif "tanh" in bugs:
        bent = tanh_gelu(wide)
    else:
        bent = gelu(wide)
    change = bent @ W_2 + b_2
    out = change if "no_skip" in bugs else middle + change
    return normalized(out, second[0], second[1]) if "post_norm" in bugs else out


def per_block(*learned: np.ndarray) -> list[tuple[np.ndarray, ...]]:
    """What each block has learned, from tables whose first axis counts the blocks."""
    return list(zip(*learned, strict=True))


def weights(rng: np.random.Generator, width: int, wide: int, *lead: int) -> Case:
    """Draw what a block has learned, or with a number in front what so many blocks have."""
    return {
        "norms": numbers(rng, *lead, 4, width),
        "W_qkv": numbers(rng, *lead, width, 3 * width) / 2,
        "b_qkv": numbers(rng, *lead, 3 * width) / 2,
        "W_o": numbers(rng, *lead, width, width),
        "b_o": numbers(rng, *lead, width),
        "W_1": numbers(rng, *lead, width, wide) / 2,
        "b_1": numbers(rng, *lead, wide) / 2,
        "W_2": numbers(rng, *lead, wide, width) * 2,
        "b_2": numbers(rng, *lead, width),
    }


def _block_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(words: int, n_heads: int, d: int, wide: int, by: float = 1.0) -> Case:
        x = numbers(rng, words, n_heads * d) * by
        return {"x": x, "n_heads": np.array(n_heads), **weights(rng, n_heads * d, wide)}

    yield case(3, 2, 2, 5)
    yield Special("for a single word", case(1, 2, 3, 4))
    yield Special("with one head", case(4, 1, 3, 9))
    yield Special("with large numbers", case(2, 3, 2, 7, 100.0))
    yield Special("where the numbers of a word are so close that ε counts", case(3, 2, 2, 3, 0.004))


BLOCK = Exercise(
    id="block.7",
    title="A block from its parts",
    kind="code",
    difficulty=4,
    minutes=30,
    name="block",
    points=3,
    body=r"""
Write the **pre-norm** `block(…)` of a model that writes, with biases and GELU, and $F$ units inside.
Its attention is causal. Shapes:

```text
x      (T, D)      n_heads  a whole number, H      norms  (4, D)  gain, shift; gain, shift
W_qkv  (D, 3 D)    b_qkv    (3 D,)    queries, keys, values; in each, the first head first
W_o    (D, D)      b_o      (D,)      after the heads lie side by side
W_1    (D, F)      b_1      (F,)      W_2  (F, D)    b_2  (D,)
```

$$
\begin{aligned}
\operatorname{gelu}(z) &= \tfrac z2 \bigl(1 + \operatorname{erf}(z / \sqrt 2)\bigr) \\
\varepsilon &= 10^{-5}
\end{aligned}
$$

`math.erf` takes one number. Leave the inputs as they are.
""",
    stub='''
def block(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
    """The words x, with what attention and then a small network add to them."""
    ...


check("block.7", block)
''',
    reference=block,
    cases=_block_cases,
    properties=("finite",),
    other="Give each head the columns that are its own, one head after the other, and add up what "
    "the rows of W_o that are its own make of it.",
    shown={"no_skip": sections.APART, "post_norm": sections.APART},
    mistakes={
        "keys_first": "Keys are taken for queries, and queries for keys. The first D columns are "
        "the queries, the next D the keys.",
        "reshaped": "The heads are cut by a reshape alone, which mixes words. Cut each word's "
        "vector into heads first, then swap words and heads.",
        "not_merged": "A reshape alone puts words of one head into a row. Swap heads and words "
        "first, then lay the heads side by side.",
        "by_width": "The scores are divided by the root of D. The scale comes from the length of "
        "one head's keys: D divided by the number of heads.",
        "no_scale": "The scores are not scaled. Divide them by the root of the length of one "
        "head's keys, before the softmax.",
        "not_masked": "Words look at later ones. Give the scores of later words −∞ before the "
        "softmax.",
        "no_bias": "The biases are missing. Add one after each of the four products with a matrix.",
        "no_norm": "The two parts see the words as they are. Give each the normalized words, and "
        "add its change to the words themselves.",
        "post_norm": "This is post-norm: the sums are normalized. Normalize what goes into each "
        "part, and leave the sums alone.",
        "one_norm": "The second norm has the gain and the shift of the first. Its own are the last "
        "two rows.",
        "no_skip": "The skips are missing: each part's change takes the place of the words. Add it "
        "to them, in both halves.",
        "side_by_side": "The network sees the words as they came into the block. Give it those "
        "that attention has changed, normalized.",
        "relu": "The network is bent by ReLU. Use GELU, which lets a little through below 0 too.",
        "tanh": "This is the approximation of GELU with tanh, as GPT-2 has it. Take the exact one, "
        "with erf: `np.vectorize` takes it to each number.",
    },
)
