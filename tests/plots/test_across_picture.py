"""The picture of cross-attention: its words, and what it does not take."""

from whichbank.plots import across


def test_words_tell_where_the_told_words_look():
    table, written, read = [[0.9, 0.1, 0.0], [0.2, 0.1, 0.7]], ["a", "b"], ["x", "y", "z"]
    start = "Heatmap of 2 written words over 3 read words."
    assert repr(across(table, written, read)) == f"{start} a looks most at x. b looks most at z."
    assert repr(across(table, written, read, told=["b"])) == f"{start} b looks most at z."
    assert across(table, written, read).png("dark").startswith(b"\x89PNG")
