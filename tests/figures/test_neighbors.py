"""The figure of a word's neighbors in two tables: its lists, the article that most of them share,
and bad traits.
"""

import re
from typing import Any

import numpy as np
import pytest
from collected import for_each
from drawn import Drawn, assert_drawn, numbers

from whichbank.figures import Neighbors
from whichbank.figures.neighbors import nearest
from whichbank.text import Vocabulary
from whichbank.word2vec import WordVectors

NAMES = ["ours", "gensim"]
WORDS = [
    "river",
    "bank",
    "money",
    "lake",
    "rival",
    "water",
    "coast",
    "pond",
    "loan",
    "coin",
    "sand",
    "ship",
]
ARTICLES = [
    ["the", "nile", "is", "a", "river", "with", "water", "and", "sand"],
    ["on", "lake", "water", "the", "river", "bank", "has", "sand", "the", "coast", "a", "ship"],
    ["river", "river", "river"],
]


def tables() -> dict[str, WordVectors]:
    """Two tables of the same twelve words, the first with counts that fall from 13 to 2."""
    vocabulary = Vocabulary(tuple(WORDS), tuple(range(13, 1, -1)))
    draw = np.random.default_rng(3)
    return {name: WordVectors(vocabulary, *draw.normal(1, 1, (2, 12, 8))) for name in NAMES}


def make(**changes):
    return Neighbors(**(Neighbors.of(tables(), ARTICLES, ["river", "lake"]).state() | changes))


@pytest.mark.usefixtures("gensim")
@for_each("word", WORDS)
def test_the_ten_nearest_are_those_of_gensim(word):
    found, kept = make(word=word).found, tables()
    for t, name in enumerate(NAMES):
        wanted = kept[name].to_keyed_vectors("v").most_similar(word, topn=10)
        assert found["near"][t] == [one for one, _ in wanted]
        cosines = np.maximum([x for _, x in wanted], 0)
        # They are kept in hundredths, so half of one is lost; and float32 rounds in another order
        # in gensim.
        np.testing.assert_allclose(found["cosines"][t], cosines, rtol=0, atol=0.005 + 1e-6)


def test_the_article_is_the_one_that_has_the_word_and_most_of_its_neighbors():
    fig = make()
    for fig.word in WORDS:
        found = fig.found
        shared = [
            len({*found["near"][0], *found["near"][1]} & {*text}) if fig.word in text else -1
            for text in ARTICLES
        ]
        begins = [" ".join(text[:3]) for text in ARTICLES]
        at = begins.index(found["begins"])
        assert shared[at] == max(shared)
        home = ARTICLES[at]
        assert found["there"] == [[word in home for word in near] for near in found["near"]]
        assert found["times"] == home.count(fig.word)
    assert fig.lists[4] == "the nile is|on lake water|river river river"


def test_a_word_that_occurs_too_seldom_is_not_asked_for_but_may_be_near():
    fig = Neighbors.of(tables(), ARTICLES, ["river"], least=4)
    assert repr(fig) == "Neighbors(word='river', words=10)"
    assert {*fig.found["near"][0], *fig.found["near"][1]} & {"sand", "ship"}
    fig.word = "ship"
    assert fig.found == {}
    assert fig.table()[2] == [["1", "–", 0.0, "–", 0.0]]
    with pytest.raises(ValueError, match="words must occur 4 times; 'sand' occurs 3 times"):
        Neighbors.of(tables(), ARTICLES, ["river", "sand"], least=4)


def test_the_words_to_choose_from_need_no_other_lists():
    fig = make()
    assert fig.opening[0].split(" ")[:2] == ["river", "lake"]
    for word in ("river", "lake"):
        one, other = (
            nearest(lists, word)
            | {
                "near": [
                    [lists[0].split(" ")[i] for i in near] for near in nearest(lists, word)["near"]
                ]
            }
            | {"home": lists[4].split("|")[nearest(lists, word)["home"]]}
            for lists in (fig.opening, fig.lists)
        )
        assert one == other


def test_a_word_is_asked_for_in_any_case():
    assert make(word=" River ").found == make().found != {}


def compare(fig: Any, drawn: Drawn) -> None:
    """The lists and their cosines are drawn; the sentence counts those shared, and those of one
    article.
    """
    found, said = fig.found, drawn.said[0]
    rows = drawn.tables[0]
    for t, name in enumerate(fig.names):
        near, cosines = (found[part][t] if found else [] for part in ("near", "cosines"))
        assert [row[2 * t] for row in rows if row[2 * t]] == near
        assert_drawn([row[2 * t + 1] for row in rows if row[2 * t + 1]], cosines, name)
    if found:
        one, other = found["near"]
        shared, inside = len(set(one) & set(other)), sum(map(sum, found["there"]))
        begins = f"occur in one article, which begins “{found['begins']}”."
        assert (begins in said) == (inside > 10)
        wanted = [inside, 20] if inside > 10 else []
        if shared:
            wanted = [shared, 10, fig.among, 100 / (fig.among - 1), *wanted]
        found_numbers = numbers(said.replace(begins, "").replace(",", ""))
        np.testing.assert_allclose(found_numbers, wanted, atol=0.005)
        assert said.startswith(f"The lists share {shared or 'no'} ")
        often = re.search(
            r"“\w+” occurs (\S+) times in the text, (once|\d+ times) in the article", drawn.text
        )
        assert often is not None
        assert numbers(often[0].replace(",", "").replace(" once ", " 1 ")) == [
            found["count"],
            found["times"],
        ]
    elif fig.asked:
        assert (
            said
            == f"“{fig.asked}” has no list: it occurs fewer than {fig.least} times in this text."
        )
    else:
        assert said == "Type a word, or tap one."


def nearest_cases() -> list[tuple[list, Any]]:
    fig = make()
    asked = [(lists, word) for lists in (fig.opening, fig.lists) for word in [*WORDS, "zebra", ""]]
    return [([lists, word], nearest(lists, word)) for lists, word in asked]


CASES = {"nearest": nearest_cases}
OTHER = {"word": "bank"}
GOOD = make().lists
BAD = [
    ({"least": 0}, "least must be at least 1; got 0"),
    ({"names": ["ours"]}, "names must have 2 entries; got 1"),
    ({"names": ["ours", "ours"]}, "names must be different from each other"),
    ({"word": 3}, "word must be a text; got 3"),
    ({"lists": GOOD[:3]}, "lists must have 5 entries; got 3"),
    ({"lists": ["bank bank", *GOOD[1:]]}, "lists must have different words, and a count for each"),
    ({"lists": [GOOD[0], "9", *GOOD[2:]]}, "lists must have different words, and a count for each"),
    ({"lists": [*GOOD[:2], "AAA", *GOOD[3:]]}, "lists must be as packed writes them: "),
    (
        {"lists": [*GOOD[:3], GOOD[3][:56] + "AA==", GOOD[4]]},
        "lists must be as packed writes them: ",
    ),
    (
        {"lists": [*GOOD[:3], *make().opening[3:]]},
        "lists must have as many cosines as neighbors, of some of the words",
    ),
    (
        {"lists": ["bank river", "9 7", *GOOD[2:]]},
        "lists must have as many cosines as neighbors, of some of the words",
    ),
    ({"lists": [*GOOD[:4], "one"]}, "articles that have a beginning"),
]
