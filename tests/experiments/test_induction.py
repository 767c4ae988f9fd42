"""Lists read twice: what is asked, how the looks are scored, and the recorded run."""

import numpy as np
import pytest
import torch

from whichbank.experiments import induction
from whichbank.experiments.induction import EVERY, LAYERS, STEPS, WORDS, N, copied, lists


def test_the_second_reading_goes_around_the_list_and_only_it_is_asked():
    ids, following = lists(50)
    for row, asked in zip(ids.tolist(), following.tolist(), strict=True):
        once, again = row[:N], row[N:]
        assert len(set(once)) == N
        assert asked[:N] == [-100] * N
        follower = {word: once[(i + 1) % N] for i, word in enumerate(once)}
        assert asked[N:] == [follower[word] for word in again]
        assert again[1:] == asked[N:-1]
    assert {row.index(row[N]) for row in ids.tolist()} == set(range(N))  # it begins anywhere


def test_scores_of_looks_made_by_hand():
    ids, _ = lists(20)
    n = ids.shape[1]
    weights = torch.zeros(2, len(ids), n, n)
    weights[0, :, range(1, n), range(n - 1)] = 1.0
    for b, row in enumerate(ids.tolist()):
        for t in range(N, n):
            weights[1, b, t, row.index(row[t]) + 1] = 0.75
    assert copied(weights, ids) == pytest.approx((1.0, 0.75))
    assert copied(weights.flip(0), ids)[0] < 0.75


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    _, right = induction.train(1, steps=EVERY)
    np.testing.assert_allclose(right, induction.recorded()["1"]["right"][0][:2], atol=0.01)


def test_one_layer_guesses_and_two_layers_know():
    record = induction.recorded()
    assert list(record) == [str(n) for n in LAYERS]
    assert all(run["right"].shape == (5, STEPS // EVERY + 1) for run in record.values())
    chance = 1 / (N - 1)  # the other words of the list
    assert (abs(record["1"]["right"][:, -1] - chance) < 0.03).all()
    assert (record["2"]["right"][:, -1] > 0.97).all()
    assert (record["2"]["induction"] > 0.5).all()
    assert set(record["2"]["words"]) <= set(WORDS)
    # 19 weights, rounded to 0.01
    np.testing.assert_allclose(record["2"]["looks"].sum(axis=-1), 1, atol=0.1)
