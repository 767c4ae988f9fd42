"""A check speaks the language of the page that has put its texts there."""

import numpy as np
import pytest
from whichbank_site.pages import catalogs

from tools.pseudo import disguised
from whichbank.exercises import check, words
from whichbank.exercises.table import load


@pytest.fixture
def spoken(monkeypatch):
    texts = [*catalogs.checks("mixing"), "Exercise {exercise}: {text}", "not right yet. {hint}"]
    texts += ["in ordinary ones", "It is right in {n} of {all} kinds of cases; not yet {where}."]
    for text in [*texts, "{some} and {last}"]:
        monkeypatch.setitem(words.TEXTS, text, disguised(text, "en_XA"))
    load.cache_clear()
    yield
    load.cache_clear()


def test_a_hint_and_what_is_right_are_told_in_it(spoken):
    told = check("mixing.2", lambda weights, vectors: np.asarray(weights).T @ vectors).message
    assert disguised("The table is transposed", "en_XA").rstrip(" ·") in told
    assert "The table" not in told
    assert "It is right" not in told
