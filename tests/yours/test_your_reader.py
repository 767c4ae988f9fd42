"""The real model on a reader's functions: layer by layer what the package and transformers say."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from collected import for_each
from standin import HEADS, PIECES, small, weights

from whichbank.corpora import APPLE_ORANGE
from whichbank.figures.loom._asking import in_bytes
from whichbank.yours import BOXES, from_page, reader
from whichbank.yours.pieces import Cutter

sys.path.append(str(Path(__file__).parents[1] / "exercises"))
from right_ways import RIGHT_WAYS

APPLES = "Apple launched a new phone while I was eating an apple"
SENTENCE = "The banks ate an apple."


def made(functions=None):
    return reader(functions, weights=weights(small()), pieces=PIECES, n_heads=HEADS)


def held(layers, trace):
    """Hold layers to those of the package."""
    assert [layer.number for layer in layers] == list(range(len(trace.hidden)))
    for layer, wanted in zip(layers, trace.hidden, strict=True):
        np.testing.assert_allclose(layer.vectors, wanted[0].numpy(), atol=2e-5)
    assert layers[0].weights is None
    for layer, wanted in zip(layers[1:], trace.weights, strict=True):
        np.testing.assert_allclose(layer.weights, wanted[0].numpy(), atol=2e-5)


WAYS = [
    (box.name, way)
    for box in BOXES.values()
    if "reader" in box.stages
    for way in (box.default, *RIGHT_WAYS[box.exercise])
]


@pytest.mark.numbers
@for_each("name, way", WAYS)
def test_every_layer_is_the_packages_on_each_right_way_of_an_exercise(name, way):
    model = made({name: way})
    ids = model.cut(SENTENCE).ids
    held(list(model.read(SENTENCE)), small().trace(torch.tensor(ids)))
    assert model.machine.calls[name]


def test_layers_come_one_by_one():
    model = made()
    layers = model.read(SENTENCE)
    next(layers)
    assert not model.machine.calls["many_heads"]
    next(layers)
    assert model.machine.calls["many_heads"] == 1


def test_words_are_means_of_their_pieces():
    layer = [*made().read("The banks ate the apple")][-1]
    assert layer.cut.pieces == ("[CLS]", "the", "bank", "##s", "ate", "the", "apple", "[SEP]")
    np.testing.assert_allclose(layer.word("BANKS"), layer.vectors[2:4].mean(axis=0), rtol=1e-6)
    a, b = layer.word("the"), layer.word("the", 1)
    wanted = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert layer.cosine("the") == pytest.approx(wanted, rel=1e-5)
    with pytest.raises(ValueError, match="'the' 2 times; got nth=2"):
        layer.word("the", 2)


def test_bad_calls_are_refused():
    with pytest.raises(ValueError, match="weights need pieces"):
        reader(weights={})
    with pytest.raises(ValueError, match="at most 12 pieces; got 13"):
        made().read("the " * 11)


@torch.no_grad()
def test_the_published_model_reads_as_the_package_does(minilm):
    model = reader()
    for sentence in (APPLES, APPLE_ORANGE, "Unbelievably, the bank was $4.50!"):
        cut = model.cut(sentence)
        ours = minilm.layers(sentence)
        assert (cut.pieces, cut.words, cut.word_of) == (ours.pieces, ours.words, ours.word_of)
        ids, mask = minilm.tokenize([sentence])
        held(list(model.read(sentence)), minilm.trace(ids, mask))
    apart = [layer.cosine("apple") for layer in model.read(APPLES)]
    assert min(apart[1:]) < apart[0] - 0.05


@torch.no_grad()
def test_the_published_model_reads_as_transformers_does(minilm):
    transformers = pytest.importorskip("transformers")
    from safetensors.torch import load

    from whichbank.published import WEIGHTS, read_published

    sizes = {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12}
    sizes |= {"intermediate_size": 1536, "layer_norm_eps": 1e-12}
    theirs = transformers.BertModel(transformers.BertConfig(**sizes)).eval()
    theirs.load_state_dict(load(read_published(WEIGHTS)), strict=False)
    model = reader()
    ids = torch.tensor([model.cut(APPLES).ids])
    wanted = theirs(ids).last_hidden_state[0].numpy()
    assert np.abs([*model.read(APPLES)][-1].vectors - wanted).max() < 1e-3


def test_a_page_s_files_are_read(minilm):
    about, data = in_bytes(minilm)
    model = reader(
        **dict(
            zip(("weights", "pieces"), from_page(json.loads(json.dumps(about)), data), strict=True)
        )
    )
    assert model.cut(APPLES) == reader().cut(APPLES)
    whole, small_ones = ([*one.read(APPLES)][-1] for one in (reader(), model))
    assert abs(whole.cosine("apple") - small_ones.cosine("apple")) < 0.01
    a, b = whole.vectors, small_ones.vectors
    assert ((a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)).min() > 0.99


ODD = ["", " ", "naïve Café", "東京 is big", "don't!?", "a" * 300, "$4.50 e-mail"]
ODD += ["🍎 apple\u200b\tpie", "[MASK] it [SEP]", "x\0y\x07z", "ﬁne Ǆ İ ß"]


@for_each("text", ODD)
def test_pieces_are_those_of_the_library(minilm, text):
    vocabulary = minilm.tokenizer.get_vocab()
    cutter = Cutter(sorted(vocabulary, key=vocabulary.__getitem__))
    wanted = minilm.tokenizer.encode(text)
    cut = cutter.cut(text)
    assert (list(cut.ids), list(cut.pieces)) == (wanted.ids, wanted.tokens)
    assert list(cut.word_of) == wanted.word_ids
