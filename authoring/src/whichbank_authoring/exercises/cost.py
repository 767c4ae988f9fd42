"""Exercises of chapter cost, counting the cost."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from ._shared_keys import GROUPED


def _memory(sizes: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    """Sizes are heads, layers, length, and bytes a number."""
    heads, layers, n, width = sizes
    table = n if "linear" in bugs else n * n
    if "half_the_table" in bugs:
        table = n * (n + 1) / 2
    if "one_head" in bugs:
        heads = 1
    if "bits_for_bytes" in bugs:
        width = 8 * width
    if "numbers_for_bytes" in bugs:
        width = 1
    if "layers_forgotten" in bugs:
        layers = 1
    return heads * table * width * np.array([1.0, layers])


def _memory_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"sizes": np.array([12.0, 6.0, 512.0, 4.0])}
    yield {
        "sizes": np.array(
            [*rng.integers(2, 17, 2), rng.choice([64, 128, 256, 1024]), rng.choice([2, 4])], float
        )
    }


BY_HAND = Exercise(
    id="cost.1",
    title="Six layers of twelve tables, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_cost_1",
    labels=("bytes of one layer", "bytes of all layers"),
    points=1,
    body="""
The model of chapter real has 6 layers with 12 heads each. It reads a text of 512 pieces, its longest.
Every weight takes 4 bytes.

How many bytes do the tables of attention weights of **one** layer take? And those of **all**
layers, as they must be kept while the model is trained? Enter two whole numbers: `[..., ...]`.
""",
    stub="""
answer_cost_1 = ...

check("cost.1", answer_cost_1)
""",
    reference=_memory,
    cases=_memory_cases,
    mistakes={
        "linear": "This counts one number for each piece. The table has one for each *pair* of "
        "pieces.",
        "one_head": "This is the table of a single head. Each of the 12 has its own.",
        "half_the_table": "Half of the table is missing. Here every piece looks at every other, "
        "later ones included.",
        "bits_for_bytes": "A number of 4 bytes has 32 bits. The question is about bytes.",
        "numbers_for_bytes": "This counts the numbers in the tables. Each of them takes 4 bytes, "
        "so multiply by 4.",
        "layers_forgotten": "The second number is for one layer again. While a model is trained, "
        "all 6 count.",
    },
)


def _merge(
    top_a: np.ndarray, sum_a: np.ndarray, mixed_a: np.ndarray,
    top_b: np.ndarray, sum_b: np.ndarray, mixed_b: np.ndarray, *, bugs: frozenset[str] = frozenset(),
) -> np.ndarray:  # fmt: skip
    top = np.maximum(top_a, top_b)
    if "one_top" in bugs:
        top = np.full_like(top, top.max())
    fade_a, fade_b = np.exp(top_a - top), np.exp(top_b - top)
    if "no_fade" in bugs:
        fade_a, fade_b = np.ones_like(top), np.ones_like(top)
    if "turned_fade" in bugs:
        fade_a, fade_b = fade_b, fade_a
    if "second_never_fades" in bugs:
        fade_b = np.ones_like(top)
    if "raw_powers" in bugs:
        fade_a, fade_b = np.exp(top_a), np.exp(top_b)
    sums = sum_a * fade_a + sum_b * fade_b
    if "sums_not_faded" in bugs:
        sums = sum_a + sum_b
    if "mean_of_answers" in bugs:
        return (mixed_a / sum_a[:, None] + mixed_b / sum_b[:, None]) / 2
    if "mixed_not_faded" in bugs:
        fade_a, fade_b = np.ones_like(top), np.ones_like(top)
    mixed = mixed_a * fade_a[:, None] + mixed_b * fade_b[:, None]
    return mixed if "not_divided" in bugs else mixed / sums[:, None]


def _half(
    rng: np.random.Generator, queries: int, keys: int, features: int, size: float
) -> tuple[np.ndarray, ...]:
    """The largest score, the sum of the powers and the mixed values of each query, over some
    keys.
    """
    scores = np.round(rng.normal(size=(queries, keys)) * size, 2)
    values = np.round(rng.normal(size=(keys, features)), 2)
    top = scores.max(axis=1)
    powers = np.exp(scores - top[:, None])
    return top, powers.sum(axis=1), powers @ values


def _merge_cases(rng: np.random.Generator) -> Iterator[Case]:
    grows = {"top_a": np.array([1.0]), "sum_a": np.array([1.0]), "mixed_a": np.array([[1.0, 0.0]])}
    money_and_bank = {
        "top_b": np.array([2.0]),
        "sum_b": np.array([2.0]),
        "mixed_b": np.array([[3.0, 1.0]]),
    }
    yield grows | money_and_bank
    for kind, queries, keys, features in (
        ("", 3, (2, 4), 5),
        ("", 4, (6, 5), 2),
        ("for a single query", 1, (3, 2), 4),
        ("with large scores", 2, (4, 7), 3),
        ("where the queries have maxima far apart", 3, (5, 3), 2),
    ):
        first, second = (
            _half(rng, queries, n, features, 800 if "large" in kind else 1) for n in keys
        )
        if queries == 4:  # one half counts little, but it counts
            first[0][1], second[0][2] = second[0][1] + 8, first[0][2] + 7.5
        names = ("top_a", "sum_a", "mixed_a", "top_b", "sum_b", "mixed_b")
        # one query's larger score is far ahead in the first half, the other's in the second
        if "large" in kind:
            first[0][0], second[0][1] = 3000.0, 3000.0
        if "apart" in kind:
            for half in (first, second):
                half[0][:] += (
                    rng.permutation([900.0, 0.0, -900.0]) if half is first else first[0].round(-2)
                )
        yield Special(kind, dict(zip(names, (*first, *second), strict=True)))


MERGE = Exercise(
    id="cost.2",
    title="Merge two halves of a text",
    kind="code",
    difficulty=5,
    minutes=30,
    name="merge",
    points=3,
    body="""
Two computers share the keys and values of one long text. Each streams its half past the same T
queries, and sends three things:

- `top`, shape (T,): the largest score of each query in that half;
- `sum`, shape (T,): the sum of `exp(score - top)` over that half;
- `mixed`, shape (T, d): the sum of `exp(score - top) * value` over that half.

Write `merge(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b)`: the T answers over the whole text,
shape (T, d). Scores can be in the hundreds: nothing may overflow. Leave the inputs as they are.
""",
    properties=("halves_swap",),
    stub='''
def merge(top_a, sum_a, mixed_a, top_b, sum_b, mixed_b):
    """The answers of attention over both halves, one row per query."""
    ...


check("cost.2", merge)
''',
    reference=_merge,
    cases=_merge_cases,
    other="`np.logaddexp` joins the two sums on the scale of logarithms, where nothing "
    "overflows. The exponential of a half's top, less that, is its share.",
    mistakes={
        "no_fade": "The halves are added as they are. Each had its own largest score subtracted: "
        "bring both to the same one first.",
        "turned_fade": "The wrong half fades. It is the one with the *smaller* top whose powers "
        "have to shrink.",
        "second_never_fades": "Only the first half is brought to the common top. The second half "
        "may have the smaller one as well.",
        "raw_powers": "exp(top) is taken without subtracting anything. The answer is right while "
        "scores are small, and overflows when they are large.",
        "sums_not_faded": "The mixed values fade, but the sums do not. Both were made with the "
        "old top.",
        "mixed_not_faded": "The sums fade, but the mixed values do not. Both were made with the "
        "old top.",
        "one_top": "One maximum is taken for all queries. A query far below it becomes 0 divided "
        "by 0: each query has a maximum of its own.",
        "mean_of_answers": "This is the mean of the two answers. A half with larger scores "
        "counts for more.",
        "not_divided": "The last step is missing: divide the mixed values by the sum of the "
        "powers.",
    },
)

SIDE = 4


def _blocks(mask: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "causal_taken_for_granted" in bugs:
        mask = np.tril(np.ones(mask.shape))
    if "last_part_dropped" in bugs:
        queries, keys = (n // SIDE * SIDE for n in mask.shape)
        mask = mask[:queries, :keys]
    if "one_too_many" in bugs:
        mask = np.pad(mask, ((0, SIDE), (0, SIDE)))
    down, across = range(0, mask.shape[0], SIDE), range(0, mask.shape[1], SIDE)
    parts = [[mask[t : t + SIDE, s : s + SIDE] for s in across] for t in down]
    if "pairs_counted" in bugs:
        return np.array([[(part != 0).sum() for part in row] for row in parts], dtype=float)
    if "only_full_blocks" in bugs:
        return np.array([[part.all() for part in row] for row in parts], dtype=float)
    if "skipped_marked" in bugs:
        return np.array([[not part.any() for part in row] for row in parts], dtype=float)
    needed = np.array([[part.any() for part in row] for row in parts], dtype=float)
    return needed.T if "turned" in bugs else needed


def _blocks_cases(rng: np.random.Generator) -> Iterator[Case]:
    def drawn(rows: int, columns: int) -> np.ndarray:
        """Few allowed pairs, each with a 1; blocks with none, with one, and with all."""
        mask = 1.0 * (rng.random((rows, columns)) < 0.06)
        mask[-1, -1], mask[4:8, :4], mask[: rows // 4, columns // 2 :] = 1.0, 1.0, 0.0
        return mask

    yield {"mask": np.tril(np.ones((13, 10)))}
    far = int(rng.integers(2, 5))
    window = np.abs(np.arange(18)[:, None] - np.arange(22)) < far
    yield {"mask": rng.integers(40, 60) * window}
    yield Special("for a single pair", {"mask": rng.integers(1, 9, (1, 1)).astype(float)})
    yield {"mask": drawn(9, 15)}
    rows, columns = rng.permutation([7, 5, 11]), rng.permutation([6, 9, 4])
    # three texts in one batch
    yield {"mask": np.repeat(np.eye(3), rows, axis=0).repeat(columns, axis=1)}
    yield Special("where 4 divides a side", {"mask": drawn(12, 14)})
    yield Special("where 4 divides a side", {"mask": drawn(17, 8)})
    yield Special("with negative numbers", {"mask": drawn(13, 13) * -rng.integers(1, 6, (13, 13))})
    yield Special(
        "with numbers between −1 and 1",
        {"mask": drawn(10, 18) * 2.0 ** -int(rng.integers(30, 40))},
    )
    both = drawn(14, 9)
    row, column = rng.integers(8, 12), rng.integers(0, 3)
    both[8:12, :4], both[row, column : column + 2] = 0.0, (3.0, -3.0)
    yield Special("where the numbers of a block cancel out", {"mask": both})


BLOCKS = Exercise(
    id="cost.3",
    title="Which blocks are needed?",
    kind="code",
    difficulty=3,
    minutes=15,
    name="blocks_needed",
    points=2,
    body="""
A table of scores is computed in blocks of 4 queries × 4 keys. At the right and at the lower edge a
block may be smaller. A block without a single allowed pair is skipped.

Write `blocks_needed(mask)`. `mask` has one row per query and one column per key: 0 where the query
may not attend to the key, any other number where it may. Return a table with one row for each 4
queries and one column for each 4 keys: 1 where the block must be computed, 0 where it is skipped.
It must work for any mask, not only for a causal one.
""",
    stub='''
def blocks_needed(mask):
    """1 for every block of 4 × 4 scores that holds an allowed pair, else 0."""
    ...


check("cost.3", blocks_needed)
''',
    reference=_blocks,
    cases=_blocks_cases,
    properties=("zeros_and_ones",),
    other="Pad the mask with zeros to multiples of 4 and reshape it to four axes. `any` over the "
    "two that are inside a block answers for all blocks at once.",
    mistakes={
        "causal_taken_for_granted": "The mask that was given is not used: these are the blocks "
        "of a causal one.",
        "last_part_dropped": "The smaller blocks at the right and lower edge are missing. They "
        "contain pairs too.",
        "one_too_many": "There is one row and one column of blocks too many: they begin where "
        "the mask has ended.",
        "pairs_counted": "This counts the allowed pairs of each block. The question is only "
        "whether there is any.",
        "only_full_blocks": "Only blocks with all pairs allowed have a 1. One allowed pair is "
        "enough to need a block.",
        "skipped_marked": "The 1 marks a block that is skipped. It should mark a block that is "
        "needed.",
        "turned": "Rows and columns are swapped. A row of the result belongs to 4 queries.",
    },
)

LONGER = Exercise(
    id="cost.4",
    title="Your own machine",
    kind="explore",
    difficulty=2,
    minutes=20,
    body="""
1. Take `attend(q, k, v, return_weights=True)` on random arrays of shape (1, n, 64) and find the
   largest n, doubled from 1024 on, that your machine computes in less than ten seconds. **Predict**
   first what the next doubling will cost, in time and in bytes; run it only if the bytes fit. Do
   the same with `attend_streaming`.
2. Fit a line to your own times with `costs.fit_power`. Is the slope nearer to 1 or to 2? Why is it
   smaller at small n?
3. A friend says: "Streaming makes attention linear." What is linear in it, and what is not?
""",
)

EXERCISES = (BY_HAND, MERGE, BLOCKS, LONGER, GROUPED)
