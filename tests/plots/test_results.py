"""The table of right answers: what its words say, and that it draws."""

from whichbank.plots import results


def test_its_words_name_a_best_only_where_it_leads_clearly():
    table = {"static": {"bank": [0.5], "all": [0.5]}, "mix": {"bank": [0.9, 0.8], "all": [0.6]}}
    table["learned"] = {"bank": [0.88, 0.9], "all": [0.95, 0.99]}
    words = repr(results(table))
    assert words.endswith("bank: no clear best. all: best is learned.")
    assert not any(character.isdigit() for character in words)


def test_one_model_alone_is_the_best():
    assert repr(results({"learned": {"bank": [0.9]}})).endswith("bank: best is learned.")
