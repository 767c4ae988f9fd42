"""The loom: what it is made of, what it shows and says, what the model answers, and what it does
not take.
"""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn
from eight_bits import page_model

from whichbank.attention import similarity, softmax
from whichbank.corpora import BANK_SENTENCES, TWO_APPLES
from whichbank.experiments.probing import (
    MEANINGS,
    cosine,
    count_right,
    lean,
    leave_pair_out,
    meaning_vectors,
    unpack,
)
from whichbank.experiments.weaving import woven
from whichbank.figures import Loom
from whichbank.figures.loom import _asking


def make(**state):
    """The recorded sentences."""
    return Loom(**state)


def test_the_two_apples_part_and_those_of_the_notes_do_not():
    first, second = (np.array(make().leans[0])[t] for t in make().asked)
    assert first[0] == second[0] == 0
    assert first[6] < -0.05
    assert second[6] > 0.05
    notes = make(sentence=1)
    assert abs(notes.leans[1][notes.asked[1]][6]) < 0.02


def test_what_asks_is_the_piece_or_the_word_with_two_meanings():
    assert [make(sentence=s).asked for s in range(3)] == [[1, 11], [1, 11], [2, 11]]
    river = make(
        sentences=["River bank flows"],
        subjects=["bank"],
        axes=[["money", "river"]],
        pieces=[["[CLS]", "river", "bank", "flows", "[SEP]"]],
        leans=[[[0.0] * 7] * 5],
        weights=["A" * 2400],
        added=[[[[0.0] * 9] * 6] * 5],
        gifts=["A" * 200],
        covered_leans=[[[[0.0] * 7] * 5] * 3],
        covered=["A" * 600],
        erased=[[[0.0] * 253]],
    )
    assert river.asked == [2]
    assert make(piece=9).asked == [9]
    assert make(piece=99).asked == [1, 11]


def test_beside_a_sentence_stands_the_one_that_differs_least():
    assert [make(sentence=s, beside=True).partner for s in range(5)] == [1, 0, None, 4, 3]
    assert make(sentence=3).partner is None
    assert make(sentence=3, beside=True, own="a bat").partner is None
    juice, shares = (np.array(make().leans[s])[4, 6] for s in (3, 4))
    assert juice > 0.05
    assert shares < -0.05


def test_ribbons_into_a_piece_are_shares_of_a_whole():
    for weighs in (False, True):
        sums = make(weighs=weighs).ribbons.sum(axis=-1)
        assert np.abs(sums - 1).max() < 14 / 510  # a byte each


def test_the_marks_get_most_weight_and_give_little():
    looked, given = (make(weighs=weighs).ribbons[1:5, [1, 11], 0] for weighs in (True, False))
    assert looked.min() > 0.5
    assert given.max() < 0.15


def test_repr_table_and_picture():
    fig = make(front=2.5)
    assert repr(fig) == (
        "Loom(sentence='Apple launched a new phone while I was eating an apple pie', front=2.5)"
    )
    caption, heads, rows = fig.table()
    assert caption.endswith("above 0 to fruit, below to company")
    assert len(heads) == 8
    assert [row[0] for row in rows] == fig.pieces[0]
    assert "apple (11)" in repr(fig.still())


def test_without_its_neighbors_an_apple_turns():
    ends = {
        name: make(without=make().pieces[0].index(name)).shown_leans[[1, 11], 6]
        for name in ("phone", "eating", "pie")
    }
    first, second = make().shown_leans[[1, 11], 6]
    assert first < -0.05 < ends["phone"][0]
    assert max(ends["eating"][1], ends["pie"][1]) < 0 < 0.05 < second


def test_a_sentence_of_ones_own_is_computed(minilm, monkeypatch):
    monkeypatch.setattr("whichbank.pretrained.load_minilm", lambda: minilm)
    own = "she sat on the bank of the river"
    fig = Loom(sentence=own)
    assert fig.shown["pieces"][1:-1] == own.split()
    assert fig.shown["axes"] == ["money", "river"]
    assert fig.asked == [5], "the word whose senses they are asks"
    ways = meaning_vectors(minilm, "bank").mean(axis=0)
    wanted = lean(minilm.layers(own).word("bank"), *ways)
    np.testing.assert_allclose(fig.shown_leans[5], wanted, atol=1e-5)
    assert "she sat on the bank" in repr(fig)
    fig.own = ""
    assert fig.shown["text"] == fig.sentences[0]
    np.testing.assert_allclose(fig.shown_leans, fig.leans[0], atol=1.01e-3)


def test_a_word_is_taken_out_as_in_the_record(minilm):
    fig = Loom.of(minilm, [TWO_APPLES], without=5)
    recorded = fig.shown_leans
    fig.asking = True
    np.testing.assert_allclose(fig.shown_leans, recorded, atol=1.01e-3)
    assert fig.shown["pieces"][5] == "phone"


def test_an_erased_head_hands_over_nothing_of_the_sentence(minilm):
    fig = Loom.of(minilm, [TWO_APPLES], asking=True)
    fig.silent = [[2, 3]]
    weights = unpack(fig.shown["weights"], (6, 12, 13, 13))
    assert (weights[1, 2] == 0).all()
    assert (weights[1, 3].sum(axis=-1) > 0.9).all()
    before, after = np.array(fig.leans[0]), fig.shown_leans
    assert np.abs(after - before)[:, :2].max() < 1.01e-3
    assert np.abs(after - before)[:, 2:].max() > 2e-3
    fig.silent = [[1, head] for head in range(1, 13)]
    assert (unpack(fig.shown["gifts"], (6, 13, 13))[0] == 0).all()


def test_a_head_without_which_the_eaten_apple_is_a_fruit_and_one_without_which_it_is_not(minilm):
    ends = {}
    for head in (2, 11):
        found = _asking.answer(minilm, TWO_APPLES, silent=[[1, head]])
        ends[head] = found["leans"][11][6]
        assert abs(found["others"][11][head - 1] - ends[head]) < 1e-5
    assert ends[2] > 0.02
    assert ends[11] < -0.02
    assert np.abs(np.subtract(found["whole"], woven()["leans"][1])).max() < 1.01e-3
    both = _asking.answer(minilm, TWO_APPLES, silent=[[1, 2], [1, 11]])
    assert both["others"] is None


def test_what_is_recorded_without_a_head_is_what_the_model_answers(minilm):
    """With its piece *pie* the eaten apple is a fruit; without head 11 of layer 1 it is none."""
    for layer, head in ((1, 11), (4, 3), (6, 12)):
        fig = Loom.of(minilm, [f"{TWO_APPLES} pie"], layer=layer, head=head, silent=[[layer, head]])
        assert fig.erasing
        leans, ends = fig.shown_leans, fig.ends
        assert abs(ends[(layer - 1) * 12 + head - 1] - leans[11, 6]) < 1e-9
        fig.asking = True
        np.testing.assert_allclose(fig.shown_leans[[1, 11]], leans[[1, 11]], atol=1.01e-3)
        np.testing.assert_allclose(fig.ends, ends, atol=2e-4)
        if (layer, head) == (1, 11):
            assert leans[11, 6] < 0 < 0.05 < fig.leans[0][11][6]
    assert not make(layer=1, head=2, silent=[[1, 3]]).erasing
    assert make(layer=1, head=2, silent=[[1, 3]]).ends is None


def test_a_head_is_worked_out_by_the_kernels(minilm):
    found = _asking.answer(minilm, BANK_SENTENCES[1], inside=[1, 5])
    q, k, v = map(np.array, found["roles"])
    assert q.shape == k.shape == v.shape == (5, 32)
    weights = softmax(similarity(q, k) / np.sqrt(32))
    np.testing.assert_allclose(weights, minilm.layers(BANK_SENTENCES[1]).weights[0, 4], atol=1e-5)
    # as chapter real computes it by hand
    assert weights[2].round(2).tolist() == [0.07, 0.76, 0.01, 0.07, 0.1]


@pytest.mark.parametrize(
    ("word", "words", "asked"),
    [
        ("bank", ["the", "bank"], "bank"),
        ("", ["hospital", "bank"], "bank"),
        ("", ["tree", "trees", "tree"], "tree"),
        (" The ", ["the", "bank"], "the"),
        ("", ["one", "three", "six"], "three"),
        ("bank", [], ""),
    ],
)
def test_a_word_is_asked_about_that_is_there(word, words, asked):
    assert _asking.chosen(word, words) == asked


def test_senses_are_those_of_their_word_alone(minilm):
    senses = ["screen, cable", "rat, cat"]
    given = _asking.answer(minilm, "a mouse by the bank", "mouse", senses)
    assert given["axes"] == ["screen", "rat"]
    assert given["places"] == [2]
    other = _asking.answer(minilm, "he sat by the bank", "mouse", senses)
    assert (other["word"], other["axes"], other["places"]) == ("bank", ["money", "river"], [5])


def test_examples_are_words_or_whole_sentences_with_the_word(minilm):
    assert _asking.examples(" money; cash loan,,") == ["money", "cash loan"]
    own, sentence = "the bank was steep", "the river washed the bank away"
    found = _asking.answer(minilm, own, senses=[sentence, "money; loan"])
    assert found["axes"] == [sentence, "money"]
    first = minilm.layers(sentence).word("bank")
    second = np.mean(
        [
            minilm.layers(f"This is the bank and the {one}.").word("bank")
            for one in ("money", "loan")
        ],
        axis=0,
    )
    wanted = lean(minilm.layers(own).word("bank"), first, second)
    np.testing.assert_allclose(found["leans"][2], wanted, atol=1e-5)
    assert _asking.answer(minilm, own, senses=["river", ""])["leans"] is None


@pytest.mark.parametrize(
    "text", ["", "😀", "word " * 300, "a[MASK]bank [SEP]mountains", "बैंक नदी के किनारे है"]
)
def test_it_reads_whatever_is_typed(text, minilm):
    found = _asking.answer(minilm, text, senses=["river", "money"])
    assert len(found["pieces"]) <= _asking.LONGEST
    assert (found["pieces"][0], found["pieces"][-1]) == ("[CLS]", "[SEP]")
    assert (found["leans"] is None) == (text == "")
    read, whole = found["lengths"]
    assert (read, whole) == (len(found["pieces"]), len(minilm.tokenizer.encode(text).ids))


def test_eight_bits_a_weight_change_no_side_of_the_eighty_sentences(minilm, capsys):
    page, changed, cosines, right = page_model().model, 0, [], np.zeros((2, 7))
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


def test_what_the_page_knows_of_senses_gives_the_leans_of_the_record(minilm):
    found = page_model().answer(TWO_APPLES)
    assert np.abs(np.subtract(found["leans"], woven()["leans"][1])).max() < 0.01


def named(pieces: list[str], t: int) -> str:
    same = [s for s, one in enumerate(pieces) if one == pieces[t]]
    order = ["first", "second", "third", "fourth"]
    return f"the {order[same.index(t)]} {pieces[t]}" if len(same) > 1 else pieces[t]


def way_of(lean_now: float, axes: list[str]) -> str:
    return "is undecided" if abs(lean_now) < 0.02 else f"leans to the {axes[int(lean_now < 0)]}"


def roughly(texts: Any, values: Any, what: str) -> None:
    """Hold drawn numbers to what another machine computes in float32: two units of the last digit
    are granted.
    """
    for text, value in zip(texts, np.ravel(values), strict=True):
        unit = 10.0 ** -len(text.partition(".")[2])
        assert abs(float(text) - value) <= 2 * unit, f"{what}: drawn {text}, not {value:.5f}"


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has the leans, or the scores of a head; the read-out says how those that ask lean,
    and from whom most came, or which piece the head gives most.
    """
    if fig.asking and fig.answer is None and "kernel" not in fig.files:
        fig.answer = page_model().answer(*fig.question)
    shown, said, leans = fig.shown, drawn.said[0], fig.shown_leans
    pieces, live = shown["pieces"], fig.answer is not None
    cells = [cell for row in drawn.tables[0] for cell in row]
    if fig.inner and live:
        q, k, _ = map(np.array, shown["roles"])
        scores = similarity(q[fig.asked[-1]][None], k)[0]
        scaled = scores / np.sqrt(q.shape[1])
        roughly(cells, np.stack([scores, scaled, softmax(scaled)], axis=1), "a head")
        return
    if fig.erasing and not re.search("being loaded|could not be loaded", said):
        compare_erased(fig, said, cells, live)
        return
    if fig.layer and len(cells) == 5 * len(pieces):
        steps = np.array(shown["added"] if live else fig.added[fig.sentence])
        roughly(cells, steps[:, fig.layer - 1][:, [0, 1, 3, 4, 6]], "lengths")
    else:
        (roughly if live else assert_drawn)(cells, leans.ravel(), "leans")
    done = int(fig.front + 1e-6)
    if fig.layer:
        if fig.twelve and not fig.head:
            assert said.startswith(f"Layer {fig.layer} has 12 heads") or "being loaded" in said
        else:
            told = f"ead {fig.head or fig.telling} of layer {fig.layer}"
            assert told in said or "being loaded" in said
        return
    if done == 0:
        assert said.startswith("At the bottom")
        return
    if fig.partner is not None:
        both = [(shown, leans)]
        other = Loom(**(fig.state() | {"sentence": fig.partner, "asking": False}))
        both.append((other.shown, other.shown_leans))
        told = said.split(". ")
        assert len(told) == 2
        for (one, rows), text in zip(both, told, strict=True):
            words = [t for t, piece in enumerate(one["pieces"]) if piece == one["word"]]
            for t in words if fig.piece < 0 else []:
                way = re.sub("^(leans|is) ", "", way_of(rows[t, done], one["axes"]))
                assert f"{named(one['pieces'], t)} {way}" in text
        return
    gaps = [f"with a gap for {named(pieces, fig.taken)}"] if fig.taken else []
    if live and len(fig.silent) > 1:
        gaps.append(f"without {len(fig.silent)} heads")
    elif live and fig.silent:
        gaps.append(f"without head {fig.silent[0][1]} of layer {fig.silent[0][0]}")
    told = f"{' and '.join(gaps)}, after" if gaps else "after"
    assert said.lower().startswith(f"{told} layer {done} ")
    if live and fig.answer["leans"] is None:
        assert "Give an example of each sense" in said
        return
    sums = fig.ribbons[:done].sum(axis=0)
    for t in fig.asked:
        lean_now = leans[t, done]
        if abs(abs(lean_now) - 0.02) > 0.002 * live:
            assert f"{named(pieces, t)} {way_of(lean_now, shown['axes'])}" in said
        others = [
            s
            for s in np.argsort(-sums[t], kind="stable")
            if s != t and not re.fullmatch(r"\[.*\]|\W", pieces[s])
        ]
        if len(fig.asked) > 1:
            continue
        near = live and len(others) > 2 and np.diff(-sums[t][others[:3]]).min() < 0.05
        most = " and ".join(
            "the mask in the gap" if s == fig.taken else named(pieces, s) for s in others[:2]
        )
        assert near or not most or f". Most of what reached it came from {most}." in said
        found = re.search(r"Its vector is ([\d.]+) closer to (.+) as (.+) than as (.+)\.", said)
        if abs(lean_now) < 0.018:
            assert "about as close to" in said
        elif abs(lean_now) > 0.022:
            roughly([found[1]], abs(lean_now), "a lean")
            assert list(found.groups()[1:]) == [
                shown["word"],
                *shown["axes"][:: int(np.sign(lean_now))],
            ]


def compare_erased(fig: Any, said: str, cells: list[str], live: bool) -> None:
    """The table has the leans with the head and without it; the read-out says what becomes of the
    word, and how many of the other heads move it as far.
    """
    one = f"head {fig.head} of layer {fig.layer}"
    gone = one if len(fig.silent) == 1 else f"{len(fig.silent)} heads"
    assert said.startswith(f"Without {gone}")
    if live and fig.answer["leans"] is None:
        assert "its mean over many texts" in said
        return
    shown, leans, t = fig.shown, fig.shown_leans, fig.asked[-1]
    whole = np.array(fig.answer["whole"] if live else fig.leans[fig.sentence])
    roughly(cells, np.concatenate([[whole[s], leans[s]] for s in fig.asked]), "leans")
    if abs(abs(leans[t, 6]) - 0.02) > 0.002:
        way = re.sub("^(is|leans) ", "", way_of(leans[t, 6], shown["axes"]))
        assert f"{way}, at " in said
    roughly(re.findall(r", at (\S+\d)", said), [leans[t, 6], whole[t, 6]], "ends")
    if fig.ends is None or live:
        return
    row = fig.erased[fig.sentence][fig._places().index(t)]
    far = np.abs(fig.ends - row[0])
    mine = (fig.layer - 1) * 12 + fig.head - 1
    more = int((far >= far[mine]).sum()) - 1
    counts = {0: "No other of the 72 heads", 1: "Of the other 71 heads one moves"}
    assert counts.get(more, f"Of the other 71 heads {more} move") in said


OTHER = {
    "sentence": 2,
    "front": 3.0,
    "weighs": True,
    "piece": 4,
    "without": 5,
    "silent": [[1, 3]],
    "twelve": True,
    "beside": True,
    "own": "a bat",
}
CASES: dict[str, list[tuple[list, Any]]] = {}
BAD = [
    ({"front": 6.5}, "front must be between 0 and 6; got 6.5"),
    ({"layer": 7}, "layer must be between 0 and 6; got 7"),
    ({"head": 13}, "head must be between 0 and 12; got 13"),
    ({"inner": 6}, "inner must be between 0 and 5; got 6"),
    ({"sentence": 5}, "sentence must be between 0 and 4; got 5"),
    ({"silent": [[7, 1]]}, "silent must hold layers up to 6 and heads up to 12; got 7, 1"),
    ({"silent": [[0, 1]]}, "silent[0][0] must be at least 1; got 0"),
    ({"silent": [[1]]}, "silent[0] must have 2 entries; got 1"),
    ({"senses": ["river"]}, "senses must have 2 entries; got 1"),
    ({"own": 3}, "own must be a text; got 3"),
    ({"asking": 1}, "asking must be True or False; got 1"),
    ({"megabytes": -1}, "megabytes must be at least 0; got -1"),
    (
        {"leans": woven()["leans"][:2]},
        "leans must have 5 entries, one for each of sentences; got 2",
    ),
    (
        {"covered_leans": [one[1:] for one in woven()["covered_leans"]]},
        "covered_leans must have a row for each inner piece",
    ),
    (
        {"erased": [one[:1] for one in woven()["erased"]]},
        "erased must have one row for each place of the word, [2, 2, 2, 1, 1]; got [1, 1, 1, 1, 1]",
    ),
    ({"gifts": ["AAAA"] * 5}, "gifts[0]: text must hold 1176 numbers"),
]
