"""Exercises of chapter real, a real model."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special


def _lean_by_hand(pairs: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    own = pairs[0]
    others = pairs if "pair_kept" in bugs else np.delete(pairs, 0, axis=0)
    if "one_pair" in bugs:
        others = pairs[1:2]
    first, second = np.average(others, axis=0)
    toward, away = _nearness(own, first, bugs), _nearness(own, second, bugs)
    if "one_cosine" in bugs:
        return toward
    if "added" in bugs:
        return toward + away
    return away - toward if "turned" in bugs else toward - away


def _nearness(vectors: np.ndarray, mean: np.ndarray, bugs: frozenset[str]) -> np.ndarray:
    if "distance" in bugs:
        return -np.sqrt(((vectors - mean) ** 2).sum(axis=-1))
    if "dot" in bugs:
        return vectors @ mean
    lengths = np.array([np.linalg.norm(vector) for vector in vectors]) * np.linalg.norm(mean)
    return [(vector * mean).sum() for vector in vectors] / lengths


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {
        "pairs": np.array(
            [[[4.0, 3.0], [-3.0, 4.0]], [[5.0, 1.0], [2.0, 2.0]], [[3.0, -1.0], [-2.0, 4.0]]]
        )
    }
    yield {"pairs": np.round(rng.uniform(0.5, 4.0, (3, 2, 2)) * [[1, 1], [-1, 1]], 1)}


BY_HAND = Exercise(
    id="real.1",
    title="A lean, with the pair left out, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_real_1",
    labels=("fruit of pair 1", "company of pair 1"),
    points=1,
    body="""
Here are the vectors of apple in three pairs of sentences. They have two dimensions, so that you can
do it on paper.

| pair | as a fruit | as a company |
|---|---|---|
| 1 | (4, 3) | (−3, 4) |
| 2 | (5, 1) | (2, 2) |
| 3 | (3, −1) | (−2, 4) |

Which way do the two apples of pair 1 lean? Take the mean fruit and the mean company of the *other*
pairs. The lean of a vector is its cosine to the mean fruit minus its cosine to the mean company.
Enter two numbers, the fruit of pair 1 first: `[..., ...]`.
""",
    stub="""
answer_real_1 = ...

check("real.1", answer_real_1)
""",
    reference=_lean_by_hand,
    cases=_hand_cases,
    mistakes={
        "pair_kept": "Pair 1 has a say in the means that it is measured by. Leave it out: take "
        "the means of pairs 2 and 3 alone.",
        "one_pair": "These are the leans measured by pair 2 alone. Take the mean of pairs 2 and "
        "3, for each meaning.",
        "dot": "These are differences of dot products. Divide each product by the lengths of "
        "both vectors, so that it becomes a cosine.",
        "turned": "The signs are flipped: this is the cosine to the company minus the cosine to "
        "the fruit. A fruit has a lean above 0.",
        "one_cosine": "These are the cosines to the mean fruit. Subtract the cosines to the mean "
        "company from them.",
        "added": "The two cosines are added. A lean is a difference: subtract the cosine to the "
        "company from the cosine to the fruit.",
        "distance": "These are differences of distances. The lean is made of cosines: dot "
        "product, divided by both lengths.",
    },
)


def _one_back(weights: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    offset = -1 if "one_ahead" in bugs else 1
    if "itself" in bugs:
        offset = 0
    if "two_back" in bugs:
        offset = 2
    found = np.diagonal(weights.T, offset)  # (H, T - 1): columns are rows now
    if "row_too_many" in bugs:
        return found.sum(axis=-1) / weights.shape[1]
    if "summed" in bugs:
        return found.sum(axis=-1)
    if "heads_together" in bugs:
        return np.asarray(found.mean())
    if "largest" in bugs:
        return found.max(axis=-1)
    if "last_piece" in bugs:
        return found[:, -1]
    return found.T.mean(axis=0)


def _head_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield Special(
        "with one head",
        {"weights": np.array([[[0.5, 0.3, 0.2], [0.8, 0.1, 0.1], [0.1, 0.6, 0.3]]])},
    )
    for heads, pieces, even in ((4, 3, 1.0), (2, 5, 0.3), (3, 31, 0.1)):
        yield {"weights": np.round(rng.dirichlet(np.full(pieces, even), (heads, pieces)), 4)}
    yield Special(
        "with weights in percent",
        {"weights": np.round(100 * rng.dirichlet(np.full(4, 3.0), (5, 4)))},
    )


HEADS = Exercise(
    id="real.2",
    title="Which heads look one back?",
    kind="code",
    difficulty=3,
    minutes=20,
    name="one_back",
    points=2,
    body="""
Write `one_back(weights)`: how much each head looks at the piece before.

`weights` has the shape (H, T, T): a table for each of H heads, and T is at least 3. Row $t$ is
where piece $t$ looks. For each head return the **mean**, over all pieces that have a piece before
them, of the weight on the piece before: H numbers. A head that looks one back and nowhere else has
1. Nothing comes before the first piece, so its row does not count.

Then try it: `model.layers(sentence).weights[layer]` holds the tables of one layer, counted from 0.
The page names one head that looks one back. Which two of the other 71 come next? Are they the same
two in another sentence?
""",
    stub='''
def one_back(weights):
    """Mean weight on the piece before, one number for each head."""
    ...


check("real.2", one_back)
''',
    reference=_one_back,
    cases=_head_cases,
    properties=("not_negative",),
    other="Two lists of indices at once, the pieces from 1 on and the ones before them, pick the "
    "weights one back out of all heads.",
    mistakes={
        "one_ahead": "These are the weights on the piece after. Row t is where piece t looks, so "
        "the piece before is in column t − 1.",
        "itself": "These are the weights of each piece on itself, the diagonal. The piece before "
        "is one column to the left of it.",
        "two_back": "These are the weights two pieces back. The piece before is one column to "
        "the left of the diagonal.",
        "row_too_many": "The sum is divided by T. Nothing comes before the first piece, so T − 1 "
        "rows count.",
        "summed": "These are sums over the pieces. Divide by the number of pieces that have one "
        "before them.",
        "heads_together": "This is one number for all heads. Take the mean over the pieces "
        "alone, so that each head keeps its own.",
        "last_piece": "This is the weight of the last piece alone. Take the mean over all pieces "
        "that have one before them.",
        "largest": "This is the largest weight on a piece before. Take the mean of them over all "
        "pieces of a head.",
    },
)


def _sentence_vector(
    vectors: np.ndarray, mask: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    kept = mask
    if "padding_counted" in bugs:
        kept = np.ones_like(mask)
    elif "padding_alone" in bugs:
        kept = 1 - mask
    if "pieces_normalized" in bugs:
        vectors = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    total = np.einsum("bt,btd->bd", kept, vectors)
    if "first_piece" in bugs:
        total = vectors[:, 0]
    elif "largest" in bugs:
        total = np.where(mask[..., None] > 0, vectors, -np.inf).max(axis=1)
    if "not_normalized" in bugs:
        return total / kept.sum(axis=-1, keepdims=True)
    if "table_length" in bugs:
        return total / np.linalg.norm(total)
    return total / np.sqrt(np.einsum("bd,bd->b", total, total))[:, None]


def _sentence_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(lengths: list[int], pieces: int, d: int, size: float = 1.0) -> Case:
        mask = (np.arange(pieces) < np.array(lengths)[:, None]).astype(float)
        return {
            "vectors": np.round(size * rng.normal(0.3, 1, (len(lengths), pieces, d)), 2),
            "mask": mask,
        }

    yield {
        "vectors": np.array(
            [[[3.0, 0.0], [0.0, 4.0], [9.0, -9.0]], [[2.0, 1.0], [4.0, 2.0], [0.0, 3.0]]]
        ),
        "mask": np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]),
    }
    yield Special("for a single sentence", case([2], 4, 3))
    yield case([3, 5, 2], 6, 4)
    yield case([4, 2, 3, 5], 7, 2)
    yield Special("with large numbers", case([2, 3], 5, 8, 1000.0))


SENTENCE = Exercise(
    id="real.3",
    title="One vector for a sentence",
    kind="code",
    difficulty=3,
    minutes=15,
    name="sentence_vector",
    points=2,
    body=r"""
The model was trained to make one vector of each sentence. Write `sentence_vector(vectors, mask)`,
which does it.

`vectors` has the shape (B, T, D): T pieces for each of B sentences. Short sentences are padded at
their end, and `mask`, shape (B, T), is 1 where there is a piece and 0 where there is padding. Every
sentence has at least one piece.

1. Take the mean of the vectors of a sentence's pieces. The padding must not count.
2. Divide each mean by its length, so that it has length 1.

Return an array of shape (B, D). Leave the inputs as they are.
""",
    stub='''
def sentence_vector(vectors, mask):
    """The mean of each sentence's pieces, scaled to length 1."""
    ...


check("real.3", sentence_vector)
''',
    reference=_sentence_vector,
    cases=_sentence_cases,
    properties=("finite", "scale_free"),
    other="The number of pieces does not matter: scaling to length 1 takes out any factor, so "
    "the sum does as well as the mean.",
    mistakes={
        "padding_counted": "The padding counts as well. Multiply each vector by its mask, or "
        "pick the vectors where the mask is 1, before you sum.",
        "padding_alone": "The mask is taken the wrong way round: only the padding counts. 1 "
        "means that there is a piece.",
        "not_normalized": "These are the means. Divide each by its length, np.linalg.norm along "
        "the last axis.",
        "table_length": "All means are divided by one number. Each has a length of its own: norm "
        "over the last axis, with keepdims=True.",
        "pieces_normalized": "Each piece is scaled to length 1 before the mean. Take the mean of "
        "the vectors as they are, and scale the mean.",
        "first_piece": "This is the first piece of each sentence. Take the mean of all of its "
        "pieces.",
        "largest": "This is the largest number in each column. Take the mean over the pieces "
        "instead.",
    },
)

EXPLORE = Exercise(
    id="real.4",
    title="What the model takes for granted",
    kind="explore",
    difficulty=3,
    minutes=30,
    body="""
The section on bias gives you a measure: two groups of words, and a word in a sentence without a
hint. Use it on people.

1. Take *he*, *man*, *boy* for one side and *she*, *woman*, *girl* for the other. Measure *nurse*,
   *engineer*, *teacher* and *pilot* at layer 0 and at layer 6, in "This is the …". What does the
   model take for granted?
2. Write two sentences for each of them that settle it, such as "The nurse shaved his beard". How
   far does the bias move at layer 6? Does it cross 0?
3. Swap one word of each group for another that means nearly the same. Which of your findings
   survive?
4. Take the sentence with which you fooled the model under *Ask it yourself*, and write three more
   of its kind. Read their leans after layer 6 in the figure. Was it one odd sentence, or does the
   model take something for granted here?
5. Explain in three sentences what you would tell somebody who wants to use these vectors to sort
   job applications.
""",
)

EXERCISES = (BY_HAND, HEADS, SENTENCE, EXPLORE)
