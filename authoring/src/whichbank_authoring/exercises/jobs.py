"""Exercises of chapter jobs, the same word and another job."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._drawing import steep, turned
from ._softmax import rows_to_weights, softmax

PLANE = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])


def _scores_by_hand(
    bank: np.ndarray, vectors: np.ndarray, W: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "transposed" in bugs:
        W = W.T
    if "diagonal" in bugs:
        W = np.diag(np.diag(W))
    if "ignored" in bugs:
        W = np.eye(len(W))
    if "wrong_word" in bugs:
        bank = vectors[-1]
    if "both_sides" in bugs:
        vectors = vectors @ W
    if "answers_turned" in bugs:
        return vectors @ W @ bank
    return vectors @ (bank @ W)


def _hand_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"bank": PLANE[1], "vectors": PLANE, "W": np.array([[2.0, 1.0], [-1.0, 3.0]])}
    yield {"bank": PLANE[1], "vectors": PLANE, "W": rng.integers(-2, 5, (2, 2)).astype(float)}


BY_HAND = Exercise(
    id="jobs.1",
    title="What bank asks, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_jobs_1",
    labels=("with money", "with bank", "with grows"),
    points=1,
    body="""
In "money bank grows" the words have the vectors money $= [2, 0]$, bank $= [1, 1]$, grows
$= [1, 0]$. Here is a **different matrix** from those in the chapter:

$$W = \\begin{pmatrix} 2 & 1 \\\\ -1 & 3 \\end{pmatrix}$$

Bank asks with $e_\\text{bank} W$; every word answers with its own vector. What are the scores of
bank with money, with bank and with grows? Enter three numbers: `[..., ..., ...]`.
""",
    stub="""
answer_jobs_1 = ...

check("jobs.1", answer_jobs_1)
""",
    reference=_scores_by_hand,
    cases=_hand_cases,
    mistakes={
        "ignored": "These are the scores without the matrix. Turn the vector of bank first: its "
        "row times W.",
        "transposed": "Bank is multiplied with the rows of W. The first number of its question "
        "comes from the first column: 1 times 2, plus 1 times -1.",
        "answers_turned": "The words that answer are turned, and bank is not. Turn bank alone, "
        "and leave the answers.",
        "both_sides": "Question and answers are both turned. Turn bank alone; all words answer "
        "as they are.",
        "diagonal": "Only the two numbers on the diagonal of W are used. Each number of the "
        "question takes a whole column of W.",
        "wrong_word": "These are the scores of grows. The word that asks is bank, with the "
        "vector [1, 1].",
    },
    equivalents={
        "answers_turned": (
            "transposed",
            "A dot product of x with y turned by W is that of x turned by the transpose of W "
            "with y.",
        )
    },
)


def _scaled_scores(
    vectors: np.ndarray, scalars: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "added" in bugs:
        scaled = vectors + scalars[:, None]
    elif "ignored" in bugs:
        scaled = vectors
    elif "lengths_set" in bugs:
        scaled = vectors * (scalars / np.sqrt((vectors**2).sum(axis=1)))[:, None]
    else:
        scaled = vectors * scalars[:, None]
    if "asker_only" in bugs:
        return scaled @ vectors.T
    if "answer_only" in bugs:
        return vectors @ scaled.T
    if "summed" in bugs:
        return (vectors @ vectors.T) * (scalars[:, None] + scalars)
    scores = scaled @ scaled.T
    return softmax(scores) if "softmaxed" in bugs else scores


def _numbers(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.2, 1.3, shape) * rng.choice([-1, 1], shape), 2)


def _scaled_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"vectors": PLANE, "scalars": np.array([0.5, 2.0, 1.5])}
    yield Special(
        "for a single word", {"vectors": _numbers(rng, 1, 4), "scalars": _numbers(rng, 1)}
    )
    yield {"vectors": _numbers(rng, 2, 3), "scalars": _numbers(rng, 2)}
    yield {"vectors": _numbers(rng, 5, 2), "scalars": _numbers(rng, 5)}
    # as many words as numbers in a vector; one of them is nearly silent
    yield {"vectors": _numbers(rng, 3, 3), "scalars": _numbers(rng, 3) * [1, 0.02, 1]}
    silent = {"vectors": _numbers(rng, 4, 6), "scalars": _numbers(rng, 4) * [1, 0, 1, 1]}
    yield Special("where the number of a word is 0", silent)
    yield Special(
        "with large numbers", {"vectors": _numbers(rng, 3, 5) * 40, "scalars": _numbers(rng, 3)}
    )


SCALED = Exercise(
    id="jobs.2",
    title="A number for each word",
    kind="code",
    difficulty=2,
    minutes=10,
    name="scaled_scores",
    points=2,
    body="""
Write `scaled_scores(vectors, scalars)`: the table of scores after each word's vector has been made
longer or shorter by its own number.

- `vectors` has one row for each word, `scalars` one number for each word. A number may be 0 or
  negative.
- Each word asks **and** answers with its scaled vector. The result has a row and a column for each
  word: its entry $i, j$ is the dot product of scaled word $i$ with scaled word $j$. No softmax yet.
- Use NumPy alone, no `similarity` of the course, and leave the inputs as they are.
""",
    stub='''
def scaled_scores(vectors, scalars):
    """Dot products of all words, each scaled by its own number."""
    ...


check("jobs.2", scaled_scores)
''',
    reference=_scaled_scores,
    cases=_scaled_cases,
    properties=("mirrored",),
    other="Scale the scores in place of the vectors: the plain dot products, times `np.outer` of "
    "the words' numbers with themselves.",
    mistakes={
        "asker_only": "Only the word that asks is scaled. Scale all vectors first, then take "
        "every word with every word.",
        "answer_only": "Only the word that answers is scaled. Scale all vectors first, then take "
        "every word with every word.",
        "ignored": "These are the scores of the vectors as they came. Multiply each row by its "
        "word's number first.",
        "added": "The number of a word is added to its vector. Multiply by it: adding turns the "
        "arrow as well.",
        "lengths_set": "The numbers have become the lengths of the vectors. Multiply by them: "
        "each vector has its old length, times its number.",
        "summed": "Each score is multiplied by the sum of the two words' numbers. Both vectors "
        "are scaled, so it is their product.",
        "softmaxed": "These are weights: a softmax has been taken. The exercise asks for the "
        "scores before it.",
    },
)


def _task_weights(
    vectors: np.ndarray, W: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "transposed" in bugs:
        W = W.T
    if "ignored" in bugs:
        W = np.eye(len(W))
    asks = vectors @ W
    answers = asks if "both_sides" in bugs else vectors
    scores = asks @ (answers if "not_transposed" in bugs else answers.T)
    if "scaled" in bugs:
        scores = scores / np.sqrt(len(W))
    weights = scores if "no_softmax" in bugs else rows_to_weights(scores, bugs)
    return weights @ vectors if "mixed" in bugs else weights


def _weights_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"vectors": PLANE, "W": np.array([[0.0, 1.0], [2.0, 0.0]])}
    yield Special("for a single word", {"vectors": _numbers(rng, 1, 3), "W": _numbers(rng, 3, 3)})
    yield {"vectors": _numbers(rng, 2, 4), "W": _numbers(rng, 4, 4) / 2}
    yield {"vectors": _numbers(rng, 4, 2), "W": _numbers(rng, 2, 2)}
    yield {"vectors": _numbers(rng, 5, 3), "W": _numbers(rng, 3, 3) / 2}
    yield {"vectors": _numbers(rng, 3, 3), "W": _numbers(rng, 3, 3)}  # as many words as dimensions

    vectors, back = turned(rng)
    yield Special("with large scores", {"vectors": vectors, "W": back @ steep(rng) @ back.T})


WEIGHTS = Exercise(
    id="jobs.3",
    title="Weights for one job",
    kind="code",
    difficulty=3,
    minutes=15,
    name="task_weights",
    points=3,
    body=r"""
Write `task_weights(vectors, W)`: the attention weights of a sentence whose words ask through a
matrix,

$$\operatorname{softmax}\bigl((E W)\, E^\top\bigr),$$

with the softmax over each row. `vectors` ($E$) has one row for each word, `W` is square. Each word
asks with its row times `W` and answers with its row as it is. The scores can be large: subtract the
largest of each row before `np.exp`. Use NumPy alone: no `similarity`, `softmax` or `attend` of the
course. Return the weights; mix nothing. Leave the inputs as they are.
""",
    stub='''
def task_weights(vectors, W):
    """Weights of all words for all words: softmax((E W) Eᵀ)."""
    ...


check("jobs.3", task_weights)
''',
    reference=_task_weights,
    cases=_weights_cases,
    properties=("not_negative", "rows_sum_to_1"),
    other="The brackets may move: multiply W by the words that answer first, and let each word "
    "ask with its own vector. The scores are the same.",
    shown={
        "both_sides": sections.BOTH_SIDES,
        "wrong_axis": sections.AXIS,
        "no_max": sections.LARGE,
    },
    mistakes={
        "ignored": "These are the weights without the matrix. Multiply the vectors by W on the "
        "side that asks.",
        "transposed": "The matrix acts on the side that answers, or it is transposed. Each word "
        "asks with its own row times W.",
        "both_sides": "Both sides go through the matrix, so the scores are symmetric again. Let "
        "the words answer as they are.",
        "not_transposed": "The vectors that answer are not transposed: `@` then fits only where "
        "there are as many words as dimensions. Multiply by vectors.T.",
        "scaled": "The scores are divided by the root of the dimension. That comes in chapter "
        "roles; here it is the plain dot product.",
        "no_softmax": "These are the scores. Put each row of them through a softmax, so that it "
        "sums to 1.",
        "wrong_axis": "The columns of the weights sum to 1, not the rows. Each row is one word "
        "that asks: axis=-1.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "table_total": "The exponentials are divided by the sum of the whole table. Divide each "
        "row by its own sum.",
        "mixed": "These are new vectors: the weights have been used. Return the weights "
        "themselves.",
    },
)

EXPLORE = Exercise(
    id="jobs.4",
    title="What else could serve both jobs",
    kind="explore",
    difficulty=3,
    minutes=25,
    body="""
1. **Rock, paper, scissors.** Take three words with the vectors $[1, 0]$, $[-0.5, 0.87]$ and $[-0.5, -0.87]$. Each
   should look most at the next one, and the third at the first. Show on paper that no table with
   $s_{ij} = s_{ji}$ can do it: write down as an inequality what each of the three words wants, and
   follow the three once around. Then find a matrix for the asking side that does it. What does it do to an arrow?
2. **Small matrices.** In the last figure, find a matrix of numbers $-1$, $0$ and $1$ that serves both jobs.
   Print its table of scores. Is it symmetric? So what was it that stopped the scalars: symmetry, or something
   else?
3. **Two numbers per word.** Give each word one number for asking and another for answering, both whole numbers
   from $-3$ to $3$, and search again for settings that serve both jobs ($7^6 = 117649$ settings in all). You will
   find some. Which signs do they have? What would you do with a fourth word, or with a sentence in which bank
   comes with *river*?
""",
)

EXERCISES = (BY_HAND, SCALED, WEIGHTS, EXPLORE)
