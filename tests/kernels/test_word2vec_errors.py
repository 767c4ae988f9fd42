"""Every bad call of word2vec says what is wrong."""

import numpy as np
import torch
from refusals import refusals

from whichbank import word2vec

NOTES = [sentence.split() for sentence in ("money bank grows", "river bank flows")]
X, ROWS = np.ones((3, 5)), np.ones((3, 4, 5))
FEW = {"vector_size": 4, "min_count": 1}

test_a_bad_call_says_what_is_wrong = refusals(
    """
full_softmax([1.0], X, np.array([0])) → TypeError: given must be an array
full_softmax(X, X, X[0]) → TypeError: targets must hold whole numbers; got float64
full_softmax(X, X, torch.tensor([0, 1, 2]))
    → TypeError: targets must be an array of the same library as the vectors; got Tensor
full_softmax(X, X, np.array([0]))
    → ValueError: targets must hold one word for each row of given; got (1,) and (3, 5)
full_softmax(X, X, np.array([0, 3, 1])) → ValueError: targets must be between 0 and 2; got 3
full_softmax(X, X[:, :4], np.array([0, 1, 2])) → ValueError: given and u must share their last axis; got 5 and 4
full_softmax(X[0], X, np.array([0])) → ValueError: given must have the shape (N, D); got (5,)
negative_sampling(X, X, X) → ValueError: negative must have the shape (N, K, D); got (3, 5)
negative_sampling(X, X[:2], ROWS)
    → ValueError: given, positive and negative must share N and D; got (3, 5), (2, 5) and (3, 4, 5)
negative_sampling(X, torch.ones(3, 5), ROWS)
    → TypeError: given, positive and negative must be arrays of one library
mean_of_context(ROWS, X) → TypeError: mask must hold True where there is a word
mean_of_context(ROWS, X > 0) → ValueError: mask must have the axes (N, C) of vectors; got (3, 5) and (3, 4, 5)
block_loss(X, X[:, :4], X, X)
    → ValueError: given and keys must have the shapes (..., T, D) and (..., S, D); got (3, 5) and (3, 4)
block_gradients(X, X, X, np.ones((3, 3)))
    → ValueError: weights must have the shape (..., T, S) with T, S = (3, 3); got (3, 5)
window_weights(np.zeros(3, int), 0, np.float64) → ValueError: window must be a whole number of at least 1; got 0
train_cbow(["money bank grows"], **FEW)
    → TypeError: sentences must be lists of words; got the string 'money bank grows'
train_skipgram(NOTES) → ValueError: no word occurs in the sentences min_count=5 times; got 5 words
train_skipgram_blocks([]) → ValueError: no word occurs in the sentences
train_cbow(NOTES, size=3) → TypeError: Settings.__init__() got an unexpected
Settings(vector_size=0) → ValueError: vector_size must be a whole number of at
Settings(alpha=float("nan")) → ValueError: alpha must be a finite number of at least 0
train_cbow(NOTES, min_count=0) → ValueError: min_count must be a whole number of at least 1; got 0
train_cbow(NOTES, batch=0, **FEW) → ValueError: batch must be a whole number of at least 1
train_skipgram_blocks(NOTES, workers=0) → ValueError: workers must be a whole number
train_skipgram_blocks(NOTES, negative=0, **FEW) → ValueError: negative must be a whole number of at least 1; got 0
train_cbow(NOTES, **FEW).table("u") → ValueError: keep must be one of 'v', 'mean', 'concatenation'; got 'u'
train_cbow(NOTES, **FEW)["server"] → KeyError: "no vector for 'server'
""",
    vars(word2vec) | globals() | {"np": np, "torch": torch},
)
