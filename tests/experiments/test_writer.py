"""The model that writes: its text, its yardsticks on the same letters, and that the recorded runs
are what they say.
"""

import numpy as np
import pytest
import torch

from whichbank.experiments import writer
from whichbank.experiments.news import printed
from whichbank.experiments.writer import (
    CONTEXTS,
    EVERY,
    LENGTH,
    N_SEEDS,
    STEPS,
    WEIGHTS,
    count_letters,
    ngram_loss,
)
from whichbank.sampling import next_token_probabilities


@pytest.fixture(scope="module")
def recorded():
    return writer.recorded_model()


def test_pieces_follow_the_text_and_second_halves_hold_each_letter_once():
    text, (ids, following) = printed().encode(printed().part("held out")), writer.pieces("held out")
    assert ids.shape[1] == LENGTH
    assert torch.equal(ids[:, 1:], following[:, :-1])
    half = LENGTH // 2
    guessed = following[:, half:].flatten().numpy()
    np.testing.assert_array_equal(guessed, text[half + 1 : half + 1 + len(guessed)])


def test_model_and_ngrams_are_measured_on_the_same_letters():
    class Trigram(torch.nn.Module):
        """The n-grams in the shape of a model: scores are the logarithms of the shares."""

        def forward(self, ids):
            grams = count_letters(3)
            rows = [
                [grams.weights(row[max(0, t - 1) : t + 1]) for t in range(len(row))]
                for row in ids.numpy()
            ]
            return torch.tensor(np.log(rows), dtype=torch.float32)

    ours, theirs = writer.side_by_side(writer.untrained(), count_letters(3))
    assert ours.shape == theirs.shape
    assert -np.log(theirs).mean() == pytest.approx(ngram_loss(count_letters(3)))
    ids, following = (x[:3] for x in writer.pieces("held out"))
    shares = (
        next_token_probabilities(Trigram()(ids))
        .gather(2, following[..., None])[:, LENGTH // 2 :, 0]
        .flatten()
    )
    np.testing.assert_allclose(shares, theirs[: len(shares)], rtol=1e-4)


def test_ngrams_are_tuned_on_the_part_for_tuning_alone():
    grams = count_letters(2)
    best = ngram_loss(grams, "tune")
    try:
        for discount in (0.2, 0.5, 0.8):
            grams.discounts = (grams.discounts[0], discount)
            assert ngram_loss(grams, "tune") >= best - 1e-3
    finally:
        count_letters.cache_clear()


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    model, loss = writer.train(steps=EVERY)
    np.testing.assert_allclose(loss, writer.recorded()["loss"][0][:2], atol=0.03)
    assert writer.held_out_loss(model) == pytest.approx(loss[-1])


def test_record_has_what_it_says(recorded):
    record = writer.recorded()["loss"]
    assert record.shape == (N_SEEDS, STEPS // EVERY + 1)
    assert WEIGHTS.stat().st_size < 250_000
    assert writer.held_out_loss(recorded, every=4) == pytest.approx(record[0, -1], abs=0.05)
    assert writer.held_out_loss(recorded) == pytest.approx(record[0, -1], abs=0.002)
    context = writer.recorded()["context"]
    assert tuple(context) == CONTEXTS
    made = writer.loss_by_context(recorded, (1, 6))
    np.testing.assert_allclose(made, [context[1], context[6]], atol=0.002)


def test_what_the_page_says_of_the_record():
    end = writer.recorded()["loss"][:, -1]
    assert end.max() < ngram_loss(count_letters(4)) - 0.05
    assert end.min() > ngram_loss(count_letters(5)) + 0.05
    counted = [ngram_loss(count_letters(n)) for n in range(3, 8)]
    np.testing.assert_allclose(counted, [2.01, 1.63, 1.44, 1.37, 1.35], atol=0.006)
    assert writer.recorded()["context"][LENGTH] == pytest.approx(
        writer.recorded()["loss"][0, -1], abs=0.01
    )
