"""word2vec against torch's autograd and losses, gensim's training, and the equations of the
notes.
"""

from itertools import islice, pairwise

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from attention_cases import close, numbers
from collected import for_each
from hypothesis import given
from hypothesis import strategies as st

from whichbank import word2vec as w2v
from whichbank.corpora import lee_background, wikipedia_sample
from whichbank.text import Vocabulary
from whichbank.word2vec.vectors import subtract_rows

NOTES = [sentence.split() for sentence in ("money bank grows", "river bank flows")]


def autograd(loss, *inputs: np.ndarray) -> list[np.ndarray]:
    """Return torch's value and gradients of a sum of losses, in float64."""
    leaves = [torch.tensor(x, requires_grad=True) for x in inputs]
    value = loss(*leaves)
    value.sum().backward()
    return [value.detach().numpy(), *(leaf.grad.numpy() for leaf in leaves)]


# The equations


def test_full_softmax_is_torchs_cross_entropy(backend):
    given, u, targets = numbers(7, 5), numbers(11, 5, seed=1), np.array([0, 10, 3, 3, 7, 1, 0])
    want = autograd(
        lambda h, u: F.cross_entropy(h @ u.T, torch.tensor(targets), reduction="none"), given, u
    )
    got = w2v.full_softmax(backend.array(given), backend.array(u), backend.array(targets, "int64"))
    for one, other in zip(got, want, strict=True):
        close(backend, one, other, steps=8)


def test_negative_sampling_is_torchs_binary_cross_entropy(backend):
    given, positive, negative = numbers(7, 5), numbers(7, 5, seed=1), numbers(7, 3, 5, seed=2)

    def loss(h, right, noise):
        scores = torch.cat(
            [(h * right).sum(1, keepdim=True), torch.einsum("nd,nkd->nk", h, noise)], dim=1
        )
        labels = torch.tensor([1.0, 0, 0, 0], dtype=torch.float64).expand_as(scores)
        return F.binary_cross_entropy_with_logits(scores, labels, reduction="none").sum(1)

    want = autograd(loss, given, positive, negative)
    got = w2v.negative_sampling(*map(backend.array, (given, positive, negative)))
    for one, other in zip(got, want, strict=True):
        close(backend, one, other, steps=8)


def test_the_mean_is_over_the_words_that_are_there(backend):
    vectors, mask = (
        numbers(3, 4, 5),
        np.array([[1, 1, 1, 1], [0, 1, 0, 1], [0, 0, 0, 0]], dtype=bool),
    )
    got = w2v.mean_of_context(backend.array(vectors), backend.array(mask, "bool"))
    close(
        backend,
        got,
        np.stack([vectors[0].mean(0), vectors[1, [1, 3]].mean(0), np.zeros(5)]),
        steps=8,
    )


@for_each("lead", [(), (1,), (4,)])
def test_a_blocks_gradients_are_torchs(backend, lead):
    given, keys = numbers(*lead, 6, 5), numbers(*lead, 9, 5, seed=1)
    weights, labels = w2v.with_noise(
        w2v.window_weights(np.array([0, 0, 0, 0, 1, -1]), 2, np.float64), 5, 3
    )

    def loss(h, rows):
        scores = h @ rows.transpose(-1, -2)
        return (torch.tensor(weights) * F.softplus(scores) - torch.tensor(labels) * scores).sum(-1)

    value, *want = autograd(loss, given, keys)
    arguments = [backend.array(x) for x in (given, keys, weights, labels)]
    close(backend, w2v.block_loss(*arguments), value, steps=8)
    for one, other in zip(w2v.block_gradients(*arguments), want, strict=True):
        close(backend, one, other, steps=8)


@for_each("scale", [1e4, 1e-4])
def test_large_scores_do_not_overflow(typed, scale):
    h, right, noise = (
        typed.array(np.sign(x) * np.sqrt(scale))
        for x in (numbers(4, 1), numbers(4, 1), numbers(4, 3, 1))
    )
    with np.errstate(over="raise", invalid="raise"):
        found = [
            *w2v.negative_sampling(h, right, noise),
            *w2v.full_softmax(h, right, typed.array([0, 1, 2, 3], "int64")),
        ]
    assert all(np.isfinite(typed.numpy(x)).all() for x in found)


def test_no_predictions_no_loss(backend):
    none, u = backend.array(np.zeros((0, 5))), backend.array(numbers(4, 5))
    assert [
        tuple(x.shape) for x in w2v.full_softmax(none, u, backend.array(np.zeros(0), "int64"))
    ] == [
        (0,),
        (0, 5),
        (4, 5),
    ]
    got = w2v.negative_sampling(none, none, backend.array(np.zeros((0, 3, 5))))
    assert [tuple(x.shape) for x in got] == [(0,), (0, 5), (0, 5), (0, 3, 5)]


# Windows, noise, subsampling


@given(st.lists(st.integers(0, 3), max_size=12).map(sorted), st.integers(1, 4))
def test_contexts_are_the_slices_around_each_word(sentences, window):
    words, sentences = np.arange(len(sentences)) + 100, np.array(sentences, dtype=int)
    neighbors, mask = w2v.contexts(words, sentences, window)
    assert neighbors.shape == mask.shape == (len(words), 2 * window)
    for t in range(len(words)):
        near = [s for s in range(max(t - window, 0), t + window + 1) if s != t and s < len(words)]
        assert neighbors[t][mask[t]].tolist() == [
            100 + s for s in near if sentences[s] == sentences[t]
        ]


@given(st.lists(st.integers(-1, 2), min_size=1, max_size=12), st.integers(1, 4))
def test_the_band_is_the_mean_of_random_windows(sentences, window):
    texts = np.array(sentences)
    want = np.zeros((len(texts), len(texts)))
    for width in range(1, window + 1):
        for t, s in np.ndindex(want.shape):
            want[t, s] += (0 < abs(t - s) <= width) and texts[t] == texts[s] >= 0
    np.testing.assert_allclose(w2v.window_weights(texts, window, np.float64), want / window)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=20), st.floats(1e-5, 0.1))
def test_subsampling_is_gensims(gensim, counts, sample):
    words = [str(i) for i in range(len(counts))]
    model = gensim.models.Word2Vec(min_count=1, sample=sample, vector_size=1)
    model.build_vocab_from_freq(dict(zip(words, counts, strict=True)))
    want = [model.wv.get_vecattr(word, "sample_int") / (2**32 - 1) for word in words]
    np.testing.assert_allclose(w2v.keep_probability(counts, sample), want, rtol=1e-6)


def test_noise_is_gensims_and_is_drawn_so(gensim):
    counts = [500, 100, 20, 5, 5, 1]
    model = gensim.models.Word2Vec(min_count=1, vector_size=1)
    model.build_vocab_from_freq({str(i): count for i, count in enumerate(counts)})
    want = np.diff(model.cum_table, prepend=0) / (2**31 - 1)
    probabilities = w2v.noise_distribution(counts)
    np.testing.assert_allclose(probabilities, want, atol=1e-8)
    drawn = w2v.draw_words(probabilities, (400, 500), np.random.default_rng(0))
    np.testing.assert_allclose(
        np.bincount(drawn.ravel(), minlength=6) / drawn.size, probabilities, atol=0.004
    )


@given(st.integers(0, 40), st.integers(1, 9), st.integers(0, 5))
def test_cutting_loses_no_word_and_adds_none(n, block, seed):
    words, texts = w2v.cut(np.arange(n) + 1, np.arange(n) // 7, block, np.random.default_rng(seed))
    assert words.shape == texts.shape
    assert words.shape[1] == block
    assert sorted(words[texts >= 0].tolist()) == list(range(1, n + 1))
    assert not words[texts < 0].any()
    for row, text in zip(words, texts, strict=True):
        inside = row[text >= 0]
        assert (np.diff(inside) == 1).all()
        assert (text[text >= 0] == (inside - 1) // 7).all()


def test_a_row_that_is_listed_twice_is_changed_twice(backend):
    table = backend.array(numbers(6, 4))
    rows, values = np.array([[1, 1, 5], [0, 1, 5]]), numbers(2, 3, 4, seed=1)
    want = backend.numpy(table).copy()
    for row, value in zip(rows.ravel(), values.reshape(-1, 4), strict=True):
        want[row] -= value
    subtract_rows(table, backend.array(rows, "int64"), backend.array(values))
    close(backend, table, want, steps=8)


# Trainings


def test_the_vocabulary_is_gensims(gensim):
    model = gensim.models.Word2Vec(min_count=5, vector_size=1)
    model.build_vocab(lee_background())
    vocabulary = Vocabulary.of(lee_background(), 5)
    assert sorted(vocabulary.words) == sorted(model.wv.index_to_key)
    assert list(vocabulary.counts) == [
        model.wv.get_vecattr(word, "count") for word in model.wv.index_to_key
    ]


@pytest.mark.parametrize("train", [w2v.train_cbow, w2v.train_skipgram])
@pytest.mark.parametrize("negative", [0, 5])
def test_training_lowers_the_loss_and_finds_the_company(train, negative):
    options = {
        "vector_size": 16,
        "min_count": 1,
        "window": 2,
        "sample": 0,
        "negative": negative,
        "alpha": 0.1,
    }
    seen = []
    vectors = train(
        NOTES * 20, epochs=30, batch=16, after_epoch=lambda *got: seen.append(got), **options
    )
    assert vectors.losses[-1] < 0.8 * vectors.losses[0]
    assert [epoch for epoch, _ in seen] == list(range(1, 31))
    assert seen[-1][1].losses == vectors.losses
    np.testing.assert_array_equal(seen[-1][1].v, vectors.v)
    assert not np.array_equal(seen[0][1].v, vectors.v), "a snapshot must not change later"
    score = dict(zip(vectors.vocabulary.words, vectors.u @ vectors["money"], strict=True))
    assert score["grows"] > score["flows"]
    assert score["grows"] > score["river"]


def test_skipgram_learns_how_often_words_occur_together():
    vectors = w2v.train_skipgram(
        NOTES * 20,
        vector_size=8,
        min_count=1,
        window=2,
        sample=0,
        negative=0,
        epochs=100,
        batch=16,
        alpha=0.2,
    )
    scores = torch.tensor(vectors.u @ vectors["bank"])
    got = dict(zip(vectors.vocabulary.words, torch.softmax(scores, 0).tolist(), strict=True))
    assert got == pytest.approx(
        {"bank": 0, "money": 0.25, "grows": 0.25, "river": 0.25, "flows": 0.25}, abs=0.03
    )
    # no prediction can be better
    assert vectors.losses[-1] == pytest.approx(np.log([2, 4, 2]).mean(), abs=0.03)


def test_one_step_of_cbow_is_the_equation_by_hand():
    sentence, rate = ["money", "bank", "grows"], 0.5
    start = w2v.train_cbow(
        [sentence], vector_size=3, min_count=1, window=1, sample=0, negative=0, epochs=0
    )
    v, u = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (start.v, start.u))
    # m = 1: the word in the middle has two neighbors, its neighbors one each
    contexts = [[1], [0, 2], [1]]
    loss = sum(
        F.cross_entropy(u @ v[near].mean(0), torch.tensor(word))
        for word, near in enumerate(contexts)
    )
    loss.backward()
    got = w2v.train_cbow(
        [sentence],
        vector_size=3,
        min_count=1,
        window=1,
        sample=0,
        negative=0,
        epochs=1,
        alpha=rate,
        min_alpha=rate,
    )
    np.testing.assert_allclose(got.v, (v - rate * v.grad).detach(), atol=1e-6)
    np.testing.assert_allclose(got.u, (u - rate * u.grad).detach(), atol=1e-6)
    assert got.losses[0] == pytest.approx(loss.item() / 3, abs=1e-6)


@pytest.mark.usefixtures("gensim")
@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)])
def test_blocks_train_the_same_with_numpy_and_torch(device):
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("cuda needs a CUDA GPU, and torch sees none")
    threads = torch.get_num_threads()
    options = {"vector_size": 20, "epochs": 2, "seed": 3}
    ours, theirs = (
        w2v.train_skipgram_blocks(lee_background()[:60], device=d, **options)
        for d in (None, device)
    )
    np.testing.assert_allclose(ours.v, theirs.v, atol=1e-5)
    np.testing.assert_allclose(ours.u, theirs.u, atol=1e-5)
    np.testing.assert_allclose(ours.losses, theirs.losses, rtol=1e-4)
    assert torch.get_num_threads() == threads


@pytest.mark.usefixtures("gensim")
def test_parts_of_an_epoch_are_seen_and_change_nothing():
    options = {"vector_size": 8, "epochs": 2}
    seen = []
    whole, parted = (
        w2v.train_skipgram_blocks(lee_background()[:30], **options, **more)
        for more in ({}, {"parts": 3, "after_epoch": lambda *got: seen.append(got)})
    )
    np.testing.assert_array_equal(parted.v, whole.v)
    assert parted.losses == whole.losses
    assert [epoch for epoch, _ in seen] == [1, 1, 1, 2, 2, 2]
    assert [len(vectors.losses) for _, vectors in seen] == [0, 0, 1, 1, 1, 2]
    assert all((a.v != b.v).any() for (_, a), (_, b) in pairwise(seen))


@pytest.mark.usefixtures("gensim")
@pytest.mark.parametrize("device", [None, "cpu"])
def test_two_workers_learn_what_one_learns(device):
    found = [
        w2v.train_skipgram_blocks(
            lee_background(), vector_size=20, epochs=2, workers=workers, device=device
        )
        for workers in (1, 2)
    ]
    assert found[1].losses[-1] == pytest.approx(found[0].losses[-1], rel=0.03)


def test_blocks_learn_what_gensim_learns_from_news(gensim):
    vectors = w2v.train_skipgram_blocks(
        lee_background(), vector_size=30, epochs=8
    ).to_keyed_vectors()
    words = vectors.index_to_key[:1000]
    model = gensim.models.Word2Vec(
        list(map(list, lee_background())),
        vector_size=30,
        sg=1,
        epochs=8,
        min_count=5,
        sample=1e-3,
        workers=1,
        seed=1,
    )

    def table(keyed):
        rows = np.stack([keyed.get_vector(word, norm=True) for word in words])
        scores = (rows - rows.mean(0)) @ (rows - rows.mean(0)).T
        return scores[np.triu_indices(len(words), 1)]

    assert np.corrcoef(table(vectors), table(model.wv))[0, 1] > 0.8


def test_keyed_vectors_are_gensims(gensim):
    vectors = w2v.train_skipgram_blocks(NOTES * 40, min_count=1, vector_size=8, sample=0)
    for keep, rows in {
        "v": vectors.v,
        "mean": (vectors.u + vectors.v) / 2,
        "concatenation": np.hstack([vectors.u, vectors.v]),
    }.items():
        keyed = vectors.to_keyed_vectors(keep)
        assert isinstance(keyed, gensim.models.KeyedVectors)
        np.testing.assert_array_equal(
            np.stack([keyed[word] for word in vectors.vocabulary.words]), rows
        )
        assert keyed.get_vecattr("bank", "count") == 80
        assert len(keyed.most_similar("bank")) == 4
    np.testing.assert_array_equal(vectors["money"], vectors.v[vectors.vocabulary.numbers["money"]])
    kept = vectors.table()
    kept[:] = 0
    assert vectors.v.any(), "a table that is handed out is a copy"


def test_the_wikipedia_sample_is_what_gensim_reads(gensim):
    from gensim.test.utils import datapath

    sample = wikipedia_sample()
    assert len(sample) == 106
    assert sum(map(len, sample)) == 452_944
    path = datapath("enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2")
    articles = gensim.corpora.WikiCorpus(path, dictionary={}, processes=1).get_texts()
    for ours, theirs in zip(sample, islice(articles, 3), strict=False):
        assert list(ours) == theirs
