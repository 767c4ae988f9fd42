"""The machine in one file says what the package says."""

import inspect

import numpy as np
import torch

from whichbank.experiments import machine
from whichbank.experiments.writer import recorded_model

TEXTS = ("T", "The bank said ", "the river bank " * 5)


def test_its_logits_are_those_of_the_language_model():
    weights, letters = machine.trained()
    model = recorded_model()
    for text in TEXTS:
        ids = np.array([letters.index(sign) for sign in text][-64:])
        with torch.no_grad():
            expected = model(torch.from_numpy(ids)[None])[0].numpy()
        np.testing.assert_allclose(machine.logits(weights, ids), expected, atol=1e-4)  # float32


def test_it_writes_what_the_language_model_writes():
    weights, letters = machine.trained()
    ids = [letters.index(sign) for sign in "The bank said "]
    written = recorded_model().generate(torch.tensor([ids]), 20, temperature=0)[0, len(ids) :]
    assert list(machine.write(weights, ids, 20, temperature=0)) == written.tolist()


def test_a_draw_follows_the_probabilities_and_the_seed():
    random = np.random.default_rng(0)
    scores = np.log([0.7, 0.2, 0.1])
    counts = np.bincount([machine.draw(scores, 1.0, random) for _ in range(3000)]) / 3000
    assert np.abs(counts - [0.7, 0.2, 0.1]).max() < 0.03  # three standard errors are 0.025
    weights, _ = machine.trained()
    first, again, other = (list(machine.write(weights, [5], 8, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_it_fits_on_a_few_screens():
    assert len(inspect.getsource(machine).splitlines()) <= 200
