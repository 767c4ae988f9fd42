"""The tiny translator: its batches, its two settings, its alignment, and the recorded run."""

import numpy as np
import pytest
import torch

from whichbank.corpora.hindi import NEVER_TOGETHER, ROLES, parallel_text, translate_by_rule
from whichbank.experiments import translator
from whichbank.experiments.translator import (
    END,
    LOSSES,
    N_SEEDS,
    PADDING,
    SIZES,
    START,
    as_batch,
    english_words,
    hindi_words,
    translate,
)

HEADS = SIZES["n_layers"], SIZES["n_heads"]
SHORT, LONG = (
    translate_by_rule("boy", "sees", ("book",)),
    translate_by_rule("girl", "buys", ("red", "apple"), "market"),
)


@pytest.fixture(scope="module")
def model():
    """A translator, trained for a fraction of the recorded run."""
    return translator.train(steps=120)[0]


def test_special_tokens_have_the_ids_of_their_constants():
    assert [hindi_words()[i] for i in (PADDING, START, END)] == ["padding", "start", "end"]
    assert english_words()[PADDING] == "padding"


def test_batch_is_filled_up_and_its_mask_says_where():
    batch = as_batch([SHORT, LONG])
    assert batch.source.shape == (2, 9)
    assert batch.real.shape == (2, 1, 9)
    assert batch.real.sum(dim=(1, 2)).tolist() == [5, 9]
    assert batch.target[0].tolist()[-3:] == [PADDING] * 3
    assert [hindi_words()[i] for i in batch.target[1]] == ["start", *LONG.hindi, "end"]


def test_a_longer_neighbor_in_the_batch_changes_no_translation(model):
    alone, together = (
        translate(model, [SHORT.english]),
        translate(model, [SHORT.english, LONG.english]),
    )
    assert together[0] == alone[0]
    with torch.no_grad():
        losses = [
            translator.translation_loss(model, *as_batch([pair])).item() for pair in (SHORT, LONG)
        ]
        both = translator.translation_loss(model, *as_batch([SHORT, LONG])).item()
    sizes = [len(pair.hindi) + 1 for pair in (SHORT, LONG)]
    assert both == pytest.approx(np.average(losses, weights=sizes), rel=1e-4)


def test_closed_cross_attention_gives_one_translation_for_all(model):
    english = [pair.english for pair in parallel_text().unseen[:20]]
    assert len(set(translate(model, english, across=False))) == 1
    other = translate_by_rule("boy", "sees", ("chair",))
    source, real, target = as_batch([SHORT])
    with torch.no_grad():
        one, two = (
            translator.blind_loss(model, read, real, target).item()
            for read in (source, as_batch([other]).source)
        )
    assert one == two


def test_a_short_training_is_on_its_way(model):
    text = parallel_text()
    assert translator.share_right(model, text.unseen) > 0.5
    aligned = translator.alignment(model, text.unseen[:50])
    assert list(aligned) == ["all words", *ROLES]
    assert aligned["all words"].shape == HEADS
    assert aligned["all words"].max() > 0.4


def test_weights_are_a_table_of_written_over_read(model):
    weights = translator.looks_across(model, LONG)
    assert weights.shape == (*HEADS, len(LONG.hindi), len(LONG.english))
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)


def test_record_has_what_it_says():
    record = translator.recorded()
    assert list(record) == list(LOSSES)
    for kinds in record.values():
        assert (
            kinds["unseen"].shape == kinds["new_company"].shape == kinds["loss"].shape == (N_SEEDS,)
        )
        assert kinds["pairs"].shape == (N_SEEDS, len(NEVER_TOGETHER))
    across = record["looks across"]
    assert {"all words", *ROLES} < set(across)
    assert across["all words"].shape == (N_SEEDS, *HEADS)
    assert (across["unseen"] > 0.95).all()
    assert (record["does not"]["unseen"] < 0.05).all()
