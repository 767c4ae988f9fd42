"""Exercises of chapter across: cross-attention."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, numbers, steep, turned
from ._softmax import hidden, softmax


def _look_across(
    x: np.ndarray,
    memory: np.ndarray,
    real: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    asks, answers = (memory, x) if "sides_swapped" in bugs else (x, memory)
    q, k = asks @ W_q, (x if "own_keys" in bugs else answers) @ W_k
    v = answers if "raw_values" in bugs else answers @ W_v
    scale = np.sqrt(W_k.shape[-1])
    if "no_scale" in bugs:
        scale = 1.0
    elif "by_d" in bugs:
        scale = scale**2
    elif "by_words" in bugs:
        scale = np.sqrt(q.shape[-2] if "other_side" in bugs else k.shape[-2])
    scores = q @ k.swapaxes(-1, -2) / scale
    if "padding_at_end" in bugs:
        real = 1.0 * (np.arange(real.shape[1]) < real.sum(axis=1, keepdims=True))
    words = real[:, :, None] == 1 if "rows_hidden" in bugs else real[:, None, :] == 1
    if "padding_kept" in bugs:
        words = ~words
    if "after_softmax" in bugs:
        return (softmax(scores) * words) @ v
    if "not_masked" in bugs:
        return softmax(scores) @ v
    axis = -2 if "wrong_axis" in bugs else -1
    scores = np.where(words, scores, hidden(bugs))
    if "no_max" in bugs or "table_max" in bugs:
        grown = np.exp(scores - (0.0 if "no_max" in bugs else scores.max()))
        return grown / grown.sum(axis=axis, keepdims=True) @ v
    return softmax(scores, axis) @ v


def _across_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(real: tuple[str, ...], T: int, D: int, d: int) -> Case:
        B, S = len(real), len(real[0])
        return {
            "x": numbers(rng, B, T, D),
            "memory": numbers(rng, B, S, D),
            "real": np.array([[float(one) for one in row] for row in real]),
            "W_q": numbers(rng, D, d) / 2,
            "W_k": numbers(rng, D, d) / 2,
            "W_v": numbers(rng, D, d),
        }

    river, flows, hai = [0.0, 2.0], [2.0, 0.0], [0.0, 0.0]
    texts = {
        "x": np.array([[river, flows, hai]]),
        "memory": np.array([[river, flows]]),
        "real": np.ones((1, 2)),
    }
    yield texts | dict.fromkeys(("W_q", "W_k", "W_v"), np.eye(2))
    yield case(("111", "110"), 4, 5, 2)
    yield case(("100", "110"), 3, 4, 2)  # as many words on either side
    yield case(("1000", "1110", "1100"), 2, 3, 1)
    yield Special("where one word is written", case(("110",), 1, 4, 5))
    yield Special("where padding comes before a word", case(("01011", "10110"), 3, 2, 4))

    large = case(("1110", "1011"), 2, 4, 4)
    (large["W_q"], from_q), (large["W_k"], from_k) = turned(rng), turned(rng)
    # two rows of the scores are the first sentence's, two the other's
    q, k = asked(rng, steep(rng, large["real"].repeat(2, axis=0) == 1, low=-15_000.0))
    large |= {"x": (q @ from_q).reshape(2, 2, 4), "memory": np.stack([k @ from_k] * 2)}
    yield Special("with large scores", large)


ACROSS = Exercise(
    id="across.1",
    title="Look across at another text",
    kind="code",
    difficulty=4,
    minutes=20,
    name="look_across",
    points=3,
    body=r"""
Write `look_across(x, memory, real, W_q, W_k, W_v)`: cross-attention with one head, for a batch.

- `x` holds the words that are written, shape $(B, T, D)$; `memory` those that were read, as the
  encoder left them, shape $(B, S, D)$.
- `real` has the shape $(B, S)$: 1 where the memory has a word, 0 where it has padding, at the end
  or anywhere else. Every sentence has a word.
- Queries come from `x`, keys and values from `memory`; the matrices have the shape $(D, d)$. The
  scores are divided by $\sqrt d$.
- Padding of the memory gets exactly 0 of every query's attention. The result has the shape
  $(B, T, d)$.

The scores can be large. Leave the inputs as they are.
""",
    stub='''
def look_across(x, memory, real, W_q, W_k, W_v):
    """Each word of x mixed from the values of the memory's words."""
    ...


check("across.1", look_across)
''',
    reference=_look_across,
    cases=_across_cases,
    styles=("finite_mask", "infinite_mask", "other_side"),
    properties=("memory_padding_unseen",),
    other="Sentence by sentence there is no need of a mask: keep the memory's words where `real` "
    "is 1, and attend to those alone.",
    shown={"sides_swapped": sections.SIDES, "not_masked": sections.PADDING},
    mistakes={
        "sides_swapped": "The memory asks, and the decoder's words answer. It is the other way "
        "round: queries come from `x`, keys and values from `memory`.",
        "own_keys": "The keys come from `x`. Queries come from the decoder's words, keys and "
        "values from the memory.",
        "raw_values": "The memory itself is mixed. What is handed over are values: `memory @ W_v`.",
        "not_masked": "Padding gets attention here. Give its scores −∞ (`-np.inf`) before the "
        "softmax.",
        "after_softmax": "The weights of padding are set to 0 after the softmax, so the rest no "
        "longer sums to 1. Hide the scores before the softmax.",
        "zero_score": "Padding gets the score 0, and e⁰ is 1: it still has a weight. Its score "
        "must be −∞.",
        "minus_100": "The score that padding gets, such as −100, is not low enough: those of "
        "words can be lower. Give it −∞ (`-np.inf`).",
        "padding_at_end": "The words are taken to come first, and the padding last. Look at "
        "`real` place by place: 1 is a word, 0 is padding.",
        "by_d": "The scores are divided by d, so the weights are too equal. Divide by its root, "
        "√d.",
        "by_words": "The scores are divided by the root of a number of words. The scale comes "
        "from d, the length of a key.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "table_max": "The largest score of all rows is subtracted. A row far below it becomes 0 "
        "divided by 0: subtract each row's own.",
        "rows_hidden": "The padding hides rows of the scores, that is, queries. It belongs to "
        "the keys, the columns: `real[:, None, :]`.",
        "padding_kept": "It is the words that are hidden, and the padding that is seen. `real` "
        "is 1 for a word.",
        "wrong_axis": "The softmax runs over the queries. Each query divides 1 among the keys: "
        "the last axis.",
        "no_scale": "The scores are not divided by √d, so the weights are too unequal. Divide "
        "before the softmax.",
    },
)

EXPLORE = Exercise(
    id="across.2",
    title="Break a translator, and look at the pieces",
    kind="explore",
    difficulty=3,
    minutes=30,
    body=r"""
Write down what you expect before each run. `translator.train(seed=…)` trains one, by its
`translation_loss`; `translator.looks_across` says where it looks.

1. Give it a sentence of at most 10 of its words that the grammar does not have: two adjectives,
   *the bank* with no word before it, a word order of your own. What does it write, and where does
   it look? (`looks_across` takes `hindi.Pair(english, written, ())`.)
2. In "the girl sees the new car", swap one English word at a time. Which Hindi words change? Which
   English word decides on *naī* or *nayā*? Does the decoder look at it while it writes the
   adjective? If not, how does it know?
3. Train with 50, 200 and 2000 sentences (`hindi.parallel_text(n_train=…)`, `translator.as_batch`
   and `whichbank.training.fit`). How many are enough for unseen sentences, and for new company?
4. Set `translator.SIZES["n_layers"]` to 2, train, and compare the heads of both layers. Is the
   translation better? Is the alignment?
5. Train with 200 sentences, and in every second batch give the decoder its own words. Does it help
   when it writes by itself?
""",
)

EXERCISES = (ACROSS, EXPLORE)
