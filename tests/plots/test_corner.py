"""The picture of what two jobs can have."""

import numpy as np
import pytest

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


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([0.1, 0.2], r"shape \(n, 2\); got \(2,\)"),
        ([[0.1, 0.2, 0.3]], r"got \(1, 3\)"),
        ([[0.1, 1.2]], "between 0 and 1"),
        ([[0.1, np.nan]], "between 0 and 1"),
    ],
)
def test_bad_shares_are_told(shares, told):
    with pytest.raises(ValueError, match=told):
        corner(shares, JOBS)
