"""Writing with the future in view, and without: the two masks, the two losses, and the recorded
run.
"""

import numpy as np
import pytest
import torch

from whichbank.experiments import peeking
from whichbank.experiments.news import LENGTH, pieces
from whichbank.experiments.peeking import (
    BEGINNINGS,
    EVERY,
    MASKS,
    N_SEEDS,
    STEPS,
    untrained,
    write_on,
)


@pytest.mark.parametrize("setting", MASKS)
def test_a_later_letter_reaches_an_earlier_place_only_without_the_mask(setting):
    model = untrained(setting)
    ids = pieces()[0][:1]
    changed = ids.clone()
    changed[0, 20] = (changed[0, 20] + 1) % 39
    with torch.no_grad():
        moved = (model(ids) - model(changed)).abs().amax(dim=-1)[0] > 0
    assert bool(moved[:20].any()) == (setting == "open")
    assert bool(moved[20:].all())


def test_under_the_mask_reading_and_writing_have_one_loss():
    ids, following = pieces(held_out=True)
    for setting, equal in (("masked", True), ("open", False)):
        model = untrained(setting)
        with torch.no_grad():
            gap = abs(
                peeking.reading_loss(model, ids, following).item()
                - peeking.writing_loss(model, ids, following)
            )
        assert (gap < 1e-4) == equal


def test_what_is_written_fills_the_places_and_depends_on_the_seed():
    model = untrained("masked")
    assert write_on(model, "the ") == write_on(model, "the ") != write_on(model, "the ", seed=1)
    assert len(write_on(model, "the ")) == LENGTH
    assert write_on(model, "a" * LENGTH) == "a" * LENGTH


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    _, loss = peeking.train("open", steps=EVERY)
    np.testing.assert_allclose(loss, peeking.recorded()["open"]["reading"][0][:2], atol=0.03)


def test_record_has_what_it_says():
    record = peeking.recorded()
    assert list(record) == list(MASKS)
    for kinds in record.values():
        assert np.shape(kinds["reading"]) == (N_SEEDS, STEPS // EVERY + 1)
        assert len(kinds["writing"]) == N_SEEDS
        assert [s[: len(b)] for s, b in zip(kinds["samples"], BEGINNINGS, strict=True)] == list(
            BEGINNINGS
        )
    reading = {name: np.array(kinds["reading"])[:, -1] for name, kinds in record.items()}
    np.testing.assert_allclose(record["masked"]["writing"], reading["masked"], atol=2e-3)
    assert (reading["open"] < 0.15).all()
    assert min(record["open"]["writing"]) > np.log(39)
