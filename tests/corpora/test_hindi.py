"""The tiny grammar: right forms, right places, and tests that hold what training never sees."""

import re
import unicodedata

import pytest
from collected import for_each

from whichbank.corpora.hindi import (
    BANKS,
    DOES,
    KIND,
    NEVER_TOGETHER,
    WHAT,
    WHERE,
    WHO,
    all_pairs,
    is_new_company,
    parallel_text,
    role_of,
    translate_by_rule,
)

BY_HAND = {
    "the girl buys the red apple in the market": "laṛkī bāzār mẽ lāl seb kharīdtī hai",
    "the boy sees the old chair on the roof": "laṛkā chat par purānī kursī dekhtā hai",
    "the man wants the new phone": "ādmī nayā fon cāhtā hai",
    "the woman wants the new car": "aurat naī gāṛī cāhtī hai",
    "the farmer sells the small banana in the village": "kisān gā̃v mẽ choṭā kelā bectā hai",
    "the daughter shows the black hat in the garden": "beṭī bagīce mẽ kālī ṭopī dikhātī hai",
    "the boy sees the river bank": "laṛkā nadī kā kinārā dekhtā hai",
    "the woman sees the city bank on the road": "aurat saṛak par śahar kā baiṅk dekhtī hai",
    "the man buys the big house in the room": "ādmī kamre mẽ baṛā ghar kharīdtā hai",
    "the girl sells the book on the bridge": "laṛkī pul par kitāb bectī hai",
}


@for_each("english", BY_HAND)
def test_sentences_written_by_hand(english):
    found = {" ".join(pair.english): pair for pair in all_pairs()}[english]
    assert " ".join(found.hindi) == BY_HAND[english]


def test_there_are_as_many_sentences_as_choices_and_all_differ():
    things = len(WHAT) * (1 + len(KIND)) + len(BANKS)
    assert len(all_pairs()) == len(WHO) * len(DOES) * things * (1 + len(WHERE)) == 14_400
    assert (
        len({pair.english for pair in all_pairs()})
        == len({pair.hindi for pair in all_pairs()})
        == 14_400
    )


def test_verb_agrees_with_who_acts_and_adjective_with_its_noun():
    women, feminine = {"laṛkī", "aurat", "beṭī"}, {"kitāb", "gāṛī", "kursī", "ṭopī"}
    for pair in all_pairs():
        *before, verb, last = pair.hindi
        assert last == "hai"
        assert verb.endswith("tī") == (pair.hindi[0] in women)
        if len(before) > 1 and before[-2] in {form for forms in KIND.values() for form in forms} - {
            "lāl"
        }:
            assert before[-2].endswith("ī") == (before[-1] in feminine), pair


def test_each_word_points_at_what_it_translates():
    nouns = {english: hindi for english, (hindi, _) in (WHO | WHAT).items()}
    for pair in all_pairs()[::7]:
        assert len(pair.source) == len(pair.hindi)
        for word, place in zip(pair.hindi, pair.source, strict=True):
            if place < 0:
                assert word in ("kā", "hai")
            else:
                english = pair.english[place]
                assert english != "the"
                assert nouns.get(english, word) == word
                assert (english in ("in", "on")) == (word in ("mẽ", "par"))
                assert role_of(english)


def test_latin_letters_are_written_in_one_way():
    for word in {word for pair in all_pairs() for word in pair.hindi}:
        assert re.fullmatch(r"[a-zāīūṛṭṅśẽã\u0303]+", word), word
        assert unicodedata.normalize("NFC", word) == word


def test_tests_hold_what_training_never_sees():
    text = parallel_text(seed=3)
    assert (len(text.train), len(text.unseen), len(text.new_company)) == (1000, 300, 300)
    assert not {*text.train} & {*text.unseen}
    assert not any(map(is_new_company, (*text.train, *text.unseen)))
    assert all(map(is_new_company, text.new_company))
    trained = {word for pair in text.train for word in pair.english}
    assert {word for both in NEVER_TOGETHER for word in both} <= trained
    assert parallel_text(seed=3) == text != parallel_text(seed=4)


def test_words_that_the_grammar_does_not_have():
    with pytest.raises(KeyError):
        translate_by_rule("king", "sees", ("book",))
    with pytest.raises(ValueError, match="n_train \\+ n_test must be at most"):
        parallel_text(20_000)
