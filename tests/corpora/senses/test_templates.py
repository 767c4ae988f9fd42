"""The templates fill every slot, and know what they could have made."""

import random
import re

from collected import for_each

from whichbank.corpora.senses import PHRASES, SENSES, WORDS, could_make, generated, handwritten
from whichbank.corpora.senses.templates import SLOT, fill, templates

ALL = (*WORDS, *PHRASES)
CLAUSES = [
    (word, kind, group, clause)
    for word, kinds in templates().items()
    for kind, groups in kinds.items()
    for group, clauses in groups.items()
    for clause in clauses
]


@for_each("word, kind, group, clause", CLAUSES)
def test_a_clause_has_its_word_once_and_fills_its_slots(word, kind, group, clause):
    made = {fill(clause, random.Random(seed)) for seed in range(60)}
    for sentence in made:
        assert not SLOT.search(sentence)
        assert re.fullmatch(r"[a-z]+( [a-z]+)*", sentence)
        assert sentence.split().count(word) == (group == "clauses")
        assert could_make(sentence)
    assert len(made) > 1 or not SLOT.search(clause)


def test_every_word_has_two_senses_and_the_four_of_the_notes_are_there():
    assert tuple(SENSES) == ALL
    assert WORDS == ("bank", "apple", "server", "trump")
    assert all(len(set(senses)) == 2 for senses in SENSES.values())


def test_the_templates_could_make_what_they_made():
    assert all(could_make(str(example)) for example in generated(40, ALL))


def test_the_templates_could_make_none_of_the_sentences_written_by_hand():
    assert [str(example) for example in handwritten(ALL) if could_make(str(example))] == []


def test_no_sentence_written_by_hand_holds_a_clause_of_more_than_three_words():
    clauses = {fill(clause, random.Random(seed)) for *_, clause in CLAUSES for seed in range(200)}
    written = [str(example) for example in handwritten(ALL)]
    long = [clause for clause in clauses if len(clause.split()) > 3]
    assert [(c, s) for s in written for c in long if f" {c} " in f" {s} "] == []


def test_could_make_is_strict():
    assert could_make("she put coins in the bank")
    assert could_make("she put coins in the bank while a ferry was drifting down the lake")
    assert not could_make("she put coins in the bank while")
    assert not could_make("she put coins in the bank a ferry was drifting down the lake")
    assert not could_make("she put pebbles in the bank")
    assert not could_make("")
