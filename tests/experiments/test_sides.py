"""One wide head against several: the readers, what is measured of them, and the recorded runs."""

import numpy as np
import pytest
import torch

from whichbank.attention import attend
from whichbank.corpora.senses.sided import MEANINGS, as_tensors, sentences, two_sided
from whichbank.experiments import sides
from whichbank.experiments.sides import (
    D_MODEL,
    EVERY,
    LONG,
    N_SEEDS,
    RUNS,
    STEPS,
    AddedHeads,
    Reader,
)


def size(model):
    return sum(p.numel() for p in model.parameters())


def test_all_numbers_of_heads_have_the_same_parameters():
    assert len({size(Reader(n)) for n in (1, 2, 4, 8)}) == 1
    assert size(AddedHeads(D_MODEL, 4)) < size(Reader(4).attention)
    assert size(Reader(1, network=True)) > size(Reader(1))


def test_added_heads_are_heads_whose_blocks_are_tied():
    torch.manual_seed(0)
    added, whole = AddedHeads(12, 3), Reader(1).attention.__class__(12, 3)
    with torch.no_grad():
        for name in ("W_q", "W_k", "W_v"):
            getattr(whole, name).load_state_dict(getattr(added, name).state_dict())
        whole.W_o.weight.copy_(added.W_o.weight.repeat(1, 3))
        whole.W_o.bias.copy_(added.W_o.bias)
    x = torch.randn(2, 5, 12)
    torch.testing.assert_close(added(x), whole(x))


def test_a_reader_scores_every_meaning_for_every_question():
    ids, mask, places, answers = as_tensors(two_sided(5))
    model = Reader(4)
    scores = model(ids, mask, places)
    assert scores.shape == (5, answers.shape[1], len(MEANINGS))
    torch.testing.assert_close(scores[:1], model(ids[:1], mask[:1], places[:1]))
    padded = ids.clone()
    padded[~mask[:, 0]] = 7
    torch.testing.assert_close(model(padded, mask, places), scores, msg="padding is seen")


def test_accuracy_counts_own_words_each_side_and_both():
    some = two_sided(40)

    class Cheat(torch.nn.Module):
        def __init__(self, right):
            super().__init__()
            self.right = right

        def forward(self, ids, mask, places):
            answers = as_tensors(some)[3]
            given = torch.where(torch.tensor(self.right), answers, (answers + 1) % len(MEANINGS))
            return torch.nn.functional.one_hot(given, len(MEANINGS)).double()

    wanted = {"own": 0.5, "before": 1.0, "after": 0.0, "both": 0.0}
    assert sides.accuracy(Cheat([True, True, False, False]), some) == wanted
    assert sides.accuracy(Cheat([True] * 4), some) == dict.fromkeys(wanted, 1.0)


def test_side_shares_are_those_of_while():
    torch.manual_seed(1)
    model, one = Reader(4), two_sided(1)[0]
    weights, _ = sides.read(model, one)
    join = one.places[1]
    row = weights[:, join]
    shares = sides.side_shares(model, [one])
    np.testing.assert_allclose(
        shares, np.stack([row[:, :join].sum(1), row[:, join + 1 :].sum(1)], 1), atol=1e-6
    )
    np.testing.assert_allclose(shares.sum(1) + row[:, join], 1, atol=1e-5)


def test_a_silenced_head_is_one_that_finds_zeros():
    torch.manual_seed(2)
    model = Reader(4)
    attention, d = model.attention, model.attention.d_head
    x = torch.randn(1, 6, D_MODEL)
    q, k, v = (
        linear(x).unflatten(-1, (4, d)).transpose(1, 2)
        for linear in (attention.W_q, attention.W_k, attention.W_v)
    )
    found = attend(q, k, v)
    found[:, 2] = 0
    wanted = attention.W_o(found.transpose(1, 2).flatten(-2))
    torch.testing.assert_close(sides.without_head(model, 2).attention(x), wanted)
    assert model.attention.W_o.weight[:, 2 * d : 3 * d].abs().min() > 0, (
        "the reader itself stays as it is"
    )


def test_read_gives_the_words_of_the_sentence_alone():
    one = two_sided(1)[0]
    weights, answers = sides.read(Reader(2), one)
    assert weights.shape == (2, len(one.words), len(one.words))
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
    assert len(answers) == 4
    assert all(0 <= sure <= 100 for _, sure in answers)


def test_the_record_is_whole():
    record = sides.recorded()
    assert list(record) == list(RUNS)
    for name, kinds in record.items():
        n_heads = RUNS[name]["n_heads"]
        shapes = dict.fromkeys(("own", "before", "after", "both", "by hand"), (N_SEEDS,))
        of_heads = ("sides", "leans") if RUNS[name].get("added") else ("sides", "leans", "without")
        shapes |= dict.fromkeys(of_heads, (N_SEEDS, n_heads, 2)) | {
            "curve": (N_SEEDS, LONG // EVERY)
        }
        assert {kind: table.shape for kind, table in kinds.items()} == shapes
        np.testing.assert_array_equal(kinds["curve"][:, STEPS // EVERY - 1], kinds["both"])
        assert (kinds["both"] <= np.minimum(kinds["before"], kinds["after"]) + 1e-9).all()
        before = kinds["sides"][..., 0]  # a mean over all meanings
        assert ((kinds["leans"][..., 0] <= before) & (before <= kinds["leans"][..., 1])).all()
        assert ((kinds["sides"] >= 0) & (kinds["sides"].sum(-1, keepdims=True) <= 1.01)).all()


@pytest.mark.parametrize("name", ["one wide head", "2 heads"])
def test_a_short_training_is_the_beginning_of_the_recorded_one(name):
    model = sides.train(**RUNS[name], steps=EVERY)
    found = sides.accuracy(model, sentences()[1])["both"]
    assert abs(found - sides.recorded()[name]["curve"][0, 0]) < 0.05
