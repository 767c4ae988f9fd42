"""The figure of the real model: what it takes, what it says, and that its traits suffice."""

import copy
import json
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from drawn import Drawn, assert_drawn, assert_near

from whichbank.corpora import BANK_SENTENCES, TWO_APPLES
from whichbank.experiments.probing import (
    MEANINGS,
    SENTENCES,
    cosine,
    count_right,
    lean,
    leave_pair_out,
    meaning_vectors,
    pack,
)
from whichbank.figures import ModelLayers
from whichbank.figures.layers import _asking
from whichbank.figures.nets.quantized import from_bytes, to_bytes
from whichbank.pretrained import load_minilm


def weights(n, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(n), size=(6, 12, n))


def make(**changes):
    """Two sentences whose words walk straight lines."""
    walk = np.linspace(0, 1, 7)
    traits = {
        "sentences": ["money bank", "an apple"],
        "axes": [["money", "river"], ["fruit", "company"]],
        "pieces": [["[CLS]", "money", "bank", "[SEP]"], ["[CLS]", "an", "apple", "[SEP]"]],
        "names": [["money", "bank"], ["apple"]],
        "paths": [
            [np.stack([walk, 0 * walk], -1), np.stack([0.9 + 0 * walk, 0.9 - walk / 2], -1)],
            [np.ones((7, 2))],
        ],
        "focus": [[(1, 2)], [(0, 2)]],
        "pulls": [[walk / 10, 0 * walk], [-walk / 20, 0 * walk]],
        "weights": [pack(weights(4)), pack(weights(4, 1))],
    }
    return ModelLayers(**(traits | changes))


def test_leans_and_pulls_by_hand():
    fig = make(layer=3)
    assert fig.leans == pytest.approx({"bank": 0.25})
    np.testing.assert_allclose(np.array(fig.shown["pulls"])[:, :, fig.layer], [[0.05, 0]])
    assert repr(fig) == "ModelLayers(sentence='money bank', layer=3, head=1, leans={'bank': 0.25})"


def test_without_arguments_it_shows_the_recorded_sentences_and_has_no_model():
    fig = ModelLayers(sentence=4, layer=1, head=5)
    assert fig.sentences == list(SENTENCES)
    # as chapter real computes it by hand
    assert fig.attention[2].round(2).tolist() == [0.07, 0.76, 0.01, 0.07, 0.1]
    assert (fig.files, fig.megabytes) == ("", 0)


def test_attention_is_that_of_layer_and_head():
    fig = make(layer=2, head=12, sentence=1)
    assert np.abs(fig.attention - weights(4, 1)[1, 11]).max() <= 1 / 510 + 1e-12
    fig.layer = 0
    assert fig.attention is None


def test_without_a_script_it_shows_a_picture_and_all_leans():
    fig = make(layer=6)
    assert (
        "lean: money above 0, river below over layer, from 0 to 6. money rises, bank rises"
        in repr(fig.still())
    )
    table = fig.fallback()
    assert table.count("<tr>") == 3
    assert "bank in “money bank”" in table
    assert "<td>0.50</td>" in table


def test_it_shows_the_model_and_stays_small(minilm):
    sentences = [TWO_APPLES, *BANK_SENTENCES]
    fig = ModelLayers.of(minilm, sentences, sentence=1, layer=6, head=12)
    layers = minilm.layers(sentences[1])
    ways = meaning_vectors(minilm, "bank").mean(axis=0)
    np.testing.assert_allclose(
        fig.paths[1][0], cosine(layers.word("money")[:, None], ways.swapaxes(0, 1)), atol=6e-4
    )
    covered = minilm.layers(sentences[1].replace("money", "[MASK]")).word("bank")
    np.testing.assert_allclose(
        fig.pulls[1][0], lean(layers.word("bank"), *ways) - lean(covered, *ways), atol=6e-4
    )
    assert np.abs(fig.attention - layers.weights[5, 11]).max() <= 1 / 510 + 1e-6
    assert fig.names[0] == ["apple", "launched", "new", "phone", "eating", "apple (2)"]
    assert [fig.pieces[0][piece] for _, piece in fig.focus[0]] == ["apple", "apple"]
    assert len(json.dumps(fig.state())) < 40_000
    fig.layer = 0
    np.testing.assert_allclose(list(fig.leans.values()), 0, atol=6e-4)


def test_a_sentence_without_such_a_word_is_refused(minilm):
    with pytest.raises(ValueError, match="must have one of bank, apple, server, trump"):
        ModelLayers.of(minilm, ["river flows"])


def test_it_reads_the_readers_own_sentences_and_tells_where_two_words_part(minilm):
    fig = ModelLayers.of(minilm, BANK_SENTENCES, layer=6)
    assert fig.answer is None
    fig.asking = True
    assert fig.shown["axes"] == ["river", "money"]
    first, second = fig.leans["bank"], fig.leans["bank, second"]
    assert first > 0.02 > 0 > second
    reading = minilm.layers(fig.own[0])
    assert np.abs(fig.attention - reading.weights[5, 0]).max() <= 1 / 510 + 1e-6
    pulls = np.array(fig.answer["pulls"][0])[:, 6]
    assert reading.words[pulls.argmax()] == "fished"
    covered = minilm.layers(fig.own[0].replace("fished", "[MASK]")).word("bank")[6]
    ways = [
        mean_bank(minilm, words)[6]
        for words in (("river", "shore", "stream"), ("money", "loan", "cash"))
    ]
    assert first - lean(covered, *ways) == pytest.approx(pulls.max(), abs=1e-5)
    fig.own = ["the spring was dry", ""]
    assert fig.answer["word"] == "spring"
    fig.senses = ["river", " , "]
    assert fig.leans == {}


def mean_bank(minilm, words):
    return np.mean(
        [minilm.layers(f"This is the bank and the {word}.").word("bank") for word in words], axis=0
    )


@pytest.mark.parametrize(
    ("word", "first", "second", "asked"),
    [
        ("bank", ["the", "bank"], [], "bank"),
        ("bank", ["the", "apple", "tastes"], ["an", "apple"], "apple"),
        ("bank", ["one", "two", "six"], ["bank"], "one"),
        ("bank", [], ["bank"], ""),
    ],
)
def test_a_word_is_asked_about_that_is_there(word, first, second, asked):
    assert _asking.chosen(word, first, second) == asked


def test_examples_are_words_or_whole_sentences_with_the_word(minilm):
    assert _asking.examples(" money; cash loan,,") == ["money", "cash loan"]
    own, sentence = ["the bank was steep", ""], "the river washed the bank away"
    found = _asking.answer(minilm, own, "bank", [sentence, "money; loan"])
    way = minilm.layers(sentence).word("bank")
    np.testing.assert_allclose(
        np.array(found["path"])[0, :, 0], cosine(minilm.layers(own[0]).word("bank"), way), atol=1e-5
    )
    assert found["pulls"][1] == []


@pytest.mark.parametrize(
    "text", ["", "😀", "word " * 300, "a[MASK]bank [SEP]mountains", "बैंक नदी के किनारे है"]
)
def test_it_reads_whatever_is_typed(text, minilm):
    found = _asking.answer(minilm, [text, text], "", ["river", "money"])
    assert len(found["pieces"]) <= _asking.LONGEST
    assert (found["pieces"][0], found["pieces"][-1]) == ("[CLS]", "[SEP]")
    assert (found["path"] is None) == (text == "")
    read, whole = found["lengths"][0]
    assert (read, whole) == (len(found["pieces"]), len(minilm.tokenizer.encode(text).ids))


def in_eight_bits(model: Any) -> Any:
    """Return a copy of a model with the weights that a page has."""
    tables = _asking._tables(model)
    back = from_bytes(to_bytes(x for _, x in tables), [x.shape for _, x in tables])
    other = copy.deepcopy(model).requires_grad_(False)
    own = other.state_dict()
    own["segments.weight"].zero_()
    for (name, _), x in zip(tables, back, strict=True):
        rows = own[name][: len(x)]
        rows.copy_(torch.from_numpy(np.array(x)).reshape(rows.shape))
    return other


def test_eight_bits_a_weight_change_no_side_of_the_eighty_sentences(minilm, capsys):
    page, changed, cosines, right = in_eight_bits(minilm), 0, [], np.zeros((2, 7))
    for word in MEANINGS:
        exact, coarse = (meaning_vectors(model, word) for model in (minilm, page))
        leans = [leave_pair_out(exact), leave_pair_out(coarse)]
        right += [count_right(x) for x in leans]
        changed += int(
            (np.sign(leans[0][:, :, 1:]) != np.sign(leans[1][:, :, 1:])).any(axis=2).sum()
        )
        cosines.append(cosine(exact, coarse).min())
    with capsys.disabled():
        print(
            f"8 bits a weight: {changed} of 80 sentences change sides, cosines at least "
            f"{min(cosines):.5f}"
        )
    assert changed <= 2
    assert min(cosines) >= 0.9988
    assert np.abs(right[0] - right[1]).max() <= 1


def roughly(texts: Any, values: Any, what: str) -> None:
    """Hold drawn numbers to what another machine computes in float32: a whole unit of the last
    digit is granted.
    """
    for text, value in zip(np.array(texts, dtype=str).ravel(), np.ravel(values), strict=True):
        unit = 10.0 ** -len(text.partition(".")[2])
        assert abs(float(text.replace("−", "-")) - value) <= unit, (
            f"{what}: drawn {text}, Python says {value:.5f}"
        )


@cache
def asked(own: tuple[str, str], word: str, senses: tuple[str, str]) -> dict[str, Any]:
    return _asking.answer(page_model(), own, word, senses)


@cache
def page_model() -> Any:
    return in_eight_bits(load_minilm())


def asked_piece(fig: Any, shown: dict[str, Any]) -> int:
    """Which piece looks at the others."""
    return fig.piece if 0 <= fig.piece < len(shown["pieces"]) else shown["focus"][0][1]


def compare(fig: Any, drawn: Drawn) -> None:
    """Slider and read-out show layer and head, lines and read-out the leans, the tables leans,
    pulls and weights.
    """
    hold = roughly if fig.asking else assert_drawn
    if fig.asking and fig.answer is None:
        fig.answer = asked(tuple(fig.own), fig.word, tuple(fig.senses))
    shown = fig.shown
    assert_drawn([told for _, told in drawn.sliders], [fig.layer], "slider")
    paths = np.array(shown["path"]).reshape(-1, 7, 2)
    leans = paths[..., 0] - paths[..., 1]
    assert f"After layer {fig.layer}, " in drawn.said[0] or not fig.leans
    for name, value in fig.leans.items():
        told = re.search(rf"{re.escape(name)} leans to ([^\s,.;]+)", drawn.said[0])
        if told[1] == "neither":
            assert abs(value) < (0.001 if fig.asking else 0.0005)
        else:
            assert told[1] == shown["axes"][0 if value > 0 else 1] or abs(value) < 0.001
    pulls = [rows for rows in shown.get("pulls") or [] if len(rows)]
    numbers, *pulled, heads = drawn.tables
    hold(numbers, leans, "leans")
    for table, rows in zip(pulled, pulls, strict=True):
        roughly(table, [1000 * row[fig.layer] for row in rows], "pulls")
    if shown["names"]:
        at = asked_piece(fig, shown)
        drawn_lines(drawn.charts[0], shown, leans, fig.layer, at)
        if (
            pulls
            and (side := np.sign(next(iter(fig.leans.values()))))
            and "pulled most by" in drawn.said[0]
        ):
            far = [side * row[fig.layer] for row in pulls[0]]
            words = " ".join(shown["pieces"][1:-1]).replace(" ##", "").split()
            most = re.search(r"pulled most by (\S+?)[.;] ", drawn.said[0] + " ")[1]
            assert most.startswith("“") != any(sign.isalnum() for sign in most), (
                "a mark stands in quotes"
            )
            assert (
                max(far[i] for i, word in enumerate(words) if word == most.strip("“”"))
                >= max(far) - 0.001
            )
    if not fig.layer:
        assert ("No word has looked at another yet" in drawn.said[0]) == (len(shown["focus"]) < 2)
        return
    hold(heads, 100 * fig.attention, "weights in %")
    if not fig.asking and len(shown["focus"]) == 1:
        row = leans[shown["focus"][0][0]]
        told = re.search(
            r"It leans (?:there|to (\S+)) (?:only after|from) layer (\d)(?: on, most after layer "
            r"(\d))?",
            drawn.said[0],
        )
        side = np.sign(row[-1])
        assert told[1] in (None, shown["axes"][0 if side > 0 else 1])
        assert told[1] or side * row[fig.layer] > 0
        assert (side * row[int(told[2]) :] > 0).all()
        assert side * row[int(told[2]) - 1] <= 0
        assert told[3] is None or row[int(told[3])] == side * max(side * row)


def drawn_lines(chart: Any, shown: dict[str, Any], leans: np.ndarray, layer: int, at: int) -> None:
    """The lines with a name are the leans, and the dot is on the line of the word that looks."""
    named = [name for name in shown["names"] if name in chart["curves"]]
    assert len(named) == min(len(shown["names"]), 8)
    for name in named:
        assert_near(
            chart["curves"][name], list(enumerate(leans[shown["names"].index(name)])), "curve"
        )
    [_, across] = chart["markers"][0]
    assert across == pytest.approx(layer, abs=0.01)
    focus = next((name for name, piece in shown["focus"] if piece == at), None)
    if (
        focus is None
        and shown["pieces"][at] in shown["names"]
        and shown["pieces"].count(shown["pieces"][at]) == 1
    ):
        focus = shown["names"].index(shown["pieces"][at])
    if focus is not None:
        assert_near(chart["dots"], [[layer, leans[focus, layer]]], "dot")


def starts_cases() -> list[tuple[list, Any]]:
    """Words of one piece and of several, and a sentence without words."""
    cut = [
        ["[CLS]", "money", "bank", "[SEP]"],
        ["[CLS]", "un", "##known", "bank", "##s", "[SEP]"],
        ["[CLS]", "[SEP]"],
    ]
    return [
        ([pieces], np.array(starts))
        for pieces, starts in zip(cut, ([1, 2], [1, 3], []), strict=True)
    ]


CASES = {"startsOf": starts_cases}


OTHER = {
    "layer": 5,
    "head": 3,
    "piece": 1,
    "own": ["a mouse", ""],
    "word": "mouse",
    "senses": ["cat", "screen"],
}
BAD = [
    ({"axes": [["money", "river"]]}, "axes must have 2 entries, one for each of sentences; got 1"),
    (
        {"paths": [np.ones((1, 7, 2))] * 2},
        "paths must have one path for each of names, [2, 1]; got [1, 1]",
    ),
    (
        {"paths": [np.ones((2, 7)), np.ones((1, 7, 2))]},
        "paths[0] must have 3 axes; got shape (2, 7)",
    ),
    (
        {"paths": [np.full((2, 7, 2), np.nan), np.ones((1, 7, 2))]},
        "paths[0] must hold finite numbers",
    ),
    ({"focus": [[(2, 2)], [(0, 2)]]}, "focus must point into 2 names and 4 pieces; got 2, 2"),
    ({"focus": [[(1, 4)], [(0, 2)]]}, "focus must point into 2 names and 4 pieces; got 1, 4"),
    ({"weights": [pack(np.zeros(3))] * 2}, "weights[0]: text must hold 1152 numbers"),
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"layer": 7}, "layer must be between 0 and 6; got 7"),
    ({"head": 0}, "head must be between 1 and 12; got 0"),
    ({"piece": -2}, "piece must be at least -1; got -2"),
    (
        {"pulls": [np.ones((2, 7)), np.ones((1, 7))]},
        "pulls must have one row for each word of pieces, [2, 2]; got [2, 1]",
    ),
    ({"own": ["one"]}, "own must have 2 entries; got 1"),
    ({"senses": ["river", 3]}, "senses[1] must be a text; got 3"),
    ({"asking": 1}, "asking must be True or False; got 1"),
    ({"megabytes": -1}, "megabytes must be at least 0; got -1"),
]
