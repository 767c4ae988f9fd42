"""The exercise of chapter cost on heads that share keys and values."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import asked, numbers, steep
from ._softmax import softmax


def _grouped(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    heads = np.arange(len(q))
    group = heads // (len(q) // len(k))
    if "by_remainder" in bugs:
        group = heads % len(k)
    elif "by_groups" in bugs:
        group = heads // len(k)
    elif "first_group" in bugs:
        group = 0 * heads
    k, v = k[group], v[group]
    if "reshaped" in bugs:
        scores = q @ k.reshape(k.shape[0], k.shape[2], k.shape[1])
    else:
        scores = np.einsum("htd,hsd->hts", q, k)
    if "by_heads" in bugs:
        scores = scores / np.sqrt(len(q))
    elif "by_d" in bugs:
        scores = scores / q.shape[2]
    elif "no_scale" not in bugs:
        scores = scores / np.sqrt(q.shape[2])
    if "no_max" in bugs:
        weights = np.exp(scores) / np.exp(scores).sum(axis=2, keepdims=True)
    else:
        weights = softmax(scores, 0 if "over_heads" in bugs else 1 if "over_queries" in bugs else 2)
    return weights @ v


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(heads: int, groups: int, queries: int, keys: int, d: int, d_v: int) -> Case:
        return {
            "q": numbers(rng, heads, queries, d),
            "k": numbers(rng, groups, keys, d),
            "v": numbers(rng, groups, keys, d_v),
        }

    yield case(4, 2, 3, 5, 6, 2)
    yield Special("for a single query", case(6, 2, 1, 3, 4, 5))
    yield case(6, 3, 2, 4, 5, 1)
    yield Special("with one group for all heads", case(3, 1, 4, 2, 5, 2))
    yield Special("with a group for each head", case(3, 3, 2, 5, 4, 1))
    far = case(4, 2, 2, 4, 4, 1)
    for group in range(2):  # two rows of the scores are of its first head, two of the other
        q, far["k"][group] = asked(rng, steep(rng))
        far["q"][2 * group : 2 * group + 2] = q.reshape(2, 2, 4)
    yield Special("with large scores", far)


GROUPED = Exercise(
    id="cost.5",
    title="Heads that share keys and values",
    kind="code",
    difficulty=3,
    minutes=15,
    name="grouped_attention",
    points=3,
    body=r"""
A model that writes keeps the keys and values of all words so far. In *grouped-query attention* a few
heads at a time share them, so that less is kept. Write `grouped_attention(q, k, v)` with NumPy alone:
no `attend` or `softmax` of the course.

- `q` has the shape $(H, T, d)$: the queries of $H$ heads.
- `k` has the shape $(G, S, d)$ and `v` $(G, S, d_v)$: the keys and values of $G$ groups. $H$ is a
  multiple of $G$.
- The first $H / G$ heads use the keys and values of the first group, the next $H / G$ those of the
  second, and so on.

Each head is attention as ever: its scores, divided by $\sqrt d$, go through a softmax over the keys,
and the weights mix the values. The result has the shape $(H, T, d_v)$. The scores can be large.
Leave the inputs as they are.
""",
    stub='''
def grouped_attention(q, k, v):
    """What each head finds with the keys and values of its group."""
    ...


check("cost.5", grouped_attention)
''',
    reference=_grouped,
    cases=_cases,
    properties=("linear",),
    other="Reshape the queries to four axes, with G × H/G in place of H. The keys and values then "
    "need no copies, only an axis of length 1.",
    shown={"no_scale": sections.SCALE, "by_d": sections.SCALE, "no_max": sections.LARGE},
    mistakes={
        "by_remainder": "Groups are dealt out like cards: head h uses group h % G. Heads that "
        "share are neighbors: use h // (H // G).",
        "by_groups": "Head h uses group h // G. Divide h by the number of heads in a group, "
        "H // G, and not by the number of groups.",
        "first_group": "All heads use the keys and values of the first group. Only the first H / G "
        "heads share that one.",
        "no_scale": "The scores are not scaled. Divide them by the square root of d before the "
        "softmax.",
        "by_d": "The scores are divided by d. Divide them by its square root.",
        "by_heads": "The scores are divided by the root of H. The scale comes from d, the length "
        "of a key.",
        "reshaped": "A reshape gives the keys the right shape with the numbers in the wrong "
        "places. Swap the last two axes instead.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "over_heads": "The weights of the heads sum to 1 for each pair of words: the softmax "
        "runs over the heads. Take it over the keys, the last axis.",
        "over_queries": "The columns of each head's weights sum to 1, so the softmax runs over "
        "the queries. Take it over the keys, the last axis.",
    },
)
