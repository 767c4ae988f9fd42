"""The heatmap of where words look."""

import numpy as np

from whichbank.plots import looks


def test_it_names_clear_favorites_only():
    picture = looks([[0.1, 0.8, 0.1], [0.3, 0.4, 0.3], [0.34, 0.33, 0.33]], ["the", "reserve", "bank"])
    assert repr(picture) == (
        "Heatmap of attention weights. the looks most at reserve. reserve looks most at itself. "
        "bank has no clear favorite."
    )


def test_its_words_do_not_depend_on_the_last_digits():
    weights = np.random.default_rng(0).dirichlet([0.3] * 6, size=6)
    words = list("abcdef")
    assert repr(looks(weights, words)) == repr(looks(weights + 1e-6, words))


def test_one_word_looks_at_itself():
    assert repr(looks([[1.0]], ["bank"])).endswith("bank looks most at itself.")
