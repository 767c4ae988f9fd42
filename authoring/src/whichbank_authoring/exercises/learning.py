"""Exercises of chapter learning, learning: the loss of a batch, and padding."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special
from ._drawing import asked, numbers, steep, turned


def _loss(
    scores: np.ndarray, right: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    axis = 0 if "wrong_axis" in bugs else 1
    top = 0.0 if "no_max" in bugs else scores.max(axis=axis, keepdims=True)
    shifted = scores - top
    total = np.exp(shifted).sum(axis=axis, keepdims=True)
    if "logs_of_softmax" in bugs:
        each = (right * np.log(np.exp(shifted) / total)).sum(axis=1)
    elif "not_logs" in bugs:
        each = (right * np.exp(shifted) / total).sum(axis=1)
    elif "raw_scores" in bugs:
        each = (right * scores).sum(axis=1)
    elif "all_senses" in bugs:
        each = (shifted - np.log(total)).sum(axis=1)
    else:
        each = (right * (shifted - np.log(total))).sum(axis=1)
    if "uphill" in bugs:
        each = -each
    if "over_all_entries" in bugs:
        return -each.sum() / scores.size
    if "not_averaged" in bugs:
        return -each
    if "summed" in bugs:
        return -each.sum()
    return -each.mean()


def _one_hot(places: np.ndarray, senses: int) -> np.ndarray:
    return np.eye(senses)[places]


def _loss_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(n: int, senses: int, size: float = 1.5) -> Case:
        scores = np.round(rng.uniform(-size, size, (n, senses)), 2)
        return {"scores": scores, "right": _one_hot(np.arange(n) * 2 % senses, senses)}

    yield Special(
        "for a batch of one sentence",
        {"scores": np.array([[0.4, 1.4]]), "right": np.array([[0.0, 1.0]])},
    )
    yield case(3, 2)
    yield case(4, 3)
    yield case(2, 5)
    large = case(3, 4)
    dyadic = np.round(large["scores"] * 64) / 64
    yield Special(
        "with scores near 1000",
        large | {"scores": dyadic + rng.permutation([[1000.0], [-1000.0], [0.0]])},
    )
    sure = case(4, 3)
    wrong = (sure["right"].argmax(axis=1) + rng.integers(1, 3, 4)) % 3
    ahead = np.where(np.arange(3) == wrong[:, None], 400.0, 0.0) - 400.0 * sure["right"]
    yield Special("where a probability is as good as 0", sure | {"scores": sure["scores"] + ahead})


LOSS = Exercise(
    id="learning.1",
    title="The loss of a batch",
    kind="code",
    difficulty=2,
    minutes=10,
    name="batch_loss",
    points=2,
    body=r"""
Write `batch_loss(scores, right)`: the mean over all sentences of $-\log p_\text{right}$.

- `scores` has one row for each sentence and one column for each sense.
- `right` has the same shape: 1 at the right sense of each sentence and 0 elsewhere.
- The probabilities are the softmax of each row. The result is one number.

Scores such as 1000 or −1000 must work too. Subtract the largest score of each row first, and write
the logarithm of the softmax as a difference, so that no logarithm of 0 is taken:

$$
\log p_j = s_j - \log \sum_i e^{s_i}
$$
""",
    stub='''
def batch_loss(scores, right):
    """Mean of -log p of the right sense, over the sentences of a batch."""
    ...


check("learning.1", batch_loss)
''',
    reference=_loss,
    cases=_loss_cases,
    properties=("shift_invariant",),
    other="`np.logaddexp.reduce` gives log Σ exp of a row, however large its scores are. "
    "Subtract the score of the right sense, and take the mean.",
    mistakes={
        "wrong_axis": "The softmax runs over the sentences. It runs over the senses of one "
        "sentence: the last axis.",
        "not_logs": "These are the probabilities themselves, with a minus. The loss is the mean "
        "of their negative logarithms: otherwise being certain and wrong costs hardly more "
        "than not knowing.",
        "logs_of_softmax": "A probability can be so small that it is 0 here, and then its "
        "logarithm is −inf. Do not take log of a softmax: write s − log Σ exp(s) instead.",
        "over_all_entries": "This is the mean over all entries, senses included. Sum over the "
        "senses first, then take the mean over the sentences.",
        "raw_scores": "These are the scores of the right senses, without a softmax. A model "
        "could lower this for ever by raising all its scores.",
        "all_senses": "The logarithms of all senses are summed. Only the right one counts: "
        "multiply by `right`.",
        "uphill": "The sign is wrong: this number grows as the model gets better. A loss is "
        "minus the logarithm.",
        "not_averaged": "There is one loss for each sentence here. The result is one number: "
        "take their mean.",
        "summed": "The losses are summed. Take their mean: the size of a batch must not change "
        "the size of a step.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
    },
)


def _padded(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    real: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    scale = (
        1.0 if "no_scale" in bugs else q.shape[1] if "scaled_by_d" in bugs else np.sqrt(q.shape[1])
    )
    if "by_words" in bugs:
        scale = np.sqrt(len(q if "other_side" in bugs else k))
    scores = q @ k.T / scale
    away = -1e9 if "finite_mask" in bugs or "wrong_axis" in bugs else -np.inf
    if "zero_score" in bugs:
        scores = np.where(real == 1, scores, 0.0)
    elif "minus_100" in bugs:
        scores = np.where(real == 1, scores, -100.0)
    elif "rows_hidden" in bugs:
        scores = np.where(real[:, None] == 1, scores, away)
    elif not bugs & {"no_mask", "after_softmax"}:
        scores = np.where(real == ("padding_kept" not in bugs), scores, away)
    axis = 0 if "wrong_axis" in bugs else 1
    grown = np.exp(scores if "no_max" in bugs else scores - scores.max(axis=axis, keepdims=True))
    weights = grown / grown.sum(axis=axis, keepdims=True)
    if "after_softmax" in bugs:
        weights = weights * real
    return weights @ v


def _padded_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(queries: int, words: int, padding: int, d: int, values: int) -> Case:
        real = np.array([1.0] * words + [0.0] * padding)
        return {
            "q": numbers(rng, queries, d),
            "k": numbers(rng, words + padding, d),
            "v": numbers(rng, words + padding, values),
            "real": real,
        }

    money, bank, padding = [2.0, 0.0], [1.0, 1.0], [0.0, 0.0]
    words = np.array([money, bank, padding])
    yield {"q": np.array([money, bank]), "k": words, "v": words, "real": np.array([1.0, 1.0, 0.0])}
    yield case(2, 3, 2, 4, 5)
    yield Special("with one real word", case(3, 1, 1, 2, 4))
    yield Special("for a single query", case(1, 4, 2, 3, 2))
    yield case(4, 2, 3, 6, 1)
    around = case(3, 2, 2, 4, 3) | {"real": np.array([0.0, 1.0, 1.0, 0.0])}
    yield Special("where padding comes before a word", around)
    yield case(5, 3, 2, 4, 2)  # as many queries as keys

    far = case(4, 3, 1, 4, 2) | {"real": np.array([1.0, 0.0, 1.0, 1.0])}
    q, k = asked(rng, steep(rng, np.tile(far["real"] == 1, (4, 1)), low=-15_000.0))
    yield Special("with large scores", far | {"q": q, "k": k})


PADDED = Exercise(
    id="learning.2",
    title="Attention that does not see the padding",
    kind="code",
    difficulty=3,
    minutes=15,
    name="attend_padded",
    points=3,
    body=r"""
Write `attend_padded(q, k, v, real)`: scaled dot-product attention for a sentence with padding.

- `q` has one query a row, `k` one key a row, of $d$ numbers each; `v` has one value for each key.
- `real` has one number for each key: 1 for a word, 0 for padding, which may be anywhere. At least
  one is 1.
- Each query's weights sum to 1 over the **words**; padding gets exactly 0. The result has one row
  for each query.

The scores can be large. Leave the inputs as they are.
""",
    stub='''
def attend_padded(q, k, v, real):
    """softmax(Q Kᵀ / √d) V over the keys that are words."""
    ...


check("learning.2", attend_padded)
''',
    reference=_padded,
    cases=_padded_cases,
    styles=("finite_mask", "other_side"),
    properties=("padding_unseen",),
    other="Leave the padding out altogether: pick the keys and values where `real` is 1. "
    "Attention to those alone needs no mask.",
    mistakes={
        "no_mask": "Padding gets attention here. Give its scores −∞ (`-np.inf`) before the "
        "softmax.",
        "after_softmax": "The weights of padding are set to 0 after the softmax, so the rest no "
        "longer sums to 1. Hide the scores before the softmax.",
        "zero_score": "Padding gets the score 0, and e⁰ is 1: it still gets some weight. Its "
        "score must be −∞.",
        "minus_100": "The score that padding gets, such as −100, is not low enough: those of "
        "words can be lower. Give it −∞ (`-np.inf`).",
        "rows_hidden": "The padding hides rows of the scores, that is, queries. It belongs to "
        "the keys, the columns: `real[None, :]`.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "by_words": "The scores are divided by the root of a number of words. The scale comes "
        "from d, the length of a key.",
        "padding_kept": "It is the words that are hidden, and the padding that is seen. `real` "
        "is 1 for a word.",
        "wrong_axis": "The softmax runs over the queries. Each query shares out one whole among "
        "the keys: axis 1.",
        "no_scale": "The scores are not divided by √d, so the weights are too unequal. Divide "
        "before the softmax.",
        "scaled_by_d": "The scores are divided by d, so the weights are too equal. Divide by its "
        "root, √d.",
    },
)


EXPLORE = Exercise(
    id="learning.3",
    title="What makes a reader good?",
    kind="explore",
    difficulty=3,
    minutes=30,
    body="""
Write down what you expect before each run.

1. *Q and K only* nearly ties with the learned reader. Write the opposite control, *V only*: equal
   weights for all words, and a trained $W_V$. Before you train it, say which of the six readers it
   can match at best, and why.
2. Train learned attention on 5, 20, 80 and 225 sentences per sense (`batch = senses.as_batch(…)` of
   some of `train`). Plot how often it is right on the test and on what it was trained on. What do
   you call the gap between the two?
3. Find, by typing into the figure, a sentence that the model gets wrong though it knows all its
   words. Which word leads it astray? Train with ten more like it. Does it learn them, and what else
   changes?
4. Train and test with the mask of two places to each side. What is gained, and what is lost?
5. Write eight sentences for each sense of your own word from *Train it yourself*: `fig.own`,
   `fig.added` and `fig.held` take them, and `fig.right(400)` tells which senses it finds. Learn
   from 1, 2, 4 and 6 of each, keep the last two as a test, and try `fig.seed` 0 to 4. How many does
   the word need?
""",
)


def _training_step(
    head: np.ndarray,
    x: np.ndarray,
    ids: np.ndarray,
    rate: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    if "not_shifted" in bugs:
        read, follows = x, ids
    elif "shifted_back" in bugs:
        read, follows = x[:, 1:], ids[:, :-1]
    elif "last_alone" in bugs:
        read, follows = x[:, -2:-1], ids[:, -1:]
    else:
        read, follows = x[:, :-1], ids[:, 1:]
    scores = read @ head
    right = follows[..., None] == np.arange(head.shape[1])
    axis = 1 if "over_places" in bugs else 2
    top = 0.0 if "no_max" in bugs else scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores - top)
    p = grown / grown.sum(axis=axis, keepdims=True)
    slope = np.einsum("btd,btv->dv", read, p - right)
    if "by_texts" in bugs:
        slope = slope / len(ids)
    elif "by_all" in bugs:
        slope = slope / ids.size
    elif "summed" not in bugs:
        slope = slope / follows.size
    if "no_rate" not in bugs:
        slope = slope * rate
    if "slope_returned" in bugs:
        return slope
    return head + slope if "uphill" in bugs else head - slope


def _training_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(texts: int, places: int, d: int, tokens: int, rate: float) -> Case:
        return {
            "head": numbers(rng, d, tokens),
            "x": numbers(rng, texts, places, d),
            "ids": rng.integers(0, tokens, (texts, places)),
            "rate": np.array(rate),
        }

    yield case(2, 3, 4, 5, 0.5)
    yield Special("for a single text", case(1, 4, 3, 2, 2.0))
    yield Special("with two tokens in each text", case(3, 2, 2, 4, 1.5))
    yield case(2, 5, 3, 4, 0.3)
    far = case(2, 3, 4, 4, 0.01)
    far["head"], back = turned(rng)
    far["x"][:, :-1] = (steep(rng) @ back).reshape(2, 2, 4)
    yield Special("with large scores", far)


TRAINING_STEP = Exercise(
    id="learning.4",
    title="The loss of texts, and one training step",
    kind="code",
    difficulty=4,
    minutes=20,
    name="training_step",
    points=3,
    body=r"""
What writes learns by guessing, at every place of a text, the token that comes next: it is in the text
itself. Write `training_step(head, x, ids, rate)`, the table `head` after one step of gradient
descent.

- `ids`, $(B, T)$, has the numbers of the tokens of $B$ texts, from 0 to $V - 1$.
- `x`, $(B, T, D)$, has a model's vectors after it has read each token and those before it. `head` is
  $(D, V)$, and row $t$ of `x @ head` scores the token at place $t + 1$.
- The loss is the mean of $-\log p$ of the right token over all guesses that have an answer: the last
  of each text has none.

The scores can be large. Leave the inputs as they are.
""",
    stub='''
def training_step(head, x, ids, rate):
    """The head after one step against the slope of the mean loss of all guesses."""
    ...


check("learning.4", training_step)
''',
    reference=_training_step,
    cases=_training_cases,
    properties=("rate_0_stays",),
    other="In torch, `cross_entropy` of all guesses, laid one below the other, is the loss. "
    "`backward` finds its slope for the head.",
    mistakes={
        "not_shifted": "Each guess is compared with the token that the model has just read. Place "
        "t guesses the token at place t + 1.",
        "shifted_back": "Each guess is compared with the token before. Leave out the last guess "
        "of each text and its first token.",
        "last_alone": "Only the last token of each text is guessed. Every place but the last has "
        "a guess, and each counts.",
        "over_places": "The softmax runs over the places of a text. It runs over the tokens that "
        "can come: the last axis.",
        "by_texts": "The slope is divided by the number of texts. Divide by the number of guesses, "
        "B · (T − 1).",
        "by_all": "The slope is divided by B · T. The last token of a text has no guess after it: "
        "divide by B · (T − 1).",
        "summed": "The slope is summed over the guesses. Divide by their number: it is the slope "
        "of the mean loss.",
        "no_rate": "The learning rate is missing. It decides how far a step goes: multiply the "
        "slope by it.",
        "uphill": "The step goes along the slope, so the loss grows. Subtract the slope: a step "
        "goes against it.",
        "slope_returned": "This is the step alone. Subtract it from the head, and return the new "
        "head.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
    },
)

EXERCISES = (LOSS, PADDED, EXPLORE, TRAINING_STEP)
