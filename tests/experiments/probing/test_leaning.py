"""Leaning to one of two meanings: numbers by hand, properties, and what is refused."""

import numpy as np
import pytest

from whichbank.experiments.probing import count_right, lean, leave_pair_out


def vectors(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def test_lean_by_hand():
    east, north = np.array([2.0, 0.0]), np.array([0.0, 5.0])
    vectors = np.array([[3.0, 4.0], [1.0, 0.0], [7.0, 7.0]])
    np.testing.assert_allclose(lean(vectors, east, north), [-0.2, 1, 0], atol=1e-15)


def test_lean_broadcasts_and_turns_its_sign():
    x, first, second = vectors(3, 5, 7), vectors(5, 7, seed=1), vectors(5, 7, seed=2)
    assert lean(x, first, second).shape == (3, 5)
    np.testing.assert_allclose(lean(x, first, second), -lean(x, second, first))
    np.testing.assert_allclose(lean(9 * x, first, 2 * second), lean(x, first, second))
    np.testing.assert_allclose(lean(x, first, first), 0, atol=1e-15)


def test_leave_pair_out_by_hand():
    """Without pair 0 the means are those of pairs 1 and 2: (1, 0) and (0, 1)."""
    pairs = np.array([[[3.0, 4.0], [4.0, 3.0]], [[1.0, 0.5], [0.5, 1.0]], [[1.0, -0.5], [-0.5, 1.0]]])
    np.testing.assert_allclose(leave_pair_out(pairs)[0], [-0.2, 0.2])


def test_a_pair_has_no_say_in_its_own_lean():
    pairs = vectors(4, 2, 3, 6)
    moved = pairs.copy()
    moved[1, 0] *= -1
    np.testing.assert_array_equal(leave_pair_out(moved)[1, 1], leave_pair_out(pairs)[1, 1])
    assert not np.allclose(leave_pair_out(moved)[0], leave_pair_out(pairs)[0])


def test_layers_do_not_meet():
    pairs = vectors(4, 2, 3, 6)
    together = leave_pair_out(pairs)
    assert together.shape == (4, 2, 3)
    for layer in range(3):
        np.testing.assert_allclose(together[..., layer], leave_pair_out(pairs[:, :, layer]))


def test_equal_vectors_in_each_pair_are_half_right():
    """A word and its place alone decide nothing: whatever the leans, one of each pair is right, or both count half."""
    same = np.repeat(vectors(5, 1, 4), 2, axis=1)
    assert count_right(leave_pair_out(same)) == 5


def test_far_apart_is_all_right():
    assert count_right(leave_pair_out(vectors(6, 2, 3) * 0.1 + np.eye(3)[:2])) == 12


@pytest.mark.parametrize("shape", [(1, 2, 4), (3, 3, 4), (3, 2), (6,)])
def test_pairs_of_another_shape_are_refused(shape):
    with pytest.raises(ValueError, match=r"shape \(P, 2, ..., D\) with P at least 2"):
        leave_pair_out(vectors(*shape))


def test_vectors_of_different_length_are_refused():
    with pytest.raises(ValueError, match="must share their last dimension"):
        lean(vectors(3), vectors(3), vectors(1))
