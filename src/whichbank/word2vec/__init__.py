"""word2vec: one vector a word, learned from the words around it (notes D1 to D6).

``losses`` holds the equations, and ``pairs`` trains CBOW and skip-gram exactly as written.
``blocks`` and ``block_training`` are the fast form of skip-gram, in which the window is a mask.
"""

from whichbank.word2vec.block_training import train_skipgram_blocks
from whichbank.word2vec.blocks import block_gradients, block_loss, cut, window_weights, with_noise
from whichbank.word2vec.corpus import (
    Corpus,
    Settings,
    contexts,
    draw_words,
    keep_probability,
    noise_distribution,
)
from whichbank.word2vec.losses import full_softmax, mean_of_context, negative_sampling
from whichbank.word2vec.pairs import train_cbow, train_skipgram
from whichbank.word2vec.vectors import WordVectors

__all__ = [
    "Corpus",
    "Settings",
    "WordVectors",
    "block_gradients",
    "block_loss",
    "contexts",
    "cut",
    "draw_words",
    "full_softmax",
    "keep_probability",
    "mean_of_context",
    "negative_sampling",
    "noise_distribution",
    "train_cbow",
    "train_skipgram",
    "train_skipgram_blocks",
    "window_weights",
    "with_noise",
]
