"""Exercises of chapter cutting, which cuts heads out of a model that copies."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from ._drawing import numbers


def _cut_head(
    many: np.ndarray, run: np.ndarray, h: Any, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "from_1" in bugs:
        h = h - 1
    mean = many[:, h].mean(axis=0)
    if "run_counted" in bugs:
        mean = np.concatenate([many[:, h], run[None, h]]).mean(axis=0)
    if "whole_layer" in bugs:
        mean = many.sum(axis=1).mean(axis=0)
    if "zero" in bugs:
        mean = np.zeros_like(mean)
    if "of_this_run" in bugs:
        mean = run.mean(axis=0)
    if "alone" in bugs:
        return mean
    if "added" in bugs:
        return run.sum(axis=0) + mean
    if "mean_taken_off" in bugs:
        return run.sum(axis=0) - mean
    if "others_cut" in bugs:
        return many.mean(axis=0).sum(axis=0) - many[:, h].mean(axis=0) + run[h]
    if "all_cut" in bugs:
        return many.mean(axis=0).sum(axis=0)
    return run.sum(axis=0) - run[h] + mean


def _cut_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(texts: int, heads: int, width: int, h: int, by: float = 1.0) -> Case:
        many = numbers(rng, texts, heads, width) + numbers(rng, heads, width)
        return {"many": many * by, "run": numbers(rng, heads, width) * by, "h": np.array(h)}

    yield case(3, 2, 4, 0)
    yield Special("with a single other text", case(1, 4, 3, 2))
    yield case(5, 3, 2, 2)
    yield Special("with large numbers", case(4, 5, 6, 1, by=300.0))


CUT_HEAD = Exercise(
    id="cutting.1",
    title="Cut a head out",
    kind="code",
    difficulty=2,
    minutes=10,
    name="cut_head",
    points=2,
    body=r"""
What a word's stream gets from one layer of attention is a sum: what its heads write. Write
`cut_head(many, run, h)`, which returns that sum, $(D,)$, for one text, with head `h` cut out by
**mean ablation**: in place of what head `h` writes here stands the mean of what it writes in many
other texts.

`run`, $(H, D)$, is what the heads write in this text, `many`, $(B, H, D)$, what they write in $B$
others; heads are counted from 0. Leave the inputs as they are.
""",
    stub='''
def cut_head(many, run, h):
    """What the heads write together when head h writes its mean over many texts."""
    ...


check("cutting.1", cut_head)
''',
    reference=_cut_head,
    cases=_cut_cases,
    properties=("finite",),
    other="The mean over many texts, minus what the head writes here, is a change: add it to "
    "the sum of what all heads write.",
    mistakes={
        "zero": "Head h writes nothing now: this is zero ablation. Put its mean over the other "
        "texts in its place.",
        "of_this_run": "The mean is taken over the heads of this text. Take it over the many "
        "other texts, for head h alone.",
        "whole_layer": "The mean is that of all heads together. Only head h is replaced, so take "
        "the mean of what head h writes.",
        "run_counted": "This text is counted in the mean. Take the mean over the texts in many "
        "alone.",
        "added": "The mean is added, and what head h writes here is still there. Take that out "
        "first.",
        "mean_taken_off": "The mean is taken off the sum. Take off what head h writes here, and "
        "add the mean.",
        "alone": "Only the mean of head h is left. The other heads go on writing what they write: "
        "add theirs.",
        "others_cut": "Head h is kept, and all others are replaced. Replace head h, and keep the "
        "others as they are here.",
        "all_cut": "All heads are replaced by their means. Replace head h alone: what the others "
        "write here stays.",
        "from_1": "Another head is cut: h is taken to count from 1. The first head is head 0.",
    },
)


def _shares(
    parts: np.ndarray,
    scale: np.ndarray,
    gain: np.ndarray,
    W_out: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    below = scale[:, None]
    if "own_scale" in bugs:
        below = parts.std(axis=-1, keepdims=True)
    if "squared" in bugs:
        below = below**2
    middle = parts.mean(axis=-1, keepdims=True)
    if "over_words" in bugs:
        middle = parts.mean(axis=-2, keepdims=True)
    elif "over_parts" in bugs:
        middle = parts.mean(axis=0)
    elif "mean_of_all" in bugs:
        middle = parts.sum(axis=0).mean(axis=-1, keepdims=True)
    elif "mean_left_in" in bugs:
        middle = np.zeros(1)
    if "gain_first" in bugs:
        parts = parts * gain
        middle = parts.mean(axis=-1, keepdims=True)
    centered = parts - middle
    if "multiplied" in bugs:
        scaled = centered * below
    elif "no_scale" in bugs:
        scaled = centered
    else:
        scaled = centered / below
    stretched = scaled if "no_gain" in bugs or "gain_first" in bugs else scaled * gain
    logits = stretched @ W_out
    if "share_of_whole" in bugs:
        return logits / logits.sum(axis=0)
    return logits.sum(axis=0) if "summed" in bugs else logits


def _shares_cases(rng: np.random.Generator) -> Iterator[Case]:
    def case(count: int, words: int, width: int, vocabulary: int, by: float = 1.0) -> Case:
        parts = (numbers(rng, count, words, width) + numbers(rng, count, words, 1)) * by
        return {
            "parts": parts,
            "scale": parts.sum(axis=0).std(axis=-1),
            "gain": numbers(rng, width),
            "W_out": numbers(rng, width, vocabulary),
        }

    yield case(2, 3, 4, 5)
    yield Special("for a single word", case(4, 1, 3, 2))
    yield case(5, 2, 6, 3)
    yield Special("with large numbers", case(3, 4, 5, 2, by=200.0))


SHARES = Exercise(
    id="cutting.2",
    title="Take a logit apart",
    kind="code",
    difficulty=3,
    minutes=15,
    name="direct_shares",
    points=3,
    body=r"""
At the end of a model each word's stream is a sum of $P$ parts, of which `parts[p]`, $(T, D)$, was
written by part $p$. Layer normalization and the last matrix make logits of the sum $x$:

$$
\left(\gamma\, \frac{x - \mu}{\sigma}\right) W
$$

Write `direct_shares(parts, scale, gain, W_out)`, which returns what each part adds to each logit:
the shape is $(P, T, V)$, and the sum over the parts is the logits. `parts` has the shape
$(P, T, D)$, `scale` is $\sigma$, one number a word, $(T,)$, **held at its true value** and given;
`gain` is $\gamma$, $(D,)$, and `W_out` is $W$, $(D, V)$. The mean $\mu$ is a sum as well: each part
brings its own. Leave the inputs as they are.
""",
    stub='''
def direct_shares(parts, scale, gain, W_out):
    """What each part adds to each logit, with the scale of the last norm held."""
    ...


check("cutting.2", direct_shares)
''',
    reference=_shares,
    cases=_shares_cases,
    properties=("finite",),
    other="Take each row of W times its gain first, and subtract the mean over the rows: the parts "
    "times this one matrix, divided by the scale.",
    mistakes={
        "own_scale": "Each part is divided by its own deviation. All parts of a word are divided "
        "by one number, the scale of the sum.",
        "squared": "The parts are divided by the variance. Divide by the scale as it is given: it "
        "is the root already.",
        "no_scale": "The scale has no effect. Divide the parts of each word by the word's scale.",
        "multiplied": "The parts are multiplied by the scale. Divide them by it, each word by its own.",
        "mean_left_in": "The mean is left in. From each word of each part, subtract the mean of "
        "its own D numbers.",
        "mean_of_all": "From each part the mean of the whole sum is subtracted, P times in all. "
        "Subtract the part's own mean.",
        "over_words": "The mean is taken over the words. Take it over the D numbers of each word, "
        "the last axis.",
        "over_parts": "The mean is taken over the parts. Take it over the D numbers of each word, "
        "the last axis.",
        "no_gain": "The gain is missing. Multiply by it after the scale, number by number.",
        "gain_first": "The gain comes before the mean is subtracted. Subtract the mean first, then "
        "multiply by the gain.",
        "summed": "These are the logits themselves. Return what each part adds, with the axis of "
        "the parts in front.",
        "share_of_whole": "Each number is divided by the logit. Return what is added, in logits: "
        "it may be negative, and the sum is the logit.",
    },
)

EXPLORE = Exercise(
    id="cutting.3",
    title="Cut where you like",
    kind="explore",
    difficulty=3,
    minutes=30,
    body=r"""
1. `cuts.direct(model)` says what each part adds to the answer's logit. **Predict** the number of the head that looks
   one word back, then look. Why is it what it is, when the cut of that head does the most harm?
2. In the second layer both heads look at the answer (`cuts.looks`). Cut one, then the other, then both. Which of the
   three numbers would you have guessed from the weights, and which from `cuts.glances`?
3. Take the head numbers of `circuit.recorded_model(seed=0)` and cut them in the model of seed 1. What is a head's
   number worth, and how do you find the same head in another model?
4. Put a hand-made head that looks **two** words back in the place of the one that looks one back (`fix_pattern` with a
   pattern of your own). **Predict** what the model now says after *river*. Does it say it as surely as before?
""",
)

EXERCISES = (CUT_HEAD, SHARES, EXPLORE)
