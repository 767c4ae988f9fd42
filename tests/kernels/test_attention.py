"""The kernels against oracles that nobody here wrote: torch, SciPy, NumPy's einsum and the numbers
of the notes.
"""

import numpy as np
import pytest
import scipy.special
import torch
from attention_cases import close, numbers
from collected import for_each

from whichbank.attention import mix, self_attention, similarity, softmax
from whichbank.corpora import PLANE, hand_table, plane_vectors

pytestmark = pytest.mark.numbers

BANK = (2.0, 2.0, 1.0)  # scores of bank in "money bank grows": with money, with bank, with grows


# Softmax


@for_each("axis", [-3, -2, -1, 0, 1, 2])
def test_softmax_is_torchs_and_scipys(typed, axis):
    scores = typed.array(3 * numbers(2, 3, 5))
    got = softmax(scores, axis=axis)
    exact = typed.numpy(scores)
    assert got.shape == (2, 3, 5)
    assert got.dtype == scores.dtype
    close(typed, got, scipy.special.softmax(exact, axis=axis))
    close(typed, got, torch.softmax(torch.tensor(exact), dim=axis).numpy())


@for_each("temperature", [0.1, 0.5, 2, 10.0, np.float32(4), np.int64(3)])
def test_temperature_divides_the_scores(backend, temperature):
    scores = numbers(4, 7)
    got = softmax(backend.array(scores), temperature=temperature)
    assert (
        softmax(backend.array(scores, "float16"), temperature=temperature).dtype
        == backend.array(0, "float16").dtype
    )
    close(backend, got, scipy.special.softmax(scores / float(temperature), axis=-1))


# NumPy tells that the far scores went to -inf
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@for_each("temperature", [1e-300, 1e-8, 1e-5])
def test_a_cold_softmax_picks_the_largest(typed, temperature):
    scores = typed.array([[1.0, 2.0, -3.0], [-4.0, -8.0, -5.0]])
    close(typed, softmax(scores, temperature=temperature), [[0, 1, 0], [1, 0, 0]])


@for_each("temperature", [1e20, 1e300])
def test_a_hot_softmax_makes_all_equal_and_keeps_the_mask(typed, temperature):
    scores = typed.array([1.0, 2.0, -3.0, -np.inf])
    close(typed, softmax(scores, temperature=temperature), [1 / 3, 1 / 3, 1 / 3, 0])


def test_large_scores_do_not_overflow(typed):
    scores = typed.array([[1e4, -1e4, 1e4], [-1e4, -1e4, -1e4], [6e4, 0, 5e4]])
    close(typed, softmax(scores), [[0.5, 0, 0.5], [1 / 3, 1 / 3, 1 / 3], [1, 0, 0]])


@for_each("shape", [(4, 6), (6,), (1, 6), (4, 1), (1, 1), ()])
def test_a_mask_hides_and_broadcasts(typed, shape):
    scores = typed.array(numbers(4, 6))
    mask = np.random.default_rng(2).random(shape) < 0.7
    exact = torch.tensor(typed.numpy(scores)).masked_fill(~torch.tensor(mask), -torch.inf)
    close(
        typed,
        softmax(scores, mask=typed.array(mask, "bool")),
        torch.softmax(exact, dim=-1).nan_to_num(0.0).numpy(),
    )


def test_a_row_with_nothing_to_attend_to_is_zeros(typed):
    scores = typed.array([[1.0, 2.0], [-np.inf, -np.inf], [np.nan, np.nan]])
    mask = typed.array([[False, False], [True, True], [False, False]], "bool")
    weights = softmax(scores, mask=mask)
    assert not typed.numpy(weights).any()
    assert not typed.numpy(mix(weights, typed.array(numbers(2, 5)))).any()


# Similarity


@for_each(
    "q, k, shape",
    [
        ((5,), (5,), ()),
        ((5,), (4, 5), (4,)),
        ((3, 5), (5,), (3,)),
        ((5,), (2, 4, 5), (2, 4)),
        ((2, 3, 5), (5,), (2, 3)),
        ((7, 1, 3, 5), (2, 4, 5), (7, 2, 3, 4)),
        ((3, 5), (2, 4, 5), (2, 3, 4)),
        ((1, 5), (1, 5), (1, 1)),
        ((0, 5), (4, 5), (0, 4)),
        ((3, 5), (0, 5), (3, 0)),
        ((5,), (0, 5), (0,)),
        ((3, 0), (4, 0), (3, 4)),
    ],
)
def test_similarity_pins_the_shape(backend, q, k, shape):
    a, b = numbers(*q), numbers(*k, seed=1)
    got = similarity(backend.array(a), backend.array(b))
    assert tuple(got.shape) == shape
    want = np.einsum("...td,...sd->...ts", np.atleast_2d(a), np.atleast_2d(b)).reshape(shape)
    close(backend, got, want)


# Mix


@for_each(
    "weights, values, shape",
    [
        ((4,), (4, 5), (5,)),
        ((3, 4), (4, 5), (3, 5)),
        ((2, 3, 4), (2, 4, 5), (2, 3, 5)),
        ((7, 1, 3, 4), (2, 4, 5), (7, 2, 3, 5)),
        ((4,), (2, 4, 5), (2, 5)),
        ((3, 1), (1, 5), (3, 5)),
        ((0, 4), (4, 5), (0, 5)),
        ((3, 0), (0, 5), (3, 5)),
        ((3, 4), (4, 0), (3, 0)),
    ],
)
def test_mix_pins_the_shape(backend, weights, values, shape):
    w, v = abs(numbers(*weights)), numbers(*values, seed=1)
    w /= w.sum(axis=-1, keepdims=True)
    got = mix(backend.array(w), backend.array(v))
    assert tuple(got.shape) == shape
    close(backend, got, np.einsum("...ts,...sd->...td", np.atleast_2d(w), v).reshape(shape))


@for_each("length", [1, 3, 100, 3000])
def test_mix_takes_every_row_that_a_softmax_makes(typed, length):
    weights = softmax(typed.array(2 * numbers(20, length)))
    out = mix(weights, typed.array(np.ones((length, 2))))
    close(typed, out, np.ones((20, 2)))


def test_mix_refuses_a_long_row_that_is_short_of_one(typed):
    weights = typed.array(np.full((2, 100), 0.0085))
    with pytest.raises(ValueError, match=r"must sum to 1; row 0 sums to 0\.8"):
        mix(weights, typed.array(np.ones((100, 2))))


# Self-attention


def test_self_attention_is_torchs(typed):
    x = typed.array(numbers(2, 5, 3))
    out, weights = self_attention(x)
    assert (out.shape, weights.shape) == ((2, 5, 3), (2, 5, 5))
    assert out.dtype == weights.dtype == x.dtype
    exact = torch.tensor(typed.numpy(x))
    want = torch.nn.functional.scaled_dot_product_attention(exact, exact, exact, scale=1)
    close(typed, out, want.numpy(), steps=16)


@for_each("shape", [(0, 3), (1, 3), (4, 0), (1, 1), (0, 4, 3), (2, 0, 3)])
def test_self_attention_of_next_to_nothing(backend, shape):
    x = backend.array(numbers(*shape))
    out, weights = self_attention(x)
    assert tuple(out.shape) == shape
    assert tuple(weights.shape) == (*shape[:-1], shape[-2])
    if shape[-2] == 1:
        close(backend, out, backend.numpy(x))


# The notes


def test_note_a5_by_hand(backend):
    table = hand_table("money bank grows", "A")
    new = mix(backend.array(table.weights), backend.array(plane_vectors(table.words)))
    close(backend, new, [[1.7, 0.2], [1.25, 0.7], [1.1, 0.2]])


def test_note_a6_a_weighted_mix_of_tea(backend):
    close(
        backend,
        mix(backend.array([0.5, 0.2, 0.2, 0.1]), backend.array(np.eye(4))),
        [0.5, 0.2, 0.2, 0.1],
    )


def test_note_a8_raw_scores_as_weights(backend):
    x = plane_vectors("money bank grows")
    money, bank, grows = (np.array(PLANE[word]) for word in ("money", "bank", "grows"))
    raw = similarity(backend.array(bank), backend.array(x))
    assert backend.numpy(raw).tolist() == list(BANK)
    assert (
        backend.numpy(mix(raw, backend.array(x), check_rows=False)).tolist()
        == (2 * money + 2 * bank + grows).tolist()
    )


def test_note_a9_phone_and_fruit_have_nothing_in_common(backend):
    assert float(similarity(backend.array([1.0, 0.0]), backend.array([0.0, 1.0]))) == 0


def test_note_a11_bank_by_hand(backend):
    e = np.e
    total = e**2 + e**2 + e
    close(backend, softmax(backend.array(BANK)), [e**2 / total, e**2 / total, e / total])
    out, _ = self_attention(backend.array(plane_vectors("money bank grows")))
    close(backend, out[1], [(2 * e**2 + e**2 + e) / total, e**2 / total])
