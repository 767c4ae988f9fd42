"""Tables in 12 bits a number, and in 8 with a step for each row."""

import numpy as np
import pytest
from collected import for_each

from whichbank.figures.nets.quantized import dequantize, from_bytes, quantize, to_bytes


@for_each("size", [0, 1, 2, 3, 8, 9])
@for_each("scale", [1e-9, 1, 32, 1e6])
def test_twelve_bits_are_off_by_half_a_step_at_most(size, scale):
    table = scale * np.random.default_rng(size).normal(size=(size, 3))
    packed = quantize(table)
    back = dequantize(packed, 3)
    largest = np.abs(table).max(initial=0)
    assert back.shape == table.shape
    assert np.abs(back - table).max(initial=0) <= largest / 4094 * 1.001
    # two numbers in three bytes, in four characters
    assert len(packed.split(" ")[1]) <= 4 * np.ceil(3 * size / 2)
    for numbers in ([largest, -largest], [0, 0]):
        np.testing.assert_allclose(dequantize(quantize(numbers), 2), [numbers], rtol=1e-5)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_only_finite_numbers_are_quantized(bad):
    with pytest.raises(ValueError, match=r"numbers must be finite; got (nan|inf)"):
        quantize([1, bad])


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (7, 64)])
def test_a_row_in_bytes_is_off_by_half_a_step_at_most(shape):
    table = np.random.default_rng(1).normal(size=shape) * np.arange(1, shape[0] + 1)[:, None]
    [back] = from_bytes(to_bytes([table]), [shape])
    assert (np.abs(back - table) <= np.abs(table).max(axis=1, keepdims=True) / 253).all()


@for_each("bits", [8, 9, 10, 12, 16])
@for_each("shape", [(1, 1), (3, 5), (7, 64)])
def test_each_further_bit_halves_the_step(shape, bits):
    table = np.random.default_rng(1).normal(size=shape)
    data = to_bytes([table, -table], bits)
    back = from_bytes(data, [shape, shape], bits)
    steps = np.abs(table).max(axis=1, keepdims=True) / (2 ** (bits - 1) - 1)
    for one, wanted in zip(back, (table, -table), strict=True):
        assert (np.abs(one - wanted) <= 0.501 * steps + 1e-6).all()
    assert len(data) == 2 * 4 * shape[0] + np.ceil(2 * table.size * bits / 8)


def test_a_row_of_zeros_stays_one():
    np.testing.assert_array_equal(from_bytes(to_bytes([np.zeros((2, 3))]), [(2, 3)])[0], 0)


def test_a_column_keeps_the_numbers_of_float32():
    column = np.random.default_rng(2).normal(size=(9, 1)).astype(np.float32)
    [_, back] = from_bytes(to_bytes([np.ones((2, 2)), column]), [(2, 2), (9, 1)])
    np.testing.assert_allclose(back, column, rtol=3e-7)  # a division and a product, each rounded


def test_bytes_of_other_shapes_are_refused():
    with pytest.raises(ValueError, match="must hold 13 bytes for 2 rows and 5 numbers; got 8"):
        from_bytes(to_bytes([np.ones((1, 4))]), [(1, 4), (1, 1)])
