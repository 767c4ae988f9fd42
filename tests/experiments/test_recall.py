"""The recall task, its readers, and the recorded run."""

import numpy as np
import pytest
import torch
from torch import nn

from whichbank.experiments import recall
from whichbank.experiments.recall import CUES, DISTANCES, N_SEEDS, OPEN, READERS, Recaller, first_word_influence
from whichbank.recurrent import LSTM, RNN, influence


@pytest.mark.parametrize("distance", [1, 2, 17])
def test_a_sentence_is_a_cue_news_and_bank(distance):
    words = np.array(recall.vocabulary())
    numbers, answers = recall.sentences(distance, 30, seed=distance)
    assert numbers.shape == (30, distance + 1)
    sentences = words[numbers.numpy()]
    assert list(sentences[:, 0]) == [CUES[i] for i in answers]
    assert set(sentences[:, -1]) == {"bank"}
    assert not set(sentences[:, 1:-1].ravel()) & {*CUES, "bank"}, "the news tells nothing of the answer"


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
        assert found[t, 0] == pytest.approx(first_word_influence(model, numbers[:, : t + 1]), rel=1e-9)
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
        assert {name: table.shape for name, table in kinds.items()} == dict.fromkeys(
            ("accuracy", "before", "after"), (len(DISTANCES), N_SEEDS)
        )
        assert ((kinds["accuracy"] >= 0) & (kinds["accuracy"] <= 1)).all()
        assert (kinds["before"] > 0).all()


@pytest.mark.parametrize("reader", READERS)
def test_the_record_is_what_training_gives(reader):
    """The record has three or four digits, and one sentence of 400 may lie on the edge between two cues."""
    found = recall.train(reader, 4)[1]
    written = {name: table[0, 0] for name, table in recall.recorded()[reader].items()}
    assert found.before == pytest.approx(written["before"], rel=0.01)
    assert found.after == pytest.approx(written["after"], rel=0.01)
    assert abs(found.accuracy - written["accuracy"]) <= 1.5 / recall.N_TEST


def test_what_the_chapter_says_of_the_record():
    right = {reader: kinds["accuracy"] for reader, kinds in recall.recorded().items()}
    assert (right["attention"] > 0.99).all()
    assert (right["RNN"][3] > 0.99).sum() == 3
    assert right["RNN"][1].min() < 0.6
    assert right["RNN"][5].max() < 0.6
    assert (right["LSTM, open"][:4] > 0.99).all()
    assert (right["LSTM, open"][4] > 0.99).sum() == 3
    assert (right["LSTM, open"][5] > 0.3).sum() == 1
    assert (right["LSTM"][2:].mean(axis=1) < right["RNN"][2:].mean(axis=1)).all()
    assert (right["LSTM, ajar"][3] > 0.99).sum() == 3
