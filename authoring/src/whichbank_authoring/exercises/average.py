"""Exercises of chapter average, the average-meaning problem."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special


def _average_meaning(sentences: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "majority" in bugs:
        meanings, counts = np.unique(sentences, axis=0, return_counts=True)
        return meanings[np.argmax(counts)]
    if "one_of_each" in bugs:
        sentences = np.unique(sentences, axis=0)
    if "swapped_axes" in bugs:
        sentences = sentences[:, ::-1]
    total = sentences.sum(axis=0)
    if "not_divided" in bugs:
        return total
    if "divided_by_2" in bugs:
        return total / sentences.shape[1]
    if "length_1" in bugs:
        return total / np.linalg.norm(total)
    return total / len(sentences)


def _average_cases(rng: np.random.Generator) -> Iterator[Case]:
    taste, technology = [1.0, 0.0], [0.0, 1.0]
    yield {
        "sentences": np.array(
            [taste, taste, taste, technology, technology, taste, technology, taste]
        )
    }
    yield {
        "sentences": rng.permutation(
            [taste] * rng.integers(4, 9) + [technology] * rng.integers(1, 4)
        )
    }


AVERAGE = Exercise(
    id="average.1",
    title="The average Apple, by hand",
    kind="hand",
    difficulty=1,
    minutes=5,
    name="answer_average_1",
    labels=("taste", "technology"),
    points=1,
    body="""
A sentence about taste gives Apple the meaning $[1, 0]$, a sentence about technology gives it
$[0, 1]$.

- An apple a day keeps the doctor away (taste)
- Apple is healthy (taste)
- Apple is better than the orange (taste)
- Apple makes great phones (technology)

Four more sentences come in:

- Apple opened a store in Berlin (technology)
- Apple pie needs cinnamon (taste)
- Apple sells a new watch (technology)
- Apple and cheese go together (taste)

What is the average meaning of Apple over all eight sentences? Enter two numbers, taste first:
`[..., ...]`.
""",
    stub="""
answer_average_1 = ...

check("average.1", answer_average_1)
""",
    reference=_average_meaning,
    cases=_average_cases,
    mistakes={
        "not_divided": "These are the sums of the eight meanings. Divide each sum by the number "
        "of sentences.",
        "divided_by_2": "The sums are divided by 2, the number of axes. Divide by the number of "
        "sentences.",
        "swapped_axes": "The two numbers are swapped. Taste comes first, technology second.",
        "majority": "This is the most common meaning. An average also counts the sentence about "
        "technology.",
        "one_of_each": "Each meaning is counted once. Count it once for each sentence that has "
        "it: five to three.",
        "length_1": "This vector has length 1. An average is not scaled to a length: divide the "
        "sums by the number of sentences.",
    },
)


def _cosine(a: np.ndarray, b: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    axis = 0 if "wrong_axis" in bugs else -1
    if "distance" in bugs:
        return np.sqrt(((a - b) ** 2).sum(axis=axis))
    overlap = (a * b).sum(axis=axis)
    if "no_lengths" in bugs:
        return overlap
    squares_a, squares_b = (a**2).sum(axis=axis), (b**2).sum(axis=axis)
    if "table_length" in bugs:
        squares_a, squares_b = (a**2).sum(), (b**2).sum()
    if "no_root" in bugs:
        return overlap / (squares_a * squares_b)
    if "one_length" in bugs:
        return overlap / np.sqrt(squares_a)
    if "lengths_added" in bugs:
        return overlap / (np.sqrt(squares_a) + np.sqrt(squares_b))
    if "cosine_distance" in bugs:
        return 1 - overlap / np.sqrt(squares_a * squares_b)
    return overlap / np.sqrt(squares_a * squares_b)


def _numbers(
    rng: np.random.Generator, *shape: int, low: float = 0.2, high: float = 2.0
) -> np.ndarray:
    """Readable numbers with both signs, none near zero."""
    return np.round(rng.uniform(low, high, shape) * rng.choice([-1.0, 1.0], shape), 2)


def _cosine_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"a": np.array([0.75, 0.25]), "b": np.array([1.0, 0.0])}  # apple and orange
    yield Special("for vectors of one number", {"a": _numbers(rng, 1), "b": _numbers(rng, 1)})
    yield {"a": _numbers(rng, 3, 4), "b": _numbers(rng, 3, 4)}
    yield Special(
        "with short vectors", {"a": _numbers(rng, 2, 3) / 100, "b": _numbers(rng, 2, 3) / 100}
    )
    yield Special("with a vector and a table", {"a": _numbers(rng, 5), "b": _numbers(rng, 2, 5)})
    yield Special("with a vector and a table", {"a": _numbers(rng, 4, 3), "b": _numbers(rng, 3)})
    yield Special(
        "with stacks of tables", {"a": _numbers(rng, 2, 4, 3), "b": _numbers(rng, 2, 4, 3)}
    )
    yield Special("with a long vector", {"a": _numbers(rng, 6) * 1000, "b": _numbers(rng, 6)})


COSINE = Exercise(
    id="average.2",
    title="How alike are two vectors?",
    kind="code",
    difficulty=2,
    minutes=10,
    name="cosine",
    points=2,
    body=r"""
Write `cosine(a, b)`: how nearly two vectors point the same way. It is 1 when they do, 0 at a right
angle, −1 when they are opposed. No vector is zero.

Multiply the two number by number and add up the products; then divide by both lengths. A length is
the root of the sum of the squares.

$$\cos(a, b) = \frac{a_1 b_1 + a_2 b_2 + \dots}{\lVert a \rVert \, \lVert b \rVert}$$

Start with two vectors: they give one number. Then let the same lines work on tables, where each row
is a vector:

- two tables of the same shape give one number for each pair of rows;
- a vector and a table give one number for each row of the table;
- stacks of tables work alike.

A vector always lies along the **last axis**, so sum with `axis=-1`. If you divide a vector by its
length before you sum, keep that axis with `keepdims=True`.
""",
    stub='''
def cosine(a, b):
    """Cosine of the angle between a and b, along the last axis."""
    ...


check("average.2", cosine)
''',
    reference=_cosine,
    cases=_cosine_cases,
    properties=("at_most_1", "symmetric", "scale_free"),
    other="Scale both vectors to length 1 first. The cosine is then their plain dot product.",
    mistakes={
        "no_lengths": "This is the dot product. Divide it by the lengths of both vectors, or a "
        "longer vector counts as more alike.",
        "one_length": "The dot product is divided by the length of a alone. Divide by the length "
        "of b too.",
        "lengths_added": "The dot product is divided by the sum of the two lengths. Divide it by "
        "their product.",
        "no_root": "A length is the square root of the sum of squares. Here the root is missing.",
        "table_length": "With a table, the length is taken over all of its numbers at once "
        "(np.linalg.norm without an axis does that). Each row has its own length: say "
        "axis=-1.",
        "wrong_axis": "The sums run down the columns. A vector lies along a row: sum over the "
        "last axis, axis=-1.",
        "distance": "This is the distance between the vectors. A cosine is the dot product "
        "divided by both lengths.",
        "cosine_distance": "This is 1 minus the cosine, which some libraries call the cosine "
        "distance. Return the cosine itself.",
    },
)


def _lean(
    word: np.ndarray,
    fruit_words: np.ndarray,
    tech_words: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    sides = []
    for group in (fruit_words, tech_words):
        if "mean_vector" in bugs:
            group = group.mean(axis=0, keepdims=True)
        closeness = group @ word
        if "dot_product" not in bugs:
            closeness = closeness / (np.linalg.norm(group, axis=1) * np.linalg.norm(word))
        if "closest_only" in bugs:
            sides.append(closeness.max())
        else:
            sides.append(closeness.sum() if "summed" in bugs else closeness.mean())
    fruit, tech = sides
    if "fruit_only" in bugs:
        return fruit
    if "turned_round" in bugs:
        fruit, tech = tech, fruit
    if "added" in bugs:
        return fruit + tech
    return fruit - tech


def _lean_cases(rng: np.random.Generator) -> Iterator[Case]:
    apple, orange, phone = [0.75, 0.25], [1.0, 0.0], [0.0, 1.0]
    yield {
        "word": np.array(apple),
        "fruit_words": np.array([orange]),
        "tech_words": np.array([phone]),
    }
    for kind, n_fruit, n_tech, dimensions, scale in (
        ("", 3, 2, 2, 1),
        ("", 2, 4, 3, 1),
        ("with one word on each side", 1, 1, 4, 1),
        ("", 5, 3, 4, 1),
        ("with a long vector", 2, 3, 6, 100),
        ("where both sides are nearly as close", 2, 2, 4, 1),
    ):
        case = {
            "word": _numbers(rng, dimensions) * scale,
            "fruit_words": _numbers(rng, n_fruit, dimensions),
            "tech_words": _numbers(rng, n_tech, dimensions),
        }
        if "nearly" in kind:
            case["tech_words"] = case["fruit_words"] + 0.002 * case["word"]
        yield Special(kind, case)


LEAN = Exercise(
    id="average.3",
    title="Which way does a word lean?",
    kind="code",
    difficulty=2,
    minutes=10,
    name="lean",
    points=2,
    body="""
Write `lean(word, fruit_words, tech_words)`: the **mean** cosine of `word` to the fruit words, minus
its mean cosine to the tech words. `word` is one vector; the other two are tables with one word
vector in each row, and they need not have the same number of rows. A result above 0 means fruit,
below 0 technology. You can use your `cosine` from the exercise before.
""",
    stub='''
def lean(word, fruit_words, tech_words):
    """Mean cosine of word to the fruit words minus mean cosine to the tech words: one number."""
    ...


check("average.3", lean)
''',
    reference=_lean,
    cases=_lean_cases,
    properties=("antisymmetric", "scale_free"),
    other="Scale all vectors to length 1 and take the mean of each group. One dot product, with "
    "the difference of the two means, then gives the lean.",
    mistakes={
        "turned_round": "The sign is flipped: this is tech minus fruit. Subtract the tech mean "
        "from the fruit mean.",
        "summed": "The cosines are added up. Take their mean, or the group with more words wins.",
        "dot_product": "These are dot products, not cosines. Divide by the lengths of both "
        "vectors.",
        "mean_vector": "The cosine is taken to the mean vector of each group. Take the cosine to "
        "each word first, then the mean of the cosines.",
        "closest_only": "Only the closest word of each group counts here. Take the mean over all "
        "of them.",
        "added": "The two means are added. The question is which is larger: subtract them.",
        "fruit_only": "The tech words have no effect. Subtract the mean cosine to them.",
    },
)

EXPLORE = Exercise(
    id="average.4",
    title="Another word with two meanings",
    kind="explore",
    difficulty=2,
    minutes=20,
    body="""
Pick *server* (a waiter, a computer) or *bank* (money, a river). A sentence with the first meaning
is worth $[1, 0]$, one with the second $[0, 1]$.

1. Write eight short sentences of your own, some with each meaning. What is the average meaning of
   your word over the eight?
2. Suppose that 0, 2, 4, 6 or all 8 of the eight sentences had the first meaning. Work out the five
   averages and draw them on one plane: `plane({"0 of 8": [0, 1], "2 of 8": ..., ...}, axes=(...,
   ...))`.
3. "Server, can I have the check?" (or "money bank grows") wants your word at $[1, 0]$; "Looks like
   I just crashed the server" (or "river bank flows") wants it at $[0, 1]$. An average suits a
   sentence if it is at most 0.4 away from there. Which of the five suit the first sentence, and
   which the second?
4. Explain in two sentences why no average suits both, and what would have to change.
""",
)

EXERCISES = (AVERAGE, COSINE, LEAN, EXPLORE)
