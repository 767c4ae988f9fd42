"""The small writer: its slopes, and that it learns."""

import numpy as np
import pytest
from collected import for_each

from whichbank.yours import BoxError, train
from whichbank.yours.machine import Machine
from whichbank.yours.training import N_HEADS, slope, untrained

TEXT = "money bank, river bank, " * 20
V = 11


def drawn(seed=0):
    rng = np.random.default_rng(seed)
    weights = {name: x.astype(float) for name, x in untrained(V, rng).items()}
    weights = {name: x + 0.05 * rng.standard_normal(x.shape) for name, x in weights.items()}
    return weights, rng.integers(0, V, (3, 7)), rng.integers(0, V, (3, 7)), rng


def loss_of(weights, ids, following):
    """The loss by the whole model, text by text."""
    machine = Machine()
    losses = [
        machine.batch_loss(machine.language_model(row, N_HEADS, *weights.values()), np.eye(V)[then])
        for row, then in zip(ids, following, strict=True)
    ]
    return np.mean(losses)


def test_the_loss_is_that_of_the_whole_model():
    weights, ids, following, _ = drawn()
    loss, _ = slope(Machine(), weights, ids, following)
    assert loss == pytest.approx(loss_of(weights, ids, following), rel=1e-9)


@for_each("name", list(drawn()[0]))
def test_each_slope_is_what_a_small_change_of_the_weights_does(name):
    weights, ids, following, rng = drawn()
    way, far = rng.standard_normal(weights[name].shape), 1e-5
    up, down = (
        loss_of(weights | {name: weights[name] + by * way}, ids, following) for by in (far, -far)
    )
    found = slope(Machine(), weights, ids, following)[1][name]
    assert (found * way).sum() == pytest.approx((up - down) / (2 * far), rel=1e-4, abs=1e-8)


def test_it_learns_a_text_and_writes_it():
    training = train(None, TEXT, steps=60)
    losses = list(training)
    assert [step for step, _ in losses] == list(range(1, 61))
    assert abs(losses[0][1] - np.log(len(set(TEXT)))) < 0.5
    assert losses[-1][1] < 0.5
    assert "".join(training.model.write("money", 19, temperature=0)) == " bank, river bank, "


def test_the_seed_decides():
    first, again, other = ([*train(None, TEXT, steps=4, seed=seed)] for seed in (1, 1, 2))
    assert first == again != other


def test_it_stops_between_two_steps_and_the_model_writes_on():
    training = train(None, TEXT, steps=60)
    for step, _ in training:
        if step == 3:
            break
    assert len("".join(training.model.write("money", 5))) == 5


def test_the_last_tenth_of_a_text_is_not_learned_and_has_a_loss_of_its_own():
    text = "money bank grows. " * 25 + "river"[::-1] * 10
    training = train(None, text, steps=60)
    assert training.held_out == len(text) // 10 == 50
    losses = [(loss, training.there) for _, loss in training]
    assert losses[-1][0] < 0.5, "it knows what it reads by heart"
    assert losses[-1][1] > 3, "and has never seen what it does not read"
    assert [there for _, there in losses[10:19]] == [losses[9][1]] * 9, "a look every ten steps"
    short = train(None, TEXT[:300], steps=1)
    assert (list(short) and short.there, short.held_out) == (None, 0)


def test_the_readers_functions_are_what_it_is_trained_on():
    calls = []

    def batch_loss(scores, right):
        calls.append(scores.shape)
        return 3.0

    training = train({"batch_loss": batch_loss}, TEXT[:300], steps=2, batch_size=5)
    assert [loss for _, loss in training] == [3.0, 3.0]
    assert calls == [(5 * 32, len(set(TEXT)))] * 2
    with pytest.raises(BoxError, match=r"causal_attention: it gave the shape"):
        next(iter(train({"causal_attention": lambda q, k, v: v[0]}, TEXT)))


@for_each(
    "call, words",
    [
        (lambda: train(None, "too short"), "at least 34 letters; got 9"),
        (
            lambda: train(None, "".join(map(chr, range(300)))),
            "at most 200 kinds of letters; got 300",
        ),
        (lambda: train(None, TEXT, steps=0), "must be positive; got 0, 8 and 0.008"),
        (lambda: train(None, TEXT, lr=0), "must be positive; got 600, 8 and 0"),
    ],
)
def test_bad_calls_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
