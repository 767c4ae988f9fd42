"""The exercises of chapter writer in which the whole model is put together."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from ._drawing import numbers
from ._parts import normalized
from ._whole_block import block, per_block, weights


def _stack(
    x: np.ndarray,
    n_heads: Any,
    norms: np.ndarray,
    W_qkv: np.ndarray,
    b_qkv: np.ndarray,
    W_o: np.ndarray,
    b_o: np.ndarray,
    W_1: np.ndarray,
    b_1: np.ndarray,
    W_2: np.ndarray,
    b_2: np.ndarray,
    last_norm: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    learned = per_block(norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2)
    if "one_block" in bugs:
        learned = learned[:1]
    if "last_left_out" in bugs:
        learned = learned[:-1]
    if "first_again" in bugs:
        learned = learned[:1] * len(learned)
    if "backward" in bugs:
        learned = learned[::-1]
    stream = x
    for one in learned:
        if "each_from_x" in bugs:
            stream = stream + block(x, n_heads, *one) - x
        elif "added_again" in bugs:
            stream = stream + block(stream, n_heads, *one)
        else:
            stream = block(stream, n_heads, *one)
        if "norm_between" in bugs:
            stream = normalized(stream, last_norm[0], last_norm[1])
    if "no_last_norm" in bugs or "norm_between" in bugs:
        return stream
    if "gain_and_shift" in bugs:
        return normalized(stream, last_norm[1], last_norm[0])
    return normalized(stream, last_norm[0], last_norm[1])


def _stack_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(blocks: int, words: int, n_heads: int, d: int, wide: int, by: float = 1.0) -> Case:
        width = n_heads * d
        x = {"x": numbers(rng, words, width) * by, "n_heads": np.array(n_heads)}
        return x | weights(rng, width, wide, blocks) | {"last_norm": numbers(rng, 2, width)}

    yield case(2, 3, 2, 2, 3)
    yield Special("for a single word", case(3, 1, 1, 3, 2))
    still = case(1, 2, 3, 1, 4, by=0.004)  # here the ε of the last norm counts, too
    for name in ("W_o", "b_o", "W_2", "b_2"):
        still[name] *= 0.001
    yield Special("with one block", still)
    yield case(3, 4, 1, 2, 3)
    yield Special("with large numbers", case(2, 2, 2, 3, 1, by=100.0))


STACK = Exercise(
    id="writer.5",
    title="The stack",
    kind="code",
    difficulty=3,
    minutes=15,
    name="stack",
    points=2,
    body=r"""
Write `stack(…)`: all blocks, one after the other, then `last_norm`, (2, D), gain and shift. What a
block has learned comes as in exercise block.7, whose `block` you may paste, with an axis in front
that counts the blocks.
""",
    stub='''
def stack(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2, last_norm):
    """The words x after all blocks and the last norm."""
    ...


check("writer.5", stack)
''',
    reference=_stack,
    cases=_stack_cases,
    properties=("finite",),
    other="A function can call itself: the stack of all blocks is the first block, and then the "
    "stack of the others.",
    mistakes={
        "one_block": "Only the first block is used. Take the words through each block, one after "
        "the other.",
        "last_left_out": "The last block is left out. Take the words through all of them, then "
        "through the last norm.",
        "first_again": "Each block has the numbers of the first. Block i has those at place i of "
        "the first axis.",
        "backward": "The blocks come in the wrong order. Begin with those at place 0.",
        "each_from_x": "Each block sees x as it came in. Give each block what the one before it "
        "has handed on.",
        "added_again": "What a block gives is added to its words once more. A block has its skips "
        "inside: hand on what it gives.",
        "no_last_norm": "The last norm is missing. After the last block, normalize each word once "
        "more, with gain and shift of its own.",
        "norm_between": "The last norm comes after each block. It comes once, after all of them.",
        "gain_and_shift": "Gain and shift of the last norm have changed places. The first row is "
        "the gain.",
    },
)


def _language_model(
    ids: np.ndarray,
    n_heads: Any,
    tokens: np.ndarray,
    positions: Any,
    norms: np.ndarray,
    W_qkv: np.ndarray,
    b_qkv: np.ndarray,
    W_o: np.ndarray,
    b_o: np.ndarray,
    W_1: np.ndarray,
    b_1: np.ndarray,
    W_2: np.ndarray,
    b_2: np.ndarray,
    last_norm: np.ndarray,
    W_out: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    places = np.arange(len(ids))
    if "from_1" in bugs:
        places = places + 1
    if "by_token" in bugs:
        places = ids
    x = tokens[ids]
    if "root_of_d" in bugs:
        x = x * np.sqrt(x.shape[1])
    if "no_positions" not in bugs:
        x = x + positions[places]
    for one in per_block(norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
        x = block(x, n_heads, *one)
    if "no_last_norm" not in bugs:
        x = normalized(x, last_norm[0], last_norm[1])
    scores = x @ tokens.T if "tokens_again" in bugs else x @ W_out
    if "softmaxed" in bugs:
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)
    return scores[-1] if "last_row" in bugs else scores


def _model_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(
        length: int,
        blocks: int,
        n_heads: int,
        d: int,
        wide: int,
        vocabulary: int,
        by: float = 1.0,
    ) -> Case:
        width = n_heads * d
        return {
            "ids": rng.permutation(np.arange(vocabulary))[:length],
            "n_heads": np.array(n_heads),
            "tokens": numbers(rng, vocabulary, width) * by,
            "positions": numbers(rng, vocabulary + 1, width),
            **weights(rng, width, wide, blocks),
            "last_norm": numbers(rng, 2, width),
            "W_out": numbers(rng, width, vocabulary),
        }

    yield case(3, 2, 2, 2, 3, 5)
    yield Special("for a single token", case(1, 2, 1, 3, 2, 4))
    still = case(4, 1, 2, 2, 3, 6, by=0.004)  # here the ε of the last norm counts, too
    for name, by in (
        ("positions", 0.004),
        ("W_o", 0.001),
        ("b_o", 0.001),
        ("W_2", 0.001),
        ("b_2", 0.001),
    ):
        still[name] *= by
    yield Special("with one block", still)
    yield case(2, 3, 1, 3, 2, 4)
    yield Special("with large numbers", case(3, 2, 2, 3, 1, 7, by=25.0))


MODEL = Exercise(
    id="writer.6",
    title="The whole model",
    kind="code",
    difficulty=5,
    minutes=30,
    name="language_model",
    points=3,
    body=r"""
Write `language_model(…)`, all of it: for $T$ token `ids`, the scores, $(T, V)$, of what follows each.
`tokens` is (V, D), a row of `positions` is added for each place from 0 on, `W_out` is (D, V).
""",
    stub='''
def language_model(ids, n_heads, tokens, positions, norms, W_qkv, b_qkv, W_o, b_o,
                   W_1, b_1, W_2, b_2, last_norm, W_out):
    """A row of scores for each token: what may follow it."""
    ...


check("writer.6", language_model)
''',
    reference=_language_model,
    cases=_model_cases,
    properties=("linear",),
    other="A row of a table is also a product: a table of ones and zeros, with a 1 at each token's "
    "number, times the table of vectors.",
    mistakes={
        "from_1": "The first token gets the second row of the positions. Places count from 0.",
        "by_token": "The row of the positions is chosen by the token. It is chosen by the place: "
        "row 0 for the first token.",
        "no_positions": "The positions are missing. Add a row of them to each token's vector.",
        "root_of_d": "The tokens' vectors are scaled by the root of D. This model adds the "
        "positions to them as they are.",
        "no_last_norm": "The last norm is missing. Normalize the words after the last block, "
        "before they are scored.",
        "tokens_again": "The table of the tokens scores what follows. Some models do so; this one "
        "has a table of its own at the end.",
        "softmaxed": "These are probabilities. Return the scores: what draws the next token takes "
        "the softmax, after a temperature.",
        "last_row": "Only the scores after the last token are here. Return a row for each token, "
        "as training needs them.",
    },
)
