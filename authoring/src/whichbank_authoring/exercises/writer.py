"""Exercises of chapter writer, a transformer that writes."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from ._drawing import steep
from ._softmax import softmax
from ._whole_model import MODEL, STACK


def _shares(
    powers: np.ndarray, setting: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    """Powers are e to the scores; setting is temperature and k."""
    temperature, k = setting[0], int(setting[1])
    scores = np.log(powers)
    if "no_temperature" in bugs:
        scaled = scores
    elif "multiplied" in bugs:
        scaled = scores * temperature
    elif "shares_divided" in bugs:
        scaled = powers / powers.sum() / temperature
    else:
        scaled = scores / temperature
    order = np.argsort(scaled if "smallest" in bugs else -scaled)
    kept = np.isin(np.arange(len(scores)), order[:k])
    if "all_kept" in bugs:
        kept = np.isin(np.arange(len(scores)), order)
    whole = np.exp(scaled)
    total = whole.sum() if "not_renormalized" in bugs else whole[kept].sum()
    return np.where(kept, whole, 0) / total


def _shares_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"powers": np.array([4.0, 2.0, 1.0, 1.0]), "setting": np.array([0.5, 2.0])}
    yield {
        "powers": rng.choice(np.arange(1.0, 7), 4, replace=False),
        "setting": np.array([0.5, 2.0]),
    }


BY_HAND = Exercise(
    id="writer.1",
    title="Four words, a temperature and a k, by hand",
    kind="hand",
    difficulty=3,
    minutes=15,
    name="answer_writer_1",
    labels=("grows", "flows", "money", "river"),
    points=2,
    body=r"""
After *money bank*, a model has scores for four words. To spare you the logarithms, here is
$e^{\text{score}}$:

| grows | flows | money | river |
|---|---|---|---|
| 4 | 2 | 1 | 1 |

It writes with a temperature of 0.5, and only the 2 words with the largest scores may be drawn. How
likely is each of the four words? Enter four numbers in this order: `[..., ..., ..., ...]`.
(Dividing a score by 0.5 squares $e^{\text{score}}$.)
""",
    stub="""
answer_writer_1 = ...

check("writer.1", answer_writer_1)
""",
    reference=_shares,
    cases=_shares_cases,
    mistakes={
        "no_temperature": "This leaves the temperature out. Divide each score by 0.5 first: 4 "
        "becomes 16, and 2 becomes 4.",
        "multiplied": "The scores are multiplied by the temperature. Divide them: below 1 the "
        "largest must win more.",
        "shares_divided": "The probabilities are divided by the temperature, then softmaxed "
        "again. Divide the scores, then take one softmax.",
        "smallest": "The two smallest were kept. Keep the two with the largest scores.",
        "all_kept": "All four are still in. Words beyond the best 2 get 0, and the others divide "
        "1 among them.",
        "not_renormalized": "What the words that were cut off had is missing: yours do not sum "
        "to 1. Divide by the sum of those that are left.",
    },
)


def _next_token_probabilities(
    scores: np.ndarray, temperature: np.ndarray, k: Any, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "one_more" in bugs:
        k = min(k + 1, scores.shape[1])
    if "one_less" in bugs:
        k = k - 1
    if "multiplied" in bugs:
        scaled = scores * temperature
    elif "no_temperature" in bugs:
        scaled = scores
    else:
        scaled = scores / temperature
    kept = np.less(np.argsort(np.argsort(-scaled)), k)  # the rank of each score, counted from 0
    if "order_as_rank" in bugs:
        kept = np.less(np.argsort(-scaled), k)
    elif "smallest" in bugs:
        kept = np.less_equal(scaled, np.sort(scaled)[:, k - 1, None])
    elif "first_text_decides" in bugs:
        kept = np.greater_equal(scaled, np.sort(scaled)[:1, -k, None])
    elif "all_kept" in bugs:
        kept = np.isfinite(scaled)
    if "zeros_for_scores" in bugs:
        return softmax(np.where(kept, scaled, 0))
    if "minus_100" in bugs:
        return softmax(np.where(kept, scaled, -100))
    if "finite_mask" in bugs and "no_max" not in bugs:
        scaled = np.where(kept, scaled, -1e9)
        kept = np.isfinite(scaled)
    if "not_renormalized" in bugs:
        return np.where(kept, softmax(scaled), 0)
    if "no_max" in bugs:
        powers = np.where(kept, np.exp(scaled), 0)
    else:
        powers = np.where(kept, np.exp(scaled - scaled.max(axis=1, keepdims=True)), 0)
    return powers / powers.sum(axis=1, keepdims=True)


def _weights_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(texts: int, tokens: int, k: int, temperature: float) -> Case:
        # no two scores of a text are equal
        apart = np.array([rng.permutation(tokens) for _ in range(texts)]) * 0.4
        scores = apart + np.round(rng.uniform(0, 0.3, (texts, tokens)), 2) - 0.2 * tokens
        scores[texts // 2 :] += 0.9  # one text's scores lie above another's
        return {"scores": scores, "temperature": np.array(temperature), "k": np.array(k)}

    yield case(2, 5, k=3, temperature=0.5)
    yield Special("for a single text", case(1, 6, k=2, temperature=1.6))
    yield case(4, 3, k=2, temperature=0.8)
    yield Special("with k = 1", case(3, 7, k=1, temperature=1.3))
    yield Special("with k as large as V", case(5, 4, k=4, temperature=2.5))
    far = steep(rng, low=-60_000.0)
    below = far.min(axis=1, keepdims=True) - rng.integers(100, 900, (4, 1))
    scores = np.hstack([far[:, :3], below, far[:, 3:]]) / 4
    given = {"scores": scores, "temperature": np.array(0.25), "k": np.array(4)}
    yield Special("with large scores", given)


WEIGHTS = Exercise(
    id="writer.2",
    title="How likely is each token to be drawn?",
    kind="code",
    difficulty=3,
    minutes=20,
    name="next_token_weights",
    points=3,
    body=r"""
Write `next_token_weights(scores, temperature, k)`: for each of B texts, the probability with which
every token is drawn next.

`scores` has the shape (B, V), a row for each text; no two scores of a row are equal. `temperature`
is a positive number, `k` a whole number from 1 to V. In each row the k largest scores are kept.
They are divided by the temperature and go through a softmax; all other tokens get 0. The result has
the shape (B, V), and each row sums to 1.

It must also work for scores in the thousands. Leave the inputs as they are.
""",
    stub='''
def next_token_weights(scores, temperature, k):
    """The probability with which each token is drawn next."""
    ...


check("writer.2", next_token_weights)
''',
    reference=_next_token_probabilities,
    cases=_weights_cases,
    styles=("finite_mask",),
    properties=("rows_sum_to_1", "not_negative", "shift_invariant"),
    other="torch's `topk` gives the k largest scores and their places. The softmax of those "
    "alone is put back among zeros by `scatter`.",
    mistakes={
        "multiplied": "The scores are multiplied by the temperature. Divide them by it.",
        "no_temperature": "The temperature has no effect. Divide the scores by it before the "
        "softmax.",
        "smallest": "The k smallest scores are kept. Keep the k largest of each row: they are "
        "the likeliest tokens.",
        "first_text_decides": "One text decides what is cut off in all. Find the k-th largest "
        "score of each row on its own, and keep that axis.",
        "all_kept": "Every token can be drawn. Beyond the k largest scores of a row, the "
        "probability is 0.",
        "not_renormalized": "The softmax is taken over all tokens, and what is cut off is "
        "missing: rows do not sum to 1. Cut first, or divide by what is left.",
        "zeros_for_scores": "The scores that are cut off become 0, and e⁰ is 1: such tokens are "
        "still drawn. Minus infinity in their place gives them the probability 0.",
        "order_as_rank": "np.argsort gives the tokens in their order, not the rank of each "
        "token. Sort, take the k-th largest score, and compare with it.",
        "one_more": "One token too many is kept. Of the sorted scores of a row, the k-th largest "
        "is at index -k.",
        "one_less": "One token too few is kept. Of the sorted scores of a row, the k-th largest "
        "is at index -k, and it stays.",
        "minus_100": "The score of what is cut off, such as −100, is not low enough: those of "
        "others can be lower. It must be −∞ (`-np.inf`).",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
    },
)


def _perplexity(
    scores: np.ndarray, ids: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "not_shifted" in bugs:
        guessed, answers = scores, ids
    elif "shifted_back" in bugs:
        guessed, answers = scores[:, 1:], ids[:, :-1]
    else:
        guessed, answers = scores[:, :-1], ids[:, 1:]
    came = answers[..., None] == np.arange(scores.shape[2])
    top = np.zeros(1) if "no_max" in bugs else guessed.max(axis=2, keepdims=True)
    logs = ((guessed - top) * came).sum(axis=2) - np.log(np.exp(guessed - top).sum(axis=2))
    if "log_of_softmax" in bugs:
        logs = np.log(np.exp(logs))
    if "little_added" in bugs:
        logs = np.log(np.exp(logs) + 1e-9)
    loss = -logs
    if "base_two" in bugs:
        loss = loss / np.log(2)
    if "mean_of_perplexities" in bugs:
        return np.exp(loss.mean(axis=-1)).mean()
    if "mean_of_shares" in bugs:
        return 1 / np.exp(logs).mean()
    total = loss.sum() if "summed" in bugs else loss.mean()
    if "divided_by_T" in bugs:
        total = loss.sum() / ids.size
    if "no_minus" in bugs:
        total = -total
    return total if "loss_alone" in bugs else np.exp(total)


def _perplexity_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(texts: int, length: int, tokens: int) -> Case:
        scores = np.round(rng.uniform(-1.5, 1.5, (texts, length, tokens)), 2)
        return {"scores": scores, "ids": rng.integers(0, tokens, (texts, length)).astype(float)}

    yield case(2, 4, 5)
    yield Special("for a single text", case(1, 3, 6))
    yield Special("with one token to guess in each text", case(3, 2, 4))
    yield case(4, 5, 3)
    large = case(2, 3, 4)
    large["scores"][:, :-1] = steep(rng).reshape(2, 2, 4)
    # a token that is not impossible, after each
    large["ids"][0, 1:] = rng.permutation([[1.0, 1.0], [3.0, 0.0], [2.0, 1.0]])[0]
    large["ids"][1, 1:] = rng.permutation([[1.0, 2.0], [3.0, 0.0], [1.0, 3.0]])[0]
    yield Special("with scores in the thousands", large)
    sure = case(3, 9, 5)
    came = sure["ids"][1, 4].astype(int)
    sure["scores"][1, 3] += np.where(np.arange(5) == came, -400.0, 400.0)
    yield Special("where a token comes that the model held for impossible", sure)


PERPLEXITY = Exercise(
    id="writer.3",
    title="Among how many tokens does it guess?",
    kind="code",
    difficulty=4,
    minutes=25,
    name="perplexity",
    points=3,
    body=r"""
A loss in nats is hard to picture. Its exponential, the perplexity, is easier: a model that always
guesses evenly among 10 tokens has a loss of $\ln 10$ and the perplexity 10.

Write `perplexity(scores, ids)` for B texts of T tokens. `ids`, shape (B, T), holds the tokens'
numbers (whole numbers, given as floats). `scores`, shape (B, T, V), are a language model's: row $t$
scores the token that *follows* token $t$. Take $-\ln$ of the probability of the token that came,
the mean over all tokens of all texts that can be scored, and its exponential.

It must also work for scores in the thousands. Leave the inputs as they are.
""",
    stub='''
def perplexity(scores, ids):
    """The exponential of the mean loss over all tokens that have a guess."""
    ...


check("writer.3", perplexity)
''',
    reference=_perplexity,
    cases=_perplexity_cases,
    properties=("finite",),
    other="Perplexity is a geometric mean, so it is also a product: 1 over the probability of "
    "each token that came, to the power of 1 over their number.",
    mistakes={
        "not_shifted": "Each guess is compared with the token that the model has just read. Row "
        "t is a guess about token t + 1.",
        "shifted_back": "Each guess is compared with the token before. Row t is a guess about "
        "token t + 1, so leave out the last row of scores and the first token.",
        "base_two": "The logarithm has the base 2 and the exponential the base e. Take the same "
        "base for both.",
        "mean_of_perplexities": "This is the mean of the texts' perplexities. Take the mean of "
        "the losses first, and the exponential at the end.",
        "mean_of_shares": "This is 1 over the mean probability. Take the mean of −ln of each: "
        "one token that was thought nearly impossible must count.",
        "summed": "The losses are summed. Divide by their number: a longer text must not be "
        "worse for its length.",
        "divided_by_T": "The losses are divided by B · T. The first token of a text has no "
        "guess: divide by the number of guesses, B · (T − 1).",
        "no_minus": "The minus is missing: the loss is −ln of each probability, and a perplexity "
        "is never below 1.",
        "no_max": "The softmax breaks down where scores are large. From each row, subtract its "
        "own largest score before np.exp.",
        "log_of_softmax": "A probability can be so small that it is 0 here, and its logarithm is "
        "−inf. Do not take log of a softmax: write s − log Σ exp(s) instead.",
        "little_added": "A small number is added before the logarithm, which hides how unlikely "
        "a token was. Write s − log Σ exp(s): it needs no such help.",
        "loss_alone": "This is the loss, in nats. The perplexity is its exponential: e to the "
        "power of the loss.",
    },
)

EXPLORE = Exercise(
    id="writer.4",
    title="Make it write better, and say how you know",
    kind="explore",
    difficulty=4,
    minutes=40,
    body=r"""
1. With `invented_share`, find the largest k at which temperature 2 invents no more words than
   temperature 0.7 without a k. Do texts from both read equally well?
2. Train the writer of this page again with `steps=60` and with `steps=600`. Count the invented
   words of 20 texts of each at temperature 0.7. How does the count follow the loss?
3. Cut the news with the sub-words of chapter tokens (`whichbank.bpe.train_bpe`, 200 merges) and train a
   model on them: `LanguageModel` with as many tokens as your vocabulary has, `fit` of chapter learning,
   `lee.part("read")` and `lee.part("held out")`. The loss is in nats per *token*. What must you
   divide by to compare the two models, and which is better?
4. In a text that the recorded model wrote at temperature 0.3, find the longest passage that is also
   in `lee.part("read")`. How many letters are copied? Is that remembering or writing?
""",
)

EXERCISES = (BY_HAND, WEIGHTS, PERPLEXITY, EXPLORE, STACK, MODEL)
