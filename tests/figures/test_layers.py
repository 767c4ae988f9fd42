"""The figure of the real model: what it takes, what it says, and that its traits suffice."""

import json
import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near

from whichbank.corpora import BANK_SENTENCES, TWO_APPLES
from whichbank.experiments.probing import cosine, meaning_vectors, pack
from whichbank.figures import ModelLayers


def weights(n, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(n), size=(6, 12, n))


def make(**changes):
    """Two sentences whose words walk straight lines."""
    walk = np.linspace(0, 1, 7)
    traits = {
        "sentences": ["money bank", "an apple"],
        "axes": [["money", "river"], ["fruit", "company"]],
        "pieces": [["[CLS]", "money", "bank", "[SEP]"], ["[CLS]", "an", "apple", "[SEP]"]],
        "names": [["money", "bank"], ["apple"]],
        "paths": [[np.stack([walk, 0 * walk], -1), np.stack([0.9 + 0 * walk, 0.9 - walk / 2], -1)], [np.ones((7, 2))]],
        "focus": [[(1, 2)], [(0, 2)]],
        "weights": [pack(weights(4)), pack(weights(4, 1))],
    }
    return ModelLayers(**(traits | changes))


def test_places_and_leans_by_hand():
    fig = make(layer=3)
    assert fig.places["money"].tolist() == [0.5, 0]
    np.testing.assert_allclose(fig.places["bank"], [0.9, 0.65])
    assert fig.leans == pytest.approx({"bank": 0.25})
    assert repr(fig) == "ModelLayers(sentence='money bank', layer=3, head=1, leans={'bank': 0.25})"


def test_attention_is_that_of_layer_and_head():
    fig = make(layer=2, head=12, sentence=1)
    assert np.abs(fig.attention - weights(4, 1)[1, 11]).max() <= 1 / 510 + 1e-12
    fig.layer = 0
    assert fig.attention is None


def test_without_a_script_it_shows_a_picture_and_all_leans():
    fig = make(layer=6)
    assert "bank at (0.9, 0.4)" in repr(fig.still())
    table = fig.fallback()
    assert table.count("<tr>") == 3
    assert "bank in “money bank”" in table
    assert "<td>0.50</td>" in table


def test_it_shows_the_model_and_stays_small(minilm):
    sentences = [TWO_APPLES, *BANK_SENTENCES]
    fig = ModelLayers.of(minilm, sentences, sentence=1, layer=6, head=12)
    layers = minilm.layers(sentences[1])
    means = meaning_vectors(minilm, "bank").mean(axis=0)
    np.testing.assert_allclose(fig.places["money"], cosine(layers.word("money")[6], means[:, 6]), atol=6e-4)
    assert np.abs(fig.attention - layers.weights[5, 11]).max() <= 1 / 510 + 1e-6
    assert fig.names[0] == ["apple", "launched", "new", "phone", "eating", "apple (2)"]
    assert [fig.pieces[0][piece] for _, piece in fig.focus[0]] == ["apple", "apple"]
    assert len(json.dumps(fig.state())) < 40_000
    fig.layer = 0
    np.testing.assert_allclose(list(fig.leans.values()), 0, atol=6e-4)


def test_a_sentence_without_such_a_word_is_refused(minilm):
    with pytest.raises(ValueError, match="must have one of bank, apple, server, trump"):
        ModelLayers.of(minilm, ["river flows"])


def compare(fig: Any, drawn: Drawn) -> None:
    """Sliders show layer and head, the plane the words, the read-out the leans, the heatmap the decoded weights."""
    assert_drawn([shown for _, shown in drawn.sliders], [fig.layer, fig.head], "sliders")
    assert f"After layer {fig.layer}, " in drawn.said[0]
    for name, lean in fig.leans.items():
        told = re.search(rf"{re.escape(name)} leans to (\w+)(?: \(([−\d.]+)\))?", drawn.said[0].replace("-", "−"))
        if abs(lean) < 0.0005:
            assert told[1] == "neither"
        else:
            assert told[1] == fig.axes[fig.sentence][0 if lean > 0 else 1]
            assert_drawn([told[2].replace("−", "-")], [lean], f"lean of {name}")
    assert (len(drawn.planes), len(drawn.tables)) == ((1, 0) if fig.view == "plane" else (0, 1))
    if fig.view == "plane":
        for name, at in fig.places.items():
            assert_near(drawn.points()[name], at, f"point {name}")
    if fig.layer:
        if fig.view == "head":
            assert_drawn(drawn.tables[0], 100 * fig.attention, "weights in %")
            assert np.shape(drawn.tables[0]) == fig.attention.shape
        best = fig.attention[fig.focus[fig.sentence][0][1]].argmax()
        looked = fig.pieces[fig.sentence][best]
        assert re.search(rf"looks most at ({re.escape(looked)}|itself) ", drawn.said[0])
    else:
        assert "Layer 0 has no heads" in drawn.said[0]


OTHER = {"layer": 5, "head": 3, "view": "head"}
BAD = [
    ({"axes": [["money", "river"]]}, "axes must have 2 entries, one for each of sentences; got 1"),
    ({"paths": [np.ones((1, 7, 2))] * 2}, "paths must have one path for each of names, [2, 1]; got [1, 1]"),
    ({"paths": [np.ones((2, 7)), np.ones((1, 7, 2))]}, "paths[0] must have 3 axes; got shape (2, 7)"),
    ({"paths": [np.full((2, 7, 2), np.nan), np.ones((1, 7, 2))]}, "paths[0] must hold finite numbers"),
    ({"focus": [[(2, 2)], [(0, 2)]]}, "focus must point into 2 names and 4 pieces; got 2, 2"),
    ({"focus": [[(1, 4)], [(0, 2)]]}, "focus must point into 2 names and 4 pieces; got 1, 4"),
    ({"weights": [pack(np.zeros(3))] * 2}, "weights[0]: text must hold 1152 numbers"),
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"layer": 7}, "layer must be between 0 and 6; got 7"),
    ({"head": 0}, "head must be between 1 and 12; got 0"),
    ({"view": "both"}, "view must be one of plane, head; got 'both'"),
]
