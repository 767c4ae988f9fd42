"""The figure of the sliding window: the guesses are those of the tables, whatever the sliders
say.
"""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank import word2vec as w2v
from whichbank.attention import similarity, softmax
from whichbank.figures import Window
from whichbank.word2vec import mean_of_context

WORDS = ["money", "bank", "grows", "river", "flows"]
V = [[2, 0], [1, 1], [1, 0], [0, 2], [0, 1]]
U = [[1, 0], [2, 2], [1, 0], [0, 1], [0, 1]]
SENTENCES = [["money", "bank", "grows"], ["river", "bank", "flows"]]


def make(**changes):
    traits = {
        "sentences": SENTENCES,
        "vocabulary": WORDS,
        "cbow_v": V,
        "cbow_u": U,
        "skip_v": V,
        "skip_u": U,
        "center": 1,
        "window": 1,
    }
    return Window(**(traits | changes))


def test_a_guess_of_cbow_by_hand():
    powers = np.exp([1.5, 3, 1.5, 0, 0])
    np.testing.assert_allclose(make().probabilities, powers / powers.sum())
    assert make().guesses[0] == ("bank", pytest.approx(0.647, abs=5e-4))


def test_a_guess_of_skip_gram_by_hand():
    powers = np.exp([2, 4, 2, 0, 0])
    fig = make(form="skip-gram", center=0, window=2)
    np.testing.assert_allclose(fig.probabilities, powers / powers.sum())
    assert fig.context == [1, 2]


@pytest.mark.parametrize(
    ("center", "m", "context"), [(0, 1, [1]), (1, 1, [0, 2]), (2, 1, [1]), (2, 4, [0, 1])]
)
def test_the_context_is_on_both_sides_without_the_center(center, m, context):
    assert make(center=center, window=m).context == context


def test_a_word_alone_guesses_nothing():
    fig = make(sentences=[["bank"]], center=0)
    np.testing.assert_allclose(fig.probabilities, 0.2)


def test_the_tables_are_the_trainings():
    options = {"vector_size": 3, "min_count": 1, "sample": 0, "negative": 0}
    cbow, skip = w2v.train_cbow(SENTENCES, **options), w2v.train_skipgram(SENTENCES, **options)
    fig = Window.of(SENTENCES, cbow, skip, sentence=1)
    np.testing.assert_allclose(fig.cbow_v, cbow.v, atol=5e-4)
    np.testing.assert_allclose(fig.cbow_u, cbow.u, atol=5e-4)
    np.testing.assert_allclose(fig.skip_v, skip.v, atol=5e-4)
    np.testing.assert_allclose(fig.skip_u, skip.u, atol=5e-4)
    assert fig.words == SENTENCES[1]
    assert fig.vocabulary == list(cbow.vocabulary.words)


def behind(**changes):
    """Eight words, of which *money* is the likeliest guess and each later one is less likely."""
    words = [*WORDS, "pie", "tea", "sky"]
    u = [[x, 0] for x in range(8, 0, -1)]
    tables = {"cbow_v": [[1, 0]] * 8, "cbow_u": u, "skip_v": [[1, 0]] * 8, "skip_u": u}
    return make(vocabulary=words, sentences=[["money", "sky", "tea"]], **(tables | changes))


def test_the_hidden_word_stays_in_its_list_with_its_rank():
    words = [word for word, _ in behind().guesses]
    assert words == ["money", "bank", "grows", "river", "flows", "sky"]
    assert "sky (rank 8)" in repr(behind().still())
    assert [word for word, _ in behind(center=0).guesses] == [*words[:-1], "pie"]
    # of what skip-gram guesses one is enough
    assert [word for word, _ in behind(form="skip-gram").guesses] == [*words[:-1], "pie"]


def listed_cases() -> list[tuple[list, Any]]:
    return [
        ([[3, 1, 0, 2], [0], 2], [3, 0]),
        ([[3, 1, 0, 2], [2, 1], 2], [3, 1]),
        ([[3, 1, 0, 2], [], 2], [3, 1]),
    ]


def test_without_a_script_it_shows_every_place():
    fig = make()
    assert "bank 0.65" in repr(fig.still())
    table = fig.fallback()
    assert table.count("<tr>") == 1 + 3
    assert "money, grows" in table


def compare(fig: Any, drawn: Drawn) -> None:
    """The picture shows the likeliest guesses, the table their scores, the read-out the right
    ones.
    """
    cbow = fig.form == "CBOW"
    middle, context = fig.words[fig.center], [fig.words[place] for place in fig.context]
    stage = ("given", "mean", "products", "sums")[fig.stage]
    assert drawn.sliders == [["Steps", stage], ["Window m", f"± {fig.window}"]]
    assert drawn.spoken == [stage, f"± {fig.window}"]
    assert "".join(fig.words) in drawn.text, "the sentence"
    right = [middle] if cbow else context
    chances = dict(zip(fig.vocabulary, fig.probabilities, strict=True))
    assert_drawn([row[1] for row in drawn.tables[0]], [p for _, p in fig.guesses], "guesses")
    scores = [fig.scores[fig.vocabulary.index(word)] for word, _ in fig.guesses]
    assert_drawn([row[0] for row in drawn.tables[0]], scores, "scores")
    rank = 1 + int((fig.scores > scores[-1]).sum())
    assert (f"rank {rank} of {len(fig.vocabulary)}" in drawn.text) == (rank > 6)
    assert [row[2] == "✓" for row in drawn.tables[0]] == [word in right for word, _ in fig.guesses]
    if not cbow:
        assert "mean of" not in drawn.text
    elif len(context) > 1:
        assert f"mean of {len(context)}" in drawn.text
    ranked = r"[^a-z]*".join(re.escape(word) for word, _ in fig.guesses)
    assert re.search(ranked, drawn.text), "the words of the guesses"
    assert all(f"{word} {chances[word]:.3f}" in drawn.text for word in right)
    said = re.findall(r"(\w+) is (\d\.\d+)", drawn.said[0])
    order = sorted(right, key=lambda word: -chances[word])
    assert len(said) == min(len(right), 2)
    told = dict.fromkeys([order[0], order[-1]])
    assert_drawn([text for _, text in said], [chances[word] for word in told], "read-out")
    assert all(word in right for word, _ in said)


def guess_cases() -> list[tuple[list, Any]]:
    """Tables of many sizes; one given word, several, the same one twice; large scores."""
    rng = np.random.default_rng(2)
    cases = []
    for size, d, given, scale in (
        (5, 2, [0, 2], 1),
        (7, 3, [4], 1),
        (9, 4, [1, 1, 8, 3], 1),
        (6, 5, [5, 0], 30),
    ):
        v, u = scale * rng.normal(size=(2, size, d))
        mean = mean_of_context(v[[given]], np.ones((1, len(given)), dtype=bool))
        cases.append(([v, u, given], softmax(similarity(u, mean)[:, 0])))
    return cases


CASES = {"guess": guess_cases, "listed": listed_cases}


OTHER = {"sentence": 1, "form": "skip-gram", "window": 2, "stage": 1}
BAD = [
    (
        {"sentences": [["money"], ["river", "bank"]]},
        "sentences must have the same number of words; got [1, 2]",
    ),
    ({"sentences": [["money", "pie"]]}, "sentences must use words of the vocabulary; got pie"),
    ({"cbow_v": V[:4]}, "cbow_v must have the shape (5, 2); got (4, 2)"),
    ({"skip_u": [[float("nan"), 0]] * 5}, "skip_u must hold finite numbers"),
    ({"center": 3}, "center must be between 0 and 2; got 3"),
    ({"sentence": -1}, "sentence must be between 0 and 1; got -1"),
    ({"window": 5}, "window must be between 1 and 4; got 5"),
    ({"stage": 4}, "stage must be between 0 and 3; got 4"),
    ({"window": 0}, "window must be between 1 and 4; got 0"),
    ({"form": "bag"}, "form must be one of CBOW, skip-gram; got 'bag'"),
]
