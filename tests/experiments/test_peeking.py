"""Writing with the future in view, and without: the two masks, the two losses, and the recorded run."""

import numpy as np
import pytest
import torch

from whichbank.experiments import peeking
from whichbank.experiments.peeking import (
    BEGINNINGS,
    EVERY,
    MASKS,
    N_SEEDS,
    STEPS,
    Writer,
    reading_loss,
    recorded_writers,
    train_writer,
    write_on,
    writing_loss,
)
from whichbank.experiments.spelling import LENGTH, letters, pieces


def new_writer(setting):
    """An untrained model."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(0)
        return Writer(MASKS[setting]).eval()


@pytest.mark.parametrize("setting", MASKS)
def test_a_later_letter_reaches_an_earlier_place_only_without_the_mask(setting):
    model = new_writer(setting)
    ids = pieces()[0][:1]
    changed = ids.clone()
    changed[0, 20] = (changed[0, 20] + 1) % len(letters())
    with torch.no_grad():
        moved = (model(ids) - model(changed)).abs().amax(dim=-1)[0] > 0
    assert bool(moved[:20].any()) == (setting == "open")
    assert bool(moved[20:].all())


def test_under_the_mask_reading_and_writing_have_one_loss():
    ids, following = pieces(held_out=True)
    for setting, equal in (("masked", True), ("open", False)):
        model = new_writer(setting)
        with torch.no_grad():
            gap = abs(reading_loss(model, ids, following).item() - writing_loss(model, ids, following))
        assert (gap < 1e-4) == equal


def test_what_is_written_fills_the_places_and_depends_on_the_seed():
    model = new_writer("masked")
    assert write_on(model, "the ") == write_on(model, "the ") != write_on(model, "the ", seed=1)
    assert len(write_on(model, "the ")) == LENGTH
    assert write_on(model, "a" * LENGTH) == "a" * LENGTH


@pytest.mark.parametrize("beginning", ["", "THE", "a" * 33])
def test_beginnings_that_cannot_be_read(beginning):
    with pytest.raises(ValueError, match="beginning must be 1 to 32 of the signs"):
        write_on(new_writer("masked"), beginning)


def test_a_short_run_is_the_beginning_of_the_recorded_one():
    before = torch.get_rng_state()
    _, loss = train_writer("open", steps=EVERY)
    np.testing.assert_allclose(loss, recorded_writers()["open"]["reading"][0][:2], atol=0.03)
    assert torch.equal(before, torch.get_rng_state())


def test_record_has_what_it_says():
    record = recorded_writers()
    assert list(record) == list(MASKS)
    for kinds in record.values():
        assert np.shape(kinds["reading"]) == (N_SEEDS, STEPS // EVERY + 1)
        assert len(kinds["writing"]) == N_SEEDS
        assert [s[: len(b)] for s, b in zip(kinds["samples"], BEGINNINGS, strict=True)] == list(BEGINNINGS)
    reading = {name: np.array(kinds["reading"])[:, -1] for name, kinds in record.items()}
    np.testing.assert_allclose(record["masked"]["writing"], reading["masked"], atol=2e-3)
    assert (reading["open"] < 0.15).all()
    assert min(record["open"]["writing"]) > np.log(len(letters()))
    assert peeking._RECORD.stat().st_size < 20_000


def test_unknown_setting():
    with pytest.raises(ValueError, match="setting must be one of 'masked', 'open'; got 'half'"):
        train_writer("half")
