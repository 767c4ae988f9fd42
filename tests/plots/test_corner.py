"""The picture of what two jobs can have."""

import numpy as np
import pytest

from whichbank.plots import corner

JOBS = ("first", "second")


def test_it_counts_the_settings_that_serve_both():
    shares = [[0.6, 0.6], [0.5, 0.9], [0.9, 0.5], [0.51, 0.51], [0.2, 0.9]]
    assert repr(corner({"numbers": shares}, JOBS)).endswith("numbers: 2 of 5 settings serve both.")
    assert repr(corner({"numbers": shares}, JOBS, need=0.55)).endswith("1 of 5 settings serve both.")


def test_it_draws_in_both_themes_and_with_many_points():
    shares = np.random.default_rng(0).uniform(0, 1, (50_000, 2))
    picture = corner({"numbers": shares, "matrices": shares[:3]}, JOBS)
    assert picture.png("light") != picture.png("dark")
    assert len(picture.png()) < 120_000


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "at least one kind"),
        ({"numbers": [0.1, 0.2]}, r"shape \(n, 2\); got \(2,\)"),
        ({"numbers": [[0.1, 0.2, 0.3]]}, r"got \(1, 3\)"),
        ({"numbers": [[0.1, 1.2]]}, "between 0 and 1"),
        ({"numbers": [[0.1, np.nan]]}, "between 0 and 1"),
    ],
)
def test_bad_settings_are_told(settings, told):
    with pytest.raises(ValueError, match=told):
        corner(settings, JOBS)
