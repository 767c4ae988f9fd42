"""The figure that trains on the page: the sentences it learns from, its trainings, and bad
traits.
"""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn

from whichbank.corpora.senses import Example
from whichbank.experiments import readers
from whichbank.figures import Trainer
from whichbank.figures.nets.quantized import quantize
from whichbank.figures.trainer import LONGEST

SENSES = {"bank": ("money", "river"), "apple": ("fruit", "company")}
WORDS = ["the", "bank", "river", "money", "apple", "phone", "tree"]
D = 4


def example(text: str, word: str, sense: int) -> Example:
    words = tuple(text.split())
    return Example(words, words.index(word), sense)


TRAIN = [
    example("money the bank", "bank", 0),
    example("the bank unheard money money", "bank", 0),
    example("the river bank", "bank", 1),
    example("the apple tree", "apple", 0),
    example("the phone the apple", "apple", 1),
]
TEST = [example("river the bank", "bank", 1), example("bank money", "bank", 0)]
BY_HAND = [example("an apple tree", "apple", 0)]


def make(**changes):
    vectors = np.random.default_rng(9).normal(size=(len(WORDS), D))
    sentences = ["The bank, the river!", "an apple"]
    fig = Trainer.of(WORDS, vectors, [TRAIN, TEST, BY_HAND], SENSES, sentences, rate=0.1)
    return Trainer(**(fig.state() | changes)) if changes else fig


@pytest.mark.parametrize(
    ("changes", "want"),
    [
        ({}, 5),
        ({"without": "Money"}, 3),
        ({"without": "money, phone RIVER tree"}, 0),
        ({"without": "unheard"}, 5),
        ({"without": "money", "added": [["Money: the bank", "bank", 1]]}, 4),
    ],
)
def test_learns_from_the_sentences_that_are_left_and_those_that_were_added(changes, want):
    part = make(**changes).training(0).parts[0]
    assert (0 if part is None else len(part[0])) == want


BAT = {
    "own": "Bat : animal, club",
    "added": [["the bat flew", "bat", 0], ["a bat of wood", "bat", 1]],
}


@pytest.mark.parametrize(
    ("changes", "new", "learned"),
    [
        ({}, [], 5),
        (BAT, ["bat", "flew", "a", "of", "wood"], 7),
        (BAT | {"own": ""}, [], 5),
        (BAT | {"own": "bat: animal"}, [], 5),
        (BAT | {"own": "bat: animal, "}, [], 5),
        (BAT | {"own": "a bat: animal, club"}, [], 5),
        (BAT | {"own": "bank: bench, money"}, [], 5),
        ({"own": "tree: plant, graph", "added": [["a tree", "tree", 0]]}, ["a"], 6),
        ({"own": "bat: animal, club"}, ["bat"], 5),
        ({"added": [["the zebra bank", "bank", 0]]}, ["zebra"], 6),
        ({"held": [["the zebra bank", "bank", 0]]}, [], 5),
    ],
)
def test_a_word_of_the_readers_and_the_words_around_it_get_vectors(changes, new, learned):
    fig = make(**changes)
    assert fig.known == WORDS + new
    assert len(fig.training(0).parts[0][0]) == learned


def test_a_new_word_leaves_all_old_numbers_as_they_were_and_its_own_come_from_the_seed():
    plain, fig, other = (make(**changes).training(0) for changes in ({}, BAT, BAT | {"seed": 1}))
    np.testing.assert_array_equal(fig.E[: len(WORDS)], plain.E)
    for old, now in zip(plain.model.parameters(), fig.model.parameters(), strict=True):
        np.testing.assert_array_equal(old.detach(), now.detach()[: len(old)])
    assert fig.model.head.weight.shape[0] == 2 * len(SENSES) + 2
    fresh = fig.E[len(WORDS) :]
    assert not np.isclose(fresh, other.E[len(WORDS) :]).any()
    assert 0.5 < np.sqrt((fresh**2).mean() / (plain.E**2).mean()) < 2


def test_the_readers_word_is_learned_and_sentences_that_were_kept_test_it():
    fig = make(
        **BAT,
        held=[["flew a bat", "bat", 1], ["a bat flew", "bat", 0], ["bank", "bank", 0]],
        steps=100,
    )
    learned, tested = fig.right()
    assert learned == [True, True]
    assert tested[0] != tested[1]  # one sentence with either sense: one of the two must be wrong
    fig.sentence = "the bat flew unheard"
    assert fig.words == ["the", "bat", "flew"]
    assert [meant[:2] for meant in fig.read()[1]] == [("bat", "animal")]
    fig.own = ""
    assert list(map(len, fig.right())) == [0, 1]


def test_takes_so_many_sentences_of_each_sense():
    fig = make(amount=5)
    fig.corpus = "\n".join(["0 0 bank"] * 7 + ["0 1 bank"] * 3) + "\n\n0 0 bank\n\n0 1 bank"
    assert fig.training(0).parts[0][4].tolist() == [0] * 5 + [1] * 3


def test_a_sentence_that_is_added_is_learned_as_it_is_labeled():
    words, place, choices = ([7, 4, 5], 1, [2, 3])  # "an" is new
    part = make(without="the", added=[["an Apple phone", "apple", 1]]).training(0).parts[0]
    ids, mask, at, both, sense = part
    assert (ids[0, mask[0, 0]].tolist(), at.tolist(), both[0].tolist(), sense.tolist()) == (
        words,
        [place],
        choices,
        [1],
    )


def test_it_learns_and_forgets_when_it_goes_back():
    fig = make(steps=200)
    trained = fig.training()
    assert (trained.step, len(trained.loss), len(trained.test)) == (200, 40, 41)
    assert trained.loss[-1][1] < 0.1 < trained.loss[0][1]
    assert fig.read()[1][0][:2] == ("bank", "river")
    weights = fig.read()[0]
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    fig.steps = 5
    assert fig.training().step == 5
    fig.steps = 200
    np.testing.assert_allclose(fig.read()[0], weights)


@pytest.mark.parametrize("kind", readers.READERS[1:])
def test_each_kind_looks_as_its_reader_does(kind):
    fig = make(kind=kind, steps=5)
    weights, _ = fig.read()
    if kind == "mean":
        np.testing.assert_allclose(weights, 1 / 4)
    if kind in ("mean", "mix"):
        np.testing.assert_allclose(weights, fig.read(0)[0])
    else:
        assert not np.allclose(weights, fig.read(0)[0])


def test_another_seed_is_another_training():
    assert not np.allclose(make(steps=5).read()[0], make(steps=5, seed=1).read()[0])


def test_a_sentence_without_known_words_does_no_harm():
    fig = make(sentence="0.25")
    assert (fig.words, fig.at, fig.still()) == ([], 0, None)
    assert "<table" in fig.fallback()
    assert make(sentence="bank " * 40).words == ["bank"] * LONGEST


FAR = 18
"""How far a training may go, in learning rates times steps, until rounding makes another one of it.

Measured over 800 steps of the chapter's training: losses in the browser and in torch differ by more
than 1e-6 from step 260 on at a rate of 0.1, from step 95 on at 0.3, and from step 25 on at 1; at
0.01 they never do.
"""


def compare(fig: Any, drawn: Drawn) -> None:
    """Where the training is, the curves, the table and the words are those of torch after as many
    steps.
    """
    sliders = dict(drawn.sliders)
    passed = sliders.pop("Step")
    assert sliders == {"Rate": f"{fig.rate:g}", "Seed": str(fig.seed)}
    said = drawn.said[0]
    (chart,) = drawn.charts
    told = re.match(r"(?:After (\d+)(?: of (\d+))? steps|By chance)[:.]", said)
    if told is None:  # nothing is here yet, or there is nothing to learn from
        assert re.match(
            r"Nothing is trained yet|What this figure needs|No sentence is left", said
        ), said
        if not said.startswith("No sentence"):
            assert [
                float(x) for table in drawn.tables for row in table for x in row if x != "0"
            ] == []
        return
    step = int(told[1] or 0)
    assert step == int(passed) <= fig.steps
    assert told[2] is None or step < int(told[2]) == fig.steps
    loss, right, hand = re.findall(
        r"— loss(?:: (\d+\.\d+))?— test: (\d+)%┄ by hand: (\d+)%", drawn.text
    )[0]
    if fig.rate * step > FAR:
        assert abs(float(right) - 100 * chart["curves"]["test"][-1][1]) < 0.8
        for table in drawn.tables:
            assert abs(sum(float(cell) for row in table for cell in row) - 100) <= 0.5 * len(
                fig.words
            )
        return
    trained = fig.training(step)
    assert_drawn(
        [right, hand], [100 * curve[-1][1] for curve in (trained.test, trained.hand)], "right, in %"
    )
    for name, wanted in (("test", trained.test), ("by hand", trained.hand), ("loss", trained.loss)):
        found = chart["curves"].get(name, [])
        assert len(found) == len(wanted)
        if wanted:
            x, y = np.array(found).T
            steps, values = np.array(wanted).T
            assert np.abs(x - steps).max() < 1
            assert np.abs(y - np.clip(values, 0, 1)).max() < 2e-3
    assert_drawn([loss] if loss else [], [at for _, at in trained.loss[-1:]], "the loss")
    weights, meant = fig.read(step)
    for table in drawn.tables:
        assert_drawn(table, 100 * weights[fig.at], "where the word looks, in %")
    learned, asked = fig.right(step)
    assert [sign == "✓" for sign in re.findall("[✓✗]", drawn.text)] == learned + asked
    assert re.findall(r"Your test: (\d+) of (\d+) right", said) == [
        (str(sum(asked)), str(len(asked)))
    ] * bool(asked)
    found = re.findall(r"(\w+) means ([^(]+) \((\d+)%\)", said)
    assert [pair[:2] for pair in found] == [pair[:2] for pair in meant]
    assert_drawn([p for _, _, p in found], [100 * p for _, _, p in meant], "probabilities")


OTHER = {
    "kind": "scaled",
    "steps": 10,
    "sentence": "an apple",
    "without": "tree",
    "seed": 3,
    "amount": 20,
} | {
    "own": "bat: animal, club",
    "added": [["bat in a tree", "bat", 0]],
    "held": [["a bat", "bat", 0]],
}
BAD = [
    (
        {"kind": "static"},
        "kind must be one of mean, mix, scaled, Q and K only, learned; got 'static'",
    ),
    ({"rate": 0.5}, "rate must be one of"),
    ({"seed": 10}, "seed must be between 0 and 9; got 10"),
    ({"amount": 6}, "amount must be one of 5, 20, 80, 225; got 6"),
    ({"steps": 7}, "steps must be a multiple of 5; got 7"),
    ({"steps": 805}, "steps must be between 0 and 800; got 805"),
    (
        {"vectors": quantize(np.ones(9))},
        "vectors must hold as many numbers for each of 7 words; got 9",
    ),
    ({"corpus": "0 0 bank"}, "corpus must have three parts; got 1"),
    (
        {"added": [["the river", "bank", 0]]},
        "added must hold sentences, each with a word of it, and 0 or 1",
    ),
    (
        {"held": [["the bank", "bank", 2]]},
        "held must hold sentences, each with a word of it, and 0 or 1",
    ),
    ({"added": [["the bank", "bank"]]}, "added[0] must have 3 entries; got 2"),
    ({"word": -1}, "word must be at least 0; got -1"),
]
