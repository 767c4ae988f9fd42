"""Tables in 12 bits a number."""

import numpy as np
import pytest

from whichbank.figures._quantized import dequantize, quantize


@pytest.mark.parametrize("size", [0, 1, 2, 3, 8, 9])
@pytest.mark.parametrize("scale", [1e-9, 1, 32, 1e6])
def test_twelve_bits_are_off_by_half_a_step_at_most(size, scale):
    table = scale * np.random.default_rng(size).normal(size=(size, 3))
    packed = quantize(table)
    back = dequantize(packed, 3)
    largest = np.abs(table).max(initial=0)
    assert back.shape == table.shape
    assert np.abs(back - table).max(initial=0) <= largest / 4094 * 1.001
    assert len(packed.split(" ")[1]) <= 4 * np.ceil(3 * size / 2)  # two numbers in three bytes, in four characters
    for numbers in ([largest, -largest], [0, 0]):
        np.testing.assert_allclose(dequantize(quantize(numbers), 2), [numbers], rtol=1e-5)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_only_finite_numbers_are_quantized(bad):
    with pytest.raises(ValueError, match=r"numbers must be finite; got (nan|inf)"):
        quantize([1, bad])
