"""The readers with two more chances on handwritten sentences: what a training measures, and what the
record shows.
"""

import pytest
import torch

from whichbank.experiments import chances
from whichbank.experiments.chances import MIXING, VECTORS
from whichbank.experiments.readers import READERS


def test_a_training_is_measured_on_its_way_and_follows_its_seed():
    before = torch.get_rng_state()
    one, again, other = (chances.train("learned", seed=s, steps=100) for s in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    assert one == again != other
    assert len(one) == 2
    assert one[1][0] > 0.75 > one[0][0]


def test_what_does_not_exist_is_refused():
    with pytest.raises(ValueError, match=r"kind must be one of 'mean', .*; got 'static'"):
        chances.train("static")
    with pytest.raises(
        ValueError, match=r"vectors must be one of 'templates', 'MiniLM'; got 'GloVe'"
    ):
        chances.train("mean", "GloVe")


def test_the_record_holds_what_chapter_learning_says():
    found = chances.recorded()
    assert tuple(found) == VECTORS
    for runs in found.values():
        assert tuple(runs) == MIXING == READERS[1:]
        assert {run[name].shape for run in runs.values() for name in run} == {(5, 9)}
    at = 400 // 100
    shares = {
        name: {kind: run["by hand"][:, at].mean() for kind, run in runs.items()}
        for name, runs in found.items()
    }
    # its own vectors or real ones: learned attention does not lead on what a person wrote
    for mine in shares.values():
        assert mine["learned"] < max(mine["mean"], mine["scaled"])
    assert shares["MiniLM"]["mean"] > shares["templates"]["mean"] + 0.05
    assert found["MiniLM"]["learned"]["test"][:, at].min() > 0.95
