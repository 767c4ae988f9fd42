"""The recall task, its readers, and the recorded run."""

import numpy as np
import pytest
import torch
from torch import nn

from whichbank.experiments import recall
from whichbank.experiments.recall import (
    CUES,
    DISTANCES,
    KNOWN,
    N_SEEDS,
    OPEN,
    READERS,
    RECIPE,
    SHOWN,
    Recaller,
    first_word_influence,
)
from whichbank.recurrent import LSTM, RNN, influence


@pytest.mark.parametrize("distance", [1, 2, 17])
def test_a_sentence_is_a_cue_news_and_bank(distance):
    words = np.array(recall.vocabulary())
    numbers, answers = recall.sentences(distance, 30, seed=distance)
    assert numbers.shape == (30, distance + 1)
    sentences = words[numbers.numpy()]
    assert list(sentences[:, 0]) == [CUES[i] for i in answers]
    assert set(sentences[:, -1]) == {"bank"}
    assert not set(sentences[:, 1:-1].ravel()) & {*CUES, "bank"}, (
        "the news tells nothing of the answer"
    )


def test_sentences_follow_their_seed_and_all_cues_come():
    (a, answers), (b, _), (c, _) = (recall.sentences(9, 200, seed=seed) for seed in (1, 1, 2))
    assert torch.equal(a, b)
    assert not torch.equal(a, c)
    assert answers.bincount().min() > 30


def test_held_out_news_is_other_news():
    train = {tuple(row[1:-1].tolist()) for row in recall.sentences(41, 4000)[0]}
    test = {tuple(row[1:-1].tolist()) for row in recall.sentences(41, 400, held_out=True)[0]}
    assert len(train & test) < 5, "a story that the corpus holds twice may be on both sides"


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_scores_every_cue(reader):
    model = Recaller(reader)
    numbers, _ = recall.sentences(6, 5)
    assert model(numbers).shape == (5, len(CUES))
    assert not torch.equal(model(numbers[:1]), model(numbers[:1].flip(1))) or reader == "attention"


@pytest.mark.parametrize(("reader", "ours"), [("RNN", RNN), ("LSTM", LSTM)])
def test_the_readers_are_the_courses_networks(reader, ours):
    theirs = Recaller(reader).reader
    one = ours(theirs.input_size, theirs.hidden_size)
    one.load_state_dict(theirs.state_dict())
    x = torch.randn(2, 9, theirs.input_size)
    torch.testing.assert_close(one(x)[0], theirs(x)[0], rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(influence(one, x), influence(theirs, x), rtol=1e-3, atol=1e-6)


def test_open_gates_are_forget_gates():
    torch.manual_seed(0)
    plain = Recaller("LSTM").reader
    torch.manual_seed(0)
    opened = Recaller("LSTM, open").reader
    away = (opened.bias_ih_l0 - plain.bias_ih_l0).reshape(4, -1).mean(dim=1)
    torch.testing.assert_close(away, torch.tensor([0.0, OPEN, 0.0, 0.0]))


def test_influence_is_that_of_the_first_word():
    model = Recaller("attention")
    numbers, _ = recall.sentences(3, 4)
    exact = influence(model.reader, model.vectors(numbers))[0].item()
    assert first_word_influence(model, numbers) == pytest.approx(exact, rel=1e-4)
    assert model.vectors.weight.dtype == torch.float32, "the model itself stays as it was"


@pytest.mark.parametrize("reader", READERS)
def test_influence_so_far_is_that_of_each_prefix(reader):
    model = Recaller(reader)
    numbers, _ = recall.sentences(6, 5)
    found = recall.influence_so_far(model, numbers)
    assert found[-1, 0] == pytest.approx(first_word_influence(model, numbers), rel=1e-12)
    for t in range(7):
        assert found[t, 0] == pytest.approx(
            first_word_influence(model, numbers[:, : t + 1]), rel=1e-9
        )
        assert (found[t, : t + 1] > 0).all()
        assert (found[t, t + 1 :] == 0).all()


def test_accuracy_counts_the_highest_scores():
    class Cheat(nn.Module):
        def forward(self, numbers):
            return nn.functional.one_hot(numbers[:, 0] - 1, len(CUES)).double()

    numbers, answers = recall.sentences(5, 40)
    assert recall.accuracy(Cheat(), numbers, answers) == 1
    assert recall.accuracy(Cheat(), numbers, (answers + 1) % len(CUES)) == 0


def test_the_record_is_whole():
    record = recall.recorded()
    assert list(record) == list(READERS)
    for kinds in record.values():
        held = kinds.pop("held")
        assert {name: table.shape for name, table in kinds.items()} == dict.fromkeys(
            ("steps", "accuracy", "before", "after"), (len(DISTANCES), N_SEEDS)
        )
        assert ((kinds["accuracy"] >= 0) & (kinds["accuracy"] <= 1)).all()
        assert (kinds["steps"] % recall.EVERY == 0).all()
        assert kinds["steps"].max() <= RECIPE.steps
        assert (kinds["before"] > 0).all()
        assert held.shape == (SHOWN + 1, SHOWN + 1)
        np.testing.assert_allclose(held.sum(axis=1), 1, atol=0.01)
        assert not np.triu(held, 1).any()


@pytest.mark.parametrize("reader", READERS)
def test_the_record_is_what_training_gives(reader):
    """The record has three or four digits, and one sentence of 400 may lie on the edge between two
    cues.
    """
    model, found = recall.train(reader, 4)
    written = {name: table[0, 0] for name, table in recall.recorded()[reader].items()}
    assert found.steps == written["steps"]
    assert found.before == pytest.approx(written["before"], rel=0.01)
    assert found.after == pytest.approx(written["after"], rel=0.01)
    assert abs(found.accuracy - written["accuracy"]) <= 1.5 / recall.N_TEST
    assert not model.training


def test_a_training_ends_when_the_cue_is_known_or_the_steps_are_spent():
    short, long = (recall.train("attention", 4, steps=steps)[1] for steps in (5, 200))
    assert (short.steps, short.accuracy < KNOWN) == (5, True)
    assert (long.steps < 200, long.accuracy > 0.95) == (True, True)


def test_what_is_held_is_the_mean_over_the_trainings():
    one, other = np.eye(3), np.full((3, 3), 1 / 3)
    runs = [{"RNN": {"steps": [10, 20]}} for _ in DISTANCES]
    runs[DISTANCES.index(SHOWN)]["RNN"]["held"] = [one, other]
    found = recall.joined(runs)["RNN"]
    assert found["steps"] == [[10, 20]] * len(DISTANCES)
    np.testing.assert_allclose(found["held"], (one + other) / 2, atol=0.001)


def test_what_the_chapter_says_of_the_record():
    record = recall.recorded()
    learned = {
        reader: (kinds["steps"] < RECIPE.steps).sum(axis=1).tolist()
        for reader, kinds in record.items()
    }
    right = {reader: kinds["accuracy"] for reader, kinds in record.items()}
    assert learned["attention"] == [5] * 6
    assert record["attention"]["steps"][0].max() <= 40
    assert (
        50 <= record["attention"]["steps"][-1].min() <= record["attention"]["steps"][-1].max() <= 70
    )
    assert learned["RNN"] == [5, 5, 5, 1, 0, 0]
    assert learned["LSTM, open"] == [5, 5, 5, 5, 4, 0]
    assert sorted(record["LSTM, open"]["steps"][4])[::3] == [60, 570]
    assert right["LSTM, open"][5].max() < 0.3
    assert sorted(right["RNN"][5] < 0.3) == [False, True, True, True, True]
    assert abs(right["RNN"][5].max() - 0.5) < 0.05
    assert learned["LSTM"] == [5, 4, 3, 0, 0, 0]
    assert learned["LSTM, ajar"] == [5, 5, 2, 4, 0, 0]
    for reader in ("LSTM", "LSTM, ajar"):
        stuck = right[reader][2][record[reader]["steps"][2] == RECIPE.steps]
        assert ((stuck > 0.7) & (stuck < 0.8)).all()


def test_what_the_first_figure_shows():
    """Attention loses the first word as the others do, and at the last word it looks back; they
    keep what they have.
    """
    first = {reader: kinds["held"][:, 0] for reader, kinds in recall.recorded().items()}
    assert first["attention"][-1] > 3 * first["attention"][-2]
    assert first["attention"][-1] > 2.5 * first["RNN"][-1] > 2.5 * first["LSTM, open"][-1]
    assert all(first[reader][-1] < 1.05 * first[reader][-2] for reader in ("RNN", "LSTM, open"))
