"""Weights written with one byte each come back within half a step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from whichbank.experiments.probing import pack, unpack


@given(arrays(np.float64, array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=5), elements=st.floats(0, 1)))
def test_there_and_back_is_off_by_half_a_step_at_most(weights):
    again = unpack(pack(weights), weights.shape)
    assert again.shape == weights.shape
    assert np.abs(again - weights).max(initial=0) <= 1 / 510 + 1e-12
    assert pack(again) == pack(weights)


def test_the_ends_are_exact():
    assert unpack(pack(np.array([0.0, 1.0, 1 + 1e-7])), (3,)).tolist() == [0, 1, 1]


@pytest.mark.parametrize("bad", [-0.01, 1.01, np.nan])
def test_what_is_no_weight_is_refused(bad):
    with pytest.raises(ValueError, match="between 0 and 1"):
        pack(np.array([0.5, bad]))


def test_a_text_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"must hold 4 numbers for the shape \(2, 2\); got 3"):
        unpack(pack(np.zeros(3)), (2, 2))
    with pytest.raises(ValueError, match=r"base64|padding"):
        unpack("A*", (1,))
