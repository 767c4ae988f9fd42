"""Sentences as tensors: ids, padding, and the place of the word with two senses."""

import pytest
import torch
from refusals import refusals

from whichbank.corpora import senses
from whichbank.corpora.senses import PHRASES, SENSES, WORDS, as_batch, generated, handwritten
from whichbank.text import Vocabulary

ALL = (*WORDS, *PHRASES)
EXAMPLES = generated(12, ALL)
VOCABULARY = Vocabulary.of([e.words for e in EXAMPLES])


def test_shapes_and_types():
    batch = as_batch(EXAMPLES, VOCABULARY)
    n, longest = len(EXAMPLES), max(len(e.words) for e in EXAMPLES)
    assert len(batch) == n
    shapes = [tuple(x.shape) for x in batch.tensors]
    assert shapes == [(n, longest), (n, 1, longest), (n,), (n, 2), (n,)]
    assert batch.mask.dtype == torch.bool
    assert {x.dtype for x in batch.tensors} == {torch.int64, torch.bool}


@pytest.mark.parametrize("examples", [EXAMPLES, handwritten(ALL)], ids=["generated", "handwritten"])
def test_the_numbers_lead_back_to_the_words(examples):
    batch = as_batch(examples, VOCABULARY)
    names = [f"{word} {name}" for word, pair in SENSES.items() for name in pair]
    for i, example in enumerate(examples):
        length = int(batch.mask[i].sum())
        known = [word for word in example.words if word in VOCABULARY.numbers]
        assert [VOCABULARY.words[j] for j in batch.ids[i, :length]] == known
        assert batch.mask[i, 0, :length].all()
        assert not batch.mask[i, 0, length:].any()
        assert VOCABULARY.words[batch.ids[i, batch.at[i]]] == example.word
        assert names[batch.choices[i, batch.sense[i]]] == f"{example.word} {example.name}"


test_a_bad_call_says_what_is_wrong = refusals(
    """
as_batch([Example(("river", "bank"), 1, 1)], Vocabulary.of([["river"]]))
    → ValueError: the vocabulary must hold the words with two senses; it lacks bank
as_batch([], VOCABULARY) → ValueError: ...at least one sentence; got none
""",
    vars(senses) | globals(),
)
