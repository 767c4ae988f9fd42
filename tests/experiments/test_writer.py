"""The model that writes: its text, its yardsticks on the same letters, and that the recorded runs are what they say."""

import numpy as np
import pytest
import torch

from whichbank.experiments import writer
from whichbank.experiments.writer import (
    EVERY,
    LENGTH,
    N_SEEDS,
    STEPS,
    count_letters,
    decode,
    encode,
    held_out_loss,
    invented,
    letters,
    loss_by_context,
    new_writer,
    news,
    ngram_loss,
    recorded_contexts,
    recorded_losses,
    recorded_writer,
    side_by_side,
    train_writer,
    windows,
    write_on,
)
from whichbank.experiments.writer.recorded import CONTEXTS, RECORD, WEIGHTS
from whichbank.sampling import next_token_probabilities


@pytest.fixture(scope="module")
def recorded():
    return recorded_writer()


def test_the_parts_of_the_news_are_apart():
    texts = [news(part) for part in ("read", "tune", "held out")]
    assert [text.count("\n") for text in texts] == [240, 30, 30]
    assert set(texts[1] + texts[2]) <= set(letters()) == set(texts[0])
    pieces = {texts[0][i : i + 50] for i in range(len(texts[0]))}
    known = [texts[2][i : i + 50] in pieces for i in range(len(texts[2]) - 50)]
    assert np.mean(known) < 0.001, "what is held out must not have been read"


def test_letters_and_numbers():
    text = news("tune")[:300]
    assert decode(encode(text)) == text
    with pytest.raises(ValueError, match="no number: '€'"):
        encode("5 €")
    with pytest.raises(ValueError, match="part must be one of 'read', 'tune', 'held out'; got 'all'"):
        news("all")


def test_windows_follow_the_text_and_second_halves_hold_each_letter_once():
    ids, rows = encode(news("held out")), windows("held out")
    assert rows.shape[1] == LENGTH + 1
    half = LENGTH // 2
    guessed = rows[:, half + 1 :].flatten().numpy()
    np.testing.assert_array_equal(guessed, ids[half + 1 : half + 1 + len(guessed)])


def test_invented_words_by_hand():
    text = "The sscurity of Arafat's bankk and"
    places, n_words = invented(text)
    assert [text[a:b] for a, b in places] == ["sscurity", "bankk"]
    assert n_words == 5  # "and" may go on
    assert invented("\n of the") == ([], 1)


def test_model_and_ngrams_are_measured_on_the_same_letters():
    class Trigram(torch.nn.Module):
        """The n-grams in the shape of a model: scores are the logarithms of the shares."""

        def forward(self, ids):
            grams = count_letters(3)
            rows = [[grams.weights(row[max(0, t - 1) : t + 1]) for t in range(len(row))] for row in ids.numpy()]
            return torch.tensor(np.log(rows), dtype=torch.float32)

    ours, theirs = side_by_side(new_writer(), count_letters(3))
    assert ours.shape == theirs.shape
    assert -np.log(theirs).mean() == pytest.approx(ngram_loss(count_letters(3)))
    rows = windows("held out")[:3]
    shares = (
        next_token_probabilities(Trigram()(rows[:, :-1])).gather(2, rows[:, 1:, None])[:, LENGTH // 2 :, 0].flatten()
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
    before = torch.get_rng_state()
    model, loss = train_writer(steps=EVERY)
    np.testing.assert_allclose(loss, recorded_losses()[0][:2], atol=0.03)
    assert held_out_loss(model) == pytest.approx(loss[-1])
    assert torch.equal(before, torch.get_rng_state())


def test_record_has_what_it_says(recorded):
    record = recorded_losses()
    assert record.shape == (N_SEEDS, STEPS // EVERY + 1)
    assert RECORD.stat().st_size < 10_000
    assert WEIGHTS.stat().st_size < 250_000
    assert held_out_loss(recorded, every=4) == pytest.approx(record[0, -1], abs=0.05)
    assert held_out_loss(recorded) == pytest.approx(record[0, -1], abs=0.002)
    context = recorded_contexts()
    assert tuple(context) == CONTEXTS
    made = loss_by_context(recorded, (1, 6))
    np.testing.assert_allclose(made, [context[1], context[6]], atol=0.002)


def test_what_the_page_says_of_the_record():
    end = recorded_losses()[:, -1]
    assert end.max() < ngram_loss(count_letters(4)) - 0.05
    assert end.min() > ngram_loss(count_letters(5)) + 0.05
    counted = [ngram_loss(count_letters(n)) for n in range(3, 8)]
    np.testing.assert_allclose(counted, [2.01, 1.63, 1.44, 1.37, 1.35], atol=0.006)
    assert recorded_contexts()[LENGTH] == pytest.approx(recorded_losses()[0, -1], abs=0.01)


def test_writing_at_each_setting(recorded):
    first, texts = write_on(recorded, "The bank", [0, 0.7, 1.0], [1, 5, len(letters())], n_letters=100)
    assert first.shape == (len(letters()),)
    assert {len(text) for text in texts} == {108}
    assert len({*texts[:3], texts[3], texts[6]}) == 1, "temperature 0 and k = 1 take the likeliest"
    assert len(set(texts)) == 5
    short = recorded.generate(torch.from_numpy(encode("The bank"))[None], LENGTH - 8, temperature=0)
    assert decode(short[0]) == texts[0][:LENGTH]
    assert write_on(recorded, "The bank", [0.7], [5], n_letters=100)[1] == [texts[4]], (
        "settings do not touch each other"
    )
    assert write_on(recorded, "The bank", [0.7], [5], n_letters=100, seed=1)[1] != [texts[4]]


@pytest.mark.parametrize("beginning", ["", "x" * LENGTH])
def test_beginnings_that_cannot_be(beginning):
    with pytest.raises(ValueError, match="beginning must have 1 to 63 letters"):
        write_on(new_writer(), beginning, [1], [3])


def test_every_name_is_there():
    assert all(hasattr(writer, name) for name in writer.__all__)
