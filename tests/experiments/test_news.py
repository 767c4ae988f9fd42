"""The news in letters: its parts, numbers and pieces, and words that it does not have."""

import numpy as np
import torch

from whichbank.experiments.news import News, invented, lowercase, pieces, printed


def test_pieces_follow_one_another_and_are_held_out():
    ids, following = pieces()
    assert torch.equal(ids[0, 1:], following[0, :-1])
    assert ids[1, 0] == following[0, -1]
    held_out, _ = pieces(held_out=True)
    assert held_out.shape == (100, 32)
    seen = {tuple(row) for row in ids.tolist()}
    assert not seen & {tuple(row) for row in held_out.tolist()}
    assert int(ids.max()) < len(lowercase().letters) == 39


def test_the_parts_of_the_printed_news_are_apart():
    texts = [printed().part(part) for part in ("read", "tune", "held out")]
    assert [text.count("\n") for text in texts] == [240, 30, 30]
    assert set(texts[1] + texts[2]) <= set(printed().letters) == set(texts[0])
    seen = {texts[0][i : i + 50] for i in range(len(texts[0]))}
    known = [texts[2][i : i + 50] in seen for i in range(len(texts[2]) - 50)]
    assert np.mean(known) < 0.001, "what is held out must not have been read"


def test_letters_and_numbers():
    news, text = printed(), printed().part("tune")[:300]
    assert news.decode(news.encode(text)) == text
    assert News(read="ab ", test="a€b").part("test") == "a b"


def test_invented_words_by_hand():
    text = "The sscurity of Arafat's bankk and"
    places, n_words = invented(text)
    assert [text[a:b] for a, b in places] == ["sscurity", "bankk"]
    assert n_words == 5  # "and" may go on
    assert invented("\n of the") == ([], 1)
