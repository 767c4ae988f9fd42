"""The circuit that copies: its texts, the heads made by hand, and what the record says in every
seed.
"""

import numpy as np
import pytest
import torch

from whichbank.experiments import circuit, cuts
from whichbank.experiments.circuit import EVERY, KEPT, LAYERS, N_SEEDS, STEPS, WEIGHTS
from whichbank.experiments.cuts import after_earlier, noted, reading_notes
from whichbank.experiments.twice import (
    LONG,
    PLACES,
    REST,
    SEEN,
    SIZE,
    UNSEEN,
    accuracy,
    asked,
    lists,
    texts,
)
from whichbank.transformer.circuits import contributions
from whichbank.transformer.hooks import replace_head, run_with

CUT = circuit.recorded()["2"]["cuts"]


@pytest.fixture(scope="module")
def models():
    return [circuit.recorded_model(2, seed) for seed in KEPT]


def test_only_what_can_be_known_is_asked():
    for size in (SIZE, *UNSEEN):
        ids, following = lists(20, size, seed=1)
        assert ids.shape == following.shape == (20, 2 * size)
        for row, answers in zip(ids.tolist(), following.tolist(), strict=True):
            once, again = row[:size], row[size:]
            assert len(set(once)) == size
            assert sorted(again) == sorted(once)
            follower = dict(zip(once, [*once[1:], -100], strict=True))
            assert answers == [-100] * size + [follower[word] for word in again]
    with pytest.raises(ValueError, match="size must be between 3 and 16; got 17"):
        lists(1, 17)


def test_in_training_a_list_has_any_length_and_begins_anywhere():
    ids, following = texts(2000, seed=1)
    begins = (ids != REST).int().argmax(dim=1)
    sizes = (ids != REST).sum(dim=1) // 2
    assert set(sizes.tolist()) == set(SEEN)
    assert not set(UNSEEN) & set(SEEN)
    assert max(UNSEEN) == PLACES // 2
    assert set(begins[sizes == min(SEEN)].tolist()) == set(range(PLACES - 2 * min(SEEN) + 1))
    one = int((sizes == 7).nonzero()[0, 0])
    begin = begins[one]
    once, again = ids[one, begin : begin + 7], ids[one, begin + 7 : begin + 14]
    assert sorted(once.tolist()) == sorted(again.tolist())
    assert (following[one, : begin + 7] == -100).all()
    assert (following[one, begin + 7 : begin + 14] != -100).sum() == 6


def test_heads_made_by_hand_look_where_they_say():
    ids, following = lists(30, SIZE, seed=1)
    pattern = after_earlier(ids)
    known = following != -100
    found = (pattern @ ids[..., None].float())[..., 0]
    assert (found[known] == following[known]).all()
    assert (pattern[:, :SIZE] == 0).all()  # no word of the first reading has come before
    table = torch.randn(20, 32, generator=torch.Generator().manual_seed(0))
    wrote = noted(table, ids)
    torch.testing.assert_close(wrote[:, 1:], table[ids[:, :-1]])
    read = reading_notes(table, wrote, ids, sharpness=50.0)
    np.testing.assert_allclose(read.sum(dim=-1), 1, atol=1e-5)
    assert (read.argmax(dim=-1)[known] == pattern.argmax(dim=-1)[known]).double().mean() > 0.99


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    _, right = circuit.train(1, steps=EVERY)
    # another processor's last bits grow in training; the record itself has three digits
    np.testing.assert_allclose(right, circuit.recorded()["1"]["right"][0][:2], atol=0.02)


def test_record_has_what_it_says(models):
    record = circuit.recorded()
    assert list(record) == [str(n) for n in LAYERS]
    for run in record.values():
        assert run["right"].shape == (N_SEEDS, STEPS // EVERY + 1)
        assert run["lengths"].shape == (N_SEEDS, 1 + len(UNSEEN))
    assert WEIGHTS.stat().st_size < 105_000
    two = record["2"]
    # the weights are kept in 16 bits, the numbers are those of the whole ones
    for seed, model in zip(KEPT, models, strict=True):
        assert accuracy(model, *asked(LONG)) == pytest.approx(CUT["nothing"][seed, 1], abs=0.005)
        assert cuts.roles(model) == tuple(two["roles"][seed])
        np.testing.assert_allclose(cuts.glances(model), two["glances"][seed], atol=0.05)
    made = cuts.changes(models[1])
    for name in ("previous, mean", "other in layer 2, mean", "both by hand"):
        found = accuracy(models[1], *asked(), made[name])
        assert found == pytest.approx(CUT[name][1, 0], abs=0.01)
    one = circuit.recorded_model(1, 2)
    found = accuracy(one, *asked())
    assert found == pytest.approx(record["1"]["lengths"][2, 0], abs=0.005)


def test_two_layers_know_at_every_length_and_one_layer_guesses():
    record = circuit.recorded()
    assert (record["2"]["lengths"] > 0.97).all()
    assert (record["1"]["lengths"][:, 0] < 0.35).all()


def test_cutting_the_circuit_breaks_the_answer_and_the_same_cut_elsewhere_does_not():
    for how in ("zero", "mean"):
        assert (CUT[f"previous, {how}"] < 0.8).all()
        for layer in (1, 2):
            assert (CUT[f"other in layer {layer}, {how}"] > CUT["nothing"] - 0.02).all()
    blind = 1 / (np.array([SIZE, LONG]) - 1)  # any other word of the list
    assert (CUT["both in layer 1, mean"] < blind + 0.05).all()
    assert (CUT["both in layer 2, mean"] < blind).all()


def test_what_the_record_does_not_say_in_every_seed():
    """In the seeds whose weights are kept one head of each layer does most of the work; in another
    seed both heads of the second layer copy, and either will do.
    """
    kept = list(KEPT)
    for how in ("zero", "mean"):
        assert (CUT[f"previous, {how}"][kept] < 0.4).all()
        alone = CUT[f"induction, {how}"]
        assert (alone[kept] < CUT["nothing"][kept] - 0.1).all()
        assert (alone > CUT["nothing"] - 0.02).any()


def test_heads_made_by_hand_do_the_same():
    for name in CUT:
        if "by hand" in name:
            assert (CUT[name] > 0.97).all(), name


def test_an_answer_moves_with_its_note_and_not_with_another_head():
    moved = circuit.recorded()["2"]["moved"]
    assert (moved[:, 0] @ [1, -1] < -0.9).all()
    assert (moved[:, 1] @ [1, -1] > 0.9).all()


def test_a_head_in_a_trained_model_looks_hard_and_changes_little():
    """In the second layer both heads look at the answer with most of their weight. In the seeds
    whose weights are kept, one hands over less, and to erase it moves the answer's logit by a
    fraction of what the other moves it by.
    """
    glances = circuit.recorded()["2"]["glances"]
    strong, weak = glances[:, 0], glances[:, 1]
    # the mean of products is not quite the product of means
    np.testing.assert_allclose(glances[..., 2], glances[..., 0] * glances[..., 1], rtol=0.05)
    assert (weak[:, 0] > 0.9).all()
    assert (weak[:, 4] > weak[:, 3]).all(), "it stands in where the other is gone"
    kept = list(KEPT)
    assert (weak[kept, 1] < 0.8 * strong[kept, 1]).all()
    assert (weak[kept, 3] < 0.5 * strong[kept, 3]).all()


def test_the_head_that_looks_back_adds_nothing_to_the_answer_itself(models):
    record = circuit.recorded()["2"]
    for seed, (back, copying) in enumerate(record["roles"]):
        direct = {name: shares[seed] for name, shares in record["direct"].items()}
        assert abs(direct[f"blocks.0.heads.{back}"]) < 0.3
        assert direct[f"blocks.1.heads.{copying}"] > 2
    model = models[0]
    ids, _ = asked(LONG)
    logits, trace = run_with(model, ids)
    assert (
        sum(contributions(model, trace).values()) - logits
    ).abs().max() < 1e-5 * logits.abs().max()


def test_the_same_number_in_another_seed_is_another_head(models):
    """A head is known by what it does: where the number of one seed's head means another head in
    the next, cutting that one breaks nothing.
    """
    roles = [tuple(pair) for pair in circuit.recorded()["2"]["roles"]]
    assert len({back for back, _ in roles}) == 2
    for model, (back, _) in zip(models, roles, strict=False):
        mean = cuts.mean_output(model, 0, SIZE)
        for other in {one for one, _ in roles} - {back}:
            cut = replace_head(0, other, mean[other])
            assert accuracy(model, *asked(), cut) > 0.97
