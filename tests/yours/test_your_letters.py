"""The letter model on a reader's functions: the package's logits, and its texts."""

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from collected import for_each
from standin import HEADS, PIECES, small, weights

from whichbank.exercises import check
from whichbank.experiments.news import printed
from whichbank.experiments.writer import WEIGHTS, recorded_model
from whichbank.yours import (
    BOXES,
    BREAKS,
    LETTERS,
    BoxError,
    defined,
    letters,
    reader,
    text_of,
    train,
)

sys.path.append(str(Path(__file__).parents[1] / "exercises"))
from right_ways import RIGHT_WAYS

TEXTS = ("T", "The bank said ", "the river bank " * 4)
START = "The bank said "


def wanted(text):
    model = recorded_model()
    with torch.no_grad():
        return model(torch.from_numpy(printed().encode(text))[None])[0].numpy()


@cache
def written():
    return "".join(letters().write(START, 40))


@pytest.mark.usefixtures("gensim")
def test_it_knows_the_letters_of_the_news():
    assert printed().letters == LETTERS


@pytest.mark.numbers
@pytest.mark.usefixtures("gensim")
@for_each("text", TEXTS)
def test_its_logits_are_the_packages(text):
    assert np.abs(letters().logits(text) - wanted(text)).max() < 1e-4


WAYS = [
    (box.name, way)
    for box in BOXES.values()
    if "letters" in box.stages
    for way in RIGHT_WAYS[box.exercise]
]


@pytest.mark.usefixtures("gensim")
@for_each("name, way", WAYS, parts=2)
def test_its_logits_are_the_packages_on_each_right_way_of_an_exercise(name, way):
    model = letters({name: way})
    assert np.abs(model.logits(START) - wanted(START)).max() < 1e-4
    assert model.machine.theirs == {name}
    assert len("".join(model.write(START, 3, seed=1))) == 3


def test_bytes_of_the_file_do_as_well():
    model = letters(weights=WEIGHTS.read_bytes())
    np.testing.assert_array_equal(model.logits("a"), letters().logits("a"))


@pytest.mark.usefixtures("gensim")
def test_it_writes_what_the_package_writes():
    ids = torch.from_numpy(printed().encode(START))[None]
    theirs = recorded_model().generate(ids, 20, temperature=0)[0, len(START) :]
    assert "".join(letters().write(START, 20, temperature=0)) == printed().decode(theirs)


def test_what_is_kept_changes_nothing_even_where_the_room_ends():
    model = letters()
    texts = ["".join(model.write("The ", 100, seed=3, cache=cache)) for cache in (True, False)]
    assert texts[0] == texts[1]
    model.machine.calls.update(dict.fromkeys(BOXES, 0))
    "".join(model.write("The ", 5, cache=True))
    assert not model.machine.calls["block"]


@for_each("name", ["block", "causal_attention", "layer_norm"])
def test_nothing_is_kept_where_it_would_change_the_text(name):
    broken = {
        "block": text_of("block"),
        "causal_attention": "def causal_attention(q, k, v):\n    return softmax(q @ k.swapaxes(1, 2)) @ v",
        "layer_norm": "def layer_norm(x, gain, shift, eps):\n    return x - x.mean(axis=0)",
    }
    model = letters(defined({name: broken[name]}))
    assert not model.keeps()
    assert letters().keeps()
    texts = ["".join(model.write("The ", 12, cache=cache)) for cache in (None, False)]
    assert texts[0] == texts[1]


def test_the_seed_the_temperature_and_k_decide_the_draws():
    model = letters()
    first, again, other = ("".join(model.write(START, 12, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
    best = "".join(model.write(START, 12, temperature=0))
    assert best == "".join(model.write(START, 12, temperature=0, seed=5))
    assert best == "".join(model.write(START, 12, temperature=3, k=1))
    scores = np.log(np.array([0.7, 0.2, 0.1]))[None]
    np.testing.assert_allclose(model.machine.next_token_weights(scores, 1.0, 3), [[0.7, 0.2, 0.1]])


def test_letters_come_one_by_one():
    model = letters()
    text = model.write(START, 10_000)
    next(text)
    assert model.machine.calls["next_token_weights"] == 1


@pytest.mark.usefixtures("gensim")
def test_bad_calls_are_refused():
    with pytest.raises(ValueError, match="got 'äö'"):
        letters().write("öä", 3)
    with pytest.raises(ValueError, match="temperature must be 0 or a positive number; got -1"):
        letters().write("a", 3, temperature=-1)
    with pytest.raises(ValueError, match="1 to 64 letters; got 65"):
        letters().logits("a" * 65)


# What can be broken


def outcome(functions, box):
    """What comes out of the machine with some functions, in a text."""
    if "letters" in box.stages:
        return "".join(letters(functions).write(START, 40))
    if "train" in box.stages:
        return f"{[loss for _, loss in train(functions, 'money bank, river bank, ' * 9, steps=8)]}"
    model = reader(functions, weights=weights(small()), pieces=PIECES, n_heads=HEADS)
    return f"{[*model.read('the bank')][-1].vectors.round(4).tolist()}"


@for_each("one", BREAKS)
def test_what_is_broken_changes_what_comes_out_and_has_the_checks_name(one):
    box = BOXES[one.box]
    functions = defined({one.box: one.source})
    report = check(box.exercise, functions[one.box])
    assert report.mistakes == (one.mistake,), report
    assert one.hint[:40] in " ".join(report.message.split())
    assert all(before in text_of(one.box) for before, _ in one.edits)
    assert outcome(functions, box) != outcome({}, box)


def test_each_box_can_be_broken():
    assert {one.box for one in BREAKS} == set(BOXES)


def test_a_box_that_raises_stops_the_text_and_keeps_what_is_written():
    calls = []

    def merge_heads(heads):
        calls.append(1)
        if len(calls) > 12:
            raise RuntimeError("no more")
        return BOXES["merge_heads"].default(heads)

    found = []
    text = letters({"merge_heads": merge_heads}).write(START, 40)

    def collect():
        for letter in text:
            found.append(letter)

    with pytest.raises(BoxError, match="RuntimeError: no more"):
        collect()
    assert "".join(found) == written()[: len(found)] != ""
