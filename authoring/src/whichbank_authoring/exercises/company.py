"""Exercises of chapter company, word2vec."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections


def _chance(v: np.ndarray, u: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    """P(bank | river, flows), for rows river, bank, flows, money."""
    if "tables_swapped" in bugs:
        v, u = u, v
    context = v[[0, 1, 2]] if "center_left_in" in bugs else v[[0, 2]]
    mean = context.sum(axis=0) / (1 if "divided_by_m" in bugs else len(context))
    scores = (u * mean).sum(axis=1)
    grown = scores if "no_exp" in bugs else np.e**scores
    word = 0 if "first_word" in bugs else 1
    chance = grown[word] / grown.sum()
    return -np.log(chance) if "loss" in bugs else chance


def _chance_cases(rng: np.random.Generator) -> Iterator[Case]:
    v = np.array([[0.0, 2.0], [1.0, 2.0], [1.0, 0.0], [1.0, 1.0]])
    u = np.array([[2.0, 0.0], [2.0, 1.0], [2.0, -1.0], [0.0, -1.0]])
    yield {"v": v, "u": u}
    yield {"v": rng.permutation(v), "u": rng.permutation(u)}


BY_HAND = Exercise(
    id="company.1",
    title="Guess the middle word, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_company_1",
    labels=("probability of bank",),
    points=1,
    body=r"""
A vocabulary has four words, and CBOW has these two tables ($v$ for context words, $u$ for center
words):

| word | row of $v$ | row of $u$ |
|---|---|---|
| river | [0, 2] | [2, 0] |
| bank | [1, 2] | [2, 1] |
| flows | [1, 0] | [2, −1] |
| money | [1, 1] | [0, −1] |

The window has $m = 1$. What is $P(\text{bank} \mid \text{river}, \text{flows})$ in "river bank
flows"? A pocket calculator helps ($e \approx 2.718$, $e^2 \approx 7.389$, $e^{-1} \approx 0.368$).
Enter one number with three decimals.
""",
    stub="""
answer_company_1 = ...

check("company.1", answer_company_1)
""",
    reference=_chance,
    cases=_chance_cases,
    shown={
        "tables_swapped": sections.THREE_WAYS,
        "divided_by_m": sections.THREE_WAYS,
        "center_left_in": sections.CENTER_IN,
    },
    mistakes={
        "tables_swapped": "The tables are swapped. The given words, river and flows, have their "
        "rows in v; the words that are guessed have theirs in u.",
        "divided_by_m": "The two context vectors are added, but not halved. There are 2m = 2 of "
        "them: divide by 2m, not by m.",
        "center_left_in": "The mean is over three words. Bank is what you guess, so it does not "
        "belong to its own context.",
        "no_exp": "The scores are divided by their sum. Take e to the power of each score first.",
        "first_word": "This is the probability of river. The question is how likely bank is.",
        "loss": "This is −log P, the loss of the guess. The question is the probability P itself.",
    },
)


def _near(length: int, place: int, m: int) -> np.ndarray:
    """Which places belong to the context."""
    apart = np.abs(np.arange(length) - place)
    return (apart <= m) & (apart > 0)


def _left(length: int, place: int) -> np.ndarray:
    """Which places lie to the left."""
    return np.arange(length) < place


def _guess(
    v: np.ndarray,
    u: np.ndarray,
    words: np.ndarray,
    place: Any,
    m: Any,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    if "tables_swapped" in bugs:
        v, u = u, v
    near = _near(len(words), place, m)
    if "whole_sentence" in bugs:
        near = np.arange(len(words)) != place
    if "next_words" in bugs:
        near = _near(len(words), place, 1)
    if "ends_early" in bugs:
        near = near & (np.arange(len(words)) != place + m)
    if "left_only" in bugs:
        near = near & _left(len(words), place)
    if "center_left_in" in bugs:
        near = near | (np.arange(len(words)) == place)
    given = words[near]
    if "slice_wraps" in bugs:
        given = np.concatenate([words[place - m : place], words[place + 1 :][:m]])
    if "word_dropped" in bugs:
        given = given[given != words[place]]
    if "repeats_once" in bugs:
        given = np.unique(given)
    count = np.clip(len(given), 1, None)
    if "divided_by_m" in bugs:
        count = m
    if "always_2m" in bugs:
        count = 2 * m
    if "summed" in bugs:
        count = 1
    mean = v[given].sum(axis=0) / count
    scores = u @ mean
    if "scores" in bugs:
        return scores
    top = np.zeros(1) if "no_max" in bugs else scores.max()
    grown = np.exp(scores - top)
    return grown / grown.sum()


def _guess_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(words: list[int], place: int, m: int, d: int, scale: float = 1.0) -> Case:
        size = max(words) + 3
        v, u = np.round(rng.uniform(-1.5, 1.5, (2, size, d)) * scale, 2)
        return {
            "v": v,
            "u": u,
            "words": np.array(words),
            "place": np.array(place),
            "m": np.array(m),
        }

    plane = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 2.0], [0.0, 1.0]])
    u = np.array([[1.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    yield {"v": plane, "u": u, "words": np.array([0, 1, 2]), "place": np.array(1), "m": np.array(1)}
    yield Special("where a word is twice in the window", case([4, 0, 2, 1, 3, 1, 5, 2, 0], 4, 2, 3))
    yield Special("near an end of the sentence", case([1, 3, 0, 2, 5, 4], 0, 3, 4))
    # a context of one word
    yield Special("near an end of the sentence", case([2, 0, 3, 1, 4], 4, 1, 3))
    yield Special("for a sentence of one word", case([1], 0, 2, 3))
    yield Special("with large scores", case([0, 3, 1, 2, 0, 4, 1, 3], 3, 3, 5, 40.0))
    below = case([3, 1, 4], 1, 1, 2)  # all scores far below 0; the mean of the context is 32, -16
    below["v"][3], below["v"][4] = (40.0, -24.0), (24.0, -8.0)
    far = rng.permutation([-2500.0, -800.0, -801.5, -2400.0, -807.0, -1600.0, -2000.0])
    below["u"][:, 1] = rng.integers(-8, 9, 7) / 8
    below["u"][:, 0] = (far + 16 * below["u"][:, 1]) / 32
    yield Special("with large scores", below)
    # place - m is below 0
    yield Special("near an end of the sentence", case([3, 0, 4, 2, 1, 5, 6], 2, 3, 2))
    yield Special(
        "where the center word is in the window again", case([2, 0, 3, 1, 3, 4, 0, 3], 4, 2, 4)
    )


GUESS = Exercise(
    id="company.2",
    title="Guess any word of a sentence",
    kind="code",
    difficulty=3,
    minutes=15,
    name="guess",
    points=2,
    body=r"""
Write `guess(v, u, words, place, m)`: the CBOW probability of **every** word of the vocabulary for
one place of a sentence.

- `v` and `u` are the two tables, one row for each word of the vocabulary.
- `words` holds the numbers of the words of the sentence, so `v[words[0]]` is the row of the first
  word. A word may occur in a sentence twice; each time counts.
- `place` is the place of the center, from 0. The context is up to `m` words on each side of it.
- Near either end of a sentence there are fewer than $2m$. Take the mean of those that are there. If
  there are none, the mean is zeros.
- Scores can be in the thousands: subtract the largest before you take the exponential.

The result has one probability for each row of `u`.
""",
    stub='''
def guess(v, u, words, place, m):
    """P of each word of the vocabulary at one place of a sentence."""
    ...


check("company.2", guess)
''',
    reference=_guess,
    cases=_guess_cases,
    properties=("rows_sum_to_1", "not_negative"),
    other="Count how often each word is in the window. The mean is then one product of these "
    "counts with the table v, divided by how many words they are.",
    shown={
        "tables_swapped": sections.THREE_WAYS,
        "divided_by_m": sections.THREE_WAYS,
        "center_left_in": sections.CENTER_IN,
    },
    mistakes={
        "tables_swapped": "The tables are swapped. The context words are given: take their rows "
        "from v. Every word is a guess: its score uses its row of u.",
        "divided_by_m": "The sum of the context vectors is divided by m. There are up to m words "
        "on each side, so divide by how many there are.",
        "always_2m": "The sum is always divided by 2m. At the end of a sentence fewer words are "
        "there: divide by their number.",
        "center_left_in": "The center word is left in its own context. It is what you guess: "
        "leave its place out.",
        "ends_early": "The window ends one word early on the right. A Python range leaves its "
        "end out, so it must end at place + m + 1.",
        "slice_wraps": "Near the start the words to the left are missing: place - m is below 0 "
        "there, and a slice then counts from the end. Start at max(place - m, 0).",
        "word_dropped": "The center word is left out wherever it occurs. Leave out its place "
        "alone: the same word elsewhere in the window counts.",
        "summed": "The context vectors are added up. Take their mean: divide the sum by how many "
        "words there are.",
        "whole_sentence": "All other words of the sentence are the context. Only those at most m "
        "places away belong to it.",
        "next_words": "Only the words right beside the center are the context, whatever m is. Take "
        "up to m on each side.",
        "left_only": "Only the words to the left are in the window. CBOW takes m words from each "
        "side.",
        "repeats_once": "A word that occurs in the window twice counts only once. Add its vector "
        "each time.",
        "scores": "These are the scores. Turn them into probabilities: powers of e, divided by "
        "their sum.",
        "no_max": "Large scores make the exponential overflow. Subtract the largest score from "
        "all of them first.",
    },
)


def _softplus(x: np.ndarray) -> np.ndarray:
    """Return log(1 + exp(x)), which is −log σ(−x)."""
    return np.logaddexp(0, x)


def _sampling_loss(
    h: np.ndarray, right: np.ndarray, noise: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "noise_added_up" in bugs:
        noise = noise.sum(axis=0, keepdims=True)
    hit = (right * h).sum()
    miss = (noise * h).sum(axis=1)
    if "sign_kept" in bugs:
        miss = -miss
    if "sign_turned" in bugs:
        hit = -hit
    if "softmax" in bugs:
        return np.logaddexp(hit, np.logaddexp.reduce(miss)) - hit
    if "base_2" in bugs:
        hit, miss = np.logaddexp2(0, -hit), np.logaddexp2(0, miss)
    elif "overflow" in bugs:
        hit, miss = -np.log(1 / (1 + np.exp(-hit))), -np.log(1 / (1 + np.exp(miss)))
    else:
        hit, miss = _softplus(-hit), _softplus(miss)
    if "no_log" in bugs:
        hit, miss = np.exp(-hit), np.exp(-miss)
        if "minus_kept" in bugs:
            hit, miss = -hit, -miss
    miss = miss.mean() if "noise_mean" in bugs else miss.sum()
    if "noise_only" in bugs:
        return miss
    if "right_only" in bugs:
        return hit
    if "subtracted" in bugs:
        return hit - miss
    if "log_2" in bugs or "log_10" in bugs:
        hit, miss = (term / np.log(2 if "log_2" in bugs else 10) for term in (hit, miss))
    return -(hit + miss) if "negated" in bugs else hit + miss


def _sampling_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(k: int, d: int, scale: float = 1.0) -> Case:
        h, right, *noise = np.round(rng.uniform(-1.5, 1.5, (k + 2, d)) * scale, 2)
        return {"h": h, "right": right, "noise": np.array(noise)}

    yield {
        "h": np.array([2.0, 0.0]),
        "right": np.array([2.0, 2.0]),
        "noise": np.array([[0.0, 1.0], [0.0, 1.0]]),
    }
    yield case(5, 3)
    yield case(4, 7)
    yield Special("with one noise word", case(1, 4))
    yield case(3, 5)
    large = case(2, 6, 30.0)
    large = large | {"right": -large["h"], "noise": np.stack([large["h"], large["noise"][1]])}
    yield Special("with large scores", large)


SAMPLING = Exercise(
    id="company.3",
    title="The loss with noise words",
    kind="code",
    difficulty=4,
    minutes=20,
    name="sampling_loss",
    points=2,
    body=r"""
Write `sampling_loss(h, right, noise)`, the loss of one prediction with negative sampling:

$$
-\log \sigma(u_c \cdot h) - \sum_{k} \log \sigma(-u_k \cdot h)
$$

with $\sigma(x) = 1 / (1 + e^{-x})$. `h` is the vector that is given, `right` is $u_c$, the row of
the right word, and `noise` has one row $u_k$ for each noise word. The result is one number.

Scores can be in the thousands, and then $e^x$ overflows. NumPy has a function for $\log(e^a + e^b)$
that does not: `np.logaddexp(a, b)`. Use $-\log \sigma(x) = \log(1 + e^{-x})$.
""",
    stub='''
def sampling_loss(h, right, noise):
    """The loss of one prediction with negative sampling: one number."""
    ...


check("company.3", sampling_loss)
''',
    reference=_sampling_loss,
    cases=_sampling_cases,
    styles=("minus_kept",),
    properties=("not_negative",),
    other="torch's `binary_cross_entropy_with_logits`, summed, is this loss: the label is 1 for "
    "the right word and 0 for each noise word.",
    mistakes={
        "sign_kept": "The scores of the noise words keep their sign. A noise word should score "
        "low: its term is −log σ(−score).",
        "sign_turned": "The score of the right word has its sign turned. It should score high: its "
        "term is −log σ(score).",
        "subtracted": "The terms of the noise words are subtracted. Each is −log of its own σ, "
        "never below 0: add them.",
        "log_2": "The logarithms have the base 2. Take the natural ones, `np.log` or "
        "`np.logaddexp`.",
        "log_10": "The logarithms have the base 10. Take the natural ones, `np.log` or "
        "`np.logaddexp`.",
        "base_2": "Powers and logarithms have the base 2 here (`np.logaddexp2`). They are of e: "
        "`np.logaddexp`.",
        "noise_mean": "This takes the mean over the noise words. The formula adds their terms up.",
        "noise_added_up": "The noise vectors are added before the score is taken. Each noise "
        "word has a score and a logarithm of its own.",
        "softmax": "This is a softmax over the right word and the noise words. Negative sampling "
        "asks of each word by itself whether it is the right one.",
        "no_log": "The logarithm is missing: these are the σ themselves, added up. Take −log of "
        "each.",
        "noise_only": "The term of the right word is missing. Add −log σ of its score.",
        "right_only": "The terms of the noise words are missing. Add −log σ(−score) for each of "
        "them.",
        "negated": "The sign is flipped: this is what training makes large. The loss is its "
        "negative, and never below 0.",
        "overflow": "Large scores make the exponential overflow. Write −log σ(x) as log(1 + "
        "exp(−x)) with np.logaddexp(0, −x).",
    },
)

EXPLORE = Exercise(
    id="company.4",
    title="How wide should the window be?",
    kind="explore",
    difficulty=3,
    minutes=30,
    body="""
1. Go to the figure with the window, choose CBOW and the sentence with *laptop*. Which context words
   does each place have with $m = 1$, 2, 3 and 4? With *banana* in the other sentence the guess was
   best at $m = 2$. Is it here, with the center *a*? At which center does a window of 1 hurt least,
   and why?
2. Train on the Wikipedia sample twice more, with `window=1` and with `window=15` instead of 5 (each
   run takes as long as the one in the chapter). For the window of 15 set `alpha=0.03` as well: its
   steps are larger, and at 0.07 they overflow. Compare the five nearest neighbors of *march*,
   *film* and *river*. Which window finds words that could **replace** the word, and which finds
   words about **the same topic**?
3. Find a word of the vocabulary whose neighbors make no sense to you. How often does it occur in
   the sample? Look at the sentences around it, and explain its neighbors from them.
4. Switch off the thinning of frequent words with `sample=0`. What happens to the neighbors of
   *the*, and to the correlation with people's scores?
""",
)

EXERCISES = (BY_HAND, GUESS, SAMPLING, EXPLORE)
