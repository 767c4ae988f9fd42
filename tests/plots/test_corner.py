"""The picture of what two jobs can have."""

import numpy as np

from whichbank.plots import corner

JOBS = ("first", "second")


def test_it_counts_the_settings_that_serve_both():
    shares = [[0.6, 0.6], [0.5, 0.9], [0.9, 0.5], [0.51, 0.51], [0.2, 0.9]]
    assert repr(corner(shares, JOBS)).endswith("above 0.5 in 2 of 5 settings.")
    assert repr(corner(shares, JOBS, need=0.55)).endswith("above 0.55 in 1 of 5 settings.")


def test_it_draws_in_both_themes_and_with_many_points():
    picture = corner(np.random.default_rng(0).uniform(0, 1, (50_000, 2)), JOBS)
    assert picture.png("light") != picture.png("dark")
    assert len(picture.png()) < 120_000
