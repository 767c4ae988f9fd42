"""Exercises of chapter reading, reading in order."""

from collections.abc import Iterator

import numpy as np

from ..exercise import Case, Exercise, Special


def _last_state(x: np.ndarray, w: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> np.ndarray:
    if "read_backwards" in bugs:
        x = x[::-1]
    if "stopped_early" in bugs:
        x = x[:-1]
    h = np.zeros(())
    for word in x:
        old = 0 * h if "not_carried" in bugs else h
        if "plain_sum" in bugs:
            h = old + word
        elif "word_scaled" in bugs:
            h = old + w * word
        elif "both_scaled" in bugs:
            h = w * (old + word)
        else:
            h = w * old + word
    return h


def _last_state_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield {"x": np.array([-2.0, 2.0, 1.0, 0.5]), "w": np.array(0.6)}
    x = rng.choice([-2.0, -1.0, 0.5, 1.0, 1.5, 2.0, 3.0], 4, replace=False)
    yield {"x": x, "w": rng.choice([0.2, 0.3, 0.4, 0.5, 0.7])}


BY_HAND = Exercise(
    id="reading.1",
    title="Read four words, by hand",
    kind="hand",
    difficulty=2,
    minutes=10,
    name="answer_reading_1",
    labels=("state after fast",),
    points=1,
    body=r"""
A network with one number as its state reads $h_\text{new} = 0.6\, h + x$, and starts at $h = 0$.
(It has no $\tanh$.) It reads four words in this order:

| word | river | money | grows | fast |
|---|---|---|---|---|
| $x$ | −2 | 2 | 1 | 0.5 |

What is its state after the last word? Enter one number, unrounded.
""",
    stub="""
answer_reading_1 = ...

check("reading.1", answer_reading_1)
""",
    reference=_last_state,
    cases=_last_state_cases,
    mistakes={
        "plain_sum": "This is the plain sum of the words. The old state is multiplied by 0.6 "
        "before a word is added.",
        "word_scaled": "0.6 multiplies the word here. It is the old state that shrinks; the word "
        "is added as it is.",
        "both_scaled": "0.6 multiplies the state and the word together. Multiply the old state, "
        "then add the word.",
        "not_carried": "This is the last word alone. Each step starts from the state that the "
        "step before it left.",
        "read_backwards": "The words are read from the last to the first. Start with river.",
        "stopped_early": "The last word is missing: this is the state after grows. One more step.",
    },
)


def _states(
    x: np.ndarray,
    W_x: np.ndarray,
    W_h: np.ndarray,
    b: np.ndarray,
    *,
    bugs: frozenset[str] = frozenset(),
) -> np.ndarray:
    if "recurrent_turned" in bugs:
        W_h = W_h.T
    h = np.ones(len(b)) if "starts_at_ones" in bugs else np.zeros(len(b))
    if "no_bias" in bugs:
        b = 0 * b
    shown = x[:0] @ W_x.T
    for word in x[::-1] if "read_backwards" in bugs else x:
        old = np.zeros(len(b)) if "not_carried" in bugs else h
        if "tanh_before_adding" in bugs:
            h = np.tanh(W_x @ word) + W_h @ old + b
        elif "bias_outside" in bugs:
            h = np.tanh(W_x @ word + W_h @ old) + b
        elif "no_tanh" in bugs:
            h = W_x @ word + W_h @ old + b
        elif "sigmoid" in bugs:
            h = 0.5 * np.tanh(0.5 * (W_x @ word + W_h @ old + b)) + 0.5
        else:
            h = np.tanh(W_x @ word + W_h @ old + b)
        shown = np.concatenate([shown, h[None]])
    if "last_repeated" in bugs:
        shown = 0 * shown + h
    return shown[-1] if "last_only" in bugs else shown


def _states_cases(rng: np.random.Generator) -> Iterator[Case]:
    def sentence(n_words: int, d_word: int, d_state: int, scale: float = 1.0) -> Case:
        return {
            "x": np.round(scale * rng.uniform(-1, 1, (n_words, d_word)), 2),
            "W_x": np.round(rng.uniform(-0.9, 0.9, (d_state, d_word)), 2),
            "W_h": np.round(rng.uniform(-0.9, 0.9, (d_state, d_state)), 2),
            "b": np.round(rng.uniform(-0.3, 0.3, d_state), 2),
        }

    money_bank_grows = np.array([[2.0], [0.0], [1.0]])
    yield {
        "x": money_bank_grows,
        "W_x": np.array([[1.0]]),
        "W_h": np.array([[0.5]]),
        "b": np.array([0.0]),
    }
    yield sentence(3, 2, 4)
    yield sentence(5, 3, 2)
    yield Special("for a sentence of one word", sentence(1, 2, 3))
    yield sentence(4, 5, 3)
    yield Special("with large numbers", sentence(2, 3, 4, scale=1000))


STATES = Exercise(
    id="reading.2",
    title="Write the loop",
    kind="code",
    difficulty=3,
    minutes=15,
    name="states",
    points=2,
    body=r"""
Write `states(x, W_x, W_h, b)`: the state of a plain recurrent network after each word of one
sentence.

- `x` has one row for each word, in reading order.
- A step is $h_\text{new} = \tanh(W_x\, x_t + W_h\, h + b)$, for the word $x_t$ and the state $h$
  before it. The first step starts from zeros.
- The result has one row for each word, with as many numbers as `b`.

Use a loop and NumPy alone, not `RNN`. Leave the inputs as they are.
""",
    stub='''
def states(x, W_x, W_h, b):
    """The state after each word, one row a word."""
    ...


check("reading.2", states)
''',
    reference=_states,
    cases=_states_cases,
    properties=("at_most_1",),
    other="Start from a table with one row more than there are words, all zeros: row t + 1 is "
    "made from word t and row t, and the first row is left out at the end.",
    mistakes={
        "not_carried": "Each step starts from zeros. It must start from the state that the word "
        "before it left.",
        "recurrent_turned": "The matrix of the state is transposed. Multiply as it is: matrix @ "
        "state.",
        "no_tanh": "The tanh is missing. It goes around the whole sum, so that a state stays "
        "between −1 and 1.",
        "sigmoid": "The sum goes through a sigmoid, so that no number is below 0. Take tanh, which "
        "lies between −1 and 1.",
        "tanh_before_adding": "The tanh is around the word alone. It belongs around the whole sum.",
        "bias_outside": "The bias b is added after the tanh. It belongs to the sum inside, so "
        "that a state stays between −1 and 1.",
        "no_bias": "The bias b is missing from the sum. Add it at every word, inside the tanh.",
        "starts_at_ones": "The first step starts from ones. Nothing has been read yet: start "
        "from zeros.",
        "read_backwards": "The words are read from the last to the first. Begin with row 0.",
        "last_only": "Only the last state comes back. Collect the state after every word.",
        "last_repeated": "Every row holds the last state: one array is changed in place and "
        "collected again and again. Make a new one at each step, or collect a copy.",
    },
)


def _memory(
    forget: np.ndarray, write: np.ndarray, new: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> np.ndarray:
    if "gates_swapped" in bugs:
        forget, write = write, forget
    if "first_axis" in bugs:
        forget, write, new = forget.T, write.T, new.T

    def gate(score: np.ndarray) -> np.ndarray:
        if "overflow" in bugs:
            return np.exp(score) / (1 + np.exp(score))
        return np.tanh(score) if "tanh_gates" in bugs else 0.5 * np.tanh(0.5 * score) + 0.5

    out = np.zeros(forget.shape)
    for t in range(forget.shape[-1]):
        c = out[..., t - 1]  # before the first word it is the last place, still 0
        keep, let_in = gate(forget[..., t]), gate(write[..., t])
        if "gate_turned" in bugs:
            keep = 1 - keep
        if "one_gate" in bugs:
            let_in = 1 - keep
        candidate = new[..., t] if "no_tanh" in bugs else np.tanh(new[..., t])
        if "sigmoid_new" in bugs:
            candidate = gate(new[..., t])
        if "never_forgets" in bugs:
            keep = np.ones_like(keep)
        if "memory_only_kept" in bugs:
            c = keep * c + candidate
        elif "rewritten" in bugs:
            c = let_in * candidate
        elif "gated_twice" in bugs:
            c = keep * (c + let_in * candidate)
        else:
            c = keep * c + let_in * candidate
        out[..., t] = c
    if "last_repeated" in bugs:
        out = 0 * out + out[..., -1:]
    return out.T if "first_axis" in bugs else out


def _memory_cases(rng: np.random.Generator) -> Iterator[Case]:
    def scores(*shape: int, scale: float = 1.5) -> Case:
        return {
            name: np.round(scale * rng.normal(size=shape), 2) for name in ("forget", "write", "new")
        }

    yield {
        "forget": np.array([0.0, 2.0, 1.0]),
        "write": np.array([1.0, -2.0, 0.5]),
        "new": np.array([1.0, -1.0, 0.5]),
    }
    yield scores(4)
    yield Special("for a single word", scores(1))
    two = scores(2, 5)
    two["write"][:, 1], two["new"][:, 1:4:2] = 1.25, [[1.5, -1.25], [-1.75, 1.25]]
    # gates that are nearly open and nearly shut, but not quite
    two["forget"][:, 2], two["write"][:, 3] = rng.integers(10, 13, (2, 2)) / [[2], [-2]]
    yield Special("with two sentences at once", two)
    far = np.round(rng.uniform(720, 990, (3, 4)), 1) * [
        [1, 1, -1, 1],
        [1, -1, 1, 1],
        [1, 1, -1, -1],
    ]
    open_or_shut = dict(zip(("forget", "write", "new"), far, strict=True))
    yield Special("with scores in the hundreds", open_or_shut)


MEMORY = Exercise(
    id="reading.3",
    title="Guard a memory",
    kind="code",
    difficulty=3,
    minutes=15,
    name="memory",
    points=2,
    body=r"""
Write `memory(forget, write, new)`: the memory of an LSTM with one number, after each word. The
three inputs are scores, one a word, and the words are on the **last** axis (with two sentences at
once, there is an axis before it).

$$
\begin{aligned}
&c_\text{new} = \sigma(\text{forget}_t)\, c \\
&\qquad + \sigma(\text{write}_t)\, \tanh(\text{new}_t)
\end{aligned}
$$

Here $\sigma(s) = 1 / (1 + e^{-s})$, and the memory starts at 0. The result has the shape of
`forget`. Some scores are in the hundreds: the result must still be finite.
""",
    stub='''
def memory(forget, write, new):
    """The memory after each word, the words on the last axis."""
    ...


check("reading.3", memory)
''',
    reference=_memory,
    cases=_memory_cases,
    properties=("finite",),
    other="No state has to be carried: the memory is the sum of what each word has let in, times "
    "the product of all forget gates after that word.",
    mistakes={
        "gates_swapped": "The two gates have changed places. The forget gate acts on the old "
        "memory, the write gate on what comes in.",
        "first_axis": "With two sentences the loop runs over the sentences. The words are on the "
        "last axis: take forget[..., t].",
        "overflow": "Large scores overflow: exp(s) / (1 + exp(s)) is inf / inf there. Write σ as "
        "1 / (1 + exp(−s)).",
        "gate_turned": "The forget gate works the wrong way round. At σ(forget) = 1 everything "
        "is *kept*.",
        "one_gate": "What comes in is 1 minus what is kept. An LSTM has a second gate for it: "
        "σ(write).",
        "no_tanh": "The new value goes in as it is. Squeeze it by tanh first, then let it "
        "through its gate.",
        "sigmoid_new": "The new value goes through σ. Take tanh for it: what is written may be "
        "negative.",
        "never_forgets": "Nothing is forgotten: the old memory stays whole. Multiply it by "
        "σ(forget) at every word.",
        "last_repeated": "The last memory stands at every word: one array is changed in place and "
        "collected again and again. Make a new one at each step, or collect a copy.",
        "tanh_gates": "The gates are tanh here, which can be negative. A gate is σ, between 0 "
        "and 1.",
        "memory_only_kept": "The new value goes in whole. It must pass its own gate, σ(write).",
        "rewritten": "The old memory is lost. Add what comes in to what the forget gate keeps.",
        "gated_twice": "The forget gate shrinks the new value as well. It acts on the old memory "
        "only.",
    },
)


EXPLORE = Exercise(
    id="reading.4",
    title="More time, and words out of order",
    kind="explore",
    difficulty=3,
    minutes=30,
    body="""
Use `recall.train`, `recall.sentences` and `recall.accuracy`.

1. **More time.** At a distance of 32 most RNNs do not learn their cue in 1,000 steps. Guess first:
   is it time that they lack? Try `recall.train("RNN", 32, steps=3000)` with a few seeds, and
   compare with a distance of 16. What does the field `before` of the results tell, the gradient at
   the cue before training?
2. **Another distance.** Train attention and the open LSTM at distance 16, then test both on
   sentences of distance 64 and of distance 4. What has each of them learned?
3. **Out of order.** Take held-out sentences and shuffle their words, all but the last. Which reader
   does not notice at all? Why is that a strength here and a weakness elsewhere? Write down a
   sentence whose meaning needs the order of its words.
""",
)

EXERCISES = (BY_HAND, STATES, MEMORY, EXPLORE)
