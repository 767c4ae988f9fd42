"""The table of right answers: what its words say, and that it draws."""

import pytest

from whichbank.plots import results


def test_its_words_name_a_best_only_where_it_leads_clearly():
    table = {"static": {"bank": [0.5], "all": [0.5]}, "mix": {"bank": [0.9, 0.8], "all": [0.6]}}
    table["learned"] = {"bank": [0.88, 0.9], "all": [0.95, 0.99]}
    words = repr(results(table))
    assert words.endswith("bank: no clear best. all: best is learned.")
    assert not any(character.isdigit() for character in words)


def test_one_model_alone_is_the_best():
    assert repr(results({"learned": {"bank": [0.9]}})).endswith("bank: best is learned.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_draws(theme):
    picture = results({"a": {"x": [0.5, 0.7], "y": [1.0]}, "b": {"x": [0.2], "y": [0.4, 0.4]}})
    assert picture.png(theme).startswith(b"\x89PNG")


@pytest.mark.parametrize("table", [{}, {"a": {"x": [1.0]}, "b": {"y": [1.0]}}])
def test_the_models_must_have_the_same_sets(table):
    with pytest.raises(ValueError, match="every model must have the same sets"):
        results(table)
