"""Every bad call of word2vec says what is wrong."""

import numpy as np
import pytest
import torch

from whichbank import word2vec as w2v

NOTES = [sentence.split() for sentence in ("money bank grows", "river bank flows")]
X, ROWS = np.ones((3, 5)), np.ones((3, 4, 5))
FEW = {"vector_size": 4, "min_count": 1}
BAD_CALLS = {
    "a list": (lambda: w2v.full_softmax([1.0], X, np.array([0])), TypeError, "given must be an array"),
    "targets floats": (lambda: w2v.full_softmax(X, X, X[0]), TypeError, "targets must hold whole numbers; got float64"),
    "targets torch": (
        lambda: w2v.full_softmax(X, X, torch.tensor([0, 1, 2])),
        TypeError,
        "targets must be an array of the same library as the vectors; got Tensor",
    ),
    "targets few": (
        lambda: w2v.full_softmax(X, X, np.array([0])),
        ValueError,
        "targets must hold one word for each row of given; got (1,) and (3, 5)",
    ),
    "a target too large": (
        lambda: w2v.full_softmax(X, X, np.array([0, 3, 1])),
        ValueError,
        "targets must be between 0 and 2; got 3",
    ),
    "a target below 0": (
        lambda: w2v.full_softmax(X, X, np.array([0, -1, 1])),
        ValueError,
        "targets must be between 0 and 2; got -1",
    ),
    "sizes": (
        lambda: w2v.full_softmax(X, X[:, :4], np.array([0, 1, 2])),
        ValueError,
        "given and u must share their last axis; got 5 and 4",
    ),
    "one vector": (
        lambda: w2v.full_softmax(X[0], X, np.array([0])),
        ValueError,
        "given must have the shape (N, D); got (5,)",
    ),
    "negative without K": (
        lambda: w2v.negative_sampling(X, X, X),
        ValueError,
        "negative must have the shape (N, K, D); got (3, 5)",
    ),
    "negative of others": (
        lambda: w2v.negative_sampling(X, X[:2], ROWS),
        ValueError,
        "given, positive and negative must share N and D; got (3, 5), (2, 5) and (3, 4, 5)",
    ),
    "two libraries": (
        lambda: w2v.negative_sampling(X, torch.ones(3, 5), ROWS),
        TypeError,
        "given, positive and negative must be arrays of one library",
    ),
    "mask of numbers": (lambda: w2v.mean_of_context(ROWS, X), TypeError, "mask must hold True where a word stands"),
    "mask of another shape": (
        lambda: w2v.mean_of_context(ROWS, X > 0),
        ValueError,
        "mask must have the axes (N, C) of vectors; got (3, 5) and (3, 4, 5)",
    ),
    "block, sizes": (
        lambda: w2v.block_loss(X, X[:, :4], X, X),
        ValueError,
        "given and keys must have the shapes (..., T, D) and (..., S, D); got (3, 5) and (3, 4)",
    ),
    "block, weights": (
        lambda: w2v.block_gradients(X, X, X, np.ones((3, 3))),
        ValueError,
        "weights must have the shape (..., T, S) with T, S = (3, 3); got (3, 5)",
    ),
    "window 0": (
        lambda: w2v.window_weights(np.zeros(3, int), 0, np.float64),
        ValueError,
        "window must be a whole number of at least 1; got 0",
    ),
    "a string": (
        lambda: w2v.train_cbow(["money bank grows"], **FEW),
        TypeError,
        "sentences must be lists of words; got the string 'money bank grows'",
    ),
    "all rare": (
        lambda: w2v.train_skipgram(NOTES),
        ValueError,
        "no word stands in the sentences min_count=5 times; got 5 words",
    ),
    "no sentences": (lambda: w2v.train_skipgram_blocks([]), ValueError, "no word stands in the sentences"),
    "no such option": (lambda: w2v.train_cbow(NOTES, size=3), TypeError, "Settings.__init__() got an unexpected"),
    "vector_size": (
        lambda: w2v.Settings(vector_size=0),
        ValueError,
        "vector_size must be a whole number of at",
    ),
    "negative": (
        lambda: w2v.Settings(negative=-1),
        ValueError,
        "negative must be a whole number of at least 0",
    ),
    "epochs": (lambda: w2v.Settings(epochs=1.5), ValueError, "epochs must be a whole number of at least 0; got 1.5"),
    "alpha": (
        lambda: w2v.Settings(alpha=float("nan")),
        ValueError,
        "alpha must be a finite number of at least 0",
    ),
    "sample": (lambda: w2v.Settings(sample=True), ValueError, "sample must be a finite number of at least 0; got True"),
    "min_count": (
        lambda: w2v.train_cbow(NOTES, min_count=0),
        ValueError,
        "min_count must be a whole number of at least 1; got 0",
    ),
    "batch": (lambda: w2v.train_cbow(NOTES, batch=0, **FEW), ValueError, "batch must be a whole number of at least 1"),
    "workers": (lambda: w2v.train_skipgram_blocks(NOTES, workers=0), ValueError, "workers must be a whole number"),
    "blocks, full softmax": (
        lambda: w2v.train_skipgram_blocks(NOTES, negative=0, **FEW),
        ValueError,
        "negative must be a whole number of at least 1; got 0",
    ),
    "keep": (
        lambda: w2v.train_cbow(NOTES, **FEW).table("u"),
        ValueError,
        "keep must be one of 'v', 'mean', 'concatenation'; got 'u'",
    ),
    "unknown word": (lambda: w2v.train_cbow(NOTES, **FEW)["server"], KeyError, "\"no vector for 'server'"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_says_what_is_wrong(name):
    call, error, start = BAD_CALLS[name]
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(start)
