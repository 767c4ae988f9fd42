"""What the loom draws: the record is what the model gives, and gifts are what arrives."""

import numpy as np
import pytest

from whichbank.experiments.erasing import silenced, usual
from whichbank.experiments.probing import unpack
from whichbank.experiments.weaving import SENTENCES, added, gifts, weave, woven


@pytest.mark.numbers
def test_the_recorded_sentences_are_woven_as_the_model_weaves_them(minilm):
    made, stored = weave(minilm, SENTENCES), woven()
    assert made.keys() == stored.keys()
    for name in ("sentences", "axes", "pieces"):
        assert made[name] == stored[name]
    for i, pieces in enumerate(stored["pieces"]):
        n = len(pieces)
        # of three digits
        assert np.abs(np.subtract(made["leans"][i], stored["leans"][i])).max() <= 1.01e-3
        assert np.abs(np.subtract(made["added"][i], stored["added"][i])).max() <= 1.01e-3
        away = np.subtract(made["covered_leans"][i], stored["covered_leans"][i])
        assert np.abs(away).max() <= 1.01e-3
        away = np.subtract(made["erased"][i], stored["erased"][i])
        assert np.abs(away).max() <= 2e-4  # of four digits
        for name, shape in (
            ("weights", (6, 12, n, n)),
            ("gifts", (6, n, n)),
            ("covered", (n - 2, 6, n, n)),
        ):
            both = [unpack(one[name][i], shape) for one in (made, stored)]
            assert np.abs(np.subtract(*both)).max() <= 1.01 / 255  # of whole 255ths


def test_gifts_are_the_lengths_of_what_the_layer_itself_adds_up(minilm):
    """One giver at a time through the attention of layer 2: its bias aside, what comes is its gift."""
    import torch

    layers = minilm.layers(SENTENCES[1])
    block = minilm.encoder.blocks[1].attention
    x = torch.tensor(layers.vectors[1])
    weights = torch.tensor(layers.weights[1])  # (12, T, T)
    with torch.no_grad():
        values = block.W_v(x).reshape(len(x), 12, -1).transpose(0, 1)  # (12, T, d)
        lengths = []
        for s in range(len(x)):
            alone = torch.zeros_like(values)
            alone[:, s] = values[:, s]
            arrived = (weights @ alone).transpose(0, 1).flatten(1)  # (T, D)
            lengths.append((block.W_o(arrived) - block.W_o.bias).norm(dim=-1))
    wanted = torch.stack(lengths, dim=1)
    got = gifts(minilm, layers.vectors, layers.weights)[1]
    np.testing.assert_allclose(got, wanted / wanted.sum(1, keepdim=True), atol=1e-5)


def test_what_a_layer_adds_leads_from_what_came_in_to_what_goes_on(minilm):
    """Hooks hear what the layer's own parts return."""
    import torch

    heard = {}
    block = minilm.encoder.blocks[2]
    parts = ("attention", "norm_attention", "feed_forward", "norm_feed_forward")
    hooks = [
        getattr(block, name).register_forward_hook(
            lambda _, __, out, name=name: heard.update(
                {name: out[0] if isinstance(out, tuple) else out}
            )
        )
        for name in parts
    ]
    layers = minilm.layers(SENTENCES[1])
    for hook in hooks:
        hook.remove()
    got = added(minilm, layers.vectors, layers.weights)[:, 2]
    out = {name: x.detach().reshape(len(got), -1) for name, x in heard.items()}
    came = torch.tensor(layers.vectors[2])
    way = [came, out["attention"], came + out["attention"], out["norm_attention"]]
    way += [out["feed_forward"], out["norm_attention"] + out["feed_forward"]]
    way += [out["norm_feed_forward"]]
    wanted = torch.stack([x.norm(dim=-1) for x in way], dim=-1)
    np.testing.assert_allclose(got[:, :7], wanted, rtol=1e-4)
    np.testing.assert_allclose(got[:, 6], np.linalg.norm(layers.vectors[3], axis=-1), rtol=1e-4)


def test_a_covered_word_is_the_mask_to_the_model(minilm):
    sentence, masked = SENTENCES[1], SENTENCES[1].replace("phone", "[MASK]")
    [word] = [i for i, piece in enumerate(woven()["pieces"][1]) if piece == "phone"]
    covered = unpack(woven()["covered"][1], (11, 6, 13, 13))[word - 1]
    layers = minilm.layers(masked)
    assert layers.pieces == tuple(
        "[MASK]" if piece == "phone" else piece for piece in minilm.layers(sentence).pieces
    )
    away = gifts(minilm, layers.vectors, layers.weights) - covered
    assert np.abs(away).max() <= 1.01 / 255


def test_a_silenced_head_adds_nothing_to_the_sum_and_speaks_again_later(minilm):
    import torch

    before = minilm.layers(SENTENCES[1]).vectors
    block = minilm.encoder.blocks[1].attention
    x = torch.tensor(before[1])[None]
    with torch.no_grad():
        out, weights = block(x, return_weights=True)
        with silenced(minilm, [(2, 3), (5, 1)]):
            less = block(x)
        own = slice(2 * 32, 3 * 32)
        value = block.W_v(x)[0, :, own]
        added = weights[0, 2] @ value @ block.W_o.weight[:, own].T
    np.testing.assert_allclose(out - less, added[None], atol=1e-5)
    np.testing.assert_array_equal(minilm.layers(SENTENCES[1]).vectors, before)


def test_what_a_layer_adds_has_the_mean_of_a_head_that_is_erased(minilm):
    import torch

    heads = [(3, 5), (4, 1)]
    with silenced(minilm, heads, usual()):
        layers = minilm.layers(SENTENCES[1])
        x = torch.tensor(layers.vectors[2])[None]
        with torch.no_grad():
            found = minilm.encoder.blocks[2].attention(x)[0]
    weights = layers.weights.copy()
    weights[2, 4] = weights[3, 0] = 0
    got = added(minilm, layers.vectors, weights, erased=heads)
    np.testing.assert_allclose(got[:, 2, 1], found.norm(dim=-1), rtol=1e-4)
    np.testing.assert_allclose(got[:, 3, 6], np.linalg.norm(layers.vectors[4], axis=-1), rtol=1e-4)


def test_where_all_heads_are_silent_nothing_arrives(minilm):
    layers = minilm.layers(SENTENCES[1])
    assert not gifts(minilm, layers.vectors, 0 * layers.weights).any()


def test_a_sentence_without_a_word_of_two_meanings_is_refused(minilm):
    with pytest.raises(ValueError, match="must have one of bank, apple, server, trump in it"):
        weave(minilm, ["The cat sat on the mat"])
