"""Erasing heads: what is put in their place, what the record says, and that it is the model's."""

import numpy as np
import pytest
import torch

from whichbank.experiments.erasing import (
    CLEAR,
    HEADS,
    MANY,
    N_PAIRS,
    ORDERS,
    Bench,
    asked,
    ends_of,
    ends_without_each,
    flips,
    in_a_row,
    recorded,
    usual,
    without_each,
)
from whichbank.experiments.probing import (
    count_right,
    lean,
    leave_pair_out,
    meaning_vectors,
)
from whichbank.experiments.weaving import woven
from whichbank.transformer.hooks import replace_head, run_with

SENTENCE = "She bought apple juice"


@pytest.fixture(scope="module")
def bench(minilm):
    return Bench(minilm)


def test_an_erased_head_writes_its_mean_as_replace_head_has_it(minilm):
    ids, _ = minilm.tokenize([SENTENCE])
    got = without_each(minilm, ids[0].tolist())
    for layer, head in ((0, 10), (3, 0), (5, 11)):
        W_o = minilm.encoder.blocks[layer].attention.W_o.weight[:, head * 32 : (head + 1) * 32]
        written = torch.tensor(usual()[layer, head]) @ W_o.T
        _, trace = run_with(minilm, ids, replace_head(layer, head, written))
        for after in range(6):
            wanted = trace[f"blocks.{after}"][0].detach()
            np.testing.assert_allclose(got[layer * HEADS + head, after + 1], wanted, atol=1e-4)


def test_what_stands_in_is_the_mean_over_the_pieces_of_the_eighty_sentences(bench, minilm):
    np.testing.assert_allclose(usual(), bench.usual, atol=1e-4)
    heard = []
    W_o = minilm.encoder.blocks[2].attention.W_o
    hook = W_o.register_forward_pre_hook(lambda _, given: heard.append(given[0][0]))
    for _, sentence, _ in asked()[:N_PAIRS]:
        minilm.layers(sentence)
    hook.remove()
    mean = torch.cat(heard).mean(dim=0).reshape(HEADS, -1)
    np.testing.assert_allclose(usual()[2], mean, atol=1e-4)


def test_the_leans_are_those_of_the_chapter(bench, minilm):
    whole = recorded()["whole"]
    np.testing.assert_allclose(bench.leans(), whole, atol=1.01e-4)
    pairs = whole[:N_PAIRS].reshape(4, 10, 2)
    bank = leave_pair_out(meaning_vectors(minilm, "bank"))[:, :, 6]
    np.testing.assert_allclose(pairs[0], bank, atol=1.01e-4)
    assert sum(count_right(one) for one in pairs) == 74


@pytest.mark.parametrize(("layer", "head"), [(1, 11), (6, 7)])
def test_the_record_is_what_the_model_gives(layer, head, bench, minilm):
    found, at = recorded(), (layer - 1) * HEADS + head - 1
    for name, instead in (("mean", usual()), ("zero", None)):
        got = bench.without([(layer, head)], instead)
        assert np.abs(got - found[name][at]).max() <= 2e-4
    river = asked().index(("bank", "river bank flows", 0))
    ends = ends_without_each(
        minilm, "river bank flows", "bank", meaning_vectors(minilm, "bank").mean(axis=0)
    )
    assert np.abs(ends.ravel() - found["mean"][:, river]).max() <= 2e-4


def test_a_random_push_is_as_long_as_what_erasing_changes(bench, minilm):
    """At the head's own layer; later ones may make more or less of it."""
    attention, own = minilm.encoder.blocks[5].attention, slice(6 * 32, 7 * 32)
    outs = []
    hook = attention.register_forward_hook(lambda _, __, out: outs.append(out[0]))
    bench.leans()
    bench.without([(6, 7)], bench.usual)
    bench.pushed(6, 7, np.random.default_rng(1))
    hook.remove()
    whole, erased, pushed = outs
    assert own.stop <= attention.W_o.in_features
    lengths = [(one - whole).norm(dim=-1) for one in (erased, pushed)]
    torch.testing.assert_close(*lengths, atol=1e-4, rtol=1e-3)
    assert not torch.allclose(erased, pushed, atol=1e-2)


def test_hardly_a_clear_side_hangs_on_one_head_and_none_on_a_random_push():
    found, words = recorded(), asked()
    whole = found["whole"]
    assert (np.abs(whole) >= CLEAR).sum() > 90
    lost = {name: flips(whole, found[name]) for name in ("mean", "zero", "random")}
    assert {name: int(one.sum()) for name, one in lost.items()} == {
        "mean": 2,
        "zero": 2,
        "random": 0,
    }
    heads, places = np.where(lost["mean"])
    assert set(heads) == {10}, "head 11 of layer 1"
    assert {words[i][0] for i in places} == {"apple"}
    sizes = {name: np.abs(found[name] - whole).mean() for name in ("mean", "random")}
    assert 1 < sizes["mean"] / sizes["random"] < 2, "a head moves a lean hardly more than noise"


def test_by_its_mean_head_5_is_one_of_many_and_by_zeros_it_seems_the_first():
    found, river = recorded(), asked().index(("bank", "river bank flows", 0))
    for name, others in (("mean", 8), ("zero", 0)):
        far = np.abs(found[name][:, river] - found["whole"][river])
        assert (far >= far[4]).sum() - 1 == others


def test_the_more_random_heads_the_more_are_wrong_and_without_all_it_is_a_coin():
    found = recorded()
    mean = dict(zip(MANY, found["right"].mean(axis=0), strict=True))
    assert (np.diff(found["right"].mean(axis=0)) <= 0).all()
    assert mean[1] > 73
    assert mean[32] > 64 > mean[40]
    assert mean[72] == N_PAIRS / 2, "the two of a pair are one vector then"
    assert found["lost"].shape == (ORDERS, len(asked()))


def test_a_row_holds_what_erasing_can_change():
    leans = np.arange(72 * 7).reshape(72, 7).astype(float)
    row = in_a_row(-1.0, leans)
    assert (row[0], len(row)) == (-1, 253)
    np.testing.assert_array_equal(ends_of(row), leans[:, 6])
    assert row[1:7].tolist() == leans[0, 1:].tolist()
    assert row[-1] == leans[71, 6]


def test_the_loom_has_it_for_its_sentences(minilm):
    stored = woven()
    for i, (pieces, word) in enumerate(zip(stored["pieces"], stored["subjects"], strict=True)):
        places = [t for t, one in enumerate(pieces) if one == word]
        whole = [stored["leans"][i][t][6] for t in places]
        assert np.abs(np.subtract([row[0] for row in stored["erased"][i]], whole)).max() <= 6e-4
    ways = meaning_vectors(minilm, "apple").mean(axis=0)
    ids = [minilm.tokenizer.token_to_id(one) for one in stored["pieces"][3]]
    wanted = lean(without_each(minilm, ids)[:, :, 3], *ways)[:, 6]
    assert np.abs(ends_of(stored["erased"][3][0]) - wanted).max() <= 1.01e-4
