"""Sentences with "while" in the middle, and what is asked of them."""

import torch
from refusals import refusals

from whichbank.corpora.senses.corpus import LONGEST
from whichbank.corpora.senses.sided import (
    MEANINGS,
    N_TEST,
    N_TRAIN,
    QUESTIONS,
    as_tensors,
    by_hand,
    from_words,
    named,
    sentences,
    two_sided,
    vocabulary,
)
from whichbank.corpora.senses.templates import could_make


def test_both_sides_come_from_the_templates_and_places_are_right():
    for one in two_sided(300, seed=3):
        first, join, second = one.places
        assert one.words[join] == "while"
        assert one.words.count("while") == 1
        assert first < join < second
        assert [one.words[first], one.words[second]] == [MEANINGS[m][0] for m in one.meanings]
        assert could_make(" ".join(one.words[:join]))
        assert could_make(" ".join(one.words[join + 1 :]))
        assert len(one.words) <= LONGEST


def test_all_meanings_occur_on_both_sides_and_also_twice():
    pairs = {one.meanings for one in two_sided(1500)}
    assert len(pairs) == len(MEANINGS) ** 2 == 64


def test_sentences_follow_their_seed_and_the_test_is_held_out():
    assert two_sided(20) == two_sided(20) != two_sided(20, seed=1)
    assert two_sided(0) == []
    train, test = sentences()
    assert (len(train), len(test)) == (N_TRAIN, N_TEST)
    assert not {one.words for one in train} & {one.words for one in test}


def test_questions_and_answers_belong_together():
    one = two_sided(1)[0]
    assert [place for place, _, _ in one.questions] == [one.places[i] for i in (0, 1, 1, 2)]
    assert [right for _, _, right in one.questions] == [named(m) for m in one.answers]
    assert [text for _, text, _ in one.questions] == ["means", "before it", "after it", "means"]
    assert len(QUESTIONS) == len(one.answers)
    assert str(one).split() == list(one.words)


def test_written_by_hand_no_template_makes_a_side_and_all_words_are_known():
    pages = by_hand(80)
    assert by_hand(80) == pages != by_hand(80, seed=1)
    for one in pages:
        assert set(one.words) <= set(vocabulary().words)
        assert one.words[one.places[1]] == "while"
        assert [one.words[one.places[i]] for i in (0, 2)] == [MEANINGS[m][0] for m in one.meanings]
    whole = [" ".join(one.words[: one.places[1]]) for one in pages]
    assert sum(map(could_make, whole)) < 8, "a side that has lost words may look like a template's"


def test_tensors_hold_words_mask_places_and_answers():
    some = [*two_sided(3), *by_hand(2)]
    ids, mask, places, answers = as_tensors(some)
    assert (ids.shape, mask.shape, places.shape, answers.shape) == (
        (5, 18),
        (5, 1, 18),
        (5, 3),
        (5, 4),
    )
    assert mask.dtype == torch.bool
    for row, seen, one, at in zip(ids, mask[:, 0], some, places, strict=True):
        assert [vocabulary().words[i] for i in row[seen]] == list(one.words)
        assert tuple(at.tolist()) == one.places
    assert answers.tolist() == [list(one.answers) for one in some]


def test_a_sentence_of_your_own():
    one = from_words("Apple launched a new phone, while I ate an apple!", "company", "fruit")
    assert [named(m) for m in one.meanings] == ["apple (company)", "apple (fruit)"]
    assert str(one) == "apple launched a new phone while i ate an apple"
    assert one.places == (0, 5, 9)


test_a_bad_call_says_what_is_wrong = refusals(
    """
two_sided(-1) → ValueError: n must not be negative; got -1
from_words("apple hired zebras while I ate an apple", "company", "fruit")
    → ValueError: the readers do not know zebras
from_words("apple hired workers and I ate an apple", "company", "fruit") → ValueError: ...one 'while' in it
from_words("the boy hired workers while I ate an apple", "company", "fruit")
    → ValueError: no word means 'company' before
from_words("apple hired workers while I ate soup", "company", "fruit") → ValueError: ...or 'fruit' after it
""",
    globals(),
)
